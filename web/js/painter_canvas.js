// The painter on a plain canvas, for machines without WebGL. It draws the same rows and marks.

import { markBytes, markKind, Marks } from "./marks.js";
import { Outlines, vertexSize } from "./outlines.js";

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
    this.paths = [];
    this.setRows(0);
  }

  resize(width, height, resolution) {
    this.canvas.width = Math.round(width * resolution);
    this.canvas.height = Math.round(height * resolution);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.resolution = resolution;
  }

  setPalette(palette) { this.palette = palette; }

  setRows(count) {
    if (!this.rows || this.rows.length < 8 * count) this.rows = new Float32Array(16 * Math.max(64, count));
    this.rowCount = count;
  }

  // setOutlines keeps the outer points of each row. The paths are made when they are first drawn.
  setOutlines() {
    this.paths = new Array(this.rowCount);
    const { vertices: v, vertexCount } = this.outlines;
    for (let i = 0; i < vertexCount; i++) {
      const at = i * vertexSize, row = v[at + 6], kind = v[at + 7];
      if (kind === 0 && v[at + 5] === 0) {
        const path = this.paths[row] ??= { points: [], drawn: null };
        path.points.push(v[at], v[at + 1]);
      } else if (kind === 1) {
        this.paths[row] = { round: [v[at], v[at + 1], v[at + 2], v[at + 3], v[at + 4], v[at + 5]], drawn: null };
      }
    }
  }

  // pathOf returns the path of a row, or undefined. What is round depends on the size of a pixel.
  pathOf(row, pixel) {
    const path = this.paths[row];
    if (!path || path.drawn && (!path.round || path.pixel === pixel)) return path?.drawn;
    const p = path.drawn = new Path2D();
    path.pixel = pixel;
    if (path.round) tracePill(p, path.round, pixel);
    else for (let k = 0; k < path.points.length; k += 2) p.lineTo(path.points[k], path.points[k + 1]);
    p.closePath();
    return p;
  }

  draw(camera) {
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
  drawShapes(world, camera) {
    const g = this.context, { rows } = this, pixel = 1 / camera.scale, [across, , , up, left, top] = world;
    let opacity = g.globalAlpha = 1, fill, stroke, thick;
    for (let i = 0; i < this.rowCount; i++) {
      const at = 8 * i, cos = rows[at + 2], sin = rows[at + 3], marked = rows[at + 6] !== 0;
      if (rows[at + 5] === 0) continue;
      const path = this.pathOf(i, pixel);
      if (!path) continue;
      const [inner, border] = this.colors(rows, at), line = marked ? this.palette.highlight : border;
      if (rows[at + 5] !== opacity) g.globalAlpha = opacity = rows[at + 5];
      if (inner !== fill) g.fillStyle = fill = inner;
      if (line !== stroke) g.strokeStyle = stroke = line;
      if (marked !== thick) g.lineWidth = ((thick = marked) ? 2.5 : 1.25) * pixel;
      g.setTransform(across * cos, up * sin, -across * sin, up * cos, left + across * rows[at], top + up * rows[at + 1]);
      g.fill(path);
      g.stroke(path);
    }
    g.globalAlpha = 1;
  }

  colors(rows, at) {
    const index = rows[at + 4];
    if (index >= 0) return [this.palette.fills[index], this.palette.strokes[index]];
    const own = "#" + rows[at + 7].toString(16).padStart(6, "0");
    return [own, own];
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
function tracePill(path, [x, y, ux, uy, half, radius], pixel) {
  const r = Math.max(radius, pixel), angle = Math.atan2(uy, ux);
  path.arc(x + ux * half, y + uy * half, r, angle - Math.PI / 2, angle + Math.PI / 2);
  path.arc(x - ux * half, y - uy * half, r, angle + Math.PI / 2, angle + 1.5 * Math.PI);
  if (half === 0 && r > 4 * pixel) {
    path.moveTo(x, y);
    path.lineTo(x + r, y);
  }
}

function css(color) {
  return `rgba(${color & 255}, ${color >> 8 & 255}, ${color >> 16 & 255}, ${(color >>> 24) / 255})`;
}
