package plan

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/carom2d/carom/batch/pointer"
)

// checkFields finds the first field that the format does not have. A field that differs only by
// capital letters is unknown too, although the JSON decoder would accept it. The error is a
// *pointer.Error.
func checkFields(data []byte) error {
	var unknown *pointer.Error
	err := pointer.Walk(data, func(at string, v pointer.Value) {
		if !isField(reflect.TypeFor[Plan](), at) && (unknown == nil || v.Start < unknown.Offset) {
			unknown = &pointer.Error{Pointer: at, Offset: v.Start, Err: ErrField}
		}
	})
	if err == nil && unknown != nil {
		return unknown
	}
	return err
}

// isField reports whether a pointer leads to a field of the type, or to something inside of a field
// that is a document, a map or a number of the wrong kind.
func isField(t reflect.Type, at string) bool {
	for at != "" {
		part, rest, _ := strings.Cut(at[1:], "/")
		if rest != "" || strings.HasSuffix(at, "/") && len(part)+1 < len(at) {
			rest = "/" + rest
		}
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch {
		case t == reflect.TypeFor[json.RawMessage]():
			return true
		case t.Kind() == reflect.Slice:
			t = t.Elem()
		case t.Kind() == reflect.Struct:
			field, ok := fieldOf(t, part)
			if !ok {
				return false
			}
			t = field
		default:
			return true
		}
		at = rest
	}
	return true
}

// fieldOf returns the type of the field with a name in JSON.
func fieldOf(t reflect.Type, name string) (reflect.Type, bool) {
	for i := range t.NumField() {
		tag, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if tag == name {
			return t.Field(i).Type, true
		}
	}
	return nil, false
}
