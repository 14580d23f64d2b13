// The decoder against Go's decoder: web/player/modules_test.go writes frames of worlds and Go's
// results of decoding them into the folder CAROM_FRAMES.

import assert from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { header, layer, Picture } from "../js/frame.js";

const folder = process.env.CAROM_FRAMES;

test("pictures are those that Go reads", { skip: !folder && "CAROM_FRAMES is not set" }, () => {
  const names = readdirSync(folder).filter((f) => f.endsWith(".json"));
  assert.ok(names.length > 20);
  for (const name of names) {
    const expected = readFileSync(join(folder, name), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const bytes = readFileSync(join(folder, name.replace(".json", ".frames")));
    const picture = new Picture();
    let at = 0;
    expected.forEach((want, i) => {
      const length = bytes.readUInt32LE(at + 12);
      const frame = bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + length);
      at += length;
      assert.ok(picture.apply(frame), `${name}, frame ${i} was not taken`);
      forget(want);
      same(asGo(picture), want, `${name}, frame ${i}`);
    });
    assert.strictEqual(at, bytes.length);
  }
});

// forget empties the parts that a frame does not have and that must not be shown. Go keeps their
// old contents, and the page does not.
function forget(want) {
  const missing = (bit) => !(want.Layers & bit);
  if (missing(layer.velocities)) {
    for (const body of Object.values(want.Bodies)) Object.assign(body, { Velocity: [0, 0], AngularVelocity: 0 });
  }
  if (missing(layer.stages)) want.Stages.fill(0);
  if (missing(layer.energy)) want.Energy.fill(0);
  if (missing(layer.depth)) want.Depth = { Overlap: 0, Position: [0, 0], ColliderA: 0, ColliderB: 0 };
}

// same compares exactly: Go writes a float32 with enough digits to distinguish it from all other
// float32.
function same(got, want, where) {
  if (typeof want === "number") {
    assert.ok(got === want || got === Math.fround(want), `${where}: ${got} is not ${want}`);
  } else if (want === null) {
    assert.strictEqual(got.length, 0, where); // an empty list of Go
  } else if (typeof want !== "object") {
    assert.strictEqual(got, want, where);
  } else {
    const keys = Object.keys(want);
    assert.strictEqual(Object.keys(got ?? {}).length, keys.length, `${where}: number of ${Object.keys(got ?? {})} against ${keys}`);
    for (const key of keys) same(got[key], want[key], `${where}.${key}`);
  }
}

// asGo returns a picture as Go's view.Picture is written to JSON.
function asGo(p) {
  const { head, world } = p;
  return {
    Sequence: head.sequence, Ticks: head.ticks, Time: head.time, Timestep: head.timestep, Alpha: head.alpha,
    LengthUnit: world.lengthUnit, Gravity: [world.gravityX, world.gravityY], Layers: head.layers,
    Shapes: shapes(p), Bodies: bodies(p), Colliders: colliders(p), Moving: [...p.moving.subarray(0, p.movingCount)],
    Contacts: contacts(p), Joints: joints(p), Boxes: boxes(p.boxes, p.boxCount), Broadphase: boxes(p.broadphase, p.broadphaseCount),
    Islands: islands(p), Areas: areas(p), Events: events(p), Stages: [...(p.stages ?? Array(13).fill(0))],
    Counters: [...(p.counters ?? Array(10).fill(0))], Energy: [...(p.energy ?? Array(6).fill(0))], Depth: depth(p),
  };
}

const range = (n) => Array.from({ length: n }, (_, i) => i);

function shapes(p) {
  return range(p.shapes.size).map((i) => ({ Kind: p.shapes.get(i).kind, Numbers: [...p.shapes.get(i).numbers] }));
}

function bodies(p) {
  const b = p.bodies, out = {};
  for (let i = 1; i < p.bodySlots; i++) {
    if (b.generation[i] === 0) continue;
    out[i] = {
      Generation: b.generation[i], State: b.state[i], Style: b.style[i], LocalCenter: [b.centerX[i], b.centerY[i]], Position: [b.x[i], b.y[i]],
      Turn: b.angle[i], Velocity: [0, 0], AngularVelocity: 0, Name: p.names.get(i) ?? "",
    };
  }
  for (let k = 0; k < p.velocityCount; k++) {
    Object.assign(out[p.moving[k]], { Velocity: [p.velocities[3 * k], p.velocities[3 * k + 1]], AngularVelocity: p.velocities[3 * k + 2] });
  }
  return out;
}

function colliders(p) {
  const c = p.colliders, out = {};
  for (let i = 0; i < p.colliderSlots; i++) {
    if (c.generation[i] === 0) continue;
    out[i] = {
      Generation: c.generation[i], Body: c.body[i], Shape: c.shape[i], Sensor: (c.flags[i] & 1) !== 0, Chained: (c.flags[i] & 4) !== 0,
      Chain: c.chain[i], OneWay: [c.oneWayX[i], c.oneWayY[i]],
    };
  }
  return out;
}

function contacts(p) {
  return range(p.contactCount).map((i) => {
    const w = p.contacts.words.subarray(16 * i), f = p.contacts.floats.subarray(16 * i);
    const point = (k) => ({ X: f[k], Y: f[k + 1], Separation: f[k + 2], NormalImpulse: f[k + 3], TangentImpulse: f[k + 4] });
    return {
      ColliderA: w[0], ColliderB: w[1], Body: w[2], Touching: (w[3] & 512) !== 0, Asleep: (w[3] & 256) !== 0, Normal: [f[4], f[5]], Count: w[3] & 255,
      Points: [point(6), point(11)],
    };
  });
}

function joints(p) {
  return range(p.jointCount).map((i) => {
    const w = p.joints.words.subarray(26 * i), f = p.joints.floats.subarray(26 * i), d = p.joints.doubles.subarray(13 * i);
    return {
      Slot: w[0], Generation: w[1], Kind: w[2], Disabled: (w[3] & 1) !== 0, Spring: (w[3] & 2) !== 0, NoEnds: (w[3] & 4) !== 0, BodyA: w[4], BodyB: w[5],
      Force: [f[6], f[7]], Torque: f[8], AnchorA: [d[5], d[6]], AnchorB: [d[7], d[8]], Extra: [[d[9], d[10]], [d[11], d[12]]],
    };
  });
}

function boxes(list, count) {
  return range(count).map((i) => {
    const w = list.words.subarray(6 * i), f = list.floats.subarray(6 * i);
    return { Collider: w[0], Body: w[1], Lower: [f[2], f[3]], Upper: [f[4], f[5]] };
  });
}

function islands(p) {
  return [...p.bodies.island.subarray(0, p.islandCount)];
}

function areas(p) {
  return p.areas.map((a) => ({
    Slot: a.slot, Generation: a.generation, Body: a.body, Shape: a.shape, Disabled: (a.flags & 1) !== 0, Effects: a.flags >>> 1,
    Position: [a.x, a.y], Angle: a.angle, Surface: range(a.surface.length / 2).map((i) => [a.surface[2 * i], a.surface[2 * i + 1]]),
  }));
}

function events(p) {
  return range(p.eventCount).map((i) => {
    const w = p.events.words.subarray(14 * i), f = p.events.floats.subarray(14 * i), d = p.events.doubles.subarray(7 * i);
    return {
      Kind: w[0], A: w[1], B: w[2], Flags: w[3], Position: [d[2], d[3]], Normal: [f[8], f[9]], First: f[10], Second: f[11], Ticks: d[6],
    };
  });
}

function depth(p) {
  const [overlap, x, y, a, b] = p.depth ?? [0, 0, 0, 0, 0];
  return { Overlap: overlap, Position: [x, y], ColliderA: a, ColliderB: b };
}

test("what is no frame is refused", () => {
  assert.throws(() => header(new ArrayBuffer(10)), /no header/);
  assert.throws(() => header(new ArrayBuffer(64)), /no frame/);
  const frame = new DataView(new ArrayBuffer(64));
  frame.setUint32(0, 0x564D5243, true);
  frame.setUint16(4, 9, true);
  assert.throws(() => header(frame.buffer), /version 9/);
  frame.setUint16(4, 1, true);
  frame.setUint32(12, 72, true);
  assert.throws(() => header(frame.buffer), /72 bytes in 64/);
});
