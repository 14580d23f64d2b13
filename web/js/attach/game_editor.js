// The editor on a running game: each step of it is told to the game at once. What the game refuses is taken back.

import { Editor } from "../editor/editor.js";
import { poseOf, round } from "../editor/geometry.js";
import { changed, changesBetween } from "./changes.js";

export class GameEditor extends Editor {
  constructor(engine) {
    super(engine);
    this.told = this.document; // what the game knows
    this.syncing = null; // the promise that it knows all, while something is on its way
    this.ids = []; // [slot, generation] of the bodies in the order of the document; null for one that was gone from the start
    this.absent = new Set(); // places of bodies that the picture does not show
    this.opened = false;
    this.refuse = () => {}; // is called with a sentence
  }

  // open takes the document of the game.
  async open() {
    this.opened = false;
    const { document, bodies = [] } = await this.engine.ask("edit-document");
    this.ids = bodies;
    this.told = document;
    this.begin(document);
    this.opened = true;
  }

  recheck() {} // the game checks each change

  commit(label, document, selection, merge) {
    if (!this.opened) return false;
    const done = super.commit(label, document, selection, merge);
    if (done) this.change(() => this.journal.undo());
    return done;
  }

  undo() { return this.opened && super.undo() && this.change(() => this.journal.redo()); }

  redo() { return this.opened && super.redo() && this.change(() => this.journal.undo()); }

  // change tells the game. If it refuses, `back` leads to the document before.
  change(back) {
    this.back = back;
    this.syncing ??= this.sync().finally(() => { this.syncing = null; });
    return true;
  }

  // sync sends what differs, until the game knows the present document.
  async sync() {
    let refused = false;
    while (this.told !== this.document) {
      const goal = this.document;
      try {
        for (const change of changesBetween(this.told, goal)) await this.send(change);
        this.told = goal;
      } catch (e) {
        this.refuse(e.message);
        if (refused) return this.open().catch(() => {});
        refused = true;
        this.back();
        this.journal.undone.length = 0;
        this.tell("document");
      }
    }
    this.tell("told");
  }

  async send(change) {
    const { body = null } = await this.engine.ask(change.do, change);
    this.told = changed(this.told, change);
    if (change.list === "bodies") this.ids.splice(change.at, 0, body);
    if (change.do === "edit-remove" && change.pointer.startsWith("/bodies/")) this.ids.splice(Number(change.pointer.split("/")[2]), 1);
  }

  // follow writes into the document where the bodies are by now. That is no step, and nothing that the game has to
  // be told. While something is on its way the document stays as it is.
  follow({ bodies: { generation } }, { x, y, cos, sin }) {
    if (!this.opened || this.syncing || this.told !== this.document) return;
    let moved = false;
    this.absent.clear();
    const bodies = (this.document.bodies ?? []).map((body, i) => {
      const [slot, born] = this.ids[i] ?? [0, 0];
      if (slot === 0 || generation[slot] !== born) {
        this.absent.add(i);
        return body;
      }
      const pose = poseOf(body), position = [round(x[slot]), round(y[slot])], angle = round(Math.atan2(sin[slot], cos[slot]));
      const turns = Math.abs(Math.sin((pose.angle - angle) / 2)) > 1e-6;
      if (position[0] === round(pose.x) && position[1] === round(pose.y) && !turns) return body;
      moved = true;
      return { ...body, position, ...(turns ? { angle } : {}) };
    });
    if (moved) this.told = this.journal.document = { ...this.document, bodies };
  }

  isThere(i) { return !this.absent.has(i); }

  // patch returns the operations of RFC 6902 that make the present document of the game's own.
  async patch() { return (await this.engine.ask("edit-patch")).patch ?? []; }
}
