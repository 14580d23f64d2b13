// The dialogs of the page: keys, saved scenes with their versions, the program in Go.

import { el, iconButton } from "../dom.js";
import { fileName, offer } from "./keeper.js";

export class Dialogs {
  constructor(page) {
    this.page = page;
    this.title = el("h2", { id: "carom-build-title" });
    this.content = el("div.carom-build-content");
    this.root = el("dialog.carom-build-dialog", { "aria-labelledby": "carom-build-title", onclick: (e) => { if (e.target === this.root) this.root.close(); } },
      el("header", {}, this.title, iconButton("close", "close (Esc)", () => this.root.close())), this.content);
  }

  show(title, ...content) {
    this.title.textContent = title;
    this.content.replaceChildren(...content);
    if (!this.root.open) this.root.showModal();
  }

  openHelp(actions) {
    const row = (label, text) => el("div", {}, el("kbd", {}, label), el("span", {}, text));
    this.show("Keys and gestures", el("div.carom-columns", {},
      el("section", {}, el("h3", {}, "Keys"), ...actions.filter((a) => a.label).map((a) => row(a.label, a.text))),
      el("section", {}, el("h3", {}, "Mouse and touch"),
        row("drag", "the tool in hand"), row("two fingers, wheel", "move the picture, nearer and farther"), row("Shift drag", "move the picture"),
        row("Shift click", "add to the selection"), row("double click", "one thing of a group"), row("Alt", "without grid and group"), row("Ctrl drag", "move a copy"),
        row("second mouse button", "move the picture"))));
  }

  // --- saved scenes ---

  async openShelf() {
    const { keeper } = this.page;
    const file = el("input", { type: "file", accept: ".json,.tmx,.tsx,.tx,.ldtk,.ldtkl,.svg", multiple: true, "aria-label": "open files", onchange: () => this.openFiles(file) });
    const list = el("ul.carom-build-shelf");
    this.show("Open a scene", el("p", {}, "A scene document, or a level of Tiled, LDtk or an SVG with the files that belong to it: ", file), el("p", {}, "Saved in this browser:"), list);
    const scenes = await keeper.shelf?.scenes().catch(() => []) ?? [];
    list.replaceChildren(...scenes.map((s) => this.shelfRow(s)));
    if (scenes.length === 0) list.replaceChildren(el("li", {}, "Nothing yet."));
  }

  openFiles(input) {
    const files = [...input.files];
    if (files.length === 0) return;
    this.root.close();
    this.page.openFiles(files);
  }

  shelfRow({ name, time, count }) {
    const versions = el("ul"), { keeper } = this.page;
    versions.hidden = true;
    const open = ({ text }) => {
      this.root.close();
      return this.page.viewer.attempt(async () => keeper.take(name, await keeper.parsed(text)));
    };
    const latest = el("button.carom-link", { type: "button", onclick: async () => open((await keeper.shelf.versions(name))[0]) }, name);
    const more = el("button.carom-link", {
      type: "button", "aria-expanded": "false", onclick: async () => {
        versions.hidden = !versions.hidden;
        more.setAttribute("aria-expanded", String(!versions.hidden));
        versions.replaceChildren(...(await keeper.shelf.versions(name)).map((v) => el("li", {},
          el("button.carom-link", { type: "button", onclick: () => open(v) }, `${when(v.time)}, ${v.bodies === 1 ? "1 body" : `${v.bodies} bodies`}`))));
      },
    }, count === 1 ? "1 version" : `${count} versions`);
    const remove = iconButton("trash", `delete ${name} with all versions`, async () => {
      await keeper.shelf.remove(name);
      this.openShelf();
    });
    return el("li", {}, el("div", {}, latest, el("small", {}, when(time)), more, remove), versions);
  }

  // --- Go ---

  async openGo() {
    const { editor, keeper } = this.page;
    await this.page.viewer.attempt(async () => {
      const text = await editor.engine.go(editor.document);
      const area = el("textarea.carom-build-code", { readOnly: true, value: text, spellcheck: false, rows: 22, "aria-label": "program in Go" });
      this.show("This scene in Go", area, el("p.carom-build-actions", {},
        el("button.carom-text", { type: "button", onclick: () => this.copyText(text, "The program is copied.") }, "Copy"),
        el("button.carom-text", { type: "button", onclick: () => offer(`${fileName(keeper.name)}.go`, text, "text/x-go") }, "Download")));
    });
  }

  // copyText puts a text into the clipboard, or shows it if the browser does not allow that.
  async copyText(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      this.page.say(done);
    } catch {
      this.show("Copy this", el("textarea.carom-build-code", { readOnly: true, value: text, rows: 8, "aria-label": "text to copy" }));
      this.content.querySelector("textarea").select();
    }
  }
}

function when(time) { return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }); }
