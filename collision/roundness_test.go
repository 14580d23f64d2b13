package collision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// hidden hides everything about a shape but its support function.
type hidden struct{ inner shape.Support }

func (s hidden) Support(dir mgl64.Vec2) mgl64.Vec2 { return s.inner.Support(dir) }

// The definition: of the two rules for how far a surface moves along a normal when
// its body turns, all of the arm turning or none, the flags name the one that is
// nearer to how far the shape itself reaches then.
func TestRoundnessNamesTheBetterRule(t *testing.T) {
	const turn = 0.02
	r := rand.New(rand.NewPCG(3, 4))
	some := func(size float64) mgl64.Vec2 {
		return mgl64.Vec2{(2*r.Float64() - 1) * size, (2*r.Float64() - 1) * size}
	}
	round, straight := 0, 0
	for range 20000 {
		ellipse := shape.Ellipse{Center: some(0.3), RX: 0.2 + r.Float64(), RY: 0.2 + r.Float64()}
		s := []shape.Support{
			shape.Circle{Center: some(2), Radius: 0.1 + r.Float64()}, shape.OffsetBox(r.Float64()+0.1, r.Float64()+0.1, some(1), r.Float64()),
			shape.Capsule{A: some(1), B: some(1), Radius: 0.1 + r.Float64()}, shape.RoundedBox(0.1+r.Float64(), 0.1+r.Float64(), r.Float64()),
			ellipse, hidden{ellipse}, hidden{shape.RegularPolygon(5, 1)},
		}[r.IntN(7)]
		c := convex(t, s)
		n, _ := geom.From(some(1)).Unit()
		reach := func(x float64) (height, lever float64) {
			d := geom.RotFromAngle(x).ApplyInverse(n)
			p := c.Support(d)
			return p.Dot(d), p.Cross(d)
		}
		arm, lever := reach(0)
		cos := math.Cos(turn)
		truth, other := 0.0, 0.0 // over both ways to turn, so that what is odd cancels
		for _, x := range []float64{turn, -turn} {
			h, l := reach(x)
			truth += h - arm
			other = max(other, math.Abs(l-lever))
		}
		if other > 10*turn {
			continue // another side comes to touch
		}
		all, none := 2*(cos-1)*arm, 0.0
		offAll, offNone := math.Abs(all-truth), math.Abs(none-truth)
		if math.Abs(offAll-offNone) < 0.03*math.Abs(all) {
			continue // as good as each other
		}
		p := c.Support(n)
		solid, m := &manifold.Solid{NormalX: float32(n.X), NormalY: float32(n.Y)}, &manifold.Manifold{Normal: n, Count: 1}
		solid.Points[0] = manifold.SolidPoint{AX: float32(p.X), AY: float32(p.Y)}
		dot := convex(t, shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}})
		want := offNone < offAll
		require.Equal(t, want, roundness(solid, m, c, dot, &geom.IdentityTransform) == manifold.RoundA, "%T %+v along %v", s, s, n)

		// The same as body B, in a frame of its own.
		rel := geom.Transform{R: geom.RotFromAngle(3 * r.Float64())}
		m.Normal = rel.R.Apply(n).Neg()
		solid.NormalX, solid.NormalY = -solid.NormalX, -solid.NormalY
		solid.Points[0] = manifold.SolidPoint{BX: float32(p.X), BY: float32(p.Y)}
		require.Equal(t, want, roundness(solid, m, dot, c, &rel) == manifold.RoundB, "%T %+v along %v", s, s, n)
		if want {
			round++
		} else {
			straight++
		}
	}
	t.Logf("%d round, %d straight", round, straight)
	require.Greater(t, round, 2000)
	require.Greater(t, straight, 2000)
}
