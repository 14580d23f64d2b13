package world

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// columnKinds are the tags of fields. Fields of a part are tagged themselves; what is fixed belongs
// to the world, the program or the game, and no snapshot changes it.
var columnKinds = []string{"state", "derived", "scratch", "part", "fixed"}

// Every field of the world, of its tables and of its stages says what it is.
func TestEveryFieldOfTheWorldIsMarked(t *testing.T) {
	kinds, seen := map[string]int{}, map[reflect.Type]bool{}
	var check func(reflect.Type)
	check = func(x reflect.Type) {
		for x.Kind() == reflect.Pointer {
			x = x.Elem()
		}
		if x.Kind() != reflect.Struct || seen[x] {
			return
		}
		seen[x] = true
		for i := range x.NumField() {
			f := x.Field(i)
			kind := f.Tag.Get("column")
			if f.Anonymous && kind == "" {
				check(f.Type)
				continue
			}
			require.Contains(t, columnKinds, kind, "%v.%s", x, f.Name)
			kinds[kind]++
			if kind == "part" {
				check(f.Type)
			}
		}
	}
	check(reflect.TypeFor[World]())
	require.Len(t, kinds, len(columnKinds))
	require.Greater(t, len(seen), 15)
}

// FillWithRubbish overwrites the memory of all lists of numbers that are scratch or derived: what a
// Restore must not rely on if it finds other columns than the snapshot's. It returns their number.
func FillWithRubbish(w *World, seed uint64) int {
	w.stateStore().Written() // so that the Restore takes no column for unchanged
	f := rubbish{random: rand.New(rand.NewPCG(seed, 0xbad)), seen: map[unsafe.Pointer]bool{}}
	f.part(reflect.ValueOf(w).Elem())
	c := w.contacts // whose appended rows may hold anything
	for _, spare := range []any{c.Pair[len(c.Pair):cap(c.Pair)], c.Solver[len(c.Solver):cap(c.Solver)], c.Cache[len(c.Cache):cap(c.Cache)]} {
		f.fill(reflect.ValueOf(spare))
	}
	return f.lists
}

type rubbish struct {
	random *rand.Rand
	seen   map[unsafe.Pointer]bool
	lists  int
}

func (f *rubbish) part(v reflect.Value) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct || !v.CanAddr() || f.seen[v.Addr().UnsafePointer()] {
		return
	}
	f.seen[v.Addr().UnsafePointer()] = true
	for i := range v.NumField() {
		x := v.Type().Field(i)
		switch kind := x.Tag.Get("column"); {
		case x.Anonymous && kind == "", kind == "part":
			f.part(v.Field(i))
		case kind == "scratch", kind == "derived":
			f.fill(v.Field(i))
		}
	}
}

func (f *rubbish) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Slice:
		if v.Cap() == 0 || hasPointers(v.Type().Elem()) {
			return
		}
		f.lists++
		memory := unsafe.Slice((*byte)(v.UnsafePointer()), uintptr(v.Cap())*v.Type().Elem().Size())
		for i := range memory {
			memory[i] = byte(f.random.Uint32())
		}
	}
}

func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return hasPointers(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.String, reflect.UnsafePointer:
		return true
	}
	return false
}

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
