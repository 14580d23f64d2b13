// Package raylib draws worlds with raylib: Canvas is a draw.Drawer, between rl.BeginDrawing and
// rl.EndDrawing. It needs a C compiler, as raylib-go does.
//
//	canvas := raylib.Canvas{Camera: draw.Fit(lower, upper, 960, 600, 20)}
//	for !rl.WindowShouldClose() {
//		w.Step(float64(rl.GetFrameTime()))
//		rl.BeginDrawing()
//		rl.ClearBackground(rl.RayWhite)
//		draw.World(w, &canvas, draw.Options{Interpolate: true})
//		rl.EndDrawing()
//	}
//
// rl.SetConfigFlags(rl.FlagMsaa4xHint) before the window opens makes edges smooth.
package raylib
