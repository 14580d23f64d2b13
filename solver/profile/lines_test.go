package profile

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Separate lines with scalar compliances give way as the lines with the whole compliance do.
func TestSeparateLinesHaveTheSameStiffness(t *testing.T) {
	c := [3][3]float64{{4}, {1, 3}, {0.5, -1, 2}}
	lines := Lines{Count: 3, JA: [3]Vec3{{1, 2, 3}, {-1, 0, 2}, {0, 1, 1}}, JB: [3]Vec3{{0, 1, 0}, {2, 1, 0}, {1, 1, 3}}}
	whole := lines
	lines.Separate(&c, &[3]float64{})
	d := Vec3{0.3, -0.7, 0.2} // a change of the velocity of both bodies
	var rate, separate, impulse [3]float64
	for r := range 3 {
		rate[r] = whole.JA[r].Dot(&d) + whole.JB[r].Dot(&d)
		separate[r] = lines.JA[r].Dot(&d) + lines.JB[r].Dot(&d)
		impulse[r] = -separate[r] * lines.Stiffness[r]
	}
	j := lines.Together(impulse)
	full := [3][3]float64{{c[0][0], c[1][0], c[2][0]}, {c[1][0], c[1][1], c[2][1]}, {c[2][0], c[2][1], c[2][2]}}
	apart := lines.Apart(rate)
	for r := range 3 {
		sum := rate[r]
		for k := range 3 {
			sum += full[r][k] * j[k]
		}
		require.InDelta(t, 0, sum, 1e-12)
		require.InDelta(t, separate[r], apart[r], 1e-12)
	}
}

// A line that depends on the lines before it gets no impulse.
func TestDependentLineIsLeftOut(t *testing.T) {
	lines := Lines{Count: 2, JB: [3]Vec3{{1, 0, 0}, {2, 0, 0}}}
	lines.Separate(&[3][3]float64{{1}, {2, 4}}, &[3]float64{1e-9, 1e-9})
	require.Equal(t, [3]float64{1, 0, 0}, lines.Stiffness)
}
