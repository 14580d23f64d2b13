package simd

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The comparisons that stand for minimum and maximum return the second operand
// on ties and for NaN, as the contract says.
func TestMaxAndMinTies(t *testing.T) {
	zero, nan := float32(0), float32(math.NaN())
	negative := float32(math.Copysign(0, -1))
	for _, f := range []func(x, y float32) float32{Max, Min} {
		require.Equal(t, math.Float32bits(negative), math.Float32bits(f(zero, negative)))
		require.Equal(t, math.Float32bits(zero), math.Float32bits(f(negative, zero)))
		require.Equal(t, float32(1), f(nan, 1))
		require.True(t, f(1, nan) != f(1, nan))
	}
	require.Equal(t, float32(2), Max(1, 2))
	require.Equal(t, float32(2), Max(2, 1))
	require.Equal(t, float32(1), Min(1, 2))
	require.Equal(t, float32(1), Min(2, 1))
}
