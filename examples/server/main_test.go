package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Worlds that are stepped by any goroutine in any order come out as their twins do.
func TestWorldsAreIndependent(t *testing.T) {
	for _, workers := range []int{1, 3} {
		r := serve(40, 180, workers)
		require.Zero(t, r.different)
		require.Equal(t, 17, r.bodies)
		require.Greater(t, r.hits, int64(400))
		require.Positive(t, r.median)
	}
	require.Equal(t, serve(20, 60, 1).hits, serve(20, 60, 4).hits)
}
