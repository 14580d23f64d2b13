package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// cartPeriod is the period of a pendulum of mass m, length l and inertia i about its own centre
// that hangs on a free cart of mass c and swings by the angle a. By its energy
//
//	(m l l + i - m m l l cos^2 x / (c + m)) x' x' = 2 m g l (cos x - cos a),
//
// with x = a sin u to integrate over u.
func cartPeriod(c, m, l, i, a float64) (period float64) {
	const steps = 10_000
	for n := range steps {
		u := (float64(n) + 0.5) / steps * math.Pi / 2
		x := a * math.Sin(u)
		cos := math.Cos(x)
		mass := m*l*l + i - m*m*l*l*cos*cos/(c+m)
		period += 4 * a * math.Cos(u) * math.Sqrt(mass/(20*m*l*(cos-math.Cos(a)))) * math.Pi / 2 / steps
	}
	return period
}

// A pendulum on a cart that rolls freely swings for a minute with the period of the closed form and
// keeps its height. The cart's slide lost up to 99 per cent of the energy.
func TestPendulumOnFreeCartKeepsItsEnergy(t *testing.T) {
	for _, c := range []struct{ cart, bob, angle float64 }{{1, 1, 1}, {5, 1, 0.3}, {1, 5, 2.5}, {1, 50, 1.5}} {
		w := newGravityWorld(t)
		cart := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(0.5, 0.2), world.ColliderDef{Mass: c.cart, Filter: untouchable})
		world.Must(w.CreatePrismatic(w.Ground(), cart, world.PrismaticAt(w.Ground(), cart, mgl64.Vec2{}, xAxis)))
		at := mgl64.Rotate2D(c.angle).Mul2x1(mgl64.Vec2{0, -1})
		bob := addBody(t, w, body.Def{Position: at, NeverSleep: true}, shape.Circle{Radius: 0.1}, world.ColliderDef{Mass: c.bob, Filter: untouchable})
		addPin(w, cart, bob, mgl64.Vec2{})
		lowest := -10 * c.bob
		first := totalEnergy(w) - lowest
		x := recordMotion(w, 3600, func() float64 {
			e := (totalEnergy(w) - lowest) / first
			require.Greater(t, e, 0.985, "%+v", c)
			require.Less(t, e, 1.015, "%+v", c)
			return bob.Position()[0] - cart.Position()[0]
		})
		cross := crossings(x)
		period := 2 * (cross[len(cross)-1] - cross[0]) / float64(len(cross)-1)
		require.InEpsilon(t, cartPeriod(c.cart, c.bob, 1, bob.Inertia(), c.angle), period, 2e-3, "%+v", c)
		require.Less(t, maxSeparation(w), 1e-5)
	}
}

// A crank turns a rod, which moves a piston on a slide, without friction. It lost 36 per cent of
// its energy in a minute.
func TestSliderCrankKeepsItsEnergy(t *testing.T) {
	for _, spin := range []float64{3, 10} {
		for _, mass := range []float64{0.2, 0.5, 5} {
			w := newWorld(t, world.Config{Workers: 1})
			crank := addBody(t, w, body.Def{AngularVelocity: spin, NeverSleep: true}, shape.Box(0.5, 0.05), world.ColliderDef{Filter: untouchable})
			addPin(w, w.Ground(), crank, mgl64.Vec2{})
			rod := addBar(t, w, mgl64.Vec2{0.5, 0}, mgl64.Vec2{2, 0})
			addPin(w, crank, rod, mgl64.Vec2{0.5, 0})
			end := mgl64.Vec2{2, 0}
			piston := addBody(t, w, body.Def{Position: end, NeverSleep: true}, shape.Box(0.2, 0.2), world.ColliderDef{Mass: mass, Filter: untouchable})
			addPin(w, rod, piston, end)
			world.Must(w.CreatePrismatic(w.Ground(), piston, world.PrismaticAt(w.Ground(), piston, end, xAxis)))
			w.Tick()
			first := totalEnergy(w)
			for range 3600 {
				w.Tick()
				require.InEpsilon(t, first, totalEnergy(w), 5e-3, "spin %v, piston %v", spin, mass)
				require.Less(t, maxSeparation(w), 1e-5)
			}
		}
	}
}

// slideMechanism makes a random mechanism of pins and slides, in a tree or with a cycle.
func slideMechanism(t *testing.T, w *world.World, r rng, hanging bool) (bodies []world.Body) {
	join := func(a, b world.Body, at mgl64.Vec2) {
		if r.IntN(5) < 3 {
			addPin(w, a, b, at)
		} else {
			world.Must(w.CreatePrismatic(a, b, world.PrismaticAt(a, b, at, r.axis())))
		}
	}
	count := 2 + r.IntN(5)
	for i := range count {
		at, parent := mgl64.Vec2{}, w.Ground()
		if i > 0 {
			parent = bodies[r.IntN(i)]
			at = parent.Position().Add(r.point())
		}
		d := body.Def{Position: at, Angle: r.between(-3, 3)}
		if !hanging {
			d.LinearVelocity, d.AngularVelocity = r.point().Mul(3), r.between(-5, 5)
		}
		b := addBody(t, w, d, shape.Box(r.between(0.1, 0.6), r.between(0.1, 0.3)), world.ColliderDef{Filter: untouchable, Density: math.Exp(r.between(-1, 1))})
		if bodies = append(bodies, b); i > 0 || hanging {
			join(parent, b, at.Add(r.point().Mul(0.6)))
		}
	}
	if a, b := bodies[r.IntN(count)], bodies[r.IntN(count)]; a != b && r.IntN(3) == 0 {
		join(a, b, a.Position().Add(b.Position()).Mul(0.5))
	}
	return bodies
}

// Random mechanisms keep their energy and their joints hold, until a body has slid far away. Of
// 2000 mechanisms 87 lost more than three per cent of their energy, and the joints of 46 parted by
// more than 5 mm.
func TestMechanismsOfSlidesKeepTheirEnergy(t *testing.T) {
	for seed := range uint64(1300) {
		if seed%uint64(8*sampleStep) != 4 {
			continue
		}
		r := rng{rand.New(rand.NewPCG(seed, 77))}
		hanging := r.coin()
		w := newWorld(t, world.Config{Workers: 1, NoSleep: true})
		least := 0.1 // J per kg, below which the energy counts as this
		if hanging {
			world.Check(w.SetGravity(mgl64.Vec2{0, -10}))
			least = 2
		}
		bodies := slideMechanism(t, w, r, hanging)
		w.Tick() // the joints take what does not fit them
		first, most, distance := totalEnergy(w), max(w.Energy().Kinetic, least*w.Energy().Mass), 0.0
		for tick := range 600 {
			w.Tick()
			for _, b := range bodies {
				distance = max(distance, b.Position().Len())
			}
			if distance > 12 {
				break
			}
			most = max(most, w.Energy().Kinetic)
			require.InDelta(t, first, totalEnergy(w), 0.04*most, "seed %d, tick %d", seed, tick)
			require.Less(t, maxSeparation(w), 0.005, "seed %d, tick %d", seed, tick)
		}
	}
}

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
