// The choice of a painter: WebGL on a graphics card, otherwise the canvas.

// openPainter returns a painter of the given kind, "webgl" or "canvas", or the best painter that
// works. Where WebGL is computed in software, the canvas draws more pictures a second.
export async function openPainter(kind) {
  if (kind === "webgl" || kind !== "canvas" && hasCard()) {
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

// hasCard reports whether there is a WebGL 2 that a graphics card computes. Not every browser that
// computes it in software counts that as a caveat, but the name of its renderer tells.
function hasCard() {
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const unmasked = gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL;
  const name = String(gl.getParameter(unmasked ?? gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
