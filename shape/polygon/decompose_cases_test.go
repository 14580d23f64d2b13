package polygon

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// outline is a region under test.
type outline struct {
	name  string
	outer []mgl64.Vec2
	holes [][]mgl64.Vec2
}

func (o outline) loops() [][]mgl64.Vec2 { return append([][]mgl64.Vec2{o.outer}, o.holes...) }

// star returns a star-shaped loop of n points around c, counter-clockwise.
func star(r *rand.Rand, c mgl64.Vec2, n int, low, high float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		s, cos := math.Sincos((float64(i) + 0.8*r.Float64()) * 2 * math.Pi / float64(n))
		d := low + (high-low)*r.Float64()
		loop[i] = mgl64.Vec2{c[0] + d*cos, c[1] + d*s}
	}
	return loop
}

// starWithHoles returns a star with up to four star-shaped holes in its core.
func starWithHoles(r *rand.Rand, n, holes int, at mgl64.Vec2) outline {
	o := outline{name: "star", outer: star(r, at, n, 4, 9)}
	for h := range holes {
		c := mgl64.Vec2{at[0] + 1.2*float64(h%2*2-1), at[1] + 1.2*float64(h/2*2-1)}
		hole := star(r, c, 3+r.IntN(6), 0.3, 1)
		o.holes = append(o.holes, hole)
	}
	return o
}

// lattice returns a random simple polygon with corners on a small grid, where
// collinear triples abound, or false when its crossings could not be removed.
func lattice(r *rand.Rand, n, size int) (outline, bool) {
	used := map[mgl64.Vec2]bool{}
	var loop []mgl64.Vec2
	for len(loop) < n {
		p := mgl64.Vec2{float64(r.IntN(size)), float64(r.IntN(size))}
		if !used[p] {
			used[p] = true
			loop = append(loop, p)
		}
	}
	return outline{name: "lattice", outer: loop}, untangle(loop)
}

// untangle reverses the points of a loop between two edges that meet, which removes their
// crossing, and reports whether no crossing is left in the end.
func untangle(loop []mgl64.Vec2) bool {
	for range 200 {
		i, j, tangled := firstMeeting(loop)
		if !tangled {
			return true
		}
		for a, b := i+1, j; a < b; a, b = a+1, b-1 {
			loop[a], loop[b] = loop[b], loop[a]
		}
	}
	return false
}

// firstMeeting finds two edges of a loop that share more than a common corner.
func firstMeeting(loop []mgl64.Vec2) (int, int, bool) {
	n := len(loop)
	at := func(i int) geom.Vec2 { return geom.From(loop[i%n]) }
	for i := range n {
		if geom.Orient(at(i), at(i+1), at(i+2)) == 0 && at(i+2).Sub(at(i+1)).Dot(at(i+1).Sub(at(i))) < 0 {
			return i, (i + 1) % n, true
		}
		for j := i + 2; j < n; j++ {
			if (j+1)%n != i && geom.SegmentsIntersect(at(i), at(i+1), at(j), at(j+1)) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// comb returns a comb with n teeth, square and thus full of collinear corners.
func comb(n int) outline {
	loop := []mgl64.Vec2{{float64(2*n - 1), 0}}
	for i := n - 1; i >= 0; i-- {
		x := float64(2 * i)
		loop = append(loop, mgl64.Vec2{x + 1, 3}, mgl64.Vec2{x, 3})
		if i > 0 {
			loop = append(loop, mgl64.Vec2{x, 1}, mgl64.Vec2{x - 1, 1})
		}
	}
	return outline{name: "comb", outer: append(loop, mgl64.Vec2{0, 0})}
}

// spiral returns a corridor of n points on each side that winds inward.
func spiral(n int) outline {
	var out, in []mgl64.Vec2
	for i := range n {
		s, c := math.Sincos(0.5 * float64(i))
		d := 1 + 0.3*float64(i)
		out = append(out, mgl64.Vec2{d * c, d * s})
		in = append(in, mgl64.Vec2{(d - 0.5) * c, (d - 0.5) * s})
	}
	for i := n - 1; i >= 0; i-- {
		out = append(out, in[i])
	}
	return outline{name: "spiral", outer: out}
}

// sliver returns a box of height 1e-9 with corners along its long sides.
func sliver(r *rand.Rand, n int, at mgl64.Vec2) outline {
	o := outline{name: "sliver"}
	for i := range n {
		o.outer = append(o.outer, mgl64.Vec2{at[0] + float64(i), at[1] - 1e-9*r.Float64()})
	}
	for i := n - 1; i >= 0; i-- {
		o.outer = append(o.outer, mgl64.Vec2{at[0] + float64(i), at[1] + 2e-9*(1+r.Float64())})
	}
	return o
}

// squareWithHoles returns a square with n by n square holes, every corner collinear with
// many others.
func squareWithHoles(n int, at mgl64.Vec2) outline {
	w := float64(2*n + 1)
	square := func(x, y, d float64) []mgl64.Vec2 {
		x, y = x+at[0], y+at[1]
		return []mgl64.Vec2{{x, y}, {x + d, y}, {x + d, y + d}, {x, y + d}}
	}
	o := outline{name: "plate", outer: square(0, 0, w)}
	for i := range n * n {
		o.holes = append(o.holes, square(float64(i%n*2+1), float64(i/n*2+1), 1))
	}
	return o
}

// doubleArea returns twice the signed area of a loop, exactly.
func doubleArea(loop []mgl64.Vec2) *big.Float {
	sum := exact(0)
	for i, p := range loop {
		q := loop[(i+1)%len(loop)]
		sum.Add(sum, new(big.Float).Mul(exact(p[0]), exact(q[1])))
		sum.Sub(sum, new(big.Float).Mul(exact(p[1]), exact(q[0])))
	}
	return sum
}

// exact returns a number whose sums and products are exact: a product of four differences of
// float64s has at most 4*2099 bits.
func exact(x float64) *big.Float { return new(big.Float).SetPrec(9000).SetFloat64(x) }

// doubleArea returns twice the area of the region, exactly.
func (o outline) doubleArea() *big.Float {
	area := new(big.Float).Abs(doubleArea(o.outer))
	for _, hole := range o.holes {
		area.Sub(area, new(big.Float).Abs(doubleArea(hole)))
	}
	return area
}

// contains reports by the parity of crossings with a rightward ray whether p,
// which must not lie on an edge, is in the region.
func (o outline) contains(p geom.Vec2) bool {
	in := false
	for _, loop := range o.loops() {
		for i := range loop {
			a, b := geom.From(loop[i]), geom.From(loop[(i+1)%len(loop)])
			if a.Y > b.Y {
				a, b = b, a
			}
			if a.Y <= p.Y && p.Y < b.Y && geom.Orient(a, b, p) > 0 {
				in = !in
			}
		}
	}
	return in
}

func TestDecomposeErrors(t *testing.T) {
	square := func(x, y, d float64) []mgl64.Vec2 {
		return []mgl64.Vec2{{x, y}, {x + d, y}, {x + d, y + d}, {x, y + d}}
	}
	big := square(0, 0, 10)
	for _, c := range []struct {
		name  string
		outer []mgl64.Vec2
		holes [][]mgl64.Vec2
		field string
		err   error
		other string // the other edge
	}{
		{"nothing", nil, nil, "Outer", geom.ErrTooFewPoints, ""},
		{"two points", []mgl64.Vec2{{0, 0}, {1, 0}, {1, 0}, {0, 0}}, nil, "Outer", geom.ErrTooFewPoints, ""},
		{"a line", []mgl64.Vec2{{0, 0}, {1, 1}, {3, 3}, {2, 2}}, nil, "Outer", geom.ErrCollinear, ""},
		{"a flat hole", big, [][]mgl64.Vec2{{{1, 1}, {2, 2}, {3, 3}}}, "Holes[0]", geom.ErrCollinear, ""},
		{"an empty hole", big, [][]mgl64.Vec2{square(1, 1, 1), {}}, "Holes[1]", geom.ErrTooFewPoints, ""},
		{"NaN", []mgl64.Vec2{{0, 0}, {1, 0}, {1, math.NaN()}}, nil, "Outer[2]", geom.ErrNotFinite, ""},
		{"infinite hole", big, [][]mgl64.Vec2{{{1, 1}, {math.Inf(1), 2}, {3, 2}}}, "Holes[0][1]", geom.ErrNotFinite, ""},
		{"far out", []mgl64.Vec2{{0, 0}, {1e13, 0}, {0, 1}}, nil, "Outer[1]", geom.ErrOutOfRange, ""},
		{"bow tie", []mgl64.Vec2{{0, 0}, {2, 2}, {2, 0}, {0, 2}}, nil, "Outer[2]", geom.ErrSelfIntersecting, "Outer[0]"},
		{"corner on an edge", []mgl64.Vec2{{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}, nil, "Outer[0]", geom.ErrSelfIntersecting, "Outer[3]"},
		{"spike along an edge", []mgl64.Vec2{{0, 0}, {4, 0}, {2, 0}, {2, 2}}, nil, "Outer[0]", geom.ErrSelfIntersecting, "Outer[2]"},
		{"spike", []mgl64.Vec2{{0, 0}, {4, 0}, {4, 2}, {7, 2}, {4, 2}, {4, 4}}, nil, "Outer[3]", geom.ErrSelfIntersecting, "Outer[2]"},
		{"lowest corner a spike", []mgl64.Vec2{{-3, 0}, {0, 0}, {4, 0}, {4, 4}, {0, 0}}, nil, "Outer[0]", geom.ErrSelfIntersecting, "Outer[4]"},
		{"eight through a corner", []mgl64.Vec2{{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}}, nil, "Outer[3]", geom.ErrSelfIntersecting, "Outer[4]"},
		{"hole across the border", big, [][]mgl64.Vec2{square(8, 4, 4)}, "Holes[0][0]", geom.ErrSelfIntersecting, "Outer[1]"},
		{"hole corner on the border", big, [][]mgl64.Vec2{{{0, 5}, {2, 4}, {2, 6}}}, "Outer[3]", geom.ErrSelfIntersecting, "Holes[0][0]"},
		{"hole is the border", big, [][]mgl64.Vec2{big}, "Holes[0][0]", geom.ErrSelfIntersecting, "Outer[0]"},
		{"hole outside", big, [][]mgl64.Vec2{square(1, 1, 1), square(11, 1, 1)}, "Holes[1][3]", ErrHoleOutside, ""},
		{"hole around", square(1, 1, 1), [][]mgl64.Vec2{big}, "Holes[0][3]", ErrHoleOutside, ""},
		{"hole outside, touching", big, [][]mgl64.Vec2{square(10, 10, 1)}, "Holes[0][3]", ErrHoleOutside, ""},
		{"hole in a hole", big, [][]mgl64.Vec2{square(2, 2, 1), square(1, 1, 5)}, "Holes[0][3]", ErrHoleOutside, ""},
		{"holes across", big, [][]mgl64.Vec2{square(1, 1, 3), square(2, 2, 3)}, "Holes[1][0]", geom.ErrSelfIntersecting, "Holes[0][1]"},
	} {
		_, err := Decompose(c.outer, c.holes...)
		require.ErrorIs(t, err, c.err, c.name)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, c.name)
		require.Equal(t, c.field, field.Field, "%s: %v", c.name, err)
		if c.other != "" {
			require.ErrorContains(t, err, "edge from "+c.other, c.name)
		}
		_, again := Triangulate(c.outer, c.holes...)
		require.EqualError(t, again, err.Error())
	}
}

// Random loops are refused exactly when two edges meet other than in a corner
// they share, or when a corner that they share is crossed.
func TestDecomposeRejectsMeetingEdges(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	good, bad := 0, 0
	for range 6000 {
		n := 3 + r.IntN(6)
		loop := make([]mgl64.Vec2, n)
		for i := range loop {
			loop[i] = mgl64.Vec2{float64(r.IntN(6)), float64(r.IntN(6))}
		}
		if loop = slices.Compact(loop); loop[0] == loop[len(loop)-1] {
			continue
		}
		var field *geom.FieldError
		_, _, tangled := firstMeeting(loop)
		parts, err := Decompose(loop)
		if tangled {
			bad++
			if err == nil { // corners that touch are allowed, and then it is a partition
				requirePartition(t, outline{outer: loop}, parts)
				require.True(t, repeats(loop), "%v", loop)
			} else {
				require.ErrorAs(t, err, &field)
				ok := errors.Is(err, geom.ErrSelfIntersecting) || errors.Is(err, geom.ErrCollinear) || errors.Is(err, geom.ErrTooFewPoints)
				require.True(t, ok, "%v", err)
			}
			continue
		}
		good++
		require.NoError(t, err, "%v", loop)
		requirePartition(t, outline{outer: loop}, parts)
	}
	require.Greater(t, good, 500)
	require.Greater(t, bad, 500)
}

// repeats reports whether a point occurs twice.
func repeats(loop []mgl64.Vec2) bool {
	for i, p := range loop {
		if slices.Contains(loop[:i], p) {
			return true
		}
	}
	return false
}

// fuzzOutline reads a loop, and holes after each byte 255, from bytes.
func fuzzOutline(data []byte) outline {
	loops := [][]mgl64.Vec2{nil}
	for i := 0; i+1 < len(data) && i < 120; i += 2 {
		if data[i] == 255 {
			loops = append(loops, nil)
			continue
		}
		low := float64(data[i+1]>>5) * 0x1p-48
		p := mgl64.Vec2{float64(data[i] % 32), float64(data[i+1]%32) + low}
		loops[len(loops)-1] = append(loops[len(loops)-1], p)
	}
	return outline{name: "fuzz", outer: loops[0], holes: loops[1:]}
}

func FuzzDecompose(f *testing.F) {
	f.Add([]byte{0, 0, 9, 0, 9, 9, 5, 3, 0, 9})
	f.Add([]byte{0, 0, 20, 0, 20, 20, 0, 20, 255, 0, 5, 5, 5, 8, 8, 8, 255, 0, 12, 12, 15, 12, 14, 15})
	f.Add([]byte{0, 0, 2, 0, 2, 2, 4, 2, 4, 4, 2, 4, 2, 2, 0, 2})
	f.Add([]byte{0, 32, 4, 64, 8, 96, 8, 35, 4, 66, 0, 97})
	f.Fuzz(func(t *testing.T, data []byte) {
		o := fuzzOutline(data)
		parts, err := Decompose(o.outer, o.holes...)
		if err != nil {
			var field *geom.FieldError
			require.ErrorAs(t, err, &field)
			if o.holes = nil; len(o.outer) < 3 || repeats(o.outer) || !untangle(o.outer) {
				return
			}
			parts, err = Decompose(o.outer) // a single loop without repetitions cannot fail
			if _, collinear := Hull(o.outer); collinear != nil {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
		}
		requirePartition(t, o, parts)
		triangles := must.Get(Triangulate(o.outer, o.holes...))
		require.LessOrEqual(t, len(parts), len(triangles))
	})
}
