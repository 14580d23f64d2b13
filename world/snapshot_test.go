package world_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// copyFor returns a script in the same state about a world in the same state.
func (s *script) copyFor(w *world.World) script {
	c := *s
	c.w = w
	c.bodies, c.colliders, c.chains, c.joints, c.areas = nil, nil, nil, nil, nil
	for _, b := range s.bodies {
		c.bodies = append(c.bodies, w.BodyByID(b.ID()))
	}
	for _, x := range s.colliders {
		c.colliders = append(c.colliders, w.ColliderByID(x.ID()))
	}
	for _, x := range s.chains {
		if w == s.w {
			c.chains = append(c.chains, x)
		} else if x.Valid() {
			chain, _ := w.ColliderByID(x.Segments()[0].ID()).Chain()
			c.chains = append(c.chains, chain)
		} else {
			c.chains = append(c.chains, world.Chain{})
		}
	}
	for _, j := range s.joints {
		c.joints = append(c.joints, w.JointByID(j.ID()))
	}
	for _, a := range s.areas {
		c.areas = append(c.areas, w.AreaByID(a.ID()))
	}
	c.usedIDs = map[any]bool{} // identities are handed out again
	m := *s.events
	m.openContacts, m.overlaps, m.areas = maps.Clone(m.openContacts), map[overlap]bool{}, map[world.AreaEvent]bool{}
	for o := range s.events.overlaps {
		m.overlaps[overlap{w.ColliderByID(o.sensor.ID()), w.ColliderByID(o.visitor.ID())}] = true
	}
	for a := range s.events.areas {
		m.areas[world.AreaEvent{Area: w.AreaByID(a.Area.ID()), Body: w.BodyByID(a.Body.ID())}] = true
	}
	c.events = &m
	return c
}

// traceOf runs the rest of a script and returns the hashes of state and events after each operation.
func (s *script) traceOf() (trace []string) {
	for len(s.code) > 0 {
		s.runOperation()
		s.w.Validate()
		trace = append(trace, s.fingerprint())
	}
	s.tick(3)
	return append(trace, s.fingerprint())
}

func (s *script) fingerprint() string {
	h := s.w.StateHashes()
	return fmt.Sprintf("%+v events %x world %x", h, s.events.hash.Sum(), s.w.Hash())
}

func requireSameTrace(t testing.TB, want, got []string, what string) {
	t.Helper()
	for i := range want {
		require.Equal(t, want[i], got[i], "%s: operation %d of %d", what, i, len(want))
	}
	require.Len(t, got, len(want))
}

// A world that is restored continues bit for bit, with the same events and handles, whatever happened in between. So
// does another world with another past, and a fork.
func TestRestoredWorldContinues(t *testing.T) {
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			workers, broad := 1+int(seed%3), world.BroadphaseKind(seed%5%3)
			code := randomOperations(seed+4000, 1500)
			s := newScript(t, code, workers, broad)
			for len(s.code) > 900 {
				s.runOperation()
			}
			var snapshot, again world.Snapshot
			require.NoError(t, s.w.Save(&snapshot))
			before := s.fingerprint()
			kept := s.copyFor(s.w)
			want := s.traceOf()

			require.NoError(t, s.w.Restore(&snapshot))
			s.w.Validate()
			*s = kept.copyFor(s.w)
			require.Equal(t, before, s.fingerprint())
			require.NoError(t, s.w.Save(&again))
			requireSameTrace(t, want, s.traceOf(), "restored")

			other := newScript(t, append(slices.Clone(code[:1]), randomOperations(seed+9000, 700)...), workers%3+1, broad)
			for len(other.code) > 0 {
				other.runOperation()
			}
			require.NoError(t, other.w.Restore(&again))
			other.w.Validate()
			*other = kept.copyFor(other.w)
			requireSameTrace(t, want, other.traceOf(), "in another world")
		})
	}
}
