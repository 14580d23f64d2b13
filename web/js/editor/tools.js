// The tools handle the pointer on the picture. The view calls
//
//   press(point, keys)     the pointer goes down, and may begin a drag
//   drag(point, keys)      it has moved far enough not to be a click
//   release(point, keys)   the drag ends
//   click(point, keys)     it went up where it went down
//   hover(point)           it moves without being down
//   double(point)          it clicked twice
//   enter()                the key Enter: the tool does without a pointer what it can
//   cancel()               the key Escape; true if there was something to end
//   back()                 takes back the last point; true if there was one
//   marks(draw)            draws what is on its way
//
// Points are of the world, and keys is {shift, alt, control}.

import { boxOf, boxOfAll } from "./arrange.js";
import { at, moveBy, place } from "./document.js";
import { distance, joinBoxes, round } from "./geometry.js";
import { handleAt, handlesOf } from "./handles.js";

// Tool does nothing at all.
export class Tool {
  constructor(editor, view) {
    this.editor = editor;
    this.view = view;
  }

  press() {}
  drag() {}
  release() {}
  click() {}
  hover() {}
  double() {}
  enter() {}
  cancel() { return false; }
  back() { return false; }
  marks() {}

  // begun reports whether back would take something back.
  get begun() { return false; }

  // The size of a finger in the world.
  get within() { return 12 * this.view.pixel; }
}

// HandTool moves the picture. The view does this by itself when the tool handles no drag.
export class HandTool extends Tool {
  get pans() { return true; }

  click(point) { pick(this, point, {}); }
}

// pick selects the thing at a point, with its group.
function pick(tool, point, keys) {
  const { editor } = tool, found = editor.thingAt(point, tool.within), adds = keys.shift || editor.settings.add;
  if (!found) {
    if (!adds) editor.select([]);
    return;
  }
  const pointers = keys.alt ? [found] : editor.grouped(found);
  if (adds) editor.toggle(pointers);
  else editor.select(pointers);
}

// SelectTool selects, moves, and drags handles.
export class SelectTool extends Tool {
  press(point, keys) {
    const { editor } = this;
    this.start = { point, document: editor.document, selection: editor.selection, keys };
    this.handle = editor.selection.length > 0 ? handleAt(handlesOf(editor.document, editor.selection, this.view.pixel), point, this.within) : null;
    this.found = this.handle ? null : editor.thingAt(point, this.within);
    this.moving = false;
  }

  drag(point, keys) {
    if (this.handle) this.dragHandle(point, keys);
    else if (this.found) this.move(point, keys);
    else this.box = [this.start.point, point];
  }

  dragHandle(point, keys) {
    const { editor } = this, free = ["turn", "scale", "motor", "spring", "limit", "axis"].includes(this.handle.kind);
    const document = this.handle.drag(this.start.document, free || keys.alt ? point : this.snapped(point), { snap: editor.settings.snap });
    editor.commit(this.handle.label, document, editor.selection, this.handle);
  }

  // snapped keeps a point on the grid, or on the origin of a nearby body, because pins belong in
  // the middle of wheels.
  snapped(point) {
    const { editor } = this;
    const near = this.handle?.kind === "anchor" && nearestOrigin(editor.document, point, this.within);
    return near || editor.snapped(point);
  }

  move(point, keys) {
    const { editor, start } = this;
    if (!this.moving) {
      this.moving = true;
      if (!editor.selection.includes(this.found)) {
        const pointers = keys.alt ? [this.found] : editor.grouped(this.found);
        editor.select(editor.settings.add ? [...editor.selection, ...pointers] : pointers);
      }
      this.moved = keys.alt ? [this.found] : editor.placeable;
      this.start.document = editor.document;
      const first = this.moved.length > 0 && at(editor.document, this.moved[0]);
      this.anchor = first?.position ?? [0, 0];
      if (keys.control) this.copyMoved();
    }
    if (this.moved.length === 0) return;
    const wanted = [this.anchor[0] + point[0] - start.point[0], this.anchor[1] + point[1] - start.point[1]];
    const [x, y] = keys.alt ? wanted : editor.snapped(wanted);
    editor.commit("move", place(this.start.document, this.moved, moveBy(round(x - this.anchor[0]), round(y - this.anchor[1]))), editor.selection, this.start);
  }

  // copyMoved leaves the originals in place and moves copies.
  copyMoved() {
    const { editor } = this, { clipboard } = editor;
    editor.duplicate();
    editor.clipboard = clipboard;
    this.moved = editor.placeable;
    this.start.document = editor.document;
    this.anchor = at(editor.document, this.moved[0])?.position ?? [0, 0];
  }

  release() {
    this.editor.journal.seal();
    if (this.box) this.selectBox();
    this.box = null;
  }

  selectBox() {
    const { editor, start } = this, [low, high] = corners(...this.box);
    const inside = editor.things().filter((p) => {
      const box = !p.startsWith("/joints/") && boxOf(editor.document, p);
      return box && box[0] >= low[0] && box[1] >= low[1] && box[2] <= high[0] && box[3] <= high[1];
    }).flatMap((p) => editor.grouped(p));
    editor.select(start.keys.shift || editor.settings.add ? [...start.selection, ...inside] : inside);
  }

  click(point, keys) {
    if (this.handle) return;
    pick(this, point, keys);
  }

  // double selects one thing of a group alone.
  double(point) {
    const found = this.editor.thingAt(point, this.within);
    if (found) this.editor.select([found]);
  }

  cancel() {
    if (this.box) {
      this.box = null;
      return true;
    }
    if (this.editor.selection.length === 0) return false;
    this.editor.select([]);
    return true;
  }

  marks(draw) {
    const { editor } = this;
    if (this.box) draw.frame(...corners(...this.box));
    const { whole, handles } = this.around();
    if (whole) draw.frame([whole[0], whole[1]], [whole[2], whole[3]]);
    for (const handle of handles) draw.handle(handle);
  }

  // around returns the box of several selected things and the handles of the selection. They are
  // computed again only after a change.
  around() {
    const { document, placeable, selection } = this.editor, { pixel } = this.view, { shown } = this;
    if (shown?.document === document && shown.selection === selection && shown.pixel === pixel) return shown;
    const whole = placeable.length > 1 ? boxOfAll(document, placeable) : null;
    this.shown = { document, selection, pixel, whole, handles: handlesOf(document, selection, pixel) };
    return this.shown;
  }
}

// corners returns the low and the high corner of a box with two opposite ones.
export function corners([ax, ay], [bx, by]) { return [[Math.min(ax, bx), Math.min(ay, by)], [Math.max(ax, bx), Math.max(ay, by)]]; }

// nearestOrigin returns the origin of a body within a distance, or null.
export function nearestOrigin(document, point, within) {
  let best = null, least = within;
  for (const { position = [0, 0] } of document.bodies ?? []) {
    const d = distance(position, point);
    if (d < least) {
      best = position;
      least = d;
    }
  }
  return best;
}

// selectionBox returns the box of the selection, or of everything.
function selectionBox(editor) {
  const { document, placeable } = editor;
  return boxOfAll(document, placeable.length > 0 ? placeable : editor.things()) ?? joinBoxes([[-8, -1, 8, 8]]);
}
