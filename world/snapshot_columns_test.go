package world

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every field of a table that is marked as state has a column in snapshots, and none has that is
// marked as scratch.
func TestSnapshotsKeepEveryStateColumn(t *testing.T) {
	w := Must(New(Config{}))
	defer w.Close()
	var visited []uintptr
	for _, e := range w.stateColumns().Entries {
		visited = append(visited, reflect.ValueOf(e.Column.Variable()).Pointer())
	}
	states := 0
	var check func(v reflect.Value)
	check = func(v reflect.Value) {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Anonymous {
				check(v.Field(i))
				continue
			}
			first := v.Field(i).UnsafeAddr()
			found := 0
			for _, p := range visited {
				if p >= first && p < first+f.Type.Size() {
					found++
				}
			}
			switch f.Tag.Get("column") {
			case "state":
				states++
				require.Positive(t, found, "%v.%s is not kept", v.Type(), f.Name)
			case "scratch":
				require.Zero(t, found, "%v.%s is kept", v.Type(), f.Name)
			}
		}
	}
	for _, table := range []any{w.bodies, w.shapes, w.contacts, w.joints, &w.islands, &w.areas, &w.sensors, &w.chains, &w.linking, &w.impacts, &w.impacts.Sums, w} {
		check(reflect.ValueOf(table).Elem())
	}
	require.Greater(t, states, 50)
}
