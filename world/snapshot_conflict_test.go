package world_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// conflict is a world whose joints cannot hold: they lead to kinematic bodies that MoveTo drives
// apart, at the speeds of the bodies.
type conflict struct {
	w      *world.World
	driven []world.Body
	speeds []mgl64.Vec2
}

func newConflict(t testing.TB, seed uint64) *conflict {
	r := rng{rand.New(rand.NewPCG(seed, 282))}
	c := &conflict{w: newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})}
	none := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}
	all := []world.Body{}
	for range 2 + r.IntN(2) {
		b := addBody(t, c.w, body.Def{Type: body.Kinematic, Position: r.point().Mul(2)}, shape.Circle{Radius: 0.2}, none)
		speed := 200 * math.Pow(45, r.Float64())
		c.driven, c.speeds, all = append(c.driven, b), append(c.speeds, r.axis().Mul(speed)), append(all, b)
	}
	for range 1 + r.IntN(6) {
		none.Density = math.Exp(r.between(-4, 4))
		half := r.between(0.05, 0.5)
		all = append(all, addBody(t, c.w, body.Def{Position: r.point().Mul(2), Angle: r.between(-3, 3)}, shape.Box(half, half*r.between(0.2, 1)), none))
	}
	for range 2 * len(all) {
		a, b := r.IntN(len(all)), len(c.driven)+r.IntN(len(all)-len(c.driven))
		if a == b {
			continue
		}
		if r.IntN(4) == 0 {
			world.Must(r.brake(c.w, all[a], all[b]))
		} else {
			world.Must(r.structuralJoint(c.w, all[a], all[b]))
		}
	}
	return c
}

// tick drives the kinematic bodies, now and then back to where they began.
func (c *conflict) tick(t testing.TB, tick int) {
	for i, b := range c.driven {
		step := c.speeds[i].Mul(1.0 / 60)
		if tick%7 == 6 {
			step = b.Position().Mul(-1)
		}
		require.NoError(t, b.MoveTo(b.Position().Add(step), float64(tick*(i-1))))
	}
	c.w.Tick()
}

// A world whose joints are in conflict has a file after every tick. One that lives from file to
// file does what one does that was never saved, and the loads that games read are finite.
func TestFileOfJointsInConflict(t *testing.T) {
	largest := 0.0
	for seed := range long.Pick[uint64](6, 1000) {
		want, got := newConflict(t, seed), newConflict(t, seed)
		for tick := range 40 {
			want.tick(t, tick)
			got.tick(t, tick)
			require.Equal(t, want.w.StateHash(), got.w.StateHash(), "seed %d, tick %d", seed, tick)
			for j := range got.w.Joints() {
				force, torque := j.Force(), j.Torque()
				sum := math.Abs(force[0]) + math.Abs(force[1]) + math.Abs(torque)
				require.LessOrEqual(t, sum, 3e30, "seed %d, tick %d: %v", seed, tick, j.Kind())
				largest = max(largest, sum)
			}
			read, err := world.DecodeSnapshot(bytes.NewReader(encoded(t, got.w, nil)), nil)
			require.NoError(t, err, "seed %d, tick %d", seed, tick)
			require.NoError(t, got.w.Restore(read))
		}
		want.w.Close()
		got.w.Close()
	}
	t.Logf("largest load %.3g", largest)
	require.Greater(t, largest, 1e9, "the joints are not in conflict")
}
