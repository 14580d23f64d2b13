// The storage of the page's document: files, the browser's storage with versions, links.

import { emptyDocument } from "./document.js";
import { imported, levelAmong } from "./importing.js";
import { documentOf, fragmentOf, parseDocument, textOf } from "./link.js";
import { Shelf } from "./shelf.js";
import { drawable } from "./trial.js";

const draftAfter = 400; // ms without a change
const longest = 60000; // characters of a link that browsers and messengers take

export class Keeper {
  constructor(page) {
    this.page = page;
    this.name = "scene";
    this.names = new WeakMap(); // by the step of the history with which the name came
    this.firstName = this.name; // of the document before all steps
    this.begun = false; // whether the page shows a document
    this.foreign = false; // whether the draft is of another tab
    this.timer = 0; // while a change is not in the draft
  }

  get editor() { return this.page.editor; }

  // start opens the scene of the address, or the draft from when the page was left, or a first
  // scene.
  async start() {
    this.shelf = await Shelf.open().catch(() => null);
    this.tabs = new BroadcastChannel("carom-draft"); // hears of each draft of another tab
    this.tabs.onmessage = () => this.yieldDraft();
    addEventListener("hashchange", () => this.page.viewer.attempt(async () => {
      await this.keepDraft();
      await this.openAddress();
    }));
    addEventListener("pagehide", () => this.leave());
    if (await this.page.viewer.attempt(() => this.openAddress())) return;
    const draft = await this.shelf?.draft().catch(() => undefined);
    const document = draft && await this.page.viewer.attempt(() => this.parsed(draft.text));
    if (document) return this.take(draft.name, document, true);
    if (draft) await this.shelf.saveText(draft.name, draft.text).catch(() => {});
    this.take("scene", first(), true);
  }

  // openAddress opens the scene in the address, if there is one, and then removes it from the
  // address.
  async openAddress() {
    const document = await documentOf(location.hash), from = new URLSearchParams(location.search).get("scene");
    if (document || from) await this.shelveDraft();
    if (document) this.take("shared scene", await drawable(document, this.editor.engine), true);
    else if (from && /^[a-z0-9_]+$/.test(from)) await this.fetchScene(from);
    else return false;
    history.replaceState(null, "", location.pathname + (new URLSearchParams(location.search).get("painter") ? "?painter=canvas" : ""));
    return true;
  }

  // shelveDraft saves the draft as a version, before another scene replaces it.
  async shelveDraft() {
    const draft = await this.shelf?.draft().catch(() => undefined);
    if (draft) await this.shelf.saveText(draft.name, draft.text);
    return draft;
  }

  async fetchScene(name) {
    const response = await fetch(new URL(`documents/${name}.json`, window.document.baseURI));
    if (!response.ok) throw new Error(`There is no scene ${name}.`);
    this.take(name.replaceAll("_", " "), await this.parsed(await response.text()), true);
  }

  // parsed returns the document of a text, if the page can show it.
  parsed(text) { return drawable(parseDocument(text), this.editor.engine); }

  // take makes a document the present one, as a step that can be undone or with a new history.
  take(name, document, anew = false) {
    this.page.stop();
    this.begun = true;
    if (anew) this.firstName = name;
    if (anew) this.editor.begin(document);
    else this.editor.load(document);
    this.rename(name);
    this.page.viewer.fit();
  }

  // rename names the scene from the last step of its history on that brought a name.
  rename(name) {
    const step = this.namingStep(), text = name.trim() || "scene";
    if (step) this.names.set(step, text);
    else this.firstName = text;
    this.changed();
  }

  namingStep() { return this.editor.journal.done.findLast((step) => step.label === "open"); }

  fresh() { this.take("scene", emptyDocument()); }

  // changed shows the name that belongs to the document, and keeps a draft when nothing has changed
  // for a moment.
  changed() {
    this.name = this.names.get(this.namingStep()) ?? this.firstName;
    this.page.nameInput.value = this.name;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepDraft(), draftAfter);
  }

  // keepDraft stores the document as the draft. The draft of another tab becomes a version first.
  async keepDraft() {
    this.calm();
    if (!this.shelf || !this.begun) return;
    try {
      if (this.foreign) await this.shelveDraft();
      this.foreign = false;
      await this.putDraft();
    } catch { /* The storage is full: saving says so. */ }
  }

  putDraft() {
    const kept = this.shelf.keepDraft({ name: this.name, text: JSON.stringify(this.editor.document) });
    this.tabs.postMessage("draft");
    return kept;
  }

  calm() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  // yieldDraft saves the document as a version when another tab has made its document the draft.
  async yieldDraft() {
    if (this.foreign || !this.shelf || !this.begun) return;
    const draft = await this.shelf.draft().catch(() => undefined), text = JSON.stringify(this.editor.document);
    if (this.foreign || draft?.text === text) return; // a tab that has just opened this document
    this.foreign = true;
    const kept = await this.shelf.saveText(this.name, text).catch(() => null);
    if (kept !== null) this.page.say(`Another tab edits a scene too: “${this.name}” is saved in this browser.`, true); // this tab may be hidden
  }

  // leave keeps the last change when the page is left. There is no time to read the draft of
  // another tab, so the document is then a version.
  leave() {
    const late = this.timer !== 0;
    this.calm();
    if (!this.shelf || !this.begun || !late) return;
    const kept = this.foreign ? this.shelf.addVersion(this.name, JSON.stringify(this.editor.document)) : this.putDraft();
    kept.catch(() => {});
  }

  async save() {
    if (!this.shelf) return this.page.say("This browser keeps nothing here: download the document instead.");
    await this.page.viewer.attempt(async () => {
      await this.shelf.save(this.name, this.editor.document);
      await this.keepDraft();
      this.page.say(`“${this.name}” is saved in this browser.`);
    });
  }

  text() { return textOf(this.editor.document) + "\n"; }

  download() { offer(`${fileName(this.name)}.json`, this.text(), "application/json"); }

  // openFiles opens a document, or a level of another editor with its files.
  async openFiles(files) {
    const level = levelAmong(files), file = level ?? files[0];
    if (!file) return;
    const name = file.name.replace(/\.[a-z]+$/i, "");
    if (!level) {
      this.take(name, await this.parsed(await file.text()));
      return;
    }
    this.page.say(`Reading ${file.name} …`, true);
    const { document, warnings } = await imported(level, files);
    this.take(name, document);
    this.page.say(warnings.length === 0 ? "" : `${warnings[0]}${warnings.length > 1 ? ` and ${warnings.length - 1} more that were left out` : ""}`);
  }

  async link() {
    const fragment = await fragmentOf(this.editor.document);
    if (fragment.length > longest) throw new Error("This scene is too large for a link: download the document instead.");
    return `${location.origin}${location.pathname}#${fragment}`;
  }

  async copyLink() {
    await this.page.viewer.attempt(async () => {
      const link = await this.link();
      await this.page.dialogs.copyText(link, "The link is copied. It holds the whole scene.");
    });
  }
}

// offer lets the person download a text as a file.
export function offer(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type })), a = document.createElement("a");
  a.href = address;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export function fileName(name) { return name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "scene"; }

// first is the scene of a first visit: ground to put things on.
function first() {
  return { ...emptyDocument(), bodies: [{ name: "ground", type: "static", colliders: [{ type: "box", halfExtents: [10, 0.5], center: [0, -0.5] }] }] };
}
