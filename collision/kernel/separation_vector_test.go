//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// The kernel answers as the portable function does: for contacts that are still separated and
// others, with empty caches, near the origin and far from it, with ordinary numbers and special
// values.
func TestVectorSeparationEqualsPortable(t *testing.T) {
	leftout.VectorKernels(t)
	answers := map[bool]int{}
	for seed := range uint64(3000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 5)), SpecialEvery: [3]int{0, 100, 12}[seed%3]}
		p, _ := makeReuseContacts(r, [2]float64{0, 1e6}[seed%2])
		order := r.Perm(3*lanes + 3) // more than three groups
		for i := range p.Contacts.Cache {
			p.Contacts.Cache[i].SetSeparationBound(state.SeparationBound{
				AllowedMotion: 0.004 * r.Num(1), Reach: r.Num(1), Hint: 3,
			})
		}
		var rows RowList
		var want []int32
		for _, i := range order {
			row := i % lanes
			rows.Append(int32(row))
			separated := p.StillSeparated(row)
			answers[separated]++
			if !separated {
				want = append(want, int32(row))
			}
		}
		new(SeparationBatch).Run(p, &rows)
		require.ElementsMatch(t, want, rows.All(), "seed %d", seed)
	}
	require.Greater(t, answers[true], 3000)
	require.Greater(t, answers[false], 3000)
}
