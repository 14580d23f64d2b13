package polygon

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// pointsPerCase is at how many points the oracles of the operations look.
var pointsPerCase = long.Pick(100, 3333)

func areaOf(regions []Region) float64 {
	total := 0.0
	for _, r := range regions {
		total += r.Area()
	}
	return total
}

// distanceTo returns the distance of p from the nearest edge.
func distanceTo(loops [][]mgl64.Vec2, p geom.Vec2) float64 {
	least := math.Inf(1)
	for _, l := range loops {
		for i := range l {
			least = min(least, geom.ClosestOnSegment(geom.From(l[i]), geom.From(l[(i+1)%len(l)]), p).Distance(p))
		}
	}
	return least
}

func TestOffsetOfSquare(t *testing.T) {
	s := [][]mgl64.Vec2{square(0, 0, 1)}
	hole := [][]mgl64.Vec2{square(0, 0, 4), square(0, 0, 2)}
	tip := (math.Sqrt2 - 1) * (math.Sqrt2 - 1)
	for _, c := range []struct {
		name  string
		loops [][]mgl64.Vec2
		def   OffsetDef
		want  float64
	}{
		{"miter", s, OffsetDef{Distance: 1, Join: JoinMiter}, 16},
		{"miter beyond its limit", s, OffsetDef{Distance: 1, Join: JoinMiter, MiterLimit: 1.4}, 16 - 4*tip},
		{"miter at its limit", s, OffsetDef{Distance: 1, Join: JoinMiter, MiterLimit: 1.4143}, 16},
		{"square", s, OffsetDef{Distance: 1, Join: JoinSquare}, 16 - 4*tip},
		{"round", s, OffsetDef{Distance: 1, Tolerance: 1e-6}, 12 + math.Pi},
		{"none", s, OffsetDef{}, 4},
		{"inward", s, OffsetDef{Distance: -0.25}, 2.25},
		{"all of it inward", s, OffsetDef{Distance: -1}, 0},
		{"more than all of it", s, OffsetDef{Distance: -7}, 0},
		{"a hole outward", hole, OffsetDef{Distance: 1, Join: JoinMiter}, 100 - 4},
		{"a hole inward", hole, OffsetDef{Distance: -0.5, Join: JoinMiter}, 49 - 25},
		{"a hole inward, round", hole, OffsetDef{Distance: -0.5, Tolerance: 1e-6}, 49 - 24 - math.Pi/4},
		{"a hole that closes", hole, OffsetDef{Distance: 2, Join: JoinMiter}, 144},
	} {
		got, err := Offset(c.loops, c.def)
		require.NoError(t, err, c.name)
		requireSound(t, got)
		require.InDelta(t, c.want, areaOf(got), 3e-5, c.name)
	}
}

// A point is in a round offset if its distance from the region is at most the distance of the
// offset. The other joins lie between that and their farthest tips.
func TestOffsetAgainstDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 1))
	for round := range 12 * rounds {
		loops := [][]mgl64.Vec2{starLoop(r, 5+round, geom.Vec2{}, 4), randomLoop(r, 6, geom.Vec2{}, 5), gridLoop(r, 6, 5)}
		regions := must.Get(Regions(loops, NonZero))
		for _, d := range []float64{0.01, 0.3, 1, -0.01, -0.2, -0.6} {
			for _, join := range []Join{JoinRound, JoinMiter, JoinSquare} {
				t.Run(fmt.Sprint(round, d, join), func(t *testing.T) {
					checkOffset(t, r, regions, OffsetDef{Distance: d, Join: join, MiterLimit: 3})
				})
			}
		}
	}
}

func checkOffset(t *testing.T, r *rand.Rand, regions []Region, def OffsetDef) {
	loops := Loops(regions)
	got := must.Get(Offset(loops, def))
	requireSound(t, got)
	d := math.Abs(def.Distance)
	farthest := map[Join]float64{JoinRound: d, JoinMiter: 3 * d, JoinSquare: math.Sqrt2 * d}[def.Join]
	for range pointsPerCase {
		p := randomIn(r, boxOf(loops).Grow(d))
		distance := distanceTo(loops, p)
		inside := windingOfAll(loops, p) != 0
		in := windingOfAll(Loops(got), p) != 0
		moved := inside // is p on the side that the offset comes from?
		if def.Distance < 0 {
			moved, in = !inside, !in
		}
		switch {
		case moved || distance < 0.98*d:
			require.True(t, in, "%v at a distance of %v", p, distance)
		case distance > farthest*1.000001:
			require.False(t, in, "%v at a distance of %v", p, distance)
		}
	}
}

func TestOffsetErrors(t *testing.T) {
	s := [][]mgl64.Vec2{square(0, 0, 1)}
	for _, c := range []struct {
		def  OffsetDef
		text string
	}{
		{OffsetDef{Distance: math.NaN()}, "Distance: NaN must be finite"},
		{OffsetDef{Distance: 2e12}, "Distance: 2e+12 is out of range"},
		{OffsetDef{Join: 3}, "Join: join(3) is out of range"},
		{OffsetDef{MiterLimit: 0.5}, "MiterLimit: 0.5 is out of range"},
		{OffsetDef{MiterLimit: -1}, "MiterLimit: -1 must not be negative"},
		{OffsetDef{Tolerance: math.Inf(1)}, "Tolerance: +Inf must be finite"},
		{OffsetDef{Rule: 9}, "Rule: rule(9) is out of range"},
	} {
		_, err := Offset(s, c.def)
		require.EqualError(t, err, c.text)
	}
	_, err := Offset([][]mgl64.Vec2{{{0, 0}}}, OffsetDef{Distance: 1})
	require.EqualError(t, err, "Loops[0]: 1 is too few points")
}

// A point p is in the sum if the mirrored b, moved to p, meets a.
func TestMinkowskiSumConcaveAgainstOverlaps(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 2))
	for round := range 10 * rounds {
		a := [][]mgl64.Vec2{square(0, 0, 5), starLoop(r, 12, geom.Vec2{}, 4)} // a frame with a hole
		b := [][]mgl64.Vec2{starLoop(r, 5+round%4, geom.Vec2{X: 1}, 1)}
		sum := must.Get(MinkowskiSumConcave(a, b, EvenOdd))
		requireSound(t, sum)
		loops := Loops(sum)
		for range pointsPerCase {
			p := randomIn(r, boxOf(loops))
			if near(loops, p, 1e-9) {
				continue
			}
			moved := make([]mgl64.Vec2, len(b[0]))
			for i, q := range b[0] {
				moved[i] = p.Mgl().Sub(q)
			}
			require.Equal(t, meet(a, moved), windingOfAll(loops, p) != 0, "%v", p)
		}
	}
}

// meet reports whether the inside of a, even-odd, and a loop without crossings overlap.
func meet(a [][]mgl64.Vec2, b []mgl64.Vec2) bool {
	for _, l := range a {
		for i := range l {
			for j := range b {
				if geom.SegmentsIntersect(geom.From(l[i]), geom.From(l[(i+1)%len(l)]), geom.From(b[j]), geom.From(b[(j+1)%len(b)])) {
					return true
				}
			}
		}
	}
	if windingOfAll(a, geom.From(b[0]))%2 != 0 {
		return true
	}
	return windingOf(b, geom.From(a[0][0])) != 0
}

func TestMinkowskiSumConcaveOfConvex(t *testing.T) {
	a, b := square(0, 0, 1), []mgl64.Vec2{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}
	want := must.Get(MinkowskiSum(a, b))
	got := must.Get(MinkowskiSumConcave([][]mgl64.Vec2{a}, [][]mgl64.Vec2{b}, EvenOdd))
	require.Equal(t, []Region{{Outer: want}}, got)
	_, err := MinkowskiSumConcave([][]mgl64.Vec2{a}, [][]mgl64.Vec2{{{0, 0}, {1, math.NaN()}, {0, 1}}}, EvenOdd)
	require.EqualError(t, err, "B[0][1]: {1 NaN} must be finite")
}
