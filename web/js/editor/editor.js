// The editor without a page: a document with its history, the selection, the current tool, and the
// engine's errors. A page listens to its changes.

import { toSegment } from "../shapes.js";
import { align, boxOfAll, distribute, extract, group, insert, membersOf, ungroup } from "./arrange.js";
import { add, at, bodyNamed, emptyDocument, moveBy, place, remove, rename, set, split, thingOf, turnAbout, unique } from "./document.js";
import { DocumentError } from "./engine.js";
import { areaPose, areaShape, distance, distanceToShapes, framesOf, poseOf, round, roundPoint, shapesOf } from "./geometry.js";
import { Journal } from "./journal.js";
import { endsOf } from "./joints.js";

const checkAfter = 250; // ms without a change
const pasteShift = 0.5; // m to the right and below

// The purposes of a drawn shape.
export const purposes = ["dynamic", "static", "kinematic", "sensor", "one-way", "area", "character"];

export class Editor {
  constructor(engine, document = emptyDocument()) {
    this.engine = engine;
    this.journal = new Journal(document);
    this.mode = "edit"; // or "play"
    this.settings = { snap: true, grid: 0.25, purpose: "dynamic", attach: false, joint: "revolute", brush: 0.5, erase: false, add: false };
    this.kept = []; // the selection before adding began
    this.errors = [];
    this.clipboard = null;
    this.listeners = new Set();
    this.checking = 0;
    this.wait = (task, ms) => setTimeout(task, ms);
  }

  // listen calls a function after each change, with its name: "document", "selection", "settings",
  // "mode" or "errors".
  listen(listener) { this.listeners.add(listener); }

  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  get document() { return this.journal.document; }

  get selection() { return this.journal.selection; }

  // --- changes ---

  // commit makes a document the present one, as one step of the history.
  commit(label, document, selection = this.selection, merge = null) {
    const changed = this.journal.commit(label, document, selection, merge);
    if (!changed) this.journal.selection = selection;
    this.tell(changed ? "document" : "selection");
    if (changed) this.recheck();
    return changed;
  }

  // load replaces the document. The step can be undone like any other.
  load(document, label = "open") { this.commit(label, document, []); }

  // begin starts with a new document and an empty history.
  begin(document) {
    this.journal.clear(document);
    this.tell("document");
    this.recheck();
  }

  undo() { return this.stepped(this.journal.undo()); }

  redo() { return this.stepped(this.journal.redo()); }

  stepped(step) {
    if (!step) return false;
    this.tell("document");
    this.recheck();
    return true;
  }

  // setField changes a value at a pointer. Names change with all references to them. A name that is
  // taken gets a number: references to two things of one name could not be told apart again.
  setField(pointer, value, merge = null) {
    const thing = thingOf(pointer), { list } = split(pointer);
    const isName = thing !== null && pointer === thing + "/name" && ["bodies", "materials"].includes(list);
    const name = () => (value && value !== at(this.document, pointer) ? unique(this.document, value, list) : value);
    this.commit("change", isName ? rename(this.document, thing, name()) : set(this.document, pointer, value), this.selection, merge);
  }

  setting(name, value) {
    if (name === "add") this.kept = this.selection;
    this.settings = { ...this.settings, [name]: value };
    this.tell("settings");
  }

  // recheck asks the engine for errors when nothing has changed for a moment.
  recheck() {
    const number = ++this.checking;
    if (!this.engine) return;
    this.wait(async () => {
      if (number !== this.checking) return;
      const errors = await this.engine.check(this.document).catch((e) => [{ path: "", text: e.message }]);
      if (number === this.checking) this.setErrors(errors);
    }, checkAfter);
  }

  setErrors(errors) {
    if (errors.length === 0 && this.errors.length === 0) return;
    this.errors = errors;
    this.tell("errors");
  }

  // --- selection ---

  select(pointers) {
    this.journal.selection = [...new Set(pointers)];
    this.journal.seal();
    this.tell("selection");
  }

  // toggle adds a thing to the selection, or takes it out.
  toggle(pointers) {
    const has = pointers.every((p) => this.selection.includes(p));
    this.select(has ? this.selection.filter((p) => !pointers.includes(p)) : [...this.selection, ...pointers]);
    this.kept = this.selection;
  }

  // things returns the pointers to all bodies, joints, areas and characters.
  things() { return ["bodies", "joints", "areas", "characters"].flatMap((list) => (this.document[list] ?? []).map((_, i) => `/${list}/${i}`)); }

  selectAll() { this.select(this.things().filter((p) => !p.startsWith("/joints/"))); }

  // selectNext goes through all things in the order of the document. While the setting add is on,
  // the selection from before stays selected.
  selectNext(direction) {
    const things = this.things(), { selection, settings } = this;
    if (things.length === 0) return;
    const last = things.indexOf(selection.at(-1)), start = last < 0 && direction < 0 ? 0 : last;
    const next = things[(start + direction + things.length) % things.length];
    const kept = this.kept.every((p) => selection.includes(p)) ? this.kept : selection;
    this.select(settings.add ? [...kept.filter((p) => p !== next), next] : [next]);
  }

  // thingAt returns the thing at a point of the world: a joint before a character, a body and an
  // area. Of overlapping things it returns the last. It returns null if there is nothing.
  thingAt(point, within) {
    return this.jointAt(point, within) ?? this.characterAt(point) ?? this.bodyAt(point, within) ?? this.areaAt(point);
  }

  jointAt(point, within) {
    const { joints = [] } = this.document;
    for (let i = joints.length - 1; i >= 0; i--) {
      const { a, b } = endsOf(this.document, joints[i]);
      const near = Math.min(distance(a, point), distance(b, point)) <= within || distance(a, b) > 0 && toSegment(...a, ...b, ...point) <= within / 2;
      if (near) return `/joints/${i}`;
    }
    return null;
  }

  bodyAt(point, within = 0) {
    const { bodies = [] } = this.document;
    let best = null, least = within;
    for (let i = bodies.length - 1; i >= 0; i--) {
      if (!this.isThere(`/bodies/${i}`)) continue;
      const pose = poseOf(bodies[i]);
      const d = distanceToShapes(shapesOf(bodies[i]), pose, point);
      if (best === null ? d <= least : d < least) {
        best = `/bodies/${i}`;
        least = d;
      }
    }
    return best;
  }

  characterAt(point) {
    const { characters = [] } = this.document;
    const i = characters.findLastIndex((c, k) => this.isThere(`/characters/${k}`) && distanceToShapes(framesOf(this.document, c), poseOf(c), point) === 0);
    return i < 0 ? null : `/characters/${i}`;
  }

  // isThere reports whether a body or a character can be pointed at.
  isThere() { return true; }

  areaAt(point) {
    const { areas = [] } = this.document;
    for (let i = areas.length - 1; i >= 0; i--) {
      const shape = areaShape(areas[i]);
      if (shape && distanceToShapes([shape], areaPose(areas[i], bodyNamed(this.document, areas[i].body)), point) === 0) return `/areas/${i}`;
    }
    return null;
  }

  // grouped returns the thing with its group.
  grouped(pointer) { return pointer.startsWith("/joints/") ? [pointer] : membersOf(this.document, pointer); }

  // --- operations on the selection ---

  get placeable() { return this.selection.filter((p) => !p.startsWith("/joints/")); }

  nudge(dx, dy) { this.commit("move", place(this.document, this.placeable, moveBy(dx, dy)), this.selection, "nudge"); }

  turn(angle) {
    const box = boxOfAll(this.document, this.placeable);
    if (box) this.commit("turn", place(this.document, this.placeable, turnAbout([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], round(angle))));
  }

  removeSelection() { if (this.selection.length > 0) this.commit("delete", remove(this.document, this.selection), []); }

  copy() {
    if (this.placeable.length === 0) return false;
    this.clipboard = extract(this.document, this.placeable);
    return true;
  }

  cut() { if (this.copy()) this.removeSelection(); }

  // paste adds the copied things: beside the originals, or with their middle at a point.
  paste(point) {
    if (!this.clipboard) return;
    const pointers = [...(this.clipboard.bodies ?? []).map((_, i) => `/bodies/${i}`), ...(this.clipboard.areas ?? []).map((_, i) => `/areas/${i}`),
      ...(this.clipboard.characters ?? []).map((_, i) => `/characters/${i}`)];
    const box = boxOfAll(this.clipboard, pointers), middle = box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const [dx, dy] = point && middle ? [point[0] - middle[0], point[1] - middle[1]] : [pasteShift, -pasteShift];
    const inserted = insert(this.document, this.clipboard, round(dx), round(dy));
    this.commit("paste", inserted.document, inserted.pointers);
  }

  duplicate() {
    if (this.placeable.length === 0) return;
    const inserted = insert(this.document, extract(this.document, this.placeable), pasteShift, -pasteShift);
    this.commit("duplicate", inserted.document, inserted.pointers);
  }

  align(name) { this.commit("align", align(this.document, this.placeable, name)); }

  distribute(axis) { this.commit("distribute", distribute(this.document, this.placeable, axis)); }

  group() { if (this.placeable.length > 1) this.commit("group", group(this.document, this.placeable)); }

  ungroup() { this.commit("ungroup", ungroup(this.document, this.placeable)); }

  // --- creation by tools ---

  // snapped returns a point on the grid, if points snap.
  snapped([x, y]) {
    const { snap, grid } = this.settings;
    return snap ? [round(Math.round(x / grid) * grid), round(Math.round(y / grid) * grid)] : roundPoint([x, y]);
  }

  // target says what shapes become by the settings: a thing of a purpose, or a part of the selected
  // body.
  target() {
    const { purpose, attach } = this.settings, [selected] = this.selection;
    const onto = attach && this.selection.length === 1 && selected.startsWith("/bodies/") ? selected : null;
    return { purpose, onto, body: onto && at(this.document, onto) };
  }

  // addShapes turns shapes around a centre into a body, an area, a character or a part of a body.
  // It forgets shapes of a body that was edited, removed or moved in its list since it was the
  // target.
  addShapes(shapes, center, angle = 0, { purpose, onto, body } = this.target()) {
    if (onto) return at(this.document, onto) === body ? this.attach(onto, shapes, center, angle) : null;
    const pose = { position: roundPoint(center), ...(angle === 0 ? {} : { angle: round(angle) }) };
    if (purpose === "area") return this.addArea(shapes, pose);
    if (purpose === "character") return this.addCharacter(shapes, center, angle);
    const colliders = shapes.map((shape) => ({ ...shape, ...(purpose === "sensor" ? { sensor: true } : purpose === "one-way" ? { oneWay: [0, 1] } : {}) }));
    const type = purpose === "sensor" || purpose === "one-way" ? "static" : purpose;
    return this.addThing("bodies", { ...(type === "dynamic" ? {} : { type }), ...pose, colliders });
  }

  addArea(shapes, pose) {
    if (shapes.length !== 1) throw new Error("An area has one convex shape: draw one without dents.");
    return this.addThing("areas", { shape: shapes[0], ...pose, effects: [{ type: "gravity", acceleration: [0, 5] }] });
  }

  // addCharacter makes a character, which has no angle: its shape is turned.
  addCharacter(shapes, center, angle) {
    if (shapes.length !== 1) throw new Error("A character has one convex shape: draw one without dents.");
    const [shape] = angle === 0 ? shapes : inFrameOf({ angle, colliders: shapes }, poseOf({}));
    return this.addThing("characters", { position: roundPoint(center), shape });
  }

  addThing(list, thing) {
    const added = add(this.document, list, thing);
    this.commit("add", added.document, [added.pointer]);
    return added.pointer;
  }

  // attach adds shapes to a body, at their place in the world.
  attach(pointer, shapes, center, angle) {
    const fragment = { bodies: [{ position: center, angle, colliders: shapes }] };
    const colliders = inFrameOf(fragment.bodies[0], poseOf(at(this.document, pointer)));
    const body = at(this.document, pointer);
    this.commit("attach", set(this.document, pointer + "/colliders", [...(body.colliders ?? []), ...colliders]));
    return pointer;
  }

  // --- running ---

  async play() {
    try {
      await this.engine.open(this.document);
    } catch (e) {
      if (!(e instanceof DocumentError)) throw e;
      this.setErrors(e.errors);
      return false;
    }
    this.setMode("play");
    return true;
  }

  stop() { this.setMode("edit"); }

  // keep makes the present state of the running world the document.
  async keep() {
    const document = await this.engine.capture();
    this.setMode("edit");
    this.load(document, "keep");
  }

  setMode(mode) {
    this.mode = mode;
    this.tell("mode");
  }
}

// inFrameOf returns the colliders of a body as they are in another frame.
function inFrameOf(body, pose) {
  const from = poseOf(body), turn = from.angle - pose.angle;
  const point = ([x, y]) => {
    const wx = from.x + from.cos * x - from.sin * y - pose.x, wy = from.y + from.sin * x + from.cos * y - pose.y;
    return roundPoint([pose.cos * wx + pose.sin * wy, -pose.sin * wx + pose.cos * wy]);
  };
  return body.colliders.map((c) => {
    const moved = { ...c };
    if (["box", "circle", "ellipse", "halfEllipse", "sector"].includes(c.type)) moved.center = point(c.center ?? [0, 0]);
    for (const key of ["a", "b"]) {
      if (c[key]) moved[key] = point(c[key]);
    }
    if (c.points) moved.points = c.points.map(point);
    if ((c.angle ?? 0) + turn !== 0 && ["box", "ellipse", "halfEllipse", "sector"].includes(c.type)) moved.angle = round((c.angle ?? 0) + turn);
    return moved;
  });
}
