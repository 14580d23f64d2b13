package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// tile puts a static box of side 1 with its lower left corner at (x, y).
func tile(t testing.TB, w *world.World, x, y float64, c world.ColliderDef) {
	put(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{x + 0.5, y + 0.5}}, shape.Box(0.5, 0.5), c)
}

// Seams of the ground push nobody, but its walls still do: what slides over tiles
// into a wall of tiles stops at it, at the height it had.
func TestWallsOfTilesStop(t *testing.T) {
	for _, s := range skimmers() {
		for _, speed := range []float64{0.5, 4, 20} {
			w := earth(t)
			for x := range 12 {
				tile(t, w, float64(x), -1, smooth())
			}
			for y := range 4 {
				tile(t, w, 10, float64(y), smooth())
			}
			b := put(t, w, body.Def{Position: mgl64.Vec2{8.5, s.height}, LinearVelocity: mgl64.Vec2{speed, 0}}, s.shape, smooth())
			run(w, 3)
			front := 0.0
			for c := range b.Colliders() {
				_, high := c.Box()
				front = high[0]
			}
			require.Less(t, front, 10.02, "%s at %v m/s", s.name, speed)
			require.Greater(t, front, 9.5, "%s at %v m/s", s.name, speed)
			require.InDelta(t, s.height, b.Position()[1], 0.15, "%s at %v m/s", s.name, speed)
		}
	}
}

// A ramp that grows out of the floor is a hollow corner, where both push: a box
// slides up as high as its speed takes it.
func TestRampsOutOfTheFloor(t *testing.T) {
	for _, angle := range []float64{2, 10, 30} {
		w := earth(t)
		for x := range 20 {
			tile(t, w, float64(x)-20, -1, smooth())
		}
		sin, cos := math.Sincos(degrees(angle))
		// The upper left corner of the ramp's box lies 1 m before and below the origin.
		long := 30.0
		centre := mgl64.Vec2{-cos, -sin}.Add(mgl64.Vec2{cos*long + sin*0.5, sin*long - cos*0.5})
		put(t, w, body.Def{Type: body.Static, Position: centre, Angle: degrees(angle)}, shape.Box(long, 0.5), smooth())
		// A ball loses what of its speed leads into the ramp, and rises with the rest.
		const r, speed = 0.3, 4.0
		b := put(t, w, body.Def{Position: mgl64.Vec2{-4, r}, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Circle{Radius: r}, smooth())
		lowest, highest := r, 0.0
		for b.Position()[0] > -5 && w.Time() < 12 {
			w.Tick()
			lowest, highest = min(lowest, b.Position()[1]), max(highest, b.Position()[1])
		}
		want := r + speed*speed*cos*cos/20
		t.Logf("%v degrees: rises to %.3f m of %.3f m, sinks to %.4f m", angle, highest, want, lowest)
		require.InDelta(t, want, highest, 0.03*want)
		require.Greater(t, lowest, r-0.01)
	}
}

// A pit of tiles holds a heap as well as a pit of four walls does: nothing sinks
// into a seam, nothing leaks out.
func TestPitOfTilesHoldsAHeap(t *testing.T) {
	w := earth(t)
	rough := world.ColliderDef{Material: &shape.Material{Friction: 0.5, RollingResistance: 0.05}}
	for x := range 10 {
		tile(t, w, float64(x)-5, -1, rough)
	}
	for y := range 8 {
		tile(t, w, -6, float64(y)-1, rough)
		tile(t, w, 5, float64(y)-1, rough)
	}
	r := rand.New(rand.NewPCG(11, 12))
	var bodies []world.Body
	for i := range 60 {
		at := mgl64.Vec2{1.2*float64(i%8) - 4.2, 0.7 + 1.1*float64(i/8)}
		bodies = append(bodies, put(t, w, body.Def{Position: at, Angle: 6 * r.Float64(), LinearVelocity: mgl64.Vec2{2 * r.NormFloat64(), -3}}, mixed(r), rough))
	}
	deep := 0.0
	for tick := range seconds(15) {
		w.Tick()
		if tick > 300 {
			deep = max(deep, deepest(w))
		}
	}
	for _, b := range bodies {
		p := b.Position()
		require.Greater(t, p[1], 0.05)
		require.Less(t, math.Abs(p[0]), 5.005)
	}
	t.Logf("deepest contact %.2f mm, %d awake", 1000*deep, w.Counters().Awake)
	require.Less(t, deep, 0.02)
	require.Zero(t, w.Counters().Awake)
}
