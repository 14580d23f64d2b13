// The look of soft things: discs that distance joints tie together closely are the nodes of a rope,
// a cloth or a blob. They are drawn as one line as thick as the nodes, in one colour. The area
// between three nodes that are tied to each other is filled.

import { layer, shapeKind } from "./frame.js";

const distance = 2; // joint.Kind
const farthest = 2.2; // between two nodes, in diameters: at a larger distance a rod holds two balls
const stretched = 3.3; // between two nodes of one thing

// Threads finds the soft things of a picture.
export class Threads {
  constructor() {
    this.links = []; // pairs of slots, one after the other
    this.cells = []; // triples of slots that are linked to each other: there the thing is filled
    this.celled = []; // the links from which the cells were made
    this.root = new Uint32Array(0); // of a body's thing; 0 if it belongs to none
    this.radius = new Float64Array(0); // of a body that is a single disc around its centre, m; 0 of others
    this.joints = undefined;
  }

  // measure looks for discs after the shapes have changed. `rows` are the rows of Drawing.
  measure(picture, rows) {
    const n = picture.bodySlots, seen = new Uint8Array(n);
    const { root } = this;
    this.radius = new Float64Array(n);
    this.root = new Uint32Array(n);
    this.root.set(root.subarray(0, n));
    this.joints = undefined;
    for (const { area, body, shape } of rows) {
      if (area) continue;
      const { kind, numbers } = picture.shapes.get(shape) ?? {};
      const disc = kind === shapeKind.circle &&
        Math.hypot(numbers[0] - picture.bodies.centerX[body], numbers[1] - picture.bodies.centerY[body]) < 1e-6 * numbers[2];
      this.radius[body] = disc && !seen[body] ? numbers[2] : 0;
      seen[body] = 1;
    }
  }

  // find follows the joints of a frame. If a frame does not have the layer of joints, the links
  // stay as in the previous frame.
  find(picture) {
    if (picture.joints === this.joints || this.radius.length < picture.bodySlots) return;
    if (!picture.joints && !(picture.head.layers & layer.joints)) return;
    this.joints = picture.joints;
    this.links.length = 0;
    this.root.fill(0);
    if (!picture.joints) {
      this.fill();
      return;
    }
    this.link(picture, (one, other, length) => length <= farthest);
    this.link(picture, (one, other, length) => length > farthest && length <= stretched && this.root[one] && this.rootOf(one) === this.rootOf(other));
    for (const slot of this.links) this.root[slot] = this.rootOf(slot);
    this.fill();
  }

  // link links the nodes of the distance joints that a predicate accepts. The predicate gets two
  // slots and their distance in diameters.
  link(picture, takes) {
    const { words } = picture.joints, b = picture.bodies, { radius, root } = this;
    for (let i = 0; i < picture.jointCount; i++) {
      const w = 26 * i, one = words[w + 4], other = words[w + 5];
      if (words[w + 2] !== distance || !radius[one] || !radius[other]) continue;
      if (!takes(one, other, Math.hypot(b.x[one] - b.x[other], b.y[one] - b.y[other]) / (2 * Math.min(radius[one], radius[other])))) continue;
      this.links.push(one, other);
      const r = this.rootOf(one), s = this.rootOf(other);
      root[Math.max(r, s)] = Math.min(r, s);
    }
  }

  // fill finds the cells, unless the links are unchanged.
  fill() {
    const { links, celled } = this;
    if (links.length === celled.length && links.every((slot, i) => slot === celled[i])) return;
    this.celled = [...links];
    this.cells.length = 0;
    const next = new Map(); // slot to the larger slots that it is linked to
    for (let i = 0; i < links.length; i += 2) {
      const low = Math.min(links[i], links[i + 1]), high = Math.max(links[i], links[i + 1]);
      if (!next.has(low)) next.set(low, new Set());
      next.get(low).add(high);
    }
    for (const [a, above] of next) {
      for (const b of above) {
        for (const c of next.get(b) ?? []) {
          if (above.has(c)) this.cells.push(a, b, c);
        }
      }
    }
  }

  rootOf(slot) {
    const { root } = this;
    if (root[slot] === 0) root[slot] = slot;
    while (root[slot] !== slot) slot = root[slot] = root[root[slot]];
    return slot;
  }
}
