package ldtk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Entity is an entity of a level.
type Entity struct {
	Identifier, IID string
	Level, Layer    string
	Tags            []string
	Position        mgl64.Vec2 // of its pivot, m
	Center, Size    mgl64.Vec2 // of its rectangle, m
	Body            world.Body // none without the field body
	Fields          map[string]Field
}

// Field is the value of a field: its type in the editor and its JSON, which is null where the
// field is not set.
type Field struct {
	Type string
	JSON json.RawMessage
}

// Text returns the value as a text: the iid of the entity for a reference, and an empty text for
// null.
func (f Field) Text() string {
	var text string
	if json.Unmarshal(f.JSON, &text) == nil {
		return text
	}
	var reference struct {
		IID string `json:"entityIid"`
	}
	if json.Unmarshal(f.JSON, &reference) == nil && reference.IID != "" {
		return reference.IID
	}
	return string(f.JSON)
}

// Into decodes the value as encoding/json does.
func (f Field) Into(value any) error { return json.Unmarshal(f.JSON, value) }

// maxFields bounds the fields of an entity.
const maxFields = 256

// pendingJoint is an entity with the field "joint". The joint is made when all bodies are made.
type pendingJoint struct {
	here  *levelObject
	layer *layerObject
	e     *entityObject
	out   Entity
}

func (b *builder) addEntities() error {
	for i := range b.layer.Entities {
		e := &b.layer.Entities[i]
		if err := b.addEntity(e); err != nil {
			return b.fail(e.label(), err)
		}
	}
	return nil
}

// name returns the name of a field in lower case, like the known names.
func (f *fieldObject) name() string { return strings.ToLower(f.Identifier) }

// field returns the value of a field that is set.
func (e *entityObject) field(name string) (Field, bool) {
	for i := range e.Fields {
		if f := &e.Fields[i]; f.name() == name && len(f.Value) > 0 && string(f.Value) != "null" {
			return Field{f.Type, f.Value}, true
		}
	}
	return Field{}, false
}

// addEntity makes the body of an entity, notes a joint, or only lists it.
func (b *builder) addEntity(e *entityObject) error {
	if len(e.Fields) > maxFields {
		return fmt.Errorf("%w: %d fields", ErrTooLarge, len(e.Fields))
	}
	if err := b.Work(1 + len(e.Fields)); err != nil {
		return err
	}
	if !inRange(e.Position[0], e.Position[1], e.Width, e.Height, e.Pivot[0], e.Pivot[1]) {
		return fmt.Errorf("%w: place %v, size %v, %v, pivot %v", ErrFormat, e.Position, e.Width, e.Height, e.Pivot)
	}
	out := Entity{
		Identifier: e.Identifier, IID: e.IID, Level: b.here.Identifier, Layer: b.layer.Identifier, Tags: e.Tags,
		Position: b.point(e.Position[0], e.Position[1]), Fields: map[string]Field{},
		Size: mgl64.Vec2{float64(e.Width / b.PixelsPerUnit), float64(e.Height / b.PixelsPerUnit)},
	}
	toCenter := b.Vector(float64((0.5-e.Pivot[0])*e.Width), float64((0.5-e.Pivot[1])*e.Height))
	out.Center = out.Position.Add(toCenter)
	for _, f := range e.Fields {
		out.Fields[f.Identifier] = Field{f.Type, f.Value}
	}
	_, isJoint := e.field("joint")
	_, isBody := e.field("body")
	var err error
	switch {
	case b.options.Spawn[e.Identifier] != nil:
	case isJoint:
		b.joints = append(b.joints, pendingJoint{b.here, b.layer, e, out})
	case isBody:
		err = b.addBody(e, &out, toCenter)
	default:
		b.warnIdle(e)
	}
	b.level.Entities = append(b.level.Entities, out)
	return err
}

// warnIdle warns of body fields of an entity that has no body.
func (b *builder) warnIdle(e *entityObject) {
	surface := level.NewSurface()
	for i := range e.Fields {
		f := &e.Fields[i]
		if slices.Contains(b.options.Fields, f.Identifier) {
			continue
		}
		ofBody, _ := level.SetBody(new(body.Def), f.name(), "")
		ofSurface, _ := surface.Set(f.name(), "")
		if (ofBody || ofSurface) && f.name() != "body" {
			b.Warn(b.place(e.label()), "field %q has no effect without the field body", f.Identifier)
		}
	}
}

func (b *builder) addBody(e *entityObject, out *Entity, center mgl64.Vec2) error {
	def := body.Def{Position: out.Position, Name: e.Identifier}
	surface := level.NewSurface()
	form := "box"
	for i := range e.Fields {
		f := &e.Fields[i]
		value, set := e.field(f.name())
		if !set {
			continue
		}
		if f.name() == "shape" {
			form = strings.ToLower(value.Text())
			continue
		}
		known, err := level.SetBody(&def, f.name(), value.lower(f.name()))
		if err == nil && !known {
			known, err = surface.Set(f.name(), value.Text())
		}
		if err != nil {
			return err
		}
		if !known {
			b.WarnUnknown(b.place(e.label()), "field", f.Identifier)
		}
	}
	half := out.Size.Mul(0.5)
	var s shape.Support
	switch {
	case e.Width <= 0 || e.Height <= 0:
		b.Warn(b.place(e.label()), "a rectangle of %v by %v has no body", e.Width, e.Height)
		return nil
	case form == "box":
		s = shape.OffsetBox(half[0], half[1], center, 0)
	case form == "ellipse" && half[0] == half[1]:
		s = shape.Circle{Center: center, Radius: half[0]}
	case form == "ellipse":
		s = shape.Ellipse{Center: center, RX: half[0], RY: half[1]}
	case form == "capsule":
		r := min(half[0], half[1])
		reach := mgl64.Vec2{half[0] - r, half[1] - r}
		s = shape.Capsule{A: center.Sub(reach), B: center.Add(reach), Radius: r}
	default:
		return fmt.Errorf("%w: shape %q is none of box, ellipse, capsule", ErrFormat, form)
	}
	made, err := b.AddBody(world.BodyParts{Def: def, Colliders: []world.ColliderParts{{Shape: s, Def: surface.Collider()}}})
	if err != nil {
		return err
	}
	out.Body = made
	for _, name := range [2]string{e.IID, e.Identifier} {
		if _, taken := b.bodies[name]; !taken {
			b.bodies[name] = out.Body
		}
	}
	return nil
}

// lower returns the text of a field in lower case, because names of enums have capitals in the
// editor.
func (f Field) lower(name string) string {
	if name == "body" {
		return strings.ToLower(f.Text())
	}
	return f.Text()
}

func (b *builder) addJoints() error {
	for _, p := range b.joints {
		b.here, b.layer = p.here, p.layer
		if err := b.addJoint(&p); err != nil {
			return b.fail(p.e.label(), err)
		}
	}
	return nil
}

func (b *builder) addJoint(p *pendingJoint) error {
	j := level.Joint{At: p.out.Position, To: p.out.Position, Axis: mgl64.Vec2{1, 0}}
	for i := range p.e.Fields {
		f := &p.e.Fields[i]
		value, set := p.e.field(f.name())
		if !set {
			continue
		}
		if f.name() == "to" {
			var err error
			if j.To, err = b.gridPoint(value); err != nil {
				return err
			}
			continue
		}
		known, err := j.Set(f.name(), value.Text())
		if err != nil {
			return err
		}
		if !known {
			b.WarnUnknown(b.place(p.e.label()), "field", f.Identifier)
		}
	}
	j.Kind = strings.ToLower(j.Kind)
	_, err := b.AddJoint(b.place(p.e.label()), &j, func(name string) (world.Body, bool) {
		named, ok := b.bodies[name]
		return named, ok
	})
	return err
}

// gridPoint returns the middle of the cell of a field of type Point.
func (b *builder) gridPoint(f Field) (mgl64.Vec2, error) {
	var cell struct {
		X *float64 `json:"cx"`
		Y *float64 `json:"cy"`
	}
	if f.Into(&cell) != nil || cell.X == nil || cell.Y == nil || !inRange(*cell.X, *cell.Y) {
		return mgl64.Vec2{}, fmt.Errorf("%w: field \"to\": %.40s is not a point", ErrFormat, f.JSON)
	}
	size := b.layer.GridSize
	return b.point(float64((*cell.X+0.5)*size), float64((*cell.Y+0.5)*size)), nil
}

// spawn calls the functions of the game.
func (b *builder) spawn() error {
	for _, e := range b.level.Entities {
		call := b.options.Spawn[e.Identifier]
		if call == nil {
			continue
		}
		if err := call(e); err != nil {
			return located(level.Place{File: b.p.file, Level: e.Level, Layer: e.Layer, Entity: e.Identifier}, err)
		}
	}
	return nil
}
