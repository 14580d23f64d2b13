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

// settled is what becomes of a pile after a while.
type settled struct {
	asleep int // the tick after which nobody is awake, or zero
	deep   float64
	where  []mgl64.Vec2
}

func settle(t *testing.T, build func(*testing.T, *world.World) *stack, ticks int, full bool) settled {
	w := earth(t)
	if full {
		w.ComputeEveryManifold()
	}
	s := build(t, w)
	var out settled
	for tick := 1; tick <= ticks; tick++ {
		w.Tick()
		if out.asleep == 0 && w.Counters().Awake == 0 {
			out.asleep = tick
		}
	}
	out.deep = deepest(w)
	for _, b := range s.boxes {
		out.where = append(out.where, b.Position())
	}
	return out
}

// Manifolds that are carried along change nothing by which a player could tell how things
// rest: the same piles with every manifold computed in full lie as deep, in the same
// places to a centimetre, and sleep as soon.
func TestCarriedManifoldsRestAsFullOnes(t *testing.T) {
	onSlope := func(t *testing.T, w *world.World) *stack {
		rough := world.ColliderDef{Material: &shape.Material{Friction: 0.6}}
		angle := degrees(25)
		put(t, w, body.Def{Type: body.Static, Angle: angle}, shape.Box(50, 1), rough)
		n := mgl64.Vec2{-math.Sin(angle), math.Cos(angle)}
		s := &stack{}
		s.add(t, w, n.Mul(1.5), shape.RegularPolygon(6, 0.5), rough)
		s.boxes[0].SetTransform(n.Mul(1+0.5*math.Cos(math.Pi/6)), angle)
		return s
	}
	mixed := func(t *testing.T, w *world.World) *stack {
		floor(t, w, world.ColliderDef{})
		s := &stack{}
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
		build func(*testing.T, *world.World) *stack
	}{
		{"pyramid", func(t *testing.T, w *world.World) *stack { return pyramidOf(t, w, 12) }},
		{"on a slope", onSlope},
		{"mixed stacks", mixed},
	} {
		t.Run(c.name, func(t *testing.T) {
			carried, full := settle(t, c.build, 600, false), settle(t, c.build, 600, true)
			apart := 0.0
			for i := range full.where {
				apart = max(apart, carried.where[i].Sub(full.where[i]).Len())
			}
			t.Logf("asleep after %d and %d ticks, deepest %.2f and %.2f mm, at most %.2f mm apart",
				carried.asleep, full.asleep, 1000*carried.deep, 1000*full.deep, 1000*apart)
			require.NotZero(t, carried.asleep)
			require.NotZero(t, full.asleep)
			require.InDelta(t, full.asleep, carried.asleep, 15)
			require.InDelta(t, full.deep, carried.deep, 0.001)
			require.Less(t, apart, 0.01)
		})
	}
}
