package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The stop of a sweep tells when the contact began that the next tick makes, and no later one: also
// if no tick sweeps any more. A contact that begins without a sweep begins in its own tick.
func TestStopsDoNotOutliveContinuousCollision(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	wall := addBody(t, w, body.Def{Type: body.Static}, shape.Box(0.1, 5), world.ColliderDef{})
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{-10, 0}, LinearVelocity: mgl64.Vec2{300, 0}},
		shape.Circle{Radius: 0.2}, world.ColliderDef{Density: 1})
	begins := func() []world.ContactBegin { return w.Events().ContactBegins }
	stopped := false
	for range 30 {
		w.Tick()
		require.Empty(t, begins(), "a sweep stops the ball a tick before its contact is made")
		if ball.Position()[0] > -0.4 {
			stopped = true
			break
		}
	}
	require.True(t, stopped)
	require.Less(t, ball.Position()[0], 0.0, "the ball is stopped before the wall")

	c := w.Config()
	c.NoContinuous = true
	require.NoError(t, w.SetConfig(c))
	require.NoError(t, ball.SetTransform(mgl64.Vec2{-2, 0}, 0))
	require.NoError(t, ball.SetLinearVelocity(mgl64.Vec2{3, 0}))
	began := 0
	for range 120 {
		w.Tick()
		for _, e := range begins() {
			began++
			require.GreaterOrEqual(t, e.Fraction, 0.0, "a stop of long ago")
			require.LessOrEqual(t, e.Fraction, 1.0)
		}
	}
	require.Positive(t, began)
	require.True(t, wall.Valid())
}

// Views share nothing with the world, also the centres of custom shapes, which a change of the
// other shapes of the body moves without asking the shape again.
func TestViewsFollowTheCentresOfCustomShapes(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{3, 4}}, customBox{0.5, 0.5}, world.ColliderDef{})
	ask := func(v querier) []world.CastHit {
		var hits []world.CastHit
		for i := range 24 {
			y := 2.53 + float64(i)/8
			if hit, ok := v.RayCast(mgl64.Vec2{-10, y}, mgl64.Vec2{30, 0}, world.QueryFilter{}); ok {
				hits = append(hits, hit)
			}
		}
		return hits
	}
	v := w.View()
	want := ask(v)
	require.NotEmpty(t, want)
	v.Release()
	for _, center := range []mgl64.Vec2{{0.3, 0.2}, {-2, 1}, {}} {
		d := b.MassData()
		d.Center = center
		require.NoError(t, b.SetMassData(d))
		v = w.View() // the memory of the one before: what has not changed is not copied again
		got := ask(v)
		require.Equal(t, ask(w), got)
		require.Len(t, got, len(want))
		for i, hit := range got {
			require.InDelta(t, want[i].Fraction, hit.Fraction, 1e-9, "the shape has not moved")
		}
		v.Release()
	}
}

// A body buried in ground of many pieces is held by sweeps, without contacts. It does not sink by
// more than a piece, also along a seam, and gains no speed. Once the ground is gone it falls from
// rest.
func TestBuriedBodiesStay(t *testing.T) {
	for i, at := range []mgl64.Vec2{{0, -1.4}, {0.3, -1.4}, {1, -1.4}, {0.5, -2}, {1, -2}, {0, -3}, {0.5, -3}, {1, -3}} {
		rate := float64(60 + 60*(i%2))
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1})
		ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		for x := -4.0; x <= 4; x++ {
			for y := -4.0; y <= 0; y++ {
				world.Must(ground.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{2 * x, 2*y - 1}, 0), world.ColliderDef{}))
			}
		}
		b := addBody(t, w, body.Def{Position: at, Angle: 0.2}, shape.Box(0.4, 0.3), world.ColliderDef{})
		run := func(seconds float64) {
			runTicks(w, int(seconds*rate))
		}
		run(10)
		y := b.Position()[1]
		require.Greater(t, y, at[1]-2, "buried at %v", at)
		require.NoError(t, ground.Destroy())
		require.Less(t, b.LinearVelocity().Len(), 2.0, "buried at %v", at)
		run(1)
		require.InDelta(t, 5, y-b.Position()[1], 0.5, "buried at %v", at)
	}
}
