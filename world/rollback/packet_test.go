package rollback_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// Offsets of the header, for packets that are forged.
const (
	offsetMagic   = 0
	offsetVersion = 2
	offsetSender  = 3
	offsetMatch   = 4
	offsetConfig  = 12
	offsetFlags   = 19
	offsetDropped = 36
	offsetAcked   = 38
)

// victim returns a session of three in the middle of a match, and a packet for it from
// player 1.
func victim(t testing.TB) (s *rollback.Session[pad], packet []byte) {
	net := goodNetwork(30 * time.Millisecond)
	m := &match{t: &testing.T{}, net: net}
	for p := range rollback.Player(3) {
		state := &toy{}
		m.add(p, 3, 0, state, state.advance)
	}
	m.run(time.Minute, m.confirmed(100))
	for _, f := range net.inFlight {
		if f.from == 1 && f.to == 0 {
			packet = f.data
		}
	}
	require.NotEmpty(t, packet)
	return m.members[0].Session, packet
}

// seal writes the checksum of a packet that was tampered with.
func seal(packet []byte) []byte {
	n := len(packet) - 4
	binary.LittleEndian.PutUint32(packet[n:], crc32.ChecksumIEEE(packet[:n]))
	return packet
}

func TestPacketsOfOthersAreRejected(t *testing.T) {
	s, good := victim(t)
	inputs := offsetAcked + 3*4 + 4 // number of blocks
	require.EqualValues(t, 1, good[inputs])
	for _, c := range []struct {
		name   string
		from   rollback.Player
		forge  func(b []byte) []byte
		reason error
	}{
		{"empty", 1, func([]byte) []byte { return nil }, rollback.ErrShort},
		{"long", 1, func([]byte) []byte { return make([]byte, rollback.MaxPacket+1) }, rollback.ErrLong},
		{"magic", 1, func(b []byte) []byte { b[offsetMagic]++; return b }, rollback.ErrMagic},
		{"version", 1, func(b []byte) []byte { b[offsetVersion]++; return b }, rollback.ErrVersion},
		{"checksum", 1, func(b []byte) []byte { b[30]++; return b }, rollback.ErrChecksum},
		{"sender", 1, func(b []byte) []byte { b[offsetSender] = 2; return seal(b) }, rollback.ErrSender},
		{"address", 2, func(b []byte) []byte { return b }, rollback.ErrSender},
		{"self", 0, func(b []byte) []byte { return b }, rollback.ErrSender},
		{"nobody", 3, func(b []byte) []byte { return b }, rollback.ErrSender},
		{"negative", -1, func(b []byte) []byte { return b }, rollback.ErrSender},
		{"match", 1, func(b []byte) []byte { b[offsetMatch]++; return seal(b) }, rollback.ErrMatch},
		{"players", 1, func(b []byte) []byte { b[offsetConfig]++; return seal(b) }, rollback.ErrConfig},
		{"spectators", 1, func(b []byte) []byte { b[offsetConfig+1]++; return seal(b) }, rollback.ErrConfig},
		{"size of inputs", 1, func(b []byte) []byte { b[offsetConfig+2]++; return seal(b) }, rollback.ErrConfig},
		{"hash interval", 1, func(b []byte) []byte { b[offsetConfig+3]++; return seal(b) }, rollback.ErrConfig},
		{"drops nobody", 1, func(b []byte) []byte { b[offsetDropped] = 8; return seal(b) }, rollback.ErrRange},
		{"drops himself", 1, func(b []byte) []byte { b[offsetDropped] = 2; return seal(b) }, rollback.ErrRange},
		{"inputs not sent", 1, func(b []byte) []byte { b[offsetAcked+2]++; return seal(b) }, rollback.ErrRange},
		{"inputs of another", 1, func(b []byte) []byte { b[inputs+1] = 2; return seal(b) }, rollback.ErrSender},
		{"own inputs", 1, func(b []byte) []byte { b[inputs+1] = 0; b[offsetDropped] = 1; return seal(b) }, rollback.ErrSender},
		{"a gap", 1, func(b []byte) []byte { b[inputs+3]++; return seal(b) }, rollback.ErrRange},
		{"a run of none", 1, func(b []byte) []byte { b[inputs+7] = 0; return seal(b) }, rollback.ErrRange},
		{"more blocks", 1, func(b []byte) []byte { b[inputs]++; return seal(b) }, nil},
		{"more runs", 1, func(b []byte) []byte { b[inputs+6] = 255; return seal(b) }, nil},
		{"bytes behind", 1, func(b []byte) []byte { return seal(append(b, 0)) }, rollback.ErrLong},
	} {
		tick, confirmed := s.Tick(), s.Confirmed()
		rejected := s.Counters().Rejected
		err := s.Receive(c.from, c.forge(append([]byte(nil), good...)))
		var packetError *rollback.PacketError
		require.ErrorAs(t, err, &packetError, c.name)
		require.Equal(t, c.from, packetError.From)
		if c.reason != nil {
			require.ErrorIs(t, err, c.reason, c.name)
		}
		require.Equal(t, rejected+1, s.Counters().Rejected)
		require.Equal(t, tick, s.Tick())
		require.Equal(t, confirmed, s.Confirmed())
	}
	require.NoError(t, s.Receive(1, good))
}

// A packet that is cut off, or has one other bit, is rejected.
func TestDamagedPacketsAreRejected(t *testing.T) {
	s, good := victim(t)
	for n := range len(good) {
		require.Error(t, s.Receive(1, good[:n]))
	}
	for bit := range 8 * len(good) {
		bad := append([]byte(nil), good...)
		bad[bit/8] ^= 1 << (bit % 8)
		require.Error(t, s.Receive(1, bad))
	}
	require.NoError(t, s.Receive(1, good))
}

// An input that the game's decoder does not accept is rejected with the decoder's reason.
func TestInputsThatCannotBeDecoded(t *testing.T) {
	errLarge := errors.New("too large")
	var packets [][]byte
	session := func(p rollback.Player, decode func([]byte) (pad, error)) *rollback.Session[pad] {
		s, err := rollback.New(rollback.Config[pad]{
			Local: p, Advance: func(rollback.Frame[pad]) {},
			Send:   func(_ rollback.Player, data []byte) { packets = append(packets, append([]byte(nil), data...)) },
			Encode: func(dst []byte, in pad) []byte { return append(dst, in.Buttons) },
			Decode: decode,
		}, &toy{})
		require.NoError(t, err)
		return s
	}
	anything := session(0, func(b []byte) (pad, error) { return pad{Buttons: b[0]}, nil })
	small := session(1, func(b []byte) (pad, error) {
		if b[0] > 9 {
			return pad{}, errLarge
		}
		return pad{Buttons: b[0]}, nil
	})
	_, err := small.Update(0, pad{})
	require.NoError(t, err)
	require.NoError(t, anything.Receive(1, packets[0]))
	packets = nil
	_, err = anything.Update(0, pad{Buttons: 10})
	require.NoError(t, err)
	err = small.Receive(0, packets[0])
	require.ErrorIs(t, err, rollback.ErrInput)
	require.ErrorIs(t, err, errLarge)
	require.PanicsWithValue(t, "rollback: Decode does not read what Encode wrote: too large", func() {
		small.Receive(0, forged(packets[0], 3))
		small.Update(0, pad{Buttons: 10})
	})
}

// forged returns a packet whose last input is another.
func forged(packet []byte, input byte) []byte {
	b := append([]byte(nil), packet...)
	b[len(b)-4-1-5-8-1] = input // in front of one hash, no parts and the checksum
	return seal(b)
}

// hammer gives a session a packet as it is and with a header and checksum that pass, and runs
// it on.
func hammer(t testing.TB, s *rollback.Session[pad], from rollback.Player, data, good []byte) {
	forged := append([]byte(nil), data...)
	if len(forged) >= offsetFlags+4 {
		copy(forged, good[:offsetFlags])
		forged[offsetSender] = uint8(from)
		seal(forged)
	}
	for _, b := range [][]byte{data, forged} {
		if err := s.Receive(from, b); err != nil {
			var packetError *rollback.PacketError
			require.ErrorAs(t, err, &packetError)
		}
		_, err := s.Update(0, pad{})
		require.NoError(t, err)
	}
}

// Members who send valid checksums over random contents do no more harm than to end the match.
func TestHostileMembers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	accepted := uint64(0)
	for range 60 {
		s, good := victim(t)
		for range 400 {
			b := append([]byte(nil), good...)
			for range 1 + rng.IntN(4) {
				b[offsetFlags+rng.IntN(len(b)-offsetFlags)] = uint8(rng.Uint32())
			}
			hammer(t, s, rollback.Player(1+rng.IntN(2)), b, good)
		}
		accepted += s.Link(1).Packets + s.Link(2).Packets
	}
	require.Greater(t, accepted, uint64(60*200), "some forgeries must get through, or the test tests nothing")
}

func FuzzReceive(f *testing.F) {
	_, good := victim(f)
	f.Add(uint8(1), good)
	f.Add(uint8(2), good[:60])
	f.Add(uint8(9), []byte{})
	f.Fuzz(func(t *testing.T, from uint8, data []byte) {
		s, good := victim(t)
		for range 3 {
			hammer(t, s, rollback.Player(from%4), data, good)
		}
	})
}
