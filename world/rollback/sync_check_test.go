package rollback_test

import (
	"testing"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

func runSyncTest(t *testing.T, state rollback.State, advance func(rollback.Frame[pad]), depth int) error {
	s, err := rollback.NewSyncTest(rollback.Config[pad]{Players: 3, Advance: advance}, state, depth)
	require.NoError(t, err)
	for s.Tick() < 500 {
		if err := s.Update(padAt(0, s.Tick()), padAt(1, s.Tick()), padAt(2, s.Tick())); err != nil {
			return err
		}
	}
	return nil
}

func TestSyncTestAcceptsWhatIsDeterministic(t *testing.T) {
	for _, depth := range []int{1, 2, 8, 120} {
		s := &toy{}
		require.NoError(t, runSyncTest(t, s, s.advance, depth))
		require.Equal(t, oracle(3, 500, 0)[500], s.Hash(), "the test leaves the state of the true inputs")
	}
}

// A variable that is not saved is found in the tick that first depends on it after a rollback.
func TestSyncTestFindsWhatIsNotSaved(t *testing.T) {
	s := &toy{}
	forgotten := uint64(0)
	err := runSyncTest(t, s, func(f rollback.Frame[pad]) {
		s.advance(f)
		if f.Tick >= 100 {
			s.places[2] += forgotten
			forgotten++
		}
	}, 4)
	var found *rollback.SyncError
	require.ErrorAs(t, err, &found)
	require.Equal(t, rollback.Tick(100), found.Tick)
	require.Len(t, found.Parts, 1)
	require.Equal(t, "south", found.Parts[0].Name)
	require.ErrorContains(t, err, "rollback: tick 100 gave state ")
	require.ErrorContains(t, err, "different: south")
}

// What is wrong only after inputs that were not given in the end is found too.
func TestSyncTestFindsTracesOfWrongPredictions(t *testing.T) {
	s := &toy{}
	pressed := false
	err := runSyncTest(t, s, func(f rollback.Frame[pad]) {
		pressed = pressed || f.Tick == 50 && f.Inputs[1] == pad{}
		s.advance(f)
		if pressed {
			s.places[0]++
		}
	}, 8)
	var found *rollback.SyncError
	require.ErrorAs(t, err, &found)
	require.Equal(t, rollback.Tick(50), found.Tick+Tick(found.Depth)-1)
}

type Tick = rollback.Tick
