// The viewer while a document is edited: it shows the document instead of a world, and passes the
// pointer to the current tool. While the world runs, it is a normal viewer.

import { Viewer } from "../viewer.js";
import { bodyNamed, at, split } from "./document.js";
import { BoxTool, BrushTool, CapsuleTool, ChainTool, CircleTool, FreehandTool, PolygonTool } from "./drawing_tools.js";
import { DocumentPicture } from "./document_picture.js";
import { Draft } from "./draft.js";
import { areaPose, areaShape, poseOf } from "./geometry.js";
import { boxOfAll } from "./arrange.js";
import { JointTool } from "./joint_tool.js";
import { HandTool, SelectTool } from "./tools.js";

const toolClasses = {
  select: SelectTool, hand: HandTool, box: BoxTool, circle: CircleTool, capsule: CapsuleTool, polygon: PolygonTool,
  freehand: FreehandTool, chain: ChainTool, brush: BrushTool, joint: JointTool,
};

export class EditorViewer extends Viewer {
  constructor(element, source, options, editor) {
    super(element, null, options);
    this.editor = editor;
    this.engineSource = source;
    this.documentPicture = new DocumentPicture();
    this.draft = new Draft(this);
    this.keys = {};
    this.tools = Object.fromEntries(Object.entries(toolClasses).map(([name, Class]) => [name, new Class(editor, this)]));
    this.toolName = "select";
    this.listenToPointer();
    editor.listen((what) => this.follow(what));
    this.opening.then(() => {
      this.setSource(source);
      this.documentPicture.show(editor.document);
      this.fitDocument();
    });
    this.root.classList.add("carom-editing");
  }

  get editing() { return this.editor?.mode === "edit"; }

  get tool() { return this.tools[this.toolName]; }

  // pixel is the size of a pixel in the world, m.
  get pixel() { return 1 / this.camera.scale; }

  // middle returns the point of the world in the middle of the picture.
  middle() { return [this.camera.x, this.camera.y]; }

  setTool(name) {
    this.tool.cancel();
    this.toolName = name;
    this.options.onTool?.(name);
  }

  follow(what) {
    if (what !== "mode") return;
    this.root.classList.toggle("carom-editing", this.editing);
    this.release();
    if (this.editing) {
      this.select(null);
      this.goLive();
      this.source.tell({ do: "pause" });
      this.wantsFit = false;
    }
  }

  // redraw tells the page that a tool has gone on. Each frame is drawn anew.
  redraw() { this.options.onTool?.(this.toolName); }

  // attempt runs a function and shows its error.
  async attempt(what) {
    try {
      return await what();
    } catch (e) {
      this.say(e.message);
      return undefined;
    }
  }

  // --- the picture ---

  loop(now) {
    if (!this.editing || this.camera.width <= 1) {
      super.loop(now);
      return;
    }
    if (this.closed) return;
    this.frameRequest = requestAnimationFrame((t) => this.loop(t));
    const began = performance.now();
    this.drawDocument(now);
    this.cost += 0.1 * (performance.now() - began - this.cost);
  }

  drawDocument(now) {
    const { drawing, documentPicture: picture, editor } = this;
    picture.show(editor.document);
    drawing.draw(picture, 1, this.camera, this.palette, this.show, 0, now);
    this.highlight();
    this.draft.draw();
    drawing.paint();
  }

  // highlight marks the selection.
  highlight() {
    const { drawing, editor, painter: { rows } } = this;
    const slots = new Set(), areas = new Set();
    for (const pointer of editor.selection) {
      const { list, index } = split(pointer);
      if (list !== "joints") (list === "areas" ? areas : slots).add(this.slotOf(list, index));
    }
    if (slots.size + areas.size === 0) return;
    drawing.rows.forEach((row, i) => {
      if (row.area ? areas.has(row.area.slot) : slots.has(row.body)) rows[8 * i + 6] = 1;
    });
  }

  // slotOf returns the slot in the picture of a body, a character or an area of the document.
  slotOf(list, index) {
    if (list === "characters") return (this.editor.document.bodies?.length ?? 0) + 1 + index;
    return list === "bodies" ? index + 1 : index;
  }

  fit() {
    if (this.editing) this.fitDocument();
    else super.fit();
  }

  fitDocument() {
    const { document } = this.editor, { view } = document;
    const things = ["bodies", "areas", "characters"].flatMap((list) => (document[list] ?? []).map((_, i) => `/${list}/${i}`));
    const box = things.length > 0 ? boxOfAll(document, things) : view ? [...view.min, ...view.max] : [-8, -1.5, 8, 8];
    this.camera.fit(box, { left: 16, right: 16, top: 24, bottom: 24 });
  }

  // forget keeps the camera, because the running world is the document that was shown.
  forget() {
    super.forget(true);
    if (this.editor) this.wantsFit = false;
  }

  // sayState shows the engine's state only where it matters: a document can be edited while the
  // engine loads.
  sayState(name, text) {
    if (this.editing && name !== "closed") this.endWaiting();
    else super.sayState(name, text);
  }

  takeCamera(message) {
    super.takeCamera(message);
    this.wantsFit = false;
  }

  // --- the pointer ---

  // listenToPointer keeps the data that Gestures does not report: modifiers, movement without a
  // button, the time.
  listenToPointer() {
    const keep = (e) => {
      this.keys = { shift: e.shiftKey, alt: e.altKey, control: e.ctrlKey || e.metaKey };
      this.pointerTime = e.timeStamp;
    };
    for (const type of ["pointerdown", "pointermove", "pointerup"]) this.stage.addEventListener(type, keep, { capture: true });
    this.stage.addEventListener("pointermove", (e) => {
      if (this.editing && e.buttons === 0) this.tool.hover(this.pointOf(e));
    });
  }

  pointOf(e) {
    const box = this.stage.getBoundingClientRect();
    return this.pointAt(e.clientX - box.left, e.clientY - box.top);
  }

  pointAt(px, py) { return [this.camera.toWorldX(px), this.camera.toWorldY(py)]; }

  grab(px, py) {
    if (!this.editing) return super.grab(px, py);
    if (this.tool.pans) return false;
    this.pressed = { px, py, moved: false };
    this.tool.press(this.pointAt(px, py), this.keys);
    return true;
  }

  dragTo(px, py) {
    if (!this.editing) {
      super.dragTo(px, py);
      return;
    }
    const { pressed } = this;
    if (!pressed) return;
    if (!pressed.moved && Math.hypot(px - pressed.px, py - pressed.py) <= clickPixels) return;
    pressed.moved = true;
    this.last = this.pointAt(px, py);
    this.tool.drag(this.last, this.keys);
  }

  release() {
    if (!this.editing) {
      super.release();
      return;
    }
    const { pressed } = this;
    this.pressed = null;
    if (pressed?.moved) this.tool.release(this.last, this.keys);
  }

  pick(px, py) {
    if (!this.editing) {
      super.pick(px, py);
      return;
    }
    this.stage.focus({ preventScroll: true });
    this.tool.click(this.pointAt(px, py), this.keys);
    const { picked, pointerTime: time } = this;
    const twice = picked && time - picked.time < doubleTime && Math.hypot(px - picked.px, py - picked.py) < doublePixels;
    this.picked = twice ? null : { px, py, time };
    if (twice) this.tool.double(this.pointAt(px, py));
  }

  // --- queries of the page ---

  // placeOf returns the place of a thing in the world, for marks and for tests.
  placeOf(pointer) {
    const { document } = this.editor, thing = at(document, pointer);
    if (split(pointer).list === "areas") {
      const pose = areaPose(thing, bodyNamed(document, thing.body));
      return areaShape(thing) ? [pose.x, pose.y] : null;
    }
    const { x, y } = poseOf(thing);
    return [x, y];
  }
}

const clickPixels = 5; // as in gestures.js

// The limits for two clicks to be a double click. Not all browsers report the double clicks of a
// finger.
const doubleTime = 400; // ms
const doublePixels = 20;
