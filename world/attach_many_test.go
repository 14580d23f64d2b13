package world_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// fastestAttach attaches colliders and returns the least time that a call took.
func fastestAttach(b world.Body, count int, s shape.Support) time.Duration {
	least := time.Hour
	for range count {
		begin := time.Now()
		world.Must(b.Attach(s, world.ColliderDef{}))
		least = min(least, time.Since(begin))
	}
	return least
}

// The time of Body.Attach does not depend on the number of colliders that a static body has.
func TestAttachToBodyOfManyColliders(t *testing.T) {
	box := shape.Box(1, 1)
	for _, s := range []shape.Support{box, shape.Compound{Parts: []shape.Support{box, shape.Circle{Center: mgl64.Vec2{3, 0}, Radius: 1}}}} {
		w := newWorld(t, world.Config{Workers: 1})
		b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		few := fastestAttach(b, 60, s)
		fastestAttach(b, 5000, s)
		require.Less(t, fastestAttach(b, 60, s), 8*few, s)
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
