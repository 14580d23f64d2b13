package column

import "unsafe"

// header is the memory of a slice.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// memory is a column of elements without pointers, as bytes. All such columns of a list lie side by side, and their
// Save and Restore know no types.
type memory struct {
	blocks[byte]
	variable *header
	size     int         // of an element
	resize   func(n int) // gives the variable another length
	versions bool        // all elements change at once, so a block of them is mostly shared
}

// savedMemory is a column at one time. Columns of at most a block that have changed are kept in the arena of
// the Copy: what is shared of them would not be worth its count.
type savedMemory struct {
	savedBlocks[byte]
	flat bool // length bytes of the arena, not blocks
}

func (m *memory) bytes() []byte {
	if m.variable.len == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(m.variable.data), m.variable.len*m.size)
}

// save makes a copy hold the column. It returns the arena, behind which it may have put the elements.
func (m *memory) save(s *savedMemory, arena []byte) []byte {
	n := m.variable.len * m.size
	if n == 0 && s.length == 0 && len(m.last) == 0 { // most columns are empty, and no block of theirs asks since when
		return arena
	}
	live := m.bytes()
	if n > blockBytes || m.versions || n > 0 && m.isClean(0, live) {
		s.flat = false
		m.blocks.save(&s.savedBlocks, live)
		return arena
	}
	if len(m.last) > 0 {
		m.forget()
	}
	if len(s.blocks) > 0 {
		s.blocks = m.blocks.resize(s.blocks, 0)
	}
	s.flat, s.length = true, n
	m.setSince()
	return append(arena, live...)
}

// restore makes the column hold what a copy holds. It returns the rest of the arena.
func (m *memory) restore(s *savedMemory, arena []byte) []byte {
	n := m.variable.len * m.size
	if s.length == 0 && n == 0 && len(m.last) == 0 {
		m.changed = m.changed[:0]
		return arena
	}
	if n > s.length { // a table that grows again finds zeros there
		clear(m.bytes()[s.length:])
	}
	if n != s.length {
		m.resize(s.length / m.size)
	}
	if !s.flat {
		m.blocks.restore(&s.savedBlocks, m.bytes())
		if n > s.length && len(m.changed) == 0 {
			m.noteChanged(s.length/m.size, s.length/m.size)
		}
		return arena
	}
	m.forget()
	copy(m.bytes(), arena[:s.length])
	m.changed = append(m.changed[:0], Range{0, s.length / m.size})
	m.setSince()
	return arena[s.length:]
}
