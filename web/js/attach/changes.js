// The commands that turn the document of a running game into another document. They are commands of
// world/scene/edit.

import { set, split } from "../editor/document.js";

const lists = ["materials", "bodies", "joints", "areas", "characters"];

const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

// changesBetween returns the commands in an order in which each can be carried out. Joints and
// areas are removed before their bodies, and added after them. Materials are added first and
// removed last.
export function changesBetween(before, after) {
  const steps = Object.fromEntries(lists.map((list) => [list, ofList(list, before[list] ?? [], after[list] ?? [])]));
  const rest = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !lists.includes(key) && !same(before[key], after[key]));
  return [
    ...["joints", "areas", "characters", "bodies"].flatMap((list) => steps[list].gone), ...rest.map((key) => setting(`/${key}`, after[key])),
    ...lists.flatMap((list) => steps[list].made), ...steps.materials.gone,
  ];
}

const setting = (pointer, value) => ({ do: "edit-set", pointer, setting: value ?? null });

// ofList compares two lists. Two entries are the same thing if they are the same object or stand
// between the same objects. Removed things are gone before the others change, except for materials.
function ofList(list, before, after) {
  const had = new Set(before), has = new Set(after), gone = [], made = [], last = list === "materials";
  let i = 0, j = 0;
  const place = () => (last ? j + gone.length : j);
  while (i < before.length || j < after.length) {
    const one = before[i], other = after[j];
    if (i < before.length && j < after.length && (one === other || !has.has(one) && !had.has(other))) {
      if (one !== other) made.push(...ofThing(list, `/${list}/${place()}`, one, other));
      i++;
      j++;
    } else if (j >= after.length || i < before.length && !has.has(one)) {
      gone.unshift({ do: "edit-remove", pointer: `/${list}/${last ? place() : i}` });
      i++;
    } else {
      made.push({ do: "edit-add", list, at: place(), setting: other });
      j++;
    }
  }
  return { gone, made };
}

function ofThing(list, pointer, before, after) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !same(before[key], after[key]));
  if (list === "joints" && keys.length > 1) return [setting(pointer, after)]; // limits are right only together
  return keys.flatMap((key) => {
    const shapes = key === "colliders" && before[key]?.length === after[key]?.length;
    return shapes ? after[key].flatMap((c, k) => (c === before[key][k] ? [] : ofThing(key, `${pointer}/colliders/${k}`, before[key][k], c))) : [setting(`${pointer}/${key}`, after[key])];
  });
}

// changed returns the document after a command. An added thing stays the same object.
export function changed(document, change) {
  if (change.do === "edit-set") return set(document, change.pointer, change.setting ?? undefined);
  const { list, index } = change.do === "edit-add" ? { list: change.list, index: change.at } : split(change.pointer);
  const things = [...(document[list] ?? [])];
  things.splice(index, change.do === "edit-add" ? 0 : 1, ...(change.do === "edit-add" ? [change.setting] : []));
  return set(document, "/" + list, things.length > 0 ? things : undefined);
}
