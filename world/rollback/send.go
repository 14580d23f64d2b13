package rollback

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"time"
)

// send sends a packet to all members of the match, and to dropped players who may not know it yet:
// to those who are heard, and for a while to all, because a player who is not heard may hear.
// Spectators get none before their first packet, because they may never come.
func (s *Session[I]) send() {
	if s.join != nil {
		s.ask()
		if !s.join.begun {
			return // inputs are of no use yet
		}
	}
	s.serve()
	for q := range s.peers {
		p, q := &s.peers[q], Player(q)
		isPlayer := int(q) < len(s.players)
		switch {
		case q == s.config.Local:
		case s.out(q):
			if p.answer || isPlayer && !p.left && s.now-p.droppedAt < s.config.DropAfter {
				p.answer = false
				s.config.Send(q, s.packet(q))
			}
		case isPlayer:
			s.config.Send(q, s.packet(q))
		case p.heard && !s.spectates():
			own := &s.players[s.config.Local]
			if own.have-p.acked[s.config.Local] > Tick(len(own.value)) {
				p.kicked = true // too far behind to be helped
				continue
			}
			s.config.Send(q, s.packet(q))
		}
	}
}

// packet writes the packet for a member into s.outgoing.
func (s *Session[I]) packet(to Player) []byte {
	p := &s.peers[to]
	b := s.appendHeader(s.outgoing[:0], p)
	b = s.appendInputs(b, to)
	b = s.appendHashes(b, &p.comparison)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	s.outgoing = b
	return b
}

func (s *Session[I]) appendHeader(b []byte, p *peer) []byte {
	le := binary.LittleEndian
	b = s.appendHead(b, magic)
	flags, held := uint8(0), (s.now-p.heardAt)/time.Millisecond
	if p.heard && held <= math.MaxUint16 {
		flags |= flagEcho
	}
	if s.ended {
		flags |= flagLeave
	}
	if p.lost {
		flags |= flagLost
	}
	b = append(b, flags)
	b = le.AppendUint32(b, s.stamp())
	b = le.AppendUint32(b, p.stamp)
	b = le.AppendUint16(b, uint16(held))
	b = le.AppendUint32(b, uint32(s.tick))
	ahead := min(max(math.Round(p.ahead*aheadUnit), math.MinInt16), math.MaxInt16)
	b = le.AppendUint16(b, uint16(int16(ahead)))
	b = le.AppendUint16(b, uint16(s.dropped))
	for i := range s.players {
		b = le.AppendUint32(b, uint32(s.players[i].have))
	}
	return le.AppendUint32(b, uint32(p.comparison.next))
}

// appendInputs writes the inputs that the other lacks: its own and the inputs of dropped players.
func (s *Session[I]) appendInputs(b []byte, to Player) []byte {
	blocks := len(b)
	b = append(b, 0)
	if s.spectates() || s.out(to) {
		return b
	}
	for p := range s.players {
		if p != int(s.config.Local) && !s.out(Player(p)) {
			continue
		}
		first := s.peers[to].acked[p]
		if r := &s.players[p]; first < r.have && first >= r.have-Tick(len(r.value)) {
			if next := s.appendBlock(b, Player(p), first); len(next) > len(b) {
				b = next
				b[blocks]++
			}
		}
	}
	return b
}

// appendBlock writes the inputs of a player from a tick on, as runs of equal inputs, as many as
// fit, or nothing if none fits.
func (s *Session[I]) appendBlock(b []byte, p Player, t Tick) []byte {
	const most = MaxPacket - spaceBehind
	r := &s.players[p]
	if len(b)+6+1+r.size > most {
		return b
	}
	b = append(b, uint8(p))
	b = binary.LittleEndian.AppendUint32(b, uint32(t))
	runs := len(b)
	b = append(b, 0)
	for t < r.have && b[runs] < math.MaxUint8 && len(b)+1+r.size <= most {
		code := r.codeAt(t)
		times := Tick(1)
		for t+times < r.have && times < math.MaxUint8 && bytes.Equal(code, r.codeAt(t+times)) {
			times++
		}
		b = append(b, uint8(times))
		b = append(b, code...)
		b[runs]++
		t += times
	}
	return b
}

// appendHashes writes the hashes that the other lacks, the oldest first, and the hashes of the
// parts if his state differs.
func (s *Session[I]) appendHashes(b []byte, c *comparison) []byte {
	le, h := binary.LittleEndian, &s.hashes
	first := max(c.acked, s.oldestHash())
	count := min(h.published-first, int64(MaxPacket-spaceForParts-5-len(b))/8, math.MaxUint8)
	b = append(b, uint8(count))
	if count > 0 {
		b = le.AppendUint32(b, uint32(first))
	}
	for i := first; i < first+count; i++ {
		b = le.AppendUint64(b, h.own[i%hashRing].hash)
	}
	if c.desync == nil || len(c.desync.own) == 0 {
		return append(b, 0)
	}
	b = append(b, uint8(len(c.desync.own)))
	b = le.AppendUint32(b, uint32(c.desync.Tick))
	for _, part := range c.desync.own {
		b = le.AppendUint64(b, part.Hash)
	}
	return b
}
