package tiled

import (
	"strconv"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// pendingJoint is an object with the property "joint". The joint is made when all bodies are made.
type pendingJoint struct {
	layer   string
	element *objectElement
	object  Object
}

// place returns the joint's place in the file.
func (p *pendingJoint) place() level.Place {
	return level.Place{Layer: p.layer, Object: p.element.label()}
}

// addJoints makes the joints between objects.
func (b *builder) addJoints() error {
	for i := range b.joints {
		p := &b.joints[i]
		if err := b.addJoint(p); err != nil {
			at := p.place()
			at.File = b.m.file
			return located(at, err)
		}
	}
	return nil
}

// addJoint makes one joint at the place of its object.
func (b *builder) addJoint(p *pendingJoint) error {
	var j level.Joint
	for _, property := range p.element.Properties {
		if property.Type == "object" && property.value() == "0" {
			property.Value = "" // the editor's number of no object
		}
		known, err := j.Set(property.Name, property.value())
		if err != nil {
			return err
		}
		if !known {
			b.warnUnknown(p.place(), property.Name)
		}
	}
	sin, cos := geom.SinCos(p.object.Angle)
	turn := geom.Rot{C: cos, S: sin}
	j.At, j.To, j.Axis = p.object.Position, p.object.Position, mgl64.Vec2{cos, sin}
	if p.element.Polyline != nil {
		points, err := p.element.Polyline.points()
		if err != nil {
			return err
		}
		if len(points) > 1 {
			last := points[len(points)-1]
			j.To = j.At.Add(turn.Apply(geom.From(b.Vector(last[0], last[1]))).Mgl())
		}
	}
	_, err := b.AddJoint(p.place(), &j, b.bodyOf)
	return err
}

// remember notes the body of an object for joints. The first object of a name keeps the name.
func (b *builder) remember(o *Object) {
	if _, taken := b.byName[o.Name]; !taken {
		b.byName[o.Name] = o.Body
	}
	if _, taken := b.byID[o.ID]; !taken {
		b.byID[o.ID] = o.Body
	}
}

// bodyOf returns the body of an object by its name, or by its number, which the editor's references
// use.
func (b *builder) bodyOf(name string) (world.Body, bool) {
	if named, ok := b.byName[name]; ok {
		return named, true
	}
	id, err := strconv.Atoi(name)
	numbered, ok := b.byID[id]
	return numbered, ok && err == nil
}
