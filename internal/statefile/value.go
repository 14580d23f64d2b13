package statefile

import (
	"reflect"

	"github.com/carom2d/carom/internal/item"
)

// bounds limit the sizes that a file may declare.
var bounds = item.Bounds{Nesting: 64, Elements: 1 << 16, Pairs: 4096}

// Marshal returns the item of a value of any type that has one: see package item.
func Marshal(v any) ([]byte, error) { return item.Append(nil, v) }

// Unmarshal reads a value that Marshal has written, within the bounds of files.
func Unmarshal(data []byte, v any) error { return item.Read(data, &bounds, v) }

// CheckType returns the error of Marshal for values of a type, as far as the type tells.
func CheckType(t reflect.Type) error { return item.CheckType(t) }

// RawValue is a value as it stands in the file.
type RawValue = item.Raw
