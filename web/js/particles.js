// Dust where bodies hit and drops where they fall into water. Only the page has them, and they do
// not affect the world. They age by the world's time, so they pause and slow down with it.

import { eventKind, NONE } from "./frame.js";
import { boundsOf, heightAt } from "./shapes.js";

const most = 400;
const mostAtOnce = 16; // in a frame: many hits raise one cloud
const leastSpeed = 2.5; // m/s, if the unit of length is a metre: slower hits raise no particles
const wetSpeed = 1.5;
const fluid = 32; // flag of an area

// Particles keeps the particles in the air.
export class Particles {
  constructor() {
    this.list = [];
    this.random = 1;
  }

  clear() { this.list.length = 0; }

  // between returns a number of a small generator, which needs no quality.
  between(low, high) {
    this.random = Math.imul(this.random, 1664525) + 1013904223 | 0;
    return low + (high - low) * ((this.random >>> 8) / 16777216);
  }

  // take follows a frame: `passed` is the world's time since the previous frame, s.
  take(picture, passed) {
    if (!(passed >= 0 && passed < 1)) return this.clear();
    const { gravityX, gravityY } = picture.world;
    this.passed = passed;
    for (const p of this.list) {
      p.age += passed;
      p.vx += passed * (p.wet * gravityX - 2.5 * (1 - p.wet) * p.vx);
      p.vy += passed * (p.wet * gravityY - 2.5 * (1 - p.wet) * p.vy);
      p.x += passed * p.vx;
      p.y += passed * p.vy;
    }
    this.list = this.list.filter((p) => p.age < p.life);
    this.room = mostAtOnce;
    for (let i = 0; picture.events && i < picture.eventCount; i++) this.raise(picture, 14 * i);
  }

  raise(picture, w) {
    const { words, floats, doubles } = picture.events, kind = words[w];
    if (kind === eventKind.areaBegin) return this.splash(picture, words[w + 1], words[w + 2]);
    if (kind !== eventKind.hit && kind !== eventKind.contactBegin) return;
    const speed = floats[w + 10] / picture.world.lengthUnit;
    if (!(speed > leastSpeed)) return;
    const x = doubles[w / 2 + 2], y = doubles[w / 2 + 3], nx = floats[w + 8], ny = floats[w + 9];
    const count = Math.min(12, 1 + Math.floor((speed - leastSpeed) / 2));
    for (let k = 0; k < count; k++) this.add(picture, { x, y, tx: -ny, ty: nx, speed: 0.3 * speed, spread: 0.08 * speed, wet: 0 });
  }

  // splash throws drops up at the surface of an area that a body has entered.
  splash(picture, slot, body) {
    const area = picture.areas.find((a) => a.slot === slot), b = picture.bodies;
    if (!area || !(area.flags & fluid) || body === NONE || !(this.passed > 0)) return;
    const vx = (b.x[body] - b.beforeX[body]) / this.passed, vy = (b.y[body] - b.beforeY[body]) / this.passed;
    const unit = picture.world.lengthUnit, speed = Math.hypot(vx, vy) / unit;
    if (!(speed > wetSpeed && speed < 200)) return;
    const up = picture.world.gravityY > 0 ? -1 : 1, x = b.x[body], y = surfaceAt(area, x, up, picture) ?? b.y[body];
    for (let k = Math.min(24, Math.ceil(2 * speed)); k > 0; k--) {
      this.add(picture, { x, y, tx: 1, ty: 0, up, speed: 0.35 * speed, spread: 0.3 * speed, wet: 1 });
    }
  }

  // add makes a particle that flies along the direction t, and upward if it is wet.
  add({ world }, { x, y, tx, ty, up = 0, speed, spread, wet }) {
    if (this.list.length >= most || this.room-- <= 0) return;
    const along = this.between(-speed, speed), unit = world.lengthUnit, rise = up * this.between(0.3, 1) * 1.6 * speed;
    this.list.push({
      x, y, wet, age: 0, life: wet ? this.between(0.4, 0.9) : this.between(0.25, 0.7), size: this.between(2, wet ? 4 : 5),
      vx: unit * (tx * along + this.between(-spread, spread)), vy: unit * (ty * along + rise + this.between(-spread, spread)),
    });
  }

  // draw paints the particles between two frames, with the alpha of Drawing.
  draw(marks, palette, alpha) {
    const back = (alpha - 1) * (this.passed ?? 0);
    for (const p of this.list) {
      const left = 1 - p.age / p.life, color = p.wet ? palette.marks.drop : palette.marks.dust;
      const faded = (color & 0xFFFFFF | Math.round((color >>> 24) * Math.min(1, 1.5 * left)) << 24) >>> 0;
      marks.dot(p.x + back * p.vx, p.y + back * p.vy, p.size * (p.wet ? 0.5 + 0.5 * left : 1.6 - 0.6 * left), faded);
    }
  }
}

// surfaceAt returns the height of a fluid at x: of its surface, or of the top of its area. It is
// undefined where the area is turned or a body carries it.
function surfaceAt({ surface, shape, x: origin, y, angle, body }, x, up, picture) {
  if (angle !== 0 || body !== NONE) return undefined;
  if (surface.length > 0) return y + heightAt(surface, x - origin);
  const form = picture.shapes.get(shape), box = form && boundsOf(form);
  return box ? y + box[up > 0 ? 3 : 1] : undefined;
}
