// The camera maps metres of the world to pixels of the page. Pixel (0, 0) is the upper left corner.

const minScale = 0.02; // pixels per metre
const maxScale = 20000;

export class Camera {
  constructor() {
    this.x = 0; // the point of the world in the middle of the picture, m
    this.y = 0;
    this.scale = 40; // pixels per metre
    this.width = 1;
    this.height = 1;
    this.up = 1; // +1 where y points up, -1 where it points down
  }

  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }

  toScreenX(x) { return (x - this.x) * this.scale + this.width / 2; }

  toScreenY(y) { return this.height / 2 - (y - this.y) * this.scale * this.up; }

  toWorldX(px) { return (px - this.width / 2) / this.scale + this.x; }

  toWorldY(py) { return (this.height / 2 - py) / this.scale * this.up + this.y; }

  // panBy moves the picture by pixels.
  panBy(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale * this.up;
  }

  // zoomAt scales the picture about a pixel, whose point of the world stays where it is.
  zoomAt(px, py, factor) {
    const x = this.toWorldX(px), y = this.toWorldY(py);
    this.scale = Math.min(maxScale, Math.max(minScale, this.scale * factor));
    this.x += x - this.toWorldX(px);
    this.y += y - this.toWorldY(py);
  }

  // fit shows a box of the world within the margins, in pixels, that panels leave free.
  fit(box, margins = { left: 0, right: 0, top: 0, bottom: 0 }) {
    const [lowX, lowY, highX, highY] = box;
    const width = Math.max(40, this.width - margins.left - margins.right);
    const height = Math.max(40, this.height - margins.top - margins.bottom);
    const spanX = Math.max(highX - lowX, 1e-3), spanY = Math.max(highY - lowY, 1e-3);
    this.scale = Math.min(maxScale, Math.max(minScale, 0.92 * Math.min(width / spanX, height / spanY)));
    this.x = (lowX + highX) / 2 - (margins.left - margins.right) / 2 / this.scale;
    this.y = (lowY + highY) / 2 - (margins.bottom - margins.top) / 2 / this.scale * this.up;
  }

  // view returns the box of the world that is seen: [lowX, lowY, highX, highY].
  view() {
    const halfX = this.width / 2 / this.scale, halfY = this.height / 2 / this.scale;
    return [this.x - halfX, this.y - halfY, this.x + halfX, this.y + halfY];
  }
}

// gridStep returns the distance of grid lines, m: 1, 2 or 5 times a power of ten, at least `pixels`
// apart.
export function gridStep(scale, pixels) {
  const least = pixels / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5]) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}
