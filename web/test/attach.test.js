// The editor on a running game: the changes that are sent to the game, and the changes that are
// undone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, changesBetween } from "../js/attach/changes.js";
import { GameEditor } from "../js/attach/game_editor.js";
import { remove, set } from "../js/editor/document.js";

const box = (name, x = 0) => ({ name, position: [x, 0], colliders: [{ type: "box", halfExtents: [0.5, 0.5] }] });
const level = () => ({ version: 1, bodies: [box("a"), box("b", 2), box("c", 4)], joints: [{ type: "revolute", a: "a", b: "b", upper: 1 }] });

test("the commands between two documents lead from one to the other", () => {
  const before = level();
  const cases = [
    [set(before, "/bodies/1/colliders/0/density", 2), ["edit-set /bodies/1/colliders/0/density"]],
    [set(before, "/joints/0/upper", 2), ["edit-set /joints/0/upper"]],
    [set(set(before, "/joints/0/upper", -1), "/joints/0/lower", -2), ["edit-set /joints/0"]],
    [remove(before, ["/bodies/0", "/bodies/2"]), ["edit-remove /joints/0", "edit-remove /bodies/2", "edit-remove /bodies/0"]],
    [{ ...before, bodies: [before.bodies[0], box("new"), ...before.bodies.slice(1)] }, ["edit-add bodies 1"]],
    [{ ...before, bodies: [...before.bodies.slice(0, 2), set(before.bodies[2], "/bullet", true), box("new")] }, ["edit-set /bodies/2/bullet", "edit-add bodies 3"]],
    [set(before, "/world", { gravity: [0, 1] }), ["edit-set /world"]], [before, []],
    [set(before, "/characters", [{ position: [1, 2] }]), ["edit-add characters 0"]],
    [set(set(before, "/materials", [{ name: "ice" }]), "/bodies/0/colliders/0/material", "ice"), ["edit-add materials 0", "edit-set /bodies/0/colliders/0/material"]],
  ];
  for (const [after, wanted] of cases) {
    const changes = changesBetween(before, after);
    assert.deepEqual(changes.map((c) => [c.do, c.pointer ?? `${c.list} ${c.at}`].join(" ")), wanted);
    assert.deepEqual(JSON.parse(JSON.stringify(changes.reduce(changed, before))), JSON.parse(JSON.stringify(after)));
  }
});

test("materials come before what has them and go after it", () => {
  const [ice, mud, oil] = ["ice", "mud", "oil"].map((name) => ({ name }));
  const before = set({ ...level(), materials: [ice, mud, oil] }, "/bodies/1/colliders/0/material", "mud");
  const after = set({ ...before, materials: [set(ice, "/friction", 0), oil, { name: "tar" }] }, "/bodies/1/colliders/0/material", "oil");
  for (const [one, other] of [[before, after], [after, before]]) {
    const changes = changesBetween(one, other), at = (command) => changes.findIndex((c) => c.do === command && (c.list ?? c.pointer).includes("materials"));
    const colliders = changes.findIndex((c) => c.pointer?.endsWith("/material"));
    assert.ok(at("edit-add") < colliders && colliders < at("edit-remove"));
    assert.deepEqual(JSON.parse(JSON.stringify(changes.reduce(changed, one))), JSON.parse(JSON.stringify(other)));
  }
});

// game is an engine that keeps a document as package live does, and rejects the changes for which
// `refuses` is true.
function game(document, refuses = () => false) {
  const known = { document, log: [] };
  known.ask = async (kind, command) => {
    if (kind === "edit-document") return { document: known.document, bodies: known.document.bodies.map((_, i) => [i + 1, 1]) };
    known.log.push(kind);
    if (refuses(command)) throw new Error("this cannot change while the world runs");
    known.document = changed(known.document, command);
    return kind === "edit-add" ? { body: [99, 1] } : {};
  };
  return known;
}

async function opened(engine) {
  const editor = new GameEditor(engine);
  await editor.open();
  return editor;
}

test("the game knows each step, also those that are undone", async () => {
  const engine = game(level()), editor = await opened(engine);
  editor.addThing("bodies", box("crate", 9));
  editor.setField("/bodies/3/bullet", true);
  await editor.syncing;
  assert.deepEqual(engine.document, editor.document);
  assert.deepEqual(editor.ids.bodies[3], [99, 1]);
  editor.select(["/bodies/0"]);
  editor.removeSelection();
  await editor.syncing;
  assert.deepEqual(engine.document.bodies.map((b) => b.name), ["b", "c", "crate"]);
  assert.deepEqual(editor.ids.bodies.map(([slot]) => slot), [2, 3, 99]);
  while (editor.undo()) await editor.syncing;
  assert.deepEqual(engine.document, level());
});

test("what the game refuses is taken back, also in part", async () => {
  const engine = game(level(), (c) => c.pointer?.endsWith("sensor")), editor = await opened(engine), said = [];
  editor.refuse = (text) => said.push(text);
  editor.commit("change", set(set(editor.document, "/bodies/0/bullet", true), "/bodies/2/sensor", true));
  await editor.syncing;
  assert.deepEqual(said, ["this cannot change while the world runs"]);
  assert.deepEqual([editor.document, engine.document, editor.journal.done.length], [level(), level(), 0]);
});

test("bodies are where the world has them, which is no step", async () => {
  const engine = game(level()), editor = await opened(engine);
  const picture = { bodies: { generation: [0, 1, 1, 2] } }; // the third body is another one by now
  editor.follow(picture, { x: [0, 5, 2, 0], y: [0, 6, 0, 0], cos: [1, 0, 1, 1], sin: [0, 1, 0, 0] });
  assert.deepEqual(editor.document.bodies.map((b) => b.position), [[5, 6], [2, 0], [4, 0]]);
  assert.equal(editor.document.bodies[0].angle, 1.570796);
  assert.deepEqual([editor.isThere("/bodies/1"), editor.isThere("/bodies/2")], [true, false]);
  assert.deepEqual([editor.journal.done.length, engine.log.length], [0, 0]);
  assert.equal(editor.bodyAt([4, 0]), null);
  assert.equal(editor.bodyAt([5, 6]), "/bodies/0");
});
