// The painter on a plain canvas, for machines without WebGL. It draws the same rows and marks.

import { Contents } from "./contents.js";
import { markBytes, markKind, Marks } from "./marks.js";
import { Outlines, vertexSize } from "./outlines.js";

const tiny = 1.5; // pixels from the centre of a body, below which a shape is a square
const beside = 4; // pixels that an outline reaches beside its shape

// CanvasPainter has the fields and methods of PixiPainter.
export class CanvasPainter {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.kind = "canvas";
    this.context = this.canvas.getContext("2d");
    this.under = new Marks();
    this.over = new Marks();
    this.names = [];
    this.outlines = new Outlines();
    this.contents = new Contents();
    this.paths = [];
    this.setRows(0);
  }

  resize(width, height, resolution) {
    this.canvas.width = Math.round(width * resolution);
    this.canvas.height = Math.round(height * resolution);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.resolution = resolution;
    this.contents.forget();
  }

  setPalette(palette) {
    this.palette = palette;
    this.contents.forget();
  }

  setRows(count) {
    if (!this.rows || this.rows.length < 8 * count) this.rows = new Float32Array(16 * Math.max(64, count));
    this.rowCount = count;
  }

  // setOutlines keeps the outer points of each row, and their reach from the centre of the body.
  // The paths are made when they are first drawn.
  setOutlines() {
    this.contents.forget();
    this.paths = new Array(this.rowCount);
    const { vertices: v, vertexCount } = this.outlines;
    for (let i = 0; i < vertexCount; i++) {
      const at = i * vertexSize, row = v[at + 6], kind = v[at + 7];
      if (kind === 0 && v[at + 5] === 0) {
        const path = this.paths[row] ??= { points: [], drawn: null, reach: 0, flat: false };
        path.points.push(v[at], v[at + 1]);
        path.reach = Math.max(path.reach, Math.hypot(v[at], v[at + 1]));
      } else if (kind === 1) {
        const round = [v[at], v[at + 1], v[at + 2], v[at + 3], v[at + 4], v[at + 5]];
        this.paths[row] = { round, drawn: null, reach: Math.hypot(round[0], round[1]) + round[4] + round[5], flat: round[5] === 0 };
      }
    }
  }

  // drawn returns the lines of a path. Those of what is round and small depend on the size of a
  // pixel.
  drawn(path, pixel) {
    const form = path.round ? Math.max(path.round[5], pixel) + (spoked(path.round, pixel) ? 0.5 : 0) : 0;
    if (path.drawn && path.form === form) return path.drawn;
    const p = path.drawn = new Path2D();
    path.form = form;
    if (path.round) tracePill(p, path.round, pixel);
    else for (let k = 0; k < path.points.length; k += 2) p.lineTo(path.points[k], path.points[k + 1]);
    p.closePath();
    return p;
  }

  draw(camera) {
    if (!this.contents.change(this, camera)) return;
    const g = this.context, r = this.resolution;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.fillStyle = this.palette.background;
    g.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const world = [camera.scale * r, 0, 0, -camera.scale * r * camera.up, this.canvas.width / 2, this.canvas.height / 2];
    this.drawMarks(this.under, world, camera);
    this.drawShapes(world, camera);
    this.drawMarks(this.over, world, camera);
    this.drawNames(camera);
  }

  // drawShapes calls the canvas as seldom as it can: each call takes a microsecond.
  drawShapes([across, , , up, left, top], camera) {
    const g = this.context, { rows } = this, pixel = 1 / camera.scale, last = { opacity: -1 };
    for (let i = 0; i < this.rowCount; i++) {
      const at = 8 * i, path = this.paths[i];
      if (!path || rows[at + 5] === 0) continue;
      const x = across * rows[at], y = up * rows[at + 1], reach = path.reach * across;
      if (Math.abs(x) > left + reach + beside * this.resolution || Math.abs(y) > top + reach + beside * this.resolution) continue;
      if (rows[at + 5] !== last.opacity) g.globalAlpha = last.opacity = rows[at + 5];
      const fill = this.fillOf(rows, at);
      if (fill !== last.fill) g.fillStyle = last.fill = fill;
      if (reach < tiny * this.resolution && !path.flat && rows[at + 6] === 0) {
        this.drawSquare(last, left + x, top + y, reach);
        continue;
      }
      const lines = this.drawn(path, pixel), cos = rows[at + 2], sin = rows[at + 3];
      last.square = false;
      this.setStroke(last, rows, at, pixel);
      g.setTransform(across * cos, up * sin, -across * sin, up * cos, left + x, top + y);
      g.fill(lines);
      g.stroke(lines);
    }
    g.globalAlpha = 1;
  }

  // drawSquare draws a shape of a few pixels: a path takes ten times as long.
  drawSquare(last, x, y, reach) {
    if (!last.square) this.context.setTransform(1, 0, 0, 1, 0, 0);
    last.square = true;
    const half = Math.max(0.5, 0.85 * reach);
    this.context.fillRect(x - half, y - half, 2 * half, 2 * half);
  }

  setStroke(last, rows, at, pixel) {
    const marked = rows[at + 6] !== 0, stroke = marked ? this.palette.highlight : rows[at + 4] < 0 ? last.fill : this.palette.strokes[rows[at + 4]];
    if (stroke !== last.stroke) this.context.strokeStyle = last.stroke = stroke;
    if (marked !== last.marked) this.context.lineWidth = ((last.marked = marked) ? 2.5 : 1.25) * pixel;
  }

  // fillOf returns the colour of a row: of its look, or a colour of the game's own.
  fillOf(rows, at) {
    const look = rows[at + 4];
    return look >= 0 ? this.palette.fills[look] : "#" + rows[at + 7].toString(16).padStart(6, "0");
  }

  drawMarks(marks, world, camera) {
    const g = this.context, f = marks.numbers, size = markBytes / 4, pixel = 1 / camera.scale;
    g.setTransform(...world);
    g.lineCap = "round";
    for (let i = 0; i < marks.count; i++) {
      const at = size * i, kind = f[at + 5], width = f[at + 4] * pixel, color = css(marks.colors[at + 6]);
      g.beginPath();
      if (kind === markKind.line || kind === markKind.dashed) {
        g.setLineDash(kind === markKind.dashed ? [5 * pixel, 4 * pixel] : []);
        g.strokeStyle = color;
        g.lineWidth = width;
        g.moveTo(f[at], f[at + 1]);
        g.lineTo(f[at + 2], f[at + 3]);
        g.stroke();
        continue;
      }
      g.setLineDash([]);
      if (kind === markKind.square) g.rect(f[at] - width / 2, f[at + 1] - width / 2, width, width);
      else g.arc(f[at], f[at + 1], width / 2, 0, 2 * Math.PI);
      g.fillStyle = g.strokeStyle = color;
      g.lineWidth = 1.25 * pixel;
      if (kind === markKind.ring) g.stroke();
      else g.fill();
    }
    g.setLineDash([]);
  }

  drawNames(camera) {
    const g = this.context;
    g.setTransform(this.resolution, 0, 0, this.resolution, 0, 0);
    g.font = "12px system-ui, sans-serif";
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.fillStyle = this.palette.name;
    for (const { x, y, name } of this.names) g.fillText(name, camera.toScreenX(x), camera.toScreenY(y));
  }

  close() { this.canvas.remove(); }
}

// tracePill adds a capsule to a path. A circle has a line from its middle to its border.
function tracePill(path, round, pixel) {
  const [x, y, ux, uy, half, radius] = round;
  const r = Math.max(radius, pixel), angle = Math.atan2(uy, ux);
  path.arc(x + ux * half, y + uy * half, r, angle - Math.PI / 2, angle + Math.PI / 2);
  path.arc(x - ux * half, y - uy * half, r, angle + Math.PI / 2, angle + 1.5 * Math.PI);
  if (spoked(round, pixel)) {
    path.moveTo(x, y);
    path.lineTo(x + r, y);
  }
}

// spoked reports whether a circle is large enough to show how it has turned.
function spoked([, , , , half, radius], pixel) { return half === 0 && radius > 4 * pixel; }

function css(color) {
  return `rgba(${color & 255}, ${color >> 8 & 255}, ${color >> 16 & 255}, ${(color >>> 24) / 255})`;
}
