package snapshot

import (
	"reflect"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
)

// HashAreaMeta folds in the numbers of the shapes and effects. It leaves out functions and shapes
// of the game's own.
func HashAreaMeta(h *column.Hasher, list []state.AreaMeta) {
	for i := range list {
		m := &list[i]
		h.Uint64(uint64(m.ID))
		if m.Shape != nil && recording.ShapeName(m.Shape) != "" {
			HashValue(h, reflect.ValueOf(m.Shape))
		}
		for _, e := range m.Effects {
			HashValue(h, reflect.ValueOf(e))
		}
	}
}

// HashValue folds in the numbers of a value. There are few areas, and their records are of many
// kinds.
func HashValue(h *column.Hasher, v reflect.Value) {
	switch {
	case !v.IsValid():
	case v.CanFloat():
		h.Float64(v.Float())
	case v.CanInt():
		h.Uint64(uint64(v.Int()))
	case v.CanUint():
		h.Uint64(v.Uint())
	case v.Kind() == reflect.Bool:
		h.Bool(v.Bool())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			HashValue(h, v.Field(i))
		}
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		h.Uint64(uint64(v.Len()))
		for i := range v.Len() {
			HashValue(h, v.Index(i))
		}
	case v.Kind() == reflect.Interface && !v.IsNil():
		HashValue(h, v.Elem())
	}
}
