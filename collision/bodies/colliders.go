package bodies

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// Collider is a collider to attach, without its shape. All fields have been checked.
type Collider struct {
	Surface  state.MaterialAndDensity
	Mass     shape.Mass // at the density of Surface, on a dynamic body
	Filter   shape.Filter
	Flags    state.ColliderFlags
	OneWay   geom.Vec2 // unit, or zero
	Chain    uint32    // its number, or state.None
	Quiet    bool      // bodies that sleep where it lies sleep on: see WakeUnder
	UserData any
}

// Attach creates a collider of a shape or of a segment of a chain. It returns the error of a shape
// that cannot be used, and then nothing has changed.
func (b *Builder) Attach(slot state.BodySlot, s shape.Support, def *Collider) (state.ColliderSlot, error) {
	if parts, ok := PartsOf(s); ok {
		return b.attachParts(slot, parts, def)
	}
	m := &b.p.Bodies.Meta[slot]
	c, err := b.addCollider(slot, s, def)
	if err != nil {
		return 0, err
	}
	if m.Type == body.Dynamic && !m.MassOverride && def.Surface.Density > 0 {
		// The same as UpdateMass, but the mass of the new collider is known. Built-in shapes do not
		// store their mass.
		b.ApplyMass(slot, b.addMasses(shape.Mass{}.Add(def.Mass), b.p.Shapes.Link[c].Next))
	} else {
		b.extendExtents(slot, b.p.Shapes.Link[c].Next)
	}
	b.insertWhole(c, def.Quiet)
	return c, nil
}

// WakeUnder wakes the bodies that sleep where colliders lie that were attached with Quiet.
func (b *Builder) WakeUnder(list []state.ColliderSlot) {
	for _, c := range list {
		b.eachPart(c, func(_ state.BodySlot, part state.ColliderSlot) { b.links.WakeUnder(part) })
	}
}

// addCollider creates a collider in the tables, at the head of its body's list. The caller updates
// the body's mass and inserts the box.
func (b *Builder) addCollider(slot state.BodySlot, s shape.Support, def *Collider) (state.ColliderSlot, error) {
	c, err := b.p.Shapes.Add(s, b.p.Bodies.Meta[slot].LocalCenter)
	if err != nil {
		return 0, err
	}
	b.p.Shapes.SetMass(c, def.Mass)
	meta := &b.p.Shapes.Meta[c]
	meta.UserData, meta.Chain = def.UserData, def.Chain
	b.p.Shapes.SetMaterialAndDensity(c, def.Surface)
	b.p.Shapes.SetFilter(c, def.Filter.Normalized())
	link := &b.p.Shapes.Link[c]
	link.Owner, link.Flags = slot, def.Flags
	b.p.Shapes.SetOneWay(c, def.OneWay)
	b.p.CountFlags(link.Flags, +1)
	if def.Surface.CrushThreshold > 0 {
		b.crushing.Add(c)
	}
	b.listCollider(slot, c, b.p.Bodies.FirstCollider(slot))
	return c, nil
}

// listCollider inserts a collider into its body's list before another collider, or at the end for
// None.
func (b *Builder) listCollider(slot state.BodySlot, c state.ColliderSlot, next uint32) {
	prev := state.None
	if next != state.None {
		prev = b.p.Shapes.Meta[next].Prev
		b.p.Shapes.Meta[next].Prev = uint32(c)
	}
	b.p.Shapes.Link[c].Next, b.p.Shapes.Meta[c].Prev = next, prev
	if prev == state.None {
		b.p.Bodies.Motion[b.p.Bodies.Row(slot)].FirstCollider = uint32(c)
	} else {
		b.p.Shapes.Link[prev].Next = uint32(c)
	}
	b.p.Bodies.Meta[slot].ColliderCount++
}

// unlistCollider undoes listCollider.
func (b *Builder) unlistCollider(c state.ColliderSlot) {
	next, prev, owner := b.p.Shapes.Link[c].Next, b.p.Shapes.Meta[c].Prev, b.p.Shapes.OwnerOf(c)
	if prev == state.None {
		b.p.Bodies.Motion[b.p.Bodies.Row(owner)].FirstCollider = next
	} else {
		b.p.Shapes.Link[prev].Next = next
	}
	if next != state.None {
		b.p.Shapes.Meta[next].Prev = prev
	}
	b.p.Bodies.Meta[owner].ColliderCount--
}

// RemoveCollider takes a collider off its body and destroys it. The caller updates the
// body's mass.
func (b *Builder) RemoveCollider(c state.ColliderSlot) {
	if slot := b.p.Shapes.OwnerOf(c); !b.p.Bodies.Meta[slot].Disabled {
		b.removeProxy(slot, c)
	}
	b.forgetCollider(c)
}

// forgetCollider is RemoveCollider for a collider without a box.
func (b *Builder) forgetCollider(c state.ColliderSlot) {
	if b.p.Shapes.IsChained(c) {
		b.chains.Release(b.p.Shapes.Meta[c].Chain, b.p.Shapes.Meta[c].ID)
	}
	b.unlistCollider(c)
	b.p.CountFlags(b.p.Shapes.Link[c].Flags, -1)
	b.crushing.Remove(c)
	b.calls.Removes(c)
	b.p.Shapes.Remove(c)
}

// classOf holds the class of the colliders of bodies of a type, sensors aside.
var classOf = [...]broadphase.Class{body.Dynamic: broadphase.Moving, body.Kinematic: broadphase.Kinematic, body.Static: broadphase.Static}

// insertProxy adds a collider to the broadphase.
func (b *Builder) insertProxy(slot state.BodySlot, c state.ColliderSlot) {
	link := &b.p.Shapes.Link[c]
	class := classOf[b.p.Bodies.Meta[slot].Type]
	link.Flags |= state.ColliderStatic
	if class != broadphase.Static {
		link.Flags &^= state.ColliderStatic
	}
	if link.Flags&state.ColliderSensor != 0 {
		class = broadphase.QueryOnly
		if b.p.Shapes.WholeOf(c) == c {
			b.sensors.Add(c)
		}
	}
	link.Margin = b.p.MarginOf(c)
	box := b.p.FatBox(c, b.p.Bodies.Pose[b.p.Bodies.Row(slot)])
	b.p.Broadphase.Insert(broadphase.Proxy{
		ID: uint32(c), Class: class, Category: b.p.Shapes.Filter(c).Category, Box: box,
	})
	b.sensing.MarkNear(box)
	b.noteStatic(slot)
}

// removeProxy takes a collider out of the broadphase and ends its contacts.
func (b *Builder) removeProxy(slot state.BodySlot, c state.ColliderSlot) {
	b.links.DestroyContactsOf(slot, c)
	if b.p.Shapes.Link[c].Flags&state.ColliderSensor != 0 {
		for _, visitor := range b.sensors.Remove(c) {
			b.calls.Leaves(c, visitor)
		}
	}
	b.sensing.MarkNear(b.p.Broadphase.Box(uint32(c)))
	b.p.Broadphase.Remove(uint32(c))
	b.noteStatic(slot)
}

// updateProxies refreshes the boxes of a body that jumped.
func (b *Builder) updateProxies(slot state.BodySlot) {
	if b.p.Bodies.Meta[slot].Disabled {
		return
	}
	b.noteStatic(slot)
	pose := b.p.Bodies.Pose[b.p.Bodies.Row(slot)]
	for c := b.p.Bodies.FirstCollider(slot); c != state.None; c = b.p.Shapes.Link[c].Next {
		box := b.p.FatBox(state.ColliderSlot(c), pose)
		b.sensing.MarkNear(b.p.Broadphase.Box(c))
		b.p.Broadphase.Move(c, box)
		b.sensing.MarkNear(box)
	}
}

// Reinsert ends the contacts of a collider and lets the broadphase find its pairs again.
func (b *Builder) Reinsert(c state.ColliderSlot) {
	owner := b.p.Shapes.OwnerOf(c)
	b.links.WakeTouching(owner)
	b.links.Wake(owner)
	b.removeBoxes(c)
	b.insertWhole(c, false)
}
