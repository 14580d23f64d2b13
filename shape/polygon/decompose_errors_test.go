package polygon

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

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
