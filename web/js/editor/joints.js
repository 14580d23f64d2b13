// Joints of a document: their creation by two clicks, and their ends.

import { add, at, bodyNamed, named, pointsOf } from "./document.js";
import { distance, poseOf, round, roundPoint, toLocal, toWorld, turnedBack } from "./geometry.js";

const wheelHeight = 3; // m of a new pulley above the bodies
const shortest = 1e-3; // m between two clicks that give a direction

// The kinds of joints in the order of the menu. `places` is the meaning of the clicks. "pivot":
// both bodies are joined at the second click. "ends": each click is an end on its body. "none":
// only the bodies count. "joints": the clicks are on joints.
export const jointKinds = [
  { type: "revolute", label: "Hinge", places: "pivot", hint: "turns about a pin" },
  { type: "wheel", label: "Wheel", places: "pivot", hint: "turns, on a sprung axle" },
  { type: "prismatic", label: "Slider", places: "ends", hint: "slides along the line of the two clicks" },
  { type: "distance", label: "Rod or spring", places: "ends", hint: "keeps two points at a distance" },
  { type: "weld", label: "Weld", places: "pivot", hint: "holds two bodies together" },
  { type: "motor", label: "Motor", places: "pivot", hint: "drives a body against another" },
  { type: "pulley", label: "Pulley", places: "ends", hint: "a rope over two wheels" },
  { type: "groove", label: "Groove", places: "ends", hint: "a point slides in a slot between the clicks" },
  { type: "mouse", label: "Puller", places: "ends", hint: "a soft spring to a point" },
  { type: "friction", label: "Friction", places: "pivot", hint: "brakes a body against another" },
  { type: "angle", label: "Angle", places: "none", hint: "bodies turn together" },
  { type: "rotarySpring", label: "Rotary spring", places: "none", hint: "a spring between two angles" },
  { type: "ratchet", label: "Ratchet", places: "none", hint: "turns one way" },
  { type: "noCollision", label: "No collision", places: "none", hint: "bodies pass through each other" },
  { type: "gear", label: "Gear", places: "joints", hint: "couples two hinges or sliders" },
];

export const jointKind = (type) => jointKinds.find((k) => k.type === type);

// makeJoint adds a joint of a type. A click is {pointer, point}, where the pointer names the thing
// at the point, or is null for the ground. makeJoint throws an Error with a sentence if such a
// joint is impossible.
export function makeJoint(document, type, first, second) {
  if (type === "gear") return makeGear(document, first, second);
  if (first.pointer === second.pointer) throw new Error("A joint connects two different bodies: click the second one.");
  // The ground is always the first body, so that the second one moves.
  const reversed = second.pointer === null && type !== "mouse";
  const [one, two] = reversed || type === "mouse" && first.pointer !== null ? [second, first] : [first, second];
  const ends = [one, two].map(({ pointer }) => (pointer ? at(document, pointer) : null));
  if (!ends.some((body) => body && (body.type ?? "dynamic") === "dynamic")) throw new Error("A joint needs a dynamic body: the ground and static bodies do not move.");
  let result = document;
  const joint = { type };
  [one, two].forEach(({ pointer }, i) => {
    if (!pointer) return;
    const with_ = named(result, pointer);
    result = with_.document;
    joint["ab"[i]] = with_.name;
  });
  return add(result, "joints", { ...joint, ...fieldsOf(type, { poses: ends.map(poseOf), from: one.point, to: two.point, pivot: second.point }) });
}

function fieldsOf(type, { poses: [a, b], from, to, pivot }) {
  const inA = (p) => roundPoint(toLocal(a, p)), inB = (p) => roundPoint(toLocal(b, p)), turn = round(b.angle - a.angle);
  const pinned = { localAnchorA: inA(pivot), localAnchorB: inB(pivot) }, ends = { localAnchorA: inA(from), localAnchorB: inB(to) };
  const held = turn === 0 ? {} : { angle: turn };
  switch (type) {
    case "revolute":
      return turn === 0 ? pinned : { ...pinned, localAngleA: turn };
    case "weld":
      return { ...pinned, ...held };
    case "wheel":
      return { ...pinned, localAxisA: roundPoint(turnedBack(a, [0, 1])), springHertz: 4, springDamping: 0.7 };
    case "prismatic":
      return { localAnchorA: inA(to), localAnchorB: inB(to), localAxisA: direction(a, from, to), ...held };
    case "motor":
      return { ...pinned, ...held, maxVelocityTorque: 100 };
    case "friction":
      return { ...pinned, force: 10, torque: 10 };
    case "distance":
      if (distance(from, to) < shortest) throw new Error("The ends of a rod lie apart: click two different points.");
      return ends;
    case "pulley":
      return { ...ends, wheelA: roundPoint([from[0], Math.max(from[1], to[1]) + wheelHeight]), wheelB: roundPoint([to[0], Math.max(from[1], to[1]) + wheelHeight]) };
    case "groove":
      if (distance(from, to) < shortest) throw new Error("The ends of a groove lie apart: click two different points.");
      return { localGrooveA1: inA(from), localGrooveA2: inA(to), localAnchorB: inB(to) };
    case "mouse":
      return { localTargetA: inA(from), localAnchorB: inB(to), maxForce: 1000 };
    case "angle":
      return held;
    case "rotarySpring":
      return { ...held, stiffness: 20, springDamping: 1 };
  }
  return {};
}

// direction is the direction from a point to another in the frame of a body. If both clicks are on
// one spot, it points to the right.
function direction(pose, from, to) {
  const length = distance(from, to);
  return roundPoint(turnedBack(pose, length < shortest ? [1, 0] : [(to[0] - from[0]) / length, (to[1] - from[1]) / length]));
}

function makeGear(document, first, second) {
  const places = [first, second].map(({ pointer }) => (pointer?.startsWith("/joints/") ? Number(pointer.split("/")[2]) : -1)).sort((a, b) => a - b);
  const slidesOrTurns = (i) => ["revolute", "prismatic"].includes(document.joints?.[i]?.type);
  if (!places.every(slidesOrTurns) || places[0] === places[1]) throw new Error("A gear couples two joints: click two hinges or sliders.");
  return add(document, "joints", { type: "gear", first: places[0], second: places[1], ratio: 1 });
}

// endsOf returns the ends of a joint in the world: {a, b, poseA, poseB, bodyA, bodyB}. Joints
// without anchors end at the origins of their bodies, gears at the ends of their joints.
export function endsOf(document, joint) {
  if (joint.type === "gear") return gearEnds(document, joint);
  const bodyA = bodyNamed(document, joint.a), bodyB = bodyNamed(document, joint.b), poseA = poseOf(bodyA), poseB = poseOf(bodyB);
  const [keyA] = pointsOf(joint, "a"), [keyB] = pointsOf(joint, "b");
  return {
    bodyA, bodyB, poseA, poseB,
    a: toWorld(poseA, joint[keyA] ?? [0, 0]), b: toWorld(poseB, joint[keyB] ?? [0, 0]),
  };
}

function gearEnds(document, joint) {
  const [a, b] = [joint.first ?? 0, joint.second ?? 0].map((i) => {
    const coupled = document.joints?.[i];
    return coupled && coupled.type !== "gear" ? endsOf(document, coupled).b : [0, 0];
  });
  return { a, b, poseA: poseOf(undefined), poseB: poseOf(undefined) };
}
