package world_test

import (
	"math"
	"strings"
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// dampedOscillation is x(t) of a damped spring of angular frequency w and damping ratio z
// that starts at 1 at rest.
func dampedOscillation(w, z, t float64) float64 {
	switch {
	case z < 1:
		d := w * math.Sqrt(1-z*z)
		return math.Exp(-z*w*t) * (math.Cos(d*t) + z*w/d*math.Sin(d*t))
	case z == 1:
		return math.Exp(-w*t) * (1 + w*t)
	default:
		s := w * math.Sqrt(z*z-1)
		p, q := -z*w+s, -z*w-s
		return (p*math.Exp(q*t) - q*math.Exp(p*t)) / (p - q)
	}
}

// springJoints are all joints that hold a mass of 2 kg along x, or 2 kg m^2 if they turn, with a
// spring.
func springJoints(hertz, z float64) map[string]joint.Definition {
	omega := 2 * math.Pi * hertz
	return map[string]joint.Definition{
		"distance": &joint.Distance{LocalAnchorA: mgl64.Vec2{-10, 0}, Length: 10, SpringHertz: hertz, SpringDamping: z},
		"law": &joint.Distance{
			LocalAnchorA: mgl64.Vec2{-10, 0}, Length: 10,
			Law: func(length, rate float64) float64 { return -2*omega*omega*(length-10) - 4*z*omega*rate },
		},
		"prismatic":      &joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}, SpringHertz: hertz, SpringDamping: z},
		"wheel":          &joint.Wheel{LocalAxisA: mgl64.Vec2{3, 0}, SpringHertz: hertz, SpringDamping: z},
		"weld":           &joint.Weld{LinearHertz: hertz, LinearDamping: z},
		"mouse":          &joint.Mouse{SpringHertz: hertz, SpringDamping: z},
		"motor":          &joint.Motor{LinearHertz: hertz, LinearDamping: z},
		"turning weld":   &joint.Weld{AngularHertz: hertz, AngularDamping: z},
		"turning motor":  &joint.Motor{AngularHertz: hertz, AngularDamping: z},
		"turning angle":  &joint.Angle{SpringHertz: hertz, SpringDamping: z},
		"turning spring": &joint.RotarySpring{Stiffness: 2 * omega * omega, Damping: 4 * z * omega},
		"turning law": &joint.RotarySpring{
			Law: func(angle, rate float64) float64 { return -2*omega*omega*angle - 4*z*omega*rate },
		},
		"custom": &joint.Custom{Constraint: springConstraint{hertz, z}},
	}
}

// displaced moves a body that a spring holds by 1 m along x, or turns it by 1 rad, and returns the
// function that reads its displacement.
func displaced(b world.Body, turns bool) func() float64 {
	if turns {
		world.Check(b.SetTransform(mgl64.Vec2{}, 1))
		return b.Angle
	}
	world.Check(b.SetTransform(mgl64.Vec2{1, 0}, 0))
	return func() float64 { return b.Position()[0] }
}

// springConstraint pulls the origin of its second body to the origin of its first along x.
type springConstraint struct{ hertz, damping float64 }

func (c springConstraint) Measure(m *joint.ConstraintContext) {
	p := m.Point(1, mgl64.Vec2{})
	along := mgl64.Vec2{1, 0}
	m.Row(joint.SoftRow{Error: p[0], Hertz: c.hertz, Damping: c.damping, Spring: true}).Linear(1, p, along)
}

// Frequency and decay of every spring, weakly and strongly damped, within 1 % of
// the closed form.
func TestSpringsMatchClosedForm(t *testing.T) {
	const hertz = 0.5
	omega := 2 * math.Pi * hertz
	for _, z := range []float64{0.05, 0.3, 1, 2} {
		for name, def := range springJoints(hertz, z) {
			w := newWorld(t, world.Config{Workers: 1})
			b := addMass(t, w, 0, 0, 2, 2)
			displacement := displaced(b, strings.HasPrefix(name, "turning"))
			world.Must(w.CreateJoint(w.Ground(), b, def))
			x := recordMotion(w, 600, displacement)
			worst := 0.0
			for i := range x {
				worst = max(worst, math.Abs(x[i]-dampedOscillation(omega, z, float64(i)*dt)))
			}
			if z < 1 {
				at := crossings(x)
				damped := math.Sqrt(1-z*z) * hertz
				period := 2 * (at[len(at)-1] - at[0]) / float64(len(at)-1)
				require.InEpsilon(t, 1/damped, period, 0.01, "%s, damping %v", name, z)
				// Peaks follow each other by the factor exp(-z w T/2).
				p := peaks(x)
				n := min(len(p)-1, 4)
				decay := math.Log(p[0]/p[n]) / (float64(n) * period / 2)
				require.InEpsilon(t, z*omega, decay, 0.01, "%s, damping %v", name, z)
				continue
			}
			require.Less(t, worst, 0.01, "%s, damping %v", name, z)
			// The slower root determines the late decay.
			slow := omega * (z - math.Sqrt(z*z-1))
			if z > 1 {
				require.InEpsilon(t, slow, math.Log(x[120]/x[240])/2, 0.01, name)
			}
		}
	}
}

// The spring of a slide is as stiff in an articulation as in a sweep: the line turns with body A,
// so the effective mass along the line stays the same. A lever of a metre makes an articulation of
// the lighter inertia. The arm of the line is zero, so only the masses count.
func TestSlideSpringsOnLongLevers(t *testing.T) {
	axis := mgl64.Vec2{1, 0}
	for _, inertia := range []float64{0.1, 1} {
		for _, kind := range []joint.Kind{joint.KindPrismatic, joint.KindWheel} {
			w := newWorld(t, world.Config{Workers: 1})
			a, b := addMass(t, w, 0, 0, 1, inertia), addMass(t, w, 1, 0, 3, 1)
			if kind == joint.KindPrismatic {
				d := world.PrismaticAt(a, b, b.Position(), axis)
				d.SpringHertz = 0.5
				world.Must(w.CreatePrismatic(a, b, d))
			} else {
				d := world.WheelAt(a, b, b.Position(), axis)
				d.SpringHertz = 0.5
				world.Must(w.CreateWheel(a, b, d))
			}
			require.NoError(t, b.SetTransform(mgl64.Vec2{1.1, 0}, 0))
			x := recordMotion(w, 240, func() float64 { return b.Position()[0] - a.Position()[0] - 1 })
			at := crossings(x)
			require.InEpsilon(t, 2, 2*(at[len(at)-1]-at[0])/float64(len(at)-1), 0.01, "%v, inertia %v", kind, inertia)
		}
	}
}

// A load hangs on a spring where the spring's law says, for any damping, and the joint's
// force is its weight.
func TestSpringSagMatchesForce(t *testing.T) {
	for _, z := range []float64{0.3, 1, 2} {
		w := newGravityWorld(t)
		b := addMass(t, w, 0, -2, 3, 1)
		d := world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{Length: 2, SpringHertz: 2, SpringDamping: z}))
		runSeconds(w, 20)
		omega := 4 * math.Pi
		require.InDelta(t, 2+10/(omega*omega), d.Length(), 1e-4)
		require.InEpsilon(t, 30, d.Force()[1], 1e-3)
		require.InEpsilon(t, -30, d.SpringForce(), 1e-3)
	}
}

// A spring with a force range gives way beyond it: a load of 30 N falls when the
// spring may pull with 20 N, by an acceleration of 10/3.
func TestSpringForceRange(t *testing.T) {
	w := newGravityWorld(t)
	b := addMass(t, w, 0, -2, 3, 1)
	d := world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{
		Length: 2, SpringHertz: 10, SpringDamping: 1, MinSpringForce: -20, MaxSpringForce: 5,
	}))
	runSeconds(w, 1)
	before := b.LinearVelocity()[1]
	runSeconds(w, 1)
	require.InEpsilon(t, -10.0/3, b.LinearVelocity()[1]-before, 0.001)
	require.InEpsilon(t, -20, d.SpringForce(), 1e-5)
}

// A law may be stiffer than the sub-steps resolve without blowing up.
func TestStiffForceLawIsStable(t *testing.T) {
	w := newGravityWorld(t)
	b := addMass(t, w, 1, 0, 1, 1)
	world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{
		Law: func(length, rate float64) float64 { return -1e7*(length-1) - 10*rate }, Length: 1,
	}))
	for range 600 {
		w.Tick()
		require.InDelta(t, 1, b.Position().Len(), 0.01)
	}
}
