// The choice of a painter: WebGL where there is one, otherwise the canvas.

// openPainter returns a painter of the given kind, "webgl" or "canvas", or the best painter that
// works.
export async function openPainter(kind) {
  if (kind !== "canvas") {
    try {
      const { PixiPainter } = await import("./painter_pixi.js");
      return await PixiPainter.create();
    } catch (e) {
      if (kind === "webgl") throw e;
      console.warn(`no WebGL, so the canvas draws: ${e.message}`);
    }
  }
  const { CanvasPainter } = await import("./painter_canvas.js");
  return new CanvasPainter();
}
