package polygon

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestCutAgainstSides(t *testing.T) {
	r := rand.New(rand.NewPCG(74, 1))
	for round := range 20 * rounds {
		loops := [][]mgl64.Vec2{starLoop(r, 5+round, geom.Vec2{X: 100}, 4), randomLoop(r, 6, geom.Vec2{X: 100}, 5), square(100, 0, 1)}
		whole := must.Get(Regions(loops, EvenOdd))
		lines := [][2]mgl64.Vec2{
			{{100 + r.Float64(), r.Float64()}, {100 + r.Float64(), r.Float64()}},
			{{99, -1}, {101, -1}},            // along a side
			{{99, -1}, {101, 1}},             // through corners
			{{100, 1e6}, {101, 1e6 + 1}},     // far off, to the left
			{{-3, -1e3}, {-3, 5}},            // misses all, which is on the right
			{{-3, 5}, {-3, -1e3}},            // misses all, which is on the left
			{{100, 0.25}, {100 + 1e-8, 0.3}}, // short
		}
		for _, line := range lines {
			left, right, err := Cut(loops, line[0], line[1], EvenOdd)
			require.NoError(t, err)
			require.InDelta(t, areaOf(whole), requireSound(t, left)+requireSound(t, right), 1e-9)
			a, b := geom.From(line[0]), geom.From(line[1])
			direction, _ := b.Sub(a).Unit()
			for range pointsPerCase {
				p := randomIn(r, boxOf(loops))
				side := direction.Cross(p.Sub(a))
				if math.Abs(side) < 1e-6 || near(loops, p, 1e-9) {
					continue
				}
				in := windingOfAll(loops, p)%2 != 0
				require.Equal(t, in && side > 0, windingOfAll(Loops(left), p) == 1)
				require.Equal(t, in && side < 0, windingOfAll(Loops(right), p) == 1)
			}
		}
	}
}

func TestCutErrors(t *testing.T) {
	s := [][]mgl64.Vec2{square(0, 0, 1)}
	_, _, err := Cut(s, mgl64.Vec2{1, 1}, mgl64.Vec2{1, 1}, EvenOdd)
	require.EqualError(t, err, "Line: {1 1} is degenerate")
	_, _, err = Cut(s, mgl64.Vec2{1, 1}, mgl64.Vec2{math.NaN(), 1}, EvenOdd)
	require.EqualError(t, err, "Line[1]: {NaN 1} must be finite")
	_, _, err = Cut([][]mgl64.Vec2{s[0], nil}, mgl64.Vec2{1, 1}, mgl64.Vec2{2, 1}, EvenOdd)
	require.EqualError(t, err, "Loops[1]: 0 is too few points")
	left, right, err := Cut(nil, mgl64.Vec2{}, mgl64.Vec2{1, 0}, EvenOdd)
	require.NoError(t, err)
	require.Empty(t, append(left, right...))
}

// seedCases are sets of seeds for a region of size 4 around the origin.
func seedCases(r *rand.Rand) map[string][]mgl64.Vec2 {
	random := func(n int, size float64) []mgl64.Vec2 { return randomLoop(r, n, geom.Vec2{}, size) }
	var grid, line, circle, close []mgl64.Vec2
	for i := range 49 {
		grid = append(grid, mgl64.Vec2{float64(i%7) - 3, float64(i/7) - 3})
	}
	for i := range 12 {
		line = append(line, mgl64.Vec2{float64(i)/2 - 3, float64(i)/3 - 2})
		sin, cos := geom.SinCos(float64(i) * math.Pi / 6)
		circle = append(circle, mgl64.Vec2{2 * cos, 2 * sin})
		close = append(close, mgl64.Vec2{1e-7 * cos, 0.1 + 1e-7*sin})
	}
	return map[string][]mgl64.Vec2{
		"one": random(1, 4), "two": random(2, 4), "three": random(3, 4), "forty": random(40, 8), "two hundred": random(200, 9),
		"outside": random(20, 60), "a grid": grid, "a line": line, "a circle": circle, "close together": close,
	}
}

// Every point belongs to the nearest seed, and nothing is lost.
func TestShatterAgainstNearestSeeds(t *testing.T) {
	r := rand.New(rand.NewPCG(74, 2))
	for range rounds {
		loops := [][]mgl64.Vec2{starLoop(r, 30, geom.Vec2{}, 4), square(0, 0, 1), randomLoop(r, 5, geom.Vec2{X: 3}, 2)}
		whole := must.Get(Regions(loops, EvenOdd))
		for name, seeds := range seedCases(r) {
			t.Run(name, func(t *testing.T) {
				parts := must.Get(Shatter(loops, seeds, EvenOdd))
				require.Len(t, parts, len(seeds))
				total := 0.0
				for _, p := range parts {
					total += requireSound(t, p)
				}
				require.InDelta(t, areaOf(whole), total, 1e-9)
				for range pointsPerCase {
					checkShattered(t, loops, seeds, parts, randomIn(r, boxOf(loops)))
				}
			})
		}
	}
}

func checkShattered(t *testing.T, loops [][]mgl64.Vec2, seeds []mgl64.Vec2, parts [][]Region, p geom.Vec2) {
	nearest, second, best := 0, math.Inf(1), math.Inf(1)
	for i, s := range seeds {
		switch d := geom.From(s).Distance(p); {
		case d < best:
			nearest, second, best = i, best, d
		case d < second:
			second = d
		}
	}
	if second-best < 1e-8 || near(loops, p, 1e-8) {
		return
	}
	in := windingOfAll(loops, p)%2 != 0
	for i := range parts {
		require.Equal(t, in && i == nearest, windingOfAll(Loops(parts[i]), p) == 1, "seed %d at %v", i, p)
	}
}

func TestShatterErrors(t *testing.T) {
	s := [][]mgl64.Vec2{square(0, 0, 1)}
	for _, c := range []struct {
		seeds []mgl64.Vec2
		text  string
	}{
		{nil, "Seeds: 0 is too few points"},
		{[]mgl64.Vec2{{0, 0}, {math.NaN(), 0}}, "Seeds[1]: {NaN 0} must be finite"},
		{[]mgl64.Vec2{{1, 0}, {0, 0}, {1, 0}}, "Seeds[2]: {1 0} repeats Seeds[0]"},
		{[]mgl64.Vec2{{0, 3}, {1e-300, 1}, {5e-324, 3}}, "Seeds[2]: {0 3} repeats Seeds[0]"},
	} {
		_, err := Shatter(s, c.seeds, EvenOdd)
		require.EqualError(t, err, c.text)
	}
	_, err := Shatter([][]mgl64.Vec2{{{0, 0}, {1, 1}}}, []mgl64.Vec2{{0, 0}}, EvenOdd)
	require.EqualError(t, err, "Loops[0]: 2 is too few points")
	for _, alone := range []mgl64.Vec2{{}, {1e9, 0.3}, {-1e9, 1e9}} {
		parts := must.Get(Shatter(nil, []mgl64.Vec2{alone}, EvenOdd))
		require.Equal(t, [][]Region{nil}, parts)
	}
}
