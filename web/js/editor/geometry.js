// Poses, shapes and boxes of the things of a scene document.

import { shapeKind } from "../frame.js";
import { distanceTo, skinned } from "../shapes.js";

const arcCorners = 24; // of half a turn
const planeReach = 6; // m of a half-plane that count as its box
const none = [0, 0];

export const identity = { x: 0, y: 0, cos: 1, sin: 0, angle: 0 };

// poseOf returns the pose of the frame of a body or an area. The ground, undefined, is at the
// origin.
export function poseOf(thing) {
  if (!thing) return identity;
  const [x, y] = thing.position ?? none, angle = thing.angle ?? 0;
  return { x, y, cos: Math.cos(angle), sin: Math.sin(angle), angle };
}

export function toWorld(pose, [x, y]) {
  return [pose.x + pose.cos * x - pose.sin * y, pose.y + pose.sin * x + pose.cos * y];
}

export function toLocal(pose, [x, y]) {
  const dx = x - pose.x, dy = y - pose.y;
  return [pose.cos * dx + pose.sin * dy, -pose.sin * dx + pose.cos * dy];
}

// turned returns a direction turned by the angle of a pose, or back.
export function turned(pose, [x, y]) { return [pose.cos * x - pose.sin * y, pose.sin * x + pose.cos * y]; }

export function turnedBack(pose, [x, y]) { return [pose.cos * x + pose.sin * y, -pose.sin * x + pose.cos * y]; }

// rotated returns a point turned about another by an angle.
export function rotated([x, y], [cx, cy], angle) {
  const cos = Math.cos(angle), sin = Math.sin(angle), dx = x - cx, dy = y - cy;
  return [cx + cos * dx - sin * dy, cy + sin * dx + cos * dy];
}

export function distance([ax, ay], [bx, by]) { return Math.hypot(ax - bx, ay - by); }

// round drops digits that no person has set, so documents stay readable.
export function round(v) {
  const r = Math.round(v * 1e6) / 1e6;
  return Object.is(r, -0) ? 0 : r;
}

export function roundPoint([x, y]) { return [round(x), round(y)]; }

// signedArea is positive for points that run counter-clockwise.
export function signedArea(points) {
  let sum = 0;
  for (let i = 0; i < points.length; i++) {
    const [ax, ay] = points[i], [bx, by] = points[(i + 1) % points.length];
    sum += ax * by - bx * ay;
  }
  return sum / 2;
}

// boxCorners returns the corners of a box collider in the frame of its body.
function boxCorners({ halfExtents: [w, h], center = none, angle = 0 }) {
  const frame = { x: center[0], y: center[1], cos: Math.cos(angle), sin: Math.sin(angle) };
  return [[-w, -h], [w, -h], [w, h], [-w, h]].map((p) => toWorld(frame, p));
}

// frameShape returns a shape of a document as frames describe shapes, or null for one that the page
// does not know.
export function frameShape(c) {
  const center = c.center ?? none, make = (kind, ...numbers) => ({ kind, numbers: Float64Array.from(numbers) });
  switch (c.type) {
    case "circle":
      return make(shapeKind.circle, ...center, c.radius);
    case "capsule":
      return make(shapeKind.capsule, ...c.a, ...c.b, c.radius);
    case "segment":
      return c.radius > 0 ? make(shapeKind.capsule, ...c.a, ...c.b, c.radius) : make(shapeKind.segment, ...c.a, ...c.b);
    case "box":
      return make(shapeKind.polygon, c.radius ?? 0, ...boxCorners(c).flat());
    case "polygon":
      return make(shapeKind.polygon, c.radius ?? 0, ...(signedArea(c.points) < 0 ? [...c.points].reverse() : c.points).flat());
    case "ellipse":
      return make(shapeKind.ellipse, ...center, c.radii[0] + (c.skin ?? 0), c.radii[1] + (c.skin ?? 0), c.angle ?? 0);
    case "halfEllipse":
      return make(shapeKind.outline, ...withSkin(arc(c.radii, 0, Math.PI), c.skin, c.angle ?? 0, center));
    case "sector":
      return make(shapeKind.outline, ...withSkin([0, 0, ...arc([c.radius, c.radius], -c.sweep / 2, c.sweep / 2)], c.skin, c.angle ?? 0, center));
    case "halfPlane":
      return halfPlane(c);
    case "chainSegment":
      return make(shapeKind.chainSegment, ...c.a, ...c.b, ...c.before, ...c.after);
  }
  return null;
}

// frameShapes returns the shapes of a collider: one for each part of a compound.
function frameShapes(c) {
  return (c.type === "compound" ? c.parts : [c]).map(frameShape).filter((s) => s !== null);
}

function halfPlane({ point = none, normal: [x, y] }) {
  const length = Math.hypot(x, y) || 1;
  return { kind: shapeKind.halfPlane, numbers: Float64Array.of(...point, x / length, y / length) };
}

function arc([rx, ry], from, to) {
  const out = [];
  for (let i = 0; i <= arcCorners; i++) {
    const t = from + (to - from) * i / arcCorners;
    out.push(rx * Math.cos(t), ry * Math.sin(t));
  }
  return out;
}

function withSkin(points, skin = 0, angle, [x, y]) {
  const corners = skin > 0 ? skinned(points, skin) : points, cos = Math.cos(angle), sin = Math.sin(angle), out = [];
  for (let i = 0; i < corners.length; i += 2) {
    out.push(x + cos * corners[i] - sin * corners[i + 1], y + sin * corners[i] + cos * corners[i + 1]);
  }
  return out;
}

// chainShapes returns the segments of a chain.
function chainShapes({ points, closed }) {
  const n = points.length, count = closed ? n : n - 1, out = [];
  const at = (i) => (closed ? points[(i + n) % n] : points[Math.max(0, Math.min(n - 1, i))]);
  for (let i = 0; i < count; i++) {
    out.push({ kind: shapeKind.chainSegment, numbers: Float64Array.of(...at(i), ...at(i + 1), ...at(i - 1), ...at(i + 2)) });
  }
  return out;
}

// remembered computes the answer for each object of a document once: such objects never change.
function remembered(answer) {
  const known = new WeakMap();
  return (object) => {
    let found = known.get(object);
    if (found === undefined) known.set(object, found = answer(object));
    return found;
  };
}

// partShapes returns the shapes of a collider, or of a chain, which has no type.
export const partShapes = remembered((c) => (c.type ? frameShapes(c) : chainShapes(c)));

const empty = [];
const listShapes = remembered((parts) => parts.flatMap(partShapes));

// shapesOf returns the shapes of a body, in its frame.
export function shapesOf({ colliders = empty, chains = empty }) {
  return chains.length === 0 ? listShapes(colliders) : [...listShapes(colliders), ...listShapes(chains)];
}

// areaShape returns the shape of an area, or null where it is the whole world.
export function areaShape(area) { return area.shape ? frameShape(area.shape) : null; }

// characterShape returns the shape of a character. Without a shape of its own it is the default
// capsule along its up direction, which by default is against gravity.
export function characterShape({ world = {} }, { shape, up }) {
  if (shape) return shape;
  const unit = world.lengthUnit || 1, [x, y] = up ?? (world.gravity ?? [0, 0]).map((g) => -g), length = Math.hypot(x, y);
  const end = length > 0 ? [x, y].map((c) => round((c / length) * unit / 2)) : [0, unit / 2];
  return { type: "capsule", a: end.map((c) => -c), b: end, radius: round(0.3 * unit) };
}

// framesOf returns the shapes of a character in the form of the picture.
export function framesOf(document, character) { return frameShapes(characterShape(document, character)); }

// areaPose returns the pose of an area in the world, given the body that carries it.
export function areaPose(area, carrier) {
  const pose = poseOf(area);
  if (!carrier) return pose;
  const outer = poseOf(carrier), [x, y] = toWorld(outer, [pose.x, pose.y]), angle = outer.angle + pose.angle;
  return { x, y, cos: Math.cos(angle), sin: Math.sin(angle), angle };
}

// boxAround returns [lowX, lowY, highX, highY] of shapes at a pose, or a point if there are no
// shapes.
export function boxAround(shapes, pose) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    const { points, radius } = core(shape);
    for (const [px, py] of points) {
      const x = pose.x + pose.cos * px - pose.sin * py, y = pose.y + pose.sin * px + pose.cos * py;
      box[0] = Math.min(box[0], x - radius);
      box[1] = Math.min(box[1], y - radius);
      box[2] = Math.max(box[2], x + radius);
      box[3] = Math.max(box[3], y + radius);
    }
  }
  if (box[0] > box[2]) include(box, [pose.x, pose.y]);
  return box;
}

// core returns the points of a shape and the radius of the skin around them.
const core = remembered(({ kind, numbers: f }) => {
  switch (kind) {
    case shapeKind.circle:
      return { points: [[f[0], f[1]]], radius: f[2] };
    case shapeKind.capsule:
      return { points: [[f[0], f[1]], [f[2], f[3]]], radius: f[4] };
    case shapeKind.polygon:
      return { points: pairs(f.subarray(1)), radius: f[0] };
    case shapeKind.outline:
      return { points: pairs(f), radius: 0 };
    case shapeKind.ellipse:
      return { points: pairs(withSkin(arc([f[2], f[3]], 0, 2 * Math.PI), 0, f[4], [f[0], f[1]])), radius: 0 };
    case shapeKind.halfPlane:
      return { points: [-planeReach, planeReach].map((t) => [f[0] - f[3] * t, f[1] + f[2] * t]), radius: 0 };
  }
  return { points: pairs(f.subarray(0, 4)), radius: 0 };
});

function pairs(numbers) {
  const out = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) out.push([numbers[i], numbers[i + 1]]);
  return out;
}

function include(box, [x, y]) {
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}

export function joinBoxes(boxes) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lowX, lowY, highX, highY] of boxes) {
    include(box, [lowX, lowY]);
    include(box, [highX, highY]);
  }
  return box[0] <= box[2] ? box : null;
}

// distanceToShapes returns the distance of a point of the world from shapes at a pose: 0 inside.
export function distanceToShapes(shapes, pose, point) {
  const [x, y] = toLocal(pose, point);
  return shapes.reduce((least, shape) => Math.min(least, distanceTo(shape, x, y)), Infinity);
}
