package item

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unicode/utf8"
)

// The simple values.
const (
	False   = Simple | 20
	True    = Simple | 21
	Null    = Simple | 22
	Float32 = Simple | 26
	Float64 = Simple | 27
)

// mostNesting bounds how deep values are written: those that hold themselves have no end.
const mostNesting = 64

// Append appends the item of a value. The package documentation tells which types have one; the
// error names another.
func Append(dst []byte, v any) ([]byte, error) {
	return appendValue(dst, reflect.ValueOf(v), mostNesting)
}

// AppendUint appends a number.
func AppendUint(dst []byte, n uint64) []byte { return AppendHead(dst, Uint, n) }

// AppendInt appends a number that may be negative.
func AppendInt(dst []byte, n int64) []byte {
	if n < 0 {
		return AppendHead(dst, Negint, uint64(^n))
	}
	return AppendHead(dst, Uint, uint64(n))
}

// AppendFloat appends a number with all its bits.
func AppendFloat(dst []byte, x float64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, Float64), math.Float64bits(x))
}

// AppendBool appends a truth value.
func AppendBool(dst []byte, on bool) []byte {
	if on {
		return append(dst, True)
	}
	return append(dst, False)
}

// AppendString appends any string of Go: a text, or a byte string if it is not UTF-8.
func AppendString(dst []byte, s string) []byte {
	if utf8.ValidString(s) {
		return AppendText(dst, s)
	}
	return AppendBytes(dst, []byte(s))
}

// AppendBytes appends a string of bytes.
func AppendBytes(dst, b []byte) []byte {
	return append(AppendHead(dst, Bytes, uint64(len(b))), b...)
}

func appendValue(dst []byte, v reflect.Value, nesting int) ([]byte, error) {
	if !v.IsValid() {
		return append(dst, Null), nil
	}
	t := v.Type()
	k := t.Kind()
	if k == reflect.Pointer || k == reflect.Interface {
		if v.IsNil() {
			return append(dst, Null), nil
		}
	}
	if k != reflect.Interface && t.Implements(reflect.TypeFor[encoding.BinaryMarshaler]()) {
		b, err := v.Interface().(encoding.BinaryMarshaler).MarshalBinary()
		return AppendBytes(dst, b), err
	}
	switch k {
	case reflect.Bool:
		return AppendBool(dst, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return AppendInt(dst, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return AppendHead(dst, Uint, v.Uint()), nil
	case reflect.Float32:
		return binary.BigEndian.AppendUint32(append(dst, Float32), math.Float32bits(float32(v.Float()))), nil
	case reflect.Float64:
		return AppendFloat(dst, v.Float()), nil
	case reflect.String:
		if s := v.String(); utf8.ValidString(s) {
			return AppendText(dst, s), nil
		}
		return nil, fmt.Errorf("item: the string %q is not UTF-8", v.String())
	}
	if nesting == 0 {
		return nil, fmt.Errorf("item: a %v in more than %d others: it may hold itself", t, mostNesting)
	}
	switch k {
	case reflect.Pointer, reflect.Interface:
		return appendValue(dst, v.Elem(), nesting-1)
	case reflect.Slice, reflect.Array:
		return appendList(dst, v, nesting-1)
	case reflect.Map:
		return appendMap(dst, v, nesting-1)
	case reflect.Struct:
		return appendRecord(dst, v, nesting-1)
	}
	return nil, unwritable(t)
}

func appendList(dst []byte, v reflect.Value, nesting int) (_ []byte, err error) {
	isSlice := v.Kind() == reflect.Slice
	switch {
	case isSlice && v.IsNil():
		return append(dst, Null), nil
	case v.Type().Elem().Kind() == reflect.Uint8 && isSlice:
		return AppendBytes(dst, v.Bytes()), nil
	case v.Type().Elem().Kind() == reflect.Uint8:
		dst = AppendHead(dst, Bytes, uint64(v.Len()))
		for i := range v.Len() {
			dst = append(dst, byte(v.Index(i).Uint()))
		}
		return dst, nil
	}
	dst = AppendHead(dst, Array, uint64(v.Len()))
	for i := range v.Len() {
		if dst, err = appendValue(dst, v.Index(i), nesting); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func appendMap(dst []byte, v reflect.Value, nesting int) ([]byte, error) {
	if v.IsNil() {
		return append(dst, Null), nil
	}
	type pair struct{ key, value []byte }
	pairs := make([]pair, 0, v.Len())
	for each := v.MapRange(); each.Next(); {
		key, err := appendValue(nil, each.Key(), nesting)
		if err != nil {
			return nil, err
		}
		value, err := appendValue(nil, each.Value(), nesting)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{key, value})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
	dst = AppendHead(dst, Map, uint64(len(pairs)))
	for i, p := range pairs {
		if i > 0 && bytes.Equal(p.key, pairs[i-1].key) {
			return nil, fmt.Errorf("item: two keys of a %v are written alike", v.Type())
		}
		dst = append(append(dst, p.key...), p.value...)
	}
	return dst, nil
}

func appendRecord(dst []byte, v reflect.Value, nesting int) (_ []byte, err error) {
	r := recordOf(v.Type())
	if r.err != nil {
		return nil, r.err
	}
	values := make([]reflect.Value, len(r.fields))
	count := 0
	for i := range r.fields {
		f := &r.fields[i]
		x, err := v.FieldByIndexErr(f.index)
		if err != nil || f.omitEmpty && isEmpty(x) { // of an embedded pointer that is nil
			continue
		}
		values[i] = x
		count++
	}
	dst = AppendHead(dst, Map, uint64(count))
	for i, x := range values {
		if !x.IsValid() {
			continue
		}
		if dst, err = appendValue(AppendText(dst, r.fields[i].key), x, nesting); err != nil {
			return nil, fmt.Errorf("%v.%s: %w", v.Type(), r.fields[i].key, err)
		}
	}
	return dst, nil
}

// isEmpty reports whether omitempty leaves a value out: as in package encoding/json.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
