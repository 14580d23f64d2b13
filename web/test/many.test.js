// Documents of many things: what is computed for each picture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOfAll } from "../js/editor/arrange.js";
import { moveBy, place } from "../js/editor/document.js";
import { shapesOf } from "../js/editor/geometry.js";
import { Journal } from "../js/editor/journal.js";
import { SelectTool } from "../js/editor/tools.js";

const many = { version: 1, bodies: Array.from({ length: 50 }, (_, i) => ({ position: [i, 0], colliders: [{ type: "box", halfExtents: [0.4, 0.4] }] })) };
const all = many.bodies.map((_, i) => `/bodies/${i}`);

test("the shapes of a body that was moved are those from before", () => {
  const moved = place(many, all, moveBy(1, 1));
  assert.notEqual(moved.bodies[3], many.bodies[3]);
  assert.equal(shapesOf(moved.bodies[3]), shapesOf(many.bodies[3]));
});

test("handles of a selection are computed again when the document, the selection or the scale has changed, and only then", () => {
  const editor = { document: many, selection: all, placeable: all }, view = { pixel: 0.01 }, tool = new SelectTool(editor, view);
  const first = tool.around();
  assert.deepEqual(first.whole, boxOfAll(many, all));
  assert.equal(tool.around(), first);
  view.pixel = 0.02;
  const second = tool.around();
  assert.notEqual(second, first);
  editor.document = place(many, all, moveBy(1, 0));
  assert.equal(tool.around().whole[0], first.whole[0] + 1);
  editor.selection = editor.placeable = [all[0]];
  assert.equal(tool.around().whole, null);
});

test("a drag of many things in many steps is one step of the history, and leads back to the beginning", () => {
  const journal = new Journal(many, all), drag = {};
  for (let i = 1; i <= 20; i++) journal.commit("move", place(many, all, moveBy(i, -i)), all, drag);
  assert.equal(journal.done.length, 1);
  journal.undo();
  assert.deepEqual(journal.document, many);
  journal.redo();
  assert.deepEqual(journal.document, place(many, all, moveBy(20, -20)));
  journal.undo();
  journal.commit("move", place(many, [all[0]], moveBy(1, 0)), all, drag);
  assert.equal(journal.done.length, 1);
  journal.undo();
  assert.deepEqual(journal.document, many);
});
