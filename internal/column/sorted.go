package column

import (
	"reflect"
	"slices"

	"github.com/carom2d/carom/internal/radix"
)

// HashSorted returns a function for HashedBy that hashes the memory of a variable's elements in
// ascending order: for columns whose order has no effect and depends on more than the state.
func HashSorted[T ~uint32](variable *[]T) func(h *Hasher, lo, hi int) {
	l, sorted := layoutOf(reflect.TypeFor[T]()), []T(nil)
	return Fold(variable, func(h *Hasher, elements []T) {
		if !slices.IsSorted(elements) {
			sorted = append(sorted[:0], elements...)
			radix.Sort(sorted)
			elements = sorted
		}
		hashMemory(h, l, bytesOf(elements))
	})
}
