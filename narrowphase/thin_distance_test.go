package narrowphase

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var thinFamilies = []string{"circle", "capsule", "segment", "skin segment", "chain"}

func familyNamed(name string) family {
	for _, f := range families {
		if f.name == name {
			return f
		}
	}
	panic(name)
}

// The closed form gives what the search gives, but for rounding, wherever it answers; and it
// answers for most cores that are apart.
func TestThinDistanceIsSignedDistance(t *testing.T) {
	for _, first := range append([]string{"box", "rounded box"}, thinFamilies[1:]...) {
		for _, second := range thinFamilies {
			t.Run(first+"/"+second, func(t *testing.T) {
				r := rand.New(rand.NewPCG(28, 10))
				f, g := familyNamed(first), familyNamed(second)
				answered, apart := 0, 0
				for range samples {
					a, b, pose := f.pair(r, g)
					want := SignedDistance(a, b, &pose, nil)
					core := want.Distance + a.Radius + b.Radius
					if core > 1e-3 {
						apart++
					}
					var got Result
					if !ThinDistance(&got, a, b, &pose) {
						require.Equal(t, Result{}, got)
						continue
					}
					answered++
					size := extent(a, b, &pose)
					require.InDelta(t, want.Distance, got.Distance, distanceTolerance*size)
					require.Equal(t, want.Overlap, got.Overlap)
					near := pointTolerance * size / min(core/size, 1)
					require.InDelta(t, 0, want.PointA.Distance(got.PointA), near)
					require.InDelta(t, 0, want.PointB.Distance(got.PointB), near)
					require.InDelta(t, 1, want.Normal.Dot(got.Normal), 1e-9)
				}
				require.Greater(t, answered, samples/10)
				require.GreaterOrEqual(t, answered, apart-apart/1000)
			})
		}
	}
}

// A side along a side, crossing cores and cores that touch are left to the search.
func TestThinDistanceLeavesTiesToTheSearch(t *testing.T) {
	compile := func(s shape.Support) shape.Convex { return mustCompile(t, s) }
	vec := func(x, y float64) mgl64.Vec2 { return mgl64.Vec2{x, y} }
	at := func(x, y float64) *geom.Transform { return &geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.Identity} }
	box := compile(shape.Box(1, 0.5))
	flat := compile(shape.Segment{A: vec(-0.4, 0), B: vec(0.4, 0)})
	tall := compile(shape.Capsule{A: vec(0, -0.4), B: vec(0, 0.4), Radius: 0.3})
	for _, c := range []struct {
		name   string
		a, b   shape.Convex
		pose   *geom.Transform
		closed bool
	}{
		{"on its end", box, tall, at(0.2, 1.2), true},
		{"beside a side", box, tall, at(1.4, 0), false},
		{"beside the end of a side", box, tall, at(1.4, 0.7), false},
		{"past a side", box, tall, at(1.4, 1.2), true},
		{"along a side", box, flat, at(0, 0.7), false},
		{"longer than a side", flat, compile(shape.Segment{A: vec(-3, 0), B: vec(3, 0)}), at(0, 1), false},
		{"in a line", flat, flat, at(1, 0), true},
		{"across", flat, tall, at(0, 0), false},
		{"inside", box, flat, at(0, 0.1), false},
		{"touching", flat, flat, at(0.8, 0), false},
		{"of no length", box, compile(shape.Circle{Radius: 0.1}), at(0, 1), true},
		{"a polygon", compile(shape.RegularPolygon(5, 1)), tall, at(0, 3), false},
	} {
		var got Result
		require.Equal(t, c.closed, ThinDistance(&got, c.a, c.b, c.pose), c.name)
		if c.closed {
			want := SignedDistance(c.a, c.b, c.pose, nil)
			require.InDelta(t, want.Distance, got.Distance, 1e-12, c.name)
			require.InDelta(t, 0, want.PointA.Distance(got.PointA), 1e-12, c.name)
			require.InDelta(t, 0, want.PointB.Distance(got.PointB), 1e-12, c.name)
		}
	}
}
