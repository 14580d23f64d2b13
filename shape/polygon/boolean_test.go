package polygon

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// rounds multiplies how many random outlines the tests look at.
var rounds = long.Pick(1, 30)

func windingOfAll(loops [][]mgl64.Vec2, p geom.Vec2) int32 {
	w := int32(0)
	for _, l := range loops {
		w += int32(windingOf(l, p))
	}
	return w
}

func boxOf(sets ...[][]mgl64.Vec2) geom.Box {
	box := geom.EmptyBox()
	for _, loops := range sets {
		for _, l := range loops {
			for _, p := range l {
				box = box.Include(geom.From(p))
			}
		}
	}
	return box
}

// near reports whether p is within d of an edge.
func near(loops [][]mgl64.Vec2, p geom.Vec2, d float64) bool {
	for _, l := range loops {
		for i := range l {
			if geom.ClosestOnSegment(geom.From(l[i]), geom.From(l[(i+1)%len(l)]), p).Distance(p) <= d {
				return true
			}
		}
	}
	return false
}

// gridSpacing is the spacing that the documentation states, for the loops of one operation.
func gridSpacing(box geom.Box) float64 { return newSnapGrid(box).unit }

func randomIn(r *rand.Rand, box geom.Box) geom.Vec2 {
	e := box.Extents()
	return box.Center().Add(geom.Vec2{X: 1.1 * e.X * (2*r.Float64() - 1), Y: 1.1 * e.Y * (2*r.Float64() - 1)})
}

// requireSound checks what every result promises: loops that Decompose accepts, outer ones
// counter-clockwise and holes clockwise, without repeated points, in order, and its area.
func requireSound(t testing.TB, regions []Region) float64 {
	t.Helper()
	total := 0.0
	for i, r := range regions {
		require.Positive(t, loopArea(r.Outer))
		for _, h := range r.Holes {
			require.Negative(t, loopArea(h))
		}
		for _, l := range Loops(regions[i : i+1]) {
			require.Len(t, slices.CompactFunc(slices.SortedFunc(slices.Values(l), compareMgl), func(a, b mgl64.Vec2) bool { return a == b }), len(l))
		}
		if i > 0 {
			require.LessOrEqual(t, compareMgl(regions[i-1].Outer[0], r.Outer[0]), 0)
		}
		triangles := must.Get(Triangulate(r.Outer, r.Holes...))
		sum := 0.0
		for _, c := range triangles {
			sum += loopArea(c[:])
		}
		e := boxOf(Loops(regions[i : i+1])).Extents()
		require.InDelta(t, sum, r.Area(), 1e-12*e.X*e.Y)
		total += r.Area()
	}
	return total
}

func compareMgl(a, b mgl64.Vec2) int { return comparePoints(geom.From(a), geom.From(b)) }

type booleanCase struct {
	name string
	a, b [][]mgl64.Vec2
}

func square(x, y, half float64) []mgl64.Vec2 {
	return []mgl64.Vec2{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}
}

func backward(loop []mgl64.Vec2) []mgl64.Vec2 {
	out := slices.Clone(loop)
	slices.Reverse(out)
	return out
}

// randomLoop is a loop of n points that crosses itself at random.
func randomLoop(r *rand.Rand, n int, center geom.Vec2, size float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		loop[i] = mgl64.Vec2{center.X + float64(size*(r.Float64()-0.5)), center.Y + float64(size*(r.Float64()-0.5))}
	}
	return loop
}

// starLoop is a loop around a centre that does not cross itself.
func starLoop(r *rand.Rand, n int, center geom.Vec2, size float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(n))
		d := size * (0.3 + float64(0.7*r.Float64()))
		loop[i] = mgl64.Vec2{center.X + float64(d*cos), center.Y + float64(d*sin)}
	}
	return loop
}

// gridLoop has corners at few places: edges overlap, touch, repeat and vanish.
func gridLoop(r *rand.Rand, n, side int) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		loop[i] = mgl64.Vec2{float64(r.IntN(side)), float64(r.IntN(side))}
	}
	return loop
}

func booleanCases(r *rand.Rand) []booleanCase {
	one := func(l ...[]mgl64.Vec2) [][]mgl64.Vec2 { return l }
	s := square(0, 0, 1)
	comb := func(shift float64) []mgl64.Vec2 {
		var l []mgl64.Vec2
		for i := range 20 {
			l = append(l, mgl64.Vec2{float64(2 * i), 10 + shift}, mgl64.Vec2{float64(2*i + 1), shift})
		}
		return append(l, mgl64.Vec2{40, 20 + shift}, mgl64.Vec2{0, 20 + shift})
	}
	cases := []booleanCase{
		{"nothing", nil, nil},
		{"nothing and a square", nil, one(s)},
		{"the same square", one(s), one(s)},
		{"the same square, reversed", one(s), one(backward(s))},
		{"twice in one operand", one(s, s), one(square(1, 1, 1))},
		{"three times, once reversed", one(s, s, backward(s)), one(square(1, 1, 1))},
		{"squares that touch along a side", one(s), one(square(2, 0, 1))},
		{"squares that touch along half a side", one(s), one(square(2, 1, 1))},
		{"squares that touch in a corner", one(s), one(square(2, 2, 1))},
		{"a corner on a side", one(s), one([]mgl64.Vec2{{1, 0}, {2, -1}, {2, 1}})},
		{"a hole that touches the outline in a corner", one(square(0, 0, 2)), one([]mgl64.Vec2{{-2, 0}, {0, -1}, {0, 1}})},
		{"a hole that becomes an island", one(square(0, 0, 3), square(0, 0, 2)), one(square(0, 0, 1))},
		{"holes that touch each other", one(square(0, 0, 9), square(-1, -1, 1), square(1, 1, 1)), one(square(3, 3, 1))},
		{"a wheel of touching holes", one(square(0, 0, 9), square(-2, 0, 2), square(2, 4, 2), square(6, 0, 2), square(2, -4, 2)), one(square(2, 0, 1))},
		{"no area", one([]mgl64.Vec2{{0, 0}, {3, 3}, {1, 1}}), one(s)},
		{"one point", one([]mgl64.Vec2{{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}}), one(s)},
		{"a spike", one([]mgl64.Vec2{{-1, -1}, {1, -1}, {1, 1}, {5, 1}, {1, 1}, {-1, 1}}), one(square(3, 1, 1))},
		{"an eight", one([]mgl64.Vec2{{0, 0}, {2, 2}, {2, 0}, {0, 2}}), one(s)},
		{"a pentagram", one([]mgl64.Vec2{{0, 3}, {1.8, -2.4}, {-2.9, 0.9}, {2.9, 0.9}, {-1.8, -2.4}}), one(s)},
		{"combs", one(comb(0)), one(backward(comb(4.5)))},
		{"combs that touch", one(comb(0)), one(comb(10))},
		{"a sliver", one([]mgl64.Vec2{{0, 0}, {1e6, 1e-9}, {1e6, 2e-9}}), one(square(500, 0, 100))},
		{"nearly the same", one(s), one([]mgl64.Vec2{{-1, -1}, {1, -1 + 1e-15}, {1 + 1e-15, 1}, {-1, 1}})},
		{"far out", one(square(1e9, -1e9, 1)), one(square(1e9+1, -1e9+1, 1))},
		{"tiny", one(square(0, 0, 1e-9)), one(square(1e-9, 1e-9, 1e-9))},
		{"huge", one(square(0, 0, 1e12)), one(square(5e11, 5e11, 5e11))},
	}
	for i := range 12 {
		center := geom.Vec2{X: math.Ldexp(r.Float64(), 3*i), Y: math.Ldexp(r.Float64(), 3*i)}
		cases = append(cases,
			booleanCase{"random loops", one(randomLoop(r, 3+i, center, 4), randomLoop(r, 5, center, 2)), one(randomLoop(r, 12, center, 4))},
			booleanCase{"stars", one(starLoop(r, 5+7*i, center, 4)), one(starLoop(r, 5+7*i, center.Add(geom.Vec2{X: r.Float64()}), 4))},
			booleanCase{"corners on few places", one(gridLoop(r, 3+2*i, 5), gridLoop(r, 4, 5)), one(gridLoop(r, 6, 5), gridLoop(r, 5, 3))})
	}
	// A turned copy of a grid has many crossings that are nearly in one place.
	sin, cos := geom.SinCos(1e-13)
	turned := starLoop(r, 40, geom.Vec2{}, 3)
	for i, p := range turned {
		turned[i] = mgl64.Vec2{cos*p[0] - sin*p[1], sin*p[0] + cos*p[1]}
	}
	return append(cases, booleanCase{"turned by a hair", one(starLoop(rand.New(rand.NewPCG(1, 2)), 40, geom.Vec2{}, 3)), one(turned)})
}

// Every operation agrees with the winding numbers of its input at random points, and the areas
// with each other.
func TestBooleanAgainstWindingNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	for range rounds {
		for _, c := range booleanCases(r) {
			for _, rule := range []FillRule{EvenOdd, NonZero, Positive} {
				t.Run(fmt.Sprint(c.name, " ", rule), func(t *testing.T) { checkBoolean(t, r, c, rule) })
			}
		}
	}
}

func checkBoolean(t *testing.T, r *rand.Rand, c booleanCase, rule FillRule) {
	before := []any{cloneLoops(c.a), cloneLoops(c.b)}
	union := must.Get(Union(c.a, c.b, rule))
	both := must.Get(Intersection(c.a, c.b, rule))
	onlyA := must.Get(Difference(c.a, c.b, rule))
	either := must.Get(Xor(c.a, c.b, rule))
	onlyB := must.Get(Difference(c.b, c.a, rule))
	require.Equal(t, before, []any{c.a, c.b})

	box := boxOf(c.a, c.b)
	results := [][]Region{union, both, onlyA, either, onlyB}
	var areas [5]float64
	for i, regions := range results {
		areas[i] = requireSound(t, regions)
	}
	if !box.Valid() {
		return
	}
	e, unit := box.Extents(), gridSpacing(box)
	tolerance := 1e-12 * e.X * e.Y
	require.InDelta(t, areas[0], areas[1]+areas[2]+areas[4], tolerance)
	require.InDelta(t, areas[3], areas[2]+areas[4], tolerance)

	for range pointsPerCase {
		p := randomIn(r, box)
		a, b := rule.fills(windingOfAll(c.a, p)), rule.fills(windingOfAll(c.b, p))
		if near(c.a, p, 2*unit) || near(c.b, p, 2*unit) {
			continue
		}
		for i, want := range []bool{a || b, a && b, a && !b, a != b, b && !a} {
			w := windingOfAll(Loops(results[i]), p)
			if want != (w != 0) || w != 0 && w != 1 {
				t.Fatalf("result %d winds %d times around %v, which it has inside: %v", i, w, p, want)
			}
		}
	}
}

func cloneLoops(loops [][]mgl64.Vec2) [][]mgl64.Vec2 {
	if loops == nil {
		return nil
	}
	out := make([][]mgl64.Vec2, len(loops))
	for i, l := range loops {
		out[i] = slices.Clone(l)
	}
	return out
}

// The points of a result are rounded once: a second pass of the same box changes nothing.
func TestRegionsOfRegionsAreTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 2))
	frame := square(0, 0, 4)
	for range 20 * rounds {
		loops := [][]mgl64.Vec2{frame, randomLoop(r, 20, geom.Vec2{}, 6), randomLoop(r, 20, geom.Vec2{}, 6)}
		once := must.Get(Regions(loops, EvenOdd))
		again := must.Get(Regions(Loops(once), NonZero))
		require.Equal(t, once, again)
	}
}

// A result does not depend on where loops begin, on their order, or on how often points repeat.
func TestBooleanDoesNotDependOnTheOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 3))
	for range 20 * rounds {
		a, b, c := randomLoop(r, 15, geom.Vec2{}, 4), randomLoop(r, 9, geom.Vec2{}, 4), gridLoop(r, 9, 4)
		want := must.Get(Difference([][]mgl64.Vec2{a, b}, [][]mgl64.Vec2{c}, NonZero))
		turned := append(slices.Clone(a[4:]), a[:4]...)
		turned = slices.Insert(turned, 3, turned[3], turned[3])
		got := must.Get(Difference([][]mgl64.Vec2{b, turned}, [][]mgl64.Vec2{c}, NonZero))
		require.Equal(t, want, got)
	}
}

func TestBooleanKeepsIntegerCoordinates(t *testing.T) {
	got := must.Get(Union([][]mgl64.Vec2{{{0, 0}, {4, 0}, {4, 3}, {0, 3}}}, [][]mgl64.Vec2{{{4, 1}, {7, 1}, {7, 2}, {4, 2}}}, EvenOdd))
	require.Equal(t, []Region{{Outer: []mgl64.Vec2{{0, 0}, {4, 0}, {4, 1}, {7, 1}, {7, 2}, {4, 2}, {4, 3}, {0, 3}}}}, got)
}

func TestBooleanErrors(t *testing.T) {
	ok := [][]mgl64.Vec2{square(0, 0, 1)}
	with := func(p mgl64.Vec2) [][]mgl64.Vec2 { return [][]mgl64.Vec2{ok[0], {{0, 0}, {1, 0}, p}} }
	for _, c := range []struct {
		a, b  [][]mgl64.Vec2
		rule  FillRule
		field string
		err   error
		text  string
	}{
		{with(mgl64.Vec2{math.NaN(), 0}), ok, EvenOdd, "A[1][2]", geom.ErrNotFinite, "A[1][2]: {NaN 0} must be finite"},
		{ok, with(mgl64.Vec2{0, math.Inf(-1)}), NonZero, "B[1][2]", geom.ErrNotFinite, "B[1][2]: {0 -Inf} must be finite"},
		{ok, with(mgl64.Vec2{2e12, 0}), NonZero, "B[1][2]", geom.ErrOutOfRange, "B[1][2]: {2e+12 0} is out of range"},
		{[][]mgl64.Vec2{{{0, 0}, {1, 0}}}, ok, EvenOdd, "A[0]", geom.ErrTooFewPoints, "A[0]: 2 is too few points"},
		{ok, [][]mgl64.Vec2{{}}, EvenOdd, "B[0]", geom.ErrTooFewPoints, "B[0]: 0 is too few points"},
		{ok, ok, 3, "Rule", geom.ErrOutOfRange, "Rule: rule(3) is out of range"},
	} {
		for _, op := range []func(a, b [][]mgl64.Vec2, rule FillRule) ([]Region, error){Union, Intersection, Difference, Xor} {
			regions, err := op(c.a, c.b, c.rule)
			require.Nil(t, regions)
			require.ErrorIs(t, err, c.err)
			require.EqualError(t, err, c.text)
			var field *geom.FieldError
			require.True(t, errors.As(err, &field))
			require.Equal(t, c.field, field.Field)
		}
	}
	_, err := Regions(with(mgl64.Vec2{0, math.NaN()}), EvenOdd)
	require.EqualError(t, err, "Loops[1][2]: {0 NaN} must be finite")
}

// fuzzedLoops reads loops with corners on few places, where everything meets everything, and some
// far from them. It reports false if one has too few points.
func fuzzedLoops(t *testing.T, data []byte, kind uint8) (loops [][]mgl64.Vec2, ok bool) {
	scale := []float64{1, 0.1, 1.0 / 3}[kind/3%3]
	loop := []mgl64.Vec2{}
	for i := 0; i+1 < len(data) && i < 400; i += 2 {
		if data[i] == 255 {
			loops, loop = append(loops, loop), nil
			i--
			continue
		}
		p := mgl64.Vec2{scale * float64(data[i]%8), scale * float64(data[i+1]%8)}
		if data[i] >= 128 {
			p = p.Mul(1 + float64(data[i+1])*1e-13)
		}
		loop = append(loop, p)
	}
	loops = append(loops, loop)
	for _, l := range loops {
		if len(l) < 3 {
			_, err := Regions(loops, EvenOdd)
			require.ErrorIs(t, err, geom.ErrTooFewPoints)
			return nil, false
		}
	}
	return loops, true
}

func addFuzzSeeds(f *testing.F) {
	f.Add([]byte{0, 0, 3, 0, 3, 3, 0, 3, 255, 1, 1, 4, 1, 4, 4, 1, 4}, uint8(0))
	f.Add([]byte{0, 0, 2, 2, 2, 0, 0, 2, 255, 1, 1, 1, 5, 200, 77}, uint8(5))
}

func FuzzBoolean(f *testing.F) {
	addFuzzSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		if loops, ok := fuzzedLoops(t, data, kind); ok {
			half := len(loops) / 2
			c := booleanCase{"fuzz", loops[:half], loops[half:]}
			checkBoolean(t, rand.New(rand.NewPCG(1, uint64(len(data)))), c, FillRule(kind%3))
		}
	})
}

// FuzzDivide cuts, shatters and offsets any loops. Nothing is lost, and an offset outward contains
// what it began with.
func FuzzDivide(f *testing.F) {
	addFuzzSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		loops, ok := fuzzedLoops(t, data, kind)
		if !ok {
			return
		}
		rule := FillRule(kind % 3)
		whole := must.Get(Regions(loops, rule))
		area := requireSound(t, whole)
		if first := loops[0]; first[0].Sub(first[1]).Len() > 1e-6 {
			left, right, err := Cut(loops, first[0], first[1], rule)
			require.NoError(t, err)
			require.InDelta(t, area, requireSound(t, left)+requireSound(t, right), 1e-9)
		}
		seeds := slices.CompactFunc(slices.SortedFunc(slices.Values(loops[len(loops)-1]), compareMgl), func(a, b mgl64.Vec2) bool { return a == b })
		parts := must.Get(Shatter(loops, seeds, rule))
		sum := 0.0
		for _, p := range parts {
			sum += requireSound(t, p)
		}
		require.InDelta(t, area, sum, 1e-9)
		for _, d := range []float64{0.25, -0.1} {
			moved := must.Get(Offset(loops, OffsetDef{Distance: d, Rule: rule, Join: Join(kind / 9 % 3)}))
			size := requireSound(t, moved)
			rest := must.Get(Difference(Loops(whole), Loops(moved), Positive))
			require.InDelta(t, max(area-size, 0), areaOf(rest), 1e-9)
		}
	})
}

// coast is a loop of n points around a centre, as rough as its points are far from each other.
func coast(r *rand.Rand, n int, center geom.Vec2, size float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(n))
		d := size * (1 + 2*math.Pi/float64(n)*(r.Float64()-0.5))
		loop[i] = mgl64.Vec2{center.X + d*cos, center.Y + d*sin}
	}
	return loop
}

// BenchmarkUnion: two coasts of n/2 points each, which cross about n/2 times.
func BenchmarkUnion(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(71, 9))
			p := [][]mgl64.Vec2{coast(r, n/2, geom.Vec2{}, 10)}
			q := [][]mgl64.Vec2{coast(r, n/2, geom.Vec2{}, 10)}
			b.ReportAllocs()
			for b.Loop() {
				_, err := Union(p, q, EvenOdd)
				require.NoError(b, err)
			}
		})
	}
}
