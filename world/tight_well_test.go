package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A body falls into a well that it just fits and comes to rest on the floor, whatever walls
// and floor are made of. Each end of the floor is covered by a wall there, but its middle
// is not.
func TestBodyComesToRestInTightWell(t *testing.T) {
	falling := map[string]shape.Support{
		"box":         shape.Box(0.5, 0.5),
		"rounded box": shape.RoundedBox(0.4, 0.4, 0.1),
		"capsule":     shape.Capsule{A: mgl64.Vec2{-0.2, 0}, B: mgl64.Vec2{0.2, 0}, Radius: 0.3},
		"circle":      shape.Circle{Radius: 0.5},
		"triangle":    shape.Triangle(mgl64.Vec2{-0.5, -0.5}, mgl64.Vec2{0.5, -0.5}, mgl64.Vec2{0, 0.5}),
		"spike":       shape.Triangle(mgl64.Vec2{0, -0.5}, mgl64.Vec2{0.5, 0.5}, mgl64.Vec2{-0.5, 0.5}),
	}
	wantHeight := map[string]float64{"capsule": 0.3}
	for name, s := range falling {
		for _, walls := range []string{"tiles", "slabs"} {
			for _, ground := range []string{"slab", "tiles", "stone"} {
				for _, width := range []float64{1, 1.001, 1.01, 1.1} {
					w := newGravityWorld(t)
					static := world.Must(w.CreateBody(body.Def{Type: body.Static}))
					attachTile := func(x, y, hx, hy float64) {
						world.Must(static.Attach(shape.OffsetBox(hx, hy, mgl64.Vec2{x, y}, 0), world.ColliderDef{}))
					}
					for _, side := range []float64{-1, 1} {
						at := side * (width/2 + 0.5)
						if walls == "slabs" {
							attachTile(at, 5, 0.5, 5)
						} else {
							for y := range 10 {
								attachTile(at, float64(y)+0.5, 0.5, 0.5)
							}
						}
						if ground != "slab" {
							attachTile(at, -0.5, 0.5, 0.5)
						}
					}
					if ground == "slab" {
						attachTile(0, -0.5, 5, 0.5)
					} else {
						attachTile(0, -0.5, width/2, 0.5)
					}
					if ground == "stone" { // another body
						addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -0.5}}, shape.Box(0.2, 0.5), world.ColliderDef{})
					}
					b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 3}, LockRotation: true}, s, world.ColliderDef{Material: &shape.Material{}})
					runSeconds(w, 3)
					want := 0.5
					if h, ok := wantHeight[name]; ok {
						want = h
					}
					require.InDelta(t, want, b.Position()[1], 0.01, "%s in %s on %s, %v wide", name, walls, ground, width)
					require.False(t, b.Awake(), "%s in %s on %s, %v wide", name, walls, ground, width)
				}
			}
		}
	}
}
