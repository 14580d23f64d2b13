package sample

import (
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

func TestGridHasAllCombinations(t *testing.T) {
	s, err := New(Grid, []Axis{{From: 1, To: 2, Steps: 3}, {Values: []float64{7, 5}}, {From: 4, To: 4, Steps: 1}}, 0, 1)
	require.NoError(t, err)
	require.Equal(t, 6, s.Count())
	got := [][3]float64{}
	for i := range s.Count() {
		var p [3]float64
		s.Point(p[:], i, 0)
		got = append(got, p)
	}
	require.Equal(t, [][3]float64{{1, 7, 4}, {1, 5, 4}, {1.5, 7, 4}, {1.5, 5, 4}, {2, 7, 4}, {2, 5, 4}}, got)
}

func TestLatinHypercubeHasOnePointInEachLayer(t *testing.T) {
	const n = 500
	s, err := New(LatinHypercube, []Axis{{To: 1}, {From: -3, To: 5}}, n, 9)
	require.NoError(t, err)
	var seen [2][n]bool
	for i := range n {
		var p [2]float64
		s.Point(p[:], i, 0)
		for axis, u := range []float64{p[0], (p[1] + 3) / 8} {
			layer := int(u * n)
			require.False(t, seen[axis][layer], "axis %d, layer %d", axis, layer)
			seen[axis][layer] = true
		}
	}
}

// The ends of a range of whole numbers are as likely as the numbers between them.
func TestWholeNumbersAreEquallyLikely(t *testing.T) {
	s, err := New(LatinHypercube, []Axis{{From: 0.6, To: 6.4, Whole: true}}, 600, 2)
	require.NoError(t, err)
	seen := map[float64]int{}
	for i := range 600 {
		var p [1]float64
		s.Point(p[:], i, 0)
		seen[p[0]]++
	}
	require.Equal(t, map[float64]int{1: 100, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100}, seen)
}

// The mean of n uniform numbers has a standard deviation of 1/sqrt(12 n): 0.0029 for 10 000.
func TestRandomPointsAreUniformAndDiffer(t *testing.T) {
	s, err := New(Uniform, []Axis{{To: 1}, {To: 1}}, 10_000, 3)
	require.NoError(t, err)
	var sum, product float64
	for i := range s.Count() {
		var p [2]float64
		s.Point(p[:], i, 0)
		require.True(t, p[0] >= 0 && p[0] < 1)
		sum += p[0]
		product += (p[0] - 0.5) * (p[1] - 0.5)
	}
	require.InDelta(t, 0.5, sum/10_000, 0.0145, "five standard deviations")
	require.InDelta(t, 0, product/10_000, 5.0/12/100, "the axes are independent")
	other, err := New(Uniform, []Axis{{To: 1}, {To: 1}}, 10_000, 4)
	require.NoError(t, err)
	var p, q [2]float64
	s.Point(p[:], 5, 0)
	other.Point(q[:], 5, 0)
	require.NotEqual(t, p, q)
}

// These numbers must not change: plans name their seed to be run again.
func TestGoldenPoints(t *testing.T) {
	r := Random{}
	require.Equal(t, uint64(0xe220a8397b1dcdaf), r.Uint64(), "SplitMix64 of the state zero")
	require.Equal(t, uint64(0x6e789e6aa1b965f4), r.Uint64())
	s, err := New(LatinHypercube, []Axis{{To: 1, Noise: 0.5}}, 4, 1)
	require.NoError(t, err)
	var p [4]float64
	for i := range p {
		s.Point(p[i:i+1], i, i%2)
	}
	require.Equal(t, [4]float64{0.5995753152847506, -0.0008797781297648632, 0.08819090272793872, 0.46922574253668353}, p)
}

func TestNoiseDiffersBySeedAndStaysInBounds(t *testing.T) {
	s, err := New(Grid, []Axis{{From: 3, To: 3, Steps: 1, Noise: 0.25}, {From: 1, To: 9, Steps: 2, Noise: 2, Whole: true}}, 0, 1)
	require.NoError(t, err)
	seen := map[float64]bool{}
	for seed := range 200 {
		var p [2]float64
		s.Point(p[:], 1, seed)
		require.InDelta(t, 3, p[0], 0.25)
		require.InDelta(t, 9, p[1], 2)
		require.Equal(t, math.Round(p[1]), p[1])
		s.Point(p[:], 0, seed)
		require.False(t, p[1] == 0 && math.Signbit(p[1]), "no field for masks takes -0")
		seen[p[0]] = true
	}
	require.Len(t, seen, 200)
	require.NotEqual(t, s.WorldSeed(0, 1), s.WorldSeed(1, 0))
	require.NotZero(t, s.WorldSeed(0, 0))
}

func TestBelowIsUnbiasedAndPermutationsAreWhole(t *testing.T) {
	r := NewRandom(1)
	var counts [3]int
	for range 30_000 {
		counts[r.Below(3)]++
	}
	for _, n := range counts {
		require.InDelta(t, 10_000, n, 410, "five standard deviations of a binomial number")
	}
	require.Less(t, r.Below(1<<63+1), uint64(1<<63+1))
	seen := map[uint32]bool{}
	for _, i := range r.Permutation(1000) {
		seen[i] = true
	}
	require.Len(t, seen, 1000)
	require.True(t, seen[0] && seen[999])
}

func TestBadSamplersNameFieldAndValue(t *testing.T) {
	nan := math.NaN()
	good := Axis{To: 1, Steps: 2}
	for _, c := range []struct {
		kind  Kind
		axis  Axis
		count int
		field string
		want  error
	}{
		{"sobol", good, 0, "sampler.kind", ErrUnknownKind},
		{Uniform, Axis{To: 1}, 0, "sampler.count", ErrCount},
		{Uniform, Axis{To: 1}, MaxPoints + 1, "sampler.count", ErrCount},
		{Grid, good, 5, "sampler.count", ErrNotInGrid},
		{Grid, Axis{To: 1, Steps: MaxPoints + 1}, 0, "parameters[0].steps", ErrSteps},
		{Grid, Axis{To: 1, Steps: 1}, 0, "parameters[0].steps", ErrSteps},
		{Grid, Axis{To: 1}, 0, "parameters[0].steps", ErrSteps},
		{Uniform, Axis{To: 1, Steps: 3}, 1, "parameters[0].steps", ErrNoSteps},
		{Uniform, Axis{From: nan}, 1, "parameters[0].from", ErrRange},
		{Uniform, Axis{From: 2, To: 1}, 1, "parameters[0].to", ErrRange},
		{Uniform, Axis{From: -math.MaxFloat64, To: math.MaxFloat64}, 1, "parameters[0].to", ErrRange},
		{Uniform, Axis{Values: []float64{1, math.Inf(1)}}, 1, "parameters[0].values[1]", ErrRange},
		{Uniform, Axis{Noise: -1}, 1, "parameters[0].noise", ErrNoise},
	} {
		_, err := New(c.kind, []Axis{c.axis}, c.count, 1)
		var f *geom.FieldError
		require.True(t, errors.As(err, &f), "%+v: %v", c, err)
		require.Equal(t, c.field, f.Field)
		require.ErrorIs(t, err, c.want)
	}
	_, err := New(Grid, []Axis{{To: 1, Steps: 2000}, {To: 1, Steps: 2000}}, 0, 1)
	require.ErrorIs(t, err, ErrCount)
	require.ErrorContains(t, err, "2000 makes the grid too large: the number of its points must be from 1 to 1000000")
}
