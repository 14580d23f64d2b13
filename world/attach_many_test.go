package world_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// BenchmarkAttach attaches boxes to a static body that has a number of colliders or more.
func BenchmarkAttach(b *testing.B) {
	for _, n := range []int{0, 16000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			level := levelOf(b, n)
			for b.Loop() {
				world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
			}
		})
	}
}

func BenchmarkDestroyCollider(b *testing.B) {
	for _, n := range []int{1, 16000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			level := levelOf(b, n)
			for b.Loop() {
				b.StopTimer()
				c := world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
				b.StartTimer()
				require.NoError(b, c.Destroy())
			}
		})
	}
}

// levelOf returns a static body with n boxes.
func levelOf(t testing.TB, n int) world.Body {
	w := newWorld(t, world.Config{Workers: 1})
	level := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	for range n {
		world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
	}
	return level
}

// The extents of a static body do not depend on the order in which its colliders come and go. The
// tag invariants compares them with extents that are computed anew.
func TestExtentsOfAddedAndRemovedColliders(t *testing.T) {
	floor := shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}
	kinds := []shape.Support{floor, shape.Circle{Radius: 1}, shape.Segment{B: mgl64.Vec2{2, 0}}, shape.Box(1, 3)}
	w := newWorld(t, world.Config{Workers: 1})
	for order := range 8 * 8 * 8 {
		for remove := range 6 { // the order of removal
			var colliders []world.Collider
			b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
			for code := order; code > 0; code /= 8 {
				colliders = append(colliders, world.Must(b.Attach(kinds[code%4], world.ColliderDef{Sensor: code%8 >= 4})))
			}
			for n := len(colliders); n > 0; n-- {
				i := remove % n
				require.NoError(t, colliders[i].Destroy())
				colliders = append(colliders[:i], colliders[i+1:]...)
				remove /= n
			}
			require.NoError(t, b.Destroy())
		}
	}
}
