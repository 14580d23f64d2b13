package rollback_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

func late(_ rollback.Player, c *rollback.Config[pad]) { c.Late = true }

func every(n int) option {
	return func(_ rollback.Player, c *rollback.Config[pad]) { c.HashEvery = n }
}

// Spectators who come at any time see the match as it is: every state that they have is the state
// of a world that nobody rolls back.
func TestLateSpectatorsOfWorlds(t *testing.T) {
	const ticks = 900
	for _, players := range []int{2, 3} {
		m := &match{t: t, net: badNetwork(uint64(70 + players))}
		for p := range players {
			a := newArena(t, players, 10)
			m.add(rollback.Player(p), players, 2, a.state, a.advance, every(10))
		}
		for i := range 2 {
			m.run(time.Minute, m.confirmed(rollback.Tick(200+250*i)))
			a := newArena(t, players, 10)
			m.add(rollback.Player(players+i), players, 2, a.state, a.advance, every(10), late)
			x := m.members[players+i]
			x.from, x.next = m.net.now, m.net.now
			m.run(time.Minute, func() bool { return len(eventsOf(x, rollback.Joined)) > 0 })
		}
		m.run(time.Minute, m.confirmed(ticks))
		want := arenaHashes(t, players, ticks, 2)
		for _, x := range m.members {
			base := 0
			for _, e := range eventsOf(x, rollback.Joined) {
				base = int(e.Tick)
				require.Greater(t, base, 150)
			}
			require.Equal(t, base > 0, int(x.player) >= players)
			for tick := base; tick <= ticks; tick += 10 {
				require.Equal(t, want[tick], x.hashes[tick/10], "player %d, tick %d", x.player, tick)
			}
			require.Empty(t, eventsOf(x, rollback.Desynchronized))
			require.Empty(t, eventsOf(x, rollback.Dropped))
			require.Empty(t, x.errs)
		}
	}
}

// bulky is a toy that has luggage, so that its state fills many packets.
type bulky struct {
	toy
	luggage int
	failure error // of Encode
}

func (b *bulky) Encode(slot int, to io.Writer) error {
	if b.failure != nil {
		return b.failure
	}
	if err := binary.Write(to, binary.LittleEndian, b.saved[slot]); err != nil {
		return err
	}
	_, err := io.CopyN(to, rand.NewChaCha8([32]byte{1}), int64(b.luggage))
	return err
}

func (b *bulky) Decode(slot int, from io.Reader) error {
	for len(b.saved) <= slot {
		b.saved = append(b.saved, [4]uint64{})
	}
	if err := binary.Read(from, binary.LittleEndian, &b.saved[slot]); err != nil {
		return err
	}
	n, err := io.Copy(io.Discard, from)
	if n != int64(b.luggage) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// newBulkyMatch has players with luggage who have played for a while.
func newBulkyMatch(t *testing.T, seed uint64, players, luggage int) *match {
	m := &match{t: t, net: badNetwork(seed)}
	for p := range rollback.Player(players) {
		state := &bulky{luggage: luggage}
		m.add(p, players, 1, state, state.advance, every(5))
	}
	m.run(time.Minute, m.confirmed(400))
	return m
}

func (m *match) spectate(players, luggage int) *member {
	state := &bulky{luggage: luggage}
	m.add(rollback.Player(players), players, 1, state, state.advance, every(5), late)
	x := m.members[len(m.members)-1]
	x.from, x.next = m.net.now, m.net.now
	return x
}

// requireLate checks a late spectator against those who were there from the beginning.
func requireLate(t *testing.T, x *member, ticks rollback.Tick, with *member) {
	t.Helper()
	joined := eventsOf(x, rollback.Joined)
	require.Len(t, joined, 1)
	for i := joined[0].Tick / 5; i <= ticks/5; i++ {
		require.Equal(t, with.hashes[i], x.hashes[i], "tick %d", 5*i)
	}
	require.Empty(t, eventsOf(x, rollback.Desynchronized))
}

// A state of many packets comes whole although one in ten is lost and they overtake each other.
func TestLateSpectatorGetsALargeState(t *testing.T) {
	const luggage = 600_000
	m := newBulkyMatch(t, 81, 3, luggage)
	x := m.spectate(3, luggage)
	begin, last := m.net.now, 0
	m.run(time.Minute, func() bool {
		if have, all := x.JoinProgress(); all > 0 {
			require.Equal(t, luggage+32, all)
			require.GreaterOrEqual(t, have, last)
			last = have
		}
		return len(eventsOf(x, rollback.Joined)) > 0
	})
	require.Less(t, m.net.now-begin, 3*time.Second)
	require.Greater(t, last, luggage/2)
	m.run(time.Minute, m.confirmed(1500))
	requireLate(t, x, 1500, m.members[0])
	for _, y := range m.members[:3] {
		require.Empty(t, eventsOf(y, rollback.Dropped))
		require.Less(t, y.Counters().Waited, uint64(20), "nobody waits for a spectator")
	}
}

// The player who sends the state vanishes in the middle of it. Another one sends it anew, and what
// the one who vanished does in the end is the same for all.
func TestLateSpectatorAsksTheNextPlayer(t *testing.T) {
	for seed := range uint64(6) {
		m := newBulkyMatch(t, 90+seed, 3, 300_000)
		x := m.spectate(3, 300_000)
		m.run(time.Minute, func() bool { have, all := x.JoinProgress(); return all > 0 && have > all/2 })
		m.members[0].silent = true
		m.run(2*time.Minute, m.confirmed(1500))
		requireLate(t, x, 1500, m.members[1])
		requireSameHashes(t, 300, m.members[1], m.members[2])
		require.NotEmpty(t, eventsOf(x, rollback.Dropped))
	}
}

// Who comes after a player has left sees a match without him.
func TestLateSpectatorOfAMatchThatSomebodyHasLeft(t *testing.T) {
	for seed := range uint64(6) {
		m := newBulkyMatch(t, 100+seed, 3, 1000)
		m.members[0].silent = true
		m.run(time.Minute, m.confirmed(rollback.Tick(450+5*seed)))
		x := m.spectate(3, 1000)
		m.run(2*time.Minute, m.confirmed(1200))
		requireLate(t, x, 1200, m.members[1])
	}
}

// A spectator who was given up comes back with a new session.
func TestLostSpectatorComesBack(t *testing.T) {
	m := newBulkyMatch(t, 110, 2, 5000)
	x := m.spectate(2, 5000)
	m.run(time.Minute, m.confirmed(600))
	x.silent = true
	end := m.net.now + 10*time.Second
	m.run(time.Minute, func() bool { return m.net.now >= end })
	require.True(t, m.members[0].Link(2).Dropped)
	delete(m.net.delivered, 2)
	again := m.spectate(2, 5000)
	m.run(time.Minute, m.confirmed(1800))
	requireLate(t, again, 1800, m.members[0])
	require.False(t, m.members[0].Link(2).Dropped)
}

// A state that takes longer than inputs are kept is begun anew, and those who play do not notice.
func TestLateSpectatorOnAThinLine(t *testing.T) {
	m := newBulkyMatch(t, 111, 2, 200_000)
	m.net.loss = 0.7
	x := m.spectate(2, 200_000)
	end := m.net.now + 20*time.Second
	m.run(time.Minute, func() bool { return m.net.now >= end })
	m.net.loss = 0.05
	m.run(time.Minute, func() bool { return len(eventsOf(x, rollback.Joined)) > 0 })
	tick := m.members[0].Tick() / 5 * 5
	m.run(time.Minute, m.confirmed(tick+300))
	requireLate(t, x, tick+300, m.members[0])
}

// What cannot be written is told to the player who was asked, and whose game it is.
func TestStateThatCannotBeSent(t *testing.T) {
	m := newBulkyMatch(t, 112, 2, 1000)
	failure := errors.New("the luggage is locked")
	for _, x := range m.members {
		x.state.(*bulky).failure = failure
	}
	x := m.spectate(2, 1000)
	end := m.net.now + 5*time.Second
	m.run(time.Minute, func() bool { return m.net.now >= end })
	require.Empty(t, eventsOf(x, rollback.Joined))
	for _, y := range m.members[:2] {
		told := eventsOf(y, rollback.NotSent)
		require.Len(t, told, 1)
		require.Equal(t, rollback.Player(2), told[0].Player)
		require.ErrorIs(t, told[0].Err, failure)
	}
}

// Who gets a state that he cannot read has no match.
func TestStateThatCannotBeRead(t *testing.T) {
	m := newBulkyMatch(t, 113, 2, 1000)
	x := m.spectate(2, 900)
	m.members = m.members[:2]
	for range 200 {
		end := m.net.now + x.frame
		m.run(time.Minute, func() bool { return m.net.now >= end })
		for _, f := range m.net.delivered[2] {
			require.NoError(t, x.Receive(f.from, f.data))
		}
		m.net.delivered[2] = nil
		if _, err := x.Update(m.net.now-x.from, pad{}); err != nil {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			outcome := world.Must(x.Update(m.net.now, pad{}))
			require.Equal(t, rollback.Ended, outcome)
			return
		}
	}
	t.Fatal("no state came")
}

func TestLateIsChecked(t *testing.T) {
	config := rollback.Config[pad]{Local: 2, Spectators: 1, Late: true, Advance: func(rollback.Frame[pad]) {}, Send: func(rollback.Player, []byte) {}}
	refused := func(c rollback.Config[pad], state rollback.State, reason error) {
		t.Helper()
		_, err := rollback.New(c, state)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field)
		require.Equal(t, "Late", field.Field)
		require.ErrorIs(t, err, rollback.ErrNotPortable)
		require.ErrorIs(t, err, reason)
	}
	_, err := rollback.New(config, &bulky{})
	require.NoError(t, err)
	refused(config, &toy{}, rollback.ErrNotPortable)
	refused(config, &bulky{failure: io.ErrClosedPipe}, io.ErrClosedPipe)
	player := config
	player.Local = 0
	refused(player, &bulky{}, rollback.ErrNotPortable)

	// A game beside the world that cannot be written is found at once, and so is half of one.
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	save, restore := func(int) {}, func(int) error { return nil }
	state, err := rollback.NewWorldState(w, rollback.Game{Save: save, Restore: restore})
	require.NoError(t, err)
	refused(config, state, rollback.ErrMissing)
	_, err = rollback.NewWorldState(w, rollback.Game{Encode: func(int, io.Writer) error { return nil }})
	require.ErrorIs(t, err, rollback.ErrMissing)
	_, err = rollback.NewWorldState(w, rollback.Game{Decode: func(int, io.Reader) error { return nil }})
	require.ErrorIs(t, err, rollback.ErrMissing)
}
