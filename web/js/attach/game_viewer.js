// The viewer while a running game is edited: it shows the world, and passes the pointer to the
// current tool. The selection tool pulls bodies in a running world, and moves bodies in a paused
// world.

import { EditorViewer } from "../editor/editor_viewer.js";
import { bodyType, state } from "../frame.js";
import { Viewer } from "../viewer.js";

const world = Viewer.prototype;

export class GameViewer extends EditorViewer {
  constructor(element, source, options, editor) {
    super(element, source, options, editor);
    this.pulling = false;
    this.root.classList.remove("carom-editing");
    this.root.classList.add("carom-attached");
  }

  get editing() { return !this.pulling; }

  // takeWorlds shows the world that the address names, or the first one with a document.
  takeWorlds(worlds) {
    this.controls.showWorlds(worlds, this.world);
    if (worlds.some(({ id }) => id === this.world)) return;
    const editable = worlds.filter((w) => w.document && w.edit), { id } = editable.find(({ name }) => name === this.options.world) ?? editable[0] ?? {};
    if (id === undefined) this.say("No attached world has a scene document that may be changed.", true);
    else this.watch(id);
  }

  watch(id) {
    super.watch(id);
    if (id !== undefined) this.options.onWatch(this.worldName);
  }

  // The picture shows the world.
  loop(now) { world.loop.call(this, now); }

  fit() { world.fit.call(this); }

  fitDocument() {}

  forget(keepsCamera) { world.forget.call(this, keepsCamera); }

  sayState(name, text) { world.sayState.call(this, name, text); }

  takeCamera(message) { world.takeCamera.call(this, message); }

  slotOf(list, index) { return list === "areas" ? -1 : this.editor.ids[list][index]?.[0] ?? 0; }

  // addDrag draws the editor's marks over the world.
  addDrag() {
    super.addDrag();
    if (this.index >= 0) return;
    if (!this.pressed) this.editor.follow(this.picture, this.drawing);
    this.highlight();
    this.draft.draw();
  }

  grab(px, py) {
    if (this.index >= 0) this.goLive();
    const taken = super.grab(px, py);
    if (!taken || this.toolName !== "select" || this.source.status.paused || this.tool.handle) return taken;
    if ((this.picture.bodies.state[this.bodyAt(px, py)] & state.type) !== bodyType.dynamic) return taken;
    this.pressed = null;
    this.pulling = true;
    return world.grab.call(this, px, py);
  }

  release() {
    super.release();
    this.pulling = false;
  }
}
