package item

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// field is a field of a struct that is written.
type field struct {
	key       string
	index     []int
	omitEmpty bool
}

// record are the fields of a struct by the order of their keys' encodings.
type record struct {
	fields []field
	err    error
}

// records has a record for each struct that was met, by type.
var records sync.Map

func recordOf(t reflect.Type) *record {
	if r, ok := records.Load(t); ok {
		return r.(*record)
	}
	r, _ := records.LoadOrStore(t, newRecord(t))
	return r.(*record)
}

func newRecord(t reflect.Type) *record {
	r := &record{}
	seen := map[string]bool{}
	var whole [][]int // embedded structs that are fields themselves, or left out
	for _, f := range reflect.VisibleFields(t) {
		if slices.ContainsFunc(whole, func(outer []int) bool { return len(f.Index) > len(outer) && slices.Equal(outer, f.Index[:len(outer)]) }) {
			continue
		}
		tag, ok := f.Tag.Lookup("cbor")
		if !ok {
			tag = f.Tag.Get("json")
		}
		key, options, _ := strings.Cut(tag, ",")
		if f.Anonymous && key == "" && isStruct(f.Type) && !f.Type.Implements(reflect.TypeFor[encoding.BinaryMarshaler]()) {
			continue // its fields come by themselves
		}
		if f.Anonymous {
			whole = append(whole, f.Index)
		}
		if !f.IsExported() || tag == "-" {
			continue
		}
		key = cmp.Or(key, f.Name)
		switch {
		case seen[key]:
			r.err = fmt.Errorf("item: %v has two fields %q", t, key)
		case options != "" && options != "omitempty":
			r.err = fmt.Errorf("item: the tag of %v.%s has an unknown option %q", t, f.Name, options)
		}
		seen[key] = true
		r.fields = append(r.fields, field{key, f.Index, options == "omitempty"})
	}
	if len(r.fields) == 0 && t.NumField() > 0 && r.err == nil {
		r.err = fmt.Errorf("item: %v has no exported field", t)
	}
	slices.SortFunc(r.fields, func(a, b field) int {
		return cmp.Or(cmp.Compare(len(a.key), len(b.key)), cmp.Compare(a.key, b.key)) // the head of a longer one is greater
	})
	return r
}

func isStruct(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// CheckType returns the error of writing values of a type, as far as it follows from the type: a
// value of type any may hold anything.
func CheckType(t reflect.Type) error { return checkType(t, map[reflect.Type]bool{}) }

func checkType(t reflect.Type, seen map[reflect.Type]bool) error {
	if seen[t] || t.Implements(reflect.TypeFor[encoding.BinaryMarshaler]()) {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return checkType(t.Elem(), seen)
	case reflect.Map:
		if err := checkType(t.Key(), seen); err != nil {
			return err
		}
		return checkType(t.Elem(), seen)
	case reflect.Struct:
		r := recordOf(t)
		if r.err != nil {
			return r.err
		}
		for i := range r.fields {
			if err := checkType(t.FieldByIndex(r.fields[i].index).Type, seen); err != nil {
				return fmt.Errorf("%v.%s: %w", t, r.fields[i].key, err)
			}
		}
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer, reflect.Invalid:
		return unwritable(t)
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return fmt.Errorf("item: a value of type %v could not be read again", t)
		}
	}
	return nil
}

func unwritable(t reflect.Type) error {
	return fmt.Errorf("item: a value of type %v cannot be written", t)
}
