package world_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// A restored world continues bit for bit whatever was in its scratch and in what is derived from
// state.
func TestRestoreReliesOnStateAlone(t *testing.T) {
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			workers, broad := 1+int(seed%3), broadphases[seed%3]
			s := newScript(t, randomOperations(seed+5300, 1200), workers, broad)
			for len(s.code) > 500 {
				s.runOperation()
			}
			var snapshot world.Snapshot
			require.NoError(t, s.w.Save(&snapshot))
			kept := s.copyFor(s.w)

			code := randomOperations(seed+5300, 1200) // the first byte decides about the callbacks
			other := newScript(t, append(code[:1:1], randomOperations(seed+5400, 900)...), workers%3+1, broad)
			for len(other.code) > 0 {
				other.runOperation()
			}
			require.Greater(t, world.FillWithRubbish(other.w, seed), 30)
			require.NoError(t, other.w.Restore(&snapshot))
			other.w.Validate()
			*other = kept.copyFor(other.w)
			require.Equal(t, s.fingerprint(), other.fingerprint())
			requireSameTrace(t, s.traceOf(), other.traceOf(), "over rubbish")
		})
	}
}
