package guard

import (
	"fmt"
	"math"
	"math/rand/v2"
	"unsafe"
)

// Band is the value of every word of a guard band.
const Band = 0x5ca1ab1e

// bandElems is the length of a band in elements.
const bandElems = 3

// Slice is a slice between two guard bands. T holds numbers of 32 bits and no pointers.
type Slice[T any] struct{ All, Inner []T }

// Make returns n elements between bands. Their words have the value of the bands too.
func Make[T any](n int) Slice[T] {
	all := make([]T, n+2*bandElems)
	for i := range Words(all) {
		Words(all)[i] = Band
	}
	return split(all)
}

// Clone returns a copy, bands included.
func (s Slice[T]) Clone() Slice[T] { return split(append([]T(nil), s.All...)) }

func split[T any](all []T) Slice[T] {
	end := len(all) - bandElems
	return Slice[T]{all, all[bandElems:end:end]}
}

// Words returns the memory of a slice.
func Words[T any](s []T) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(s[0])/4)
}

// Difference describes the first word in which two slices of one length differ, bands
// included. It is empty if there is none.
func Difference[T any](name string, a, b Slice[T]) string {
	y := Words(b.All)
	for i, x := range Words(a.All) {
		fx, fy := math.Float32frombits(x), math.Float32frombits(y[i])
		if x != y[i] && (fx == fx || fy == fy) {
			return fmt.Sprintf("%s, word %d: %#08x (%v) and %#08x (%v)", name, i, x, fx, y[i], fy)
		}
	}
	return ""
}

// specialValues are the numbers at which float32 arithmetic has special cases.
var specialValues = []float32{
	0, float32(math.Copysign(0, -1)), 1, -1, 1e-45, -1e-45, 1e-39, -1e-39, 1e-20, -1e-20, 1e20, -1e20,
	math.MaxFloat32, -math.MaxFloat32, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
}

// Source draws numbers. One in SpecialEvery is a special value: a zero of either sign, a
// subnormal number, an infinity, NaN or the like. Zero means none.
type Source struct {
	*rand.Rand
	SpecialEvery int
}

// Num returns a number between -size and size, or a special value.
func (r Source) Num(size float32) float32 {
	if r.SpecialEvery > 0 && r.IntN(r.SpecialEvery) == 0 {
		return specialValues[r.IntN(len(specialValues))]
	}
	x := float32(r.Float32()) // rounded: a doubling is a sum to the compiler
	return (float32(2*x) - 1) * size
}

// Positive returns a number that is not negative, or NaN.
func (r Source) Positive() float32 {
	x := r.Num(1)
	return max(x, -x)
}
