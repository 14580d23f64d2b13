// Handles: points on the picture that a person drags to change a shape, a joint or the whole
// selection.
//
// A handle is {kind, point, label, drag(document, point)}: drag returns the document in which the
// handle is at another point of the world. Kinds are "corner", "size", "anchor", "axis", "limit",
// "motor", "spring", "turn" and "scale". The picture shows each kind in its own way.

import { boxOfAll } from "./arrange.js";
import { at, place, pointsOf, scaleAbout, set, split, turnAbout } from "./document.js";
import { distance, poseOf, round, roundPoint, toLocal, toWorld, turned, turnedBack } from "./geometry.js";
import { endsOf } from "./joints.js";

const least = 0.01; // m, the smallest size after a drag
const arm = 46; // pixels from a pin to the handles around it
const hertzPixels = 8; // of the handle of a spring, a hertz
const speedPixels = 6; // of the handle of a motor, a rad/s or m/s

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

const slides = ["prismatic", "wheel"], turns = ["revolute", "wheel"];

function jointHandles(document, pointer, pixel) {
  const joint = at(document, pointer), ends = endsOf(document, joint);
  const context = { joint, pointer, ends, pixel };
  return [...anchorHandles(context), ...axisHandles(context), ...limitHandles(context), ...motorHandles(context), ...springHandles(context)];
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
    kind: "axis", pointer, point: along(ends.a, axisOf(joint, ends), 1.6 * arm * pixel), from: ends.a, label: "axis",
    drag(before, point) {
      const length = distance(point, ends.a) || 1;
      const local = turnedBack(ends.poseA, [(point[0] - ends.a[0]) / length, (point[1] - ends.a[1]) / length]);
      return set(before, pointer + "/localAxisA", roundPoint(local));
    },
  }];
}

// angleZero is the direction in the world at which the angle of a hinge is zero.
export function angleZero(joint, ends) { return ends.poseA.angle + (joint.localAngleA ?? 0); }

function limitHandles(context) {
  const { joint } = context;
  if (joint.type === "revolute" && joint.limit) return ["lower", "upper"].map((key) => turnLimit(context, key));
  if (slides.includes(joint.type) && joint.limit) {
    return ["lower", "upper"].map((key) => slideLimit(context, key, joint[key] ?? 0, (v) => v));
  }
  if (joint.type === "distance") {
    return ["minLength", "maxLength"].filter((key) => joint[key] > 0).map((key) => slideLimit(context, key, joint[key], (v) => Math.max(least, v)));
  }
  return [];
}

function turnLimit({ joint, pointer, ends, pixel }, key) {
  const zero = angleZero(joint, ends), value = joint[key] ?? 0, radius = arm * pixel;
  return {
    kind: "limit", pointer: `${pointer}/${key}`, from: ends.a, label: key,
    point: [ends.a[0] + radius * Math.cos(zero + value), ends.a[1] + radius * Math.sin(zero + value)],
    drag(before, point) {
      const turn = Math.atan2(point[1] - ends.a[1], point[0] - ends.a[0]) - zero;
      const nearest = turn + 2 * Math.PI * Math.round((value - turn) / (2 * Math.PI));
      return withLimit(before, pointer, key, round(nearest));
    },
  };
}

function slideLimit({ joint, pointer, ends }, key, value, allowed) {
  const axis = axisOf(joint, ends);
  return {
    kind: "limit", pointer: `${pointer}/${key}`, from: ends.a, point: along(ends.a, axis, value), label: key,
    drag: (before, point) => withLimit(before, pointer, key, round(allowed(project(point, ends.a, axis)))),
  };
}

// withLimit keeps the lower limit below the upper limit by moving the other limit too.
function withLimit(document, pointer, key, value) {
  const joint = at(document, pointer), other = { lower: "upper", upper: "lower", minLength: "maxLength", maxLength: "minLength" }[key];
  const low = key === "lower" || key === "minLength", bound = joint[other] ?? 0;
  const none = other.endsWith("Length") && bound === 0, crossed = !none && (low ? bound < value : bound > value);
  const changed = set(document, `${pointer}/${key}`, value);
  return crossed ? set(changed, `${pointer}/${other}`, value) : changed;
}

function motorHandles({ joint, pointer, ends, pixel }) {
  const driven = (joint.maxMotorTorque ?? 0) > 0 || (joint.maxMotorForce ?? 0) > 0;
  if (!driven) return [];
  const scale = speedPixels * pixel, speed = joint.motorSpeed ?? 0;
  // A rotary motor has its handle below the pin, to the left for a positive speed, in the direction
  // in which a wheel would roll.
  const turning = turns.includes(joint.type) || joint.type === "angle";
  const from = turning ? along(ends.b, [0, -1], arm * pixel) : ends.b, way = turning ? [-1, 0] : axisOf(joint, ends);
  const value = (point) => {
    const v = project(point, from, way) / scale;
    return Math.abs(v) < 0.5 ? 0 : Math.round(v * 10) / 10;
  };
  return [{
    kind: "motor", pointer: pointer + "/motorSpeed", from, point: along(from, way, speed * scale), label: "motor",
    drag: (before, point) => set(before, pointer + "/motorSpeed", value(point)),
  }];
}

function springHandles({ joint, pointer, ends, pixel }) {
  const key = ["springHertz", "linearHertz", "angularHertz"].find((k) => joint[k] > 0);
  if (!key) return [];
  const from = along(ends.b, [1, 0], 0.6 * arm * pixel), scale = hertzPixels * pixel;
  return [{
    kind: "spring", pointer: `${pointer}/${key}`, from, point: along(from, [1, 0], joint[key] * scale), label: "spring",
    drag: (before, point) => set(before, `${pointer}/${key}`, Math.max(0.1, Math.round(project(point, from, [1, 0]) / scale * 10) / 10)),
  }];
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
