package state

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// customShape holds the answers of a custom shape from its compilation. The code of the shape may
// panic, so a change of the world does not call it after its first effect.
type customShape struct {
	_           [0]func() // not comparable, so no program has code for a comparison
	offset      geom.Vec2 // of the shape's own frame in the frame of the body
	center      geom.Vec2 // of the bounding circle, from the offset
	bounds      geom.Box  // around the shape, from the offset, in the axes of the body
	innerRadius float64
	mass        shape.Mass // at the density of the collider, once SetMass was called
}

// describeCustom stores the answers of a shape that was just compiled about an origin.
func describeCustom(support shape.Support, c shape.Convex) customShape {
	_, _, offset := shape.Placement(support)
	box := shape.BoxOf(c, geom.IdentityTransform)
	return customShape{
		offset: geom.From(offset), center: c.Center.Sub(c.A),
		bounds:      geom.Box{Min: box.Min.Sub(c.A), Max: box.Max.Sub(c.A)},
		innerRadius: shape.InnerRadius(c),
	}
}

func (s *Colliders) customOf(slot ColliderSlot) *customShape {
	return &s.customs[s.Geometry[slot].First]
}

// IsCustom reports whether the shape of a collider is a shape of the game's own.
func (s *Colliders) IsCustom(slot ColliderSlot) bool {
	return s.Geometry[slot].Kind == shape.KindCustom
}

// Recenter compiles the shape of a collider about another origin. It runs no code of the game.
func (s *Colliders) Recenter(slot ColliderSlot, origin geom.Vec2) {
	g := &s.Geometry[slot]
	if s.IsCustom(slot) {
		x := s.customOf(slot)
		g.A = x.offset.Sub(origin)
		g.Center = g.A.Add(x.center)
		s.shapes++
		return
	}
	if err := s.Replace(slot, s.Meta[slot].Shape, origin); err != nil {
		panic("colliders: a collider lost its shape: " + err.Error())
	}
}

// BoundsOf returns a box around a collider, and runs no code of the game: the box around a
// custom shape is the part of the box of its bounding circle that lies in the box around the
// box of its own frame.
func (s *Colliders) BoundsOf(slot ColliderSlot, pose geom.Transform) geom.Box {
	g := &s.Geometry[slot]
	if !s.IsCustom(slot) {
		return shape.BoxOf(s.Convex(slot), pose)
	}
	x := s.customOf(slot)
	half, axis := x.bounds.Extents(), pose.R.X().Abs()
	center := pose.Apply(g.A.Add(x.bounds.Center()))
	turned := geom.Vec2{X: axis.Dot(half), Y: geom.Vec2{X: axis.Y, Y: axis.X}.Dot(half)}
	middle, r := pose.Apply(g.Center), geom.Vec2{X: g.BoundingRadius, Y: g.BoundingRadius}
	box := geom.Box{Min: center.Sub(turned).Max(middle.Sub(r)), Max: center.Add(turned).Min(middle.Add(r))}
	return geom.Box{Min: box.Min.Min(box.Max), Max: box.Max.Max(box.Min)}
}

// InnerRadius is shape.InnerRadius of a collider, and runs no code of the game.
func (s *Colliders) InnerRadius(slot ColliderSlot) float64 {
	if s.IsCustom(slot) {
		return s.customOf(slot).innerRadius
	}
	return shape.InnerRadius(s.Convex(slot))
}

// SetMass stores the mass of a collider at its density, from MassOf.
func (s *Colliders) SetMass(slot ColliderSlot, m shape.Mass) {
	if s.IsCustom(slot) {
		s.customOf(slot).mass = m
	}
}

// Mass returns the mass of a collider at its density, and runs no code of the game. The mass of a
// custom shape is the mass that SetMass stored.
func (s *Colliders) Mass(slot ColliderSlot) shape.Mass {
	if s.IsCustom(slot) {
		return s.customOf(slot).mass
	}
	meta := &s.Meta[slot]
	m, err := s.MassOf(meta.Shape, meta.MaterialAndDensity.Value().Density)
	if err != nil {
		panic("colliders: a collider lost its mass: " + err.Error())
	}
	return m
}
