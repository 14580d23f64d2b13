package world

import (
	"runtime"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Browsers compile a function when it is first called. So the first world of a program for GOOS=js
// steps a crowd: the browser compiles the engine while the game loads, and the game's first tick
// does not wait for it.
func init() {
	if runtime.GOOS == "js" {
		beforeFirst = warmUp
	}
}

func warmUp() {
	w := newCrowd()
	for range crowdTicks {
		w.Tick()
	}
	w.Close()
}

const (
	crowdSide  = 8 // bodies in a row: 64 moving bodies are the fewest that the grid searches
	crowdTicks = 2 // all contacts begin in the first tick, and manifolds are reused in the second
)

// newCrowd makes a world of boxes, discs and polygons that lie on a floor and touch their
// neighbours.
func newCrowd() *World {
	w := Must(New(Config{Gravity: mgl64.Vec2{0, -10}}))
	floor := Must(w.CreateBody(body.Def{Type: body.Static}))
	Must(floor.Attach(shape.Box(crowdSide, 0.5), ColliderDef{}))
	shapes := []shape.Support{shape.Box(0.5, 0.5), shape.Circle{Radius: 0.5}, shape.RegularPolygon(5, 0.5)}
	for i := range crowdSide * crowdSide {
		column, row := float64(i%crowdSide), float64(i/crowdSide)
		b := Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0.95 * column, float64(0.95*row) + 1}}))
		Must(b.Attach(shapes[i%len(shapes)], ColliderDef{}))
	}
	return w
}
