// The painter on WebGL, by PixiJS: all shapes are one mesh, whose poses lie in a texture, and all
// marks another. So a picture costs the page little more than filling two arrays.

import {
  BufferImageSource, BitmapText, Buffer, BufferUsage, Container, Geometry, Mesh, Shader, UniformGroup, WebGLRenderer,
} from "../vendor/pixi.js/pixi.min.mjs";
import { Contents } from "./contents.js";
import { lookCount, rgba } from "./palette.js";
import { Outlines, vertexSize } from "./outlines.js";
import { Marks, markBytes } from "./marks.js";
import { markFragment, markVertex, rowWidth, shapeFragment, shapeVertex } from "./shaders.js";

const rowFloats = 8;
const mostNames = 400;

// PixiPainter draws into a canvas of its own, `canvas`. Fill `rows` from setRows on, `under` and
// `over`, then call draw.
export class PixiPainter {
  // create returns a painter, or throws where there is no WebGL 2.
  static async create() {
    const renderer = new WebGLRenderer();
    await renderer.init({
      width: 16, height: 16, antialias: false, backgroundAlpha: 1, preferWebGLVersion: 2, powerPreference: "high-performance",
      // Chromium counts a software renderer as a major caveat, and who asks for WebGL gets it.
      failIfMajorPerformanceCaveat: false,
    });
    return new PixiPainter(renderer);
  }

  constructor(renderer) {
    this.renderer = renderer;
    this.canvas = renderer.canvas;
    this.kind = "WebGL";
    this.under = new Marks();
    this.over = new Marks();
    this.names = [];
    this.outlines = new Outlines();
    this.contents = new Contents();
    this.canvas.addEventListener("webglcontextrestored", () => this.contents.forget());
    this.setUpShapes();
    this.underLayer = new MarkLayer(this.under);
    this.overLayer = new MarkLayer(this.over);
    this.words = new Container();
    this.stage = new Container();
    this.stage.addChild(this.underLayer.mesh, this.shapes, this.overLayer.mesh, this.words);
    this.pool = [];
    this.resolution = 1;
    this.setRows(0);
  }

  setUpShapes() {
    this.rowSource = rowTexture(2);
    this.rows = this.rowSource.resource;
    this.uniforms = new UniformGroup({
      uView: { value: new Float32Array(4), type: "vec4<f32>" },
      uHighlight: { value: new Float32Array(4), type: "vec4<f32>" },
      uFills: { value: new Float32Array(4 * lookCount), type: "vec4<f32>", size: lookCount },
      uStrokes: { value: new Float32Array(4 * lookCount), type: "vec4<f32>", size: lookCount },
    });
    this.shader = Shader.from({
      gl: { vertex: shapeVertex, fragment: shapeFragment },
      resources: { uRows: this.rowSource, uniforms: this.uniforms },
    });
    this.vertexBuffer = new Buffer({ data: this.outlines.vertices, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false });
    this.indexBuffer = new Buffer({ data: this.outlines.indices, usage: BufferUsage.INDEX | BufferUsage.COPY_DST, shrinkToFit: false });
    const attribute = (format, offset) => ({ buffer: this.vertexBuffer, format, stride: 4 * vertexSize, offset: 4 * offset });
    this.geometry = new Geometry({
      attributes: { aPoint: attribute("float32x2", 0), aExtra: attribute("float32x4", 2), aRow: attribute("float32x2", 6) },
      indexBuffer: this.indexBuffer,
    });
    this.shapes = new Mesh({ geometry: this.geometry, shader: this.shader });
  }

  resize(width, height, resolution) {
    this.resolution = resolution;
    this.renderer.resolution = resolution;
    this.renderer.resize(width, height, resolution);
    this.contents.forget();
  }

  setPalette(palette) {
    this.renderer.background.color = palette.background;
    const { uFills, uStrokes, uHighlight } = this.uniforms.uniforms;
    palette.fills.forEach((color, i) => uFills.set(rgba(color), 4 * i));
    palette.strokes.forEach((color, i) => uStrokes.set(rgba(color), 4 * i));
    uHighlight.set(rgba(palette.highlight));
    this.nameStyle = { fontFamily: "system-ui, sans-serif", fontSize: 12, fill: palette.name, stroke: { color: palette.background, width: 3 } };
    for (const text of this.pool.splice(0)) text.destroy();
    this.contents.forget();
  }

  // setRows makes room for the rows of so many shapes: eight numbers each, as shaders.js says.
  setRows(count) {
    const height = Math.max(1, Math.ceil(2 * count / rowWidth));
    if (this.rowSource.height < height) {
      const old = this.rowSource;
      this.rowSource = rowTexture(2 * height);
      this.shader.resources.uRows = this.rowSource;
      old.destroy();
    }
    this.rows = this.rowSource.resource;
    this.rowCount = count;
  }

  // setOutlines must be called when `outlines` has changed.
  setOutlines() {
    this.contents.forget();
    const { vertices, indices, vertexCount, indexCount } = this.outlines;
    if (this.vertexBuffer.data === vertices) this.vertexBuffer.update(4 * vertexCount * vertexSize);
    else this.vertexBuffer.data = vertices;
    // The rest of longer lists is drawn as triangles without an area.
    indices.fill(0, indexCount);
    if (this.indexBuffer.data === indices) this.indexBuffer.update();
    else this.indexBuffer.data = indices;
  }

  draw(camera) {
    if (!this.contents.change(this, camera)) return;
    const scale = camera.scale, { uView } = this.uniforms.uniforms;
    uView[0] = 2 * scale / camera.width;
    uView[1] = 2 * scale * camera.up / camera.height;
    uView[2] = scale * this.resolution;
    uView[3] = 1.25 * this.resolution;
    this.uniforms.update();
    this.shapes.visible = this.outlines.indexCount > 0;
    if (this.rowCount > 0) this.rowSource.update();
    this.underLayer.update(camera, this.resolution);
    this.overLayer.update(camera, this.resolution);
    this.drawNames(camera);
    this.renderer.render({ container: this.stage });
  }

  drawNames(camera) {
    const names = this.names;
    const count = Math.min(names.length, mostNames);
    while (this.pool.length < count) {
      const text = new BitmapText({ text: "", style: this.nameStyle });
      text.anchor.set(0.5, 0.5);
      this.pool.push(text);
      this.words.addChild(text);
    }
    this.pool.forEach((text, i) => {
      text.visible = i < count;
      if (!text.visible) return;
      const { x, y, name } = names[i];
      if (text.text !== name) text.text = name;
      text.position.set(camera.toScreenX(x), camera.toScreenY(y));
    });
  }

  close() {
    this.renderer.destroy({ removeView: true });
  }
}

// MarkLayer is the mesh of a list of marks: a square for each, drawn at once.
class MarkLayer {
  constructor(marks) {
    this.marks = marks;
    this.uniforms = new UniformGroup({
      uScreen: { value: new Float32Array(4), type: "vec4<f32>" },
      uUp: { value: 1, type: "f32" },
    });
    this.buffer = new Buffer({ data: marks.numbers, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false });
    const corners = new Buffer({ data: new Float32Array([-1, -1, 1, -1, 1, 1, -1, 1]), usage: BufferUsage.VERTEX });
    const attribute = (format, offset) => ({ buffer: this.buffer, format, stride: markBytes, offset, instance: true });
    this.geometry = new Geometry({
      attributes: {
        aCorner: { buffer: corners, format: "float32x2" },
        aFrom: attribute("float32x2", 0), aTo: attribute("float32x2", 8), aStyle: attribute("float32x2", 16), aColor: attribute("unorm8x4", 24),
      },
      indexBuffer: new Uint32Array([0, 1, 2, 0, 2, 3]),
      instanceCount: 0,
    });
    const shader = Shader.from({ gl: { vertex: markVertex, fragment: markFragment }, resources: { uniforms: this.uniforms } });
    this.mesh = new Mesh({ geometry: this.geometry, shader });
  }

  update(camera, resolution) {
    const { marks } = this, { uScreen } = this.uniforms.uniforms;
    this.mesh.visible = marks.count > 0;
    if (marks.count === 0) return;
    uScreen[0] = 2 / (camera.width * resolution);
    uScreen[1] = 2 / (camera.height * resolution);
    uScreen[2] = camera.scale * resolution;
    uScreen[3] = resolution;
    this.uniforms.uniforms.uUp = camera.up;
    this.uniforms.update();
    if (this.buffer.data === marks.numbers) this.buffer.update(marks.count * markBytes);
    else this.buffer.data = marks.numbers;
    this.geometry.instanceCount = marks.count;
  }
}

function rowTexture(height) {
  return new BufferImageSource({
    resource: new Float32Array(4 * rowWidth * height), width: rowWidth, height, format: "rgba32float", scaleMode: "nearest",
    alphaMode: "no-premultiply-alpha", autoGenerateMipmaps: false,
  });
}

export { rowFloats };
