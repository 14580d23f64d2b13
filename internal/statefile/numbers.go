package statefile

import (
	"encoding/binary"
	"reflect"
	"slices"
	"unsafe"
)

// tagOf returns the tag of RFC 8746 for the typed array of a kind of numbers, little-endian, and
// the size of a number. Truth values are bytes. An int has eight bytes, even where it is smaller in
// memory.
func tagOf(k reflect.Kind) (tag uint64, size int) {
	t := typedArrays[k]
	return t.tag, t.size
}

var typedArrays = [reflect.UnsafePointer + 1]struct {
	tag  uint64
	size int
}{
	reflect.Bool: {64, 1}, reflect.Uint8: {64, 1}, reflect.Uint16: {69, 2}, reflect.Uint32: {70, 4}, reflect.Uint64: {71, 8},
	reflect.Int8: {72, 1}, reflect.Int16: {77, 2}, reflect.Int32: {78, 4}, reflect.Int64: {79, 8}, reflect.Int: {79, 8},
	reflect.Float32: {85, 4}, reflect.Float64: {86, 8},
}

// appendNumbers appends numbers in the form of their typed array.
func appendNumbers(dst []byte, a array) []byte {
	_, size := tagOf(a.t.Kind())
	n := len(dst)
	dst = slices.Grow(dst, size*a.length)[:n+size*a.length]
	le, to := binary.LittleEndian, dst[n:]
	switch {
	case a.length == 0:
	case isTyped(a.t.Kind(), size, a.stride):
		copy(to, unsafe.Slice((*byte)(a.first), len(to)))
	case a.t.Kind() == reflect.Int:
		for i := range a.length {
			le.PutUint64(to[8*i:], uint64(*(*int)(a.at(i))))
		}
	case size == 1:
		for i := range to {
			to[i] = *(*uint8)(a.at(i))
		}
	case size == 2:
		for i := range a.length {
			le.PutUint16(to[2*i:], *(*uint16)(a.at(i)))
		}
	case size == 4:
		for i := range a.length {
			le.PutUint32(to[4*i:], *(*uint32)(a.at(i)))
		}
	default:
		for i := range a.length {
			le.PutUint64(to[8*i:], *(*uint64)(a.at(i)))
		}
	}
	return dst
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// isTyped reports whether numbers have the same form in memory as in their typed array.
func isTyped(k reflect.Kind, size int, stride uintptr) bool {
	return int(stride) == size && (littleEndian || size == 1) && (k != reflect.Int || size == int(unsafe.Sizeof(int(0))))
}

// putNumbers is the inverse of appendNumbers. It reports whether every number fits its type.
func putNumbers(a array, from []byte) bool {
	le, k := binary.LittleEndian, a.t.Kind()
	_, size := tagOf(k)
	switch {
	case k == reflect.Int:
		for i := range a.length {
			n := int64(le.Uint64(from[8*i:]))
			if int64(int(n)) != n {
				return false
			}
			*(*int)(a.at(i)) = int(n)
		}
	case k == reflect.Bool:
		for i, x := range from {
			if x > 1 {
				return false
			}
			*(*bool)(a.at(i)) = x == 1
		}
	case a.length == 0:
	case isTyped(k, size, a.stride):
		copy(unsafe.Slice((*byte)(a.first), len(from)), from)
	case size == 1:
		for i, x := range from {
			*(*uint8)(a.at(i)) = x
		}
	case size == 2:
		for i := range a.length {
			*(*uint16)(a.at(i)) = le.Uint16(from[2*i:])
		}
	case size == 4:
		for i := range a.length {
			*(*uint32)(a.at(i)) = le.Uint32(from[4*i:])
		}
	default:
		for i := range a.length {
			*(*uint64)(a.at(i)) = le.Uint64(from[8*i:])
		}
	}
	return true
}

// allFinite reports whether a typed array holds only finite numbers, as an array of integers does.
func allFinite(k reflect.Kind, data []byte) bool {
	le := binary.LittleEndian
	switch k {
	case reflect.Float32:
		const exponent = 0xff << 23
		for ; len(data) >= 4; data = data[4:] {
			if le.Uint32(data)&exponent == exponent {
				return false
			}
		}
	case reflect.Float64:
		const exponent = 0x7ff << 52
		for ; len(data) >= 8; data = data[8:] {
			if le.Uint64(data)&exponent == exponent {
				return false
			}
		}
	}
	return true
}
