package recording

import (
	"fmt"
	"math"
	"reflect"
	"sync"
	"unicode/utf8"

	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

const kindKey = "is"

// The types that may stand behind interfaces in definitions, by their names in a recording. The
// tables are made at the first call, so a program that records nothing does not link the types.
var (
	shapeTypesByName, jointTypesByName map[string]reflect.Type
	shapeTypesOnce, jointTypesOnce     sync.Once
)

func shapeTypes() map[string]reflect.Type {
	shapeTypesOnce.Do(func() {
		shapeTypesByName = map[string]reflect.Type{
			"circle": reflect.TypeFor[shape.Circle](), "capsule": reflect.TypeFor[shape.Capsule](), "segment": reflect.TypeFor[shape.Segment](),
			"ellipse": reflect.TypeFor[shape.Ellipse](), "halfEllipse": reflect.TypeFor[shape.HalfEllipse](),
			"sector": reflect.TypeFor[shape.Sector](), "halfPlane": reflect.TypeFor[shape.HalfPlane](),
			"chainSegment": reflect.TypeFor[shape.ChainSegment](), "compound": reflect.TypeFor[shape.Compound](),
		}
	})
	return shapeTypesByName
}

func jointTypes() map[string]reflect.Type {
	jointTypesOnce.Do(func() {
		jointTypesByName = map[string]reflect.Type{}
		for kind := joint.NoKind + 1; kind < joint.Kinds; kind++ {
			jointTypesByName[kind.String()] = reflect.TypeOf(kind.New()).Elem()
		}
	})
	return jointTypesByName
}

// typeName returns the name of a type in a table, or "".
func typeName(types map[string]reflect.Type, t reflect.Type) string {
	for name, known := range types {
		if known == t {
			return name
		}
	}
	return ""
}

// ShapeName returns the name of a built-in shape's type but polygons, or "".
func ShapeName(s shape.Support) string { return typeName(shapeTypes(), reflect.TypeOf(s)) }

// Encoder makes trees.
type Encoder struct {
	Effects map[string]reflect.Type // types of the effects of areas, by name
	Shapes  *Shapes
	Handle  func(v reflect.Value) (tree any, ok bool) // makes the tree of a handle of the world
}

// Decoder reads trees.
type Decoder struct {
	Effects    map[string]reflect.Type
	Answers    Answers
	Constraint joint.Constraint                              // stands for the game's own
	Handle     func(v reflect.Value, tree any) (bool, error) // sets a handle of the world
	Function   func(v reflect.Value) error                   // sets a function of the game's to its stand-in
}

// Polygon is the written form of a shape.Polygon.
type Polygon struct {
	Points []mgl64.Vec2
	Radius float64
}

// PolygonOf returns the written form of a polygon.
func PolygonOf(p shape.Polygon) Polygon { return Polygon{p.Points(), p.SkinRadius()} }

// Read makes the polygon again. NewPolygon keeps points that are in order, but refuses some of the
// boxes that RoundedBox makes.
func (w Polygon) Read() (shape.Polygon, error) {
	if len(w.Points) == 4 {
		half := w.Points[2]
		if box := shape.RoundedBox(half[0], half[1], w.Radius); box.Validate() == nil && [4]mgl64.Vec2(box.Points()) == [4]mgl64.Vec2(w.Points) {
			return box, nil
		}
	}
	return shape.NewPolygon(w.Points, w.Radius)
}

// Tree returns the tree of a definition.
func (e *Encoder) Tree(v any) any {
	if v == nil {
		return nil
	}
	return e.tree(reflect.ValueOf(v))
}

func (e *Encoder) tree(v reflect.Value) any {
	if tree, ok := e.Handle(v); ok {
		return tree
	}
	switch v.Type() {
	case reflect.TypeFor[shape.Polygon]():
		return e.Shape(v.Interface().(shape.Polygon))
	case reflect.TypeFor[shape.Support]():
		s, _ := v.Interface().(shape.Support)
		return e.Shape(s)
	case reflect.TypeFor[joint.Constraint]():
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
		if s := v.String(); !utf8.ValidString(s) {
			return []byte(s)
		}
		return v.String()
	case reflect.Func:
		return !v.IsNil()
	case reflect.Array, reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = e.tree(v.Index(i))
		}
		return list
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return e.tree(v.Elem())
	case reflect.Interface:
		return e.interfaceTree(v)
	case reflect.Struct:
		return e.structTree(v)
	}
	return nil
}

func (e *Encoder) structTree(v reflect.Value) map[string]any {
	tree := map[string]any{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.IsExported() && f.Name != "UserData" && !isZero(v.Field(i)) {
			tree[f.Name] = e.tree(v.Field(i))
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
func (e *Encoder) interfaceTree(v reflect.Value) any {
	if v.IsNil() {
		return nil
	}
	value, types := v.Elem(), e.Effects
	if v.Type() == reflect.TypeFor[joint.Definition]() {
		value, types = value.Elem(), jointTypes()
	}
	tree := e.structTree(value)
	tree[kindKey] = typeName(types, value.Type())
	return tree
}

// Shape returns the tree of a shape.
func (e *Encoder) Shape(s shape.Support) any {
	s, angle, offset := shape.Placement(s)
	if s == nil {
		return nil
	}
	if p, ok := s.(shape.Polygon); ok {
		tree := map[string]any{kindKey: "polygon"}
		if p.Validate() == nil {
			tree["Points"], tree["Radius"] = e.Tree(p.Points()), p.SkinRadius()
		}
		return tree
	}
	if name := typeName(shapeTypes(), reflect.TypeOf(s)); name != "" {
		tree := e.structTree(reflect.ValueOf(s))
		tree[kindKey] = name
		return tree
	}
	tree := e.Shapes.tree(s)
	if angle != 0 || offset != (mgl64.Vec2{}) {
		tree["Angle"], tree["Offset"] = angle, e.Tree(offset)
	}
	return tree
}

// WrongTree is the error of a tree that does not fit a value.
func WrongTree(v reflect.Value, tree any) error {
	return fmt.Errorf("world: a recorded %T where a %v belongs: %w", tree, v.Type(), tape.ErrItem)
}

// Assign sets a value from a tree.
func (d *Decoder) Assign(v reflect.Value, tree any) error {
	if ok, err := d.Handle(v, tree); ok || err != nil {
		return err
	}
	switch v.Type() {
	case reflect.TypeFor[shape.Support]():
		s, err := d.shape(tree)
		if err == nil && s != nil {
			v.Set(reflect.ValueOf(s))
		}
		return err
	case reflect.TypeFor[joint.Constraint]():
		if on, _ := tree.(bool); on {
			v.Set(reflect.ValueOf(d.Constraint))
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Bool:
		return assignAs(v, tree, v.SetBool)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return assignInt(v, tree)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, ok := tree.(uint64)
		if !ok || v.OverflowUint(n) {
			return WrongTree(v, tree)
		}
		v.SetUint(n)
	case reflect.Float64:
		return assignAs(v, tree, v.SetFloat)
	case reflect.String:
		if b, ok := tree.([]byte); ok && !utf8.Valid(b) {
			v.SetString(string(b))
			return nil
		}
		return assignAs(v, tree, v.SetString)
	case reflect.Func:
		if on, _ := tree.(bool); on {
			return d.Function(v)
		}
	case reflect.Array, reflect.Slice:
		return d.assignList(v, tree)
	case reflect.Pointer:
		if tree == nil {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return d.Assign(v.Elem(), tree)
	case reflect.Interface:
		return d.assignInterface(v, tree)
	case reflect.Struct:
		return d.assignStruct(v, tree)
	default:
		return WrongTree(v, tree)
	}
	return nil
}

// assignAs sets v to a tree that must be a T.
func assignAs[T any](v reflect.Value, tree any, set func(T)) error {
	x, ok := tree.(T)
	if !ok {
		return WrongTree(v, tree)
	}
	set(x)
	return nil
}

func assignInt(v reflect.Value, tree any) error {
	n, ok := tree.(int64)
	if u, is := tree.(uint64); is && u <= math.MaxInt64 {
		n, ok = int64(u), true
	}
	if !ok || v.OverflowInt(n) {
		return WrongTree(v, tree)
	}
	v.SetInt(n)
	return nil
}

func (d *Decoder) assignList(v reflect.Value, tree any) error {
	list, ok := tree.([]any)
	if !ok || v.Kind() == reflect.Array && len(list) != v.Len() {
		return WrongTree(v, tree)
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	}
	for i, item := range list {
		if err := d.Assign(v.Index(i), item); err != nil {
			return err
		}
	}
	return nil
}

func (d *Decoder) assignStruct(v reflect.Value, tree any) error {
	fields, ok := tree.(map[any]any)
	if !ok {
		return WrongTree(v, tree)
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		item, ok := fields[f.Name]
		if !ok || !f.IsExported() {
			continue
		}
		if err := d.Assign(v.Field(i), item); err != nil {
			return err
		}
	}
	return nil
}

func (d *Decoder) assignInterface(v reflect.Value, tree any) error {
	if tree == nil {
		return nil
	}
	types := d.Effects
	if v.Type() == reflect.TypeFor[joint.Definition]() {
		types = jointTypes()
	}
	fields, _ := tree.(map[any]any)
	name, _ := fields[kindKey].(string)
	t, ok := types[name]
	if !ok {
		return WrongTree(v, tree)
	}
	value := reflect.New(t)
	if err := d.assignStruct(value.Elem(), tree); err != nil {
		return err
	}
	if v.Type() != reflect.TypeFor[joint.Definition]() {
		value = value.Elem()
	}
	v.Set(value)
	return nil
}

func (d *Decoder) shape(tree any) (shape.Support, error) {
	if tree == nil {
		return nil, nil
	}
	fields, _ := tree.(map[any]any)
	name, _ := fields[kindKey].(string)
	switch t, ok := shapeTypes()[name]; {
	case ok:
		value := reflect.New(t).Elem()
		err := d.assignStruct(value, tree)
		return value.Interface().(shape.Support), err
	case name == "polygon":
		var written Polygon
		if err := d.assignStruct(reflect.ValueOf(&written).Elem(), tree); err != nil {
			return nil, err
		}
		polygon, _ := written.Read() // one that was refused is refused again
		return polygon, nil
	case name == "custom":
		return d.Custom(tree)
	}
	return nil, fmt.Errorf("world: a recorded shape %q: %w", name, tape.ErrItem)
}
