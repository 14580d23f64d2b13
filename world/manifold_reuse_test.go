package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// pileResult is the state of a pile after a while.
type pileResult struct {
	asleep    int // the tick after which all bodies sleep, or zero
	maxDepth  float64
	positions []mgl64.Vec2
}

func simulatePile(t *testing.T, build func(*testing.T, *world.World) *boxStack, ticks int, noReuse bool) pileResult {
	w := newGravityWorld(t)
	if noReuse {
		w.DisableManifoldReuse()
	}
	s := build(t, w)
	var result pileResult
	for tick := 1; tick <= ticks; tick++ {
		w.Tick()
		if result.asleep == 0 && w.Counters().Awake == 0 {
			result.asleep = tick
		}
	}
	result.maxDepth = maxPenetration(w)
	for _, b := range s.boxes {
		result.positions = append(result.positions, b.Position())
	}
	return result
}

// Reused manifolds make no visible difference to bodies at rest: the same piles with every
// manifold computed in full lie as deep, in the same places to a centimetre, and sleep as
// soon.
func TestReusedManifoldsRestLikeComputedOnes(t *testing.T) {
	onSlope := func(t *testing.T, w *world.World) *boxStack {
		rough := world.ColliderDef{Material: &shape.Material{Friction: 0.6}}
		angle := degToRad(25)
		addBody(t, w, body.Def{Type: body.Static, Angle: angle}, shape.Box(50, 1), rough)
		n := mgl64.Vec2{-math.Sin(angle), math.Cos(angle)}
		s := &boxStack{}
		s.add(t, w, n.Mul(1.5), shape.RegularPolygon(6, 0.5), rough)
		s.boxes[0].SetTransform(n.Mul(1+0.5*math.Cos(math.Pi/6)), angle)
		return s
	}
	mixedStacks := func(t *testing.T, w *world.World) *boxStack {
		addFloor(t, w, world.ColliderDef{})
		s := &boxStack{}
		for i, x := range []shape.Support{
			shape.Box(0.5, 0.5), shape.Capsule{A: mgl64.Vec2{-0.5}, B: mgl64.Vec2{0.5}, Radius: 0.3},
			shape.Box(0.6, 0.4), shape.Box(0.4, 0.5),
		} {
			for k := range 4 {
				s.add(t, w, mgl64.Vec2{3 * float64(k), 0.6 + 1.05*float64(i)}, x, world.ColliderDef{})
			}
		}
		return s
	}
	for _, c := range []struct {
		name  string
		build func(*testing.T, *world.World) *boxStack
	}{
		{"pyramid", func(t *testing.T, w *world.World) *boxStack { return addPyramid(t, w, 12) }},
		{"on a slope", onSlope},
		{"mixed stacks", mixedStacks},
	} {
		t.Run(c.name, func(t *testing.T) {
			reused, computed := simulatePile(t, c.build, 600, false), simulatePile(t, c.build, 600, true)
			distance := 0.0
			for i := range computed.positions {
				distance = max(distance, reused.positions[i].Sub(computed.positions[i]).Len())
			}
			t.Logf("asleep after %d and %d ticks, deepest %.2f and %.2f mm, at most %.2f mm apart",
				reused.asleep, computed.asleep, 1000*reused.maxDepth, 1000*computed.maxDepth, 1000*distance)
			require.NotZero(t, reused.asleep)
			require.NotZero(t, computed.asleep)
			require.InDelta(t, computed.asleep, reused.asleep, 15)
			require.InDelta(t, computed.maxDepth, reused.maxDepth, 0.001)
			require.Less(t, distance, 0.01)
		})
	}
}
