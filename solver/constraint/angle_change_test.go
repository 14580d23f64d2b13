package constraint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// An angle is the one nearest to the last: as it is within half a turn, whole turns away otherwise.
func TestUnwrapNear(t *testing.T) {
	for turns := -5; turns <= 5; turns++ {
		for _, last := range []float64{-7, -3, -0.1, 0, 2, 3.1, 9} {
			for _, d := range []float64{-3.1, -1, 0, 1, 3.1} {
				want := last + d
				x := want + float64(turns)*2*math.Pi
				require.InDelta(t, want, unwrapNear(float32(x), float32(last)), 1e-5, "%v near %v", x, last)
			}
		}
	}
	require.Equal(t, float32(3), unwrapNear(3, 0.1), "no rounding where nothing is to be done")
}

// Anchors turn by the rotation since the tick began, counter-clockwise.
func TestRotatedAnchor(t *testing.T) {
	x, y := Rotated(&state.BodyState{DC: 0.6, DS: 0.8}, 2, 1)
	require.InDelta(t, 0.4, x, 1e-6)
	require.InDelta(t, 2.2, y, 1e-6)
}
