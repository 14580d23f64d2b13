package joint

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// apply runs the scheme that springSoft describes on a unit mass, with warm
// starting, from (x, v) for n sub-steps under a constant acceleration.
func apply(c soft, x, v, a, h float64, n int) (float64, float64) {
	j := 0.0
	for range n {
		v += h * a
		j -= float64(c.gain)*x + float64(c.mass)*(v+j) + float64(c.leak)*j
		v += j
		x += h * v
	}
	return x, v
}

// The roots of the scheme are those of the equation: amplitude after one second
// for weak springs, and no overshoot at critical damping.
func TestSpringSoftDecay(t *testing.T) {
	const h = 1.0 / 240
	for _, hertz := range []float64{0.5, 1, 2, 5} {
		for _, z := range []float64{0, 0.02, 0.1, 0.3} {
			c := springSoft(float32(hertz), float32(z), h)
			det := float64(c.leak) // of the map of (x, v) over a sub-step
			want := math.Exp(-2 * z * 2 * math.Pi * hertz * h)
			// To second order in w h, plus q^3 that keeps stiff springs stable.
			q := math.Pow(2*math.Pi*hertz*h, 2)
			require.InDelta(t, want, det, math.Pow(2*z*math.Sqrt(q), 3)/6+q*q*q+2e-7, "%v Hz, damping %v", hertz, z)
		}
		c := springSoft(float32(hertz), 1, h)
		x, v := 1.0, 0.0
		for range 2400 {
			x, v = apply(c, x, v, 0, h, 1)
			require.GreaterOrEqual(t, x, -1e-6, "%v Hz overshoots", hertz)
		}
	}
}

// A constant load rests where the law says, whatever the damping.
func TestSpringSoftSags(t *testing.T) {
	const h = 1.0 / 240
	for _, z := range []float64{0.3, 1, 3} {
		x, _ := apply(springSoft(3, float32(z), h), 0, 0, -10, h, 240*30)
		require.InEpsilon(t, -10/math.Pow(6*math.Pi, 2), x, 1e-4)
	}
}

// No stiffness or damping makes the scheme grow.
func TestSpringSoftIsStable(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const h = 1.0 / 240
	for range 400 {
		hertz, z := math.Pow(10, r.Float64()*8-3), math.Pow(10, r.Float64()*5-3)
		c := springSoft(float32(hertz), float32(z), h)
		if r.IntN(2) == 0 {
			w := 2 * math.Pi * hertz
			c = springStiff(float32(w*w), float32(2*z*w), h)
		}
		x, v := apply(c, 1, 0, 0, h, 2000)
		// An undamped spring near the sub-step rate trades x for v/w.
		require.Less(t, math.Abs(x), 1.8, "%v Hz, damping %v: %+v", hertz, z, c)
		require.False(t, math.IsNaN(v))
	}
}

// The factors of three lines solve for impulses as a plain elimination does, and
// lines that depend on others get nothing.
func TestFactors(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	f := func() float32 { return r.Float32()*4 - 2 }
	for range 2000 {
		m := masses{r.Float32(), r.Float32(), r.Float32(), r.Float32()}
		w := bondRow{masses: m, ux: f(), uy: f(), vx: f(), vy: f()}
		lines := [3]line{w.apart(1, 0), w.apart(0, 1), spin}
		k := factor(&lines, 3, &m)
		s := [3]float32{f(), f(), f()}
		x := k.impulse(s, 3)
		var v motion
		for i := range lines {
			v.push(&lines[i], &m, x[i])
		}
		for i := range lines {
			require.InDelta(t, s[i], lines[i].speed(&v), 2e-3)
		}
		two := k.impulse(s, 2)
		v = motion{}
		v.push(&lines[0], &m, two[0])
		v.push(&lines[1], &m, two[1])
		require.InDelta(t, s[0], lines[0].speed(&v), 2e-3)
		require.InDelta(t, s[1], lines[1].speed(&v), 2e-3)
		lines[1] = lines[0]
		k = factor(&lines, 2, &m)
		require.Zero(t, k.d1)
	}
}
