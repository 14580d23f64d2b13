package state

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every field of a table is marked with its kind: state, which a snapshot keeps; derived, which
// follows from state alone; or scratch, which may be overwritten between two stages.
func TestEveryColumnIsMarked(t *testing.T) {
	kinds := map[string]int{}
	var check func(table reflect.Type)
	check = func(table reflect.Type) {
		for i := range table.NumField() {
			f := table.Field(i)
			if f.Anonymous {
				check(f.Type)
				continue
			}
			kind := f.Tag.Get("column")
			require.Contains(t, []string{"state", "derived", "scratch"}, kind, "%v.%s", table, f.Name)
			kinds[kind]++
		}
	}
	for _, table := range []any{Bodies{}, Colliders{}, Contacts{}, Joints{}, Islands{}} {
		check(reflect.TypeOf(table))
	}
	require.Len(t, kinds, 3)
}
