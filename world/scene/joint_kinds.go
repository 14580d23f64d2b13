package scene

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Gear is the Def of a gear. A gear names no bodies: A and B of its Joint are
// empty.
type Gear struct {
	First, Second int // the joints that it couples, by their place in the scene, before its own

	joint.Gear
}

// fieldRule is the rule for a field of a definition in a document.
type fieldRule struct {
	key    string // empty: the name of the field with a small first letter
	limits numberRange
}

// fieldRules returns the ranges of numbers and points by the names of their fields.
func fieldRules() map[string]numberRange {
	return map[string]numberRange{
		"Angle":             anyAngle,
		"AngularDamping":    nonNegativeRate,
		"AngularHertz":      nonNegativeRate,
		"AngularVelocity":   anyRate,
		"BreakForce":        nonNegativeAmount,
		"BreakTorque":       nonNegativeAmount,
		"Damping":           nonNegativeRate,
		"First":             {max: MaxJoints},
		"Force":             nonNegativeAmount,
		"Hertz":             nonNegativeRate,
		"Length":            optionalLength,
		"LinearDamping":     nonNegativeRate,
		"LinearHertz":       nonNegativeRate,
		"LocalAnchorA":      localPosition,
		"LocalAnchorB":      localPosition,
		"LocalAngleA":       anyAngle,
		"LocalAngleB":       anyAngle,
		"LocalAxisA":        localPosition.asRequired(),
		"LocalGrooveA1":     localPosition,
		"LocalGrooveA2":     localPosition,
		"LocalTargetA":      worldPosition,
		"Lower":             anyAngle,
		"MaxForce":          nonNegativeAmount,
		"MaxLength":         optionalLength,
		"MaxMotorForce":     nonNegativeAmount,
		"MaxMotorTorque":    nonNegativeAmount,
		"MaxSpring":         nonNegativeAmount,
		"MaxSpringForce":    anyAmount,
		"MaxSpringTorque":   nonNegativeAmount,
		"MaxTorque":         nonNegativeAmount,
		"MaxVelocityForce":  nonNegativeAmount,
		"MaxVelocityTorque": nonNegativeAmount,
		"MinLength":         optionalLength,
		"MinSpringForce":    anyAmount,
		"MotorSpeed":        anyRate,
		"Phase":             anyAngle,
		"Ratio":             anyFactor,
		"Second":            {max: MaxJoints},
		"Slack":             optionalLength,
		"SpringDamping":     nonNegativeRate,
		"SpringHertz":       nonNegativeRate,
		"Step":              {max: maxAngle},
		"Stiffness":         nonNegativeAmount,
		"TargetAngle":       anyAngle,
		"TargetTranslation": localPosition,
		"Torque":            nonNegativeAmount,
		"Upper":             anyAngle,
		"Velocity":          anyRate,
		"WheelA":            worldPosition,
		"WheelB":            worldPosition,
	}
}

// exceptions returns the rules of fields with another meaning in one struct.
func exceptions() map[string]fieldRule {
	return map[string]fieldRule{
		"Prismatic.Lower":      {limits: localPosition},
		"Prismatic.Upper":      {limits: localPosition},
		"Wheel.Lower":          {limits: localPosition},
		"Wheel.Upper":          {limits: localPosition},
		"Pulley.Length":        {limits: numberRange{max: maxPosition}},
		"Pulley.Ratio":         {limits: nonNegativeFactor},
		"RotarySpring.Damping": {key: "springDamping", limits: nonNegativeAmount}, // the key damping belongs to joint.Base
	}
}

// jointKind is a type of joint in a document.
type jointKind struct {
	name   string
	zero   any // a definition
	fields []jointField
}

// jointField is a field of a definition or of a struct embedded in it.
type jointField struct {
	key    string
	index  []int
	limits numberRange
}

// jointTable has the types that a document may name, in the order in which errors list them. It is
// made by its first use, so that a program without documents links none of it.
var jointTable struct {
	once  sync.Once
	kinds []jointKind
	names []string
}

func jointKinds() []jointKind {
	jointTable.once.Do(describeDefinitions)
	return jointTable.kinds
}

func jointNames() []string {
	jointTable.once.Do(describeDefinitions)
	return jointTable.names
}

func describeDefinitions() {
	r := rules{fieldRules(), exceptions()}
	describe := func(zero any) {
		k := jointKind{name: Joint{Def: zero}.Definition().Kind().String(), zero: zero}
		k.fields = r.appendFields(nil, reflect.TypeOf(zero), nil)
		jointTable.kinds, jointTable.names = append(jointTable.kinds, k), append(jointTable.names, k.name)
	}
	for kind := joint.NoKind + 1; kind < joint.Kinds; kind++ {
		if kind != joint.KindGear && kind != joint.KindCustom {
			describe(reflect.ValueOf(kind.New()).Elem().Interface())
		}
	}
	describe(Gear{})
}

// rules are the fieldRules and the exceptions.
type rules struct {
	fields     map[string]numberRange
	exceptions map[string]fieldRule
}

// appendFields appends the fields of a definition in the order of the document: the order
// of the struct, with the fields of an embedded struct in its place.
func (r rules) appendFields(dst []jointField, definition reflect.Type, parent []int) []jointField {
	for i := range definition.NumField() {
		f := definition.Field(i)
		index := append(parent[:len(parent):len(parent)], i)
		if f.Anonymous {
			dst = r.appendFields(dst, f.Type, index)
			continue
		}
		if f.Name == "UserData" { // the game's own
			continue
		}
		rule, ok := r.exceptions[definition.Name()+"."+f.Name]
		if !ok {
			rule.limits, ok = r.fields[f.Name]
		}
		if !ok && f.Type.Kind() != reflect.Bool && f.Type.Kind() != reflect.Func {
			panic("scene: no rule for the field " + f.Name + " of " + definition.String())
		}
		rule.key = cmp.Or(rule.key, strings.ToLower(f.Name[:1])+f.Name[1:])
		dst = append(dst, jointField{rule.key, index, rule.limits})
	}
	return dst
}

// kindOf returns the type of joint of a definition, or nil if documents have no such type.
func kindOf(def any) *jointKind {
	kinds := jointKinds()
	for i := range kinds {
		if reflect.TypeOf(kinds[i].zero) == reflect.TypeOf(def) {
			return &kinds[i]
		}
	}
	return nil
}

// Definition returns a pointer to a copy of Def, as World.CreateJoint of package world takes it.
func (j Joint) Definition() joint.Definition {
	p := reflect.New(reflect.TypeOf(j.Def))
	p.Elem().Set(reflect.ValueOf(j.Def))
	return p.Interface().(joint.Definition)
}

// walk visits the fields of a joint's definition. Without one they have their zeros.
func (k *jointKind) walk(f visitor, j *Joint) {
	definition := reflect.TypeOf(k.zero)
	p := reflect.New(definition)
	if reflect.TypeOf(j.Def) == definition {
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

// walkJoint describes a joint. The first field names the kind, which knows the rest.
func walkJoint(f visitor, j *Joint) {
	name := ""
	if k := kindOf(j.Def); k != nil {
		name = k.name
	}
	f.choice("type", &name, true, jointNames()...)
	f.text("a", &j.A, MaxText)
	f.text("b", &j.B, MaxText)
	kinds := jointKinds()
	for i := range kinds {
		if k := &kinds[i]; k.name == name {
			k.walk(f, j)
			return
		}
	}
	f.fail("type", fmt.Errorf("%T %w", j.Def, ErrNotInScene))
}

// checkGear checks the joints that a gear couples: they are earlier in the list, turn or slide, and
// move different bodies.
func (s *Scene) checkGear(first *firstError, at *docPath, i int, g *Gear) {
	var movedBodies [2]string
	for k, j := range [2]int{g.First, g.Second} {
		field := at.field([2]string{"first", "second"}[k])
		if j >= i {
			first.record(field, fmt.Errorf("%d %w: must be a joint before this", j, geom.ErrOutOfRange))
			return
		}
		switch s.Joints[j].Def.(type) {
		case joint.Revolute, joint.Prismatic:
			movedBodies[k] = s.Joints[j].B
		case nil: // an error of its own
			return
		default:
			first.record(field, fmt.Errorf("%d %w: must be revolute or prismatic", j, geom.ErrOutOfRange))
			return
		}
	}
	if movedBodies[0] == movedBodies[1] {
		first.record(at.field("second"), fmt.Errorf("%q %w", shorten(movedBodies[1]), world.ErrSameBody))
	}
	if s.Joints[i].A != "" || s.Joints[i].B != "" {
		first.record(at.field("a"), fmt.Errorf("%q %w: a gear names joints", shorten(s.Joints[i].A+s.Joints[i].B), geom.ErrOutOfRange))
	}
}
