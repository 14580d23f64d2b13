package constraint

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// integrateSpring runs the scheme that springFromHertz describes on a unit mass, with warm
// starting, from (x, v) for n sub-steps under a constant acceleration.
func integrateSpring(c Gains, x, v, a, h float64, n int) (float64, float64) {
	j := 0.0
	for range n {
		v += h * a
		j -= float64(c.Gain)*x + float64(c.MassScale)*(v+j) + float64(c.ImpulseScale)*j
		v += j
		x += h * v
	}
	return x, v
}

// The roots of the scheme are the roots of the equation: amplitude after one second
// for weak springs, and no overshoot at critical damping.
func TestSpringDecay(t *testing.T) {
	const h = 1.0 / 240
	for _, hertz := range []float64{0.5, 1, 2, 5} {
		for _, z := range []float64{0, 0.02, 0.1, 0.3} {
			c := springFromHertz(float32(hertz), float32(z), h)
			det := float64(c.ImpulseScale) // of the map of (x, v) over a sub-step
			want := math.Exp(-2 * z * 2 * math.Pi * hertz * h)
			// To second order in w h, plus q^3 that keeps stiff springs stable.
			q := math.Pow(2*math.Pi*hertz*h, 2)
			require.InDelta(t, want, det, math.Pow(2*z*math.Sqrt(q), 3)/6+q*q*q+2e-7, "%v Hz, damping %v", hertz, z)
		}
		c := springFromHertz(float32(hertz), 1, h)
		x, v := 1.0, 0.0
		for range 2400 {
			x, v = integrateSpring(c, x, v, 0, h, 1)
			require.GreaterOrEqual(t, x, -1e-6, "%v Hz overshoots", hertz)
		}
	}
}

// A constant load rests where the law of the spring puts it, whatever the damping.
func TestSpringStaticDeflection(t *testing.T) {
	const h = 1.0 / 240
	for _, z := range []float64{0.3, 1, 3} {
		x, _ := integrateSpring(springFromHertz(3, float32(z), h), 0, 0, -10, h, 240*30)
		require.InEpsilon(t, -10/math.Pow(6*math.Pi, 2), x, 1e-4)
	}
}

// No stiffness or damping makes the scheme grow.
func TestSpringIsStable(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const h = 1.0 / 240
	for range 400 {
		hertz, z := math.Pow(10, r.Float64()*8-3), math.Pow(10, r.Float64()*5-3)
		c := springFromHertz(float32(hertz), float32(z), h)
		if r.IntN(2) == 0 {
			w := 2 * math.Pi * hertz
			c = springFromStiffness(float32(w*w), float32(2*z*w), h)
		}
		x, v := integrateSpring(c, 1, 0, 0, h, 2000)
		// An undamped spring near the sub-step rate trades x for v/w.
		require.Less(t, math.Abs(x), 1.8, "%v Hz, damping %v: %+v", hertz, z, c)
		require.False(t, math.IsNaN(v))
	}
}

// The factors of three lines give the impulses of a plain elimination, and
// lines that depend on others get no impulse.
func TestBlockFactors(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	f := func() float32 { return r.Float32()*4 - 2 }
	for range 2000 {
		m := masses{r.Float32(), r.Float32(), r.Float32(), r.Float32()}
		w := Generic{masses: m, Ux: f(), Uy: f(), Vx: f(), Vy: f()}
		jacobians := [3]Jacobian{w.anchorJacobian(1, 0), w.anchorJacobian(0, 1), RelativeAngle}
		k := factor(&jacobians, 3, &m)
		s := [3]float32{f(), f(), f()}
		x := k.impulse(s, 3)
		var v pairVelocity
		for i := range jacobians {
			v.applyImpulse(&jacobians[i], &m, x[i])
		}
		for i := range jacobians {
			require.InDelta(t, s[i], jacobians[i].speed(&v), 2e-3)
		}
		two := k.impulse(s, 2)
		v = pairVelocity{}
		v.applyImpulse(&jacobians[0], &m, two[0])
		v.applyImpulse(&jacobians[1], &m, two[1])
		require.InDelta(t, s[0], jacobians[0].speed(&v), 2e-3)
		require.InDelta(t, s[1], jacobians[1].speed(&v), 2e-3)
		jacobians[1] = jacobians[0]
		k = factor(&jacobians, 2, &m)
		require.Zero(t, k.d1)
	}
}
