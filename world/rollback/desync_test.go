package rollback_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

func eventsOf(x *member, kind rollback.EventKind) (found []rollback.Event) {
	for _, e := range x.events {
		if e.Kind == kind {
			found = append(found, e)
		}
	}
	return found
}

// One of three players changes a part of the state by himself, at an odd tick. All find the first
// compared tick behind it, the player, the part, and still have the states on both sides of
// it.
func TestDesynchronizationIsNamed(t *testing.T) {
	for _, every := range []int{1, 30} {
		m := &match{t: t, net: badNetwork(5)}
		for p := range rollback.Player(3) {
			state := &toy{}
			m.add(p, 3, 0, state, func(f rollback.Frame[pad]) {
				state.advance(f)
				if p == 1 && f.Tick == 1234 {
					state.places[3] ^= 1
				}
			}, func(_ rollback.Player, c *rollback.Config[pad]) { c.HashEvery = every })
		}
		m.run(time.Minute, m.confirmed(1800))
		first := rollback.Tick(1235)
		if every == 30 {
			first = 1260
		}
		for _, x := range m.members {
			found, parts := eventsOf(x, rollback.Desynchronized), eventsOf(x, rollback.PartsCompared)
			want := 1 // the others find the one who differs, and he finds both
			if x.player == 1 {
				want = 2
			}
			require.Len(t, found, want)
			require.Len(t, parts, want)
			for _, e := range found {
				d := e.Desync
				require.Equal(t, x.player == 1, d.Player != 1)
				require.Equal(t, first, d.Tick)
				require.Equal(t, first, e.Tick)
				require.Equal(t, first-rollback.Tick(every), d.Agreed)
				require.NotEqual(t, d.Local, d.Remote)
				// The places of the toy do not mix.
				require.Len(t, d.Parts, 1)
				require.Equal(t, "west", d.Parts[0].Name)
				require.Same(t, d, x.Link(d.Player).Desync)

				s := x.state.(*toy)
				require.NoError(t, s.Restore(d.Slot))
				require.Equal(t, d.Local, s.Hash())
				require.NoError(t, s.Restore(d.AgreedSlot))
				require.Equal(t, oracle(3, d.Agreed, 2)[d.Agreed], s.Hash())
			}
		}
	}
}

// A session that begins with another state is found at tick 0.
func TestDesynchronizationOfTheBeginning(t *testing.T) {
	m := &match{t: t, net: goodNetwork(20 * time.Millisecond)}
	for p := range rollback.Player(2) {
		state := &toy{places: [4]uint64{uint64(p)}}
		m.add(p, 2, 0, state, state.advance)
	}
	m.run(10*time.Second, m.confirmed(60))
	for _, x := range m.members {
		found := eventsOf(x, rollback.Desynchronized)
		require.Len(t, found, 1)
		require.Equal(t, rollback.Tick(0), found[0].Tick)
		require.Equal(t, rollback.Tick(-1), found[0].Desync.Agreed)
		require.Equal(t, -1, found[0].Desync.AgreedSlot)
		require.Equal(t, "north", found[0].Desync.Parts[0].Name)
	}
}

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
