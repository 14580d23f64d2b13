package world

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// MemoryColumn is the memory of one slice, or of all slices of one name below the elements of
// another.
type MemoryColumn struct {
	Name         string
	Element      uintptr // bytes of an element
	Len, Cap     int     // elements
	Bytes, Slack int     // all, and those in reserve
}

// MemoryColumns lists the memory of everything that a world reaches, largest first. It follows
// pointers, interfaces and slices of its own packages; maps and functions are left out.
func MemoryColumns(w *World) []MemoryColumn {
	a := account{seen: map[unsafe.Pointer]bool{}, columns: map[string]*MemoryColumn{}}
	a.walk("", reflect.ValueOf(w).Elem())
	list := make([]MemoryColumn, 0, len(a.columns))
	for _, c := range a.columns {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(x, y MemoryColumn) int {
		return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(x.Name, y.Name))
	})
	return list
}

// account gathers columns. What was seen is not counted again.
type account struct {
	seen    map[unsafe.Pointer]bool
	columns map[string]*MemoryColumn
}

func (a *account) walk(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			a.walk(strings.TrimPrefix(name+"."+v.Type().Field(i).Name, "."), v.Field(i))
		}
	case reflect.Pointer:
		if v.IsNil() || a.seen[v.UnsafePointer()] || strings.HasPrefix(v.Type().Elem().PkgPath(), "reflect") {
			return
		}
		a.seen[v.UnsafePointer()] = true
		a.add(name+"*", v.Type().Elem().Size(), 1, 1)
		a.walk(name, v.Elem())
	case reflect.Interface:
		if !v.IsNil() {
			a.walk(name, v.Elem())
		}
	case reflect.Array:
		if !reachesMemory(v.Type().Elem()) {
			return
		}
		for i := range v.Len() {
			a.walk(name, v.Index(i))
		}
	case reflect.Slice:
		if v.Cap() == 0 || a.seen[v.UnsafePointer()] {
			return
		}
		a.seen[v.UnsafePointer()] = true
		a.add(name, v.Type().Elem().Size(), v.Len(), v.Cap())
		if reachesMemory(v.Type().Elem()) {
			full := v.Slice(0, v.Cap())
			for i := range full.Len() {
				a.walk(name+"[]", full.Index(i))
			}
		}
	}
}

func (a *account) add(name string, element uintptr, n, capacity int) {
	c := a.columns[name]
	if c == nil {
		c = &MemoryColumn{Name: name, Element: element}
		a.columns[name] = c
	}
	c.Len += n
	c.Cap += capacity
	c.Bytes += capacity * int(element)
	c.Slack += (capacity - n) * int(element)
}

func reachesMemory(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if reachesMemory(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return t.Len() > 0 && reachesMemory(t.Elem())
	case reflect.Pointer, reflect.Interface, reflect.Slice:
		return true
	}
	return false
}

// MemoryTable returns the columns of at least a byte per body as a table of bytes per body: all and
// in reserve, then elements.
func MemoryTable(list []MemoryColumn, bodies int) string {
	var b strings.Builder
	total, slack := 0, 0
	for _, c := range list {
		total += c.Bytes
		slack += c.Slack
		if c.Bytes >= bodies {
			fmt.Fprintf(&b, "%7.1f %7.1f %6d x %8d of %8d  %s\n", perBody(c.Bytes, bodies), perBody(c.Slack, bodies), c.Element, c.Len, c.Cap, c.Name)
		}
	}
	fmt.Fprintf(&b, "%7.1f %7.1f all\n", perBody(total, bodies), perBody(slack, bodies))
	return b.String()
}

func perBody(bytes, bodies int) float64 { return float64(bytes) / float64(bodies) }
