package solver

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

func (w *testWorld) momentum() (p geom.Vec2, l float64) {
	for r := range w.bodies.Awake() {
		s, d := w.bodies.State[r], w.bodies.Dynamics[r]
		m := 1 / float64(d.InvMass)
		v := geom.Vec2{X: float64(s.VX), Y: float64(s.VY)}.Mul(m)
		p = p.Add(v)
		l += w.bodies.Pose[r].P.Cross(v) + float64(s.W)/float64(d.InvInertia)
	}
	return p, l
}

func (w *testWorld) energy() float64 {
	e := 0.0
	for r := range w.bodies.Awake() {
		s, d := w.bodies.State[r], w.bodies.Dynamics[r]
		e += (float64(s.VX)*float64(s.VX)+float64(s.VY)*float64(s.VY))/float64(d.InvMass)/2 +
			float64(s.W)*float64(s.W)/float64(d.InvInertia)/2
	}
	return e
}

// Two discs hit off centre, with friction, with and without bouncing. Every
// impulse is applied to both, so only rounding is lost: velocities of up to 8 are
// rounded to 2^-22 about twenty times per tick. Angular momentum also
// changes when the impulses of a pair act along different lines. Their distance is at
// most the way that the surfaces slid in one tick.
func TestCollisionConservesMomentum(t *testing.T) {
	for _, e := range []float32{0, 0.5, 1} {
		w := newTestWorld()
		w.params.GravityY = 0
		a, b := w.addDisc(0, 0, 0.5, 1), w.addDisc(1.1, 0.3, 0.5, 2)
		w.surface(w.addContact(a, b)).Restitution = e
		*w.state(a) = state.BodyState{VX: 5, W: 3, Flags: state.FlagDynamic, DC: 1}
		*w.state(b) = state.BodyState{VX: -3, VY: 0.5, Flags: state.FlagDynamic, DC: 1}
		p0, l0 := w.momentum()
		v0 := *w.state(a)
		w.step(30)
		p1, l1 := w.momentum()
		require.Greater(t, abs(v0.VX-w.state(a).VX), float32(1), "they hit")
		require.InDelta(t, p0.X, p1.X, 1e-5)
		require.InDelta(t, p0.Y, p1.Y, 1e-5)
		require.InDelta(t, l0, l1, 0.02)
	}
}

// A ball dropped from rest rises to e^2 of the height; gravity's rounding is
// 1e-4 of it, and nothing is ever gained.
func TestBounceHeightMatchesRestitution(t *testing.T) {
	for _, e := range []float32{0.25, 0.5, 0.75, 0.9, 1} {
		for _, drop := range []float64{0.5, 1, 1.37, 2, 4} {
			w := newTestWorld()
			g := w.addStatic(0, -1, 50, 1)
			b := w.addDisc(0, 0.25+drop, 0.25, 1)
			w.surface(w.addContact(g, b)).Restitution = e
			peak, fell := 0.0, false
			for range 200 {
				w.step(1)
				up := w.state(b).VY > 0
				fell = fell || up
				if fell && !up {
					break
				}
				if fell {
					peak = max(peak, w.pose(b).P.Y-0.25)
				}
			}
			want := float64(e) * float64(e) * drop
			require.InDelta(t, want, peak, 0.005*drop, "e %v from %v", e, drop)
			require.LessOrEqual(t, peak, want+0.001*drop, "e %v from %v", e, drop)
		}
	}
}

// Touching balls without loss: the last takes all of it. Of more than 17 balls the last three to
// ten took it together, and of 20 balls .29 of the energy was left.
func TestNewtonsCradle(t *testing.T) {
	for _, n := range []int{5, 100} {
		w := newTestWorld()
		w.params.GravityY = 0
		var balls []state.BodySlot
		for i := range n {
			balls = append(balls, w.addDisc(float64(i), 0, 0.5, 1))
			if i > 0 {
				w.surface(w.addContact(balls[i-1], balls[i])).Restitution = 1
			}
		}
		w.state(balls[0]).VX = 2
		before := w.energy()
		w.step(10)
		for _, b := range balls[:n-1] {
			require.InDelta(t, 0, float64(w.state(b).VX), 1e-5)
		}
		require.InDelta(t, 2, float64(w.state(balls[n-1]).VX), 1e-5)
		require.InDelta(t, before, w.energy(), before*1e-5)
	}
}

// A box that lands flat on its two corners bounces flat.
func TestFlatImpactBouncesFlat(t *testing.T) {
	w := newTestWorld()
	g := w.addStatic(0, -1, 50, 1)
	b := w.addBox(0, 1.3, 1, 0.25, 1)
	w.surface(w.addContact(g, b)).Restitution = 0.6
	for range 40 {
		w.step(1)
		require.InDelta(t, 0, float64(w.state(b).W), 1e-3)
	}
}

// Slow contacts do not bounce. From a restitution of 0.5 on the threshold falls, to 1/64 without
// gravity and to what gravity gives in two ticks with it.
func TestRestitutionThreshold(t *testing.T) {
	for _, c := range []struct {
		gravity, restitution, speed, want float32
	}{
		{0, 0.5, 0.99, 0}, {0, 0.5, 1.01, 0.505}, {0, 0.75, 0.49, 0}, {0, 0.75, 0.51, 0.3825},
		{0, 1, 0.015, 0}, {0, 1, 0.016, 0.016}, {0, 1, 0.99, 0.99}, {-10, 1, 0.3, 0}, {0, 2, 0.9, 1.8},
	} {
		w := newTestWorld()
		w.params.GravityY = c.gravity
		g := w.addStatic(0, -1, 50, 1)
		b := w.addDisc(0, 0.25, 0.25, 1)
		w.surface(w.addContact(g, b)).Restitution = c.restitution
		w.state(b).VY = -c.speed
		w.step(1)
		require.InDelta(t, c.want, w.state(b).VY, 1e-3, "%+v", c)
	}
}

// A box rests with its weight on the ground, also under a load of many times its mass.
func TestRestingForces(t *testing.T) {
	w := newTestWorld()
	g := w.addStatic(0, -1, 50, 1)
	light, heavy := w.addBox(0, 0.5, 0.5, 0.5, 1), w.addBox(0, 1.5, 0.5, 0.5, 400)
	under, over := w.addContact(g, light), w.addContact(light, heavy)
	w.step(300)
	force := func(s state.ContactSlot) float64 {
		p := w.solverContact(s).Points
		return float64(p[0].NormalImpulse+p[1].NormalImpulse) * 240
	}
	require.InEpsilon(t, 401*10, force(under), 1e-3)
	require.InEpsilon(t, 400*10, force(over), 1e-3)
	require.InEpsilon(t, 4*force(over)/240, float64(w.solverContact(over).Points[0].TotalImpulse+w.solverContact(over).Points[1].TotalImpulse), 1e-3)
	require.Less(t, 1-(w.pose(heavy).P.Y-w.pose(light).P.Y), 0.005, "sunk into the light box")
	require.Less(t, 0.5-w.pose(light).P.Y, 0.002, "sunk into the ground")
	require.Less(t, w.maxSpeed(), 0.001)
}

func (w *testWorld) maxSpeed() float64 {
	v := 0.0
	for r := range w.bodies.Awake() {
		s := &w.bodies.State[r]
		v = max(v, math.Hypot(float64(s.VX), float64(s.VY)))
	}
	return v
}

// Fifteen boxes on each other stand for twenty seconds, without falling asleep,
// and sink by less than three millimetres each.
func TestTowerStands(t *testing.T) {
	w := newTestWorld()
	last := w.addStatic(0, -1, 50, 1)
	const n = 15
	for i := range n {
		b := w.addBox(0, float64(i)+0.5, 0.5, 0.5, 1)
		w.addContact(last, b)
		last = b
	}
	w.step(1200)
	require.InDelta(t, n-0.5, w.pose(last).P.Y, n*0.003)
	require.InDelta(t, 0, w.pose(last).P.X, 0.005)
	require.Less(t, w.maxSpeed(), 0.01)
}

// A box slides when the pull along the ground exceeds friction times weight, by
// the acceleration that is left: (pull - friction) g.
func TestFrictionCone(t *testing.T) {
	for _, excess := range []float64{-0.003, 0.003} {
		w := newTestWorld()
		g := w.addStatic(0, -1, 50, 1)
		b := w.addBox(0, 0.5, 0.5, 0.5, 1)
		w.solverContact(w.addContact(g, b)).Friction = 0.3
		w.step(30)
		start := w.pose(b).P.X
		w.params.GravityX = float32(10 * (0.3 + excess))
		w.step(180)
		// 3 s from rest; while friction builds up over the first ticks it slips a little.
		want := max(0, excess*10*9/2)
		require.InDelta(t, want, w.pose(b).P.X-start, 0.03)
	}
}

// A belt carries a box along at its speed; the tangent is the normal turned
// clockwise, so on a floor a positive speed of the surface moves the box to the left.
func TestTangentSpeed(t *testing.T) {
	w := newTestWorld()
	g := w.addStatic(0, -1, 50, 1)
	b := w.addBox(0, 0.5, 0.5, 0.5, 1)
	w.surface(w.addContact(g, b)).TangentSpeed = 2
	w.step(120)
	require.InDelta(t, -2, float64(w.state(b).VX), 1e-3)
}

// A disc that resists rolling slows down by g c / r / (1 + I / m r r) = 2 g c / 3 r,
// where c is the resistance as a length, while it rolls without slipping.
func TestRollingResistance(t *testing.T) {
	w := newTestWorld()
	g := w.addStatic(0, -1, 50, 1)
	b := w.addDisc(0, 0.5, 0.5, 1)
	w.surface(w.addContact(g, b)).RollingResistance = 0.02
	w.step(30)
	w.state(b).VX, w.state(b).W = 3, -6
	w.step(60)
	require.InEpsilon(t, 3-2*10*0.02/(3*0.5), float64(w.state(b).VX), 0.005)
	w.step(2000)
	require.InDelta(t, 0, float64(w.state(b).VX), 1e-4)
}

// A point with a gap stops a motion that would pass the surface, and no slower motion.
func TestSpeculativeContactStopsAtSurface(t *testing.T) {
	w := newTestWorld()
	w.params.GravityY = 0
	g := w.addStatic(0, -1, 50, 1)
	b := w.addDisc(0, 0.265, 0.25, 1)
	w.addContact(g, b)
	w.state(b).VY = -5
	w.step(1)
	require.InDelta(t, 0.25, w.pose(b).P.Y, 1e-5)
	require.InDelta(t, 0, float64(w.state(b).VY), 1e-5)
}
