package polygon

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// crossingOf returns the exact point in which the lines of two segments cross.
func crossingOf(a, b, c, d geom.Vec2) (x, y *big.Rat) {
	cross := func(u, v, p, q float64) *big.Rat {
		l, r := new(big.Rat).Mul(rat(u), rat(q)), new(big.Rat).Mul(rat(v), rat(p))
		return l.Sub(l, r)
	}
	ab, ac, cd := b.Sub(a), c.Sub(a), d.Sub(c)
	t := cross(ac.X, ac.Y, cd.X, cd.Y)
	t.Quo(t, cross(ab.X, ab.Y, cd.X, cd.Y))
	at := func(from, length float64) *big.Rat {
		r := new(big.Rat).Mul(t, rat(length))
		return r.Add(r, rat(from))
	}
	return at(a.X, ab.X), at(a.Y, ab.Y)
}

// inPixel reports whether -1/2 <= x - m < 1/2.
func inPixel(x *big.Rat, m float64) bool {
	d := new(big.Rat).Sub(x, rat(m))
	return d.Cmp(big.NewRat(-1, 2)) >= 0 && d.Cmp(big.NewRat(1, 2)) < 0
}

// gridPoint is a point of the grid, of up to the given number of bits.
func gridPoint(r *rand.Rand, bits int) geom.Vec2 {
	n := int64(1) << bits
	return geom.Vec2{X: float64(r.Int64N(2*n+1) - n), Y: float64(r.Int64N(2*n+1) - n)}
}

func TestRoundedCrossingIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(75, 1))
	count := 0
	for count < 8_000*rounds {
		bits := []int{2, 3, 10, 30, gridBits}[r.IntN(5)]
		a, b := gridPoint(r, bits), gridPoint(r, bits)
		c, d := gridPoint(r, bits), gridPoint(r, bits)
		if r.IntN(3) == 0 { // nearly parallel
			c, d = a.Add(gridPoint(r, 1)), b.Add(gridPoint(r, 1))
			if most := max(c.Abs().X, c.Abs().Y, d.Abs().X, d.Abs().Y); most > 1<<gridBits {
				continue
			}
		}
		if !geom.SegmentsCross(a, b, c, d) {
			continue
		}
		count++
		x, y := crossingOf(a, b, c, d)
		got := roundedCrossing(a, b, c, d)
		if !inPixel(x, got.X) || !inPixel(y, got.Y) || got != roundedCrossing(d, c, a, b) || !passesPixel(a, b, got) || !passesPixel(d, c, got) {
			t.Fatalf("%v %v %v %v: %v", a, b, c, d, got)
		}
	}
}

// passesExactly clips the segment to the closed pixel. What is left must not lie on the right or
// the upper side alone, which belong to the pixels there.
func passesExactly(a, b, p geom.Vec2) bool {
	from, to := rat(0), rat(1)
	half := func(x float64, sign int64) *big.Rat { return new(big.Rat).Add(rat(x), big.NewRat(sign, 2)) }
	for _, axis := range [2][3]float64{{a.X, b.X, p.X}, {a.Y, b.Y, p.Y}} {
		low, high, length := half(axis[2], -1), half(axis[2], 1), rat(axis[1]-axis[0])
		if length.Sign() == 0 {
			if !inPixel(rat(axis[0]), axis[2]) {
				return false
			}
			continue
		}
		s := low.Quo(low.Sub(low, rat(axis[0])), length)
		e := high.Quo(high.Sub(high, rat(axis[0])), length)
		if s.Cmp(e) > 0 {
			s, e = e, s
		}
		if s.Cmp(from) > 0 {
			from = s
		}
		if e.Cmp(to) < 0 {
			to = e
		}
	}
	if from.Cmp(to) > 0 {
		return false
	}
	// The middle of what is left is in the open square, unless only a point is left.
	at := new(big.Rat).Add(from, to)
	at.Mul(at, big.NewRat(1, 2))
	coordinate := func(u, v float64) *big.Rat {
		x := new(big.Rat).Mul(at, rat(v-u))
		return x.Add(x, rat(u))
	}
	return inPixel(coordinate(a.X, b.X), p.X) && inPixel(coordinate(a.Y, b.Y), p.Y)
}

func TestPassesPixelIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(75, 2))
	passed := 0
	for range 15_000 * rounds {
		bits := []int{1, 2, 3, 20, gridBits}[r.IntN(5)]
		a, b := gridPoint(r, bits), gridPoint(r, bits)
		if a == b {
			continue
		}
		s := r.Float64()
		p := geom.Vec2{X: math.Floor(a.X + s*(b.X-a.X)), Y: math.Floor(a.Y + s*(b.Y-a.Y))}.Add(gridPoint(r, 1))
		want := passesExactly(a, b, p)
		if got := passesPixel(a, b, p); got != want {
			t.Fatalf("%v %v %v: %v, want %v", a, b, p, got, want)
		}
		if want {
			passed++
		}
	}
	require.Greater(t, passed, 3_000)
}

// The diagonals of a grid touch pixels in corners alone, from both sides.
func TestPassesPixelInCorners(t *testing.T) {
	for _, c := range []struct {
		a, b, p geom.Vec2
		want    bool
	}{
		{geom.Vec2{}, geom.Vec2{X: 1, Y: 1}, geom.Vec2{X: 1}, false},                         // its upper left corner
		{geom.Vec2{}, geom.Vec2{X: 1, Y: 1}, geom.Vec2{Y: 1}, false},                         // its lower right one
		{geom.Vec2{X: 1}, geom.Vec2{Y: 1}, geom.Vec2{X: 1, Y: 1}, true},                      // its lower left one
		{geom.Vec2{X: 1}, geom.Vec2{Y: 1}, geom.Vec2{}, false},                               // its upper right one
		{geom.Vec2{X: 1}, geom.Vec2{X: 2, Y: -1}, geom.Vec2{X: 1, Y: 1}, false},              // on the line, not on the segment
		{geom.Vec2{X: 3}, geom.Vec2{Y: 1}, geom.Vec2{X: 2}, true},                            // through the middle
		{geom.Vec2{X: 5, Y: 5}, geom.Vec2{X: 5, Y: 9}, geom.Vec2{X: 5, Y: 7}, true},          // upright
		{geom.Vec2{X: 5, Y: 5}, geom.Vec2{X: 5, Y: 9}, geom.Vec2{X: 4, Y: 7}, false},         // beside it
		{geom.Vec2{X: 5, Y: 5}, geom.Vec2{X: 5, Y: 9}, geom.Vec2{X: 5, Y: 10}, false},        // beyond its end
		{geom.Vec2{X: -4, Y: 1}, geom.Vec2{X: 4, Y: 2}, geom.Vec2{X: 0, Y: 2}, true},         // at half height: from there up
		{geom.Vec2{X: -4, Y: 1}, geom.Vec2{X: 4, Y: 2}, geom.Vec2{X: -1, Y: 1}, true},        // and down
		{geom.Vec2{X: -4, Y: 1}, geom.Vec2{X: 4, Y: 2}, geom.Vec2{X: 2, Y: 1}, false},        // too low
		{geom.Vec2{X: -4, Y: 1}, geom.Vec2{X: 4, Y: 2}, geom.Vec2{X: -4, Y: 1}, true},        // an end
		{geom.Vec2{X: -4, Y: 1}, geom.Vec2{X: 4, Y: 2}, geom.Vec2{X: -5, Y: 1}, false},       // next to it
		{geom.Vec2{X: 0, Y: 0}, geom.Vec2{X: 1 << 40, Y: 1}, geom.Vec2{X: 1<<39 + 1}, false}, // there it is above the half
		{geom.Vec2{X: 0, Y: 0}, geom.Vec2{X: 1 << 40, Y: 1}, geom.Vec2{X: 1 << 39}, true},    // leaves by its upper side
	} {
		require.Equal(t, c.want, passesPixel(c.a, c.b, c.p), "%v", c)
		require.Equal(t, c.want, passesExactly(c.a, c.b, c.p), "%v", c)
	}
}

// No two edges of an arrangement cross, and no point lies on one.
func TestSnappedEdgesDoNotMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(75, 3))
	for round := range 300 * rounds {
		bits := []int{1, 2, 3, 4, gridBits}[round%5]
		var points []geom.Vec2
		var segments []segment
		for i := range int32(4 + r.IntN(20)) {
			points = append(points, gridPoint(r, bits), gridPoint(r, bits))
			segments = append(segments, segment{2 * i, 2*i + 1, 1, 0})
		}
		points, edges := snap(points, segments)
		for i, e := range edges {
			a, b := points[e.from], points[e.to]
			for _, p := range points {
				if p != a && p != b && geom.Orient(a, b, p) == 0 && (geom.Box{Min: a.Min(b), Max: a.Max(b)}).ContainsPoint(p) {
					t.Fatalf("%v is on the edge %v %v", p, a, b)
				}
			}
			for _, f := range edges[:i] {
				if geom.SegmentsCross(a, b, points[f.from], points[f.to]) {
					t.Fatalf("%v %v crosses %v %v", a, b, points[f.from], points[f.to])
				}
			}
		}
	}
}

// The corners of a result are within a unit of the grid of the input, and the grid is as fine as is
// said.
func TestGridSpacing(t *testing.T) {
	for _, c := range []struct {
		box  geom.Box
		want float64
	}{
		{geom.Box{Min: geom.Vec2{X: -1, Y: -1}, Max: geom.Vec2{X: 1, Y: 1}}, 0x1p-38},
		{geom.Box{Min: geom.Vec2{X: 1e6}, Max: geom.Vec2{X: 1e6 + 1, Y: 1}}, 0x1p-33}, // the last place of 1e6
		{geom.Box{Min: geom.Vec2{X: 5, Y: 5}, Max: geom.Vec2{X: 5, Y: 5}}, 0x1p-40},   // a point
		{geom.EmptyBox(), 1},
	} {
		g := newSnapGrid(c.box)
		require.Equal(t, c.want, g.unit, "%v", c.box)
		if !c.box.Valid() {
			continue
		}
		for _, p := range []geom.Vec2{c.box.Min, c.box.Max} {
			q := g.round(p)
			require.LessOrEqual(t, max(q.Abs().X, q.Abs().Y), float64(1<<gridBits))
			require.InDelta(t, p.X, g.world(q).X, g.unit/2)
			require.InDelta(t, p.Y, g.world(q).Y, g.unit/2)
			require.Equal(t, q, g.round(g.world(q)))
		}
	}
}

// goldenOperations is the hash of what every operation makes of random input.
const goldenOperations = 0x61b11f6d0dee254d

// TestGoldenOperations: the same bits on every platform.
func TestGoldenOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(76, 1))
	hash := uint64(14695981039346656037)
	add := func(regions []Region, err error) {
		require.NoError(t, err)
		for _, l := range Loops(regions) {
			for _, p := range l {
				for _, x := range p {
					hash = (hash ^ math.Float64bits(x)) * 1099511628211
				}
			}
		}
	}
	for range 10 {
		a := [][]mgl64.Vec2{starLoop(r, 30, geom.Vec2{X: 1e3}, 4), randomLoop(r, 12, geom.Vec2{X: 1e3}, 6)}
		b := [][]mgl64.Vec2{starLoop(r, 20, geom.Vec2{X: 1e3 + 1}, 3)}
		add(Union(a, b, EvenOdd))
		add(Xor(a, b, NonZero))
		add(Offset(a, OffsetDef{Distance: 0.3}))
		add(Offset(a, OffsetDef{Distance: -0.1, Join: JoinMiter}))
		add(Offset(a, OffsetDef{Distance: 0.2, Join: JoinSquare}))
		add(MinkowskiSumConcave(b, a[:1], EvenOdd))
		left, right, err := Cut(a, mgl64.Vec2{1e3, 0.1}, mgl64.Vec2{1e3 + 1, 0.3}, EvenOdd)
		add(append(left, right...), err)
		parts, err := Shatter(a, randomLoop(r, 15, geom.Vec2{X: 1e3}, 8), NonZero)
		for _, p := range parts {
			add(p, err)
		}
		loops := must.Get(Contour(fieldOf(9, 9, func(int, int) float64 { return r.Float64() }), 0.4))
		add(Regions(loops, Positive))
	}
	require.Equal(t, uint64(goldenOperations), hash)
}
