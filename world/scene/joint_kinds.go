package scene

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Gear is the Def of a gear. A gear names no bodies: A and B of its Joint are
// empty.
type Gear struct {
	First, Second int // the joints that it couples, by their place in the scene, before its own

	joint.Gear
}

// definitions are zero definitions of the kinds that a document may hold. Documents know them by
// the names of their kinds, and errors list them in this order.
var definitions = zeroDefinitions()

func zeroDefinitions() (list []any) {
	for kind := joint.NoKind + 1; kind < joint.Kinds; kind++ {
		if kind != joint.KindGear && kind != joint.KindCustom {
			list = append(list, reflect.ValueOf(kind.New()).Elem().Interface())
		}
	}
	return append(list, Gear{})
}

// fieldRule is the rule for a field of a definition in a document.
type fieldRule struct {
	key    string // empty: the name of the field with a small first letter
	limits numberRange
}

// fieldRules holds the rules of numbers and points by the names of their fields.
var fieldRules = map[string]fieldRule{
	"Angle":             {limits: anyAngle},
	"AngularDamping":    {limits: nonNegativeRate},
	"AngularHertz":      {limits: nonNegativeRate},
	"AngularVelocity":   {limits: anyRate},
	"BreakForce":        {limits: nonNegativeAmount},
	"BreakTorque":       {limits: nonNegativeAmount},
	"Damping":           {limits: nonNegativeRate},
	"First":             {limits: numberRange{max: MaxJoints}},
	"Force":             {limits: nonNegativeAmount},
	"Hertz":             {limits: nonNegativeRate},
	"Length":            {limits: optionalLength},
	"LinearDamping":     {limits: nonNegativeRate},
	"LinearHertz":       {limits: nonNegativeRate},
	"LocalAnchorA":      {limits: localPosition},
	"LocalAnchorB":      {limits: localPosition},
	"LocalAngleA":       {limits: anyAngle},
	"LocalAngleB":       {limits: anyAngle},
	"LocalAxisA":        {limits: localPosition.asRequired()},
	"LocalGrooveA1":     {limits: localPosition},
	"LocalGrooveA2":     {limits: localPosition},
	"LocalTargetA":      {limits: worldPosition},
	"Lower":             {limits: anyAngle},
	"MaxForce":          {limits: nonNegativeAmount},
	"MaxLength":         {limits: optionalLength},
	"MaxMotorForce":     {limits: nonNegativeAmount},
	"MaxMotorTorque":    {limits: nonNegativeAmount},
	"MaxSpring":         {limits: nonNegativeAmount},
	"MaxSpringForce":    {limits: anyAmount},
	"MaxSpringTorque":   {limits: nonNegativeAmount},
	"MaxTorque":         {limits: nonNegativeAmount},
	"MaxVelocityForce":  {limits: nonNegativeAmount},
	"MaxVelocityTorque": {limits: nonNegativeAmount},
	"MinLength":         {limits: optionalLength},
	"MinSpringForce":    {limits: anyAmount},
	"MotorSpeed":        {limits: anyRate},
	"Phase":             {limits: anyAngle},
	"Ratio":             {limits: anyFactor},
	"Second":            {limits: numberRange{max: MaxJoints}},
	"Slack":             {limits: optionalLength},
	"SpringDamping":     {limits: nonNegativeRate},
	"SpringHertz":       {limits: nonNegativeRate},
	"Step":              {limits: numberRange{max: maxAngle}},
	"Stiffness":         {limits: nonNegativeAmount},
	"TargetAngle":       {limits: anyAngle},
	"TargetTranslation": {limits: localPosition},
	"Torque":            {limits: nonNegativeAmount},
	"Upper":             {limits: anyAngle},
	"Velocity":          {limits: anyRate},
	"WheelA":            {limits: worldPosition},
	"WheelB":            {limits: worldPosition},
}

// exceptions holds the rules of fields with another meaning in one struct.
var exceptions = map[string]fieldRule{
	"Prismatic.Lower":      {limits: localPosition},
	"Prismatic.Upper":      {limits: localPosition},
	"Wheel.Lower":          {limits: localPosition},
	"Wheel.Upper":          {limits: localPosition},
	"Pulley.Length":        {limits: numberRange{max: maxPosition}},
	"Pulley.Ratio":         {limits: nonNegativeFactor},
	"RotarySpring.Damping": {key: "springDamping", limits: nonNegativeAmount}, // the key damping belongs to joint.Base
}

// jointKind is a type of joint in a document.
type jointKind struct {
	name       string
	definition reflect.Type
	fields     []jointField
}

// jointField is a field of a definition or of a struct embedded in it.
type jointField struct {
	key    string
	index  []int
	limits numberRange
}

// jointKinds are the types that a document may name, and jointNames their names.
var jointKinds, jointNames = describeDefinitions()

func describeDefinitions() (kinds []jointKind, names []string) {
	for _, def := range definitions {
		k := jointKind{name: definitionOf(def).Kind().String(), definition: reflect.TypeOf(def)}
		k.fields = appendFields(nil, k.definition, nil)
		kinds, names = append(kinds, k), append(names, k.name)
	}
	return kinds, names
}

// appendFields appends the fields of a definition in the order of the document: the order
// of the struct, with the fields of an embedded struct in its place.
func appendFields(dst []jointField, definition reflect.Type, parent []int) []jointField {
	for i := range definition.NumField() {
		f := definition.Field(i)
		index := append(parent[:len(parent):len(parent)], i)
		if f.Anonymous {
			dst = appendFields(dst, f.Type, index)
			continue
		}
		if f.Name == "UserData" { // the game's own
			continue
		}
		rule, ok := exceptions[definition.Name()+"."+f.Name]
		if !ok {
			rule, ok = fieldRules[f.Name]
		}
		if !ok && f.Type.Kind() != reflect.Bool && f.Type.Kind() != reflect.Func {
			panic("scene: no rule for the field " + f.Name + " of " + definition.String())
		}
		if rule.key == "" {
			rule.key = strings.ToLower(f.Name[:1]) + f.Name[1:]
		}
		dst = append(dst, jointField{rule.key, index, rule.limits})
	}
	return dst
}

// kindOf returns the type of joint of a definition, or nil if documents have no such type.
func kindOf(def any) *jointKind {
	for i := range jointKinds {
		if jointKinds[i].definition == reflect.TypeOf(def) {
			return &jointKinds[i]
		}
	}
	return nil
}

// definitionOf returns a pointer to a copy of a definition.
func definitionOf(def any) joint.Definition {
	p := reflect.New(reflect.TypeOf(def))
	p.Elem().Set(reflect.ValueOf(def))
	return p.Interface().(joint.Definition)
}

// walk visits the fields of a joint's definition. Without one they have their zeros.
func (k *jointKind) walk(f visitor, j *Joint) {
	p := reflect.New(k.definition)
	if reflect.TypeOf(j.Def) == k.definition {
		p.Elem().Set(reflect.ValueOf(j.Def))
	}
	for i := range k.fields {
		k.fields[i].visit(f, p.Elem())
	}
	f.finish(p.Interface().(joint.Definition).Validate)
	if f.reading() {
		j.Def = p.Elem().Interface()
	}
}

func (x *jointField) visit(f visitor, definition reflect.Value) {
	field := definition.FieldByIndex(x.index)
	switch p := field.Addr().Interface().(type) {
	case *float64:
		f.number(x.key, p, x.limits)
	case *int:
		f.integer(x.key, p, int(x.limits.max))
	case *bool:
		f.flag(x.key, p)
	case *mgl64.Vec2:
		f.point(x.key, p, x.limits)
	case *joint.ForceLaw:
		if *p != nil {
			f.fail(x.key, fmt.Errorf("a function %w", ErrNotInScene))
		}
	default:
		panic("scene: a definition has a field of type " + field.Type().String())
	}
}
