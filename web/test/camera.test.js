import assert from "node:assert";
import test from "node:test";
import { Camera, gridStep } from "../js/camera.js";
import { Gestures } from "../js/gestures.js";

function camera(up = 1) {
  const c = new Camera();
  c.resize(800, 600);
  Object.assign(c, { x: 3, y: -2, scale: 25, up });
  return c;
}

const near = (a, b, where) => assert.ok(Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)), `${where}: ${a} is not ${b}`);

test("pixels and points of the world are each other's inverse", () => {
  for (const up of [1, -1]) {
    const c = camera(up);
    near(c.toScreenX(c.toWorldX(123)), 123, "x");
    near(c.toScreenY(c.toWorldY(45)), 45, "y");
    near(c.toScreenY(c.y + 1), 300 - 25 * up, "a metre up");
  }
});

test("a point stays below the pointer when the picture is scaled", () => {
  for (const up of [1, -1]) {
    const c = camera(up), x = c.toWorldX(700), y = c.toWorldY(50);
    for (const factor of [1.7, 0.2, 1e9, 1e-12]) {
      c.zoomAt(700, 50, factor);
      near(c.toWorldX(700), x, "x");
      near(c.toWorldY(50), y, "y");
    }
  }
});

test("a box that is fitted lies between the margins", () => {
  for (const up of [1, -1]) {
    const c = camera(up), margins = { left: 20, right: 320, top: 50, bottom: 70 };
    c.fit([-4, 1, 12, 3], margins);
    const left = c.toScreenX(-4), right = c.toScreenX(12);
    near(left - 20, 800 - 320 - right, "the same room on both sides");
    assert.ok(left > 20 && right < 480);
    const rows = [c.toScreenY(1), c.toScreenY(3)];
    near(Math.min(...rows) - 50, 530 - Math.max(...rows), "and above and below");
  }
});

test("grid lines are 1, 2 or 5 apart, and never too close", () => {
  for (let scale = 0.03; scale < 1e4; scale *= 1.3) {
    const step = gridStep(scale, 48), digit = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    assert.ok(step * scale >= 48 - 1e-9 && step * scale <= 2.5 * 48 + 1e-9, `${step} at ${scale}`);
    assert.ok([1, 2, 5].some((d) => Math.abs(digit - d) < 1e-6), `${step}`);
  }
});

// element is what Gestures needs of one; fire sends an event to it.
function element() {
  const listeners = {};
  return {
    addEventListener: (name, f) => { listeners[name] = f; },
    setPointerCapture() {},
    getBoundingClientRect: () => ({ left: 10, top: 20 }),
    fire(name, x, y, more = {}) {
      listeners[name]({ clientX: x + 10, clientY: y + 20, pointerId: 1, button: 0, preventDefault() {}, ...more });
    },
  };
}

function gestures(grabs = false) {
  const calls = [], e = element(), c = camera();
  const to = { grab: () => grabs };
  for (const name of ["dragTo", "release", "pick", "moved", "zoomed"]) to[name] = (...args) => calls.push([name, ...args]);
  new Gestures(e, c, to);
  return { calls, e, c };
}

test("a pointer moves the picture, and a short one picks", () => {
  const { calls, e, c } = gestures();
  const x = c.toWorldX(100), y = c.toWorldY(100);
  e.fire("pointerdown", 100, 100);
  e.fire("pointermove", 150, 80);
  e.fire("pointerup", 150, 80);
  near(c.toWorldX(150), x, "x");
  near(c.toWorldY(80), y, "y");
  assert.deepStrictEqual(calls, [["moved"]]);
  e.fire("pointerdown", 30, 30);
  e.fire("pointerup", 32, 31);
  assert.deepStrictEqual(calls.at(-1), ["pick", 30, 30]);
});

test("a pointer on a body drags it, a second finger lets go and both move the camera", () => {
  const { calls, e, c } = gestures(true);
  e.fire("pointerdown", 100, 100);
  e.fire("pointermove", 120, 100);
  assert.deepStrictEqual(calls, [["dragTo", 120, 100]]);
  e.fire("pointerdown", 300, 100, { pointerId: 2 });
  assert.deepStrictEqual(calls.at(-1), ["release"]);
  const x = [c.toWorldX(120), c.toWorldX(300)], y = c.toWorldY(100);
  e.fire("pointermove", 60, 90, { pointerId: 1 });
  e.fire("pointermove", 400, 90, { pointerId: 2 });
  near(c.toWorldX(60), x[0], "the first finger's point");
  near(c.toWorldX(400), x[1], "the second finger's point");
  near(c.toWorldY(90), y, "their height");
});

test("the wheel comes nearer at the pointer", () => {
  const { e, c } = gestures();
  const x = c.toWorldX(600), y = c.toWorldY(10), scale = c.scale;
  e.fire("wheel", 600, 10, { deltaY: -100, deltaMode: 0 });
  assert.ok(c.scale > scale);
  near(c.toWorldX(600), x, "x");
  near(c.toWorldY(10), y, "y");
});
