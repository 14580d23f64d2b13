package rollback_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []struct {
		field  string
		change func(c *rollback.Config[pad])
		reason error
	}{
		{"Players", func(c *rollback.Config[pad]) { c.Players = 17 }, geom.ErrOutOfRange},
		{"Players", func(c *rollback.Config[pad]) { c.Players = -1 }, geom.ErrOutOfRange},
		{"Spectators", func(c *rollback.Config[pad]) { c.Spectators = 17 }, geom.ErrOutOfRange},
		{"Local", func(c *rollback.Config[pad]) { c.Local = 2 }, geom.ErrOutOfRange},
		{"Local", func(c *rollback.Config[pad]) { c.Local = -1 }, geom.ErrOutOfRange},
		{"InputDelay", func(c *rollback.Config[pad]) { c.InputDelay = 61 }, geom.ErrOutOfRange},
		{"MaxPrediction", func(c *rollback.Config[pad]) { c.MaxPrediction = 121 }, geom.ErrOutOfRange},
		{"HashEvery", func(c *rollback.Config[pad]) { c.HashEvery = -1 }, geom.ErrOutOfRange},
		{"Timestep", func(c *rollback.Config[pad]) { c.Timestep = -1 }, geom.ErrNegative},
		{"InterruptAfter", func(c *rollback.Config[pad]) { c.InterruptAfter = -1 }, geom.ErrNegative},
		{"DropAfter", func(c *rollback.Config[pad]) { c.DropAfter = -1 }, geom.ErrNegative},
		{"Advance", func(c *rollback.Config[pad]) { c.Advance = nil }, rollback.ErrMissing},
		{"Send", func(c *rollback.Config[pad]) { c.Send = nil }, rollback.ErrMissing},
		{"Decode", func(c *rollback.Config[pad]) {
			c.Encode = func(dst []byte, _ pad) []byte { return append(dst, 1) }
		}, rollback.ErrMissing},
		{"Encode", func(c *rollback.Config[pad]) {
			c.Encode = func(dst []byte, _ pad) []byte { return append(dst, make([]byte, 33)...) }
			c.Decode = func([]byte) (pad, error) { return pad{}, nil }
		}, geom.ErrOutOfRange},
	} {
		config := rollback.Config[pad]{Advance: func(rollback.Frame[pad]) {}, Send: func(rollback.Player, []byte) {}}
		_, err := rollback.New(config, &toy{})
		require.NoError(t, err)
		c.change(&config)
		_, err = rollback.New(config, &toy{})
		var field *geom.FieldError
		require.ErrorAs(t, err, &field)
		require.Equal(t, c.field, field.Field)
		require.ErrorIs(t, err, c.reason)
	}
	_, err := rollback.New(rollback.Config[string]{Advance: func(rollback.Frame[string]) {}, Send: func(rollback.Player, []byte) {}}, &toy{})
	require.ErrorIs(t, err, rollback.ErrMissing, "strings have no fixed size")
	_, err = rollback.New(rollback.Config[pad]{Advance: func(rollback.Frame[pad]) {}, Send: func(rollback.Player, []byte) {}}, nil)
	require.ErrorIs(t, err, rollback.ErrNoState)
}

func TestConfigIsReadBackWithItsDefaults(t *testing.T) {
	s := world.Must(rollback.New(rollback.Config[pad]{Advance: func(rollback.Frame[pad]) {}, Send: func(rollback.Player, []byte) {}}, &toy{}))
	c := s.Config()
	require.Equal(t, 2, c.Players)
	require.Equal(t, 12, c.MaxPrediction)
	require.Equal(t, 30, c.HashEvery)
	require.Equal(t, time.Second/60, c.Timestep)
	require.Equal(t, 5*time.Second, c.DropAfter)
}

// A game of one needs nobody.
func TestMatchOfOne(t *testing.T) {
	state := &toy{}
	s := world.Must(rollback.New(rollback.Config[pad]{Players: 1, InputDelay: 3, Advance: state.advance}, state))
	for s.Tick() < 100 {
		outcome := world.Must(s.Update(0, padAt(0, s.Tick())))
		require.Equal(t, rollback.Stepped, outcome)
	}
	require.Equal(t, oracle(1, 100, 3)[100], state.Hash())
}

// The delay may change in the middle of a match. Everyone still simulates the same.
func TestInputDelayChanges(t *testing.T) {
	m := newMatch(t, badNetwork(3), 2, 0)
	x := m.members[1]
	require.Error(t, x.SetInputDelay(-1))
	require.Error(t, x.SetInputDelay(61))
	for i, delay := range []int{7, 0, 60, 1} {
		m.run(time.Minute, m.confirmed(rollback.Tick(200+200*i)))
		require.NoError(t, x.SetInputDelay(delay))
		require.Equal(t, delay, x.InputDelay())
	}
	m.run(time.Minute, m.confirmed(1200))
	requireSameHashes(t, 1200, m.members...)
}

// In lockstep nothing is predicted, so nothing is rolled back.
func TestLockstep(t *testing.T) {
	m := newMatch(t, badNetwork(4), 3, 0, func(_ rollback.Player, c *rollback.Config[pad]) {
		c.Lockstep, c.InputDelay = true, 16
	})
	m.run(time.Minute, m.confirmed(1000))
	for _, x := range m.members {
		require.Equal(t, oracle(3, 1000, 16), x.hashes[:1001])
		require.Zero(t, x.Counters().Rollbacks)
	}
}

// A game's own prediction saves rollbacks where inputs last one tick.
func TestPredictionOfTheGame(t *testing.T) {
	rollbacks := map[bool]uint64{}
	for _, own := range []bool{false, true} {
		m := newMatch(t, goodNetwork(100*time.Millisecond), 2, 0, func(p rollback.Player, c *rollback.Config[pad]) {
			if own {
				c.Predict = func(p rollback.Player, last pad, ahead int) pad {
					require.Positive(t, ahead)
					return pad{}
				}
			}
		})
		m.run(time.Minute, m.confirmed(500))
		for _, x := range m.members {
			require.Equal(t, oracle(2, 500, 2), x.hashes[:501])
		}
		rollbacks[own] = m.members[0].Counters().Resimulated
	}
	require.NotEqual(t, rollbacks[false], rollbacks[true])
}

// Clocks that start a tenth of a second apart and differ by a fifth of a percent are held
// within three ticks of each other, over a network with jitter.
func TestWhoIsAheadWaits(t *testing.T) {
	m := newMatch(t, badNetwork(9), 2, 0)
	m.run(time.Minute, m.confirmed(1500))
	for range 20 {
		at := m.members[0].Tick() + 50
		m.run(time.Minute, func() bool { return m.members[0].Tick() >= at })
		require.InDelta(t, 0, float64(m.members[0].Tick()-m.members[1].Tick()), 3)
	}
}
