// The editor on a running game: the page on which scenes are built, with the game's world as its
// picture and the game's document in its panel. The changes form a patch that the game's author
// applies to the file.

import { el } from "../dom.js";
import { BuildPage } from "../editor/build_page.js";
import { fileName, offer } from "../editor/keeper.js";
import { textOf } from "../editor/link.js";
import { GameEditor } from "./game_editor.js";
import { GameViewer } from "./game_viewer.js";

export class AttachPage extends BuildPage {
  makeEditor(engine) {
    const editor = new GameEditor(engine);
    editor.refuse = (text) => this.say(text);
    return editor;
  }

  makeKeeper() { return { name: "game", changed() {} }; }

  makeViewer(options) {
    return new GameViewer(this.stage, this.source, { ...options, world: this.settings.world, onWatch: (name) => this.open(name) }, this.editor);
  }

  start() {}

  takeDrops() {}

  // open takes the document of the world that is shown.
  async open(name) {
    this.keeper.name = this.nameLabel.textContent = name;
    await this.viewer.attempt(async () => {
      await this.editor.open();
      if (!this.panel.schema) this.panel.setSchema(await this.editor.engine.schema());
      this.opened = true;
    });
  }

  buildTop() {
    this.nameLabel = el("b.carom-build-game", {}, "game");
    this.top = el("div.carom-build-top", { role: "toolbar", "aria-label": "game" }, el("h1.carom-build-hidden", {}, "Edit the running game"),
      el("a.carom-text", { href: "#", title: "back to the inspector" }, "Inspector"), this.nameLabel,
      el("span.carom-build-group", {}, el("button.carom-text", { type: "button", title: "what was changed, to copy and to download (Ctrl S)", onclick: () => this.save() }, "Patch")),
      this.historyButtons(), this.viewButtons());
  }

  buildRun() {
    super.buildRun();
    this.bottom.replaceChildren(this.endButton, this.status);
  }

  togglePlay() { return this.viewer.togglePause(); }

  // save shows the changes.
  async save() {
    await this.viewer.attempt(async () => {
      await this.editor.syncing;
      this.showPatch(await this.editor.patch());
    });
  }

  showPatch(patch) {
    const text = textOf(patch) + "\n", name = fileName(this.keeper.name);
    const document = async () => offer(`${name}.json`, textOf((await this.editor.engine.ask("edit-document")).document) + "\n", "application/json");
    this.dialogs.show("What was changed",
      el("p", {}, patch.length === 0 ? "Nothing yet." : "A patch of the game's scene document, as RFC 6902 describes it. Where bodies have moved is no part of it."),
      el("textarea.carom-build-code", { readOnly: true, value: text, spellcheck: false, rows: 16, "aria-label": "patch" }),
      el("p.carom-build-actions", {},
        el("button.carom-text", { type: "button", onclick: () => this.dialogs.copyText(text, "The patch is copied.") }, "Copy"),
        el("button.carom-text", { type: "button", onclick: () => offer(`${name}.patch.json`, text, "application/json") }, "Download"),
        el("button.carom-text", { type: "button", onclick: () => this.viewer.attempt(document) }, "Download the whole document")));
  }
}
