// Vertices of shapes for the graphics card, built once per shape and collider. The card moves them.
//
// A vertex is eight numbers:
//   x, y           its point in the body's frame, m
//   e0, e1, e2, e3 border: direction of the mitre, radius of the inner circle, 0 outside or 1 inside
//                  round:  axis of the capsule, half of its length, radius
//   row            where pose and look are
//   kind           0 border of a polygon, 1 to 4 corner of what is round, 5 ground: e0, e1 its mitre, e3 0 at its top or 1 below
//
// The outline lies inside the shape, so shapes that touch in the world touch in the picture.

export const vertexSize = 8;

// Outlines collects vertices and triangles.
export class Outlines {
  constructor() {
    this.vertices = new Float32Array(1 << 12);
    this.indices = new Uint32Array(1 << 12);
    this.vertexCount = 0;
    this.indexCount = 0;
  }

  clear() {
    this.vertexCount = 0;
    this.indexCount = 0;
  }

  // capsule adds a segment from a to b with a radius. For a circle, a equals b.
  capsule(row, ax, ay, bx, by, radius) {
    const length = Math.hypot(bx - ax, by - ay);
    const ux = length > 0 ? (bx - ax) / length : 1, uy = length > 0 ? (by - ay) / length : 0;
    const first = this.vertexCount;
    for (let corner = 1; corner <= 4; corner++) {
      this.vertex((ax + bx) / 2, (ay + by) / 2, ux, uy, length / 2, radius, row, corner);
    }
    this.triangle(first, first + 1, first + 2);
    this.triangle(first, first + 2, first + 3);
  }

  // ground adds the ground below a segment of a chain, on its left. The points are before, a, b and
  // after.
  ground(row, before, a, b, after) {
    const points = [...before, ...a, ...b, ...after], first = this.vertexCount;
    for (const i of [1, 2]) {
      const [mx, my] = mitre(points, i), size = Math.max(1, Math.hypot(mx, my) / 2); // a sharp corner is no spike
      for (const below of [0, 1]) this.vertex(points[2 * i], points[2 * i + 1], mx / size, my / size, 0, below, row, 5);
    }
    this.triangle(first, first + 2, first + 3);
    this.triangle(first, first + 3, first + 1);
  }

  // polygon adds a convex polygon, a list of x, y in counter-clockwise order.
  polygon(row, points) {
    const corners = distinct(points);
    const n = corners.length / 2;
    if (n < 2) return;
    if (n === 2) {
      this.capsule(row, corners[0], corners[1], corners[2], corners[3], 0);
      return;
    }
    const first = this.vertexCount;
    this.border(row, corners, innerRadius(corners));
    for (let i = 1; i + 1 < n; i++) this.triangle(first + 1, first + 2 * i + 1, first + 2 * i + 3);
  }

  // border adds the outer and the inner side of the border of a polygon.
  border(row, corners, inner) {
    const n = corners.length / 2, first = this.vertexCount;
    for (let i = 0; i < n; i++) {
      const [mx, my] = mitre(corners, i);
      this.vertex(corners[2 * i], corners[2 * i + 1], mx, my, inner, 0, row, 0);
      this.vertex(corners[2 * i], corners[2 * i + 1], mx, my, inner, 1, row, 0);
    }
    for (let i = 0; i < n; i++) {
      const a = first + 2 * i, b = first + 2 * ((i + 1) % n);
      this.triangle(a, b, b + 1);
      this.triangle(a, b + 1, a + 1);
    }
  }

  // columns adds the region between two lines that go to the right: columns [x, low, high].
  columns(row, columns) {
    const n = columns.length, corners = columns.flatMap(([x, low]) => [x, low]);
    for (let i = n - 1; i >= 0; i--) corners.push(columns[i][0], columns[i][2]);
    const inner = n > 0 ? Math.max(...columns.map(([, low, high]) => high - low)) / 2 : 0;
    this.border(row, corners, inner);
    const first = this.vertexCount - 4 * n, inside = (i) => first + 2 * i + 1;
    for (let i = 0; i + 1 < n; i++) {
      const a = inside(2 * n - 1 - i), b = inside(2 * n - 2 - i);
      this.triangle(inside(i), inside(i + 1), b);
      this.triangle(inside(i), b, a);
    }
  }

  // append adds the outlines of another Outlines, for a row and with the points moved by -x, -y.
  append(other, row, x, y) {
    const first = this.vertexCount, from = first * vertexSize, to = from + other.vertexCount * vertexSize;
    while (to > this.vertices.length) this.vertices = grown(this.vertices);
    while (this.indexCount + other.indexCount > this.indices.length) this.indices = grown(this.indices);
    const v = this.vertices;
    v.set(other.vertices.subarray(0, other.vertexCount * vertexSize), from);
    for (let i = from; i < to; i += vertexSize) {
      v[i] -= x;
      v[i + 1] -= y;
      v[i + 6] = row;
    }
    for (let i = 0; i < other.indexCount; i++) this.indices[this.indexCount + i] = first + other.indices[i];
    this.vertexCount += other.vertexCount;
    this.indexCount += other.indexCount;
  }

  // trim frees unused memory.
  trim() {
    this.vertices = this.vertices.slice(0, this.vertexCount * vertexSize);
    this.indices = this.indices.slice(0, this.indexCount);
    return this;
  }

  vertex(x, y, e0, e1, e2, e3, row, kind) {
    if ((this.vertexCount + 1) * vertexSize > this.vertices.length) this.vertices = grown(this.vertices);
    const v = this.vertices, i = this.vertexCount * vertexSize;
    v[i] = x;
    v[i + 1] = y;
    v[i + 2] = e0;
    v[i + 3] = e1;
    v[i + 4] = e2;
    v[i + 5] = e3;
    v[i + 6] = row;
    v[i + 7] = kind;
    this.vertexCount++;
  }

  triangle(a, b, c) {
    if (this.indexCount + 3 > this.indices.length) this.indices = grown(this.indices);
    this.indices[this.indexCount++] = a;
    this.indices[this.indexCount++] = b;
    this.indices[this.indexCount++] = c;
  }
}

function grown(array) {
  const larger = new array.constructor(2 * array.length);
  larger.set(array);
  return larger;
}

// distinct drops points that equal their predecessor, because an edge without length has no
// direction.
function distinct(points) {
  const n = points.length / 2;
  let size = 0;
  for (let i = 2; i < 2 * n; i++) size = Math.max(size, Math.abs(points[i] - points[i % 2]));
  const out = [];
  for (let i = 0; i < n; i++) {
    const j = out.length > 0 ? out.length - 2 : -1;
    if (j < 0 || apart(points, 2 * i, out, j, size)) out.push(points[2 * i], points[2 * i + 1]);
  }
  while (out.length > 2 && !apart(out, 0, out, out.length - 2, size)) out.length -= 2;
  return out;
}

function apart(a, i, b, j, size) {
  return Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1]) > 1e-6 * size;
}

// mitre returns the displacement of a corner when both of its edges move inward by one. With inward
// normals n and m it is (n + m) / (1 + n.m).
function mitre(points, i) {
  const count = points.length / 2;
  const at = (k) => 2 * ((k + count) % count);
  const before = at(i - 1), here = at(i), after = at(i + 1);
  const n = inward(points, before, here), m = inward(points, here, after);
  const scale = 1 / Math.max(0.1, 1 + n[0] * m[0] + n[1] * m[1]);
  return [(n[0] + m[0]) * scale, (n[1] + m[1]) * scale];
}

function inward(points, a, b) {
  const dx = points[b] - points[a], dy = points[b + 1] - points[a + 1];
  const length = Math.hypot(dx, dy) || 1;
  return [-dy / length, dx / length];
}

// innerRadius returns the distance of the middle of all corners from the nearest edge.
function innerRadius(points) {
  const n = points.length / 2;
  let x = 0, y = 0;
  for (let i = 0; i < n; i++) {
    x += points[2 * i] / n;
    y += points[2 * i + 1] / n;
  }
  let least = Infinity;
  for (let i = 0; i < n; i++) {
    const [nx, ny] = inward(points, 2 * i, 2 * ((i + 1) % n));
    least = Math.min(least, (x - points[2 * i]) * nx + (y - points[2 * i + 1]) * ny);
  }
  return Math.max(0, least);
}
