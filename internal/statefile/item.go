package statefile

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/item"
)

// entry is an entry of a map.
type entry struct {
	name        string
	column.Span // of the key and the value in the encoding

	column *encodedColumn
}

// compareNames orders names by their items: the head of a longer name is greater.
func compareNames(a, b entry) int {
	return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
}

func sortEntries(list []entry) { slices.SortFunc(list, compareNames) }

// entry appends an entry whose value a function appends.
func (e *Encoder) entry(list *[]entry, name string, value func() error) error {
	start := len(e.out)
	e.out = item.AppendText(e.out, name)
	err := value()
	*list = append(*list, entry{name: name, Span: column.Span{Lo: start, Hi: len(e.out)}})
	return err
}

// sort brings the entries of a map that were just appended into the order of their names.
func (e *Encoder) sort(list []entry) {
	if slices.IsSortedFunc(list, compareNames) {
		return
	}
	start := list[0].Lo
	e.moved = append(e.moved[:0], e.out[start:]...)
	noisy := len(e.noisy)
	for noisy > 0 && e.noisy[noisy-1].Lo >= start {
		noisy--
	}
	moved := slices.Clone(e.noisy[noisy:])
	e.out, e.noisy = e.out[:start], e.noisy[:noisy]
	sortEntries(list)
	for _, x := range list {
		by := len(e.out) - x.Lo
		e.out = append(e.out, e.moved[x.Lo-start:x.Hi-start]...)
		first, _ := slices.BinarySearchFunc(moved, x.Lo, func(s column.Span, at int) int { return cmp.Compare(s.Lo, at) })
		for ; first < len(moved) && moved[first].Hi <= x.Hi; first++ {
			e.noisy = append(e.noisy, column.Span{Lo: moved[first].Lo + by, Hi: moved[first].Hi + by})
		}
	}
}
