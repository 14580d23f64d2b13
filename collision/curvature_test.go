package collision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// supportOnly hides everything about a shape but its support function.
type supportOnly struct{ inner shape.Support }

func (s supportOnly) Support(dir mgl64.Vec2) mgl64.Vec2 { return s.inner.Support(dir) }

func flagsOf(s *state.SolverContact, m *manifold.Manifold, a, b shape.Convex, rel *geom.Transform) state.ContactFlags {
	ca, cb := radiiOfCurvature(m, a, b, rel)
	return curvatureFlags(s, ca, cb)
}

// The definition: there are two rules for how far a surface moves along a normal when its
// body rotates, with all of the arm or none of it. The flags name the rule that is nearer
// to the support function of the shape itself.
func TestCurvatureFlagsChooseCloserRule(t *testing.T) {
	const turn = 0.02
	r := rand.New(rand.NewPCG(3, 4))
	randomVec := func(size float64) mgl64.Vec2 {
		return mgl64.Vec2{(2*r.Float64() - 1) * size, (2*r.Float64() - 1) * size}
	}
	curvedCount, flatCount := 0, 0
	for range 20000 {
		ellipse := shape.Ellipse{Center: randomVec(0.3), RX: 0.2 + r.Float64(), RY: 0.2 + r.Float64()}
		s := []shape.Support{
			shape.Circle{Center: randomVec(2), Radius: 0.1 + r.Float64()}, shape.OffsetBox(r.Float64()+0.1, r.Float64()+0.1, randomVec(1), r.Float64()),
			shape.Capsule{A: randomVec(1), B: randomVec(1), Radius: 0.1 + r.Float64()}, shape.RoundedBox(0.1+r.Float64(), 0.1+r.Float64(), r.Float64()),
			ellipse, supportOnly{ellipse}, supportOnly{shape.RegularPolygon(5, 1)},
		}[r.IntN(7)]
		c := mustCompile(t, s)
		n, _ := geom.From(randomVec(1)).Unit()
		support := func(x float64) (height, lever float64) {
			d := geom.RotFromAngle(x).ApplyInverse(n)
			p := c.Support(d)
			return p.Dot(d), p.Cross(d)
		}
		arm, lever := support(0)
		cos := math.Cos(turn)
		actual, leverChange := 0.0, 0.0 // over both ways to turn, so that odd terms cancel
		for _, x := range []float64{turn, -turn} {
			h, l := support(x)
			actual += h - arm
			leverChange = max(leverChange, math.Abs(l-lever))
		}
		if leverChange > 10*turn {
			continue // another side comes to touch
		}
		all, none := 2*(cos-1)*arm, 0.0
		errorAll, errorNone := math.Abs(all-actual), math.Abs(none-actual)
		if math.Abs(errorAll-errorNone) < 0.03*math.Abs(all) {
			continue // as good as each other
		}
		p := c.Support(n)
		solid, m := &state.SolverContact{NormalX: float32(n.X), NormalY: float32(n.Y)}, &manifold.Manifold{Normal: n, Count: 1}
		solid.Points[0] = state.SolverPoint{AX: float32(p.X), AY: float32(p.Y)}
		segment := mustCompile(t, shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}})
		want := errorNone < errorAll
		require.Equal(t, want, flagsOf(solid, m, c, segment, &geom.IdentityTransform) == state.ContactCurvedA, "%T %+v along %v", s, s, n)

		// The same as body B, in a frame of its own.
		rel := geom.Transform{R: geom.RotFromAngle(3 * r.Float64())}
		m.Normal = rel.R.Apply(n).Neg()
		solid.NormalX, solid.NormalY = -solid.NormalX, -solid.NormalY
		solid.Points[0] = state.SolverPoint{BX: float32(p.X), BY: float32(p.Y)}
		require.Equal(t, want, flagsOf(solid, m, segment, c, &rel) == state.ContactCurvedB, "%T %+v along %v", s, s, n)
		if want {
			curvedCount++
		} else {
			flatCount++
		}
	}
	t.Logf("%d curved, %d flat", curvedCount, flatCount)
	require.Greater(t, curvedCount, 2000)
	require.Greater(t, flatCount, 2000)
}
