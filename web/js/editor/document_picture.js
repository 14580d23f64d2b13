// A document as a picture that the viewer draws: the body at place i is slot i + 1. The bodies of
// characters follow, as in the world that is made of the document.

import { bodyType, colliderFlag, NONE, Picture, state } from "../frame.js";
import { areaPose, areaShape, characterShape, partShapes } from "./geometry.js";
import { bodyNamed } from "./document.js";

const types = { static: bodyType.static, kinematic: bodyType.kinematic };
const wholeTurn = 4294967296 / (2 * Math.PI);
const stale = 4; // unused shapes per used shape at which all shapes get new numbers

// DocumentPicture follows a document. It skips objects that are the same as before.
export class DocumentPicture extends Picture {
  constructor() {
    super();
    this.head = { time: 0, ticks: 0, timestep: 1 / 60 };
    this.numbers = new WeakMap(); // of colliders and chains: their shapes
    this.nextShape = 0;
    this.shown = null;
  }

  // show takes the present document.
  show(document) {
    if (document === this.shown) return;
    const { bodies = [], areas = [], characters = [] } = document, before = this.shown;
    if (!before || differ(bodies, before.bodies ?? [], sameBody) || differ(areas, before.areas ?? [], sameArea) ||
      differ(characters, before.characters ?? [], sameCharacter) || characters.length > 0 && document.world !== before.world) this.rebuild(document);
    this.shown = document;
    bodies.forEach((body, i) => this.pose(body, i + 1));
    areas.forEach((area, i) => this.poseArea(area, this.areas[i], bodies));
    characters.forEach((c, i) => this.pose({ position: c.position }, bodies.length + 1 + i));
  }

  rebuild(document) {
    const { bodies = [], areas = [], characters = [] } = document, count = bodies.length + characters.length;
    if (this.shapes.size > 100 + stale * this.colliderSlots) {
      this.shapes = new Map();
      this.numbers = new WeakMap();
    }
    for (let i = count + 1; i < this.bodySlots; i++) this.bodies.generation[i] = 0;
    this.bodySlot(count);
    this.bodySlots = count + 1;
    this.colliders.generation.fill(0);
    this.colliderSlots = 0;
    this.names = new Map();
    bodies.forEach((body, i) => this.addBody(body, i + 1));
    characters.forEach((c, i) => this.addBody({ type: "kinematic", name: c.name, colliders: [characterShape(document, c)] }, bodies.length + 1 + i));
    this.areas = areas.map((area, i) => this.area(area, i));
    this.structure++;
  }

  addBody(body, slot) {
    const flags = types[body.type] ?? bodyType.dynamic, b = this.bodies;
    b.generation[slot] = 1;
    b.state[slot] = flags | (body.asleep || flags !== bodyType.dynamic ? 0 : state.awake) | (body.disabled ? state.disabled : 0) | (body.bullet ? state.bullet : 0);
    if (body.name) this.names.set(slot, body.name);
    for (const c of [...(body.colliders ?? []), ...(body.chains ?? [])]) {
      for (const shape of this.shapesOf(c)) this.addCollider(c, slot, shape);
    }
  }

  addCollider(c, body, shape) {
    const slot = this.colliderSlot(this.colliderSlots), columns = this.colliders;
    columns.generation[slot] = 1;
    columns.body[slot] = body;
    columns.shape[slot] = shape;
    columns.flags[slot] = (c.sensor ? colliderFlag.sensor : 0) | (c.oneWay ? colliderFlag.oneWay : 0) | (c.type ? 0 : colliderFlag.chain);
  }

  // shapesOf returns the numbers of the shapes of a collider or a chain.
  shapesOf(c) {
    let found = this.numbers.get(c);
    if (!found) this.numbers.set(c, found = partShapes(c).map((shape) => this.number(shape)));
    return found;
  }

  number(shape) {
    this.shapes.set(this.nextShape, shape);
    return this.nextShape++;
  }

  area(area, slot) {
    const shape = areaShape(area);
    const surface = (area.effects ?? []).flatMap((e) => e.surface ?? []).flat();
    return { slot, generation: 1, body: NONE, shape: shape ? this.number(shape) : NONE, flags: area.disabled ? 1 : 0, surface };
  }

  poseArea(area, row, bodies) {
    const pose = areaPose(area, bodyNamed({ bodies }, area.body));
    row.x = pose.x;
    row.y = pose.y;
    row.angle = pose.angle;
  }

  pose({ position, angle = 0 }, slot) {
    const b = this.bodies, [x, y] = position ?? [0, 0], turns = Math.round(angle * wholeTurn) >>> 0;
    b.x[slot] = b.beforeX[slot] = x;
    b.y[slot] = b.beforeY[slot] = y;
    b.angle[slot] = b.beforeAngle[slot] = turns;
  }
}

function differ(things, before, same) { return things.length !== before.length || things.some((thing, i) => !same(thing, before[i])); }

// sameBody and sameArea report whether the drawn parts differ by the pose at most.
function sameBody(a, b) {
  return a === b || a.colliders === b.colliders && a.chains === b.chains && a.type === b.type && a.asleep === b.asleep &&
    a.disabled === b.disabled && a.bullet === b.bullet && a.name === b.name;
}

function sameCharacter(a, b) { return a === b || a.shape === b.shape && a.up === b.up && a.name === b.name; }

function sameArea(a, b) { return a === b || a.shape === b.shape && a.disabled === b.disabled && a.effects === b.effects; }
