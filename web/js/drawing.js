// This module turns a picture into the painters' input: rows of shapes, with poses between two
// frames, and the marks of the layers.

import { bodyType, colliderFlag, contactFlag, jointFlag, NONE, state } from "./frame.js";
import { islandLooks, look, packed, tintLooks } from "./palette.js";
import { boundsOf, distanceTo, outlinesOf, waterOf } from "./shapes.js";
import { gridStep } from "./camera.js";
import { Threads } from "./threads.js";

const turn = 2 * Math.PI / 4294967296;
const velocitySeconds = 0.12; // an arrow of velocity is the distance moved in this time
const impulsePixels = 36; // of a strong impulse
const surfaceWidth = 2;

// Drawing keeps data derived from a picture: the vertices of shapes and the present poses.
export class Drawing {
  constructor(painter) {
    this.painter = painter;
    this.picture = null;
    this.structure = -1;
    this.rows = []; // colliders and areas in the order in which they are drawn
    this.outlines = new Map();
    this.x = new Float64Array(0); // present poses of bodies, by slot
    this.y = new Float64Array(0);
    this.cos = new Float64Array(0);
    this.sin = new Float64Array(0);
    this.impulseScale = 1;
    this.flashes = [];
    this.threads = new Threads();
  }

  // draw paints a picture: alpha is the position between the previous frame (0) and the last frame
  // (1). `show` has a flag for each layer, `selected` is a slot or 0.
  draw(picture, alpha, camera, palette, show, selected, now) {
    this.camera = camera;
    this.palette = palette;
    if (picture !== this.picture || picture.structure !== this.structure) this.rebuild(picture);
    this.interpolate(alpha);
    this.threads.find(picture);
    this.fillRows(show, selected);
    const { under, over } = this.painter;
    under.begin(camera);
    over.begin(camera);
    if (show.grid) this.addGrid(under);
    if (show.shapes) this.addThreads(under, show);
    this.addSurfaces(over);
    if (show.broadphase) this.addBoxes(over, picture.broadphase, picture.broadphaseCount, palette.marks.fat);
    if (show.boxes) this.addBoxes(over, picture.boxes, picture.boxCount, palette.marks.box);
    if (show.joints) this.addJoints(over);
    else if (show.shapes) this.addRods(over);
    if (picture.contacts && (show.contacts || show.normals || show.impulses)) this.addContacts(over, show);
    if (show.velocities && picture.velocities) this.addVelocities(over);
    if (show.centers) this.addCenters(over);
    if (show.events) this.addFlashes(over, now);
    this.painter.names = show.names ? this.names() : [];
  }

  paint() { this.painter.draw(this.camera); }

  // rebuild lists the shapes in the order in which they are drawn: areas, resting shapes, moving
  // shapes and at last sensors.
  rebuild(picture) {
    if (picture !== this.picture || picture.shapes !== this.shapes) this.outlines.clear();
    this.picture = picture;
    this.shapes = picture.shapes;
    this.structure = picture.structure;
    const layers = [[], [], [], []];
    for (const area of picture.areas) {
      if (area.shape !== NONE) layers[0].push({ area, shape: area.shape });
    }
    const { colliders: c, bodies: b } = picture;
    for (let slot = 0; slot < picture.colliderSlots; slot++) {
      if (c.generation[slot] === 0) continue;
      const body = c.body[slot], type = b.state[body] & state.type;
      const at = c.flags[slot] & colliderFlag.sensor ? 3 : type === bodyType.dynamic ? 2 : 1;
      layers[at].push({ collider: slot, body, shape: c.shape[slot] });
    }
    this.rows = layers.flat();
    this.threads.measure(picture, this.rows);
    this.fillOutlines();
  }

  fillOutlines() {
    const { painter, picture } = this, out = painter.outlines;
    out.clear();
    painter.setRows(this.rows.length);
    this.rows.forEach((row, i) => {
      const shape = picture.shapes.get(row.shape);
      if (!shape) return;
      let outlines = row.area?.surface.length > 0 ? waterOf(shape, row.area.surface) : this.outlines.get(row.shape);
      if (!outlines) this.outlines.set(row.shape, outlines = outlinesOf(shape));
      const body = row.area ? row.area.body : row.body;
      const [x, y] = row.area ? [0, 0] : [picture.bodies.centerX[body], picture.bodies.centerY[body]];
      out.append(outlines, i, x, y);
    });
    painter.setOutlines();
  }

  // interpolate computes the present poses.
  interpolate(alpha) {
    this.alpha = alpha;
    const { picture } = this, b = picture.bodies, n = picture.bodySlots;
    if (this.x.length < n) {
      for (const name of ["x", "y", "cos", "sin"]) this[name] = new Float64Array(2 * n);
    }
    const { x, y, cos, sin } = this;
    cos[0] = 1; // the ground
    for (let i = 1; i < n; i++) {
      const fromX = b.beforeX[i], fromY = b.beforeY[i];
      x[i] = fromX + alpha * (b.x[i] - fromX);
      y[i] = fromY + alpha * (b.y[i] - fromY);
      // The difference of two angles as 32 bits is the shorter way round.
      const angle = (b.beforeAngle[i] + alpha * ((b.angle[i] - b.beforeAngle[i]) | 0)) * turn;
      cos[i] = Math.cos(angle);
      sin[i] = Math.sin(angle);
    }
  }

  fillRows(show, selected) {
    const { camera, picture, painter: { rows } } = this, b = picture.bodies, c = picture.colliders;
    const opacity = show.shapes ? 1 : 0;
    for (let i = 0; i < this.rows.length; i++) {
      const row = this.rows[i], at = 8 * i;
      if (row.area) {
        this.fillArea(row.area, at, opacity);
        continue;
      }
      const body = row.body, s = b.state[body];
      rows[at] = this.x[body] - camera.x;
      rows[at + 1] = this.y[body] - camera.y;
      rows[at + 2] = this.cos[body];
      rows[at + 3] = this.sin[body];
      rows[at + 4] = show.states ? lookOf(s, c.flags[row.collider]) : this.lookOf(body, s, c.flags[row.collider]);
      rows[at + 5] = opacity;
      if (this.threads.root[body] && !show.islands && b.style[body] === 0 && body !== selected) rows[at + 5] = 0; // the line covers it
      rows[at + 6] = body === selected && body !== 0 ? 1 : 0;
      if (show.islands && picture.islands && (s & state.type) === bodyType.dynamic && b.island[body] !== NONE) {
        rows[at + 4] = look.island + Math.imul(b.island[body], 7) % islandLooks;
        rows[at + 5] = s & state.awake ? opacity : 0.5 * opacity;
      } else if (b.style[body] !== 0) {
        rows[at + 4] = -1;
        rows[at + 5] = opacity * (b.style[body] & 255) / 255 * (s & state.awake || (s & state.type) !== bodyType.dynamic ? 1 : 0.6);
        rows[at + 7] = b.style[body] >>> 8;
      }
    }
  }

  // lookOf returns the look of a body when states are not shown: dynamic bodies take the tints in
  // turn.
  lookOf(body, s, flags) {
    if (flags & colliderFlag.sensor || s & state.disabled || (s & state.type) !== bodyType.dynamic) return lookOf(s, flags);
    return look.tint + this.tintOf(this.threads.root[body] || body);
  }

  // tintOf returns the colour of a body: its identity modulo their number, as thumbnails have it.
  tintOf(slot) {
    const turns = 2 ** 32 % tintLooks;
    return (turns * (this.picture.bodies.generation[slot] % tintLooks) + slot) % tintLooks;
  }

  // addThreads draws soft things: lines as thick as their nodes, first their borders, and at last a
  // line through the middle of each cell.
  addThreads(marks, show) {
    const { cells, links, radius, root } = this.threads, { scale } = this.camera;
    const { bodies } = this.picture, border = Math.min(2.5, 0.1 * scale);
    for (const layer of [1, 0]) {
      for (let i = 0; i < links.length; i += 2) {
        const a = links[i], b = links[i + 1];
        if (show.islands || bodies.style[a] !== 0) continue;
        const width = Math.max(1.5, 2 * Math.min(radius[a], radius[b]) * scale) - (layer ? 0 : border);
        marks.line(this.x[a], this.y[a], this.x[b], this.y[b], width, this.colorOf(root[a], show)[layer]);
      }
    }
    for (let i = 0; i < cells.length; i += 3) {
      const a = cells[i], b = cells[i + 1], c = cells[i + 2];
      if (show.islands || bodies.style[a] !== 0) continue;
      const width = Math.max(1.5, 2 * radius[a] * scale) - border;
      marks.line(this.x[a], this.y[a], (this.x[b] + this.x[c]) / 2, (this.y[b] + this.y[c]) / 2, width, this.colorOf(root[a], show)[0]);
    }
  }

  // colorOf returns the fill and the stroke of a soft thing for marks.
  colorOf(root, show) {
    const { palette, picture } = this;
    if (!show.states) return palette.tints[this.tintOf(root)];
    const index = lookOf(picture.bodies.state[root], 0);
    return [packed(palette.fills[index]), packed(palette.strokes[index])];
  }

  // addRods draws the joints that nothing else makes visible, in a quiet colour: rods, springs and
  // ropes over wheels.
  addRods(marks) {
    const { joints, jointCount } = this.picture, color = this.palette.marks.quiet, { root } = this.threads;
    if (!joints) return;
    for (let i = 0; i < jointCount; i++) {
      const w = 26 * i, d = 13 * i, kind = joints.words[w + 2], a = joints.words[w + 4], b = joints.words[w + 5];
      if (kind !== distanceJoint && kind !== pulley || joints.words[w + 3] & jointFlag.disabled || root[a] && root[b]) continue;
      const [ax, ay] = this.anchor(a, joints.doubles[d + 5], joints.doubles[d + 6]);
      const [bx, by] = this.anchor(b, joints.doubles[d + 7], joints.doubles[d + 8]);
      if (kind === distanceJoint) {
        marks.line(ax, ay, bx, by, 1.5, color);
        continue;
      }
      const [cx, cy, ex, ey] = joints.doubles.subarray(d + 9, d + 13);
      marks.line(ax, ay, cx, cy, 1.5, color);
      marks.line(cx, cy, ex, ey, 1.5, color);
      marks.line(ex, ey, bx, by, 1.5, color);
    }
  }

  fillArea(area, at, opacity) {
    const { camera, painter: { rows } } = this;
    const frame = this.areaFrame(area);
    rows[at] = frame.x - camera.x;
    rows[at + 1] = frame.y - camera.y;
    rows[at + 2] = frame.cos;
    rows[at + 3] = frame.sin;
    rows[at + 4] = look.area;
    rows[at + 5] = opacity * (area.flags & 1 ? 0.4 : 1);
    rows[at + 6] = 0;
  }

  // areaFrame returns the frame of an area in the world.
  areaFrame(area) {
    const cos = Math.cos(area.angle), sin = Math.sin(area.angle);
    if (area.body === NONE || area.body === 0) return { x: area.x, y: area.y, cos, sin };
    const i = area.body, b = this.picture.bodies;
    const px = area.x - b.centerX[i], py = area.y - b.centerY[i], C = this.cos[i], S = this.sin[i];
    return { x: this.x[i] + C * px - S * py, y: this.y[i] + S * px + C * py, cos: C * cos - S * sin, sin: S * cos + C * sin };
  }

  addGrid(marks) {
    const { camera, palette } = this;
    const [lowX, lowY, highX, highY] = camera.view();
    const step = gridStep(camera.scale, 48);
    for (let i = Math.ceil(lowX / step); i * step <= highX; i++) {
      marks.line(i * step, lowY, i * step, highY, 1, i === 0 ? palette.marks.axis : palette.marks.grid);
    }
    for (let i = Math.ceil(lowY / step); i * step <= highY; i++) {
      marks.line(lowX, i * step, highX, i * step, 1, i === 0 ? palette.marks.axis : palette.marks.grid);
    }
  }

  addSurfaces(marks) {
    for (const area of this.picture.areas) {
      const { surface } = area, { x, y, cos, sin } = this.areaFrame(area);
      const at = (i) => [x + cos * surface[i] - sin * surface[i + 1], y + sin * surface[i] + cos * surface[i + 1]];
      for (let i = 0; i + 3 < surface.length; i += 2) marks.line(...at(i), ...at(i + 2), surfaceWidth, this.palette.marks.surface);
    }
  }

  addBoxes(marks, boxes, count, color) {
    if (!boxes) return;
    for (let i = 0; i < count; i++) {
      const body = boxes.words[6 * i + 1], f = boxes.floats, x = this.x[body], y = this.y[body];
      marks.box(x + f[6 * i + 2], y + f[6 * i + 3], x + f[6 * i + 4], y + f[6 * i + 5], 1, color);
    }
  }

  addContacts(marks, show) {
    const { words, floats } = this.picture.contacts, colors = this.palette.marks, pixel = 1 / this.camera.scale;
    let strongest = 0;
    const k = impulsePixels * pixel / this.impulseScale;
    for (let i = 0; i < this.picture.contactCount; i++) {
      const w = 16 * i, body = words[w + 2], flags = words[w + 3];
      const nx = floats[w + 4], ny = floats[w + 5], touching = (flags & contactFlag.touching) !== 0;
      for (let p = 0; p < (flags & 255); p++) {
        const at = w + 6 + 5 * p, x = this.x[body] + floats[at], y = this.y[body] + floats[at + 1];
        const normal = floats[at + 3], tangent = floats[at + 4];
        strongest = Math.max(strongest, Math.hypot(normal, tangent));
        if (show.impulses && touching) {
          // The impulse that B gets: along the normal, and along the normal turned clockwise.
          const ix = nx * normal + ny * tangent, iy = ny * normal - nx * tangent;
          marks.arrow(x, y, x + k * ix, y + k * iy, 1.5, colors.impulse, 5);
        }
        if (show.normals) marks.arrow(x, y, x + 14 * pixel * nx, y + 14 * pixel * ny, 1.25, colors.normal, 5);
        if (show.contacts) marks.dot(x, y, touching ? 5 : 4, touching && normal > 0 ? colors.contact : colors.idle);
      }
    }
    if (strongest > 0) this.impulseScale += 0.05 * (0.5 * strongest - this.impulseScale);
  }

  addJoints(marks) {
    const { joints, jointCount } = this.picture, color = this.palette.marks.joint;
    if (!joints) return;
    for (let i = 0; i < jointCount; i++) {
      const w = 26 * i, d = 13 * i, flags = joints.words[w + 3], a = joints.words[w + 4], b = joints.words[w + 5];
      if (flags & jointFlag.noAnchors) {
        if (a !== 0 && b !== 0) marks.dashed(this.x[a], this.y[a], this.x[b], this.y[b], 1, color);
        continue;
      }
      const [ax, ay] = this.anchor(a, joints.doubles[d + 5], joints.doubles[d + 6]);
      const [bx, by] = this.anchor(b, joints.doubles[d + 7], joints.doubles[d + 8]);
      const draw = flags & (jointFlag.disabled | jointFlag.spring) ? "dashed" : "line";
      const third = joints.doubles.subarray(d + 9, d + 13);
      if (third.some((v) => v !== 0)) {
        if (joints.words[w + 2] === pulley) {
          marks.ring(third[0], third[1], 12, color);
          marks.ring(third[2], third[3], 12, color);
          marks.line(third[0], third[1], ax, ay, 1.25, color);
          marks.line(third[2], third[3], bx, by, 1.25, color);
          marks.line(third[0], third[1], third[2], third[3], 1.25, color);
          continue;
        }
        marks.line(third[0], third[1], third[2], third[3], 1.25, color);
      }
      if (a !== 0) marks.line(this.x[a], this.y[a], ax, ay, 1, color);
      if (b !== 0) marks.line(this.x[b], this.y[b], bx, by, 1, color);
      marks[draw](ax, ay, bx, by, 1.5, color);
      marks.ring(ax, ay, 6, color);
      if (Math.hypot(ax - bx, ay - by) * this.camera.scale > 3) marks.ring(bx, by, 6, color);
    }
  }

  // anchor moves a point of the last frame with its body to the body's present pose.
  anchor(body, x, y) {
    if (body === 0) return [x, y];
    const b = this.picture.bodies, dx = x - b.x[body], dy = y - b.y[body];
    // The body has yet to turn by a small angle, of which the sine is near enough.
    const angle = (this.alpha - 1) * ((b.angle[body] - b.beforeAngle[body]) | 0) * turn;
    return [this.x[body] + dx - angle * dy, this.y[body] + dy + angle * dx];
  }

  addVelocities(marks) {
    const { moving, velocities, velocityCount } = this.picture;
    for (let i = 0; i < velocityCount; i++) {
      const body = moving[i], x = this.x[body], y = this.y[body];
      marks.arrow(x, y, x + velocities[3 * i] * velocitySeconds, y + velocities[3 * i + 1] * velocitySeconds, 1.5, this.palette.marks.velocity);
    }
  }

  addCenters(marks) {
    const b = this.picture.bodies, r = 4 / this.camera.scale;
    for (let i = 1; i < this.picture.bodySlots; i++) {
      if (b.generation[i] === 0 || (b.state[i] & state.type) === bodyType.static) continue;
      const ux = r * this.cos[i], uy = r * this.sin[i];
      marks.line(this.x[i] - ux, this.y[i] - uy, this.x[i] + 2 * ux, this.y[i] + 2 * uy, 1.25, this.palette.marks.center);
      marks.line(this.x[i] + uy, this.y[i] - ux, this.x[i] - uy, this.y[i] + ux, 1.25, this.palette.marks.center);
    }
  }

  // flash briefly marks the place of an event.
  flash(x, y, strength, now) {
    if (this.flashes.length < 500) this.flashes.push({ x, y, strength, from: now });
  }

  addFlashes(marks, now) {
    this.flashes = this.flashes.filter((f) => now - f.from < 350 && now >= f.from);
    for (const f of this.flashes) {
      const age = (now - f.from) / 350;
      const color = (this.palette.marks.event & 0xFFFFFF | Math.round(255 * (1 - age)) << 24) >>> 0;
      marks.ring(f.x, f.y, 6 + f.strength * 26 * age, color);
    }
  }

  names() {
    const { names } = this.picture, [lowX, lowY, highX, highY] = this.camera.view(), out = [];
    for (const [body, name] of names) {
      const x = this.x[body], y = this.y[body];
      if (x > lowX && x < highX && y > lowY && y < highY) out.push({ x, y, name });
    }
    return out;
  }

  // bodyAt returns the slot of the body whose shape is nearest to a point, within a distance, or 0.
  // Moving bodies come before others, and of two overlapping bodies the upper one is returned.
  bodyAt(x, y, within) {
    let best = 0, bestDistance = within;
    for (let i = this.rows.length - 1; i >= 0; i--) {
      const row = this.rows[i];
      if (row.area || row.body === 0) continue;
      const shape = this.picture.shapes.get(row.shape), body = row.body, b = this.picture.bodies;
      if (!shape) continue;
      const dx = x - this.x[body], dy = y - this.y[body], C = this.cos[body], S = this.sin[body];
      const px = C * dx + S * dy + b.centerX[body], py = -S * dx + C * dy + b.centerY[body];
      let distance = distanceTo(shape, px, py);
      if (distance > within) continue;
      if ((b.state[body] & state.type) !== bodyType.dynamic) distance += within;
      if (best === 0 || distance < bestDistance) {
        best = body;
        bestDistance = distance;
      }
    }
    return best;
  }

  // bounds returns the box of the shapes of all bodies, moving or fixed, except unbounded shapes.
  bounds() {
    const box = [Infinity, Infinity, -Infinity, -Infinity], { bodies } = this.picture;
    for (const row of this.rows) {
      const shape = this.picture.shapes.get(row.shape), local = shape && !row.area && boundsOf(shape);
      if (!local) continue;
      const i = row.body, C = this.cos[i], S = this.sin[i];
      for (const [cx, cy] of [[0, 1], [2, 1], [2, 3], [0, 3]]) {
        const px = local[cx] - bodies.centerX[i], py = local[cy] - bodies.centerY[i];
        const x = this.x[i] + C * px - S * py, y = this.y[i] + S * px + C * py;
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
      }
    }
    return box[0] < box[2] ? box : [-10, -2, 10, 12];
  }
}

const distanceJoint = 2; // joint.Kind
const pulley = 10;

function lookOf(s, flags) {
  if (flags & colliderFlag.sensor) return look.sensor;
  if (s & state.disabled) return look.disabled;
  const type = s & state.type;
  if (type === bodyType.static) return look.static;
  if (type === bodyType.kinematic) return look.kinematic;
  if (!(s & state.awake)) return look.asleep;
  return s & state.bullet ? look.bullet : look.awake;
}
