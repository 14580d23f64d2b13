package bodies

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// PartsOf returns the parts of a compound, and whether the shape is one.
func PartsOf(s shape.Support) ([]shape.Support, bool) {
	switch c := s.(type) {
	case shape.Compound:
		return c.Parts, true
	case *shape.Compound:
		if c != nil {
			return c.Parts, true
		}
	}
	return nil, false
}

// ShapeOf returns the shape of a collider, with all its parts.
func (b *Builder) ShapeOf(whole state.ColliderSlot) shape.Support {
	if b.p.Shapes.Link[whole].Flags&state.ColliderPart == 0 {
		return b.p.Shapes.Meta[whole].Shape
	}
	var c shape.Compound
	for p := uint32(whole); p != state.None; p = b.p.Shapes.NextPart(p) {
		c.Parts = append(c.Parts, b.p.Shapes.Meta[p].Shape)
	}
	return c
}

// attachParts creates a collider of several parts.
func (b *Builder) attachParts(slot state.BodySlot, parts []shape.Support, def *Collider) (state.ColliderSlot, error) {
	if err := (shape.Compound{Parts: parts}).Validate(); err != nil {
		return 0, err
	}
	added, err := b.addParts(slot, parts, def)
	if err != nil {
		return 0, err
	}
	whole := added[0]
	for _, c := range added {
		b.joinPart(c, whole)
	}
	if b.p.Bodies.Meta[slot].Type == body.Dynamic {
		b.UpdateMass(slot)
	} else {
		b.extendExtents(slot, b.p.Shapes.Link[whole].Next)
	}
	b.insertWhole(whole, def.Quiet)
	return whole, nil
}

// addParts creates the colliders of parts at the head of their body's list. They do not form a
// whole yet and have no boxes. It creates all or none, because a custom shape may return an error
// or panic.
func (b *Builder) addParts(slot state.BodySlot, parts []shape.Support, def *Collider) ([]state.ColliderSlot, error) {
	var added []state.ColliderSlot
	done := false
	defer func() {
		if !done {
			for _, c := range added {
				b.forgetCollider(c)
			}
		}
	}()
	own := *def
	for i, part := range parts {
		own.Mass = shape.Mass{}
		if own.Surface.Density > 0 && b.p.Bodies.Meta[slot].Type == body.Dynamic {
			var err error
			if own.Mass, err = b.MassOf(part, own.Surface.Density); err != nil {
				return nil, inPart(err, i)
			}
		}
		c, err := b.addCollider(slot, part, &own)
		if err != nil {
			return nil, inPart(err, i)
		}
		added = append(added, c)
		own.UserData, own.Surface.CrushThreshold = nil, 0
	}
	done = true
	return added, nil
}

// inPart names the part of a compound in an error.
func inPart(err error, i int) error { return geom.InField(err, fmt.Sprintf("Parts[%d]", i)) }

// joinPart makes a collider a part of a compound.
func (b *Builder) joinPart(c, whole state.ColliderSlot) {
	if b.p.Shapes.Link[c].Flags&state.ColliderPart == 0 {
		b.p.Shapes.Link[c].Flags |= state.ColliderPart
		b.p.CountFlags(state.ColliderPart, +1)
	}
	b.p.Shapes.Meta[c].Chain = uint32(whole)
}

// separatePart undoes joinPart.
func (b *Builder) separatePart(c state.ColliderSlot) {
	if b.p.Shapes.Link[c].Flags&state.ColliderPart != 0 {
		b.p.Shapes.Link[c].Flags &^= state.ColliderPart
		b.p.CountFlags(state.ColliderPart, -1)
		b.p.Shapes.Meta[c].Chain = state.None
	}
}

// eachPart calls a function for each part of a collider, unless the body is disabled.
func (b *Builder) eachPart(whole state.ColliderSlot, visit func(state.BodySlot, state.ColliderSlot)) {
	owner := b.p.Shapes.OwnerOf(whole)
	if b.p.Bodies.Meta[owner].Disabled {
		return
	}
	for p := uint32(whole); p != state.None; p = b.p.Shapes.NextPart(p) {
		visit(owner, state.ColliderSlot(p))
	}
}

// insertWhole adds the boxes of a collider with all its parts, unless the body is disabled. It
// wakes the bodies that sleep there, unless it is quiet.
func (b *Builder) insertWhole(whole state.ColliderSlot, quiet bool) {
	b.eachPart(whole, func(owner state.BodySlot, part state.ColliderSlot) {
		if b.insertProxy(owner, part); !quiet {
			b.links.WakeUnder(part)
		}
	})
}

// removeBoxes ends the contacts of a collider with all its parts and takes them out of the
// broadphase, unless the body is disabled.
func (b *Builder) removeBoxes(whole state.ColliderSlot) { b.eachPart(whole, b.removeProxy) }

// RemoveWhole is RemoveCollider for a collider with all its parts. The first part goes last: until
// then the events of the other parts name it. It updates the body's mass and extents.
func (b *Builder) RemoveWhole(whole state.ColliderSlot) {
	slot, removed := b.p.Shapes.OwnerOf(whole), noExtents
	for p := uint32(whole); p != state.None; p = b.p.Shapes.NextPart(p) {
		b.addExtentsOf(&removed, p)
	}
	c := b.p.Shapes.LastPart(whole)
	for c != whole {
		next := state.ColliderSlot(b.p.Shapes.Link[c].Next)
		b.RemoveCollider(c)
		c = next
	}
	b.RemoveCollider(whole)
	if b.p.Bodies.Meta[slot].Type == body.Dynamic {
		b.UpdateMass(slot)
	} else {
		b.reduceExtents(slot, removed)
	}
}

// ReplaceParts replaces the shape of a collider if the old or the new shape is a compound. The
// definition is the collider's current one with the density of the new shape.
func (b *Builder) ReplaceParts(whole state.ColliderSlot, s shape.Support, def *Collider) error {
	parts, isCompound := PartsOf(s)
	if isCompound {
		if err := (shape.Compound{Parts: parts}).Validate(); err != nil {
			return err
		}
	} else {
		parts = []shape.Support{s}
	}
	owner, surface := b.p.Shapes.OwnerOf(whole), def.Surface
	own := *def
	own.UserData, own.Surface.CrushThreshold = nil, 0
	added, err := b.addParts(owner, parts, &own)
	if err != nil {
		return err
	}
	b.links.WakeTouching(owner)
	b.links.Wake(owner)
	b.removeBoxes(whole)
	for c := b.p.Shapes.LastPart(whole); c != whole; c = b.p.Shapes.LastPart(whole) {
		b.forgetCollider(c)
	}
	b.p.Shapes.SwapShapes(whole, added[0])
	b.forgetCollider(added[0])
	b.p.Shapes.SetMaterialAndDensity(whole, surface)
	b.separatePart(whole)
	if isCompound {
		b.joinPart(whole, whole)
	}
	for _, c := range added[1:] {
		b.unlistCollider(c)
		b.listCollider(owner, c, uint32(b.p.Shapes.LastPart(whole)))
		b.joinPart(c, whole)
	}
	b.UpdateMass(owner)
	b.insertWhole(whole, false)
	return nil
}

// SetMaterial changes the material of a collider and of all its parts in the tables.
func (b *Builder) SetMaterial(whole state.ColliderSlot, m shape.Material) {
	for p := uint32(whole); p != state.None; p = b.p.Shapes.NextPart(p) {
		value := b.p.Shapes.Meta[p].MaterialAndDensity.Value()
		value.Material = m
		b.p.Shapes.SetMaterialAndDensity(state.ColliderSlot(p), value)
	}
}
