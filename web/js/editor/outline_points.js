// The outline of a shape of a document as points, for shapes that are not yet part of the document.

import { shapeKind } from "../frame.js";
import { skinned } from "../shapes.js";
import { frameShape } from "./geometry.js";

const steps = 40;

export function outlinePoints(collider) {
  const { kind, numbers: f } = frameShape(collider), out = [];
  if (kind === shapeKind.circle) return round(f[0], f[1], f[2], 0, 2 * Math.PI);
  if (kind === shapeKind.capsule) {
    const angle = Math.atan2(f[3] - f[1], f[2] - f[0]);
    return [...round(f[2], f[3], f[4], angle - Math.PI / 2, angle + Math.PI / 2), ...round(f[0], f[1], f[4], angle + Math.PI / 2, angle + 1.5 * Math.PI)];
  }
  const flat = kind === shapeKind.polygon ? (f[0] > 0 ? skinned(Array.from(f.subarray(1)), f[0]) : f.subarray(1)) : f;
  for (let i = 0; i + 1 < flat.length; i += 2) out.push([flat[i], flat[i + 1]]);
  return out;
}

function round(x, y, radius, from, to) {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = from + (to - from) * i / steps;
    return [x + radius * Math.cos(t), y + radius * Math.sin(t)];
  });
}
