package rollback

import (
	"encoding/binary"
	"hash/crc32"
)

// A late spectator gets the state of the world in separate packets. All packets of a session begin
// in the same way, up to HashEvery (see packet.go). Then come
//
//	ask:    kind u8, server u8, tick u32, least u32, next u32, window of chunks, a bit each
//	chunk:  kind u8, tick u32, bytes of the state u32, CRC-32 of the state u32, index u32, bytes
//
// and the CRC-32 of all bytes before. The spectator asks with every Update. Server is the player
// who should send. Tick is the tick of the state under way plus one, or zero. Least is the first
// tick that is of use to him. Next is the first chunk that he lacks. The bits mark the later chunks
// that he has.
const (
	joinMagic = 0x4a43 // "CJ"

	kindAsk   = 1
	kindChunk = 2

	// chunkBytes is the length of every chunk but the last.
	chunkBytes = 1024
	// window is the number of chunks that may be under way.
	window = 256
	// maxStateBytes bounds the memory of a state that comes from another member.
	maxStateBytes = 64 << 20
)

// ask is the request of a late spectator.
type ask struct {
	server Player
	tick   Tick // of the state under way, -1 if none is
	least  Tick
	next   int
	have   [window / 8]byte // chunks behind next
}

func (a *ask) has(index int) bool {
	i := index - a.next - 1
	return index < a.next || i >= 0 && i < window && a.have[i/8]>>(i%8)&1 != 0
}

// appendHead writes the common beginning of all packets.
func (s *Session[I]) appendHead(b []byte, magic uint16) []byte {
	le := binary.LittleEndian
	b = le.AppendUint16(b, magic)
	b = append(b, version, uint8(s.config.Local))
	b = le.AppendUint64(b, s.config.Match)
	b = append(b, uint8(len(s.players)), uint8(s.config.Spectators), uint8(s.codec.size))
	return le.AppendUint32(b, uint32(s.config.HashEvery))
}

// readHead checks the common beginning and end of all packets.
func (s *Session[I]) readHead(r *reader, from Player) (kind uint16, err error) {
	switch {
	case from < 0 || int(from) >= len(s.peers) || from == s.config.Local:
		return 0, ErrSender
	case len(r.data) > MaxPacket:
		return 0, ErrLong
	case len(r.data) < minBytes:
		return 0, ErrShort
	}
	kind = r.u16()
	switch {
	case kind != magic && kind != joinMagic:
		return 0, ErrMagic
	case r.u8() != version:
		return 0, ErrVersion
	}
	sum := len(r.data) - 4
	if crc32.ChecksumIEEE(r.data[:sum]) != binary.LittleEndian.Uint32(r.data[sum:]) {
		return 0, ErrChecksum
	}
	r.data = r.data[:sum]
	switch {
	case Player(r.u8()) != from:
		return 0, ErrSender
	case r.u64() != s.config.Match:
		return 0, ErrMatch
	case int(r.u8()) != len(s.players), int(r.u8()) != s.config.Spectators,
		int(r.u8()) != s.codec.size, int64(r.u32()) != int64(s.config.HashEvery):
		return 0, ErrConfig
	}
	return kind, nil
}

// receiveJoin takes a packet of the kinds above, whose head was read.
func (s *Session[I]) receiveJoin(r *reader, from Player) error {
	switch r.u8() {
	case kindAsk:
		return s.receiveAsk(r, from)
	case kindChunk:
		return s.receiveChunk(r, from)
	}
	return ErrRange
}

func (s *Session[I]) appendAsk(b []byte, a *ask) []byte {
	le := binary.LittleEndian
	b = append(s.appendHead(b, joinMagic), kindAsk, uint8(a.server))
	b = le.AppendUint32(b, uint32(a.tick+1))
	b = le.AppendUint32(b, uint32(a.least))
	b = le.AppendUint32(b, uint32(a.next))
	b = append(b, a.have[:]...)
	return le.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func (s *Session[I]) receiveAsk(r *reader, from Player) error {
	a := ask{server: Player(r.u8()), tick: Tick(r.u32()) - 1, least: Tick(r.u32())}
	next := r.u32()
	a.next = int(min(next, maxStateBytes))
	copy(a.have[:], r.bytes(len(a.have)))
	switch {
	case r.short:
		return ErrShort
	case r.at != len(r.data):
		return ErrLong
	case int(from) < len(s.players) || s.spectates():
		return ErrSender
	case next > maxStateBytes/chunkBytes:
		return ErrRange
	}
	p := &s.peers[from]
	if p.lost { // he comes back and has kept nothing
		*p = peer{}
		p.init(len(s.players))
	}
	p.ask = a
	p.askedAt = s.now
	p.asked = true
	return nil
}

func (s *Session[I]) appendChunk(b []byte, t *transfer, index int) []byte {
	le := binary.LittleEndian
	b = append(s.appendHead(b, joinMagic), kindChunk)
	b = le.AppendUint32(b, uint32(t.tick))
	b = le.AppendUint32(b, uint32(len(t.data)))
	b = le.AppendUint32(b, t.sum)
	b = le.AppendUint32(b, uint32(index))
	b = append(b, t.data[index*chunkBytes:min((index+1)*chunkBytes, len(t.data))]...)
	return le.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func (s *Session[I]) receiveChunk(r *reader, from Player) error {
	tick, total, sum, index := Tick(r.u32()), int64(r.u32()), r.u32(), int64(r.u32())
	j := s.join
	switch {
	case r.short:
		return ErrShort
	case int(from) >= len(s.players):
		return ErrSender
	case total == 0 || total > maxStateBytes || index*chunkBytes >= total || tick%Tick(s.config.HashEvery) != 0:
		return ErrRange
	case int64(len(r.data)-r.at) != min(chunkBytes, total-index*chunkBytes):
		return ErrShort
	case j == nil || from != j.server:
		return nil // late ones
	case tick < j.tick, tick > j.tick && tick < s.gathered():
		return nil
	case tick == j.tick && (total != int64(j.total) || sum != j.sum):
		return ErrRange
	}
	data := r.bytes(len(r.data) - r.at)
	if tick != j.tick {
		j.tick, j.total, j.sum = tick, int(total), sum
		j.chunks = make(map[int][]byte)
		j.next = 0
		j.begun = false
	}
	j.heardAt = s.now
	if i := int(index); j.chunks[i] == nil {
		j.chunks[i] = append([]byte(nil), data...)
	}
	for j.chunks[j.next] != nil {
		j.next++
	}
	return nil
}
