// Drafts of several tabs in one storage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Editor } from "../js/editor/editor.js";
import { Keeper } from "../js/editor/keeper.js";

// Storage is the browser's storage in memory. Every tab has a shelf on it.
class Storage {
  versions = [];
  tabs = [];

  shelf() {
    return {
      draft: async () => this.present,
      keepDraft: async (draft) => { this.present = draft; },
      saveText: async (name, text) => {
        if (this.versions.findLast((v) => v.name === name)?.text !== text) this.versions.push({ name, text });
      },
      addVersion: async (name, text) => { this.versions.push({ name, text }); },
    };
  }

  // open opens a tab, which shows the draft.
  async open(name, number) {
    const said = [], editor = new Editor(null);
    const keeper = new Keeper({ editor, stop() {}, say: (text) => said.push(text), viewer: { fit() {} }, nameInput: {} });
    keeper.shelf = this.shelf();
    keeper.tabs = { postMessage: () => this.tabs.filter((t) => t.keeper !== keeper).forEach((t) => { t.heard = t.keeper.yieldDraft(); }) };
    const tab = { keeper, said, edit: (n) => { editor.load({ version: 1, number: n }, "change"); keeper.changed(); } };
    this.tabs.push(tab);
    keeper.take(name, this.present ? JSON.parse(this.present.text) : { version: 1, number }, true);
    await this.pause();
    return tab;
  }

  // pause lets the time pass after which a tab keeps its draft.
  async pause() {
    for (const { keeper } of this.tabs) if (keeper.timer) await keeper.keepDraft();
    for (const tab of this.tabs) await tab.heard;
  }

  close(tab) {
    tab.keeper.leave();
    this.tabs = this.tabs.filter((t) => t !== tab);
  }

  get numbers() { return [...this.versions, this.present].map(({ text }) => JSON.parse(text).number); }
}

test("tabs that edit in turns lose nothing, and are told", async () => {
  const storage = new Storage(), a = await storage.open("scene", 1), b = await storage.open("scene");
  assert.deepEqual([a.said, storage.versions], [[], []], "a second tab alone changes nothing");
  for (const [tab, n] of [[b, 2], [a, 3], [b, 4], [b, 5]]) {
    tab.edit(n);
    await storage.pause();
  }
  assert.deepEqual(storage.numbers, [1, 2, 3, 5], "one version for each turn");
  assert.match(a.said[0], /Another tab edits a scene too: “scene” is saved/);
  a.edit(6);
  storage.close(a); // before its draft is kept
  assert.deepEqual(storage.numbers.sort(), [1, 2, 3, 5, 6]);
  b.edit(7);
  storage.close(b);
  assert.deepEqual(storage.numbers.at(-1), 7, "the last change of the last tab is the draft");
});

test("a page that is left before it shows its document keeps the draft", async () => {
  const storage = new Storage();
  storage.close(await storage.open("scene", 1));
  const keeper = new Keeper({ editor: new Editor(null), nameInput: {} });
  keeper.shelf = storage.shelf();
  keeper.tabs = { postMessage() {} };
  await keeper.keepDraft();
  keeper.leave();
  assert.deepEqual(storage.numbers, [1]);
});
