// The layers of the picture: what a person switches, and what frames must have for it.

import { layer } from "./frame.js";

// name, key on the keyboard, layers of the frame that it needs, on at first.
export const layers = [
  { name: "shapes", key: "1", needs: 0, on: true },
  { name: "joints", key: "2", needs: layer.joints, on: true },
  { name: "contacts", key: "3", needs: layer.contacts },
  { name: "normals", key: "4", needs: layer.contacts },
  { name: "impulses", key: "5", needs: layer.contacts },
  { name: "velocities", key: "6", needs: layer.velocities },
  { name: "centers", label: "centres of mass", key: "7", needs: 0 },
  { name: "islands", key: "8", needs: layer.islands },
  { name: "boxes", key: "9", needs: layer.boxes },
  { name: "broadphase", key: "0", needs: layer.broadphase },
  { name: "names", key: "n", needs: layer.names },
  { name: "events", label: "hits", key: "e", needs: 0 },
  { name: "grid", key: "g", needs: 0, on: true },
];

const always = layer.areas | layer.events | layer.stages | layer.counters;

// needed returns the layers that frames must have, as their bits.
export function needed(show, plots) {
  let bits = always;
  for (const { name, needs } of layers) {
    if (show[name]) bits |= needs;
  }
  return plots ? bits | layer.energy | layer.depth : bits;
}

// firstShown returns which layers are on at first, with those of `options` set.
export function firstShown(options = {}) {
  return { ...Object.fromEntries(layers.map(({ name, on }) => [name, on === true])), ...options };
}
