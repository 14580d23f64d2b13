package column

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// Root is a piece of memory of a world in which variables of columns lie.
type Root struct {
	data unsafe.Pointer
	size uintptr
}

// maxRoots is the most roots of a scheme: a power of two, so that an index needs no comparison.
const maxRoots = 8

// RootOf returns a value as a root.
func RootOf[T any](p *T) Root { return Root{unsafe.Pointer(p), unsafe.Sizeof(*p)} }

// Scheme holds the places of the columns, for all worlds with the same columns: a list of columns
// refers to variables of one world, and takes as much memory as a small world.
type Scheme struct {
	slices  []place // group by group
	groups  []group
	offsets []uint32 // of the slices
	entries []int32  // by slice in the order of the list: its place in slices
	words   []word
	values  []place // other values
	plain   []int32 // the values without pointers, as indices into values
	others  []otherPlace
	watched []watchedPlace
	clocks  []clockPlace
}

// word is a value of eight bytes without pointers.
type word struct {
	offset uint32
	root   uint8
}

// watchedPlace is a slice whose changes a table asks for.
type watchedPlace struct {
	offset uintptr
	slice  int32
	root   uint8
}

// group is the slices from lo up to hi. They lie in one root, and either all or none of them change
// by calls only.
type group struct {
	root     uint8
	versions bool
	lo, hi   int32
}

// place is a column: the offset of its variable in a root.
type place struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	layout   *layout   // of an element
	offset   uintptr
	size     int   // of an element
	root     uint8 // by its place in the roots
	clock    uint8 // in Store.clocks, or 0 for none
	versions bool  // see Since
	watched  bool  // see Watched
	filled   bool  // see Filled
}

// otherPlace is a column that is not copied as memory.
type otherPlace struct {
	_      [0]func()    // not comparable, so no program has code for a comparison
	column recordColumn // without a variable
	offset uintptr
	root   uint8
}

// clockPlace is a clock behind the clock of calls.
type clockPlace struct {
	_      [0]func()    // not comparable, so no program has code for a comparison
	kind   reflect.Type // of the pointee of the Clock
	offset uintptr
	root   uint8
}

// schemes holds the scheme of each key.
var schemes sync.Map

// SchemeOf returns the scheme of the worlds with a key. The first world with the key describes its
// columns in its roots.
func SchemeOf(key any, roots []Root, describe func() *List) *Scheme {
	if s, ok := schemes.Load(key); ok {
		return s.(*Scheme)
	}
	s, _ := schemes.LoadOrStore(key, newScheme(describe(), roots))
	return s.(*Scheme)
}

func newScheme(l *List, roots []Root) *Scheme {
	s := &Scheme{}
	clocks := map[Clock]uint8{}
	for i := range l.Entries {
		name := l.Entries[i].Name
		switch c := l.Entries[i].Column.(type) {
		case *SliceColumn:
			p := place{layout: c.layout, size: c.size, versions: c.versions, watched: c.watched, filled: c.filled}
			p.root, p.offset = find(roots, unsafe.Pointer(c.header), name)
			p.clock = s.clockOf(c, clocks, roots)
			s.slices = append(s.slices, p)
		case *ValueColumn:
			p := place{layout: c.layout, size: c.layout.bytes()}
			p.root, p.offset = find(roots, c.data, name)
			if p.size == 8 && !p.layout.pointers {
				s.words = append(s.words, word{uint32(p.offset), p.root})
			} else {
				s.values = append(s.values, p)
			}
		case recordColumn:
			o := otherPlace{column: c.shared()}
			o.root, o.offset = find(roots, unsafe.Pointer(c.slice()), name)
			s.others = append(s.others, o)
		}
	}
	for i := range s.values {
		if !s.values[i].layout.pointers {
			s.plain = append(s.plain, int32(i))
		}
	}
	s.group()
	return s
}

// group sorts the slices by group.
func (s *Scheme) group() {
	listed := s.slices
	s.slices, s.entries = make([]place, 0, len(listed)), make([]int32, len(listed))
	for i := range 2 * maxRoots {
		g := group{root: uint8(i % maxRoots), versions: i >= maxRoots, lo: int32(len(s.slices))}
		for entry := range listed {
			if p := listed[entry]; p.root == g.root && p.versions == g.versions {
				s.entries[entry] = int32(len(s.slices))
				s.slices, s.offsets = append(s.slices, p), append(s.offsets, uint32(p.offset))
			}
		}
		if g.hi = int32(len(s.slices)); g.hi > g.lo {
			s.groups = append(s.groups, g)
		}
	}
	for entry, i := range s.entries {
		if p := &listed[entry]; p.watched {
			s.watched = append(s.watched, watchedPlace{p.offset, i, p.root})
		}
	}
}

// clockOf returns the place of the clock of a column among the clocks of a store.
func (s *Scheme) clockOf(c *SliceColumn, known map[Clock]uint8, roots []Root) uint8 {
	switch {
	case c.versions:
		return 1
	case c.clock == nil:
		return 0
	case known[c.clock] > 0:
		return known[c.clock]
	}
	v := reflect.ValueOf(c.clock)
	at := clockPlace{kind: v.Type().Elem()}
	at.root, at.offset = find(roots, v.UnsafePointer(), "clock")
	s.clocks = append(s.clocks, at)
	known[c.clock] = uint8(len(s.clocks) + 1)
	return known[c.clock]
}

// find returns the root in which a variable lies, and the offset there.
func find(roots []Root, variable unsafe.Pointer, name string) (root uint8, offset uintptr) {
	for i, r := range roots {
		if at := uintptr(variable) - uintptr(r.data); at < r.size {
			return uint8(i), at
		}
	}
	panic(fmt.Sprintf("column: %s lies in no root", name))
}
