package column

import (
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
)

// savedLists is a slice of lists at one time.
type savedLists[T any] struct {
	ends     []int32 // where the list of each element ends in elements
	elements []T
}

func (s *savedLists[T]) bytes() int {
	var x T
	return 4*len(s.ends) + len(s.elements)*int(unsafe.Sizeof(x))
}

// ListsColumn is a column of lists, each with memory of its own. There are few of them.
type ListsColumn[E, T any] struct {
	variable *[]E
	list     func(*E) *[]T
	hashOf   func(h *Hasher, x T)
}

// Lists returns the column of lists in a variable. The elements are numbers or hold constant data.
func Lists[T any](variable *[][]T, hash func(h *Hasher, x T)) *ListsColumn[[]T, T] {
	return ListsIn(variable, func(x *[]T) *[]T { return x }, hash)
}

// ListsIn returns the column of the lists that are fields of the elements of a variable. Another
// column may keep the other fields; then it comes first.
func ListsIn[E, T any](variable *[]E, list func(*E) *[]T, hash func(h *Hasher, x T)) *ListsColumn[E, T] {
	return &ListsColumn[E, T]{variable: variable, list: list, hashOf: hash}
}

// Variable returns the pointer to the slice.
func (c *ListsColumn[E, T]) Variable() any { return c.variable }

func (c *ListsColumn[E, T]) slice() *header { return (*header)(unsafe.Pointer(c.variable)) }

func (c *ListsColumn[E, T]) shared() recordColumn { return &ListsColumn[E, T]{list: c.list} }

func (c *ListsColumn[E, T]) save(variable unsafe.Pointer, old saved) saved {
	s, ok := old.(*savedLists[T])
	if !ok {
		s = &savedLists[T]{}
	}
	s.ends, s.elements = s.ends[:0], s.elements[:0]
	list := *(*[]E)(variable)
	for i := range list {
		s.elements = append(s.elements, *c.list(&list[i])...)
		s.ends = append(s.ends, int32(len(s.elements)))
	}
	return s
}

func (c *ListsColumn[E, T]) restore(variable unsafe.Pointer, from saved) {
	s := from.(*savedLists[T])
	live := *(*[]E)(variable)
	for i := len(s.ends); i < len(live); i++ {
		list := c.list(&live[i])
		*list = (*list)[:0]
	}
	live = grow.Resize(live, len(s.ends))
	*(*[]E)(variable) = live
	start := int32(0)
	for i, end := range s.ends {
		list := c.list(&live[i])
		*list = append((*list)[:0], s.elements[start:end]...)
		start = end
	}
}

func (c *ListsColumn[E, T]) hash(h *Hasher) {
	h.Uint64(uint64(len(*c.variable)))
	for i := range *c.variable {
		list := *c.list(&(*c.variable)[i])
		h.Uint64(uint64(len(list)))
		for _, x := range list {
			c.hashOf(h, x)
		}
	}
}
