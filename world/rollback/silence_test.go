package rollback_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// runFor lets time pass.
func (m *match) runFor(d time.Duration) {
	end := m.net.now + d
	m.run(d+time.Second, func() bool { return m.net.now >= end })
}

// pause lets a member sleep, as a page in the background does. What comes meanwhile waits for it.
func (m *match) pause(p rollback.Player, d time.Duration) { m.members[p].next = m.net.now + d }

// removed returns the players who were told that they are out.
func (m *match) removed() (players []rollback.Player) {
	for _, x := range m.members {
		if len(eventsOf(x, rollback.Removed)) > 0 {
			players = append(players, x.player)
		}
	}
	return players
}

// A session that pauses for longer than the limit of silence is dropped and told so. It does not
// take the others for silent because it did not listen, nor makes them drop each other.
func TestPausedSessionIsDroppedAlone(t *testing.T) {
	for _, pause := range []time.Duration{4000, 4900, 5000, 5050, 5100, 5200, 5300, 6000, 20000} {
		m := newMatch(t, badNetwork(uint64(pause)), 3, 1)
		m.run(time.Minute, m.confirmed(60))
		m.pause(1, pause*time.Millisecond)
		m.runFor(pause*time.Millisecond + 3*time.Second)
		if pause <= 4000 {
			require.Empty(t, m.removed(), "%d ms", pause)
		}
		if pause >= 6000 || len(m.removed()) > 0 {
			require.Equal(t, []rollback.Player{1}, m.removed(), "%d ms", pause)
			m.members[1].silent = true
		}
		m.run(time.Minute, m.confirmed(600))
		requireSameHashes(t, 600, m.members[0], m.members[2], m.members[3])
	}
}

// A player who is dropped because one of the others does not hear him is told so, though nobody
// answers him. A spectator follows the others. The player does not report their state as
// desynchronized.
func TestUnheardPlayerIsTold(t *testing.T) {
	m := newMatch(t, goodNetwork(26*time.Millisecond), 2, 1)
	m.run(time.Minute, m.confirmed(60))
	m.net.severed[[2]rollback.Player{0, 1}] = true
	m.runFor(5200 * time.Millisecond)
	require.Equal(t, []rollback.Player{0}, m.removed())
	require.Empty(t, eventsOf(m.members[0], rollback.Desynchronized))
	m.members[0].silent = true
	m.run(time.Minute, m.confirmed(600))
	requireSameHashes(t, 600, m.members[1:]...)
}

// Of two players who do not hear each other one is dropped, and the other goes on with those who
// hear both.
func TestTwoWhoDoNotHearEachOther(t *testing.T) {
	for seed := range uint64(8) {
		net := goodNetwork(time.Duration(seed) * 20 * time.Millisecond)
		m := newMatch(t, net, 3, 1)
		m.run(time.Minute, m.confirmed(60))
		a, b := rollback.Player(seed%3), rollback.Player((seed+1)%3)
		m.net.severed[[2]rollback.Player{a, b}] = true
		m.net.severed[[2]rollback.Player{b, a}] = true
		m.runFor(6 * time.Second)
		require.Len(t, m.removed(), 1)
		gone := m.removed()[0]
		require.Contains(t, []rollback.Player{a, b}, gone)
		m.members[gone].silent = true
		m.run(time.Minute, m.confirmed(600))
		others := append([]*member(nil), m.members[:gone]...)
		requireSameHashes(t, 600, append(others, m.members[gone+1:]...)...)
	}
}
