// Marks are lines, arrows, dots and rings whose width is measured in pixels: contacts, joints,
// boxes, the grid. They are collected anew for each picture.

export const markKind = { line: 0, dot: 1, ring: 2, dashed: 3, square: 4 };

export const markBytes = 28;

// Marks is a list of marks. Points are given in the world and kept relative to `origin`, the middle
// of the picture, so that no digits are lost far from the origin of the world.
export class Marks {
  constructor() {
    this.buffer = new ArrayBuffer(markBytes * 1024);
    this.numbers = new Float32Array(this.buffer);
    this.colors = new Uint32Array(this.buffer);
    this.count = 0;
    this.originX = 0;
    this.originY = 0;
  }

  begin(camera) {
    this.count = 0;
    this.originX = camera.x;
    this.originY = camera.y;
    this.pixel = 1 / camera.scale;
  }

  add(kind, ax, ay, bx, by, width, color) {
    if ((this.count + 1) * markBytes > this.buffer.byteLength) this.grow();
    const i = this.count++ * (markBytes / 4);
    const f = this.numbers;
    f[i] = ax - this.originX;
    f[i + 1] = ay - this.originY;
    f[i + 2] = bx - this.originX;
    f[i + 3] = by - this.originY;
    f[i + 4] = width;
    f[i + 5] = kind;
    this.colors[i + 6] = color;
  }

  grow() {
    const larger = new ArrayBuffer(2 * this.buffer.byteLength);
    new Uint8Array(larger).set(new Uint8Array(this.buffer));
    this.buffer = larger;
    this.numbers = new Float32Array(larger);
    this.colors = new Uint32Array(larger);
  }

  line(ax, ay, bx, by, width, color) { this.add(markKind.line, ax, ay, bx, by, width, color); }

  dashed(ax, ay, bx, by, width, color) { this.add(markKind.dashed, ax, ay, bx, by, width, color); }

  dot(x, y, diameter, color) { this.add(markKind.dot, x, y, x, y, diameter, color); }

  ring(x, y, diameter, color) { this.add(markKind.ring, x, y, x, y, diameter, color); }

  square(x, y, side, color) { this.add(markKind.square, x, y, x, y, side, color); }

  box(lowX, lowY, highX, highY, width, color) {
    this.line(lowX, lowY, highX, lowY, width, color);
    this.line(highX, lowY, highX, highY, width, color);
    this.line(highX, highY, lowX, highY, width, color);
    this.line(lowX, highY, lowX, lowY, width, color);
  }

  // arrow draws from a to b, with a head of at most `head` pixels.
  arrow(ax, ay, bx, by, width, color, head = 7) {
    const dx = bx - ax, dy = by - ay, length = Math.hypot(dx, dy);
    this.line(ax, ay, bx, by, width, color);
    if (length < 3 * this.pixel) return;
    const size = Math.min(head * this.pixel, 0.5 * length) / length;
    const sideX = 0.55 * dy * size, sideY = -0.55 * dx * size;
    this.line(bx, by, bx - dx * size + sideX, by - dy * size + sideY, width, color);
    this.line(bx, by, bx - dx * size - sideX, by - dy * size - sideY, width, color);
  }
}
