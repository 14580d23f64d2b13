package statefile

import (
	"encoding/binary"
	"reflect"
)

// tagOf returns the tag of RFC 8746 for the typed array of a kind of numbers, little-endian, and the size of a number.
// Truth values are bytes. An int has eight bytes, also where it is smaller in memory.
func tagOf(k reflect.Kind) (tag uint64, size int) {
	switch k {
	case reflect.Bool, reflect.Uint8:
		return 64, 1
	case reflect.Uint16:
		return 69, 2
	case reflect.Uint32:
		return 70, 4
	case reflect.Uint64:
		return 71, 8
	case reflect.Int8:
		return 72, 1
	case reflect.Int16:
		return 77, 2
	case reflect.Int32:
		return 78, 4
	case reflect.Int64, reflect.Int:
		return 79, 8
	case reflect.Float32:
		return 85, 4
	case reflect.Float64:
		return 86, 8
	}
	return 0, 0
}

// appendNumbers appends numbers in the form of their typed array.
func appendNumbers(dst []byte, a array) []byte {
	le := binary.LittleEndian
	_, size := tagOf(a.t.Kind())
	for i := range a.length {
		p := a.at(i)
		switch {
		case a.t.Kind() == reflect.Int:
			dst = le.AppendUint64(dst, uint64(*(*int)(p)))
		case size == 1:
			dst = append(dst, *(*uint8)(p))
		case size == 2:
			dst = le.AppendUint16(dst, *(*uint16)(p))
		case size == 4:
			dst = le.AppendUint32(dst, *(*uint32)(p))
		default:
			dst = le.AppendUint64(dst, *(*uint64)(p))
		}
	}
	return dst
}

// putNumbers is the inverse of appendNumbers. It reports whether every number fits its type.
func putNumbers(a array, from []byte) bool {
	le := binary.LittleEndian
	_, size := tagOf(a.t.Kind())
	for i := range a.length {
		p, x := a.at(i), from[i*size:]
		switch {
		case a.t.Kind() == reflect.Int:
			n := int64(le.Uint64(x))
			if int64(int(n)) != n {
				return false
			}
			*(*int)(p) = int(n)
		case a.t.Kind() == reflect.Bool:
			if x[0] > 1 {
				return false
			}
			*(*bool)(p) = x[0] == 1
		case size == 1:
			*(*uint8)(p) = x[0]
		case size == 2:
			*(*uint16)(p) = le.Uint16(x)
		case size == 4:
			*(*uint32)(p) = le.Uint32(x)
		default:
			*(*uint64)(p) = le.Uint64(x)
		}
	}
	return true
}
