package rollback_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// joining returns a late spectator in the middle of getting a state, the player who sends it, and
// a packet to each: a chunk, and what he asks.
func joining(t testing.TB) (spectator, player *rollback.Session[pad], chunk, ask []byte) {
	m := &match{t: &testing.T{}, net: goodNetwork(30 * time.Millisecond)}
	for p := range rollback.Player(2) {
		state := &bulky{luggage: 30_000}
		m.add(p, 2, 1, state, state.advance, every(5))
	}
	m.run(time.Minute, m.confirmed(20))
	x := m.spectate(2, 30_000)
	m.run(time.Minute, func() bool { have, all := x.JoinProgress(); return all > 0 && have > all/4 })
	for _, f := range m.net.inFlight {
		switch {
		case f.to == 2 && len(f.data) > 1000:
			chunk = f.data
		case f.from == 2 && f.to == 0 && f.data[0] == 'C' && f.data[1] == 'J':
			ask = f.data
		}
	}
	require.NotEmpty(t, chunk)
	require.NotEmpty(t, ask)
	return x.Session, m.members[0].Session, chunk, ask
}

// feed gives a session a packet and runs it on. An error that ends the match is what a member
// who lies can reach; a panic is not.
func feed(t testing.TB, s *rollback.Session[pad], from rollback.Player, packet []byte) {
	if err := s.Receive(from, packet); err != nil {
		var packetError *rollback.PacketError
		require.ErrorAs(t, err, &packetError)
	}
	s.Update(0, pad{})
}

// forge changes some bytes behind the head, which is a member's head.
func forge(rng *rand.Rand, packet []byte) []byte {
	b := append([]byte(nil), packet...)
	if rng.IntN(4) == 0 {
		b = b[:offsetFlags+4+rng.IntN(len(b)-offsetFlags-4)]
	}
	for range 1 + rng.IntN(4) {
		b[offsetFlags+rng.IntN(min(len(b)-offsetFlags, 24))] = uint8(rng.Uint32())
	}
	return seal(b)
}

// Members who send valid checksums over random contents do no more harm than to spoil what the
// spectator gets, and cost little memory.
func TestHostileJoins(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 20 {
		spectator, player, chunk, ask := joining(t)
		for range 300 {
			feed(t, spectator, 0, forge(rng, chunk))
			feed(t, spectator, 1, forge(rng, chunk))
			feed(t, player, 2, forge(rng, ask))
			feed(t, player, 1, forge(rng, chunk))
		}
		_, err := player.Update(time.Hour, pad{})
		require.NoError(t, err, "a player takes no harm")
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(20<<20))
}

func TestJoinPacketsOfOthersAreRejected(t *testing.T) {
	spectator, player, chunk, ask := joining(t)
	change := func(packet []byte, at int, to byte) []byte {
		b := append([]byte(nil), packet...)
		b[at] = to
		return seal(b)
	}
	const kind = offsetFlags
	for _, c := range []struct {
		session *rollback.Session[pad]
		from    rollback.Player
		packet  []byte
		reason  error
	}{
		{player, 1, change(ask, offsetSender, 1), rollback.ErrSender},               // a player asks
		{spectator, 0, change(ask, offsetSender, 0), rollback.ErrSender},            // a spectator is asked
		{player, 2, change(ask, kind, 9), rollback.ErrRange},                        // of no kind
		{player, 2, change(ask, kind+13, 255), rollback.ErrRange},                   // lacks a chunk that cannot be
		{player, 2, seal(append([]byte(nil), ask[:60]...)), rollback.ErrShort},      // ends early
		{player, 2, seal(append(append([]byte(nil), ask...), 1)), rollback.ErrLong}, // ends late
		{player, 2, change(ask, offsetMatch, 99), rollback.ErrMatch},
		{player, 2, change(ask, offsetConfig, 99), rollback.ErrConfig},
		{player, 2, change(chunk, offsetSender, 2), rollback.ErrSender},           // a spectator sends the state
		{spectator, 0, change(chunk, kind+8, 255), rollback.ErrRange},             // too many bytes
		{spectator, 0, change(chunk, kind+1, chunk[kind+1]+1), rollback.ErrRange}, // of a tick whose state nobody keeps
		{spectator, 0, change(chunk, kind+15, 255), rollback.ErrRange},            // a chunk behind the end
		{spectator, 0, change(chunk, kind+9, chunk[kind+9]+1), rollback.ErrRange}, // another checksum of the same state
		{spectator, 0, seal(append([]byte(nil), chunk[:900]...)), rollback.ErrShort},
	} {
		err := c.session.Receive(c.from, c.packet)
		require.ErrorIs(t, err, c.reason)
	}
	require.NoError(t, spectator.Receive(0, chunk))
	require.NoError(t, player.Receive(2, ask))
}

func FuzzReceiveJoin(f *testing.F) {
	_, _, chunk, ask := joining(f)
	f.Add(uint8(0), chunk)
	f.Add(uint8(2), ask)
	f.Add(uint8(1), ask[:40])
	f.Fuzz(func(t *testing.T, from uint8, data []byte) {
		spectator, player, chunk, ask := joining(t)
		for s, good := range map[*rollback.Session[pad]][]byte{spectator: chunk, player: ask} {
			sender := rollback.Player(from % 3)
			forged := append([]byte(nil), data...)
			if len(forged) >= offsetFlags+4 {
				copy(forged, good[:offsetFlags])
				forged[offsetSender] = uint8(sender)
				seal(forged)
			}
			feed(t, s, sender, data)
			feed(t, s, sender, forged)
		}
	})
}
