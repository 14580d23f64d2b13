// The editor on a running game: it sends each step to the game at once, and undoes the steps that
// the game rejects.

import { split } from "../editor/document.js";
import { Editor } from "../editor/editor.js";
import { poseOf, round } from "../editor/geometry.js";
import { changed, changesBetween } from "./changes.js";

export class GameEditor extends Editor {
  constructor(engine) {
    super(engine);
    this.told = this.document; // the document that the game has
    this.syncing = null; // while changes are being sent: the promise that the game has them all
    this.ids = { bodies: [], characters: [] }; // [slot, generation] in the order of the document; null for one that was gone from the start
    this.absent = new Set(); // pointers to things that the picture does not show
    this.opened = false;
    this.refuse = () => {}; // is called with a sentence
  }

  // open loads the document of the game.
  async open() {
    this.opened = false;
    const { document, bodies = [], characters = [] } = await this.engine.ask("edit-document");
    this.ids = { bodies, characters };
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

  // change sends a change to the game. If the game rejects it, `back` leads to the previous
  // document.
  change(back) {
    this.back = back;
    this.syncing ??= this.sync().finally(() => { this.syncing = null; });
    return true;
  }

  // sync sends the differences until the game has the present document.
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
    if (change.do === "edit-add") this.ids[change.list]?.splice(change.at, 0, body);
    if (change.do !== "edit-remove") return;
    const { list, index } = split(change.pointer);
    this.ids[list]?.splice(index, 1);
  }

  // follow writes the present places of bodies and characters into the document. This is no step,
  // and the game need not be told. While changes are being sent, the document stays unchanged.
  follow({ bodies: { generation } }, { x, y, cos, sin }) {
    if (!this.opened || this.syncing || this.told !== this.document) return;
    const moved = {};
    this.absent.clear();
    for (const list of ["bodies", "characters"]) {
      const before = this.document[list] ?? [], after = before.map((thing, i) => {
        const [slot, born] = this.ids[list][i] ?? [0, 0];
        if (slot === 0 || generation[slot] !== born) {
          this.absent.add(`/${list}/${i}`);
          return thing;
        }
        const pose = poseOf(thing), position = [round(x[slot]), round(y[slot])], angle = round(Math.atan2(sin[slot], cos[slot]));
        const turns = list === "bodies" && Math.abs(Math.sin((pose.angle - angle) / 2)) > 1e-6;
        if (position[0] === round(pose.x) && position[1] === round(pose.y) && !turns) return thing;
        return { ...thing, position, ...(turns ? { angle } : {}) };
      });
      if (after.some((thing, i) => thing !== before[i])) moved[list] = after;
    }
    if (moved.bodies || moved.characters) this.told = this.journal.document = { ...this.document, ...moved };
  }

  isThere(pointer) { return !this.absent.has(pointer); }

  // patch returns the operations of RFC 6902 that turn the game's original document into the
  // present one.
  async patch() { return (await this.engine.ask("edit-patch")).patch ?? []; }
}
