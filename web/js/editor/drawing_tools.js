// The tools that make bodies: boxes, circles, capsules, polygons, freehand, chains, ground by
// brush.

import { add, at, set, unique } from "./document.js";
import { distance, poseOf, round, roundPoint, signedArea, toLocal } from "./geometry.js";
import { corners, Tool } from "./tools.js";

const least = 0.02; // m, the smallest size of a drawn shape

// ShapeTool drags a shape from one point to another.
class ShapeTool extends Tool {
  press(point) { this.from = this.editor.snapped(point); }

  drag(point) { this.to = this.editor.snapped(point); }

  release() {
    const { from, to } = this;
    this.from = this.to = null;
    if (to && distance(from, to) >= least) this.finish(from, to);
  }

  // click makes a shape of the usual size.
  click(point) {
    const from = this.editor.snapped(point);
    this.from = this.to = null;
    this.finish(...this.usual(from));
  }

  enter() { this.click(this.view.middle()); }

  cancel() {
    const busy = Boolean(this.from);
    this.from = this.to = null;
    return busy;
  }

  finish(from, to) {
    const made = this.shape(from, to);
    if (made) this.view.attempt(() => this.editor.addShapes([made.shape], made.center, made.angle));
  }

  marks(draw) {
    if (!this.to || distance(this.from, this.to) < least) return;
    const made = this.shape(this.from, this.to);
    if (made) draw.ghost(made.shape, made.center, made.angle ?? 0);
  }
}

export class BoxTool extends ShapeTool {
  usual([x, y]) { return [[x - 0.5, y - 0.5], [x + 0.5, y + 0.5]]; }

  shape(from, to) {
    const [low, high] = corners(from, to), half = [round((high[0] - low[0]) / 2), round((high[1] - low[1]) / 2)];
    if (half[0] < least / 2 || half[1] < least / 2) return null;
    return { shape: { type: "box", halfExtents: half }, center: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2] };
  }
}

export class CircleTool extends ShapeTool {
  usual([x, y]) { return [[x, y], [x + 0.5, y]]; }

  shape(from, to) { return { shape: { type: "circle", radius: round(distance(from, to)) }, center: from }; }
}

export class CapsuleTool extends ShapeTool {
  usual([x, y]) { return [[x - 0.5, y], [x + 0.5, y]]; }

  shape(from, to) {
    const half = round(distance(from, to) / 2), radius = round(Math.max(least / 2, Math.min(0.25, half / 2)));
    return {
      shape: { type: "capsule", a: [-half, 0], b: [half, 0], radius },
      center: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], angle: Math.atan2(to[1] - from[1], to[0] - from[0]),
    };
  }
}

// PointsTool collects points by clicks. It ends with a click on the first point, with Enter or with
// a double click.
class PointsTool extends Tool {
  points = [];

  click(point) {
    const next = this.editor.snapped(point), { points } = this;
    if (points.length >= this.fewest && distance(next, points[0]) < this.within) return this.end(true);
    if (points.length === 0 || distance(next, points.at(-1)) >= least) points.push(next);
    this.view.redraw();
  }

  // A drag counts as a click at its end, because fingers are not still.
  release(point) { this.click(point); }

  hover(point) { this.next = this.editor.snapped(point); }

  double() { this.enter(); }

  enter() {
    if (this.points.length >= this.fewest) this.end(false);
    else if (this.points.length === 0) this.usual(this.editor.snapped(this.view.middle()));
  }

  cancel() {
    const busy = this.begun;
    this.points = [];
    return busy;
  }

  get begun() { return this.points.length > 0; }

  back() {
    const busy = this.begun;
    this.points.pop();
    return busy;
  }

  end(closed) {
    const { points } = this;
    this.points = [];
    this.finish(points, closed);
  }

  marks(draw) {
    const { points } = this;
    if (points.length === 0) return;
    draw.path(this.next ? [...points, this.next] : points, false);
    points.forEach((p, i) => draw.corner(p, i === 0 && points.length >= this.fewest));
  }
}

// outlined asks the engine for the convex polygons of an outline and makes of them what the
// settings and the selection say when the outline ends.
async function outlined(tool, points, tolerance) {
  await tool.view.attempt(async () => {
    const target = tool.editor.target(), polygons = await tool.editor.engine.outline(points, tolerance);
    if (polygons.length === 0) throw new Error("This outline has no inside.");
    const center = roundPoint(middleOf(points));
    const shapes = polygons.map((polygon) => ({ type: "polygon", points: polygon.map(([x, y]) => roundPoint([x - center[0], y - center[1]])) }));
    tool.editor.addShapes(shapes, center, 0, target);
  });
}

// middleOf returns the middle of the area within an outline, or of its points if it has none.
function middleOf(points) {
  const area = signedArea(points), n = points.length;
  if (Math.abs(area) < least * least) return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n];
  let x = 0, y = 0;
  for (let i = 0; i < n; i++) {
    const [ax, ay] = points[i], [bx, by] = points[(i + 1) % n], cross = ax * by - bx * ay;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return [x / (6 * area), y / (6 * area)];
}

export class PolygonTool extends PointsTool {
  fewest = 3;

  usual([x, y]) { this.finish([[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x, y + 0.5]]); }

  finish(points) { return outlined(this, points, 0); }
}

export class ChainTool extends PointsTool {
  fewest = 2;

  usual([x, y]) { this.finish([[x + 4, y], [x - 4, y]], false); }

  // The open side of a chain is on its right. A line drawn from left to right is reversed, so that
  // it holds bodies that fall on it. A closed chain is solid inside.
  finish(points, closed) {
    const { editor } = this, ring = closed && points.length > 2;
    const backwards = ring ? signedArea(points) < 0 : points[0][0] < points.at(-1)[0];
    const ordered = backwards ? [...points].reverse() : points, center = roundPoint(middleOf(points));
    const chain = { points: ordered.map(([x, y]) => roundPoint([x - center[0], y - center[1]])), ...(ring ? { closed: true } : {}) };
    const { selection, settings } = editor;
    if (settings.attach && selection.length === 1 && selection[0].startsWith("/bodies/")) return this.onto(selection[0], chain, center);
    editor.addThing("bodies", { type: "static", position: center, chains: [chain] });
  }

  onto(pointer, chain, center) {
    const { editor } = this, body = at(editor.document, pointer), pose = poseOf(body);
    const points = chain.points.map(([x, y]) => roundPoint(toLocal(pose, [x + center[0], y + center[1]])));
    editor.commit("attach", set(editor.document, pointer + "/chains", [...(body.chains ?? []), { ...chain, points }]));
  }
}

// StrokeTool follows the pointer.
class StrokeTool extends Tool {
  stroke = null;

  press(point) { this.stroke = [roundPoint(point)]; }

  drag(point) {
    if (this.stroke && distance(point, this.stroke.at(-1)) > this.spacing) this.stroke.push(roundPoint(point));
  }

  release() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke) this.finish(stroke);
  }

  cancel() {
    const busy = this.stroke !== null;
    this.stroke = null;
    return busy;
  }
}

// FreehandTool makes a body of a freehand outline.
export class FreehandTool extends StrokeTool {
  get spacing() { return 2 * this.view.pixel; }

  click() { this.stroke = null; }

  finish(points) {
    if (points.length < 3) return;
    outlined(this, points, 2 * this.view.pixel);
  }

  // Enter draws a pebble, because there is no freehand outline without a pointer.
  enter() {
    const [x, y] = this.view.middle();
    this.finish(Array.from({ length: 7 }, (_, i) => roundPoint([x + 0.5 * Math.cos(i * 0.9), y + 0.4 * Math.sin(i * 0.9)])));
  }

  marks(draw) { if (this.stroke) draw.path(this.stroke, true); }
}

// BrushTool adds to the ground, or removes from it.
export class BrushTool extends StrokeTool {
  get spacing() { return this.editor.settings.brush / 3; }

  click(point) {
    this.stroke = null;
    this.finish([roundPoint(point)]);
  }

  enter() { this.click(this.view.middle()); }

  hover(point) { this.next = point; }

  // finish paints one stroke after the other: each begins with the ground after the previous
  // stroke.
  finish(points) {
    const { brush, erase } = this.editor.settings;
    this.painting = (this.painting ?? Promise.resolve()).then(() => this.paint(points, brush, erase));
    return this.painting;
  }

  // paint forgets a stroke whose ground was edited, removed or moved in its list while the engine
  // worked, such as by undo.
  paint(points, brush, erase) {
    const { editor, view } = this;
    return view.attempt(async () => {
      const { document } = editor, pointer = this.ground(), body = pointer ? at(editor.document, pointer) : { name: unique(editor.document, "terrain"), type: "static" };
      const pose = poseOf(body), chains = body.chains ?? [], closed = chains.filter((c) => c.closed);
      const stroke = { loops: closed.map((c) => c.points), points: points.map((p) => roundPoint(toLocal(pose, p))), radius: brush, erase };
      const loops = await editor.engine.brush(stroke);
      if (pointer ? at(editor.document, pointer) !== body : editor.document !== document) return;
      const { points: _, materials: __, ...rest } = closed[0] ?? { closed: true };
      const drawn = [...chains.filter((c) => !c.closed), ...loops.map((loop) => ({ ...rest, points: loop.map(roundPoint) }))];
      this.put(pointer, body, drawn);
    });
  }

  put(pointer, body, chains) {
    const { editor } = this;
    if (pointer) editor.commit("brush", set(editor.document, pointer + "/chains", chains.length > 0 ? chains : undefined));
    else if (chains.length > 0) editor.commit("brush", add(editor.document, "bodies", { ...body, chains }).document);
  }

  // ground returns the body to paint: the selected body if it is static and has closed chains, or
  // the first such body.
  ground() {
    const { document, selection } = this.editor, fits = (b) => b?.type === "static" && (b.chains ?? []).some((c) => c.closed);
    const [selected] = selection;
    if (selected?.startsWith("/bodies/") && fits(at(document, selected))) return selected;
    const i = (document.bodies ?? []).findIndex(fits);
    return i < 0 ? null : `/bodies/${i}`;
  }

  marks(draw) {
    const { brush, erase } = this.editor.settings;
    for (const p of this.stroke ?? []) draw.disc(p, brush, erase);
    if (this.next && !this.stroke) draw.disc(this.next, brush, erase);
  }
}
