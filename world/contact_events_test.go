package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A contact begins with its point, its normal, and the speed and the time by the motion of the
// approach.
func TestContactBeginTellsPointSpeedAndTime(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	floor := addFloor(t, w, world.ColliderDef{HitEvents: true})
	const speed, height = 3.0, 0.32 // the gap of .02 to .07 m takes a part of a tick
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{1, height}, LinearVelocity: mgl64.Vec2{2, -speed}, AngularVelocity: 4},
		shape.Circle{Radius: 0.25}, world.ColliderDef{})
	for len(w.Events().ContactBegins) == 0 {
		require.Less(t, w.Ticks(), uint64(10))
		w.Tick()
	}
	began := float64(w.Ticks()-1) * dt // when the tick of the event began
	e := w.Events().ContactBegins[0]
	if e.ColliderA.Body() == ball {
		e.ColliderA, e.ColliderB, e.Normal = e.ColliderB, e.ColliderA, e.Normal.Mul(-1)
	}
	require.Equal(t, floor, e.ColliderA.Body())
	require.InDeltaSlice(t, []float64{0, 1}, e.Normal[:], 1e-6)
	require.InDelta(t, speed, e.ApproachSpeed, 1e-5)
	meets := (height - 0.25) / speed
	require.InDelta(t, meets, began+e.Fraction*dt, 1e-6)
	require.InDelta(t, 1+2*began, e.Position[0], 1e-5)
	hit := w.Events().Hits[0]
	require.Equal(t, e.Fraction, hit.Fraction)
	require.InDelta(t, e.ApproachSpeed, hit.ApproachSpeed, 1e-5)
}

// What continuous collision stopped begins in the next tick and tells when it really met, in the
// tick before.
func TestContactEventsOfFastBodiesTellWhenTheyMet(t *testing.T) {
	for _, c := range []struct {
		name  string
		def   body.Def
		other body.Type
	}{
		{"fast body and wall", body.Def{LinearVelocity: mgl64.Vec2{300, 0}}, body.Static},
		{"bullet and wall", body.Def{LinearVelocity: mgl64.Vec2{300, 0}, Bullet: true}, body.Static},
		{"bullet and box", body.Def{LinearVelocity: mgl64.Vec2{300, 0}, Bullet: true}, body.Dynamic},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, world.Config{Workers: 1})
			addBody(t, w, body.Def{Type: c.other, Position: mgl64.Vec2{3, 0}}, shape.Box(0.05, 2), world.ColliderDef{HitEvents: true})
			ball := addBody(t, w, c.def, shape.Circle{Radius: 0.2}, world.ColliderDef{})
			w.Tick()
			require.Empty(t, w.Events().ContactBegins, "it is reported with the tick that solves it")
			w.Tick()
			require.Len(t, w.Events().ContactBegins, 1)
			require.Len(t, w.Events().Hits, 1)
			// It is stopped a slop in front of the wall: .005 m of 5 m.
			meets := (3 - 0.05 - 0.2) / 5
			require.InDelta(t, meets, 1+w.Events().ContactBegins[0].Fraction, 1.5e-3)
			require.Equal(t, w.Events().ContactBegins[0].Fraction, w.Events().Hits[0].Fraction)
			require.InDelta(t, 300, w.Events().Hits[0].ApproachSpeed, 0.1)
			require.InDelta(t, 2.95, w.Events().Hits[0].Position[0], 0.02)
			require.True(t, ball.Valid())
		})
	}
}

// Two that overlap when they are made met at the start of the tick, and two that pass each other
// closely only come near.
func TestContactBeginOfOverlapAndPassage(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1.9, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	require.Len(t, w.Events().ContactBegins, 1)
	require.Zero(t, w.Events().ContactBegins[0].Fraction)
	require.Zero(t, w.Events().ContactBegins[0].ApproachSpeed)
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{9, 0}}, shape.Box(1, 1), world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{9, 1.51}, LinearVelocity: mgl64.Vec2{1, 0.1}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	w.Tick()
	require.Len(t, w.Events().ContactBegins, 1)
	require.Equal(t, 1.0, w.Events().ContactBegins[0].Fraction)
	require.InDelta(t, -0.1, w.Events().ContactBegins[0].ApproachSpeed, 1e-6)
}

// Events name two colliders in one order, whichever parts of a compound meet first and part last.
func TestContactEventsOfCompoundsHaveOneOrder(t *testing.T) {
	for _, second := range []shape.Support{shape.Circle{Radius: 1}, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 1}, shape.Box(1, 1)} {
		w := newWorld(t, world.Config{Workers: 1})
		still := addBody(t, w, body.Def{Type: body.Static}, second, world.ColliderDef{HitEvents: true})
		parts := []shape.Support{shape.Circle{Center: mgl64.Vec2{-4, 0}, Radius: 1}, shape.OffsetBox(1, 1, mgl64.Vec2{4, 0}, 0)}
		b := addBody(t, w, body.Def{}, shape.Compound{Parts: parts}, world.ColliderDef{HitEvents: true})
		pairs := map[[2]world.Collider]bool{}
		for _, x := range []float64{0, 4, -4} {
			require.NoError(t, b.SetTransform(mgl64.Vec2{x, 1.8}, 0))
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{0, -5}))
			w.Tick()
			for _, e := range w.Events().ContactBegins {
				pairs[[2]world.Collider{e.ColliderA, e.ColliderB}] = true
				require.Equal(t, e.ColliderA.Body() == b, e.Normal[1] < 0, "the normal points from A to B")
			}
			for _, e := range w.Events().ContactEnds {
				pairs[[2]world.Collider{e.ColliderA, e.ColliderB}] = true
			}
			for _, e := range w.Events().Hits {
				pairs[[2]world.Collider{e.ColliderA, e.ColliderB}] = true
				require.Equal(t, e.ColliderA.Body() == b, e.Normal[1] < 0, "the normal points from A to B")
			}
			for e := range still.ContactBegins() {
				require.Equal(t, still, e.ColliderA.Body())
				require.Positive(t, e.Normal[1])
			}
		}
		require.Len(t, pairs, 1, "%T", second)
	}
}
