package gogen

import (
	"math"
	"reflect"
	"strconv"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// constants are the names of values that have a name.
var constants = map[any]string{
	body.Dynamic: "body.Dynamic", body.Kinematic: "body.Kinematic", body.Static: "body.Static",
	shape.CombineDefault: "shape.CombineDefault", shape.CombineAverage: "shape.CombineAverage",
	shape.CombineGeometricMean: "shape.CombineGeometricMean", shape.CombineMinimum: "shape.CombineMinimum",
	shape.CombineProduct: "shape.CombineProduct", shape.CombineMaximum: "shape.CombineMaximum",
	area.InverseSquare: "area.InverseSquare", area.Inverse: "area.Inverse",
	area.Constant: "area.Constant", area.Linear: "area.Linear",
}

// field is a field of a struct for which the program writes another expression than its value. An
// empty node leaves it out.
type field struct {
	name  string
	value node
}

// literal returns a struct as a composite literal. Fields that are zero are left out, as are user
// data and functions, which no document has.
func literal(of any, others ...field) node { return structLiteral(reflect.ValueOf(of), others) }

func structLiteral(v reflect.Value, others []field) node {
	n := node{text: v.Type().String(), open: "{", keys: []string{}}
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		value, written := otherwise(others, name)
		if !written {
			value, written = fieldValue(v.Field(i))
		}
		if written && (value.text != "" || value.open != "") {
			n.keys, n.items = append(n.keys, name), append(n.items, value)
		}
	}
	return n
}

func otherwise(others []field, name string) (node, bool) {
	for i := range others {
		if others[i].name == name {
			return others[i].value, true
		}
	}
	return node{}, false
}

// fieldValue returns the value of a field, and false for one that is left out.
func fieldValue(v reflect.Value) (node, bool) {
	switch v.Kind() {
	case reflect.Func, reflect.Interface, reflect.Pointer:
		return node{}, false
	case reflect.Slice:
		if v.Len() == 0 {
			return node{}, false
		}
	case reflect.Struct:
		n := structLiteral(v, nil)
		return n, len(n.items) > 0
	default:
		if zero(v) {
			return node{}, false
		}
	}
	return valueOf(v), true
}

// zero reports whether a field with this value is left out. Minus zero is not.
func zero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		return math.Float64bits(v.Float()) == 0
	case reflect.Array:
		for i := range v.Len() {
			if !zero(v.Index(i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

func valueOf(v reflect.Value) node {
	switch v.Kind() {
	case reflect.Uint8:
		return atom(constants[v.Interface()])
	case reflect.Float64:
		return number(v.Float())
	case reflect.Bool:
		return atom(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int32:
		return atom(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint64:
		if v.Uint() >= 1<<32 {
			return atom("0x" + strconv.FormatUint(v.Uint(), 16))
		}
		return atom(strconv.FormatUint(v.Uint(), 10))
	case reflect.String:
		return atom(strconv.Quote(v.String()))
	case reflect.Array:
		return point(v.Interface().(mgl64.Vec2))
	case reflect.Slice:
		return points(v.Interface().([]mgl64.Vec2))
	}
	panic("gogen: no literal for a " + v.Type().String())
}

// number writes the shortest decimal that is read as exactly x.
func number(x float64) node {
	if x == 0 && math.Signbit(x) {
		return atom("math.Copysign(0, -1)")
	}
	return atom(strconv.FormatFloat(x, 'g', -1, 64))
}

func point(p mgl64.Vec2) node { return node{text: "mgl64.Vec2", open: "{", items: row(p[0], p[1])} }

func row(numbers ...float64) (items []node) {
	for _, x := range numbers {
		items = append(items, number(x))
	}
	return items
}

func points(list []mgl64.Vec2) node {
	n := node{text: "[]mgl64.Vec2", open: "{"}
	for _, p := range list {
		n.items = append(n.items, node{open: "{", items: row(p[0], p[1])})
	}
	return n
}
