package crush

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// The crush force is the largest opposed force of ten thousand directions, less at most 0.2 % of
// the forces on the body, and more by no more than the distance of the directions allows.
func TestCrushFindsLargestOpposedForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		var forces []pressure
		sum := 0.0
		for range r.IntN(7) {
			f := geom.RotFromAngle(2 * math.Pi * r.Float64()).X().Mul(math.Exp(3 * r.NormFloat64()))
			forces = append(forces, pressure{f, r.IntN(4) > 0})
			sum += f.Length()
		}
		force, direction := crush(forces)
		best := 0.0
		for i := range 10000 {
			best = max(best, opposedForce(forces, geom.RotFromAngle(math.Pi*float64(i)/10000).X()))
		}
		require.GreaterOrEqual(t, force, best-float64(2e-3*sum))
		require.LessOrEqual(t, force, best+float64(1e-3*sum))
		if force > 0 {
			require.InDelta(t, 1, direction.Length(), 1e-12)
			require.Equal(t, force, opposedForce(forces, direction))
		}
	}
}
