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

// RootOf returns a value as a root.
func RootOf[T any](p *T) Root { return Root{unsafe.Pointer(p), unsafe.Sizeof(*p)} }

// Scheme holds the places of the columns, for all worlds with the same columns: a list of columns
// refers to variables of one world, and takes as much memory as a small world.
type Scheme struct {
	slices  []place
	values  []place
	others  []otherPlace
	watched []int32 // slices whose changes a table asks for
	clocks  []clockPlace
}

// place is a column: the offset of its variable in a root.
type place struct {
	layout   *layout // of an element
	offset   uintptr
	size     int   // of an element
	root     uint8 // by its place in the roots
	clock    uint8 // in Store.clocks, or 0 for none
	versions bool  // see Since
}

// otherPlace is a column that is not copied as memory.
type otherPlace struct {
	column recordColumn // without a variable
	offset uintptr
	root   uint8
}

// clockPlace is a clock behind the clock of calls.
type clockPlace struct {
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
			if c.watched {
				s.watched = append(s.watched, int32(len(s.slices)))
			}
			p := place{layout: c.layout, size: c.size, versions: c.versions}
			p.root, p.offset = find(roots, unsafe.Pointer(c.header), name)
			p.clock = s.clockOf(c, clocks, roots)
			s.slices = append(s.slices, p)
		case *ValueColumn:
			p := place{layout: c.layout, size: c.layout.bytes()}
			p.root, p.offset = find(roots, c.data, name)
			s.values = append(s.values, p)
		case recordColumn:
			o := otherPlace{column: c.shared()}
			o.root, o.offset = find(roots, unsafe.Pointer(c.slice()), name)
			s.others = append(s.others, o)
		}
	}
	return s
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
