package column

import (
	"encoding/binary"
	"math"
	"math/bits"
	"reflect"
	"sync"
)

// Hasher folds words into a 64-bit hash. Its result depends on the words and their order.
//
// Memory is folded in by products of 64 by 64 bits whose halves are added by exclusive or: each
// takes in 16 bytes. Four chains of them run side by side. It finds accidents, not forgeries.
type Hasher struct {
	state uint64
	count uint64
}

// Odd numbers with about as many ones as zeros: the fractional digits of the golden ratio and of
// the square roots of 2, 3 and 5.
const (
	phi   = 0x9e3779b97f4a7c15
	sqrt2 = 0x6a09e667f3bcc909
	sqrt3 = 0xbb67ae8584caa73b
	sqrt5 = 0x3c6ef372fe94f82b
)

// NewHasher returns a hasher without any words.
func NewHasher() Hasher { return Hasher{state: sqrt2} }

// fold is the product of two words, its halves added.
func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// add folds in a word.
func (h *Hasher) add(x uint64) {
	h.state = fold(h.state^x, phi^bits.RotateLeft64(x, 32)) ^ bits.RotateLeft64(h.state, 29)
	h.count++
}

// Float64 folds in the bits of a number.
func (h *Hasher) Float64(x float64) { h.Uint64(math.Float64bits(x)) }

// Bool folds in 0 or 1.
func (h *Hasher) Bool(x bool) {
	if x {
		h.Uint64(1)
	} else {
		h.Uint64(0)
	}
}

// Sum returns the hash of the words so far.
func (h *Hasher) Sum() uint64 {
	x := h.state + h.count*sqrt2
	x ^= x >> 32
	x *= phi
	x ^= x >> 29
	x *= sqrt2
	return x ^ x>>32
}

// memory folds in bytes, as little-endian words. Fewer than 64 at the end are filled up with zeros;
// the caller has folded in their number.
func (h *Hasher) memory(p []byte) {
	a, b, c, d := h.state, h.state^phi, h.state^sqrt3, h.state^sqrt5
	h.count += uint64(len(p))
	for ; len(p) >= 64; p = p[64:] {
		q := p[:64:64]
		a = fold(binary.LittleEndian.Uint64(q)^a, binary.LittleEndian.Uint64(q[8:])^phi) + bits.RotateLeft64(a, 23)
		b = fold(binary.LittleEndian.Uint64(q[16:])^b, binary.LittleEndian.Uint64(q[24:])^sqrt2) + bits.RotateLeft64(b, 23)
		c = fold(binary.LittleEndian.Uint64(q[32:])^c, binary.LittleEndian.Uint64(q[40:])^sqrt3) + bits.RotateLeft64(c, 23)
		d = fold(binary.LittleEndian.Uint64(q[48:])^d, binary.LittleEndian.Uint64(q[56:])^sqrt5) + bits.RotateLeft64(d, 23)
	}
	h.Uint64(a)
	h.Uint64(b)
	h.Uint64(c)
	h.Uint64(d)
	for ; len(p) >= 8; p = p[8:] {
		h.Uint64(binary.LittleEndian.Uint64(p))
	}
	if len(p) > 0 {
		var rest [8]byte
		copy(rest[:], p)
		h.Uint64(binary.LittleEndian.Uint64(rest[:]))
	}
}

// layout holds the places of the numbers of a type.
type layout struct {
	slice    reflect.Type // of the slices of the type
	name     string
	size     int
	sizes    []uint8 // of the numbers, in their order, without gaps
	pointers bool    // it holds values other than numbers
	gaps     bool    // bytes that belong to no number, or numbers whose size depends on the platform
}

// layouts holds the layout of each type, which the columns of all worlds share.
var layouts sync.Map

func layoutOf(t reflect.Type) *layout {
	if l, ok := layouts.Load(t); ok {
		return l.(*layout)
	}
	l := &layout{slice: reflect.SliceOf(t), name: t.String(), size: int(t.Size())}
	if end := l.add(t, 0, 0); end != l.size {
		l.gaps = true
	}
	layouts.Store(t, l)
	return l
}

// add adds a type at an offset. It takes the end of the numbers before that offset, and returns
// their new end.
func (l *layout) add(t reflect.Type, offset, end int) int {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			end = l.add(t.Field(i).Type, offset+int(t.Field(i).Offset), end)
		}
	case reflect.Array:
		for i := range t.Len() {
			end = l.add(t.Elem(), offset+i*int(t.Elem().Size()), end)
		}
	case reflect.Bool, reflect.Int8, reflect.Uint8, reflect.Int16, reflect.Uint16, reflect.Int32, reflect.Uint32,
		reflect.Int64, reflect.Uint64, reflect.Float32, reflect.Float64:
		l.gaps = l.gaps || offset != end
		l.sizes = append(l.sizes, uint8(t.Size()))
		return offset + int(t.Size())
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		l.gaps = true
		return offset + int(t.Size())
	default:
		l.pointers = true
		return offset + int(t.Size())
	}
	return end
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// hashMemory folds in the memory of elements without pointers and gaps.
func hashMemory(h *Hasher, l *layout, p []byte) {
	l.mustHash()
	if !littleEndian {
		p = l.toLittleEndian(p)
	}
	h.memory(p)
}

// mustHash panics for a type whose memory has no hash.
func (l *layout) mustHash() {
	if l.pointers || l.gaps {
		panic("column: a column of " + l.name + " has no hash")
	}
}

// toLittleEndian returns a copy of the memory of elements with the bytes of each number reversed.
func (l *layout) toLittleEndian(p []byte) []byte {
	reversed := make([]byte, 0, len(p))
	for len(p) > 0 {
		for _, n := range l.sizes {
			for i := int(n) - 1; i >= 0; i-- {
				reversed = append(reversed, p[i])
			}
			p = p[n:]
		}
	}
	return reversed
}
