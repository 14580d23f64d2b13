package rollback

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxPacket is the number of bytes of the longest packet. It passes any path of the internet
// in one piece.
const MaxPacket = 1200

// version is the version of the packet format.
const version = 1

// The reasons for which packets are rejected. Match them with errors.Is.
var (
	ErrShort    = errors.New("the packet ends too early")
	ErrLong     = errors.New("the packet is too long")
	ErrMagic    = errors.New("the packet is of another protocol")
	ErrVersion  = errors.New("the packet is of another version")
	ErrChecksum = errors.New("the checksum is wrong")
	ErrMatch    = errors.New("the packet is of another match")
	ErrConfig   = errors.New("the sender has another configuration")
	ErrSender   = errors.New("the sender is not who may send this")
	ErrRange    = errors.New("a number is out of range")
	ErrInput    = errors.New("an input cannot be decoded")
	ErrDropped  = errors.New("the sender is dropped")
)

// PacketError is the reason why a packet was rejected. Err wraps one of the reasons above.
type PacketError struct {
	From   Player // as the caller of Receive said
	Offset int    // byte at which reading stopped
	Err    error
}

func (e *PacketError) Error() string {
	return fmt.Sprintf("rollback: packet from player %d, byte %d: %v", e.From, e.Offset, e.Err)
}

// Unwrap returns the reason.
func (e *PacketError) Unwrap() error { return e.Err }

// The layout of a packet, little endian:
//
//	magic u16, version u8, sender u8, match u64
//	players u8, spectators u8, bytes of an input u8, HashEvery u32   must be equal for all
//	flags u8, stamp u32, echo u32, held u16                          times in milliseconds
//	tick u32, ahead i16
//	dropped u16                                                      players, a bit each
//	per player: up to where the sender has the inputs u32
//	index of the hash that the sender expects u32
//	blocks of inputs u8, each: player u8, first tick u32, runs u8, each: times u8, input
//	hashes u8, index of the first u32 if any, each u64
//	parts u8, tick u32 if any, each u64
//	CRC-32 of all before u32
//
// A packet repeats all that the receiver has not acknowledged, and all numbers only grow. So
// packets may be lost, duplicated and out of order.
const (
	magic    = 0x5243 // "CR"
	minBytes = 8      // magic, version, sender, checksum

	// leastHashes is the number of hashes for which there is always room, in front of the
	// parts and the checksum.
	leastHashes   = 8
	spaceForParts = 1 + 4 + 8*MaxParts + 4
	spaceBehind   = 1 + 4 + 8*leastHashes + spaceForParts

	flagEcho  = 1 // echo and held are set
	flagLeave = 2
	flagLost  = 4 // the receiver, a spectator, is dropped by the sender

	aheadUnit = 16.0 // ahead is sent in sixteenths of a tick
)

type header struct {
	flags   uint8
	stamp   uint32
	echo    uint32
	held    uint16
	tick    Tick
	ahead   int16
	dropped uint32
}

// run is an input that holds for some ticks.
type run[I any] struct {
	player Player
	first  Tick
	times  Tick
	code   []byte
	value  I
}

// reader reads numbers and stores whether the packet was too short.
type reader struct {
	data  []byte
	at    int
	short bool
}

func (r *reader) bytes(n int) []byte {
	if r.short || len(r.data)-r.at < n {
		r.short = true
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) u8() uint8 {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u16() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u32() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) u64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}
