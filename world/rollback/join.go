package rollback

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"github.com/carom2d/carom/geom"
)

// Portable is a State that can be sent to another machine, so that spectators can join late.
// WorldState is one.
type Portable interface {
	State
	// Encode writes the state that Save last copied into a slot.
	Encode(slot int, to io.Writer) error
	// Decode reads a state that Encode wrote on another machine into a slot, for Restore.
	Decode(slot int, from io.Reader) error
}

// serverSilence is the time after which a late spectator asks the next player.
const serverSilence = time.Second

// join holds the received part of the state from which a late spectator begins.
type join struct {
	server  Player
	heardAt time.Duration // from the server, or since when he is asked
	tick    Tick          // of the state that comes, -1 before its first chunk
	total   int           // bytes
	sum     uint32
	chunks  map[int][]byte
	next    int  // the first that is missing
	begun   bool // inputs are gathered from tick on
}

// initJoin checks that the state is portable: if this state can be written, it can be read.
func (s *Session[I]) initJoin() error {
	portable, ok := s.state.(Portable)
	if !s.spectates() || !ok {
		return geom.NewFieldError("Late", true, ErrNotPortable)
	}
	s.state.Save(0)
	if err := portable.Encode(0, io.Discard); err != nil {
		return geom.NewFieldError("Late", true, fmt.Errorf("%w: %w", ErrNotPortable, err))
	}
	s.join = &join{tick: -1}
	return nil
}

// joinMatch collects the state, and begins with it when it is complete.
func (s *Session[I]) joinMatch() (Outcome, error) {
	j := s.join
	if j.tick >= 0 && !j.begun {
		s.beginAt(j.tick)
		j.begun = true
	}
	if j.tick < 0 || j.next*chunkBytes < j.total {
		if s.now-j.heardAt >= serverSilence {
			s.askNext()
		}
		return Joining, nil
	}
	data := make([]byte, 0, j.total)
	for i := range j.next {
		data = append(data, j.chunks[i]...)
	}
	if crc32.ChecksumIEEE(data) != j.sum {
		s.askNext()
		return Joining, nil
	}
	s.join = nil
	if err := s.state.(Portable).Decode(0, bytes.NewReader(data)); err != nil {
		return Ended, err
	}
	if err := s.state.Restore(0); err != nil {
		return Ended, err
	}
	s.recordHash()
	s.emit(Joined, s.config.Local)
	return Joining, nil
}

// askNext turns to the next player.
func (s *Session[I]) askNext() {
	j := s.join
	*j = join{server: (j.server + 1) % Player(len(s.players)), heardAt: s.now, tick: -1}
}

// gathered returns the tick up to which some player's inputs have arrived. These inputs are not
// sent again, so a state from before that tick is of no use.
func (s *Session[I]) gathered() (t Tick) {
	for p := range s.players {
		t = max(t, s.players[p].have)
	}
	return t
}

// beginAt sets the session to a tick, as if it had simulated all ticks before, and collects inputs
// from there. The state of that tick is still missing.
func (s *Session[I]) beginAt(tick Tick) {
	s.tick, s.wrong = tick, never
	for p := range s.players {
		r := &s.players[p]
		r.init(len(r.value), r.size)
		r.have = tick
	}
	s.agreedMask = 0
	index := int64(tick / s.hashes.every)
	s.hashes.published = index
	for i := range s.hashes.own {
		s.hashes.own[i].index = -1
	}
	for q := range s.peers {
		c := &s.peers[q].comparison
		c.next, c.acked, c.compared = index, index, index
	}
}

// ask is sent with every Update, to all players: players who have dropped this spectator take him
// back.
func (s *Session[I]) ask() {
	j := s.join
	a := ask{server: j.server, tick: j.tick, least: s.gathered(), next: j.next}
	for i := range window {
		if j.chunks[j.next+1+i] != nil {
			a.have[i/8] |= 1 << (i % 8)
		}
	}
	s.outgoing = s.appendAsk(s.outgoing[:0], &a)
	for p := range s.players {
		if !s.out(Player(p)) {
			s.config.Send(Player(p), s.outgoing)
		}
	}
}

// JoinProgress returns how many bytes of the state a late spectator has, and how many the state
// has: 0 before the first chunk comes. For other sessions and after Joined it returns zeros.
func (s *Session[I]) JoinProgress() (have, all int) {
	if s.join == nil {
		return 0, 0
	}
	return min(len(s.join.chunks)*chunkBytes, s.join.total), s.join.total
}
