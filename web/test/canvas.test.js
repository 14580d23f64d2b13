// What the painter on a canvas draws, by the calls that it makes.

import assert from "node:assert/strict";
import { test } from "node:test";

// recorder is a context of a canvas that counts its calls.
function recorder() {
  const calls = { fill: 0, stroke: 0, fillRect: [] };
  const context = { setTransform() {}, setLineDash() {}, beginPath() {}, moveTo() {}, lineTo() {}, arc() {}, fillText() {}, fill: () => calls.fill++, stroke: () => calls.stroke++, fillRect: (...box) => calls.fillRect.push(box) };
  globalThis.document = { createElement: () => ({ style: {}, getContext: () => context, remove() {} }) };
  globalThis.Path2D = class { lineTo() {} moveTo() {} arc() {} closePath() {} };
  return calls;
}

// A metre is 10 pixels, and the picture 200 pixels wide.
const camera = { x: 0, y: 0, scale: 10, up: 1, width: 200, height: 100, toScreenX: (x) => x, toScreenY: (y) => y };
const palette = { background: "#fff", fills: ["#f00"], strokes: ["#800"], highlight: "#00f", name: "#000" };

// drawn draws circles {x, y, radius, marked} and returns the calls.
async function drawn(circles) {
  const calls = recorder(), { CanvasPainter } = await import("../js/painter_canvas.js");
  const painter = new CanvasPainter();
  painter.resize(200, 100, 1);
  painter.setPalette(palette);
  painter.setRows(circles.length);
  circles.forEach(({ x, y, radius, marked }, i) => {
    painter.outlines.capsule(i, 0, 0, 0, 0, radius);
    painter.rows.set([x, y, 1, 0, 0, 1, marked ? 1 : 0, 0], 8 * i);
  });
  painter.setOutlines();
  painter.draw(camera);
  calls.fillRect.shift(); // the background
  return { ...calls, painter };
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

test("a picture that would look the same is not painted again", async () => {
  const { painter, fillRect } = await drawn([{ x: 2, y: 1, radius: 1 }]);
  const paints = (view = camera) => {
    const before = fillRect.length;
    painter.draw(view);
    return fillRect.length - before;
  };
  const changes = {
    "the place of a shape": () => { painter.rows[0] += 1e-6; },
    "a mark": () => painter.over.line(0, 0, 1, 1, 2, 255),
    "the end of a mark": () => { painter.over.numbers[2] = 2; },
    "the colour of a mark": () => { painter.over.colors[6] = 256; },
    "no mark any more": () => painter.over.begin(camera),
    "a mark below the shapes": () => painter.under.line(0, 0, 1, 1, 2, 255),
    "a name": () => { painter.names = [{ x: 1, y: 2, name: "crate" }]; },
    "another name": () => { painter.names = [{ x: 1, y: 2, name: "wheel" }]; },
    "the outlines": () => painter.setOutlines(),
    "the colours": () => painter.setPalette(palette),
    "the size": () => painter.resize(200, 100, 1),
    "fewer shapes": () => painter.setRows(0),
  };
  assert.equal(paints(), 0);
  for (const [what, change] of Object.entries(changes)) {
    change();
    assert.deepEqual([paints(), paints()], [1, 0], what);
  }
  for (const field of ["x", "y", "scale", "up", "width", "height"]) assert.deepEqual([paints({ ...camera, [field]: 7 }), paints()], [1, 1], field);
});
