package world

import (
	"fmt"
	"math"
	"reflect"

	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Definitions are written as trees: structs as maps of their fields that are not zero, by name, so that later releases may add
// fields. A value behind an interface is a map with the key "is". Functions are true where there is one.

const treeKind = "is"

// The types that may stand behind interfaces in definitions, by their names in a recording.
var (
	shapeTypes = map[string]reflect.Type{
		"circle": reflect.TypeFor[shape.Circle](), "capsule": reflect.TypeFor[shape.Capsule](), "segment": reflect.TypeFor[shape.Segment](),
		"ellipse": reflect.TypeFor[shape.Ellipse](), "halfEllipse": reflect.TypeFor[shape.HalfEllipse](),
		"sector": reflect.TypeFor[shape.Sector](), "halfPlane": reflect.TypeFor[shape.HalfPlane](),
		"chainSegment": reflect.TypeFor[shape.ChainSegment](),
	}
	effectTypes = map[string]reflect.Type{
		"gravity": reflect.TypeFor[AreaGravity](), "pointGravity": reflect.TypeFor[AreaPointGravity](),
		"damping": reflect.TypeFor[AreaDamping](), "conveyor": reflect.TypeFor[AreaConveyor](), "field": reflect.TypeFor[AreaField](),
		"fluid": reflect.TypeFor[AreaFluid](), "wind": reflect.TypeFor[AreaWind](),
	}
	jointTypes = func() map[string]reflect.Type {
		types := map[string]reflect.Type{}
		for _, d := range [...]joint.Definition{
			&joint.Revolute{}, &joint.Distance{}, &joint.Prismatic{}, &joint.Weld{}, &joint.Wheel{}, &joint.Motor{}, &joint.Mouse{},
			&joint.Gear{}, &joint.Angle{}, &joint.Pulley{}, &joint.RotarySpring{}, &joint.Groove{}, &joint.Friction{},
			&joint.NoCollision{}, &joint.Ratchet{}, &joint.Custom{},
		} {
			types[d.Kind().String()] = reflect.TypeOf(d).Elem()
		}
		return types
	}()
)

var (
	supportType    = reflect.TypeFor[shape.Support]()
	definitionType = reflect.TypeFor[joint.Definition]()
	constraintType = reflect.TypeFor[joint.Constraint]()
	polygonType    = reflect.TypeFor[shape.Polygon]()
	bodyType       = reflect.TypeFor[Body]()
)

// typeName returns the name of a type in a table, or "".
func typeName(types map[string]reflect.Type, t reflect.Type) string {
	for name, known := range types {
		if known == t {
			return name
		}
	}
	return ""
}

// treeOf returns the tree of a definition.
func (r *recording) treeOf(v any) any {
	if v == nil {
		return nil
	}
	return r.tree(reflect.ValueOf(v))
}

func (r *recording) tree(v reflect.Value) any {
	switch v.Type() {
	case bodyType:
		b := v.Interface().(Body)
		switch {
		case b == Body{}:
			return uint64(0)
		case b.w != r.w:
			return int64(-1)
		}
		return uint64(b.id)
	case polygonType:
		return r.shapeTree(v.Interface().(shape.Polygon))
	case supportType:
		s, _ := v.Interface().(shape.Support)
		return r.shapeTree(s)
	case constraintType:
		return !v.IsNil()
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return v.Uint()
	case reflect.Float32, reflect.Float64:
		return v.Float()
	case reflect.String:
		return v.String()
	case reflect.Func:
		return !v.IsNil()
	case reflect.Array, reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = r.tree(v.Index(i))
		}
		return list
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return r.tree(v.Elem())
	case reflect.Interface:
		return r.interfaceTree(v)
	case reflect.Struct:
		return r.structTree(v)
	}
	return nil
}

func (r *recording) structTree(v reflect.Value) map[string]any {
	tree := map[string]any{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.IsExported() && f.Name != "UserData" && !isZero(v.Field(i)) {
			tree[f.Name] = r.tree(v.Field(i))
		}
	}
	return tree
}

// isZero reports whether a value need not be written. A negative zero must be.
func isZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		return math.Float64bits(v.Float()) == 0
	case reflect.Array:
		for i := range v.Len() {
			if !isZero(v.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range v.NumField() {
			if !isZero(v.Field(i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

// interfaceTree returns the tree of an effect or of the definition of a joint.
func (r *recording) interfaceTree(v reflect.Value) any {
	if v.IsNil() {
		return nil
	}
	value, types := v.Elem(), effectTypes
	if v.Type() == definitionType {
		value, types = value.Elem(), jointTypes
	}
	tree := r.structTree(value)
	tree[treeKind] = typeName(types, value.Type())
	return tree
}

// shapeTree returns the tree of a shape.
func (r *recording) shapeTree(s shape.Support) any {
	s, angle, offset := shape.Placement(s)
	if s == nil {
		return nil
	}
	if p, ok := s.(shape.Polygon); ok {
		tree := map[string]any{treeKind: "polygon"}
		if p.Validate() == nil {
			tree["Points"], tree["Radius"] = r.treeOf(p.Points()), p.SkinRadius()
		}
		return tree
	}
	if name := typeName(shapeTypes, reflect.TypeOf(s)); name != "" {
		tree := r.structTree(reflect.ValueOf(s))
		tree[treeKind] = name
		return tree
	}
	tree := r.customTree(s)
	if angle != 0 || offset != (mgl64.Vec2{}) {
		tree["Angle"], tree["Offset"] = angle, r.treeOf(offset)
	}
	return tree
}

// value reads a definition.
func readValue[T any](p *Replay, a *tape.Items) (v T) {
	if err := p.assign(reflect.ValueOf(&v).Elem(), a.Tree()); err != nil {
		a.Fail(err)
	}
	return v
}

func wrongTree(v reflect.Value, tree any) error {
	return fmt.Errorf("world: a recorded %T where a %v belongs: %w", tree, v.Type(), tape.ErrItem)
}

// assign sets a value to what a tree holds.
func (p *Replay) assign(v reflect.Value, tree any) error {
	switch v.Type() {
	case bodyType:
		switch n := tree.(type) {
		case uint64:
			v.Set(reflect.ValueOf(p.bodyOf(int64(n & math.MaxInt64))))
		case int64:
			v.Set(reflect.ValueOf(p.bodyOf(n)))
		default:
			return wrongTree(v, tree)
		}
		return nil
	case supportType:
		s, err := p.shape(tree)
		if err == nil && s != nil {
			v.Set(reflect.ValueOf(s))
		}
		return err
	case constraintType:
		if on, _ := tree.(bool); on {
			v.Set(reflect.ValueOf(&replayedConstraint{p}))
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Bool:
		on, ok := tree.(bool)
		if !ok {
			return wrongTree(v, tree)
		}
		v.SetBool(on)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return assignInt(v, tree)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, ok := tree.(uint64)
		if !ok || v.OverflowUint(n) {
			return wrongTree(v, tree)
		}
		v.SetUint(n)
	case reflect.Float64:
		x, ok := tree.(float64)
		if !ok {
			return wrongTree(v, tree)
		}
		v.SetFloat(x)
	case reflect.String:
		s, ok := tree.(string)
		if !ok {
			return wrongTree(v, tree)
		}
		v.SetString(s)
	case reflect.Func:
		if on, _ := tree.(bool); on {
			return p.assignFunction(v)
		}
	case reflect.Array, reflect.Slice:
		return p.assignList(v, tree)
	case reflect.Pointer:
		if tree == nil {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return p.assign(v.Elem(), tree)
	case reflect.Interface:
		return p.assignInterface(v, tree)
	case reflect.Struct:
		return p.assignStruct(v, tree)
	default:
		return wrongTree(v, tree)
	}
	return nil
}

func assignInt(v reflect.Value, tree any) error {
	n, ok := tree.(int64)
	if u, is := tree.(uint64); is && u <= math.MaxInt64 {
		n, ok = int64(u), true
	}
	if !ok || v.OverflowInt(n) {
		return wrongTree(v, tree)
	}
	v.SetInt(n)
	return nil
}

func (p *Replay) assignList(v reflect.Value, tree any) error {
	list, ok := tree.([]any)
	if !ok || v.Kind() == reflect.Array && len(list) != v.Len() {
		return wrongTree(v, tree)
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	}
	for i, item := range list {
		if err := p.assign(v.Index(i), item); err != nil {
			return err
		}
	}
	return nil
}

func (p *Replay) assignStruct(v reflect.Value, tree any) error {
	fields, ok := tree.(map[any]any)
	if !ok {
		return wrongTree(v, tree)
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		item, ok := fields[f.Name]
		if !ok || !f.IsExported() {
			continue
		}
		if err := p.assign(v.Field(i), item); err != nil {
			return err
		}
	}
	return nil
}

func (p *Replay) assignInterface(v reflect.Value, tree any) error {
	if tree == nil {
		return nil
	}
	types := effectTypes
	if v.Type() == definitionType {
		types = jointTypes
	}
	fields, _ := tree.(map[any]any)
	name, _ := fields[treeKind].(string)
	t, ok := types[name]
	if !ok {
		return wrongTree(v, tree)
	}
	value := reflect.New(t)
	if err := p.assignStruct(value.Elem(), tree); err != nil {
		return err
	}
	if v.Type() != definitionType {
		value = value.Elem()
	}
	v.Set(value)
	return nil
}

// shape reads a shape.
func (p *Replay) shape(tree any) (shape.Support, error) {
	if tree == nil {
		return nil, nil
	}
	fields, _ := tree.(map[any]any)
	name, _ := fields[treeKind].(string)
	switch t, ok := shapeTypes[name]; {
	case ok:
		value := reflect.New(t).Elem()
		err := p.assignStruct(value, tree)
		return value.Interface().(shape.Support), err
	case name == "polygon":
		var d writtenPolygon
		if err := p.assignStruct(reflect.ValueOf(&d).Elem(), tree); err != nil {
			return nil, err
		}
		polygon, _ := readPolygon(statefile.Place{}, d) // one that was refused is refused again
		return polygon, nil
	case name == "custom":
		return p.customShape(tree)
	}
	return nil, fmt.Errorf("world: a recorded shape %q: %w", name, tape.ErrItem)
}
