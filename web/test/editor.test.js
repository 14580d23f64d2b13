// The editor without a page: the results of drawn shapes, tools, errors of the engine, running.

import assert from "node:assert/strict";
import { test } from "node:test";
import { poseOf, toWorld } from "../js/editor/geometry.js";
import { DocumentPicture } from "../js/editor/document_picture.js";
import { DocumentError } from "../js/editor/engine.js";
import { Editor } from "../js/editor/editor.js";
import { BrushTool, ChainTool, PolygonTool } from "../js/editor/drawing_tools.js";
import { JointTool } from "../js/editor/joint_tool.js";
import { SelectTool } from "../js/editor/tools.js";

// engine answers at once: every check returns the errors that the engine was given.
function engine() {
  return {
    errors: [], opened: null,
    async check() { return this.errors; },
    async open(document) {
      if (this.errors.length > 0) throw new DocumentError(this.errors);
      this.opened = document;
    },
    async capture() { return { ...this.opened, bodies: [{ name: "captured" }] }; },
    async outline(points) { return [points]; },
    async brush({ loops, points, erase }) { return erase ? [] : [...loops, [[0, 0], [points.length, 0], [0, 1]]]; },
  };
}

function made(document) {
  const fake = engine(), editor = new Editor(fake, document), said = [];
  editor.wait = (task) => task();
  const view = { pixel: 0.01, middle: () => [0, 0], redraw() {}, say: (text) => said.push(text), attempt: async (what) => { try { return await what(); } catch (e) { said.push(e.message); } } };
  return { fake, editor, view, said };
}

const crate = (x, y, angle) => ({ position: [x, y], ...(angle ? { angle } : {}), colliders: [{ type: "box", halfExtents: [0.5, 0.5] }] });

test("a drawn shape becomes what is wished", () => {
  const { editor } = made();
  const circle = { type: "circle", radius: 1 };
  for (const purpose of ["dynamic", "static", "kinematic", "sensor", "one-way", "area"]) {
    editor.setting("purpose", purpose);
    editor.addShapes([circle], [1, 2]);
  }
  const { bodies, areas } = editor.document;
  assert.deepEqual(bodies.map((b) => b.type), [undefined, "static", "kinematic", "static", "static"]);
  assert.deepEqual([bodies[3].colliders[0].sensor, bodies[4].colliders[0].oneWay], [true, [0, 1]]);
  assert.deepEqual([areas[0].shape, areas[0].position], [circle, [1, 2]]);
  assert.throws(() => editor.addShapes([circle, circle], [0, 0]), /one convex shape/);
});

test("a shape is attached to a turned body where it was drawn", () => {
  const { editor } = made({ version: 1, bodies: [crate(2, 1, 0.7)] });
  editor.select(["/bodies/0"]);
  editor.setting("attach", true);
  editor.addShapes([{ type: "capsule", a: [-1, 0], b: [1, 0], radius: 0.1 }], [3, 3], 0.2);
  const [, capsule] = editor.document.bodies[0].colliders, pose = poseOf(editor.document.bodies[0]), [x, y] = toWorld(pose, capsule.b);
  assert.ok(Math.hypot(x - 3 - Math.cos(0.2), y - 3 - Math.sin(0.2)) < 1e-5);
});

test("the select tool moves what it takes, on the grid, as one step", () => {
  const { editor, view } = made({ version: 1, bodies: [crate(0, 0), { ...crate(3, 0), name: "g/a" }, { ...crate(6, 0), name: "g/b" }] });
  const tool = new SelectTool(editor, view);
  tool.press([3.2, 0.1], {});
  for (const x of [3.6, 4.1, 5.28]) tool.drag([x, 0.1], {});
  tool.release([5.28, 0.1], {});
  assert.deepEqual(editor.document.bodies.map((b) => b.position[0]), [0, 5, 8], "the group moves as a whole");
  assert.equal(editor.journal.done.length, 1);
  tool.double([5.1, 0], {});
  assert.deepEqual(editor.selection, ["/bodies/1"]);
  tool.press([-2, -2], {});
  tool.drag([1, 1], {});
  tool.release();
  assert.deepEqual(editor.selection, ["/bodies/0"], "a box selects what lies in it");
  tool.press([0.5, 0.5], {});
  tool.drag([1, 1], {});
  tool.release();
  assert.deepEqual(editor.document.bodies[0].colliders[0].halfExtents, [1, 1], "a handle changes the size");
  editor.undo();
  assert.deepEqual(editor.document.bodies[0].colliders[0].halfExtents, [0.5, 0.5]);
});

test("points by clicks make a polygon, and ground from right to left", async () => {
  const { editor, view } = made();
  const polygon = new PolygonTool(editor, view);
  for (const p of [[0, 0], [2, 0], [1, 2], [0.01, 0.01]]) await polygon.click(p);
  await new Promise(setImmediate);
  assert.equal(editor.document.bodies.length, 1);
  assert.equal(editor.document.bodies[0].colliders[0].points.length, 3);
  const chain = new ChainTool(editor, view);
  for (const p of [[-5, 0], [0, 1], [5, 0]]) chain.click(p);
  chain.enter();
  const { points } = editor.document.bodies[1].chains[0];
  assert.ok(points[0][0] > points[2][0]);
  assert.equal(editor.document.bodies[1].type, "static");
});

test("strokes of the brush follow each other", async () => {
  const { editor, view } = made();
  const brush = new BrushTool(editor, view);
  await Promise.all([brush.finish([[0, 0]]), brush.finish([[1, 0], [2, 0]])]);
  assert.deepEqual(editor.document.bodies.map((b) => [b.name, b.chains.length]), [["terrain", 2]]);
  editor.setting("erase", true);
  await brush.finish([[0, 0]]);
  assert.equal(editor.document.bodies[0].chains, undefined);
});

test("a stroke of the brush is forgotten when its ground goes meanwhile", async () => {
  const ground = { name: "ground", type: "static", chains: [{ closed: true, points: [[0, 0], [1, 0], [0, 1]] }] };
  const { editor, view } = made({ version: 1, bodies: [ground, crate(4, 0)] });
  const painted = new BrushTool(editor, view).finish([[0, 0]]);
  await Promise.resolve(); // the engine works
  editor.select(["/bodies/0"]);
  editor.removeSelection();
  await painted;
  assert.deepEqual(editor.document.bodies, [crate(4, 0)]);
});

test("an outline is for the body and the purpose that were chosen when it ended", async () => {
  const outline = [[0, 0], [2, 0], [1, 2]];
  for (const [meanwhile, counts] of [
    [(editor) => { editor.select(["/bodies/1"]); editor.setting("purpose", "area"); }, [2, 1]],
    [(editor) => { editor.select(["/bodies/0"]); editor.removeSelection(); }, [1]],
  ]) {
    const { editor, view } = made({ version: 1, bodies: [crate(0, 0), crate(4, 0)] });
    editor.setting("attach", true);
    editor.select(["/bodies/0"]);
    const ended = new PolygonTool(editor, view).finish(outline);
    meanwhile(editor); // the engine works
    await ended;
    assert.deepEqual(editor.document.bodies.map((b) => b.colliders.length), counts);
    assert.equal(editor.document.areas, undefined);
  }
});

test("a drag from body to body is a joint, and what cannot be is said", () => {
  const { editor, view, said } = made({ version: 1, bodies: [crate(0, 0), crate(4, 0), { ...crate(8, 0), type: "static" }] });
  const tool = new JointTool(editor, view);
  tool.press([0.1, 0]);
  tool.release([4, 0.1]);
  assert.deepEqual(editor.document.joints.map((j) => [j.type, j.a, j.b]), [["revolute", "box", "box 2"]]);
  tool.click([8, 0]);
  tool.click([20, 20]);
  assert.equal(editor.document.joints.length, 1);
  return new Promise(setImmediate).then(() => assert.match(said[0], /dynamic body/));
});

test("the first click of a joint keeps its body while the history moves", () => {
  const { editor, view, said } = made({ version: 1, bodies: [{ ...crate(0, 0), name: "first" }, { ...crate(4, 0), name: "second" }, { ...crate(8, 0), name: "third" }] });
  const tool = new JointTool(editor, view);
  editor.select(["/bodies/0"]);
  editor.removeSelection();
  editor.undo();
  tool.click([4, 0]);
  editor.redo(); // the second body is now the first of the list
  assert.ok(tool.begun);
  tool.click([8, 0]);
  assert.deepEqual(editor.document.joints.map((j) => [j.a, j.b]), [["second", "third"]]);

  editor.undo();
  tool.click([4, 0]);
  editor.select(["/bodies/0"]);
  editor.removeSelection();
  assert.equal(tool.begun, false, "the end goes with its body");
  tool.click([8, 0]);
  assert.equal(editor.document.joints, undefined);
  assert.ok(tool.begun, "the next click is a first one");
  editor.select(["/bodies/0"]);
  editor.nudge(1, 2);
  assert.deepEqual(tool.first.point, [9, 2], "the end moves with its body");
  editor.setField("/bodies/0/bullet", true);
  assert.equal(tool.begun, false);
  assert.deepEqual(said, []);
});

test("errors of the engine stop a run; stop returns, keep takes over", async () => {
  const { editor, fake } = made({ version: 1, bodies: [crate(0, 0)] });
  const before = editor.document;
  fake.errors = [{ path: "/bodies/0/angle", text: "is too large" }];
  assert.equal(await editor.play(), false);
  assert.equal(editor.mode, "edit");
  assert.deepEqual(editor.errors, fake.errors);
  fake.errors = [];
  editor.select(["/bodies/0"]);
  editor.nudge(1, 0);
  await new Promise(setImmediate);
  assert.deepEqual(editor.errors, [], "each change is checked");
  assert.equal(await editor.play(), true);
  editor.stop();
  assert.equal(fake.opened, editor.document);
  await editor.play();
  await editor.keep();
  assert.deepEqual(editor.document.bodies, [{ name: "captured" }]);
  editor.undo();
  editor.undo();
  assert.deepEqual(editor.document, before);
});

test("a picture follows the document and builds no shapes for a move", () => {
  const { editor } = made({ version: 1, bodies: [crate(0, 0), crate(4, 0, -1)], areas: [{ body: "carrier", position: [1, 0], shape: { type: "circle", radius: 1 }, effects: [] }] });
  editor.setField("/bodies/1/name", "carrier");
  const picture = new DocumentPicture();
  picture.show(editor.document);
  const { structure } = picture;
  editor.select(["/bodies/1"]);
  editor.nudge(1, 2);
  picture.show(editor.document);
  assert.equal(picture.structure, structure);
  assert.deepEqual([picture.bodies.x[2], picture.bodies.y[2]], [5, 2]);
  const [x, y] = toWorld(poseOf({ position: [5, 2], angle: -1 }), [0, 0]);
  assert.ok(Math.hypot(picture.areas[0].x - x, picture.areas[0].y - y) < 2, "an area goes with its body");
  editor.removeSelection();
  picture.show(editor.document);
  assert.deepEqual([picture.bodies.generation[1], picture.bodies.generation[2], picture.areas.length], [1, 0, 0]);
});

test("what is selected stays selected while it is added to", () => {
  const { editor, view } = made({ version: 1, bodies: [crate(0, 0), crate(3, 0), crate(6, 0), crate(9, 0)] });
  const tool = new SelectTool(editor, view), click = (x) => {
    tool.press([x, 0], {});
    tool.click([x, 0], {});
  };
  click(0);
  editor.setting("add", true);
  click(6.1);
  click(20);
  assert.deepEqual(editor.selection, ["/bodies/0", "/bodies/2"]);
  click(0.1);
  assert.deepEqual(editor.selection, ["/bodies/2"], "a second click takes it out");
  tool.press([0.1, 0], {});
  tool.drag([0.1, 1], {});
  tool.release([0.1, 1], {});
  assert.deepEqual(editor.document.bodies.map((b) => b.position[1]), [1, 0, 1, 0], "what is dragged is added");
  editor.setting("add", false);
  click(3);
  assert.deepEqual(editor.selection, ["/bodies/1"]);

  editor.setting("add", true);
  editor.selectNext(1);
  editor.selectNext(1);
  assert.deepEqual(editor.selection, ["/bodies/1", "/bodies/3"], "by keys the last one moves on");
  editor.selectNext(1);
  editor.selectNext(1);
  assert.deepEqual(editor.selection, ["/bodies/1"], "round to what was kept");
  editor.removeSelection();
  editor.selectNext(1);
  assert.deepEqual(editor.selection, ["/bodies/0"], "what is gone is not kept");
});
