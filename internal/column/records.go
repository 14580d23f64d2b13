package column

import (
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
)

// RecordsColumn is a column of which a copy holds a part of each element.
type RecordsColumn[E, P any] struct {
	variable *[]E
	part     func(*E) P
	put      func(*E, P)
	hashOf   func(h *Hasher, x P)
}

// Records returns the column in a variable; part returns the kept part of an element, and put
// restores it.
func Records[E, P any](variable *[]E, part func(*E) P, put func(*E, P), hash func(h *Hasher, x P)) *RecordsColumn[E, P] {
	return &RecordsColumn[E, P]{variable: variable, part: part, put: put, hashOf: hash}
}

// savedRecords are the parts of the elements at one time.
type savedRecords[P any] struct{ parts []P }

func (s *savedRecords[P]) bytes() int {
	var x P
	return len(s.parts) * int(unsafe.Sizeof(x))
}

// Variable returns the *[]E.
func (c *RecordsColumn[E, P]) Variable() any { return c.variable }

func (c *RecordsColumn[E, P]) slice() *header { return (*header)(unsafe.Pointer(c.variable)) }

func (c *RecordsColumn[E, P]) shared() recordColumn {
	return &RecordsColumn[E, P]{part: c.part, put: c.put}
}

func (c *RecordsColumn[E, P]) save(variable unsafe.Pointer, old saved) saved {
	s, ok := old.(*savedRecords[P])
	if !ok {
		s = &savedRecords[P]{}
	}
	clear(s.parts) // they may hold values of the game
	s.parts = s.parts[:0]
	list := *(*[]E)(variable)
	for i := range list {
		s.parts = append(s.parts, c.part(&list[i]))
	}
	return s
}

func (c *RecordsColumn[E, P]) restore(variable unsafe.Pointer, from saved) {
	s := from.(*savedRecords[P])
	live := *(*[]E)(variable)
	for i := len(s.parts); i < len(live); i++ {
		var none P
		c.put(&live[i], none)
	}
	live = grow.Resize(live, len(s.parts))
	*(*[]E)(variable) = live
	for i, part := range s.parts {
		c.put(&live[i], part)
	}
}

func (c *RecordsColumn[E, P]) hash(h *Hasher) {
	h.Uint64(uint64(len(*c.variable)))
	for i := range *c.variable {
		c.hashOf(h, c.part(&(*c.variable)[i]))
	}
}
