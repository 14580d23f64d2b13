// The tool that joins two things by two clicks.

import { jointKind, makeJoint } from "./joints.js";
import { poseOf, toLocal, toWorld } from "./geometry.js";
import { at, split } from "./document.js";
import { nearestOrigin, Tool } from "./tools.js";

export class JointTool extends Tool {
  taken = null; // the first end and its thing: {pointer, point, thing}

  // first returns the first end, or null. A change of the document between the clicks can move the
  // thing in its list, and the thing in the world. An end whose thing was edited or removed is
  // forgotten.
  get first() {
    const { taken, editor } = this;
    if (!taken?.pointer) return taken;
    const { list, index } = split(taken.pointer), things = editor.document[list] ?? [], found = things.indexOf(taken.thing);
    if (found < 0 && !onlyMoved(taken.thing, things[index])) return this.taken = null;
    const at = found < 0 ? index : found, thing = things[at];
    const point = thing === taken.thing ? taken.point : toWorld(poseOf(thing), toLocal(poseOf(taken.thing), taken.point));
    return this.taken = { pointer: `/${list}/${at}`, point, thing };
  }

  click(point) {
    const { editor } = this, gear = editor.settings.joint === "gear";
    const pointer = gear ? editor.jointAt(point, this.within) : editor.bodyAt(point, this.within);
    // A pin belongs in the middle of a wheel.
    const near = nearestOrigin(editor.document, point, this.within);
    this.take({ pointer, point: near ?? (pointer ? point : editor.snapped(point)) });
  }

  // A drag from one body to another counts as two clicks.
  press(point) { this.pressed = point; }

  release(point) {
    if (!this.first) this.click(this.pressed);
    this.click(point);
  }

  take(end) {
    const { first, editor } = this;
    if (!first) {
      this.taken = { ...end, thing: end.pointer && at(editor.document, end.pointer) };
      this.view.redraw();
      return;
    }
    this.taken = null;
    this.join(first, end, editor.settings.joint);
  }

  join(first, second, type) {
    const { editor } = this;
    this.view.attempt(() => {
      const { document, pointer } = makeJoint(editor.document, type, first, second);
      editor.commit("join", document, [pointer]);
    });
  }

  hover(point) { this.next = point; }

  // enter joins two selected bodies at their origins, or one selected body to the ground.
  enter() {
    const { editor } = this, { document } = editor, gear = editor.settings.joint === "gear";
    const picked = editor.selection.filter((p) => p.startsWith(gear ? "/joints/" : "/bodies/"));
    if (picked.length === 0 || picked.length > 2) {
      this.view.say(gear ? "Select two hinges or sliders first." : "Select one or two bodies first.");
      return;
    }
    const ends = picked.map((pointer) => ({ pointer, point: gear ? [0, 0] : origin(at(document, pointer)) }));
    if (ends.length === 1) ends.unshift({ pointer: null, point: groundEnd(ends[0].point, editor.settings.joint) });
    this.join(ends[0], ends[1], editor.settings.joint);
  }

  cancel() {
    const busy = this.begun;
    this.taken = null;
    return busy;
  }

  get begun() { return this.first !== null; }

  back() { return this.cancel(); }

  marks(draw) {
    const { first } = this;
    if (!first) return;
    draw.corner(first.point, true);
    if (this.next) draw.path([first.point, this.next], false);
  }

  get hint() {
    const kind = jointKind(this.editor.settings.joint);
    return `${kind.label}: ${kind.hint}. ${this.first ? "Click the second one." : kind.places === "joints" ? "Click two joints." : "Click two bodies, or a body and the ground."}`;
  }
}

const origin = (body) => {
  const { x, y } = poseOf(body);
  return [x, y];
};

// A joint between two ends begins above the body.
const groundEnd = ([x, y], type) => (jointKind(type).places === "ends" ? [x, y + 2] : [x, y]);

// onlyMoved reports whether a thing differs from another in its place alone.
function onlyMoved(before, after) {
  if (!after) return false;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((key) => key === "position" || key === "angle" || before[key] === after[key]);
}
