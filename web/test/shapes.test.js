import assert from "node:assert";
import test from "node:test";
import { shapeKind } from "../js/frame.js";
import { vertexSize } from "../js/outlines.js";
import { boundsOf, distanceTo, outlinesOf, skinned, waterOf } from "../js/shapes.js";

const shape = (kind, ...numbers) => ({ kind, numbers: Float64Array.from(numbers) });
const box = shape(shapeKind.polygon, 0, -2, -1, 2, -1, 2, 1, -2, 1);

// corners returns the corners of all triangles after the outline has come in by a width.
function triangles(out, inset) {
  const v = out.vertices, corner = (i) => {
    const at = i * vertexSize, w = v[at + 5] * inset;
    return [v[at] + v[at + 2] * w, v[at + 1] + v[at + 3] * w];
  };
  const list = [];
  for (let i = 0; i < out.indexCount; i += 3) list.push([0, 1, 2].map((k) => corner(out.indices[i + k])));
  return list;
}

const area = ([a, b, c]) => ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
const sum = (list) => list.reduce((a, b) => a + b, 0);

test("the triangles of a polygon cover it once, whatever the width of the outline", () => {
  const forms = { box: [box, 8], pentagon: [shape(shapeKind.polygon, 0, ...Array.from({ length: 5 }, (_, i) => [Math.cos(i * 0.4 * Math.PI), Math.sin(i * 0.4 * Math.PI)]).flat()), 2.5 * Math.sin(0.4 * Math.PI)] };
  for (const [form, exact] of Object.values(forms)) {
    for (const inset of [0, 0.1, 0.5]) {
      const parts = triangles(outlinesOf(form), inset).map(area);
      assert.ok(parts.every((a) => a > -1e-6), "no triangle is turned over");
      assert.ok(Math.abs(sum(parts) - exact) < 1e-5, `${sum(parts)} is not ${exact}`);
    }
  }
});

test("water is the part of its area below the surface, however the two cross", () => {
  const pi = Math.PI, disc = shape(shapeKind.circle, 0, 0, 1), discArea = 24 * Math.sin(pi / 24);
  for (const [form, surface, exact] of [
    [box, [0, 0.5], 6], [box, [0, 3], 8], [box, [0, -1], 0], [box, [-2, -1, 2, 1], 4], [box, [-4, -3, 4, 3], 4],
    [box, [-2, 2, -1, -2, 1, 2, 2, -2], 4], [disc, [0, 0], discArea / 2], [shape(shapeKind.capsule, -1, 0, 1, 0, 1), [0, 0], 2 + 6 * Math.sin(pi / 12)],
  ]) {
    for (const inset of [0, 1e-4]) {
      const parts = triangles(waterOf(form, surface), inset).map(area);
      assert.ok(Math.abs(sum(parts) - exact) < 1e-5 + 10 * inset, `${sum(parts)} is not ${exact}`);
    }
  }
});

test("the inner side of an outline lies at its width from the edges", () => {
  const out = outlinesOf(box), w = 0.25;
  for (let i = 0; i < out.vertexCount; i++) {
    const at = i * vertexSize, v = out.vertices;
    if (v[at + 5] === 0) continue;
    assert.ok(Math.abs(Math.abs(v[at] + w * v[at + 2]) - (2 - w)) < 1e-6);
    assert.ok(Math.abs(Math.abs(v[at + 1] + w * v[at + 3]) - (1 - w)) < 1e-6);
  }
});

test("a point that comes twice, nearly so or at both ends does not turn the outline", () => {
  const twice = shape(shapeKind.outline, -2, -1, 2, -1, 2, -1 + 1e-12, 2, 1, -2, 1, -2 + 1e-12, -1);
  assert.strictEqual(outlinesOf(twice).vertexCount, 8);
});

test("a skin of a box has the area of its parts", () => {
  const points = skinned([-2, -1, 2, -1, 2, 1, -2, 1], 0.5);
  let twice = 0;
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    twice += points[i] * points[j + 1] - points[j] * points[i + 1];
  }
  // Arcs of 15 degrees leave out a thousandth of the disc of the corners.
  const exact = 8 + 12 * 0.5 + 24 / 2 * Math.sin(Math.PI / 12) * 0.25;
  assert.ok(Math.abs(twice / 2 - exact) < 1e-9, `${twice / 2} is not ${exact}`);
});

const all = [
  box, shape(shapeKind.circle, 1, 2, 0.5), shape(shapeKind.capsule, -1, 0, 1, 1, 0.4), shape(shapeKind.polygon, 0.3, -1, -1, 1, -1, 0, 1),
  shape(shapeKind.polygon, 0.2, -1, 0, 1, 0), shape(shapeKind.segment, -2, 0, 1, 1), shape(shapeKind.ellipse, 0, 1, 2, 0.5, 0.7), shape(shapeKind.outline, -1, -1, 2, -1, 0, 2),
];

test("the distance to a shape is that to the nearest of many points of it", () => {
  for (const form of all) {
    const [lowX, lowY, highX, highY] = boundsOf(form), inside = [];
    for (let i = 0; i <= 60; i++) {
      for (let k = 0; k <= 60; k++) {
        const p = [lowX + (highX - lowX) * i / 60, lowY + (highY - lowY) * k / 60];
        if (distanceTo(form, ...p) < 0.03) inside.push(p);
      }
    }
    assert.ok(inside.length > 0);
    const cell = Math.hypot(highX - lowX, highY - lowY) / 60;
    for (let i = 0; i < 50; i++) {
      const x = 5 * Math.cos(i), y = 5 * Math.sin(1.7 * i);
      const slow = Math.min(...inside.map((p) => Math.hypot(p[0] - x, p[1] - y))), fast = distanceTo(form, x, y);
      assert.ok(fast <= slow + 0.03 + 1e-9 && fast >= slow - cell, `kind ${form.kind}: ${fast}, and ${slow} of many points`);
    }
  }
});

test("a box of a shape holds what is inside and no more", () => {
  for (const form of all) {
    const [lowX, lowY, highX, highY] = boundsOf(form), e = 1e-3;
    for (let t = 0; t <= 1; t += 0.01) {
      const x = lowX + t * (highX - lowX), y = lowY + t * (highY - lowY);
      for (const p of [[lowX - e, y], [highX + e, y], [x, lowY - e], [x, highY + e]]) assert.ok(distanceTo(form, ...p) > 0);
    }
  }
});
