import assert from "node:assert";
import test from "node:test";
import { Camera } from "../js/camera.js";
import { Drawing } from "../js/drawing.js";
import { unpack } from "../js/film_source.js";
import { ease, Framing } from "../js/framing.js";
import { layer, NONE, Picture, shapeKind } from "../js/frame.js";
import { firstShown, layers, needed } from "../js/layers.js";
import { look, lookCount, palette, tintLooks } from "../js/palette.js";
import { Particles } from "../js/particles.js";
import { restOf } from "../js/plots.js";
import { Marks } from "../js/marks.js";
import { Outlines } from "../js/outlines.js";

// discs returns a picture of dynamic discs at places, of radius 1, awake.
function discs(places) {
  const p = new Picture();
  p.shapes.set(0, { kind: shapeKind.circle, numbers: Float64Array.of(0, 0, 1) });
  places.forEach(([x, y], i) => {
    const slot = p.bodySlot(i + 1), c = p.colliderSlot(i);
    p.bodies.generation[slot] = 1;
    p.bodies.state[slot] = 2 | 4;
    p.setPose(slot, x, y, 0);
    p.colliders.generation[c] = 1;
    p.colliders.body[c] = slot;
    p.colliders.shape[c] = 0;
  });
  p.keepPoses();
  p.head = { time: 0, layers: layer.joints };
  return p;
}

// tied adds distance joints between slots.
function tied(p, pairs, kind = 2) {
  const buffer = new ArrayBuffer(104 * pairs.length);
  p.joints = { words: new Uint32Array(buffer), floats: new Float32Array(buffer), doubles: new Float64Array(buffer) };
  p.jointCount = pairs.length;
  pairs.forEach(([a, b], i) => {
    p.joints.words.set([i + 1, 1, kind, 0, a, b], 26 * i);
    p.joints.doubles.set([p.bodies.x[a], p.bodies.y[a], p.bodies.x[b], p.bodies.y[b]], 13 * i + 5);
  });
  return p;
}

class NoPainter {
  constructor() {
    this.under = new Marks();
    this.over = new Marks();
    this.outlines = new Outlines();
    this.rows = new Float32Array(8 * 64);
  }
  setRows() {}
  setOutlines() {}
}

function drawn(picture, show) {
  const d = new Drawing(new NoPainter()), camera = new Camera();
  camera.resize(800, 600);
  d.draw(picture, 1, camera, palette("light"), { shapes: true, ...show }, 0, 0);
  return d;
}

test("bodies have colours by turns, and those of their states when they are asked for", () => {
  const p = discs([[0, 0], [5, 0], [10, 0]]), rows = drawn(p).painter.rows;
  for (let i = 0; i < 3; i++) assert.equal(rows[8 * i + 4], look.tint + (4 + i + 1) % tintLooks, "the identity 2^32 + slot, modulo their number");
  assert.equal(lookCount, look.tint + tintLooks);
  const states = drawn(p, { states: true }).painter.rows;
  for (let i = 0; i < 3; i++) assert.equal(states[8 * i + 4], look.awake);
});

test("discs that are tied closely are one line of one colour, and their discs are not drawn", () => {
  const p = tied(discs([[0, 0], [3, 0], [6, 0], [30, 0]]), [[2, 3], [1, 2], [3, 4]]), d = drawn(p);
  assert.deepEqual(d.threads.links, [2, 3, 1, 2], "a rod that holds two balls is none");
  assert.deepEqual([...d.threads.root.subarray(1, 5)], [1, 1, 1, 0]);
  assert.deepEqual([0, 1, 2, 3].map((i) => d.painter.rows[8 * i + 5]), [0, 0, 0, 1]);
  assert.equal(d.painter.under.count, 4, "two borders, two lines");
  const fill = palette("light").tints[(4 + 1) % tintLooks][0];
  assert.equal(d.painter.under.colors[7 * 2 + 6], fill);
  assert.equal(d.painter.over.count, 1, "the rod, quietly");
});

test("a soft thing is filled between three nodes that are tied to each other, also where it is stretched", () => {
  const p = tied(discs([[0, 0], [3, 0], [3, 3], [0, 3], [9, 9]]), [[1, 2], [2, 3], [3, 4], [4, 1], [1, 3]]), d = drawn(p);
  assert.deepEqual(d.threads.cells, [1, 2, 3, 1, 3, 4]);
  assert.equal(d.painter.under.count, 12, "five borders, five lines, two cells");
  p.bodies.x[3] = 5.9;
  p.bodies.y[3] = 2;
  p.joints = { ...p.joints };
  d.threads.find(p);
  assert.equal(d.threads.cells.length, 6, "the diagonal is 6.2 long");
  p.joints = null;
  p.head = { time: 0, layers: layer.joints };
  d.threads.find(p);
  assert.equal(d.threads.cells.length, 0);
});

test("links last over frames that do not tell of joints, and end with those that tell of none", () => {
  const p = tied(discs([[0, 0], [3, 0]]), [[1, 2]]), d = drawn(p);
  Object.assign(p, { joints: null, jointCount: 0, head: { time: 0, layers: 0 } });
  d.threads.find(p);
  assert.equal(d.threads.links.length, 2);
  p.head.layers = layer.joints;
  d.threads.find(p);
  assert.equal(d.threads.links.length, 0);
  assert.equal(d.threads.root[1], 0);
});

test("joints are quiet until they are asked for", () => {
  const p = tied(discs([[0, 0], [3, 0]]), [[1, 2]], 1);
  assert.equal(drawn(p).painter.over.count, 0, "a pin is between what it holds");
  assert.ok(drawn(p, { joints: true }).painter.over.count >= 3);
  assert.equal(firstShown().joints, false);
  assert.ok(needed(firstShown(), false) & 2, "soft things are known by their joints");
  assert.equal(new Set(layers.map(({ key }) => key)).size, layers.length);
});

// event makes a picture with one event.
function event(p, kind, { at = [0, 0], normal = [0, 1], speed = 0, a = 0, b = 0 }) {
  const buffer = new ArrayBuffer(56);
  p.events = { words: new Uint32Array(buffer), floats: new Float32Array(buffer), doubles: new Float64Array(buffer) };
  p.events.words.set([kind, a, b]);
  p.events.doubles.set(at, 2);
  p.events.floats.set([...normal, speed], 8);
  p.eventCount = 1;
  return p;
}

test("hard hits raise dust, soft ones none, and it is gone in time", () => {
  const particles = new Particles(), p = discs([[0, 0]]);
  particles.take(event(p, 3, { speed: 1 }), 1 / 60);
  assert.equal(particles.list.length, 0);
  particles.take(event(p, 3, { at: [2, 3], speed: 12 }), 1 / 60);
  assert.ok(particles.list.length > 3);
  assert.ok(particles.list.every(({ x, y }) => x === 2 && y === 3));
  p.eventCount = 0;
  particles.take(p, 0);
  const { x } = particles.list[0];
  assert.equal(x, 2, "while the world stands still, so do they");
  for (let i = 0; i < 60; i++) particles.take(p, 1 / 60);
  assert.equal(particles.list.length, 0);
});

test("what falls into water throws drops up at its surface", () => {
  const particles = new Particles(), p = discs([[1, 0.5]]);
  p.world = { lengthUnit: 1, gravityX: 0, gravityY: -10 };
  p.bodies.beforeY[1] = 0.7;
  p.areas = [{ slot: 7, flags: 32, shape: 0, body: NONE, x: 3, y: 1, angle: 0, surface: Float64Array.of(-8, -1, 2, 0) }];
  particles.take(p, 1 / 60);
  particles.take(event(p, 6, { a: 7, b: 1 }), 1 / 60);
  assert.ok(particles.list.length > 5);
  assert.ok(particles.list.every((d) => d.x === 1 && Math.abs(d.y - 0.6) < 1e-9));
  assert.ok(particles.list.filter((d) => d.vy > 0).length > particles.list.length / 2);

  p.areas[0].surface = new Float64Array(0);
  p.areas[0].y = 3;
  particles.clear();
  particles.take(p, 1 / 60);
  assert.ok(particles.list.length > 5 && particles.list.every((d) => d.y === 4), "the top of the area, a disc of radius 1");
  p.areas[0].flags = 64;
  particles.clear();
  particles.take(p, 1 / 60);
  assert.equal(particles.list.length, 0, "wind is not wet");
});

test("the surface of a fluid is drawn in the frame of its area", () => {
  const p = discs([[10, 5]]), slot = 1;
  p.setPose(slot, 10, 5, 2 ** 30); // a quarter turn
  p.keepPoses();
  p.areas = [{ slot: 7, flags: 32, shape: 0, body: slot, x: 2, y: 0, angle: 0, surface: Float64Array.of(-1, 0, 1, 3) }];
  const { over, rows } = drawn(p).painter;
  assert.deepEqual([...over.numbers.subarray(0, 4)].map((v) => Math.round(v * 1e4) / 1e4 + 0), [10, 6, 7, 8]);
  assert.equal(rows[4], look.area);
});

test("what the stages leave of a tick is nothing when it is their rounding", () => {
  const known = [0.2, 2.8].map(Math.fround);
  assert.equal(restOf(3, known), 0);
  assert.ok(Math.abs(restOf(3.1, known) - 0.1) < 1e-6);
});

test("who wants little motion gets no particles unasked", () => {
  assert.equal(firstShown({}, true).particles, false);
  assert.equal(firstShown({ particles: true }, true).particles, true);
  assert.equal(firstShown().particles, true);
});

// framed moves one body by a function of time, and returns the box that the camera shows.
function framed(path, seconds) {
  const framing = new Framing(), p = discs([path(0), [90, 1]]), whole = [0, 0, 100, 60];
  let box = null;
  for (let t = 0; t <= seconds; t += 1 / 60) {
    const [x, y] = path(t);
    p.head = { time: t };
    box = framing.look(p, { x: Float64Array.of(0, x, 90), y: Float64Array.of(0, y, 1) }, whole);
  }
  return box;
}

test("the picture looks at what moves, within the scene and not too near", () => {
  const [lowX, lowY, highX, highY] = framed((t) => [20 + 3 * Math.sin(4 * t), 10], 3);
  assert.ok(lowX >= 0 && lowY >= 0 && lowX < 17 && highX > 23);
  assert.ok(highX - lowX >= 55 - 1e-9 && highX - lowX < 65, "no nearer than so much of the whole");
  assert.ok(highY - lowY >= 0.55 * 60 - 1e-9);
  const far = framed((t) => [20 + 10 * t, 10], 6);
  assert.ok(far[2] >= 80 && far[2] <= 100, "what flies away is followed");
  assert.equal(framed(() => [20, 10], 3), null, "where nothing moves the picture stays");
  assert.deepEqual(framed((t) => [20 + 3 * Math.sin(4 * Math.min(t, 2)), 10], 5), [0, 0, 100, 60], "when all has come to rest the whole is seen");
});

test("a camera comes to its goal", () => {
  const camera = new Camera(), goal = Object.assign(new Camera(), { x: 5, y: -2, scale: 90 });
  for (let i = 0; i < 600; i++) ease(camera, goal, 1 / 60);
  for (const name of ["x", "y", "scale"]) assert.ok(Math.abs(camera[name] - goal[name]) < 1e-3 * goal.scale, name);
});

test("a film comes apart into heads and frames", () => {
  const text = new TextEncoder().encode(JSON.stringify([{ scene: "a", first: 0, view: [0, 0, 1, 1] }]));
  const frame = new Uint8Array(72), v = new DataView(frame.buffer);
  v.setUint32(0, 0x564D5243, true);
  v.setUint16(4, 1, true);
  v.setUint32(12, 72, true);
  const data = new Uint8Array([...new Uint8Array(Uint32Array.of(text.length).buffer), ...text, ...frame, ...frame]);
  const { heads, frames } = unpack(data.buffer);
  assert.equal(heads[0].scene, "a");
  assert.deepEqual(frames.map((f) => f.byteLength), [72, 72]);
});
