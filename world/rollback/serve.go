package rollback

import (
	"bytes"
	"hash/crc32"
	"time"
)

// The pace at which a state is sent: a megabyte per second at sixty Updates. Chunks that are not
// acknowledged after a while are sent again.
const (
	chunksPerUpdate = 16
	leastResend     = 100 * time.Millisecond
	firstResend     = 400 * time.Millisecond // while the round trip is not known
	quietAfter      = 250 * time.Millisecond // without being asked: he has all, or is gone
	forgetAfter     = 5 * time.Second
)

// transfer is a state that is being sent to a late spectator.
type transfer struct {
	tick   Tick
	data   []byte
	sum    uint32
	sentAt []time.Duration // per chunk, -1 if it was never sent
}

// serve sends late spectators the chunks that they lack.
func (s *Session[I]) serve() {
	for q := len(s.players); q < len(s.peers); q++ {
		p, q := &s.peers[q], Player(q)
		if !p.asked {
			continue
		}
		if s.now-p.askedAt > forgetAfter || p.ask.server != s.config.Local {
			p.asked, p.transfer = false, nil
			continue
		}
		if t := p.transfer; t == nil || t.tick != p.ask.tick && t.tick < p.ask.least || s.tooOld(t.tick) {
			p.transfer = s.newTransfer(q, p.ask.least)
		}
		if p.transfer != nil && s.now-p.askedAt < quietAfter {
			s.sendChunks(q)
		}
	}
}

// tooOld reports whether inputs since a tick are no longer kept.
func (s *Session[I]) tooOld(t Tick) bool {
	own := &s.players[s.config.Local]
	return own.have-t >= Tick(len(own.value))
}

// newTransfer encodes the newest final state that is kept, if it is not older than a tick.
func (s *Session[I]) newTransfer(q Player, least Tick) *transfer {
	portable, ok := s.state.(Portable)
	h := &s.hashes
	index := h.published - 1
	for index >= 0 && h.slotOf(index) < 0 && Tick(index)*h.every >= least {
		index--
	}
	slot, tick := h.slotOf(index), Tick(index)*h.every
	p := &s.peers[q]
	if !ok || p.unserved || slot < 0 || tick < least || s.tooOld(tick) {
		return nil
	}
	var data bytes.Buffer
	err := portable.Encode(slot, &data)
	if err == nil && data.Len() > maxStateBytes {
		err = ErrLong
	}
	if err != nil {
		p.unserved = true
		s.events = append(s.events, Event{Kind: NotSent, Player: q, Tick: tick, Err: err})
		return nil
	}
	t := &transfer{tick: tick, data: data.Bytes(), sum: crc32.ChecksumIEEE(data.Bytes())}
	t.sentAt = make([]time.Duration, (len(t.data)+chunkBytes-1)/chunkBytes)
	for i := range t.sentAt {
		t.sentAt[i] = -1
	}
	return t
}

// sendChunks sends the first of the chunks that are due. The last chunk waits until the state is
// final for all players, not for this one alone: the spectator may outlast him.
func (s *Session[I]) sendChunks(q Player) {
	p := &s.peers[q]
	t, a := p.transfer, &p.ask
	if a.tick != t.tick { // nothing of this one has come
		a = &ask{}
	}
	again := firstResend
	if p.roundTrip > 0 {
		again = max(leastResend, 2*p.roundTrip)
	}
	count := len(t.sentAt)
	if t.tick > s.settled() {
		count--
	}
	sent := 0
	for i := a.next; i < min(a.next+window, count) && sent < chunksPerUpdate; i++ {
		if a.has(i) || t.sentAt[i] >= 0 && s.now-t.sentAt[i] < again {
			continue
		}
		t.sentAt[i] = s.now
		sent++
		s.outgoing = s.appendChunk(s.outgoing[:0], t, i)
		s.config.Send(q, s.outgoing)
	}
}
