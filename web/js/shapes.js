// Outlines of the shapes of frames.

import { shapeKind } from "./frame.js";
import { Outlines } from "./outlines.js";

const ellipseCorners = 48;
const arcStep = Math.PI / 12; // of the skin around a corner
const planeSize = 2000; // m, what is drawn of a half-plane

// outlinesOf returns the vertices of a shape {kind, numbers} in the frame of its body.
export function outlinesOf(shape) {
  const out = new Outlines(), f = shape.numbers;
  switch (shape.kind) {
    case shapeKind.circle:
      out.capsule(0, f[0], f[1], f[0], f[1], f[2]);
      break;
    case shapeKind.capsule:
      out.capsule(0, f[0], f[1], f[2], f[3], f[4]);
      break;
    case shapeKind.chainSegment:
      addGround(out, f);
      out.capsule(0, f[0], f[1], f[2], f[3], 0);
      break;
    case shapeKind.segment:
      out.capsule(0, f[0], f[1], f[2], f[3], 0);
      break;
    case shapeKind.polygon:
      addPolygon(out, f);
      break;
    default:
      out.polygon(0, cornersOf(shape));
  }
  return out.trim();
}

// cornersOf returns the border of a shape with an interior, as x, y of its corners in
// counter-clockwise order.
function cornersOf({ kind, numbers: f }) {
  switch (kind) {
    case shapeKind.circle:
      return ellipse([f[0], f[1], f[2], f[2], 0]);
    case shapeKind.capsule:
      return skinned(Array.from(f.subarray(0, 4)), f[4]);
    case shapeKind.polygon:
      return f[0] === 0 ? Array.from(f.subarray(1)) : skinned(Array.from(f.subarray(1)), f[0]);
    case shapeKind.ellipse:
      return ellipse(f);
    case shapeKind.halfPlane:
      return halfPlane(f);
    case shapeKind.outline:
      return Array.from(f);
  }
  return [];
}

// waterOf returns the vertices of the part of a shape below a surface, both in the frame of their
// area.
export function waterOf(shape, surface) {
  const out = new Outlines(), corners = cornersOf(shape);
  out.columns(0, breaksOf(corners, surface).map((x) => {
    const [low, high] = spanAt(corners, x);
    return [x, low, Math.max(low, Math.min(high, heightAt(surface, x)))];
  }));
  return out.trim();
}

// breaksOf returns the x at which the border of a shape or the surface in it bends, and at which
// they cross, ascending.
function breaksOf(corners, surface) {
  const all = corners.filter((_, i) => i % 2 === 0), low = Math.min(...all), high = Math.max(...all);
  for (let i = 0; i < surface.length; i += 2) {
    if (surface[i] > low && surface[i] < high) all.push(surface[i]);
  }
  const bends = [...new Set(all)].sort((a, b) => a - b);
  const depths = bends.map((x) => spanAt(corners, x).map((y) => heightAt(surface, x) - y));
  return bends.flatMap((x, i) => {
    if (i === 0) return [x];
    const before = depths[i - 1], after = depths[i], from = bends[i - 1];
    const crossings = [0, 1].filter((k) => before[k] * after[k] < 0).map((k) => from + before[k] / (before[k] - after[k]) * (x - from));
    return [...crossings.sort((a, b) => a - b), x];
  });
}

// spanAt returns the least and the largest y of a convex polygon at x.
function spanAt(corners, x) {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < corners.length; i += 2) {
    const j = (i + 2) % corners.length, a = corners[i], b = corners[j];
    if (Math.min(a, b) > x || Math.max(a, b) < x) continue;
    const part = a === b ? 0 : (x - a) / (b - a), y = corners[i + 1] + part * (corners[j + 1] - corners[i + 1]);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return [low, high];
}

// heightAt returns the height of a surface, which is level beyond its ends.
export function heightAt(surface, x) {
  let a = 0, b = surface.length - 2;
  if (x <= surface[a]) return surface[a + 1];
  if (x >= surface[b]) return surface[b + 1];
  while (b - a > 2) {
    const middle = a + 2 * ((b - a) >> 2);
    if (surface[middle] < x) a = middle;
    else b = middle;
  }
  return surface[a + 1] + (x - surface[a]) / (surface[b] - surface[a]) * (surface[b + 1] - surface[a + 1]);
}

function addPolygon(out, f) {
  const corners = Array.from(f.subarray(1));
  if (f[0] === 0) {
    out.polygon(0, corners);
  } else if (corners.length === 4) {
    out.capsule(0, ...corners, f[0]);
  } else {
    out.polygon(0, skinned(corners, f[0]));
  }
}

// addGround adds the solid side of a segment of a chain. At an end of the chain the neighbouring
// point is the end itself or any point. Then the side ends straight.
function addGround(out, f) {
  const a = [f[0], f[1]], b = [f[2], f[3]];
  const beside = (x, y, end, other) => (Math.hypot(x - end[0], y - end[1]) > 0 ? [x, y] : [2 * end[0] - other[0], 2 * end[1] - other[1]]);
  out.ground(0, beside(f[4], f[5], a, b), a, b, beside(f[6], f[7], b, a));
}

// skinned returns a polygon with arcs of the radius around its corners.
export function skinned(corners, radius) {
  const n = corners.length / 2, out = [];
  const edgeAngle = (i) => {
    const a = 2 * ((i + n) % n), b = 2 * ((i + 1 + n) % n);
    return Math.atan2(corners[b + 1] - corners[a + 1], corners[b] - corners[a]) - Math.PI / 2;
  };
  for (let i = 0; i < n; i++) {
    const from = edgeAngle(i - 1);
    let turn = edgeAngle(i) - from;
    if (turn < 0) turn += 2 * Math.PI;
    const steps = Math.max(1, Math.ceil(turn / arcStep));
    for (let k = 0; k <= steps; k++) {
      const angle = from + turn * k / steps;
      out.push(corners[2 * i] + radius * Math.cos(angle), corners[2 * i + 1] + radius * Math.sin(angle));
    }
  }
  return out;
}

function ellipse([x, y, a, b, angle]) {
  const out = [], cos = Math.cos(angle), sin = Math.sin(angle);
  for (let i = 0; i < ellipseCorners; i++) {
    const t = 2 * Math.PI * i / ellipseCorners, u = a * Math.cos(t), v = b * Math.sin(t);
    out.push(x + cos * u - sin * v, y + sin * u + cos * v);
  }
  return out;
}

function halfPlane([x, y, nx, ny]) {
  const s = planeSize;
  return [
    x - ny * -s, y + nx * -s, x - ny * -s - nx * s, y + nx * -s - ny * s,
    x - ny * s - nx * s, y + nx * s - ny * s, x - ny * s, y + nx * s,
  ];
}

// boundsOf returns [lowX, lowY, highX, highY] of a shape in the frame of its body, or null for an
// unbounded shape.
export function boundsOf(shape) {
  const f = shape.numbers;
  switch (shape.kind) {
    case shapeKind.circle:
      return [f[0] - f[2], f[1] - f[2], f[0] + f[2], f[1] + f[2]];
    case shapeKind.capsule:
      return around([f[0], f[1], f[2], f[3]], f[4]);
    case shapeKind.polygon:
      return around(Array.from(f.subarray(1)), f[0]);
    case shapeKind.segment:
    case shapeKind.chainSegment:
      return around([f[0], f[1], f[2], f[3]], 0);
    case shapeKind.ellipse:
      return around(ellipse(f), 0);
    case shapeKind.outline:
      return around(Array.from(f), 0);
  }
  return null;
}

function around(points, radius) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    box[0] = Math.min(box[0], points[i] - radius);
    box[1] = Math.min(box[1], points[i + 1] - radius);
    box[2] = Math.max(box[2], points[i] + radius);
    box[3] = Math.max(box[3], points[i + 1] + radius);
  }
  return box;
}

// distanceTo returns the distance of a point from a shape, in the frame of its body: 0 inside.
export function distanceTo(shape, x, y) {
  const f = shape.numbers;
  switch (shape.kind) {
    case shapeKind.circle:
      return Math.max(0, Math.hypot(x - f[0], y - f[1]) - f[2]);
    case shapeKind.capsule:
      return Math.max(0, toSegment(f[0], f[1], f[2], f[3], x, y) - f[4]);
    case shapeKind.polygon:
      return Math.max(0, toPolygon(f.subarray(1), x, y) - f[0]);
    case shapeKind.segment:
    case shapeKind.chainSegment:
      return toSegment(f[0], f[1], f[2], f[3], x, y);
    case shapeKind.halfPlane:
      return Math.max(0, (x - f[0]) * f[2] + (y - f[1]) * f[3]);
    case shapeKind.ellipse:
      return toPolygon(ellipse(f), x, y);
    case shapeKind.outline:
      return toPolygon(f, x, y);
  }
  return Infinity;
}

// toSegment returns the distance of a point from a segment.
export function toSegment(ax, ay, bx, by, x, y) {
  const dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
  const t = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

// toPolygon is the distance to a convex polygon in counter-clockwise order.
function toPolygon(points, x, y) {
  const n = points.length;
  let outside = n < 6, least = Infinity;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n, ax = points[i], ay = points[i + 1], bx = points[j], by = points[j + 1];
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) outside = true;
    least = Math.min(least, toSegment(ax, ay, bx, by, x, y));
  }
  return outside ? least : 0;
}
