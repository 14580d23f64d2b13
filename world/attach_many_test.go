package world_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// BenchmarkAttach attaches boxes to a static body that has a number of colliders or more.
func BenchmarkAttach(b *testing.B) {
	for _, n := range []int{0, 16000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWorld(b, world.Config{Workers: 1})
			level := world.Must(w.CreateBody(body.Def{Type: body.Static}))
			for range n {
				world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
			}
			for b.Loop() {
				world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
			}
		})
	}
}

// The extents of a static body do not depend on the order of its colliders. The tag invariants
// compares them with extents that are computed anew.
func TestExtentsOfAddedColliders(t *testing.T) {
	floor := shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}
	kinds := []shape.Support{floor, shape.Circle{Radius: 1}, shape.Segment{B: mgl64.Vec2{2, 0}}, shape.Box(1, 3)}
	w := newWorld(t, world.Config{Workers: 1})
	for order := range 8 * 8 * 8 {
		b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		for code := order; code > 0; code /= 8 {
			world.Must(b.Attach(kinds[code%4], world.ColliderDef{Sensor: code%8 >= 4}))
		}
	}
}
