package column

import (
	"math/bits"
	"reflect"
	"unsafe"
)

// header is the memory of a slice. One piece of code saves and restores the columns of all types,
// as bytes. It knows the layout of an element; elements that hold pointers need a mover.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// bytes returns the memory of the elements, which have a size.
func (h *header) bytes(size int) []byte {
	if h.len == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(h.data), h.len*size)
}

// bytes returns the size of an element in a column: at least 1.
func (l *layout) bytes() int { return max(l.size, 1) }

// blockLen returns the length of a block, in bytes: a power of two of elements.
func (l *layout) blockLen() int {
	size := l.bytes()
	return max(1<<(bits.Len(uint(blockBytes/size))-1), 1) * size
}

// resize gives a slice another length. Old elements are kept; new ones are zero, unless they were
// used before.
func (m *mover) resize(h *header, n int) {
	if n > h.cap {
		grown := reflect.MakeSlice(m.layout.slice, n, n+n/8+minReserve)
		data := grown.UnsafePointer()
		if size := m.layout.bytes(); h.cap > 0 {
			m.copy(unsafe.Slice((*byte)(data), h.cap*size), unsafe.Slice((*byte)(h.data), h.cap*size))
		}
		h.data, h.cap = data, grown.Cap()
	}
	h.len = n
}

// minReserve is the smallest reserve of a column that grows.
const minReserve = 32
