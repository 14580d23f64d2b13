// What the painter on a canvas draws, by the calls that it makes.

import assert from "node:assert/strict";
import { test } from "node:test";

// recorder is a context of a canvas that counts its calls.
function recorder() {
  const calls = { fill: 0, stroke: 0, fillRect: [] };
  const context = { setTransform() {}, setLineDash() {}, fill: () => calls.fill++, stroke: () => calls.stroke++, fillRect: (...box) => calls.fillRect.push(box) };
  globalThis.document = { createElement: () => ({ style: {}, getContext: () => context, remove() {} }) };
  globalThis.Path2D = class { lineTo() {} moveTo() {} arc() {} closePath() {} };
  return calls;
}

// drawn draws circles {x, y, radius, marked} and returns the calls. A metre is 10 pixels, and the
// picture 200 pixels wide.
async function drawn(circles) {
  const calls = recorder(), { CanvasPainter } = await import("../js/painter_canvas.js");
  const painter = new CanvasPainter();
  painter.resize(200, 100, 1);
  painter.setPalette({ background: "#fff", fills: ["#f00"], strokes: ["#800"], highlight: "#00f" });
  painter.setRows(circles.length);
  circles.forEach(({ x, y, radius, marked }, i) => {
    painter.outlines.capsule(i, 0, 0, 0, 0, radius);
    painter.rows.set([x, y, 1, 0, 0, 1, marked ? 1 : 0, 0], 8 * i);
  });
  painter.setOutlines();
  painter.draw({ scale: 10, up: 1, width: 200, height: 100 });
  calls.fillRect.shift(); // the background
  return calls;
}

test("a shape of a few pixels is a square on the canvas, at its place and of its size", async () => {
  const calls = await drawn([{ x: 2, y: 1, radius: 0.1 }]);
  assert.equal(calls.fill + calls.stroke, 0);
  assert.deepEqual(calls.fillRect.map((box) => box.map((v) => Math.round(v * 100) / 100)), [[119.15, 39.15, 1.7, 1.7]]);
});

test("a selected shape has its border on the canvas, however small it is", async () => {
  const calls = await drawn([{ x: 2, y: 1, radius: 0.1, marked: true }]);
  assert.deepEqual([calls.fill, calls.stroke, calls.fillRect.length], [1, 1, 0]);
});

test("the canvas draws what reaches into the picture and nothing else", async () => {
  for (const [x, y, seen] of [[10.9, 0, 1], [11.6, 0, 0], [-10.9, 0, 1], [-11.6, 0, 0], [0, 5.9, 1], [0, -6.6, 0]]) {
    assert.equal((await drawn([{ x, y, radius: 1 }])).fill, seen, `${x}, ${y}`);
  }
});

test("a segment without a radius is a line on the canvas, however short it is", async () => {
  const calls = await drawn([{ x: 0, y: 0, radius: 0 }]);
  assert.deepEqual([calls.stroke, calls.fillRect.length], [1, 0]);
});
