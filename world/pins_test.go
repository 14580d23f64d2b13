package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var untouchable = shape.Filter{Category: 2, Mask: 1}

// addRods pins rods of 1 m end to end under the origin, 120 degrees from hanging, and returns the
// energy of the lowest pose.
func addRods(t *testing.T, w *world.World, n int) (lowest float64) {
	along, last := mgl64.Vec2{math.Cos(math.Pi / 6), 0.5}, w.Ground()
	for i := range n {
		b := addBody(t, w, body.Def{Position: along.Mul(float64(i) + 0.5), Angle: math.Pi / 6, NeverSleep: true},
			shape.Box(0.5, 0.05), world.ColliderDef{Filter: untouchable})
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, along.Mul(float64(i)))))
		lowest -= 10 * b.Mass() * (float64(i) + 0.5)
		last = b
	}
	return lowest
}

// Rods that hang on each other, and a ring of rods, swing for a minute and keep their energy.
func TestHangingRodsKeepTheirEnergy(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(w *world.World) (lowest float64)
	}{
		{"two rods", func(w *world.World) float64 { return addRods(t, w, 2) }},
		{"three rods", func(w *world.World) float64 { return addRods(t, w, 3) }},
		{"six rods", func(w *world.World) float64 { return addRods(t, w, 6) }},
		{"a ring of six rods", func(w *world.World) (lowest float64) {
			corner := func(i int) mgl64.Vec2 {
				angle := float64(i) * math.Pi / 3
				return mgl64.Vec2{math.Cos(angle), math.Sin(angle)}
			}
			var rods []world.Body
			for i := range 6 {
				along := corner(i + 1).Sub(corner(i))
				rods = append(rods, addBody(t, w, body.Def{Position: corner(i).Add(along.Mul(0.5)), Angle: math.Atan2(along[1], along[0]), NeverSleep: true},
					shape.Box(0.5, 0.05), world.ColliderDef{Filter: untouchable}))
				lowest -= 10 * rods[i].Mass() * (float64(min(i, 5-i)) + 0.5)
			}
			world.Must(w.CreateRevolute(w.Ground(), rods[0], world.RevoluteAt(w.Ground(), rods[0], corner(0))))
			for i, b := range rods {
				next := rods[(i+1)%6]
				world.Must(w.CreateRevolute(b, next, world.RevoluteAt(b, next, corner(i+1))))
			}
			return lowest + 10*6*rods[0].Mass()*corner(0)[1]
		}},
		{"a double pendulum of discs", func(w *world.World) (lowest float64) {
			last := w.Ground()
			for i := range 2 {
				b := addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i + 1), 0}, NeverSleep: true}, shape.Circle{Radius: 0.1}, world.ColliderDef{Filter: untouchable})
				world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, mgl64.Vec2{float64(i), 0})))
				lowest -= 10 * b.Mass() * float64(i+1)
				last = b
			}
			return lowest
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newGravityWorld(t)
			lowest := c.build(w)
			first := totalEnergy(w) - lowest
			least, most := 1.0, 1.0
			for range 3600 {
				w.Tick()
				e := (totalEnergy(w) - lowest) / first
				least, most = min(least, e), max(most, e)
				require.Less(t, maxSeparation(w), 1e-5)
			}
			t.Logf("energy from %.4f to %.4f of the first", least, most)
			require.Greater(t, least, 0.98)
			require.Less(t, most, 1.02)
		})
	}
}

// Two and three rods that fly and whirl round each other keep momentum, angular momentum and
// energy.
func TestFlyingRodsKeepTheirMomentum(t *testing.T) {
	for _, n := range []int{2, 3} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			w := newWorld(t, world.Config{NoSleep: true})
			var rods []world.Body
			for i := range n {
				b := addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i), 0}, LinearVelocity: mgl64.Vec2{0, 3 * float64(i*i)}, AngularVelocity: 5}, shape.Box(0.5, 0.05), world.ColliderDef{Filter: untouchable})
				rods = append(rods, b)
				if i > 0 {
					world.Must(w.CreateRevolute(rods[i-1], b, world.RevoluteAt(rods[i-1], b, mgl64.Vec2{float64(i) - 0.5, 0})))
				}
			}
			momentum := func() (p mgl64.Vec2, l float64) {
				for _, b := range rods {
					v, at := b.LinearVelocity().Mul(b.Mass()), b.WorldCenter()
					p = p.Add(v)
					l += at[0]*v[1] - at[1]*v[0] + b.Inertia()*b.AngularVelocity()
				}
				return p, l
			}
			w.Tick() // the pins take what does not fit them
			p0, l0 := momentum()
			e := totalEnergy(w)
			for range 3600 {
				w.Tick()
				require.InEpsilon(t, e, totalEnergy(w), 0.01)
			}
			p1, l1 := momentum()
			require.Less(t, p1.Sub(p0).Len(), 1e-4*p0.Len())
			require.InEpsilon(t, l0, l1, 0.01)
		})
	}
}
