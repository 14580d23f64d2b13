package polygon

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Loops that pass a corner more than once, where a single pass decides neither the
// direction of the loop nor its place.
func TestDecomposeRejectsOutsideHolesTouchingCorner(t *testing.T) {
	square := []mgl64.Vec2{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	// Two lobes in the corner (10, 10), outside; at its first point the loop passes
	// through the bay between them.
	lobes := []mgl64.Vec2{{10, 10}, {15, 9}, {12, 2}, {10, 10}, {11, 19}, {15, 12}}
	for _, c := range []struct {
		name  string
		outer []mgl64.Vec2
		holes [][]mgl64.Vec2
		field string
		err   error
	}{
		{"two lobes outside", square, [][]mgl64.Vec2{lobes}, "Holes[0][5]", ErrHoleOutside},
		{"two lobes in a hole", []mgl64.Vec2{{-20, -20}, {40, -20}, {40, 40}, {-20, 40}},
			[][]mgl64.Vec2{{{10, 10}, {12, -19}, {39, 10}, {12, 39}}, lobes}, "Holes[1][5]", ErrHoleOutside},
		{"two lobes, one outside", square,
			[][]mgl64.Vec2{{{10, 10}, {8, 4}, {4, 8}, {10, 10}, {12, 16}, {16, 12}}}, "Holes[0][5]", ErrHoleOutside},
		{"two lobes, one in a hole", square,
			[][]mgl64.Vec2{{{2, 2}, {5, 2}, {5, 5}, {2, 5}}, {{5, 5}, {4, 3}, {3, 4}, {5, 5}, {6, 8}, {8, 6}}}, "Holes[1][2]", ErrHoleOutside},
		{"an eight, half of it outside", square,
			[][]mgl64.Vec2{{{10, 10}, {8, 4}, {4, 8}, {10, 10}, {16, 12}, {12, 16}}}, "Holes[0][5]", ErrHoleOutside},
		{"an eight, half of it in a hole", square,
			[][]mgl64.Vec2{{{5, 5}, {8, 5}, {8, 8}, {5, 8}}, {{5, 5}, {4, 3}, {3, 4}, {5, 5}, {7, 6}, {6, 7}}}, "Holes[1][5]", ErrHoleOutside},
		{"the outer loop goes on in a hole",
			[]mgl64.Vec2{{0, 0}, {5, 3}, {3, 5}, {0, 0}, {10, 0}, {10, 10}, {0, 10}},
			[][]mgl64.Vec2{{{0, 0}, {8, 1}, {8, 8}, {1, 8}}}, "Outer[2]", geom.ErrSelfIntersecting},
	} {
		_, err := Decompose(c.outer, c.holes...)
		require.ErrorIs(t, err, c.err, c.name)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, c.name)
		require.Equal(t, c.field, field.Field, "%s: %v", c.name, err)
		for _, loop := range append(c.holes, c.outer) { // the direction does not matter
			slices.Reverse(loop)
			_, err := Triangulate(c.outer, c.holes...)
			require.ErrorIs(t, err, c.err, c.name)
		}
	}
}

// Loops that only touch, themselves or others, bound a region, in whatever order the
// loop passes its lowest corner.
func TestDecomposeAcceptsLobesSharingLowestCorner(t *testing.T) {
	lobes := []mgl64.Vec2{{0, 0}, {5, -1}, {2, -8}, {0, 0}, {1, 9}, {5, 2}}
	bay := []mgl64.Vec2{{0, 0}, {5, 9}, {9, 5}, {0, 0}, {9, -9}, {40, 0}, {9, 20}}
	around := []mgl64.Vec2{{0, 0}, {2, -20}, {40, 0}, {2, 30}}
	for _, o := range []outline{
		{name: "lobes", outer: lobes},
		{name: "a bay that closes in the corner", outer: bay},
		{name: "lobes in the corner of a loop", outer: around, holes: [][]mgl64.Vec2{lobes}},
		{name: "a hole in a bay of a hole", outer: []mgl64.Vec2{{-1, -30}, {50, 0}, {-1, 30}},
			holes: [][]mgl64.Vec2{bay, {{0, 0}, {6, 5}, {5, 6}}}},
	} {
		for range o.loops() {
			for _, loop := range o.loops() {
				slices.Reverse(loop)
				parts, err := Decompose(o.outer, o.holes...)
				require.NoError(t, err, o.name)
				requirePartition(t, o, parts)
			}
		}
	}
}

// Random loops with holes, many through common corners, compared with the winding
// numbers of the points right beside each edge.
func TestDecomposeAcceptsExactlyValidRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	counts := map[string]int{}
	for range 12000 * rounds {
		o := touchingLoops(r)
		want := o.regionError()
		parts, err := Decompose(o.outer, o.holes...)
		switch {
		case want == nil:
			require.NoError(t, err, "%v", o)
			requirePartition(t, o, parts)
			counts["accepted"]++
			if len(o.holes) > 0 {
				counts["accepted with holes"]++
			}
			if slices.ContainsFunc(o.loops(), repeats) {
				counts["accepted with lobes"]++
			}
		case errors.Is(want, ErrHoleOutside):
			require.ErrorIs(t, err, ErrHoleOutside, "%v", o)
			counts["outside"]++
			if slices.ContainsFunc(o.loops(), repeats) {
				counts["outside with lobes"]++
			}
		default:
			refused := errors.Is(err, geom.ErrSelfIntersecting) || errors.Is(err, geom.ErrCollinear) ||
				errors.Is(err, geom.ErrTooFewPoints) || errors.Is(err, ErrHoleOutside)
			require.True(t, refused, "%v: %v", o, err)
			counts["refused"]++
		}
	}
	t.Log(counts)
	for _, name := range []string{"accepted", "accepted with holes", "accepted with lobes", "outside", "outside with lobes", "refused"} {
		require.Greater(t, counts[name], 25, name)
	}
}

// touchingLoops returns an outer loop and up to two holes, each of one or two lobes
// around a corner on a small grid, most of them around the same one.
func touchingLoops(r *rand.Rand) outline {
	grid := func() mgl64.Vec2 { return mgl64.Vec2{float64(r.IntN(9)), float64(r.IntN(9))} }
	common := grid()
	loop := func() []mgl64.Vec2 {
		var loop []mgl64.Vec2
		at := common
		if r.IntN(4) == 0 {
			at = grid()
		}
		for range 1 + r.IntN(2) {
			loop = append(loop, at)
			for range 2 + r.IntN(2) {
				loop = append(loop, grid())
			}
		}
		return loop
	}
	o := outline{name: "touching", outer: loop()}
	if r.IntN(2) == 0 { // room for holes: all around but for a notch to the common corner
		frame := []mgl64.Vec2{{-4, -4}, {12, -4}, {12, 12}, {-4, 12}}
		i := r.IntN(4)
		o.outer = append([]mgl64.Vec2{common}, append(slices.Clone(frame[i:]), frame[:i]...)...)
	}
	for range r.IntN(3) {
		o.holes = append(o.holes, loop())
	}
	return o
}

// regionError decides by the definition, edge by edge, whether the loops bound a
// region: nil, ErrHoleOutside if every loop is valid by itself and only lies
// in a wrong place, or geom.ErrSelfIntersecting for everything else.
func (o outline) regionError() error {
	loops := o.loops()
	type edge struct {
		a, b geom.Vec2
		loop int
	}
	var edges []edge
	var signs []int
	for l, loop := range loops {
		signs = append(signs, windingSign(loop))
		if signs[l] == 0 {
			return geom.ErrSelfIntersecting
		}
		for i := range loop {
			if a, b := geom.From(loop[i]), geom.From(loop[(i+1)%len(loop)]); a != b {
				edges = append(edges, edge{a, b, l})
			}
		}
	}
	for i, e := range edges {
		for _, f := range edges[:i] {
			if !onlyCornersMeet(e.a, e.b, f.a, f.b) {
				return geom.ErrSelfIntersecting
			}
		}
	}
	var outside error
	for _, e := range edges {
		offset := e.b.Sub(e.a).LeftPerp().Mul(0x1p-20) // nothing else on the grid is so near to a midpoint
		middle := e.a.Lerp(e.b, 0.5)
		left, right := middle.Add(offset), middle.Sub(offset)
		loopWinding := [2]int{windingOf(loops[e.loop], left), windingOf(loops[e.loop], right)}
		if loopWinding[0] != 0 && loopWinding[1] != 0 || max(loopWinding[0], loopWinding[1], -loopWinding[0], -loopWinding[1]) != 1 || loopWinding[0]+loopWinding[1] != signs[e.loop] {
			return geom.ErrSelfIntersecting
		}
		for l, loop := range loops {
			if l == e.loop {
				continue
			}
			if in := windingOf(loop, middle) != 0; in != (l == 0) {
				outside = ErrHoleOutside
			}
		}
	}
	return outside
}

// onlyCornersMeet reports whether two edges have at most an end in common.
func onlyCornersMeet(a, b, c, d geom.Vec2) bool {
	if !geom.SegmentsIntersect(a, b, c, d) {
		return true
	}
	switch {
	case a == d:
		d = c
	case b == c:
		a, b = b, a
	case b == d:
		a, b, d = b, a, c
	case a != c:
		return false
	}
	return b != d && (geom.Orient(a, b, d) != 0 || b.Sub(a).Dot(d.Sub(a)) < 0)
}

// windingOf counts how often a loop winds around p, which is not on it.
func windingOf(loop []mgl64.Vec2, p geom.Vec2) int {
	count := 0
	for i := range loop {
		a, b := geom.From(loop[i]), geom.From(loop[(i+1)%len(loop)])
		switch {
		case a.Y <= p.Y && p.Y < b.Y && geom.Orient(a, b, p) > 0:
			count++
		case b.Y <= p.Y && p.Y < a.Y && geom.Orient(a, b, p) < 0:
			count--
		}
	}
	return count
}

// windingSign returns the direction of a valid loop, by its area.
func windingSign(loop []mgl64.Vec2) int { return doubleArea(loop).Sign() }
