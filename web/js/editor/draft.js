// The editor's marks over the document: joints, handles, the work of a tool, and errors.

import { anchorless, split } from "./document.js";
import { areaPose, distance, rotated, toWorld } from "./geometry.js";
import { angleZero, axisOf, pinOf } from "./handles.js";
import { endsOf } from "./joints.js";
import { outlinePoints } from "./outline_points.js";
import { packed } from "../palette.js";

const arm = 46; // pixels, of the arc of limits: as in handles.js
const circleSteps = 32;

export class Draft {
  constructor(viewer) {
    this.viewer = viewer;
  }

  draw() {
    const { viewer } = this, { editor } = viewer;
    this.over = viewer.painter.over;
    this.colors = viewer.palette.marks;
    this.pixel = viewer.pixel;
    const { document, selection } = editor;
    const chosen = new Set(selection);
    (document.joints ?? []).forEach((joint, i) => this.joint(document, joint, chosen.has(`/joints/${i}`)));
    (document.areas ?? []).forEach((area) => this.wholeArea(area));
    for (const error of editor.errors) this.error(document, error);
    viewer.tool.marks(this);
  }

  // --- joints ---

  joint(document, joint, selected) {
    const color = selected ? this.colors.selected : this.colors.joint, width = selected ? 2 : 1.25;
    const ends = endsOf(document, joint), { a, b, bodyA, bodyB, poseA, poseB } = ends;
    const none = anchorless.includes(joint.type);
    if (joint.type === "pulley") this.pulley(joint, ends, color, width);
    else if (distance(a, b) > 0) this.over[none || joint.springHertz > 0 ? "dashed" : "line"](...a, ...b, width, color);
    if (joint.type === "groove") this.groove(joint, ends, color);
    if (!none) {
      if (bodyA) this.over.line(poseA.x, poseA.y, ...a, 1, color);
      if (bodyB) this.over.line(poseB.x, poseB.y, ...b, 1, color);
      this.over.ring(...a, 7, color);
    }
    this.over.ring(...b, selected ? 11 : 7, color);
    if (selected) this.range(joint, ends);
  }

  pulley({ wheelA = [0, 0], wheelB = [0, 0] }, { a, b }, color, width) {
    this.over.ring(...wheelA, 12, color);
    this.over.ring(...wheelB, 12, color);
    this.over.line(...wheelA, ...a, width, color);
    this.over.line(...wheelB, ...b, width, color);
    this.over.line(...wheelA, ...wheelB, width, color);
  }

  groove(joint, { poseA }, color) {
    this.over.line(...toWorld(poseA, joint.localGrooveA1 ?? [0, 0]), ...toWorld(poseA, joint.localGrooveA2 ?? [0, 0]), 2, color);
  }

  // range shows the limits of a joint and its range of motion.
  range(joint, ends) {
    const color = this.colors.selected, { lower = 0, upper = 0 } = joint;
    if (["revolute", "angle"].includes(joint.type) && joint.limit) {
      const pin = pinOf(joint, ends), zero = angleZero(joint, ends), r = arm * this.pixel, steps = circleSteps;
      const on = (i) => rotated([pin[0] + r, pin[1]], pin, zero + lower + (upper - lower) * i / steps);
      for (let i = 0; i < steps; i++) this.over.line(...on(i), ...on(i + 1), 1.5, color);
    }
    if (["prismatic", "wheel"].includes(joint.type)) {
      const [ux, uy] = axisOf(joint, ends), reach = 1.6 * arm * this.pixel, [from, to] = joint.limit ? [lower, upper] : [-reach, reach];
      this.over.dashed(ends.a[0] + ux * from, ends.a[1] + uy * from, ends.a[0] + ux * to, ends.a[1] + uy * to, 1.5, color);
    }
  }

  // wholeArea marks the place of an area without a shape, which is the whole world.
  wholeArea(area) {
    if (area.shape) return;
    const { x, y } = areaPose(area);
    this.over.ring(x, y, 22, this.colors.surface);
    this.over.ring(x, y, 14, this.colors.surface);
  }

  error(document, { path }) {
    const { list, index } = split(path);
    const thing = document[list]?.[index];
    if (!thing) return;
    const p = list === "joints" ? endsOf(document, thing).b : ["bodies", "areas", "characters"].includes(list) ? this.viewer.placeOf(`/${list}/${index}`) : null;
    if (!p) return;
    this.over.ring(...p, 30, this.colors.contact);
    this.over.ring(...p, 26, this.colors.contact);
  }

  // --- marks of tools ---

  frame([lowX, lowY], [highX, highY]) { this.over.box(lowX, lowY, highX, highY, 1, this.colors.selected); }

  path(points, open) {
    for (let i = 1; i < points.length; i++) this.over[open ? "line" : "dashed"](...points[i - 1], ...points[i], 2, this.colors.selected);
  }

  corner(point, strong) {
    this.over.dot(...point, strong ? 12 : 8, this.colors.selected);
  }

  disc(point, radius, erase) {
    const color = erase ? this.colors.contact : this.colors.selected;
    for (let i = 0; i < circleSteps; i++) {
      const on = (k) => rotated([point[0] + radius, point[1]], point, 2 * Math.PI * k / circleSteps);
      this.over.line(...on(i), ...on(i + 1), 1, color);
    }
  }

  ghost(shape, [x, y], angle) {
    const pose = { x, y, cos: Math.cos(angle), sin: Math.sin(angle), angle }, points = outlinePoints(shape);
    points.forEach((p, i) => this.over.line(...toWorld(pose, p), ...toWorld(pose, points[(i + 1) % points.length]), 2, this.colors.selected));
  }

  handle({ kind, point, from }) {
    const { over, colors } = this, paper = this.paper();
    if (from && kind !== "anchor") over[kind === "motor" ? "arrow" : "dashed"](...from, ...point, 1.5, colors.selected);
    if (kind === "corner" || kind === "size" || kind === "scale") {
      over.square(...point, 11, colors.selected);
      over.square(...point, 7, paper);
      return;
    }
    over.dot(...point, 13, colors.selected);
    over.dot(...point, kind === "anchor" ? 5 : 8, paper);
  }

  paper() { return packed(this.viewer.palette.background); }
}
