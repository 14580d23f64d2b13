package world

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// StateDump lists every number of the world's tables, boxes and events, but for scratch: what
// must be the same after a call that failed.
func (w *World) StateDump() []string {
	d := stateDump{}
	for _, x := range []any{
		w.config, w.params, *w.bodies, *w.shapes, *w.contacts, *w.joints, w.islands, w.sensors, w.areas, w.chains, w.pipeline.HitColliders,
		w.events, w.pendingEvents, w.accumulator, w.ticks, len(w.deferredCalls), w.pipeline.Broadphase.Boxes(),
	} {
		d.add(fmt.Sprintf("%T", x), reflect.ValueOf(x))
	}
	names, hashes := w.ColumnHashes()
	d.line("fresh bodies", hashes[slices.Index(names, "bodies.waking.fresh")])
	w.Validate()
	return d.lines
}

type stateDump struct{ lines []string }

func (d *stateDump) line(path string, x any) { d.lines = append(d.lines, fmt.Sprint(path, " ", x)) }

func (d *stateDump) add(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Tag.Get("column") != "scratch" && f.Name != "found" {
				d.add(path+"."+f.Name, v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		d.line(path, v.Len())
		for i := range v.Len() {
			d.add(fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*World]() || strings.HasSuffix(v.Type().Elem().PkgPath(), "_test") {
			return
		}
		d.add(path, v.Elem())
	case reflect.Interface:
		d.line(path, v.IsNil())
		if !v.IsNil() {
			d.line(path, v.Elem().Type())
			d.add(path, v.Elem())
		}
	case reflect.Float32, reflect.Float64:
		d.line(path, math.Float64bits(v.Float()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.line(path, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		d.line(path, v.Uint())
	case reflect.Bool:
		d.line(path, v.Bool())
	case reflect.String:
		d.line(path, v.String())
	}
}
