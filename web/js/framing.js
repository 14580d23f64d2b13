// The automatic camera, which looks at moving bodies, and at the whole when all have come to rest.
// It stays at rest while the moving bodies are large enough and in sight, because a picture that is
// never at rest tires.

import { bodyType, state } from "./frame.js";

const settle = 1.2; // s, until a body that has stopped no longer counts
const foresight = 0.5; // s: a moving body counts at its future place, because the picture follows late
const least = 0.55; // of the extent of the whole: the picture zooms in no further
const margin = 0.12; // around the moving bodies, relative to their extent
const wanted = 0.7; // share of the picture that the moving bodies with their margin should fill, or it zooms in
const still = 0.004; // of the whole, per second: a slower body counts as at rest

// Framing follows the box of the moving bodies within the box of the whole.
export class Framing {
  constructor() { this.clear(); }

  clear() {
    this.movedAt = new Float64Array(0); // world's time at which a body last moved, by slot
    this.lastX = new Float64Array(0);
    this.lastY = new Float64Array(0);
    this.time = NaN;
    this.goal = null;
  }

  // look returns the box that should be seen, [low x, low y, high x, high y], or null while nothing
  // is known. `whole` is the box that the scene asks for. `drawing` has the present poses.
  look(picture, drawing, whole) {
    const { time } = picture.head, passed = time - this.time, n = picture.bodySlots;
    if (passed === 0) return this.goal;
    if (!(passed > 0 && passed < 1) || this.movedAt.length < n) {
      this.begin(drawing, n, time);
      return null;
    }
    if (passed < 0.1) return this.goal;
    this.time = time;
    const box = this.moving(picture, drawing, whole, passed);
    if (box) this.goal = this.choose(grown(box, whole), whole);
    else if (this.goal) this.goal = whole; // all is at rest
    return this.goal;
  }

  begin(drawing, n, time) {
    this.movedAt = new Float64Array(2 * n).fill(-Infinity);
    this.lastX = new Float64Array(2 * n);
    this.lastY = new Float64Array(2 * n);
    this.lastX.set(drawing.x.subarray(0, n));
    this.lastY.set(drawing.y.subarray(0, n));
    this.time = time;
  }

  // moving returns the box of the bodies that have moved recently, or null if none has.
  moving(picture, drawing, whole, passed) {
    const { bodies: b, bodySlots } = picture, { x, y } = drawing, box = [Infinity, Infinity, -Infinity, -Infinity];
    const slow = still * passed * Math.hypot(whole[2] - whole[0], whole[3] - whole[1]);
    for (let i = 1; i < bodySlots; i++) {
      const dx = x[i] - this.lastX[i], dy = y[i] - this.lastY[i], ahead = foresight / passed;
      const far = Math.abs(dx) + Math.abs(dy) > slow;
      this.lastX[i] = x[i];
      this.lastY[i] = y[i];
      if (b.generation[i] === 0 || (b.state[i] & state.type) !== bodyType.dynamic || b.state[i] & state.disabled) continue;
      if (far) this.movedAt[i] = this.time;
      if (this.time - this.movedAt[i] > settle) continue;
      box[0] = Math.min(box[0], x[i], x[i] + ahead * dx);
      box[1] = Math.min(box[1], y[i], y[i] + ahead * dy);
      box[2] = Math.max(box[2], x[i], x[i] + ahead * dx);
      box[3] = Math.max(box[3], y[i], y[i] + ahead * dy);
    }
    return box[0] <= box[2] ? box : null;
  }

  // choose keeps the goal as long as it is good enough.
  choose(box, whole) {
    const g = this.goal ?? whole;
    const out = box[0] < g[0] || box[1] < g[1] || box[2] > g[2] || box[3] > g[3];
    const fills = Math.max((box[2] - box[0]) / (g[2] - g[0]), (box[3] - box[1]) / (g[3] - g[1]));
    return out || fills < wanted ? box : g;
  }
}

// grown returns a box with a margin, neither smaller than a share of the whole nor outside of it.
function grown(box, whole) {
  const out = [0, 0, 0, 0];
  for (let k = 0; k < 2; k++) {
    const low = whole[k], high = whole[k + 2], all = high - low;
    const extent = Math.min(all, Math.max(least * all, (box[k + 2] - box[k]) * (1 + 2 * margin) + 0.04 * all));
    const middle = Math.min(high - extent / 2, Math.max(low + extent / 2, (box[k] + box[k + 2]) / 2));
    out[k] = middle - extent / 2;
    out[k + 2] = middle + extent / 2;
  }
  return out;
}

// ease moves a camera a part of the way to a goal, for a number of seconds.
export function ease(camera, goal, seconds) {
  const part = 1 - Math.exp(-seconds / 0.6);
  camera.scale *= (goal.scale / camera.scale) ** part;
  camera.x += part * (goal.x - camera.x);
  camera.y += part * (goal.y - camera.y);
}
