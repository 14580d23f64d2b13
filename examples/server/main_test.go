package main

import (
	"encoding/json"
	"expvar"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/world/worlds"
	"github.com/stretchr/testify/require"
)

// Worlds that are stepped by any worker in any order come out as their twins do.
func TestWorldsAreIndependent(t *testing.T) {
	for _, workers := range []int{1, 3} {
		r := newServer(40, worlds.Config{Workers: workers}).serve(180)
		require.Zero(t, r.different)
		require.Equal(t, 17, r.bodies)
		require.Greater(t, r.hits, int64(400))
		require.Positive(t, r.median)
		require.Zero(t, r.late)
	}
	hits := func(workers int) int64 { return newServer(20, worlds.Config{Workers: workers}).serve(60).hits }
	require.Equal(t, hits(1), hits(4))
}

// With a budget that is too short, ticks are late and the server goes on.
func TestBudget(t *testing.T) {
	r := newServer(200, worlds.Config{Workers: 2, Budget: 100 * time.Microsecond}).serve(50)
	require.Positive(t, r.late)
}

// What an operator reads is an expvar.
func TestFiguresAreReadable(t *testing.T) {
	s := newServer(3, worlds.Config{Workers: 2})
	defer s.pool.Close()
	for range 5 {
		s.tick()
	}
	var read worlds.Metrics
	require.NoError(t, json.Unmarshal([]byte(expvar.Func(func() any { return s.figures.Load() }).String()), &read))
	require.Equal(t, uint64(15), read.Ticks)
	require.Equal(t, 3, read.Worlds)
	require.Equal(t, *s.figures.Load(), read)
	var steps uint64
	for _, n := range read.StepTimes {
		steps += n
	}
	require.Equal(t, uint64(5), steps)
}

func TestCompare(t *testing.T) {
	var out strings.Builder
	compare(&out, 2, []int{1, 60}, time.Millisecond)
	require.Equal(t, 6, strings.Count(out.String(), "\n"), out.String())
	require.Contains(t, out.String(), "\n| 60 | ")
}

func TestNumbersOfTheServerAreChecked(t *testing.T) {
	usual := worlds.Config{Workers: 1}
	require.NoError(t, check(1, 1.0/60, usual))
	require.EqualError(t, check(0, 5, usual), "-worlds 0: want 1 or more")
	require.EqualError(t, check(1, 5, worlds.Config{}), "-workers 0: want 1 to 1024")
	require.EqualError(t, check(1, 5, worlds.Config{Workers: 1, Budget: -1}), "-budget -1ns: want 0 or more")
	for _, seconds := range []float64{0, -1, 0.01, math.NaN(), math.Inf(1)} {
		require.ErrorContains(t, check(1, seconds, usual), "-seconds")
	}
}
