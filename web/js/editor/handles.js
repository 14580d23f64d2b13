// Handles: points on the picture that a person drags to change a shape, a joint or the whole
// selection.
//
// A handle is {kind, point, label, drag(document, point)}: drag returns the document in which the
// handle is at another point of the world. Kinds are "corner", "size", "anchor", "axis", "limit",
// "motor", "spring", "turn" and "scale". The picture shows each kind in its own way.

import { boxOfAll } from "./arrange.js";
import { anchorless, at, place, pointsOf, scaleAbout, set, split, turnAbout } from "./document.js";
import { distance, poseOf, round, roundPoint, toLocal, toWorld, turned, turnedBack } from "./geometry.js";
import { endsOf } from "./joints.js";

const least = 0.01; // m, the smallest size after a drag
const arm = 46; // pixels from a pin to the handles around it
const hertzPixels = 8; // of the handle of a spring, a hertz
const decadePixels = 30; // of the handle of a stiffness, ten times as stiff
const speedPixels = 6; // of the handle of a motor, a rad/s or m/s
const pullerHertz = 5; // of a puller without a frequency of its own

// handlesOf returns the handles of a selection. `pixel` is the size of a pixel in the world, m.
export function handlesOf(document, selection, pixel) {
  const placeable = selection.filter((p) => !p.startsWith("/joints/"));
  const list = [];
  if (selection.length === 1) {
    const [pointer] = selection, kind = split(pointer).list;
    if (kind === "bodies") list.push(...bodyHandles(document, pointer));
    if (kind === "areas") list.push(...areaHandles(document, pointer));
    if (kind === "joints") list.push(...jointHandles(document, pointer, pixel));
  }
  if (placeable.length > 0) list.push(...wholeHandles(document, placeable, pixel));
  return list;
}

// --- the selection as a whole ---

function wholeHandles(document, pointers, pixel) {
  const box = boxOfAll(document, pointers);
  if (!box) return [];
  const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const single = pointers.length === 1 && split(pointers[0]).list === "bodies";
  const center = single ? at(document, pointers[0]).position ?? [0, 0] : middle;
  const turnAt = [middle[0], box[3] + 28 * pixel], scaleAt = [box[2] + 14 * pixel, box[3] + 14 * pixel];
  return [
    {
      kind: "turn", point: turnAt, label: "turn", from: [middle[0], box[3]],
      drag(before, point, { snap } = {}) {
        let angle = Math.atan2(point[1] - center[1], point[0] - center[0]) - Math.atan2(turnAt[1] - center[1], turnAt[0] - center[0]);
        if (snap) angle = Math.round(angle / (Math.PI / 12)) * (Math.PI / 12);
        return place(before, pointers, turnAbout(center, round(angle)));
      },
    },
    {
      kind: "scale", point: scaleAt, label: "scale",
      drag(before, point) {
        const factor = distance(point, center) / Math.max(distance(scaleAt, center), least);
        return place(before, pointers, scaleAbout(center, Math.max(0.05, round(factor))));
      },
    },
  ];
}

// --- shapes ---

function bodyHandles(document, pointer) {
  const body = at(document, pointer), pose = poseOf(body), list = [];
  (body.colliders ?? []).forEach((c, i) => list.push(...shapeHandles(c, `${pointer}/colliders/${i}`, pose)));
  (body.chains ?? []).forEach((c, i) => list.push(...pointHandles(c.points, `${pointer}/chains/${i}/points`, pose)));
  return merged(list);
}

// merged makes one handle of corners at the same place, so that adjacent shapes stay adjacent.
function merged(handles) {
  const corners = new Map(), list = [];
  for (const handle of handles) {
    const key = handle.kind === "corner" ? roundPoint(handle.point).join() : null, first = corners.get(key);
    if (key === null || !first) {
      const own = { ...handle };
      if (key !== null) corners.set(key, own);
      list.push(own);
      continue;
    }
    const { drag } = first;
    first.drag = (before, point) => handle.drag(drag(before, point), point);
  }
  return list;
}

function areaHandles(document, pointer) {
  const area = at(document, pointer);
  return area.shape && !area.body ? shapeHandles(area.shape, pointer + "/shape", poseOf(area)) : [];
}

const mostCorners = 200; // handles that a person can tell apart

function pointHandles(points, pointer, pose) {
  if (points.length > mostCorners) return [];
  return points.map((p, i) => pointHandle(p, `${pointer}/${i}`, pose, "corner"));
}

function pointHandle(p, pointer, pose, kind) {
  return {
    kind, pointer, point: toWorld(pose, p), label: kind,
    drag: (before, point) => set(before, pointer, roundPoint(toLocal(pose, point))),
  };
}

function shapeHandles(c, pointer, pose) {
  const center = c.center ?? [0, 0], frame = innerPose(pose, center, c.angle ?? 0);
  const size = (local, change) => ({
    kind: "size", pointer, point: toWorld(frame, local), label: "size",
    drag: (before, point) => set(before, pointer, { ...at(before, pointer), ...change(toLocal(frame, point)) }),
  });
  const extent = (v) => Math.max(least, round(Math.abs(v)));
  switch (c.type) {
    case "circle":
      return [size([c.radius, 0], (p) => ({ radius: Math.max(least, round(Math.hypot(...p))) }))];
    case "box":
      return [size(c.halfExtents, ([x, y]) => ({ halfExtents: [extent(x), extent(y)] }))];
    case "ellipse":
    case "halfEllipse":
      return [size([c.radii[0], 0], ([x]) => ({ radii: [extent(x), c.radii[1]] })), size([0, c.radii[1]], ([, y]) => ({ radii: [c.radii[0], extent(y)] }))];
    case "sector":
      return [size([c.radius, 0], (p) => ({ radius: Math.max(least, round(Math.hypot(...p))) }))];
    case "polygon":
      return pointHandles(c.points, pointer + "/points", pose);
    case "capsule":
    case "segment":
      return [pointHandle(c.a, pointer + "/a", pose, "corner"), pointHandle(c.b, pointer + "/b", pose, "corner")];
    case "halfPlane":
      return [pointHandle(c.point ?? [0, 0], pointer + "/point", pose, "corner")];
  }
  return [];
}

function innerPose(pose, center, angle) {
  const [x, y] = toWorld(pose, center), all = pose.angle + angle;
  return { x, y, cos: Math.cos(all), sin: Math.sin(all), angle: all };
}

// --- joints ---

const slides = ["prismatic", "wheel"], turns = ["revolute", "wheel"], turnsLimited = ["revolute", "angle"];

function jointHandles(document, pointer, pixel) {
  const joint = at(document, pointer), ends = endsOf(document, joint);
  const context = { joint, pointer, ends, pixel };
  return [anchorHandles, axisHandles, frameHandles, limitHandles, motorHandles, springHandles].flatMap((make) => make(context));
}

// anchorHandles move the ends. Both ends of a pin move together if they are at the same place.
function anchorHandles({ joint, pointer, ends }) {
  const keysA = pointsOf(joint, "a"), keysB = pointsOf(joint, "b");
  if (keysA.length === 0) return [];
  const list = [];
  const pinned = joint.type !== "groove" && joint.type !== "mouse" && distance(ends.a, ends.b) < 1e-4;
  const end = (key, pose) => pointHandle(joint[key] ?? [0, 0], `${pointer}/${key}`, pose, "anchor");
  if (pinned) {
    const put = (before, key, pose, point) => set(before, `${pointer}/${key}`, roundPoint(toLocal(pose, point)));
    list.push({
      kind: "anchor", pointer, point: ends.b, label: "anchor",
      drag: (before, point) => put(put(before, keysA[0], ends.poseA, point), keysB[0], ends.poseB, point),
    });
  } else {
    for (const key of keysA) list.push(end(key, ends.poseA));
    list.push(end(keysB[0], ends.poseB));
  }
  if (joint.type === "pulley") {
    const world = poseOf(undefined);
    for (const key of ["wheelA", "wheelB"]) list.push(pointHandle(joint[key] ?? [0, 0], `${pointer}/${key}`, world, "anchor"));
  }
  return list;
}

// axisOf returns the unit axis of a slide in the world.
export function axisOf(joint, ends) {
  if (joint.type === "distance") {
    const length = distance(ends.a, ends.b) || 1;
    return [(ends.b[0] - ends.a[0]) / length, (ends.b[1] - ends.a[1]) / length];
  }
  const [x, y] = turned(ends.poseA, joint.localAxisA ?? [1, 0]), length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

const along = ([x, y], [ux, uy], by) => [x + ux * by, y + uy * by];
const project = ([x, y], [ox, oy], [ux, uy]) => (x - ox) * ux + (y - oy) * uy;

function axisHandles({ joint, pointer, ends, pixel }) {
  if (!joint.localAxisA) return [];
  return [{
    kind: "axis", pointer: pointer + "/localAxisA", point: along(ends.a, axisOf(joint, ends), 1.6 * arm * pixel), from: ends.a, label: "axis",
    drag(before, point) {
      const length = distance(point, ends.a) || 1;
      const local = turnedBack(ends.poseA, [(point[0] - ends.a[0]) / length, (point[1] - ends.a[1]) / length]);
      return set(before, pointer + "/localAxisA", roundPoint(local));
    },
  }];
}

// pinOf returns the point around which the angles of a joint are shown.
export function pinOf(joint, ends) { return anchorless.includes(joint.type) ? ends.b : ends.a; }

// angleZero is the direction in the world at which the angle of a joint is zero.
export function angleZero(joint, ends) {
  const ratio = joint.type === "angle" ? joint.ratio || 1 : 1;
  return ratio * ends.poseA.angle + (joint.localAngleA ?? 0);
}

// turnHandle is a handle on a circle around the pin, at the angle joint[key] from a direction. It
// turns on through half a turn.
function turnHandle({ joint, pointer, ends, pixel }, { kind, key, zero = angleZero(joint, ends), radius, put = set }) {
  const pin = pinOf(joint, ends), value = joint[key] ?? 0;
  return {
    kind, pointer: `${pointer}/${key}`, from: pin, label: key,
    point: along(pin, [Math.cos(zero + value), Math.sin(zero + value)], radius * pixel),
    drag(before, point) {
      const turn = Math.atan2(point[1] - pin[1], point[0] - pin[0]) - zero;
      return put(before, `${pointer}/${key}`, round(turn + 2 * Math.PI * Math.round((value - turn) / (2 * Math.PI))));
    },
  };
}

// frameAngles are the angles from which a joint counts, or which it holds.
const frameAngles = { revolute: "localAngleA", prismatic: "angle", weld: "angle", motor: "angle", angle: "angle", rotarySpring: "angle", ratchet: "phase" };

function frameHandles(context) {
  const { joint, ends } = context, key = frameAngles[joint.type];
  if (!key) return [];
  const zero = key === "localAngleA" ? ends.poseA.angle : angleZero(joint, ends);
  return [turnHandle(context, { kind: "axis", key, zero, radius: 2.1 * arm })];
}

function limitHandles(context) {
  const { joint } = context;
  if (turnsLimited.includes(joint.type) && joint.limit) {
    return ["lower", "upper"].map((key) => turnHandle(context, { kind: "limit", key, radius: arm, put: withLimit }));
  }
  if (slides.includes(joint.type) && joint.limit) return ["lower", "upper"].map((key) => slideLimit(context, key, (v) => v));
  if (joint.type === "distance") {
    return ["minLength", "maxLength"].filter((key) => joint[key] > 0).map((key) => slideLimit(context, key, (v) => Math.max(least, v)));
  }
  return [];
}

function slideLimit(context, key, allowed) { return slideHandle(context, { kind: "limit", key, allowed, put: withLimit }); }

// slideHandle is a handle on the axis of a slide, at joint[key] from its beginning.
function slideHandle({ joint, pointer, ends }, { kind, key, allowed, put = set }) {
  const axis = axisOf(joint, ends);
  return {
    kind, pointer: `${pointer}/${key}`, from: ends.a, point: along(ends.a, axis, joint[key] ?? 0), label: key,
    drag: (before, point) => put(before, `${pointer}/${key}`, round(allowed(project(point, ends.a, axis)))),
  };
}

// withLimit keeps the lower limit below the upper limit by moving the other limit too.
function withLimit(document, pointer, value) {
  const cut = pointer.lastIndexOf("/"), owner = pointer.slice(0, cut), key = pointer.slice(cut + 1);
  const joint = at(document, owner), other = { lower: "upper", upper: "lower", minLength: "maxLength", maxLength: "minLength" }[key];
  const low = key === "lower" || key === "minLength", bound = joint[other] ?? 0;
  const none = other.endsWith("Length") && bound === 0, crossed = !none && (low ? bound < value : bound > value);
  const changed = set(document, pointer, value);
  return crossed ? set(changed, `${owner}/${other}`, value) : changed;
}

const tenths = (v) => (Math.abs(v) < 0.5 ? 0 : Math.round(v * 10) / 10);

function motorHandles({ joint, pointer, ends, pixel }) {
  const list = [], scale = speedPixels * pixel, drives = (...keys) => keys.some((key) => joint[key] > 0);
  const speed = (key, from, way) => list.push({
    kind: "motor", pointer: `${pointer}/${key}`, from, point: along(from, way, (joint[key] ?? 0) * scale), label: key,
    drag: (before, point) => set(before, `${pointer}/${key}`, tenths(project(point, from, way) / scale)),
  });
  // A rotary motor has its handle below the pin, to the left for a positive speed, in the direction
  // in which a wheel would roll.
  const turning = (key) => speed(key, along(ends.b, [0, -1], arm * pixel), [-1, 0]);
  if (drives("maxMotorTorque", "maxMotorForce")) {
    if (turns.includes(joint.type) || joint.type === "angle") turning("motorSpeed");
    else speed("motorSpeed", ends.b, axisOf(joint, ends));
  }
  if (drives("maxVelocityTorque")) turning("angularVelocity");
  if (drives("maxVelocityForce")) {
    const key = `${pointer}/velocity`;
    list.push({
      kind: "motor", pointer: key, from: ends.b, point: along(ends.b, turned(ends.poseA, joint.velocity ?? [0, 0]), scale), label: "velocity",
      drag: (before, [x, y]) => set(before, key, turnedBack(ends.poseA, [x - ends.b[0], y - ends.b[1]]).map((v) => tenths(v / scale))),
    });
  }
  return list;
}

const hertzKeys = ["springHertz", "linearHertz", "angularHertz"];

// springHandles change how stiff the springs of a joint are, one below the other, and where they
// rest.
function springHandles(context) {
  const { joint, pointer, ends, pixel } = context, list = [];
  const stiffness = (key, value, { pixels, shown, read }) => {
    const from = along(along(ends.b, [1, 0], 0.6 * arm * pixel), [0, -1], 0.5 * arm * pixel * list.length), scale = pixels * pixel;
    list.push({
      kind: "spring", pointer: `${pointer}/${key}`, from, point: along(from, [1, 0], shown(value) * scale), label: key,
      drag: (before, point) => set(before, `${pointer}/${key}`, Math.max(0.1, Math.round(read(project(point, from, [1, 0]) / scale) * 10) / 10)),
    });
  };
  for (const key of hertzKeys) {
    const hertz = joint[key] || (joint.type === "mouse" && key === "springHertz" ? pullerHertz : 0);
    if (hertz > 0) stiffness(key, hertz, { pixels: hertzPixels, shown: (v) => v, read: (v) => v });
  }
  if (joint.stiffness > 0) stiffness("stiffness", joint.stiffness, { pixels: decadePixels, shown: (v) => Math.log10(1 + v), read: (v) => 10 ** v - 1 });
  if (!(joint.springHertz > 0)) return list;
  if (joint.type === "revolute") list.push(turnHandle(context, { kind: "spring", key: "targetAngle", radius: 1.5 * arm }));
  if (joint.type === "prismatic") list.push(slideHandle(context, { kind: "spring", key: "targetTranslation", allowed: (v) => v }));
  if (joint.type === "distance" && joint.length > 0) list.push(slideHandle(context, { kind: "spring", key: "length", allowed: (v) => Math.max(least, v) }));
  return list;
}

// handleAt returns the handle nearest to a point of the world within a distance, or null. Handles
// of parts come before handles of the whole selection.
export function handleAt(handles, point, within) {
  let best = null, bestDistance = within;
  for (const handle of handles) {
    const d = distance(handle.point, point);
    if (d < bestDistance) {
      best = handle;
      bestDistance = d;
    }
  }
  return best;
}
