package world

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// Compounds.
//
// A shape.Compound is one collider of the game: one handle, one begin and end of contact with another
// collider, one visit of a sensor, one hit. In the tables each part is a collider of its own, with
// the material, filter and flags of the whole. The first part has the identity that the game knows,
// the user data and the CrushThreshold. Doors turn a part into the whole (colliderAt), and a change
// of the whole into one of all parts (Colliders.NextPart).

// partsOf returns the parts of a compound, and whether the shape is one.
func partsOf(s shape.Support) ([]shape.Support, bool) {
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

// shapeOf returns the shape of a collider, with all its parts.
func (w *World) shapeOf(whole state.ColliderSlot) shape.Support {
	if w.shapes.Link[whole].Flags&state.ColliderPart == 0 {
		return w.shapes.Meta[whole].Shape
	}
	var c shape.Compound
	for p := uint32(whole); p != state.None; p = w.shapes.NextPart(p) {
		c.Parts = append(c.Parts, w.shapes.Meta[p].Shape)
	}
	return c
}

// isOf reports whether a contact is one of a collider or of its parts.
func (w *World) isOf(pair *state.ContactPair, whole state.ColliderSlot) bool {
	return w.shapes.WholeOf(state.ColliderSlot(pair.ColliderA)) == whole || w.shapes.WholeOf(state.ColliderSlot(pair.ColliderB)) == whole
}

// attachParts makes a collider of several parts.
func (w *World) attachParts(slot state.BodySlot, parts []shape.Support, def *ColliderDef, density float64) (Collider, error) {
	if err := (shape.Compound{Parts: parts}).Validate(); err != nil {
		return Collider{}, err
	}
	added, err := w.addParts(slot, parts, def, density)
	if err != nil {
		return Collider{}, err
	}
	whole := added[0]
	for _, c := range added {
		w.joinPart(c, whole)
	}
	w.updateMass(slot)
	w.insertWhole(whole)
	return w.colliderAt(whole), nil
}

// addParts makes the colliders of parts at the head of their body's list. They are no whole yet, and
// have no boxes. It makes all or none: a shape of the game's own may refuse or panic.
func (w *World) addParts(slot state.BodySlot, parts []shape.Support, def *ColliderDef, density float64) ([]state.ColliderSlot, error) {
	var added []state.ColliderSlot
	done := false
	defer func() {
		if !done {
			for _, c := range added {
				w.forgetCollider(c)
			}
		}
	}()
	own := *def
	for i, part := range parts {
		c, err := w.addCollider(slot, part, &own, state.None, density)
		if err != nil {
			return nil, inField(err, "Parts[%d]", i)
		}
		added = append(added, c)
		own.UserData, own.CrushThreshold = nil, 0
		if density > 0 {
			mass, err := w.massOf(part, density)
			if err != nil {
				return nil, inField(err, "Parts[%d]", i)
			}
			w.shapes.SetMass(c, mass)
		}
	}
	done = true
	return added, nil
}

// joinPart makes a collider a part of a compound.
func (w *World) joinPart(c, whole state.ColliderSlot) {
	if w.shapes.Link[c].Flags&state.ColliderPart == 0 {
		w.shapes.Link[c].Flags |= state.ColliderPart
		w.countListeners(state.ColliderPart, +1)
	}
	w.shapes.Meta[c].Chain = uint32(whole)
	w.updateHitListener(c)
}

// insertWhole adds the boxes of a collider with all its parts, unless the body is disabled.
func (w *World) insertWhole(whole state.ColliderSlot) {
	owner := w.ownerOf(whole)
	if w.bodies.Meta[owner].Disabled {
		return
	}
	for p := uint32(whole); p != state.None; p = w.shapes.NextPart(p) {
		w.insertProxy(owner, state.ColliderSlot(p))
		w.wakeUnder(state.ColliderSlot(p))
	}
}

// removeWhole is removeCollider for a collider with all its parts. The first goes last: until then
// the events of the others name it.
func (w *World) removeWhole(whole state.ColliderSlot) {
	c := w.shapes.LastPart(whole)
	for c != whole {
		next := state.ColliderSlot(w.shapes.Link[c].Next)
		w.removeCollider(c)
		c = next
	}
	w.removeCollider(whole)
}

// replaceParts is SetShape for a collider that is a compound or becomes one.
func (w *World) replaceParts(whole state.ColliderSlot, s shape.Support) error {
	parts, isCompound := partsOf(s)
	if isCompound {
		if err := (shape.Compound{Parts: parts}).Validate(); err != nil {
			return err
		}
	} else {
		parts = []shape.Support{s}
	}
	owner, def := w.ownerOf(whole), w.definitionOf(whole)
	sd := w.shapes.Meta[whole].MaterialAndDensity.Value()
	if sd.Mass > 0 {
		var err error
		if sd.Density, err = w.densityFor(s, sd.Mass); err != nil {
			return err
		}
	}
	def.UserData, def.CrushThreshold = nil, 0
	added, err := w.addParts(owner, parts, &def, sd.Density)
	if err != nil {
		return err
	}
	w.wakeTouching(owner)
	w.wake(owner)
	w.removeBoxes(whole)
	for c := w.shapes.LastPart(whole); c != whole; c = w.shapes.LastPart(whole) {
		w.forgetCollider(c)
	}
	w.shapes.SwapShapes(whole, added[0])
	w.forgetCollider(added[0])
	w.shapes.Meta[whole].MaterialAndDensity = sd.Handle()
	w.separatePart(whole)
	if isCompound {
		w.joinPart(whole, whole)
	}
	for _, c := range added[1:] {
		w.unlistCollider(c)
		w.listCollider(owner, c, uint32(w.shapes.LastPart(whole)))
		w.joinPart(c, whole)
	}
	w.shapeChanges++
	w.updateMass(owner)
	w.insertWhole(whole)
	return nil
}

// separatePart undoes joinPart.
func (w *World) separatePart(c state.ColliderSlot) {
	if w.shapes.Link[c].Flags&state.ColliderPart != 0 {
		w.shapes.Link[c].Flags &^= state.ColliderPart
		w.countListeners(state.ColliderPart, -1)
		w.shapes.Meta[c].Chain = state.None
	}
}

// removeBoxes ends the contacts of a collider with all its parts and takes them out of the
// broadphase, unless the body is disabled.
func (w *World) removeBoxes(whole state.ColliderSlot) {
	owner := w.ownerOf(whole)
	if w.bodies.Meta[owner].Disabled {
		return
	}
	for p := uint32(whole); p != state.None; p = w.shapes.NextPart(p) {
		w.removeProxy(owner, state.ColliderSlot(p))
	}
}

// setMaterialOfParts changes the material in the tables.
func (w *World) setMaterialOfParts(whole state.ColliderSlot, m shape.Material) {
	for p := uint32(whole); p != state.None; p = w.shapes.NextPart(p) {
		meta := &w.shapes.Meta[p]
		value := meta.MaterialAndDensity.Value()
		value.Material = m
		meta.MaterialAndDensity = value.Handle()
	}
}
