// Package ebitengine shows and plays worlds on Ebitengine, in a window and in a browser.
//
//	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
//	... // bodies
//	log.Fatal(ebitengine.Run(&ebitengine.Game{World: w}))
//
// This program shows the whole world, drags bodies with mouse and touch, zooms with the wheel and
// pauses with P. F1 shows the engine's counters and times.
//
// # Contents
//
//	Run, Game    a game's loop around a world: time, input, camera, drawing
//	Input        keys, mouse and touch, in pixels and in metres
//	Canvas       a draw.Drawer on an *ebiten.Image
//	Matrix       the matrix from the world to the screen; BodyMatrix for the picture of a body
//	Script       keys and pointers at given frames, for tests and recordings
//
// The camera, the clock and the drag come from package screen, and need no window.
//
// # The loop
//
// A world has ticks of a fixed length, and a display has frames of another length. A game that
// calls World.Step(1.0 / 60) once in Update runs whole ticks only: World.Alpha is always 1,
// RenderPose is the pose of the last tick, and at 144 Hz most frames repeat the previous frame. Run
// uses the following loop instead, and a game with its own loop can do the same:
//
//	ebiten.SetTPS(ebiten.SyncWithFPS) // one Update for each frame, whatever the display
//
//	func (g *game) Update() error {
//		g.world.Step(g.clock.Frame(time.Since(g.start))) // screen.Clock: the real time of the frame
//		return nil
//	}
//
//	func (g *game) Draw(screen *ebiten.Image) {
//		position, angle := body.RenderPose() // between the last two ticks, by World.Alpha
//		...
//	}
//
// Then the world runs at its own rate at 60 Hz, at 144 Hz and in a browser, and moves a little in
// every frame. Forces and everything else that belongs to a tick go into Config.BeforeTick. Some
// frames run no tick, so a key press must be remembered until the next tick. Input.Pressed does
// this.
package ebitengine
