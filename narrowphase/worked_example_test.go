package narrowphase

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The triangle and the quadrilateral of the worked example.
func workedPair(t *testing.T) (a, b shape.Convex) {
	t.Helper()
	quad, err := shape.NewPolygon([]mgl64.Vec2{{5, 7}, {7, 3}, {10, 2}, {12, 7}}, 0)
	require.NoError(t, err)
	return mustCompile(t, shape.Triangle(mgl64.Vec2{4, 11}, mgl64.Vec2{4, 5}, mgl64.Vec2{9, 9})), mustCompile(t, quad)
}

// A has two vertices with the least x, so along -x there are two answers.
func TestWorkedSupportPoints(t *testing.T) {
	a, b := workedPair(t)
	for _, c := range []struct {
		d       geom.Vec2
		answers []geom.Vec2
	}{
		{geom.Vec2{X: 1}, []geom.Vec2{{X: 4, Y: 2}}},
		{geom.Vec2{X: -1}, []geom.Vec2{{X: -8, Y: -2}, {X: -8, Y: 4}}},
		{geom.Vec2{X: -1, Y: 1}, []geom.Vec2{{X: -6, Y: 9}}},
	} {
		got, onA, onB := Support(a, b, &geom.IdentityTransform, c.d)
		require.True(t, got == onA.Sub(onB), "%v: %v is not the difference of %v and %v", c.d, got, onA, onB)
		known := false
		for _, p := range c.answers {
			known = known || p == got
		}
		require.True(t, known, "S(%v) = %v, want one of %v", c.d, got, c.answers)
	}
	// The pair behind (-6, 9).
	_, onA, onB := Support(a, b, &geom.IdentityTransform, geom.Vec2{X: -1, Y: 1})
	if onA != (geom.Vec2{X: 4, Y: 11}) || onB != (geom.Vec2{X: 10, Y: 2}) {
		t.Errorf("(-6, 9) comes from %v and %v", onA, onB)
	}
}

// The whole meeting test, step by step: the support points, and the directions up
// to their length.
func TestWorkedMeeting(t *testing.T) {
	a, b := workedPair(t)
	diff := minkowskiDifference{a: a, b: b, pose: geom.IdentityTransform}
	d := geom.Vec2{X: 1, Y: -1}
	steps := []struct{ point, next geom.Vec2 }{
		{geom.Vec2{X: 4, Y: 2}, geom.Vec2{X: -4, Y: -2}},
		{geom.Vec2{X: -8, Y: -2}, geom.Vec2{}},
	}
	var s simplex
	first := diff.support(d)
	require.True(t, first.P == steps[0].point, "first support point %v", first.P)
	s.push(first)
	if got, inside := s.next(); inside || got != steps[0].next {
		t.Fatalf("direction from the first point %v, inside %v", got, inside)
	}

	// The example turns from the first point along (-1, 1), against the start.
	for _, step := range []struct{ d, point, next geom.Vec2 }{
		{geom.Vec2{X: -1, Y: 1}, geom.Vec2{X: -6, Y: 9}, geom.Vec2{X: -336, Y: -480}},
		{geom.Vec2{X: -336, Y: -480}, geom.Vec2{X: -8, Y: -2}, geom.Vec2{X: 32, Y: -96}},
	} {
		v := diff.support(step.d)
		require.True(t, v.P == step.point, "along %v the support point is %v, want %v", step.d, v.P, step.point)
		require.Greater(t, v.P.Dot(step.d), 0.0, "%v does not pass the origin along %v", v.P, step.d)
		s.push(v)
		got, inside := s.next()
		if inside || got != step.next {
			t.Fatalf("after %v: direction %v, inside %v; want %v", v.P, got, inside, step.next)
		}
	}
	last := diff.support(geom.Vec2{X: 32, Y: -96})
	require.True(t, last.P == (geom.Vec2{X: -1, Y: -2}), "last support point %v", last.P)
	s.push(last)
	if _, inside := s.next(); !inside {
		t.Fatalf("the origin is inside %v", s.Vertices)
	}
	require.True(t, Intersects(a, b, &geom.IdentityTransform), "the shapes meet")
}

// The hull of all differences of the worked pair is (-8,-2) (-1,-2) (4,2) (2,6)
// (-3,8) (-6,9) (-8,4); its edge from (-1,-2) to (4,2) is the nearest, at
// (5*2 - 4*1)/sqrt(41).
func TestWorkedDepth(t *testing.T) {
	a, b := workedPair(t)
	depth, normal := 6/math.Sqrt(41), geom.Vec2{X: 4, Y: -5}.Mul(1/math.Sqrt(41))
	r, ok := Penetration(a, b, &geom.IdentityTransform)
	if !ok || math.Abs(r.Distance-depth) > 1e-14 || r.Normal.Distance(normal) > 1e-15 {
		t.Errorf("EPA: depth %v along %v, want %v along %v", r.Distance, r.Normal, depth, normal)
	}
	c, ok := SAT(a, b, &geom.IdentityTransform)
	if !ok || math.Abs(c.Depth-depth) > 1e-14 || c.Normal.Distance(normal) > 1e-15 {
		t.Errorf("SAT: depth %v along %v, want %v along %v", c.Depth, c.Normal, depth, normal)
	}
	if c.Start.MulAdd(c.Depth, c.Normal).Distance(c.End) > 1e-14 {
		t.Errorf("SAT: %v moved by the depth is not %v", c.Start, c.End)
	}
}

// r2 = clamp(-(L.A)/(L.L), 0, 1) on an edge of the simplex, and the same weights on
// the two support points.
func TestSimplexClosestPoints(t *testing.T) {
	newVertex := func(ax, ay, bx, by float64) vertex {
		a, b := geom.Vec2{X: ax, Y: ay}, geom.Vec2{X: bx, Y: by}
		return vertex{P: a.Sub(b), A: a, B: b}
	}
	for _, c := range []struct {
		name     string
		s        simplex
		onA, onB geom.Vec2
		distance float64
	}{
		{"inside the edge", simplex{[3]vertex{newVertex(0, 0, 3, -1), newVertex(0, 0, 3, 3)}, 2}, geom.Vec2{}, geom.Vec2{X: 3}, 3},
		{"two edges", simplex{[3]vertex{newVertex(0, -2, 3, -1), newVertex(0, 2, 3, 0)}, 2},
			geom.Vec2{Y: -2.0 / 3}, geom.Vec2{X: 3, Y: -2.0 / 3}, 3}, // P from (-3, -1) to (-3, 2)
		{"before the edge", simplex{[3]vertex{newVertex(0, 0, 3, 4), newVertex(0, 0, 3, 8)}, 2}, geom.Vec2{}, geom.Vec2{X: 3, Y: 4}, 5},
		{"behind the edge", simplex{[3]vertex{newVertex(0, 0, 3, 8), newVertex(0, 0, 3, 4)}, 2}, geom.Vec2{}, geom.Vec2{X: 3, Y: 4}, 5},
		{"no edge", simplex{[3]vertex{newVertex(0, 0, 3, 4), newVertex(0, 0, 3, 4)}, 2}, geom.Vec2{}, geom.Vec2{X: 3, Y: 4}, 5},
	} {
		c.s.reduceEdge()
		onA, onB, n, distance := c.s.closestPoints()
		if onA.Distance(c.onA) > 1e-15 || onB.Distance(c.onB) > 1e-15 || math.Abs(distance-c.distance) > 1e-15 ||
			math.Abs(n.Length()-1) > 1e-15 || onB.Sub(onA).Dot(n) < 0 {
			t.Errorf("%s: %v %v %v %v", c.name, onA, onB, n, distance)
		}
	}
}
