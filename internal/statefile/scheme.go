package statefile

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Scheme describes the written form of the columns' types. Numbers, strings, structs, arrays and
// lists need no description.
type Scheme struct {
	skipped  map[reflect.Type]bool
	infinite map[reflect.Type]bool
	vias     map[reflect.Type]via
	variants map[reflect.Type]*variant
	values   Values
}

// Values writes and reads values of the game: values of type any, functions, and values of
// interfaces without a known kind.
type Values interface {
	// Encode returns an item of CBOR for a value, not nil, of a field of type t.
	Encode(at Place, v any, t reflect.Type) ([]byte, error)
	// Decode returns the value of an item, which can be assigned to a field of type t, or nil.
	Decode(at Place, item []byte, t reflect.Type) (any, error)
}

// Place is a place in a column.
type Place struct {
	Field string
	Index int
}

func (p Place) String() string { return fmt.Sprintf("%s[%d]", p.Field, p.Index) }

// NewScheme returns a scheme without special types.
func NewScheme(values Values) *Scheme {
	return &Scheme{
		skipped: map[reflect.Type]bool{}, infinite: map[reflect.Type]bool{}, vias: map[reflect.Type]via{}, variants: map[reflect.Type]*variant{},
		values: values,
	}
}

// Skip leaves out fields of some types. Reading does not change them.
func (s *Scheme) Skip(types ...reflect.Type) {
	for _, t := range types {
		s.skipped[t] = true
	}
}

// MayBeInfinite accepts infinities and NaN in numbers of some types, and in their fields. All other
// numbers that are read must be finite.
func (s *Scheme) MayBeInfinite(types ...reflect.Type) {
	for _, t := range types {
		s.infinite[t] = true
	}
}

// via converts a type to a type that can be written, and back.
type via struct {
	as   reflect.Type
	to   func(as, from unsafe.Pointer)
	from func(at Place, to, as unsafe.Pointer) error
}

// Via writes values of type T as values of type U.
func Via[T, U any](s *Scheme, to func(T) U, from func(at Place, x U) (T, error)) {
	s.vias[reflect.TypeFor[T]()] = via{
		as: reflect.TypeFor[U](),
		to: func(as, x unsafe.Pointer) { *(*U)(as) = to(*(*T)(x)) },
		from: func(at Place, x, as unsafe.Pointer) (err error) {
			*(*T)(x), err = from(at, *(*U)(as))
			return err
		},
	}
}

// variant is an interface whose values are of known kinds.
type variant struct {
	kinds  []reflect.Type // structs, or pointers to structs
	names  []string
	normal func(any) any // the form in which a value is written, or nil
}

// Kind is a kind of values of an interface: a struct or a pointer to one.
type Kind struct {
	Name string
	Type reflect.Type
}

// Variant writes values of an interface I by kind, and values of other kinds as values of the game.
func Variant[I any](s *Scheme, normal func(I) I, kinds ...Kind) {
	v := &variant{}
	if normal != nil {
		v.normal = func(x any) any { return normal(x.(I)) }
	}
	for _, k := range kinds {
		v.names, v.kinds = append(v.names, k.Name), append(v.kinds, k.Type)
	}
	s.variants[reflect.TypeFor[I]()] = v
}

// gameKind names the kind of the game's values of an interface.
const gameKind = "game"

// kindOf returns the number of a value's kind, counted from 1. The last is the game's kind. Nil
// has none.
func (v *variant) kindOf(x any) int {
	if x == nil {
		return 0
	}
	t := reflect.TypeOf(x)
	for i, k := range v.kinds {
		if k == t {
			return i + 1
		}
	}
	return len(v.kinds) + 1
}

// nameOf returns the name of a kind.
func (v *variant) nameOf(kind int) string {
	if kind > len(v.names) {
		return gameKind
	}
	return v.names[kind-1]
}

// Column is a column of a part.
type Column struct {
	Part, Name string
	Variable   any // *[]T for a column of T, or *T for one value
}

// array returns the elements of the column as an array.
func (c *Column) array() array {
	v := reflect.ValueOf(c.Variable).Elem()
	if v.Kind() == reflect.Slice {
		return arrayOf(v, nil)
	}
	return array{v.Type(), v.Addr().UnsafePointer(), v.Type().Size(), 1, nil}
}

// array is some elements in memory, or one field of each of them.
type array struct {
	t      reflect.Type
	first  unsafe.Pointer
	stride uintptr
	length int
	slots  []int // of the elements of the column that hold these elements; nil: these are its elements
}

// arrayOf returns the elements of a list as an array.
func arrayOf(list reflect.Value, slots []int) array {
	t := list.Type().Elem()
	return array{t, list.UnsafePointer(), t.Size(), list.Len(), slots}
}

// slot returns the index in the column of the element that holds an element.
func (a array) slot(i int) int {
	if a.slots == nil {
		return i
	}
	return a.slots[i]
}

// at returns the address of an element.
func (a array) at(i int) unsafe.Pointer { return unsafe.Add(a.first, uintptr(i)*a.stride) }

// slotsOf returns the slots of the elements of one kind.
func (a array) slotsOf(kinds []uint8, kind int) []int {
	slots := []int{}
	for i, k := range kinds {
		if int(k) == kind {
			slots = append(slots, a.slot(i))
		}
	}
	return slots
}

func (a array) value(i int) reflect.Value { return reflect.NewAt(a.t, a.at(i)).Elem() }

// part returns a part of each element.
func (a array) part(t reflect.Type, offset uintptr) array {
	if a.length == 0 {
		return array{t: t, stride: a.stride}
	}
	return array{t, unsafe.Add(a.first, offset), a.stride, a.length, a.slots}
}

// parts yields the fields of a struct, or the elements of an array, that are written.
func (s *Scheme) parts(a array, yield func(name string, part array) error) error {
	if a.t.Kind() == reflect.Array {
		for i := range a.t.Len() {
			if err := yield(fmt.Sprint(i), a.part(a.t.Elem(), uintptr(i)*a.t.Elem().Size())); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range a.t.NumField() {
		f := a.t.Field(i)
		if s.skipped[f.Type] || f.Name == "_" {
			continue
		}
		if err := yield(f.Name, a.part(f.Type, f.Offset)); err != nil {
			return err
		}
	}
	return nil
}

// isRecord reports whether the elements have parts.
func isRecord(t reflect.Type) bool { return t.Kind() == reflect.Struct || t.Kind() == reflect.Array }
