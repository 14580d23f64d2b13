// The layers of the picture: the switches of a person, and the layers of frames that they need.

import { layer } from "./frame.js";

// name, key on the keyboard, layers of the frame that it needs, on at first.
export const layers = [
  { name: "shapes", key: "1", needs: 0, on: true },
  { name: "states", key: "s", needs: 0 },
  { name: "joints", key: "2", needs: layer.joints },
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
  { name: "particles", label: "dust and drops", key: "x", needs: layer.events, on: true },
  { name: "grid", key: "g", needs: 0, on: true },
];

// Rods and soft things are drawn by their joints, even if the layer of joints is off.
const always = layer.areas | layer.events | layer.stages | layer.counters | layer.joints;

// needed returns the layers that frames must have, as their bits.
export function needed(show, plots) {
  let bits = always;
  for (const { name, needs } of layers) {
    if (show[name]) bits |= needs;
  }
  return plots ? bits | layer.energy | layer.depth : bits;
}

// firstShown returns the layers that are on at first, with the settings of `options`. A person who
// prefers reduced motion gets no particles by default.
export function firstShown(options = {}, calm = false) {
  const first = Object.fromEntries(layers.map(({ name, on }) => [name, on === true]));
  if (calm) first.particles = false;
  return { ...first, ...options };
}
