//go:build !purego && (amd64 || arm64 || js)

package collision

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// The kernel answers as the portable function does: for contacts that are still separated and others, with empty caches,
// near the origin and far from it, with ordinary numbers and special values.
func TestVectorSeparationEqualsPortable(t *testing.T) {
	answers := map[bool]int{}
	for seed := range uint64(3000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 5)), SpecialEvery: [3]int{0, 100, 12}[seed%3]}
		p, _ := makeReuseContacts(r, [2]float64{0, 1e6}[seed%2])
		var k separationBatch
		k.reset(p)
		order := r.Perm(3*reuseLanes + 3) // more than three groups
		for i := range order {
			order[i] %= reuseLanes
			require.True(t, k.add(order[i]))
		}
		for i := range p.Contacts.Cache {
			p.Contacts.Cache[i].SetSeparationBound(state.SeparationBound{
				AllowedMotion: 0.004 * r.Num(1), Reach: r.Num(1), Hint: 3,
			})
		}
		groups, left := k.run()
		require.Len(t, groups, 3)
		require.Equal(t, []int32{int32(order[12]), int32(order[13]), int32(order[14])}, left)
		for i, row := range order[:3*reuseLanes] {
			poseA, poseB := p.posesOf(&p.Contacts.Pair[row])
			want := p.stillSeparated(&p.Contacts.Cache[row], poseA, poseB, new(geom.Transform))
			answers[want]++
			require.Equal(t, want, groups[i/reuseLanes]>>(i%reuseLanes)&1 != 0, "seed %d, contact %d", seed, i)
		}
		groups, left = k.run()
		require.Empty(t, groups)
		require.Empty(t, left)
	}
	require.Greater(t, answers[true], 3000)
	require.Greater(t, answers[false], 3000)
}
