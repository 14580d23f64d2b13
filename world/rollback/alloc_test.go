//go:build !race

package rollback_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// Updates with rollbacks, packets and comparisons allocate nothing.
func TestUpdateDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	var sessions [2]*rollback.Session[pad]
	var pipes [2]pipe // to each session
	for p := range rollback.Player(2) {
		state := &toy{}
		s, err := rollback.New(rollback.Config[pad]{
			Local: p, Advance: state.advance, Encode: encodePad, Decode: decodePad, HashEvery: 10,
			Send: func(to rollback.Player, data []byte) { pipes[to].send(data) },
		}, state)
		require.NoError(t, err)
		sessions[p] = s
	}
	now := time.Duration(0)
	frame := func() {
		for p, s := range sessions {
			for q := &pipes[p]; q.got < q.put-5; q.got++ { // five frames late
				if err := s.Receive(rollback.Player(1-p), q.packets[q.got%16]); err != nil {
					panic(err)
				}
			}
			tick := s.Tick()
			if _, err := s.Update(now, pad{Stick: int8(tick / 3), Buttons: uint8(p)}); err != nil {
				panic(err)
			}
		}
		now += time.Second / 60
	}
	for range 300 {
		frame()
	}
	before := sessions[0].Counters().Rollbacks
	require.Zero(t, testing.AllocsPerRun(600, frame))
	require.Greater(t, sessions[0].Counters().Rollbacks, before+100)
	require.Nil(t, sessions[0].Link(1).Desync)
}
