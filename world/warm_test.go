package world

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What warms a program up runs before the first world alone, and makes worlds itself.
func TestOnlyFirstWorldIsWarmedUp(t *testing.T) {
	calls := 0
	beforeFirst = func() {
		calls++
		warmUp()
	}
	defer func() { beforeFirst = nil }()
	for range 2 {
		Must(New(Config{})).Close()
	}
	require.Equal(t, 1, calls)
}

func TestCrowdTouches(t *testing.T) {
	w := newCrowd()
	defer w.Close()
	for range crowdTicks {
		w.Tick()
	}
	c := w.Counters()
	require.Equal(t, crowdSide*crowdSide, c.Awake)
	// An inner body touches at least the two beside it and the two above and below.
	require.GreaterOrEqual(t, c.Touching, 2*crowdSide*(crowdSide-1))
}
