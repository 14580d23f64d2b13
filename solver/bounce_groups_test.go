package solver

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// In each colour contacts with one point come first, contacts of the overflow stay in their order,
// and only whole bundles of one other colour go to the kernels. The ranges hold every bundle once.
func TestBouncesAreGroupedWithinTheirColors(t *testing.T) {
	rng := rand.New(rand.NewPCG(44, 1))
	var saw [3]bool
	sawOverflow := false
	for range 500 {
		c, s := &state.Contacts{}, &Solver{scratch: new(scratch)}
		s.in.Contacts = c
		m := &s.restitution
		colors := []uint8{overflow, 3, 4, 20}[rng.IntN(4):]
		for _, color := range colors {
			for range rng.IntN(40) {
				m.contactRows = append(m.contactRows, int32(len(c.Colors)))
				c.Colors = append(c.Colors, color)
				c.Solver = append(c.Solver, state.SolverContact{Count: 1 + uint32(rng.IntN(2))})
			}
		}
		before := slices.Clone(m.contactRows)
		s.groupBounces()
		want := slices.Clone(before)
		slices.SortStableFunc(want, func(a, b int32) int {
			if x, y := slices.Index(colors, c.Colors[a]), slices.Index(colors, c.Colors[b]); x != y || c.Colors[a] == overflow {
				return x - y
			}
			return int(c.Solver[a].Count) - int(c.Solver[b].Count)
		})
		require.Equal(t, want, m.contactRows)

		m.bundles = make([]bundle2, len(want)/bundleSize+1)
		for i, row := range want {
			m.bundles[i/bundleSize].points[1].mass[i%bundleSize] = float32(c.Solver[row].Count - 1)
		}
		m.kinds = m.kinds[:0]
		for i := range (len(want) + bundleSize - 1) / bundleSize {
			m.kinds = append(m.kinds, s.bounceKindOf(i))
		}
		s.divideBounces()
		next, blocks := 0, 0
		for _, r := range m.ranges {
			require.Equal(t, next, r.lo)
			require.Greater(t, r.hi, r.lo)
			for i := r.lo; i < r.hi; i++ {
				rows := want[i*bundleSize : min((i+1)*bundleSize, len(want))]
				atOnce := vectorKernels && len(rows) == bundleSize && !slices.ContainsFunc(rows, func(row int32) bool {
					return c.Colors[row] != c.Colors[rows[0]] || c.Colors[row] == overflow
				})
				switch {
				case !atOnce:
					require.Equal(t, bounceInTurns, r.kind)
				case slices.ContainsFunc(rows, func(row int32) bool { return c.Solver[row].Count == 2 }):
					require.Equal(t, bounceTwoPoints, r.kind)
				default:
					require.Equal(t, bounceOnePoint, r.kind)
				}
				require.True(t, r.kind == bounceInTurns || c.Colors[rows[0]] == r.color, "a range is of one colour")
				saw[r.kind] = true
				sawOverflow = sawOverflow || c.Colors[rows[0]] == overflow
			}
			require.Equal(t, blocks, r.first)
			blocks += r.blocks()
			next = r.hi
		}
		require.Len(t, m.errors, blocks)
		require.Equal(t, (len(want)+bundleSize-1)/bundleSize, next)
	}
	require.True(t, sawOverflow)
	require.Equal(t, [3]bool{true, vectorKernels, vectorKernels}, saw)
}
