package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// pairDistance is the least distance of the colliders of two bodies, t seconds later, when
// each turns about its origin and nothing stops it.
func pairDistance(a, b world.Body, t float64) float64 {
	least := math.Inf(1)
	for ca := range a.Colliders() {
		for cb := range b.Colliders() {
			if ca.Sensor() || cb.Sensor() {
				continue
			}
			sa, sb := placed(ca), placed(cb)
			sa.Position, sa.Angle = sa.Position.Add(a.LinearVelocity().Mul(t)), sa.Angle+a.AngularVelocity()*t
			sb.Position, sb.Angle = sb.Position.Add(b.LinearVelocity().Mul(t)), sb.Angle+b.AngularVelocity()*t
			if d, ok := sa.Distance(sb); ok {
				least = min(least, d.Distance)
			}
		}
	}
	return least
}

// The distance of two bodies is the distance of their nearest colliders, either way round.
func TestDistanceOfBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	for range 30 {
		w := randomWorld(t, r, 20, 5)
		bodies := slices.Collect(w.Bodies())
		for range 40 {
			a, b := bodies[r.IntN(len(bodies))], bodies[r.IntN(len(bodies))]
			if a == b {
				continue
			}
			want := pairDistance(a, b, 0)
			got, ok := a.Distance(b, world.QueryFilter{})
			require.Equal(t, !math.IsInf(want, 0), ok)
			if !ok {
				continue
			}
			require.InDelta(t, want, got.Distance, 1e-6)
			require.Equal(t, []world.Body{a, b}, []world.Body{got.ColliderA.Body(), got.ColliderB.Body()})
			back, ok := b.Distance(a, world.QueryFilter{})
			require.True(t, ok)
			require.InDelta(t, got.Distance, back.Distance, 1e-6)
			require.Less(t, got.PointB.Sub(got.PointA).Sub(got.Normal.Mul(got.Distance)).Len(), 1e-6)
		}
	}
}

// Two bodies do not touch before the time of impact, and touch then.
func TestTimeOfImpactAgainstSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 1))
	hits, misses, starts := 0, 0, 0
	pairs := 600 / sampleStep
	for range pairs {
		w := randomWorld(t, r, 2, 5)
		var pair []world.Body
		for b := range w.Bodies() {
			pair = append(pair, b)
			if b.Type() != body.Static {
				require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{8*r.Float64() - 4, 8*r.Float64() - 4}))
				require.NoError(t, b.SetAngularVelocity([]float64{0, 1, 12}[r.IntN(3)]*(2*r.Float64()-1)))
			}
		}
		a, b := pair[0], pair[1]
		chained := false
		for _, x := range pair {
			for c := range x.Colliders() {
				_, isChain := c.Shape().(shape.ChainSegment)
				_, isHalf := c.Shape().(shape.HalfPlane)
				chained = chained || isChain || isHalf
			}
		}
		if chained {
			continue
		}
		const horizon, steps = 4.0, 200
		label := fmt.Sprintf("%v %v, %v %v", a.LinearVelocity(), a.AngularVelocity(), b.LinearVelocity(), b.AngularVelocity())
		hit, ok := a.TimeOfImpact(b, horizon, world.QueryFilter{})
		until := horizon
		switch {
		case math.IsInf(pairDistance(a, b, 0), 0): // sensors
			require.False(t, ok)
			continue
		case pairDistance(a, b, 0) < -1e-6:
			starts++
			require.True(t, ok)
			require.Zero(t, hit.Time)
			continue
		case ok:
			hits++
			until = hit.Time
			require.InDelta(t, 0, pairDistance(a, b, hit.Time), 1e-6, label)
			require.InDelta(t, 1, hit.Normal.Len(), 1e-9)
		default:
			misses++
		}
		for i := range steps {
			require.Greater(t, pairDistance(a, b, until*float64(i)/steps), -1e-6, label)
		}
		back, okBack := b.TimeOfImpact(a, horizon, world.QueryFilter{})
		require.Equal(t, ok, okBack, label)
		require.InDelta(t, hit.Time, back.Time, 1e-5, label)
	}
	require.Greater(t, hits, pairs/30)
	require.Greater(t, misses, pairs/10)
	require.Greater(t, starts, pairs/30)
}

// Times of impact in closed form: two balls, a turning bar, one that has to turn many times,
// and bodies that keep away.
func TestTimeOfImpactInClosedForm(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	ball := shape.Circle{Radius: 0.5}
	a := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{2, 0}}, ball, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{10, 0.6}, LinearVelocity: mgl64.Vec2{-3, 0}}, ball, world.ColliderDef{})
	hit, ok := a.TimeOfImpact(b, 60, world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, (10-0.8)/5, hit.Time, 1e-6) // 3-4-5
	require.InDelta(t, 0.6, hit.Normal[1], 1e-6)
	require.InDelta(t, 2*hit.Time+0.4, hit.Point[0], 1e-6)
	_, ok = a.TimeOfImpact(b, 1.8, world.QueryFilter{})
	require.False(t, ok)
	hit, ok = b.TimeOfImpact(a, math.Inf(1), world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, -0.6, hit.Normal[1], 1e-6)

	// A bar about its middle, and one about its centre of mass far from the body's origin.
	for _, offset := range []float64{0, 4} {
		bar := addBody(t, w, body.Def{Type: body.Dynamic, Position: mgl64.Vec2{100 - offset, 0}}, shape.OffsetBox(3, 0.1, mgl64.Vec2{offset, 0}, 0), world.ColliderDef{})
		require.NoError(t, bar.SetAngularVelocity(math.Pi))
		stone := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{100, 2}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		hit, ok = bar.TimeOfImpact(stone, 1, world.QueryFilter{})
		require.True(t, ok)
		require.InDelta(t, (math.Pi/2-math.Asin(0.6/2))/math.Pi, hit.Time, 1e-6)
		require.NoError(t, stone.Destroy())
		require.NoError(t, bar.Destroy())
	}

	// The bar turns while the stone comes from afar: it meets the stone once that is near.
	bar := addBody(t, w, body.Def{Position: mgl64.Vec2{-100, 0}, AngularVelocity: 50}, shape.Box(3, 0.1), world.ColliderDef{})
	stone := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-100, 1000}, LinearVelocity: mgl64.Vec2{0, -10}}, ball, world.ColliderDef{})
	hit, ok = bar.TimeOfImpact(stone, math.Inf(1), world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, 99.68, hit.Time, 0.035)                      // within half a turn
	require.InDelta(t, 0, pairDistance(bar, stone, hit.Time), 1e-4) // the velocities are float32

	// A wheel inside a wide ring of nothing turns for ever.
	still := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{-100, 3.6}}, ball, world.ColliderDef{})
	_, ok = bar.TimeOfImpact(still, math.Inf(1), world.QueryFilter{})
	require.False(t, ok)
	_, ok = bar.TimeOfImpact(still, math.NaN(), world.QueryFilter{})
	require.False(t, ok)
	_, ok = bar.TimeOfImpact(world.Body{}, 1, world.QueryFilter{})
	require.False(t, ok)
	_, ok = bar.Distance(world.Body{}, world.QueryFilter{})
	require.False(t, ok)
	_, ok = bar.Distance(bar, world.QueryFilter{})
	require.False(t, ok, "one collider has no pair")
	require.NoError(t, still.Destroy())
	require.Panics(t, func() { bar.Distance(still, world.QueryFilter{}) })
}

// A half-plane has no end, and still the time to fall on it is exact, also for what turns. A
// chain is met from its front only.
func TestTimeOfImpactWithGround(t *testing.T) {
	w := newWorld(t, world.Config{})
	ground := addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{3, 5.5}, LinearVelocity: mgl64.Vec2{1, -1}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	hit, ok := ball.TimeOfImpact(ground, math.Inf(1), world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, 5, hit.Time, 1e-6)
	require.InDelta(t, 8, hit.Point[0], 1e-6)
	require.InDelta(t, -1, hit.Normal[1], 1e-9)

	// A bar of half length 3 that turns at 1/2 rad/s while it falls at 1/2 m/s from 10 m stands at
	// the angle t/2 at height 10 - t/2: its ends reach down by 3 |sin(t/2)| and its corners more.
	bar := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 10}, LinearVelocity: mgl64.Vec2{0, -0.5}, AngularVelocity: 0.5}, shape.Capsule{A: mgl64.Vec2{-3, 0}, B: mgl64.Vec2{3, 0}, Radius: 0.25}, world.ColliderDef{})
	hit, ok = bar.TimeOfImpact(ground, 100, world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, 0, 10-hit.Time/2-3*math.Abs(math.Sin(hit.Time/2))-0.25, 1e-6)
	require.Less(t, hit.Time, 16.5)

	chain := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{40, 20}}, shape.ChainSegment{
		Before: mgl64.Vec2{9, 0}, A: mgl64.Vec2{5, 0}, B: mgl64.Vec2{-5, 0}, After: mgl64.Vec2{-9, 0},
	}, world.ColliderDef{})
	for height, falls := range map[float64]bool{24: true, 16: false} {
		stone := addBody(t, w, body.Def{Position: mgl64.Vec2{40, height}, LinearVelocity: mgl64.Vec2{0, 20 - height}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		hit, ok = stone.TimeOfImpact(chain, 10, world.QueryFilter{})
		require.Equal(t, falls, ok)
		if ok {
			require.InDelta(t, 3.5/4, hit.Time, 1e-6)
		}
	}
}
