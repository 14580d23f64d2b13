// Operations on scene documents for the editor. No function changes its arguments: each returns a
// new document that shares all unchanged parts with the old one.
//
// A thing of a document is named by its pointer, "/bodies/3", "/joints/0", "/areas/1" or
// "/characters/0". References name bodies and materials by their names, and joints by their
// indexes.

import { characterShape, poseOf, rotated, round, roundPoint, toWorld, turnedBack } from "./geometry.js";

export const lists = ["bodies", "joints", "areas", "characters", "materials"];

const wheels = ["wheelA", "wheelB"]; // always of the world
const lengths = ["length", "minLength", "maxLength", "slack"];
const slides = ["lower", "upper", "targetTranslation"]; // lengths of a joint that slides

// emptyDocument returns a scene with nothing but gravity.
export function emptyDocument() { return { version: 1, world: { gravity: [0, -10] } }; }

const mostKeys = 100000; // pointers whose keys are kept
const known = new Map();

// keysOf returns the keys on the way of a pointer. Each picture asks for the keys of the selection.
function keysOf(pointer) {
  let keys = known.get(pointer);
  if (keys === undefined) {
    if (known.size >= mostKeys) known.clear();
    known.set(pointer, keys = pointer.split("/").slice(1));
  }
  return keys;
}

// split returns the list and the index at the beginning of a pointer to a thing or into one.
export function split(pointer) {
  const [list, index] = keysOf(pointer);
  return { list, index: Number(index) };
}

// thingOf returns the pointer to the thing that a pointer leads to or into, or null.
export function thingOf(pointer) {
  const { list, index } = split(pointer);
  return lists.includes(list) && Number.isInteger(index) ? `/${list}/${index}` : null;
}

// at returns the value at a pointer, or undefined.
export function at(document, pointer) {
  let value = document;
  for (const key of keysOf(pointer)) value = value?.[key];
  return value;
}

// set returns the document with a value at a pointer. The value undefined removes the entry.
// Missing lists and objects on the way are created.
export function set(document, pointer, value) { return put(document, keysOf(pointer), value); }

function put(into, [key, ...rest], value) {
  if (key === undefined) return value;
  const list = Array.isArray(into), copy = list ? [...into] : { ...into };
  const next = rest.length === 0 ? value : put(copy[key] ?? (/^\d+$/.test(rest[0]) ? [] : {}), rest, value);
  if (next !== undefined) copy[key] = next;
  else if (list) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

// add appends a thing to a list, and returns the document with the pointer to it.
export function add(document, list, thing) {
  const things = document[list] ?? [];
  return { document: { ...document, [list]: [...things, thing] }, pointer: `/${list}/${things.length}` };
}

// bodyNamed returns the body of a name, or undefined for the ground.
export function bodyNamed(document, name) { return name ? document.bodies?.find((b) => b.name === name) : undefined; }

// unique returns a name that no body or material of the document has: the wanted one, or one with a
// number behind it.
export function unique(document, wanted, list = "bodies") {
  const taken = new Set((document[list] ?? []).map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  const [, stem, number] = /^(.*?)(?: (\d{1,15}))?$/s.exec(wanted); // longer numbers do not grow by one exactly
  for (let n = Number(number ?? 1) + 1; ; n++) {
    if (!taken.has(`${stem} ${n}`)) return `${stem} ${n}`;
  }
}

// named gives a body a name if it has none, so that a joint can refer to it.
export function named(document, pointer) {
  const body = at(document, pointer);
  if (body.name) return { document, name: body.name };
  const name = unique(document, kindOfBody(body));
  return { document: set(document, pointer + "/name", name), name };
}

// kindOfBody returns a word for a body without a name.
export function kindOfBody(body) {
  const [first] = body.colliders ?? [];
  if (!first) return body.chains?.length ? "chain" : "body";
  return first.type.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase());
}

// rename changes the name of a body or a material and all references to it. An empty name removes
// the name. Joints and areas of a body without a name would refer to the ground, so a body keeps
// its name while it has any.
export function rename(document, pointer, name) {
  const before = at(document, pointer).name, { list } = split(pointer);
  if (!name && list === "bodies" && hasReferences(document, { name: before })) return document;
  const changed = set(document, pointer + "/name", name || undefined);
  if (!before || before === name) return changed;
  return list === "materials" ? renamedMaterial(changed, before, name || undefined) : renamedBody(changed, before, name || undefined);
}

function renamedBody(document, before, name) {
  const swap = (thing, key) => (thing[key] === before ? set(thing, "/" + key, name) : thing);
  return mapLists(document, { joints: (j) => swap(swap(j, "a"), "b"), areas: (a) => swap(a, "body") });
}

function renamedMaterial(document, before, name) {
  const swap = (c) => {
    const one = c.material === before ? set(c, "/material", name) : c;
    return one.materials?.includes(before) ? { ...one, materials: one.materials.map((m) => (m === before ? name ?? "" : m)) } : one;
  };
  return mapLists(document, { bodies: (b) => mapLists(b, { colliders: swap, chains: swap }), characters: swap });
}

// mapLists applies a function to each thing of some lists, and keeps unchanged lists.
function mapLists(object, functions) {
  let result = object;
  for (const [list, change] of Object.entries(functions)) {
    const before = object[list];
    if (!before) continue;
    const after = before.map(change);
    if (after.some((thing, i) => thing !== before[i])) result = { ...result, [list]: after };
  }
  return result;
}

// hasReferences reports whether a joint or an area refers to the body.
export function hasReferences(document, { name }) {
  return Boolean(name) && ((document.joints ?? []).some((j) => j.a === name || j.b === name) || (document.areas ?? []).some((a) => a.body === name));
}

// remove removes things from the document together with everything that depends on them: joints and
// areas of removed bodies, and gears of removed joints. References to removed materials are
// removed.
export function remove(document, pointers) {
  const gone = { bodies: new Set(), joints: new Set(), areas: new Set(), characters: new Set(), materials: new Set() };
  for (const pointer of pointers) {
    const { list, index } = split(pointer);
    gone[list].add(index);
  }
  const names = new Set([...gone.bodies].map((i) => document.bodies[i].name).filter(Boolean));
  (document.joints ?? []).forEach((j, i) => {
    if (names.has(j.a) || names.has(j.b)) gone.joints.add(i);
  });
  (document.areas ?? []).forEach((a, i) => {
    if (names.has(a.body)) gone.areas.add(i);
  });
  let result = document;
  for (const i of gone.materials) result = renamedMaterial(result, document.materials[i].name, undefined);
  result = withoutJoints(result, gone.joints);
  for (const list of ["bodies", "areas", "characters", "materials"]) {
    if (gone[list].size > 0) result = kept(result, list, result[list].filter((_, i) => !gone[list].has(i)));
  }
  return result;
}

// kept replaces a list. An empty list is left out.
function kept(document, list, things) { return set(document, "/" + list, things.length > 0 ? things : undefined); }

// withoutJoints removes joints and the gears that refer to them, and updates the indexes in the
// other gears.
function withoutJoints(document, gone) {
  if (gone.size === 0) return document;
  const place = new Map(), rest = [];
  document.joints.forEach((joint, i) => {
    if (gone.has(i)) return;
    if (joint.type === "gear") {
      const first = place.get(joint.first ?? 0), second = place.get(joint.second ?? 0);
      if (first === undefined || second === undefined) return;
      joint = first === (joint.first ?? 0) && second === (joint.second ?? 0) ? joint : { ...joint, first, second };
    }
    place.set(i, rest.length);
    rest.push(joint);
  });
  return kept(document, "joints", rest);
}

// --- placing ---

// A placement moves points of the world: it turns them about a centre, scales them away from it,
// and shifts them.
const noPlacement = { center: [0, 0], angle: 0, scale: 1, shift: [0, 0] };

export const moveBy = (dx, dy) => ({ ...noPlacement, shift: [dx, dy] });
export const turnAbout = (center, angle) => ({ ...noPlacement, center, angle });
export const scaleAbout = (center, scale) => ({ ...noPlacement, center, scale });

function placed({ center, angle, scale, shift }, point) {
  const [x, y] = angle === 0 ? point : rotated(point, center, angle);
  return roundPoint([center[0] + scale * (x - center[0]) + shift[0], center[1] + scale * (y - center[1]) + shift[1]]);
}

// place applies a placement to bodies, areas and characters. Joints between two placed bodies, and
// between a placed body and the ground, are placed too. Of other joints only the side of the placed
// body is scaled.
export function place(document, pointers, placement) {
  const bodies = new Set(), areas = new Set(), characters = new Set(), names = new Set();
  for (const pointer of pointers) {
    const { list, index } = split(pointer);
    if (list === "bodies") bodies.add(index);
    if (list === "areas") areas.add(index);
    if (list === "characters") characters.add(index);
  }
  for (const i of bodies) {
    if (document.bodies[i].name) names.add(document.bodies[i].name);
  }
  const onPlaced = (area) => area.body && names.has(area.body);
  return mapLists(document, {
    bodies: (b, i) => (bodies.has(i) ? placedBody(b, placement) : b),
    areas: (a, i) => (onPlaced(a) ? scaledArea(a, placement.scale) : areas.has(i) ? placedArea(document, a, placement) : a),
    characters: (c, i) => (characters.has(i) ? placedCharacter(document, c, placement) : c),
    joints: (j) => placedJoint(j, names, placement),
  });
}

// placedBody and placedArea leave out an angle of zero, as documents do.
function withPose(thing, placement) {
  const moved = { ...thing, position: placed(placement, thing.position ?? [0, 0]) };
  if (placement.angle !== 0) moved.angle = round((thing.angle ?? 0) + placement.angle);
  if (moved.angle === 0) delete moved.angle;
  return moved;
}

function placedBody(body, placement) {
  const moved = withPose(body, placement);
  if (placement.scale === 1) return moved;
  const scaled = mapLists(moved, { colliders: (c) => scaledShape(c, placement.scale), chains: (c) => scaledShape(c, placement.scale) });
  return body.mass ? { ...scaled, mass: { ...body.mass, center: scaledPoint(body.mass.center ?? [0, 0], placement.scale) } } : scaled;
}

// placedCharacter moves a character, which stays upright.
function placedCharacter(document, character, placement) {
  const moved = { ...character, position: placed(placement, character.position ?? [0, 0]) };
  return placement.scale === 1 ? moved : { ...moved, shape: scaledShape(characterShape(document, character), placement.scale) };
}

// placedArea moves an area by itself. An area that a body carries moves in the frame of that body.
function placedArea(document, area, placement) {
  const carrier = bodyNamed(document, area.body);
  if (!carrier) return scaledArea(withPose(area, placement), placement.scale, false);
  const pose = poseOf(carrier), before = toWorld(pose, area.position ?? [0, 0]), after = placed(placement, before);
  const local = turnedBack(pose, [after[0] - before[0], after[1] - before[1]]);
  const moved = { ...area, position: roundPoint([(area.position?.[0] ?? 0) + local[0], (area.position?.[1] ?? 0) + local[1]]) };
  if (placement.angle !== 0) moved.angle = round((area.angle ?? 0) + placement.angle);
  return scaledArea(moved, placement.scale, false);
}

function scaledArea(area, scale, withPosition = true) {
  if (scale === 1) return area;
  const scaled = mapLists(area, { effects: (e) => scaledShape(e, scale) });
  if (area.shape) return scaledPosition({ ...scaled, shape: scaledShape(area.shape, scale) }, scale, withPosition);
  return scaledPosition({ ...scaled }, scale, withPosition);
}

function scaledPosition(area, scale, wanted) {
  if (wanted && area.position) area.position = scaledPoint(area.position, scale);
  return area;
}

const scaledPoint = ([x, y], scale) => roundPoint([x * scale, y * scale]);

// scaledShape scales a collider, a chain or an effect about the origin of its body.
function scaledShape(c, scale) {
  const out = { ...c };
  for (const key of ["radius", "skin", "distance", "innerRadius"]) {
    if (key in c) out[key] = round(c[key] * scale);
  }
  for (const key of ["center", "a", "b", "before", "after", "point", "halfExtents", "radii"]) {
    if (key in c) out[key] = scaledPoint(c[key], scale);
  }
  for (const key of ["points", "surface"]) {
    if (c[key]) out[key] = c[key].map((p) => scaledPoint(p, scale));
  }
  return out;
}

function placedJoint(joint, names, placement) {
  const own = { a: Boolean(joint.a) && names.has(joint.a), b: Boolean(joint.b) && names.has(joint.b) };
  if (!own.a && !own.b) return joint;
  const out = { ...joint }, { angle, scale } = placement;
  for (const [side, other] of [["a", "b"], ["b", "a"]]) {
    for (const key of pointsOf(joint, side)) {
      if (own[side] && scale !== 1 && key in joint) out[key] = scaledPoint(joint[key], scale);
      if (!joint[side] && own[other]) out[key] = placed(placement, joint[key] ?? [0, 0]); // points of the ground are in the world
    }
  }
  const whole = (own.a || !joint.a) && (own.b || !joint.b);
  if (!whole) return out;
  if (joint.type === "pulley") {
    for (const key of wheels) out[key] = placed(placement, joint[key] ?? [0, 0]);
  }
  if (angle !== 0) turnGround(out, angle);
  if (scale !== 1) scaleLengths(out, scale);
  return out;
}

export const anchorless = ["angle", "ratchet", "rotarySpring", "noCollision", "gear"];

// pointsOf returns the fields of a joint that are points in the frame of its body "a" or "b".
export function pointsOf(joint, side) {
  if (anchorless.includes(joint.type)) return [];
  if (side === "b") return ["localAnchorB"];
  if (joint.type === "mouse") return ["localTargetA"];
  return joint.type === "groove" ? ["localGrooveA1", "localGrooveA2"] : ["localAnchorA"];
}

// turnGround turns the ground's side of a joint, so that it keeps its place relative to the body.
function turnGround(joint, angle) {
  const turn = joint.a ? -angle : angle;
  if (joint.a && joint.b) return;
  if (!joint.a && joint.localAxisA) joint.localAxisA = roundPoint(rotated(joint.localAxisA, [0, 0], angle));
  const key = { revolute: joint.a ? "localAngleB" : "localAngleA", weld: "angle", prismatic: "angle", angle: "angle", rotarySpring: "angle" }[joint.type];
  if (key) joint[key] = round((joint[key] ?? 0) + (joint.type === "revolute" ? angle : turn));
}

function scaleLengths(joint, scale) {
  const keys = ["prismatic", "wheel"].includes(joint.type) ? [...lengths, ...slides] : lengths;
  for (const key of keys) {
    if (key in joint) joint[key] = round(joint[key] * scale);
  }
}
