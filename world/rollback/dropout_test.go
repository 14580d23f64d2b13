package rollback_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// requireSameHashes checks that members agree on all ticks that both have, of which there are
// at least some number.
func requireSameHashes(t *testing.T, least int, members ...*member) {
	t.Helper()
	for _, x := range members[1:] {
		n := min(len(x.hashes), len(members[0].hashes))
		require.GreaterOrEqual(t, n, least)
		require.Equal(t, members[0].hashes[:n], x.hashes[:n])
		require.Empty(t, eventsOf(x, rollback.Desynchronized))
	}
}

// A player falls silent while his last inputs have reached some and not others. Those who
// remain agree on the tick from which he is absent, and go on.
func TestSilentPlayerIsDropped(t *testing.T) {
	for seed := range uint64(12) {
		m := newMatch(t, badNetwork(seed), 4, 1)
		m.run(time.Minute, m.confirmed(200))
		gone := m.members[2]
		// Only one of the others gets his last packets.
		lucky := rollback.Player(seed % 2)
		for to := range rollback.Player(5) {
			m.net.severed[[2]rollback.Player{2, to}] = to != lucky
		}
		end := m.net.now + 250*time.Millisecond
		m.run(time.Minute, func() bool { return m.net.now >= end })
		gone.silent = true
		m.run(2*time.Minute, m.confirmed(1500))
		remaining := []*member{m.members[0], m.members[1], m.members[3], m.members[4]}
		requireSameHashes(t, 1500, remaining...)
		cut := rollback.Tick(-1)
		for _, x := range remaining {
			absent := eventsOf(x, rollback.Absent)
			require.Len(t, absent, 1)
			require.Equal(t, rollback.Player(2), absent[0].Player)
			if cut < 0 {
				cut = absent[0].Tick
			}
			require.Equal(t, cut, absent[0].Tick)
			require.True(t, x.Link(2).Dropped)
		}
		n := int(cut)
		require.Equal(t, oracle(4, cut, 2), remaining[0].hashes[:n+1], "his inputs count up to the cut")
	}
}

// A player who never comes keeps the others waiting for as long as one who falls silent does.
func TestPlayerWhoNeverComesIsDropped(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		m := newMatch(t, badNetwork(seed), 4, 1)
		m.members[2].silent = true
		m.run(7*time.Second, m.confirmed(1))
		require.GreaterOrEqual(t, m.net.now, 5*time.Second)
		m.run(time.Minute, m.confirmed(300))
		remaining := []*member{m.members[0], m.members[1], m.members[3], m.members[4]}
		requireSameHashes(t, 300, remaining...)
		for _, x := range remaining {
			absent := eventsOf(x, rollback.Absent)
			require.Len(t, absent, 1)
			require.Zero(t, absent[0].Tick)
		}
		m.members[2].silent = false
		m.run(time.Minute, func() bool { return len(eventsOf(m.members[2], rollback.Removed)) > 0 })
	}
}

// A player whom one of the others does not hear ends no match.
func TestPlayerWhomOneDoesNotHearIsDropped(t *testing.T) {
	m := newMatch(t, goodNetwork(50*time.Millisecond), 3, 0)
	m.net.severed[[2]rollback.Player{2, 1}] = true
	m.run(time.Minute, func() bool { return len(eventsOf(m.members[2], rollback.Removed)) > 0 })
	m.members[2].silent = true
	m.run(time.Minute, m.confirmed(300))
	requireSameHashes(t, 300, m.members[:2]...)
}

// The time that Update is told may have begun long before the session, and packets may come before
// the first Update.
func TestTimeMayHaveBegunBefore(t *testing.T) {
	m := newMatch(t, goodNetwork(50*time.Millisecond), 3, 0)
	for _, x := range m.members {
		x.from -= 100 * time.Hour
	}
	m.run(time.Minute, m.confirmed(300))
	requireSameHashes(t, 300, m.members...)
	for _, x := range m.members {
		require.Empty(t, eventsOf(x, rollback.Dropped))
	}
}

// A player falls silent after the clocks of the others were set back.
func TestTimeMayJumpBack(t *testing.T) {
	m := newMatch(t, goodNetwork(50*time.Millisecond), 3, 0)
	m.run(time.Minute, m.confirmed(100))
	for _, x := range m.members {
		x.from += time.Hour
	}
	m.members[2].silent = true
	m.run(10*time.Second, m.confirmed(300))
	requireSameHashes(t, 300, m.members[:2]...)
}

// Two players vanish within a moment of each other.
func TestTwoPlayersVanish(t *testing.T) {
	seeds := long.Pick[uint64](6, 300)
	for seed := range seeds {
		m := newMatch(t, badNetwork(100+seed), 5, 0)
		m.run(time.Minute, m.confirmed(100))
		m.members[1].silent = true
		end := m.net.now + 6*time.Second*time.Duration(seed)/time.Duration(seeds)
		m.run(time.Minute, func() bool { return m.net.now >= end })
		m.members[4].silent = true
		m.run(2*time.Minute, m.confirmed(1000))
		requireSameHashes(t, 1000, m.members[0], m.members[2], m.members[3])
	}
}

// Who says goodbye is missed at once, not after the time limit.
func TestLeave(t *testing.T) {
	m := newMatch(t, goodNetwork(50*time.Millisecond), 3, 0)
	m.run(time.Minute, m.confirmed(100))
	m.members[0].Leave()
	m.members[0].silent = true
	before := m.net.now
	m.run(time.Minute, func() bool { return len(eventsOf(m.members[1], rollback.Absent)) > 0 })
	require.Less(t, m.net.now-before, 300*time.Millisecond)
	outcome := world.Must(m.members[0].Update(m.net.now, pad{}))
	require.Equal(t, rollback.Ended, outcome)
	m.run(time.Minute, m.confirmed(600))
	requireSameHashes(t, 600, m.members[1:]...)
}

// A player whom the others drop is told so when he is there again.
func TestDroppedPlayerIsTold(t *testing.T) {
	m := newMatch(t, goodNetwork(50*time.Millisecond), 3, 0)
	m.run(time.Minute, m.confirmed(100))
	m.members[0].Drop(2)
	m.run(time.Minute, func() bool { return len(eventsOf(m.members[2], rollback.Removed)) > 0 })
	m.members[2].silent = true
	require.Panics(t, func() { m.members[0].Drop(0) })
	m.run(time.Minute, m.confirmed(600))
	requireSameHashes(t, 600, m.members[0], m.members[1])
}

// A short silence is an interruption: the others wait and then go on with nobody dropped.
func TestInterruption(t *testing.T) {
	m := newMatch(t, goodNetwork(50*time.Millisecond), 2, 0)
	m.run(time.Minute, m.confirmed(100))
	m.net.severed[[2]rollback.Player{1, 0}] = true
	end := m.net.now + 2*time.Second
	m.run(time.Minute, func() bool { return m.net.now >= end })
	require.Len(t, eventsOf(m.members[0], rollback.Interrupted), 1)
	require.Positive(t, m.members[0].Counters().Waited)
	require.GreaterOrEqual(t, m.members[0].Link(1).Silence, 1900*time.Millisecond)
	m.net.severed = map[[2]rollback.Player]bool{}
	m.run(time.Minute, m.confirmed(1000))
	require.Len(t, eventsOf(m.members[0], rollback.Resumed), 1)
	for _, x := range m.members {
		require.Equal(t, oracle(2, 1000, 2), x.hashes[:1001])
	}
}

// A spectator who acknowledges nothing is given up when the ring of inputs is full, and told so.
func TestSpectatorTooFarBehindIsLost(t *testing.T) {
	m := newMatch(t, goodNetwork(50*time.Millisecond), 2, 1)
	m.run(time.Minute, m.confirmed(100))
	for p := range rollback.Player(2) {
		m.net.severed[[2]rollback.Player{p, 2}] = true // he hears nothing but is heard
	}
	end := m.net.now + 20*time.Second
	m.run(time.Minute, func() bool { return m.net.now >= end })
	for _, x := range m.members[:2] {
		require.Equal(t, rollback.Player(2), eventsOf(x, rollback.Dropped)[0].Player)
		require.Zero(t, x.Counters().Waited, "nobody waits for a spectator")
	}
	clear(m.net.severed)
	m.run(time.Second, func() bool { return len(eventsOf(m.members[2], rollback.Removed)) > 0 })
	outcome := world.Must(m.members[2].Update(m.net.now, pad{}))
	require.Equal(t, rollback.Ended, outcome)
}

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
