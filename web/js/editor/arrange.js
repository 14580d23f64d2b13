// Operations on several things of a document at once: copies, groups, alignment.

import { add, at, bodyNamed, moveBy, place, rename, set, split, unique } from "./document.js";
import { areaPose, areaShape, boxAround, framesOf, joinBoxes, poseOf, round, shapesOf } from "./geometry.js";

// boxOf returns the box of a body, an area or a character in the world, or null where it has none.
export function boxOf(document, pointer) {
  const thing = at(document, pointer), { list } = split(pointer);
  if (list === "bodies") return boxAround(shapesOf(thing), poseOf(thing));
  if (list === "characters") return boxAround(framesOf(document, thing), poseOf(thing));
  if (list !== "areas" || !areaShape(thing)) return null;
  return boxAround([areaShape(thing)], areaPose(thing, bodyNamed(document, thing.body)));
}

export function boxOfAll(document, pointers) { return joinBoxes(pointers.map((p) => boxOf(document, p)).filter((box) => box !== null)); }

// --- copies ---

// extract returns a document of only the given things, with the joints between the bodies among
// them, their areas and their materials.
export function extract(document, pointers) {
  const picked = { bodies: [], areas: [], characters: [] };
  for (const pointer of [...new Set(pointers)]) {
    const { list, index } = split(pointer);
    picked[list]?.push(index);
  }
  const bodies = picked.bodies.sort((a, b) => a - b).map((i) => document.bodies[i]);
  const names = new Set(bodies.map(({ name }) => name).filter(Boolean));
  const held = (name) => !name || names.has(name);
  const joints = [], places = new Map();
  (document.joints ?? []).forEach((joint, i) => {
    const gear = joint.type === "gear";
    const both = gear ? places.has(joint.first ?? 0) && places.has(joint.second ?? 0) : held(joint.a) && held(joint.b) && (joint.a || joint.b);
    if (!both) return;
    places.set(i, joints.length);
    joints.push(gear ? { ...joint, first: places.get(joint.first ?? 0), second: places.get(joint.second ?? 0) } : joint);
  });
  const areas = (document.areas ?? []).filter((area, i) => (area.body ? names.has(area.body) : picked.areas.includes(i)));
  const characters = (document.characters ?? []).filter((_, i) => picked.characters.includes(i));
  const used = materialsOf(bodies, characters);
  const materials = (document.materials ?? []).filter(({ name }) => used.has(name));
  return { version: 1, materials, bodies, joints, areas, characters };
}

function materialsOf(bodies, characters) {
  const used = new Set(characters.map(({ material }) => material));
  for (const body of bodies) {
    for (const c of [...(body.colliders ?? []), ...(body.chains ?? [])]) {
      for (const name of [c.material, ...(c.materials ?? [])]) used.add(name);
    }
  }
  return used;
}

// insert adds the things of another document, moved by (dx, dy), and returns the document with the
// pointers to its bodies, areas and characters. Names that are taken get numbers.
export function insert(document, fragment, dx = 0, dy = 0) {
  let result = document;
  const pointers = [], bodies = new Map(), firstJoint = (document.joints ?? []).length;
  for (const material of fragment.materials ?? []) {
    if (!(result.materials ?? []).some(({ name }) => name === material.name)) result = add(result, "materials", material).document;
  }
  const put = (list, thing) => {
    const added = add(result, list, thing);
    result = added.document;
    return added.pointer;
  };
  for (const body of fragment.bodies ?? []) {
    const name = body.name && unique(result, body.name);
    if (name) bodies.set(body.name, name);
    pointers.push(put("bodies", name ? { ...body, name } : body));
  }
  const renamed = (thing, key) => (thing[key] ? { ...thing, [key]: bodies.get(thing[key]) ?? thing[key] } : thing);
  for (const joint of fragment.joints ?? []) {
    if (joint.type === "gear") put("joints", { ...joint, first: (joint.first ?? 0) + firstJoint, second: (joint.second ?? 0) + firstJoint });
    else put("joints", renamed(renamed(joint, "a"), "b"));
  }
  for (const area of fragment.areas ?? []) {
    const pointer = put("areas", renamed(area, "body"));
    if (!area.body) pointers.push(pointer);
  }
  for (const character of fragment.characters ?? []) pointers.push(put("characters", character));
  return { document: place(result, pointers, moveBy(dx, dy)), pointers };
}

// --- groups: the part of a name before its last slash ---

export function groupOf(thing) {
  const end = thing?.name?.lastIndexOf("/") ?? -1;
  return end > 0 ? thing.name.slice(0, end) : "";
}

// membersOf returns the pointers to all bodies and areas of the group of a thing, or to the thing
// alone.
export function membersOf(document, pointer) {
  const group = groupOf(at(document, pointer));
  if (!group) return [pointer];
  const out = [];
  for (const list of ["bodies", "areas", "characters"]) {
    (document[list] ?? []).forEach((thing, i) => {
      if (thing.name?.startsWith(group + "/")) out.push(`/${list}/${i}`);
    });
  }
  return out;
}

// group gives things names with a common beginning. ungroup removes it. A name that ends with the
// only slash has nothing behind it and keeps its beginning.
export function group(document, pointers, wanted = "group") {
  const taken = new Set((document.bodies ?? []).concat(document.areas ?? [], document.characters ?? []).map((thing) => groupOf(thing).split("/")[0]));
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} ${n}`;
  return pointers.reduce((result, pointer) => {
    const thing = at(result, pointer), own = thing.name || split(pointer).list.replace(/ies$/, "y").replace(/s$/, "");
    return renameAny(result, pointer, `${name}/${own}`);
  }, document);
}

export function ungroup(document, pointers) {
  return pointers.reduce((result, pointer) => {
    const { name = "" } = at(result, pointer), slash = name.indexOf("/");
    const rest = slash < 0 ? "" : name.slice(slash + 1) || name.slice(0, slash);
    return rest ? renameAny(result, pointer, rest) : result;
  }, document);
}

// renameAny renames a thing. References are to bodies alone: an area or a character may have the
// name of a body.
function renameAny(document, pointer, name) {
  return split(pointer).list === "bodies" ? rename(document, pointer, unique(document, name)) : set(document, pointer + "/name", name);
}

// --- alignment ---

// The ways to align: the sides of the boxes that are put on one line, in the order of the menu.
export const alignments = [
  { name: "left", axis: 0, at: 0 }, { name: "middle", axis: 0, at: 0.5 }, { name: "right", axis: 0, at: 1 },
  { name: "bottom", axis: 1, at: 0 }, { name: "centre", axis: 1, at: 0.5 }, { name: "top", axis: 1, at: 1 },
];

export function align(document, pointers, name) {
  const { axis, at: share } = alignments.find((a) => a.name === name);
  const whole = boxOfAll(document, pointers);
  if (!whole) return document;
  const line = (box) => box[axis] + share * (box[axis + 2] - box[axis]);
  return pointers.reduce((result, pointer) => {
    const box = boxOf(result, pointer);
    return box ? place(result, [pointer], shift(axis, line(whole) - line(box))) : result;
  }, document);
}

// distribute makes the gaps between neighbours equal along an axis, 0 or 1. The outermost stay.
export function distribute(document, pointers, axis) {
  const boxes = pointers.map((pointer) => ({ pointer, box: boxOf(document, pointer) })).filter(({ box }) => box !== null);
  if (boxes.length < 3) return document;
  boxes.sort((p, q) => p.box[axis] - q.box[axis]);
  const size = ({ box }) => box[axis + 2] - box[axis];
  const span = boxes.at(-1).box[axis + 2] - boxes[0].box[axis];
  const gap = (span - boxes.reduce((sum, b) => sum + size(b), 0)) / (boxes.length - 1);
  let next = boxes[0].box[axis], result = document;
  for (const b of boxes) {
    result = place(result, [b.pointer], shift(axis, next - b.box[axis]));
    next += size(b) + gap;
  }
  return result;
}

const shift = (axis, by) => (axis === 0 ? moveBy(round(by), 0) : moveBy(0, round(by)));
