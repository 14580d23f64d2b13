// Documents in the editor: references, placing, copies, and a history without end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { align, boxOf, distribute, extract, group, groupOf, insert, membersOf, ungroup } from "../js/editor/arrange.js";
import { add, at, emptyDocument, moveBy, place, remove, rename, scaleAbout, set, turnAbout, unique } from "../js/editor/document.js";
import { characterShape, toWorld } from "../js/editor/geometry.js";
import { handlesOf } from "../js/editor/handles.js";
import { difference, Journal, patched } from "../js/editor/journal.js";
import { endsOf, jointKinds, makeJoint } from "../js/editor/joints.js";
import { drawable } from "../js/editor/trial.js";

const box = (name, x, y) => ({ name, position: [x, y], colliders: [{ type: "box", halfExtents: [0.5, 0.5] }] });

// linked has four bodies, hinges between neighbours and to the ground, a gear between two of them,
// and an area.
function linked() {
  return {
    version: 1, world: { gravity: [0, -10] }, materials: [{ name: "ice", friction: 0 }],
    bodies: [
      { ...box("a", 0, 0), colliders: [{ type: "box", halfExtents: [0.5, 0.5], material: "ice" }] }, box("b", 2, 0), box("c", 4, 0),
      { name: "floor", type: "static", chains: [{ points: [[5, 0], [0, 0], [-5, 0]], materials: ["ice", ""] }] },
    ],
    joints: [
      { type: "revolute", a: "a", b: "b", localAnchorA: [1, 0], localAnchorB: [-1, 0] },
      { type: "revolute", a: "b", b: "c", localAnchorA: [1, 0], localAnchorB: [-1, 0] },
      { type: "revolute", b: "c", localAnchorA: [4, 0] },
      { type: "gear", first: 1, second: 2, ratio: 2 },
    ],
    areas: [{ name: "wind", body: "b", effects: [{ type: "wind", velocity: [1, 0] }] }],
  };
}

test("a character is moved, scaled, copied and deleted, and stays upright", () => {
  const before = { ...linked(), characters: [{ name: "hero", position: [1, 2], material: "ice" }, { position: [5, 5], shape: { type: "circle", radius: 0.5 } }] };
  assert.deepEqual(characterShape(before, before.characters[0]), { type: "capsule", a: [-0, -0.5], b: [0, 0.5], radius: 0.3 });
  assert.deepEqual(characterShape({ world: { gravity: [-10, 0], lengthUnit: 2 } }, {}).b, [1, 0]);
  assert.deepEqual(boxOf(before, "/characters/1"), [4.5, 4.5, 5.5, 5.5]);
  assert.deepEqual(place(before, ["/characters/0"], moveBy(1, 1)).characters[0], { name: "hero", position: [2, 3], material: "ice" });
  const turned = place(before, ["/characters/1"], turnAbout([0, 5], Math.PI)).characters[1];
  assert.deepEqual(turned, { position: [-5, 5], shape: { type: "circle", radius: 0.5 } });
  assert.equal(place(before, ["/characters/1"], scaleAbout([5, 5], 2)).characters[1].shape.radius, 1);
  const copied = insert(before, extract(before, ["/characters/0"]), 1, 0);
  assert.deepEqual(copied.pointers, ["/characters/2"]);
  assert.deepEqual(copied.document.characters[2].position, [2, 2]);
  assert.equal(remove(before, ["/materials/0"]).characters[0].material, undefined);
  assert.deepEqual(remove(before, ["/characters/0"]).characters.length, 1);
  assert.equal(remove(before, ["/characters/0", "/characters/1"]).characters, undefined);
  assert.equal(rename(before, "/materials/0", "glass").characters[0].material, "glass");
});

test("a body goes with its joints and areas, and gears keep their joints", () => {
  const before = linked(), text = JSON.stringify(before);
  const after = remove(before, ["/bodies/0"]);
  assert.deepEqual(after.joints.map((j) => j.type), ["revolute", "revolute", "gear"]);
  assert.deepEqual([after.joints[2].first, after.joints[2].second], [0, 1], "the gear finds its joints at their new places");
  const less = remove(before, ["/bodies/1"]);
  assert.deepEqual(less.joints, [{ type: "revolute", b: "c", localAnchorA: [4, 0] }], "the gear goes with one of its joints");
  assert.equal(less.areas, undefined);
  assert.equal(remove(before, ["/materials/0"]).bodies[0].colliders[0].material, undefined);
  assert.deepEqual(remove(before, ["/materials/0"]).bodies[3].chains[0].materials, ["", ""]);
  assert.equal(JSON.stringify(before), text, "the document before is as it was");
});

test("a name changes wherever it is referred to", () => {
  const after = rename(rename(linked(), "/bodies/1", "boom"), "/materials/0", "wet");
  assert.deepEqual([after.joints[0].b, after.joints[1].a, after.areas[0].body], ["boom", "boom", "boom"]);
  assert.equal(after.bodies[0].colliders[0].material, "wet");
  assert.deepEqual(after.bodies[3].chains[0].materials, ["wet", ""]);
  assert.equal(unique(after, "boom"), "boom 2");
  assert.equal(unique(rename(after, "/bodies/0", "boom 2"), "boom 2"), "boom 3");
});

test("a body keeps its name while joints or areas name it", () => {
  const before = linked(), alone = { version: 1, bodies: [box("a", 0, 0)] };
  assert.equal(rename(before, "/bodies/1", ""), before);
  assert.equal(rename(alone, "/bodies/0", "").bodies[0].name, undefined);
  for (const [name, want] of [["a/", "a"], ["/", "/"], ["/a", "a"], ["a/b/c", "b/c"]]) {
    const after = ungroup(rename(before, "/bodies/0", name), ["/bodies/0"]);
    assert.deepEqual([after.bodies[0].name, after.joints[0].a], [want, want]);
  }
});

test("a taken name gets a number behind it, whatever it looks like", () => {
  const wanted = ["a\nb", "line\u2028b", "x 007", "x 9007199254740992", `x ${"9".repeat(400)}`];
  for (const name of wanted) {
    let document = emptyDocument();
    for (let i = 0; i < 3; i++) document = add(document, "bodies", box(unique(document, name), 0, 0)).document;
    assert.equal(new Set(document.bodies.map((b) => b.name)).size, 3, name);
  }
});

test("a document whose things have no types or names of another type is refused", async () => {
  const text = "is refused", engine = { check: async (d) => (d === sound ? [] : [{ path: "/x", text }]) }, sound = linked();
  assert.equal(await drawable(sound, engine), sound);
  const wrong = [
    ["/joints/0/type", undefined], ["/joints/0/a", 5], ["/joints", null], ["/bodies/0/name", ["a"]], ["/bodies/0/colliders/0/type", null], ["/bodies/0/colliders", {}],
    ["/areas/0/effects/0/type", undefined], ["/areas/0/effects/0/type", ""], ["/areas/0/shape", { radius: 1 }], ["/materials/0/name", 1], ["/characters/0", { name: {} }],
  ];
  for (const [pointer, value] of wrong) await assert.rejects(drawable(set(linked(), pointer, value), engine), /cannot be shown: \/x is refused/, pointer);
});

test("what is not changed is shared", () => {
  const before = linked(), after = place(before, ["/bodies/2"], moveBy(1, 0));
  assert.equal(after.bodies[0], before.bodies[0]);
  assert.equal(after.joints[0], before.joints[0]);
  assert.notEqual(after.bodies[2], before.bodies[2]);
  assert.equal(place(before, ["/bodies/3"], moveBy(1, 0)).joints, before.joints);
});

// All ends of all joints of a mechanism that is moved as a whole move with it.
test("a mechanism is moved, turned and scaled as a whole", () => {
  const before = linked(), bodies = ["/bodies/0", "/bodies/1", "/bodies/2"];
  const near = (p, q) => assert.ok(Math.hypot(p[0] - q[0], p[1] - q[1]) < 1e-5, `${p} is not ${q}`);
  for (const placement of [moveBy(3, -2), turnAbout([1, 1], 0.7), scaleAbout([2, 2], 1.5), { center: [1, 0], angle: -1, scale: 0.5, shift: [2, 1] }]) {
    const after = place(before, bodies, placement);
    const moved = ([x, y]) => {
      const { center: [cx, cy], angle, scale, shift } = placement, frame = { x: cx, y: cy, cos: Math.cos(angle), sin: Math.sin(angle) };
      const [tx, ty] = toWorld(frame, [x - cx, y - cy]);
      return [cx + scale * (tx - cx) + shift[0], cy + scale * (ty - cy) + shift[1]];
    };
    for (let i = 0; i < 3; i++) {
      const was = endsOf(before, before.joints[i]), is = endsOf(after, after.joints[i]);
      near(is.a, moved(was.a));
      near(is.b, moved(was.b));
    }
    // A hinge to the ground keeps its angle.
    assert.ok(Math.abs((after.joints[2].localAngleA ?? 0) - (after.bodies[2].angle ?? 0)) < 1e-6);
  }
});

test("a copy has its own names, joints, gears and materials", () => {
  const before = linked();
  const fragment = extract(before, ["/bodies/1", "/bodies/2"]);
  assert.deepEqual(fragment.joints.map((j) => j.type), ["revolute", "revolute", "gear"]);
  const { document, pointers } = insert(before, fragment, 0, 3);
  assert.deepEqual(pointers, ["/bodies/4", "/bodies/5"]);
  assert.deepEqual(document.bodies.slice(4).map((b) => b.name), ["b 2", "c 2"]);
  assert.deepEqual(document.joints.slice(4), [
    { type: "revolute", a: "b 2", b: "c 2", localAnchorA: [1, 0], localAnchorB: [-1, 0] },
    { type: "revolute", b: "c 2", localAnchorA: [4, 3] },
    { type: "gear", first: 4, second: 5, ratio: 2 },
  ]);
  assert.equal(document.areas[1].body, "b 2");
  assert.deepEqual(insert(emptyDocument(), extract(before, ["/bodies/0"])).document.materials, before.materials);
});

test("things are aligned, distributed and grouped", () => {
  let d = { version: 1, bodies: [box("p", 0, 0), box("q", 1, 5), box("r", 9, 3)] };
  const all = ["/bodies/0", "/bodies/1", "/bodies/2"];
  assert.deepEqual(align(d, all, "top").bodies.map((b) => b.position[1]), [5, 5, 5]);
  assert.deepEqual(align(d, all, "left").bodies.map((b) => b.position[0]), [0, 0, 0]);
  assert.deepEqual(distribute(d, all, 0).bodies.map((b) => b.position[0]), [0, 4.5, 9]);
  const turned = set(d, "/bodies/0/angle", Math.PI / 4);
  assert.ok(Math.abs(boxOf(turned, "/bodies/0")[0] + Math.SQRT1_2) < 1e-9, "a turned box is wider");
  d = group(d, all.slice(0, 2), "car");
  assert.deepEqual(d.bodies.map((b) => b.name), ["car/p", "car/q", "r"]);
  assert.equal(groupOf(d.bodies[0]), "car");
  assert.deepEqual(membersOf(d, "/bodies/1"), ["/bodies/0", "/bodies/1"]);
  assert.deepEqual(membersOf(d, "/bodies/2"), ["/bodies/2"]);
  assert.deepEqual(ungroup(d, all).bodies.map((b) => b.name), ["p", "q", "r"]);
  const water = { ...d, areas: [{ name: "r" }], joints: [{ type: "weld", a: "car/p", b: "r" }] };
  assert.equal(group(water, ["/areas/0", "/bodies/0"]).joints[0].b, "r", "an area of the same name takes no joint of the body along");
});

test("two clicks make a joint of every kind, and its handles move it", () => {
  const start = { version: 1, bodies: [box("p", 0, 0), { position: [3, 1], angle: 0.5, colliders: [{ type: "circle", radius: 1 }] }] };
  for (const { type, places } of jointKinds) {
    if (places === "joints") continue;
    const clicks = [{ pointer: "/bodies/0", point: [0.25, 0] }, { pointer: "/bodies/1", point: [3, 1] }];
    const { document, pointer } = makeJoint(start, type, ...clicks), joint = at(document, pointer);
    assert.equal(joint.type, type);
    assert.equal(type === "mouse" ? joint.a : joint.b, "circle", "a body without a name gets one");
    const ends = endsOf(document, joint);
    if (places === "pivot") assert.ok(Math.hypot(ends.a[0] - 3, ends.a[1] - 1, ends.b[0] - 3, ends.b[1] - 1) < 1e-5, type);
    for (const handle of handlesOf(document, [pointer], 0.02)) {
      const moved = handle.drag(document, [handle.point[0] + 0.5, handle.point[1] + 0.25]);
      assert.notEqual(moved, document, `${type}: ${handle.label}`);
      assert.equal(moved.bodies, document.bodies, `${type}: ${handle.label} moves a joint and no body`);
    }
    assert.throws(() => makeJoint(start, type, clicks[0], clicks[0]), /different bodies/);
  }
  const hinged = makeJoint(start, "revolute", { pointer: "/bodies/0", point: [0, 0] }, { pointer: null, point: [0, 0] });
  assert.deepEqual(at(hinged.document, hinged.pointer), { type: "revolute", b: "p", localAnchorA: [0, 0], localAnchorB: [0, 0] }, "the ground comes first");
  const two = makeJoint(hinged.document, "prismatic", { pointer: null, point: [3, 0] }, { pointer: "/bodies/1", point: [3, 1] });
  assert.deepEqual(at(two.document, "/joints/1").localAxisA, [0, 1]);
  const geared = makeJoint(two.document, "gear", { pointer: "/joints/1", point: [0, 0] }, { pointer: "/joints/0", point: [0, 0] });
  assert.deepEqual(at(geared.document, "/joints/2"), { type: "gear", first: 0, second: 1, ratio: 1 });
  assert.throws(() => makeJoint(two.document, "gear", { pointer: "/joints/1" }, { pointer: null }), /two joints/);
});

// onCanvas are the frames, limits, motors and springs of joints that have handles.
const onCanvas = {
  revolute: { localAngleA: 0.3, limit: true, lower: -0.5, upper: 4, maxMotorTorque: 1, motorSpeed: 3, springHertz: 2, targetAngle: 0.7 },
  prismatic: { localAxisA: [0.6, 0.8], angle: 0.3, limit: true, lower: -1, upper: 2, maxMotorForce: 1, motorSpeed: 3, springHertz: 2, targetTranslation: 0.5 },
  wheel: { localAxisA: [0, 1], limit: true, lower: -1, upper: 2, maxMotorTorque: 1, motorSpeed: 3, springHertz: 2 },
  distance: { length: 3, minLength: 1, maxLength: 4, maxMotorForce: 1, motorSpeed: -3, springHertz: 2 },
  weld: { angle: -2, linearHertz: 2, angularHertz: 5 },
  motor: { maxVelocityForce: 1, velocity: [2, -1], maxVelocityTorque: 1, angularVelocity: 3, angle: 0.2, linearHertz: 2, angularHertz: 5 },
  pulley: { wheelA: [0, 4], wheelB: [3, 4] },
  groove: { localGrooveA1: [-1, 0], localGrooveA2: [1, 0.5] },
  mouse: { localTargetA: [1, 1], springHertz: 3 },
  angle: { angle: 0.2, ratio: -2, limit: true, lower: -1, upper: 2, maxMotorTorque: 1, motorSpeed: 3, springHertz: 2 },
  rotarySpring: { angle: 0.2, stiffness: 20 },
  ratchet: { phase: 0.2 },
};
const withoutHandle = /^(limit|max.*(Force|Torque)|ratio)$/; // switches and numbers

test("frames, limits, motors and springs of joints stand on the canvas", () => {
  const bodies = [{ name: "p", position: [0, 0], angle: 0.4 }, { name: "q", position: [3, 1], angle: -0.2 }];
  for (const [type, fields] of Object.entries(onCanvas)) {
    const document = { version: 1, bodies, joints: [{ type, a: "p", b: "q", localAnchorA: [0.5, 0], localAnchorB: [0, 0.2], ...fields }] };
    const handles = handlesOf(document, ["/joints/0"], 0.02);
    for (const key of Object.keys(fields).filter((k) => !withoutHandle.test(k))) {
      const handle = handles.find((h) => h.pointer === `/joints/0/${key}`), what = `${type}.${key}`;
      assert.ok(handle, `${what} has no handle`);
      const read = (point) => [handle.drag(document, point).joints[0][key]].flat(), value = [fields[key]].flat();
      value.forEach((v, i) => assert.ok(Math.abs(read(handle.point)[i] - v) < 1e-4, `${what} is ${v} where its handle stands, not ${read(handle.point)[i]}`));
      assert.notDeepEqual(read([handle.point[0] + 0.3, handle.point[1] + 0.4]), value, `${what} follows its handle`);
    }
  }
});

test("a corner of two shapes is one handle, which moves both", () => {
  const shape = (points) => ({ type: "polygon", points });
  const document = { version: 1, bodies: [{ position: [1, 1], colliders: [shape([[0, 0], [1, 0], [0, 1]]), shape([[1, 0], [1, 1], [0, 1]])] }] };
  const corners = handlesOf(document, ["/bodies/0"], 0.01).filter((h) => h.kind === "corner");
  assert.equal(corners.length, 4);
  const moved = corners.find((h) => h.point[0] === 2 && h.point[1] === 1).drag(document, [3, 1]);
  assert.deepEqual([moved.bodies[0].colliders[0].points[1], moved.bodies[0].colliders[1].points[0]], [[2, 0], [2, 0]]);
});

test("limits do not cross", () => {
  const joint = { type: "revolute", b: "p", limit: true, lower: -0.5, upper: 0.5 };
  const document = { version: 1, bodies: [box("p", 0, 0)], joints: [joint] };
  const lower = handlesOf(document, ["/joints/0"], 0.02).find((h) => h.label === "lower");
  const moved = lower.drag(document, [Math.cos(1), Math.sin(1)]).joints[0];
  assert.deepEqual([moved.lower, moved.upper], [1, 1]);
  const turned = lower.drag(document, [Math.cos(-3), Math.sin(-3)]).joints[0];
  assert.equal(turned.lower, -3, "the angle goes on through half a turn");
});

// --- the history ---

// random is a generator of numbers below n, from a seed.
function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * n);
  };
}

// edit changes a document somehow.
function edit(document, next) {
  const bodies = document.bodies?.length ?? 0, some = () => Array.from({ length: 1 + next(3) }, () => `/bodies/${next(bodies)}`);
  const kind = bodies < 3 ? 0 : next(12), x = next(40) / 4 - 5, y = next(40) / 4;
  switch (kind) {
    case 0: case 1:
      return add(document, "bodies", { ...(next(2) ? { name: unique(document, "crate") } : {}), position: [x, y], colliders: [{ type: "circle", radius: 0.5 + next(4) / 4 }] }).document;
    case 2:
      return remove(document, some());
    case 3:
      return place(document, some(), moveBy(x, y));
    case 4:
      return place(document, some(), turnAbout([x, y], next(7) / 2));
    case 5:
      return place(document, some(), scaleAbout([x, y], 0.5 + next(4) / 2));
    case 6: {
      const [i, j] = [next(bodies), next(bodies)], { type } = jointKinds[next(jointKinds.length - 1)];
      if (i === j) return document;
      return makeJoint(document, type, { pointer: `/bodies/${i}`, point: [x, y] }, { pointer: `/bodies/${j}`, point: [x + 1, y] }).document;
    }
    case 7:
      return insert(document, extract(document, some()), 1, 1).document;
    case 8:
      return rename(document, `/bodies/${next(bodies)}`, unique(document, "thing"));
    case 9:
      return document.joints ? remove(document, [`/joints/${next(document.joints.length)}`]) : document;
    case 10:
      return set(document, `/bodies/${next(bodies)}/linearDamping`, next(2) ? next(5) : undefined);
    default:
      return add(document, "areas", { position: [x, y], effects: [{ type: "gravity", acceleration: [0, next(5)] }] }).document;
  }
}

test("10 000 random edits with undo give the first document, with redo the last", () => {
  const first = linked(), text = JSON.stringify(first), next = random(7);
  const journal = new Journal(first, ["/bodies/0"]);
  let steps = 0;
  for (let i = 0; i < 10000; i++) {
    const chance = next(10);
    if (chance === 0) steps -= journal.undo() ? 1 : 0;
    else if (chance === 1) steps += journal.redo() ? 1 : 0;
    else steps += journal.commit("edit", edit(journal.document, next), []) ? 1 : 0;
  }
  const last = JSON.stringify(journal.document);
  assert.equal(journal.done.length, steps);
  assert.ok(steps > 4000, String(steps));
  assert.notEqual(last, text);
  while (journal.undo());
  assert.equal(JSON.stringify(journal.document), text);
  assert.deepEqual(journal.selection, ["/bodies/0"]);
  for (let i = 0; i < steps; i++) journal.redo();
  assert.equal(JSON.stringify(journal.document), last);
  assert.equal(journal.redo(), undefined);
});

test("a difference goes both ways and holds only what differs", () => {
  const before = linked();
  for (const after of [set(before, "/bodies/1/name", undefined), remove(before, ["/bodies/0"]), { ...before, joints: undefined }, { bodies: before.bodies, version: 1 }, null]) {
    const d = difference(before, after);
    assert.deepEqual(patched(before, d), after);
    assert.equal(JSON.stringify(patched(after, d, true)), JSON.stringify(before));
  }
  assert.equal(difference(before, before), undefined);
  const moved = difference(before, place(before, ["/bodies/2"], moveBy(1, 0)));
  assert.ok(JSON.stringify(moved).length < 400, "of a moved body the history holds its position and the joint to the ground");
});

test("the steps of a drag are one, and one that comes back is none", () => {
  const journal = new Journal(linked()), drag = {}, first = journal.document;
  for (let i = 1; i <= 5; i++) journal.commit("move", place(first, ["/bodies/0"], moveBy(i, 0)), [], drag);
  assert.equal(journal.done.length, 1);
  assert.equal(journal.document.bodies[0].position[0], 5);
  journal.undo();
  assert.deepEqual(journal.document, first);
  journal.commit("move", place(first, ["/bodies/0"], moveBy(1, 0)), [], drag);
  journal.commit("move", place(first, ["/bodies/0"], moveBy(0, 0)), [], drag);
  assert.equal(journal.done.length, 0);
  assert.deepEqual(journal.document, first);
  journal.commit("move", place(first, ["/bodies/0"], moveBy(2, 0)), [], drag);
  assert.equal(journal.done.length, 1);
});
