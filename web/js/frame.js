// The decoder of frames, version 1: world/view/FORMAT.md describes their bytes.
//
// Bodies and colliders are columns over their slots, which typed arrays hold; generation 0 is a
// free slot. What a frame does not change stays as it was.

export const NONE = 0xFFFFFFFF;
export const version = 1;

const magic = 0x564D5243;
const headerBytes = 64;

// Layers that a frame may have, which are the contents of its sections.
export const layer = {
  contacts: 1, joints: 2, velocities: 4, boxes: 8, broadphase: 16, islands: 32, names: 64, areas: 128,
  events: 256, stages: 512, counters: 1024, energy: 2048, depth: 4096,
};

export const state = { type: 3, awake: 4, disabled: 8, bullet: 16, fast: 32, neverSleeps: 64, ownGravity: 128 };
export const bodyType = { static: 0, kinematic: 1, dynamic: 2 };
export const colliderFlag = { sensor: 1, oneWay: 2, chain: 4 };
export const shapeKind = { circle: 1, capsule: 2, polygon: 3, segment: 4, chainSegment: 5, halfPlane: 6, ellipse: 7, outline: 8 };
export const jointFlag = { disabled: 1, spring: 2, noAnchors: 4 };
export const contactFlag = { asleep: 256, touching: 512 };
export const eventKind = {
  contactBegin: 1, contactEnd: 2, hit: 3, sensorBegin: 4, sensorEnd: 5, areaBegin: 6, areaEnd: 7, crush: 8, jointStress: 9,
  sleep: 10, wake: 11, quarantine: 12,
};
export const stageNames = [
  "pairs", "evaluate", "transition", "areas", "solve", "finalize", "continuous", "refit", "bullets", "sensors", "sleep", "publish", "total",
];

// FrameError says why bytes are no frame.
export class FrameError extends Error {}

// header reads the header of a frame, without applying the frame.
export function header(buffer) {
  if (buffer.byteLength < headerBytes) throw new FrameError(`a frame of ${buffer.byteLength} bytes has no header`);
  const v = new DataView(buffer);
  if (v.getUint32(0, true) !== magic) throw new FrameError("these bytes are no frame");
  if (v.getUint16(4, true) !== version) throw new FrameError(`the frame has version ${v.getUint16(4, true)}, this page reads ${version}`);
  const bytes = v.getUint32(12, true);
  if (bytes > buffer.byteLength || bytes < headerBytes) throw new FrameError(`a frame of ${bytes} bytes in ${buffer.byteLength}`);
  return {
    keyframe: (v.getUint16(6, true) & 1) !== 0,
    sequence: v.getUint32(8, true),
    bytes,
    ticks: v.getFloat64(16, true),
    time: v.getFloat64(24, true),
    quantum: v.getFloat64(32, true),
    timestep: v.getFloat64(40, true),
    alpha: v.getFloat64(48, true),
    layers: v.getUint32(56, true),
    sections: v.getUint32(60, true),
  };
}

// Bodies holds the columns over the slots of bodies.
class Bodies {
  constructor(capacity) {
    this.generation = new Uint32Array(capacity);
    this.state = new Uint32Array(capacity);
    this.style = new Uint32Array(capacity);
    this.island = new Uint32Array(capacity).fill(NONE);
    this.centerX = new Float64Array(capacity);
    this.centerY = new Float64Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
    this.angle = new Uint32Array(capacity);
    this.beforeX = new Float64Array(capacity); // in the frame before
    this.beforeY = new Float64Array(capacity);
    this.beforeAngle = new Uint32Array(capacity);
  }
}

class Colliders {
  constructor(capacity) {
    this.generation = new Uint32Array(capacity);
    this.body = new Uint32Array(capacity);
    this.shape = new Uint32Array(capacity);
    this.flags = new Uint32Array(capacity);
    this.chain = new Uint32Array(capacity).fill(NONE);
    this.oneWayX = new Float32Array(capacity);
    this.oneWayY = new Float32Array(capacity);
  }
}

function enlarge(columns, slots) {
  const old = Object.values(columns)[0].length;
  if (slots <= old) return columns;
  const larger = new columns.constructor(Math.max(slots, 2 * old));
  for (const name of Object.keys(columns)) larger[name].set(columns[name]);
  return larger;
}

// Picture is the state after all frames so far. apply adds the next frame.
export class Picture {
  constructor() {
    this.sequence = -1;
    this.structure = 0; // counts the changes that affect the vertices: shapes, colliders, centres of mass, areas
    this.reset();
  }

  reset() {
    this.bodies = new Bodies(64);
    this.colliders = new Colliders(64);
    this.bodySlots = 1;
    this.colliderSlots = 0;
    this.bodies.generation[0] = 0;
    this.shapes = new Map();
    this.moving = new Uint32Array(0);
    this.movingCount = 0;
    this.world = { lengthUnit: 1, gravityX: 0, gravityY: 0 };
    this.names = new Map();
    this.areas = [];
    this.islands = false;
    this.islandCount = 0;
    this.clearPassing();
    this.structure++;
  }

  // clearPassing clears the data that belongs to a single frame.
  clearPassing() {
    this.velocities = null;
    this.velocityCount = 0;
    this.contacts = null;
    this.contactCount = 0;
    this.joints = null;
    this.jointCount = 0;
    this.boxes = null;
    this.boxCount = 0;
    this.broadphase = null;
    this.broadphaseCount = 0;
    this.events = null;
    this.eventCount = 0;
    this.stages = null;
    this.counters = null;
    this.energy = null;
    this.depth = null;
  }

  // follows reports whether a frame with this header can be applied now.
  follows(head) { return head.keyframe || head.sequence === ((this.sequence + 1) >>> 0); }

  // apply takes a frame, an ArrayBuffer. It returns the header, or null when the frame does not
  // follow this picture: then a keyframe must come first. Bytes that are no frame throw a
  // FrameError.
  apply(buffer) {
    const head = header(buffer);
    if (!this.follows(head)) return null;
    const first = this.sequence < 0;
    const resumed = head.keyframe && !first && head.sequence !== ((this.sequence + 1) >>> 0) && head.sequence !== this.sequence;
    const known = head.keyframe ? this.keepForInterpolation(first || resumed) : null;
    if (!head.keyframe) this.keepPoses();
    this.clearPassing();
    let at = headerBytes;
    const view = new DataView(buffer);
    for (let i = 0; i < head.sections; i++) {
      if (at + 16 > head.bytes) throw new FrameError("a section begins behind the end of its frame");
      const section = {
        kind: view.getUint32(at, true), count: view.getUint32(at + 4, true), bytes: view.getUint32(at + 8, true),
        extra: view.getUint32(at + 12, true), at: at + 16, buffer, view, quantum: head.quantum,
      };
      at += 16 + section.bytes;
      if (at > head.bytes) throw new FrameError("a section ends behind the end of its frame");
      const read = readers[section.kind];
      if (read) read(this, section);
    }
    if (known) this.restorePoses(known);
    this.sequence = head.sequence;
    this.head = head;
    return head;
  }

  // keepPoses makes the present poses the poses of the previous frame.
  keepPoses() {
    const b = this.bodies;
    b.beforeX.set(b.x);
    b.beforeY.set(b.y);
    b.beforeAngle.set(b.angle);
  }

  // keepForInterpolation empties the picture for a keyframe and returns the poses that bodies had.
  keepForInterpolation(forget) {
    const old = this.bodies;
    this.reset();
    return forget ? null : old;
  }

  restorePoses(old) {
    const b = this.bodies;
    const slots = Math.min(this.bodySlots, old.generation.length);
    for (let i = 1; i < slots; i++) {
      if (b.generation[i] === 0 || old.generation[i] !== b.generation[i]) continue;
      b.beforeX[i] = old.x[i];
      b.beforeY[i] = old.y[i];
      b.beforeAngle[i] = old.angle[i];
    }
  }

  bodySlot(slot) {
    if (slot >= this.bodySlots) {
      this.bodies = enlarge(this.bodies, slot + 1);
      this.bodySlots = slot + 1;
    }
    return slot;
  }

  colliderSlot(slot) {
    if (slot >= this.colliderSlots) {
      this.colliders = enlarge(this.colliders, slot + 1);
      this.colliderSlots = slot + 1;
    }
    return slot;
  }

  setPose(slot, x, y, angle) {
    const b = this.bodies;
    b.x[slot] = x;
    b.y[slot] = y;
    b.angle[slot] = angle;
  }
}

const words = (s, count) => new Uint32Array(s.buffer, s.at, count);
const doubles = (s, count) => new Float64Array(s.buffer, s.at, count);
const floats = (s, count) => new Float32Array(s.buffer, s.at, count);

// A body that does not move in a frame keeps the pose of the previous frame, so new bodies get such
// a pose first.
const readers = {
  1(p, s) {
    const [lengthUnit, gravityX, gravityY] = doubles(s, 3);
    p.world = { lengthUnit, gravityX, gravityY };
  },
  2(p, s) {
    for (const slot of words(s, s.count)) p.colliders.generation[p.colliderSlot(slot)] = 0;
    p.structure++;
  },
  3(p, s) {
    for (const slot of words(s, s.count)) p.bodies.generation[p.bodySlot(slot)] = 0;
  },
  4: readShapes,
  5(p, s) {
    const u = words(s, 8 * s.count), f = doubles(s, 4 * s.count);
    for (let i = 0; i < s.count; i++) {
      const slot = p.bodySlot(u[8 * i]), b = p.bodies;
      if (b.generation[slot] !== u[8 * i + 1]) b.beforeX[slot] = NaN;
      if (b.centerX[slot] !== f[4 * i + 2] || b.centerY[slot] !== f[4 * i + 3]) p.structure++;
      b.generation[slot] = u[8 * i + 1];
      b.state[slot] = u[8 * i + 2];
      b.style[slot] = u[8 * i + 3];
      b.centerX[slot] = f[4 * i + 2];
      b.centerY[slot] = f[4 * i + 3];
    }
  },
  6(p, s) {
    const u = words(s, 8 * s.count), f = floats(s, 8 * s.count);
    for (let i = 0; i < s.count; i++) {
      const slot = p.colliderSlot(u[8 * i]), c = p.colliders;
      c.generation[slot] = u[8 * i + 1];
      c.body[slot] = u[8 * i + 2];
      c.shape[slot] = u[8 * i + 3];
      c.flags[slot] = u[8 * i + 4];
      c.chain[slot] = u[8 * i + 5];
      c.oneWayX[slot] = f[8 * i + 6];
      c.oneWayY[slot] = f[8 * i + 7];
    }
    p.structure++;
  },
  7(p, s) {
    const u = words(s, 6 * s.count), f = doubles(s, 3 * s.count);
    for (let i = 0; i < s.count; i++) {
      const slot = p.bodySlot(u[6 * i + 4]), x = f[3 * i], y = f[3 * i + 1], angle = u[6 * i + 5];
      p.setPose(slot, x, y, angle);
      begin(p.bodies, slot);
    }
  },
  8(p, s) {
    if (p.moving.length < s.count) p.moving = new Uint32Array(Math.max(s.count, 2 * p.moving.length));
    p.moving.set(words(s, s.count));
    p.movingCount = s.count;
  },
  9(p, s) {
    const n = p.movingCount, angles = words(s, n);
    const steps = new Int16Array(s.buffer, s.at + 8 * Math.ceil(n / 2), 2 * n);
    const { x, y, angle } = p.bodies, { moving } = p, { quantum } = s;
    for (let i = 0; i < n; i++) {
      const slot = moving[i];
      angle[slot] = angles[i];
      x[slot] += steps[2 * i] * quantum;
      y[slot] += steps[2 * i + 1] * quantum;
    }
  },
  10(p, s) {
    const u = words(s, 2 * s.count);
    for (let i = 0; i < s.count; i++) p.bodies.state[p.bodySlot(u[2 * i])] = u[2 * i + 1];
  },
  11(p, s) {
    p.velocities = floats(s, 3 * s.count);
    p.velocityCount = s.count;
  },
  12(p, s) {
    p.contacts = { words: words(s, 16 * s.count), floats: floats(s, 16 * s.count) };
    p.contactCount = s.count;
  },
  13(p, s) {
    p.joints = { words: words(s, 26 * s.count), floats: floats(s, 26 * s.count), doubles: doubles(s, 13 * s.count) };
    p.jointCount = s.count;
  },
  14(p, s) {
    p.boxes = { words: words(s, 6 * s.count), floats: floats(s, 6 * s.count) };
    p.boxCount = s.count;
  },
  15(p, s) {
    p.broadphase = { words: words(s, 6 * s.count), floats: floats(s, 6 * s.count) };
    p.broadphaseCount = s.count;
  },
  16(p, s) {
    p.bodySlot(Math.max(0, s.count - 1));
    p.islandCount = s.count;
    p.bodies.island.fill(NONE);
    p.bodies.island.set(words(s, s.count));
    p.islands = true;
  },
  17: readNames,
  18: readAreas,
  19(p, s) {
    p.events = { words: words(s, 14 * s.count), floats: floats(s, 14 * s.count), doubles: doubles(s, 7 * s.count) };
    p.eventCount = s.count;
  },
  20(p, s) { p.stages = floats(s, s.count).slice(); },
  21(p, s) { p.counters = doubles(s, s.count).slice(); },
  22(p, s) { p.energy = doubles(s, s.count).slice(); },
  23(p, s) { p.depth = doubles(s, s.count).slice(); },
};

// begin gives a new body its present pose as its pose in the previous frame.
function begin(b, slot) {
  if (!Number.isNaN(b.beforeX[slot])) return;
  b.beforeX[slot] = b.x[slot];
  b.beforeY[slot] = b.y[slot];
  b.beforeAngle[slot] = b.angle[slot];
}

function readShapes(p, s) {
  let at = s.at;
  for (let i = 0; i < s.count; i++) {
    const kind = s.view.getUint32(at, true), n = s.view.getUint32(at + 4, true);
    at += 8;
    if (at + 8 * n > s.at + s.bytes) throw new FrameError("a shape ends behind the end of its section");
    p.shapes.set(s.extra + i, { kind, numbers: new Float64Array(s.buffer, at, n).slice() });
    at += 8 * n;
  }
  p.structure++;
}

const utf8 = new TextDecoder();

function readNames(p, s) {
  let at = s.at;
  p.names = new Map();
  for (let i = 0; i < s.count; i++) {
    const body = s.view.getUint32(at, true), bytes = s.view.getUint32(at + 4, true);
    at += 8;
    if (at + bytes > s.at + s.bytes) throw new FrameError("a name ends behind the end of its section");
    p.names.set(body, utf8.decode(new Uint8Array(s.buffer, at, bytes)));
    at += 8 * Math.ceil(bytes / 8);
  }
}

function readAreas(p, s) {
  let at = s.at;
  p.areas = [];
  for (let i = 0; i < s.count; i++) {
    const u = new Uint32Array(s.buffer, at, 6), f = new Float64Array(s.buffer, at + 24, 3), n = u[5];
    if (at + 48 + 16 * n > s.at + s.bytes) throw new FrameError("an area ends behind the end of its section");
    p.areas.push({
      slot: u[0], generation: u[1], body: u[2], shape: u[3], flags: u[4], x: f[0], y: f[1], angle: f[2],
      surface: new Float64Array(s.buffer, at + 48, 2 * n).slice(),
    });
    at += 48 + 16 * n;
  }
  p.structure++;
}
