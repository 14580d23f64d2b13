package column

import (
	"math/bits"
	"reflect"
	"unsafe"
)

// header is the memory of a slice.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// memory is a column as bytes: a slice, or a value, which is a slice of one element and keeps its
// length. One piece of code saves and restores the columns of all types. It knows the size of an
// element; elements that hold pointers need a mover.
type memory struct {
	variable  *header
	layout    *layout // of an element
	size      int     // of an element
	mover     *mover
	blocks    *blocks                             // nil until a copy keeps some
	unchanged func(lo, hi int, since uint64) bool // see UnchangedIf
	now       func() uint64
	since     uint64 // now at the last Save or Restore
	changed   []Span
	versions  bool // all elements change at once, so a block of them is mostly shared
}

// blockLen returns the length of a block, in bytes: a power of two of elements.
func (m *memory) blockLen() int {
	return max(1<<(bits.Len(uint(blockBytes/m.size))-1), 1) * m.size
}

// hasBlocks reports whether the column held blocks at the last Save or Restore.
func (m *memory) hasBlocks() bool { return m.blocks != nil && len(m.blocks.last) > 0 }

// keeper returns the blocks, which it makes at the first use.
func (m *memory) keeper() *blocks {
	if m.blocks == nil {
		m.blocks = &blocks{memory: m, blockLen: m.blockLen()}
	}
	return m.blocks
}

// setSince notes the time of a Save or Restore.
func (m *memory) setSince() {
	if m.now != nil {
		m.since = m.now()
	}
}

// noteChanged adds elements to those that the last Restore may have changed.
func (m *memory) noteChanged(lo, hi int) {
	if n := len(m.changed); n > 0 && m.changed[n-1].Hi == lo {
		m.changed[n-1].Hi = hi
		return
	}
	m.changed = append(m.changed, Span{lo, hi})
}

// forget lets go of all blocks.
func (m *memory) forget() {
	if m.hasBlocks() {
		m.blocks.last = m.blocks.resize(m.blocks.last, 0)
	}
}

// savedMemory is a column at one time. Columns of at most a block that have changed are kept in the
// arena of the Copy: what is shared of them would not be worth its count. The collector does not
// look for pointers there.
type savedMemory struct {
	savedBlocks
	flat bool // length bytes of the arena, not blocks
}

func (m *memory) bytes() []byte {
	if m.variable.len == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(m.variable.data), m.variable.len*m.size)
}

// resize gives the variable another length. Old elements are kept; new ones are zero, unless they
// were used before.
func (m *memory) resize(n int) {
	v := m.variable
	if n > v.cap {
		grown := reflect.MakeSlice(m.layout.slice, n, n+n/8+minReserve)
		data := grown.UnsafePointer()
		if v.cap > 0 {
			m.copy(unsafe.Slice((*byte)(data), v.cap*m.size), unsafe.Slice((*byte)(v.data), v.cap*m.size))
		}
		v.data, v.cap = data, grown.Cap()
	}
	v.len = n
}

// minReserve is the smallest reserve of a column that grows.
const minReserve = 32

// save makes a copy hold the column. It returns the arena, behind which it may have put the
// elements.
func (m *memory) save(s *savedMemory, arena []byte) []byte {
	n := m.variable.len * m.size
	if n == 0 && s.length == 0 && !m.hasBlocks() { // most columns are empty, and no block of theirs asks since when
		return arena
	}
	live := m.bytes()
	if n > blockBytes || m.versions || m.layout.pointers || n > 0 && m.hasBlocks() && m.blocks.isClean(0, live) {
		s.flat = false
		m.keeper().save(&s.savedBlocks, live)
		return arena
	}
	m.forget()
	if len(s.blocks) > 0 {
		s.blocks = m.keeper().resize(s.blocks, 0)
	}
	s.flat, s.length = true, n
	m.setSince()
	return append(arena, live...)
}

// restore makes the column hold what a copy holds. It returns the rest of the arena.
func (m *memory) restore(s *savedMemory, arena []byte) []byte {
	n := m.variable.len * m.size
	if s.length == 0 && n == 0 && !m.hasBlocks() {
		m.changed = m.changed[:0]
		return arena
	}
	if n > s.length { // a table that grows again finds zeros there
		m.clear(m.bytes()[s.length:])
	}
	if n != s.length {
		m.resize(s.length / m.size)
	}
	if !s.flat {
		m.keeper().restore(&s.savedBlocks, m.bytes())
		if n > s.length && len(m.changed) == 0 {
			m.noteChanged(s.length/m.size, s.length/m.size)
		}
		return arena
	}
	m.forget()
	copy(m.bytes(), arena[:s.length])
	m.changed = append(m.changed[:0], Span{0, s.length / m.size})
	m.setSince()
	return arena[s.length:]
}
