package rollback

import (
	"encoding/binary"
	"fmt"
)

// content is a packet that was read and checked.
type content struct {
	header
	acked     []byte // u32 per player
	hashAck   int64
	hashFirst int64
	hashes    []byte // u64 each
	partsTick Tick
	parts     []byte // u64 each
}

// Receive takes a packet from another member. The game must know the sender, by the address or the
// connection. A packet that cannot be used gives a *PacketError and changes nothing. Such packets
// are normal on a network: a game may count them, and go on. The changes of a packet take effect at
// the next Update.
func (s *Session[I]) Receive(from Player, packet []byte) error {
	if s.ended {
		return nil
	}
	r := reader{data: packet}
	kind, err := s.readHead(&r, from)
	switch {
	case err != nil:
	case kind == joinMagic:
		err = s.receiveJoin(&r, from)
	default:
		err = s.receiveState(&r, from)
	}
	if err != nil {
		s.counters.Rejected++
		return &PacketError{From: from, Offset: r.at, Err: err}
	}
	return nil
}

// receiveState takes the regular packet of a member.
func (s *Session[I]) receiveState(r *reader, from Player) error {
	var c content
	if err := s.read(r, from, &c); err != nil {
		return err
	}
	if s.out(from) {
		s.peers[from].answer = true
		return ErrDropped
	}
	s.apply(from, &c)
	return nil
}

// read checks the whole packet after its head before any of it is used. The runs of inputs go to
// s.runs.
func (s *Session[I]) read(r *reader, from Player, c *content) error {
	c.header = header{
		flags: r.u8(), stamp: r.u32(), echo: r.u32(), held: r.u16(),
		tick: Tick(r.u32()), ahead: int16(r.u16()), dropped: uint32(r.u16()),
	}
	c.acked = r.bytes(4 * len(s.players))
	c.hashAck = int64(r.u32())
	if err := s.readInputs(r, from, c); err != nil {
		return err
	}
	count := int(r.u8())
	if count > 0 {
		c.hashFirst = int64(r.u32())
		c.hashes = r.bytes(8 * count)
	}
	parts := int(r.u8())
	if parts > 0 {
		c.partsTick = Tick(r.u32())
		c.parts = r.bytes(8 * parts)
	}
	switch {
	case r.short:
		return ErrShort
	case r.at != len(r.data):
		return ErrLong
	case parts > MaxParts:
		return ErrRange
	case c.dropped>>uint(len(s.players)) != 0:
		return ErrRange
	case int(from) < len(s.players) && c.dropped>>uint(from)&1 != 0:
		return ErrRange
	case !s.spectates() && tickAt(c.acked, int(s.config.Local)) > s.players[s.config.Local].have:
		return ErrRange // has inputs that were never sent
	}
	return nil
}

// readInputs reads the runs of inputs. A player sends his own inputs and the inputs of dropped
// players. A run begins no later than the end of the inputs known here.
func (s *Session[I]) readInputs(r *reader, from Player, c *content) error {
	s.runs = s.runs[:0]
	for blocks := r.u8(); blocks > 0 && !r.short; blocks-- {
		p, first := Player(r.u8()), Tick(r.u32())
		relayed := int(p) < len(s.players) && p != s.config.Local && (s.dropped|c.dropped)>>uint(p)&1 != 0
		switch {
		case r.short:
			return ErrShort
		case int(from) >= len(s.players), p != from && !relayed:
			return ErrSender
		case first > s.players[p].have:
			return ErrRange
		}
		for runs := r.u8(); runs > 0; runs-- {
			times, code := Tick(r.u8()), r.bytes(s.codec.size)
			if code == nil {
				return ErrShort
			}
			if times == 0 {
				return ErrRange
			}
			value, err := s.codec.decode(code)
			if err != nil {
				return fmt.Errorf("%w: %w", ErrInput, err)
			}
			s.runs = append(s.runs, run[I]{player: p, first: first, times: times, code: code, value: value})
			first += times
		}
	}
	return nil
}

func (s *Session[I]) apply(from Player, c *content) {
	p := &s.peers[from]
	newest := !p.heard || int32(c.stamp-p.stamp) > 0
	s.lost = s.lost || newest && c.flags&flagLost != 0 && s.spectates() && s.join == nil
	s.measure(p, &c.header)
	p.heard, p.heardAt, p.silentSince = true, s.now, s.now
	p.packets++
	p.left = p.left || c.flags&flagLeave != 0
	p.dropped |= c.dropped
	for i := range p.acked {
		p.acked[i] = max(p.acked[i], tickAt(c.acked, i))
	}
	if s.join == nil || s.join.begun { // every input that is taken makes older states useless
		for i := range s.runs {
			s.takeRun(&s.runs[i])
		}
	}
	s.takeHashes(&p.comparison, c)
}

// takeRun takes the new inputs of a run, as far as the ring has room. The others will be sent
// again.
func (s *Session[I]) takeRun(run *run[I]) {
	r := &s.players[run.player]
	room := s.tick + Tick(len(r.value)/2)
	for t := max(run.first, r.have); t < min(run.first+run.times, room, r.cut); t++ {
		if r.set(t, run.value, run.code) && t < s.tick {
			s.wrong = min(s.wrong, t)
		}
		r.have = t + 1
	}
}

func (s *Session[I]) takeHashes(c *comparison, packet *content) {
	c.acked = max(c.acked, min(packet.hashAck, s.hashes.published))
	for i := range len(packet.hashes) / 8 {
		index := packet.hashFirst + int64(i)
		if index >= c.next && index < c.compared+hashRing {
			c.theirs[index%hashRing] = hashRecord{index, binary.LittleEndian.Uint64(packet.hashes[8*i:])}
			c.next = index + 1
		}
	}
	if n := len(packet.parts) / 8; n > 0 {
		c.partsTick, c.partCount = packet.partsTick, n
		for i := range n {
			c.parts[i] = binary.LittleEndian.Uint64(packet.parts[8*i:])
		}
	}
}

func tickAt(acked []byte, p int) Tick {
	if acked == nil {
		return 0
	}
	return Tick(binary.LittleEndian.Uint32(acked[4*p:]))
}
