package item

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"unicode/utf8"
)

// Raw is an item as it stands in the encoding.
type Raw []byte

// Read reads the one item of an encoding into the variable that a pointer points to. The item must
// be well-formed and within bounds. A variable keeps its value if the encoding has none; after an
// error its value is unspecified.
func Read(data []byte, b *Bounds, pointer any) error {
	rest, err := ReadFirst(data, b, pointer)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("item: %d bytes behind the item: the encoding %w", len(rest), ErrMalformed)
	}
	return err
}

// ReadFirst is Read for the first item, and returns the bytes after it.
func ReadFirst(data []byte, b *Bounds, pointer any) (rest []byte, err error) {
	v := reflect.ValueOf(pointer)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic("item: Read into what is no pointer")
	}
	if rest, err = Check(data, b); err != nil {
		return nil, err
	}
	if _, err = read(data, v.Elem()); err != nil {
		return nil, err
	}
	return rest, nil
}

// ReadString reads the one item of an encoding that AppendString has written.
func ReadString(data []byte, b *Bounds) (s string, err error) {
	if major, _, _ := ReadHead(data); major != Bytes {
		err = Read(data, b, &s)
		return s, err
	}
	var other []byte
	if err = Read(data, b, &other); err == nil && utf8.Valid(other) {
		err = fmt.Errorf("item: a byte string that is UTF-8: the encoding of the string %w", ErrMalformed)
	}
	return string(other), err
}

func mismatch(what string, v reflect.Value) error {
	return fmt.Errorf("item: %s does not fit a variable of type %v", what, v.Type())
}

// read reads the first item, which is well-formed.
func read(data []byte, v reflect.Value) (rest []byte, err error) {
	if v.Type() == reflect.TypeFor[Raw]() {
		rest = Skip(data)
		v.SetBytes(append([]byte(nil), data[:len(data)-len(rest)]...))
		return rest, nil
	}
	if data[0] == Null {
		v.SetZero()
		return data[1:], nil
	}
	major, n, rest := ReadHead(data)
	if k := v.Kind(); major == Bytes && k != reflect.Interface && k != reflect.Pointer && v.Addr().Type().Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]()) {
		return rest[n:], v.Addr().Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary(rest[:n:n])
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return read(data, v.Elem())
	case reflect.Interface:
		if v.NumMethod() > 0 {
			return nil, mismatch("a value", v)
		}
		x, rest, err := readAny(data)
		if err == nil {
			v.Set(reflect.ValueOf(x))
		}
		return rest, err
	}
	switch major {
	case Uint, Negint:
		return rest, readNumber(major, n, v)
	case Bytes:
		return rest[n:], readBytes(rest[:n], v)
	case Text:
		if v.Kind() != reflect.String || !utf8.Valid(rest[:n]) {
			return nil, mismatch("a text", v)
		}
		v.SetString(string(rest[:n]))
		return rest[n:], nil
	case Array:
		return readList(rest, int(n), v)
	case Map:
		return readMap(rest, int(n), v)
	case Simple:
		return rest, readSimple(data[0], n, v)
	}
	return nil, mismatch("a tag", v)
}

func readNumber(major byte, n uint64, v reflect.Value) error {
	i := int64(n)
	if major == Negint {
		i = ^i
	}
	fits := n <= math.MaxInt64
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if fits && !v.OverflowInt(i) {
			v.SetInt(i)
			return nil
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if major == Uint && !v.OverflowUint(n) {
			v.SetUint(n)
			return nil
		}
	case reflect.Float32, reflect.Float64:
		if fits {
			v.SetFloat(float64(i))
			return nil
		}
	}
	return mismatch("a number", v)
}

func readBytes(b []byte, v reflect.Value) error {
	switch k := v.Kind(); {
	case k == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		v.SetBytes(append(make([]byte, 0, len(b)), b...))
		return nil
	case k == reflect.Array && v.Type().Elem().Kind() == reflect.Uint8 && v.Len() == len(b):
		for i, x := range b {
			v.Index(i).SetUint(uint64(x))
		}
		return nil
	}
	return mismatch("a byte string", v)
}

func readSimple(head byte, bits uint64, v reflect.Value) error {
	switch k := v.Kind(); {
	case (head == False || head == True) && k == reflect.Bool:
		v.SetBool(head == True)
		return nil
	case (head == Float32 || head == Float64) && (k == reflect.Float32 || k == reflect.Float64):
		if x := floatOf(head, bits); !v.OverflowFloat(x) {
			v.SetFloat(x)
			return nil
		}
	}
	return mismatch("a simple value or a float", v)
}

func floatOf(head byte, bits uint64) float64 {
	if head == Float32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

func readList(data []byte, n int, v reflect.Value) (rest []byte, err error) {
	switch {
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n)) // every element takes a byte at least: Check has seen it
	case v.Kind() != reflect.Array || v.Len() != n:
		return nil, mismatch(fmt.Sprintf("an array of %d elements", n), v)
	}
	for i := range n {
		if data, err = read(data, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func readMap(data []byte, n int, v reflect.Value) (rest []byte, err error) {
	switch v.Kind() {
	case reflect.Struct:
		return readRecord(data, n, v)
	case reflect.Map:
		v.Set(reflect.MakeMapWithSize(v.Type(), n))
		for range n {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			if data, err = read(data, key); err != nil {
				return nil, err
			}
			if !key.Comparable() {
				return nil, mismatch("a key", v)
			}
			if v.MapIndex(key).IsValid() {
				return nil, fmt.Errorf("item: two entries of one key: the map %w", ErrMalformed)
			}
			if data, err = read(data, value); err != nil {
				return nil, err
			}
			v.SetMapIndex(key, value)
		}
		return data, nil
	}
	return nil, mismatch("a map", v)
}

func readRecord(data []byte, n int, v reflect.Value) (rest []byte, err error) {
	r := recordOf(v.Type())
	if r.err != nil {
		return nil, r.err
	}
	seen := make(map[string]bool, n)
	for range n {
		var key string
		if data, err = read(data, reflect.ValueOf(&key).Elem()); err != nil {
			return nil, err
		}
		if seen[key] {
			return nil, fmt.Errorf("item: two fields %q: the map %w", key, ErrMalformed)
		}
		seen[key] = true
		f := r.find(key)
		if f == nil {
			data = Skip(data)
			continue
		}
		if data, err = read(data, fieldOf(v, f.index)); err != nil {
			return nil, fmt.Errorf("%v.%s: %w", v.Type(), key, err)
		}
	}
	return data, nil
}

func (r *record) find(key string) *field {
	for i := range r.fields {
		if r.fields[i].key == key {
			return &r.fields[i]
		}
	}
	return nil
}

// fieldOf returns a field of a struct, and makes the embedded structs on the way to it.
func fieldOf(v reflect.Value, index []int) reflect.Value {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}

// readAny reads an item, which is well-formed, as a value of a type of the language.
func readAny(data []byte) (x any, rest []byte, err error) {
	major, n, rest := ReadHead(data)
	switch major {
	case Uint:
		return n, rest, nil
	case Negint:
		if n > math.MaxInt64 {
			return nil, nil, fmt.Errorf("item: the number -1-%d is out of range", n)
		}
		return ^int64(n), rest, nil
	case Bytes:
		return append(make([]byte, 0, n), rest[:n]...), rest[n:], nil
	case Text:
		if !utf8.Valid(rest[:n]) {
			return nil, nil, malformed("a text that is not UTF-8")
		}
		return string(rest[:n]), rest[n:], nil
	case Array:
		list := make([]any, n)
		rest, err := readList(rest, int(n), reflect.ValueOf(&list).Elem())
		return list, rest, err
	case Map:
		m := map[any]any{}
		rest, err := readMap(rest, int(n), reflect.ValueOf(&m).Elem())
		return m, rest, err
	case Simple:
		switch data[0] {
		case False, True:
			return data[0] == True, rest, nil
		case Float32, Float64:
			return floatOf(data[0], n), rest, nil
		}
	}
	return nil, nil, fmt.Errorf("item: an item that begins with %#x has no value", data[0])
}

// Skip returns the bytes after an item, which is well-formed.
func Skip(data []byte) []byte {
	for items := uint64(1); items > 0; items-- {
		major, n, rest := ReadHead(data)
		switch major {
		case Bytes, Text:
			rest = rest[n:]
		case Array:
			items += n
		case Map:
			items += 2 * n
		case Tag:
			items++
		}
		data = rest
	}
	return data
}
