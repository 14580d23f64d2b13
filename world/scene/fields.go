package scene

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// Field describes a field of an object of a document, for a program that shows or edits documents.
type Field struct {
	Key      string   `json:"key"`
	Kind     string   `json:"kind"`              // number, integer, bits, flag, text, names, choice, point or points
	Unit     string   `json:"unit,omitempty"`    // of the numbers; empty for those without one
	Min      *float64 `json:"min,omitempty"`     // of each number; nil means none
	Max      *float64 `json:"max,omitempty"`     // of each number; nil means none
	Default  float64  `json:"default,omitempty"` // of a number that is left out, at a LengthUnit of 1
	Values   []string `json:"values,omitempty"`  // of a choice
	Required bool     `json:"required,omitempty"`
}

// Schema lists the fields of each kind of object, in the order of the document. Lists and nested
// objects are listed under their own kind.
type Schema struct {
	Scene     []Field            `json:"scene"`
	View      []Field            `json:"view"`
	World     []Field            `json:"world"`
	Material  []Field            `json:"material"`
	Body      []Field            `json:"body"`
	Mass      []Field            `json:"mass"`
	Collider  []Field            `json:"collider"` // without the fields of its shape
	Chain     []Field            `json:"chain"`
	Filter    []Field            `json:"filter"`
	Area      []Field            `json:"area"`
	Character []Field            `json:"character"` // without the fields of its run and its jump
	Run       []Field            `json:"run"`
	Jump      []Field            `json:"jump"`
	Shapes    map[string][]Field `json:"shapes"`  // by type; custom shapes are the game's
	Joints    map[string][]Field `json:"joints"`  // by type, with a and b
	Effects   map[string][]Field `json:"effects"` // by type
}

// Describe returns the fields of the format. It uses the same functions as Parse, so the two agree.
func Describe() *Schema {
	in := &surroundings{limits: Limits{}.normalized(), maxPosition: maxPosition, unit: 1}
	s := &Schema{Shapes: map[string][]Field{}, Joints: map[string][]Field{}, Effects: map[string][]Field{}}
	s.Scene = described("scene", new(Scene).walk)
	s.View = described("view", new(Camera).walk)
	s.World = described("world", func(f visitor) { walkConfig(f, new(world.Config)) })
	s.Material = described("material", func(f visitor) { walkMaterial(f, new(Material)) })
	s.Body = described("body", func(f visitor) { walkBody(f, &Body{Def: body.Def{Type: body.Dynamic}}, in) })
	s.Mass = described("mass", func(f visitor) { walkMass(f, new(world.MassData), in) })
	s.Collider = described("collider", func(f visitor) {
		f.text("material", new(string), MaxText)
		walkColliderDef(f, new(world.ColliderDef))
	})
	s.Chain = described("chain", func(f visitor) { walkChain(f, new(Chain), in) })
	s.Filter = described("filter", func(f visitor) { walkFilter(f, new(shape.Filter)) })
	s.Area = described("area", func(f visitor) { walkArea(f, new(Area), in) })
	s.Character = described("character", func(f visitor) { walkCharacter(f, new(Character), in) })
	s.Run = described("run", func(f visitor) { walkRun(f, new(character.Run)) })
	s.Jump = described("jump", func(f visitor) { walkJump(f, new(character.Jump)) })
	for _, support := range []shape.Support{
		shape.Circle{}, shape.Capsule{}, shape.Segment{}, shape.Box(1, 1), shape.RegularPolygon(3, 1), shape.Ellipse{},
		shape.HalfEllipse{}, shape.Sector{}, shape.HalfPlane{}, shape.ChainSegment{}, shape.Compound{},
	} {
		name := shapeName(support)
		s.Shapes[name] = withoutType(described(name, func(f visitor) { walkShape(f, &support, in) }))
	}
	for _, k := range jointKinds() {
		j := Joint{Def: k.zero}
		s.Joints[k.name] = withoutType(described(k.name, func(f visitor) { walkJoint(f, &j) }))
	}
	for _, effect := range []area.Effect{
		area.Gravity{}, area.PointGravity{}, area.Damping{}, area.Conveyor{}, area.Fluid{}, area.Wind{},
	} {
		name := effectName(effect)
		s.Effects[name] = withoutType(described(name, func(f visitor) { walkEffect(f, &effect, in) }))
	}
	return s
}

// withoutType leaves out the first field, the type that selects the list.
func withoutType(fields []Field) []Field { return fields[1:] }

// described collects the fields that a function of schema.go visits.
func described(kind string, walk func(visitor)) []Field {
	d := describer{kind: kind}
	walk(&d)
	return d.fields
}

// describer is the visitor that lists the fields.
type describer struct {
	kind   string
	fields []Field
}

func (d *describer) add(f Field) { d.fields = append(d.fields, f) }

func (d *describer) ranged(key, kind string, r numberRange) {
	f := Field{Key: key, Kind: kind, Unit: unitOf(d.kind, key), Default: cmp.Or(r.fallback, r.zeroMeans), Required: r.required}
	if !math.IsInf(r.min, 0) {
		f.Min = &r.min
	}
	if r.max > r.min {
		f.Max = &r.max
	}
	d.add(f)
}

func (d *describer) number(key string, _ *float64, r numberRange) { d.ranged(key, "number", r) }

func (d *describer) integer(key string, _ *int, limit int) {
	d.ranged(key, "integer", numberRange{max: float64(limit)})
}

func (d *describer) bits(key string, _ *uint64) { d.add(Field{Key: key, Kind: "bits"}) }

func (d *describer) flag(key string, _ *bool) { d.add(Field{Key: key, Kind: "flag"}) }

func (d *describer) text(key string, _ *string, _ int) { d.add(Field{Key: key, Kind: "text"}) }

func (d *describer) names(key string, _ *[]string, _ int) { d.add(Field{Key: key, Kind: "names"}) }

func (d *describer) choice(key string, _ *string, required bool, of ...string) {
	d.add(Field{Key: key, Kind: "choice", Values: of, Required: required})
}

func (d *describer) point(key string, _ *mgl64.Vec2, r numberRange) { d.ranged(key, "point", r) }

func (d *describer) points(key string, _ *[]mgl64.Vec2, r numberRange, _ int) {
	d.ranged(key, "points", r)
}

// Objects and lists are kinds of their own.
func (d *describer) object(string, bool, func(visitor)) {}

func (d *describer) list(string, int, int, func(int), func(int, visitor)) {}

func (d *describer) finish(func() error) {}

func (d *describer) fail(string, error) {}

func (d *describer) reading() bool { return false }
