package world

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// The golden tests are those that run under node too.
func TestGoldenFirstWorldIsWarmInBrowsersAlone(t *testing.T) {
	w, err := New(Config{})
	require.NoError(t, err)
	w.Close()
	require.Equal(t, runtime.GOOS == "js", warmed)
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
