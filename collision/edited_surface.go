package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// EditedSurface is the surface of a contact that the game changes for one tick.
type EditedSurface struct {
	Friction, Restitution, Rolling, Tangential float32
}

// editedContact is the surface of a contact before the game changed it.
type editedContact struct {
	id      state.ContactID
	surface EditedSurface
	cone    bool // friction comes from the contact's cone
}

// EditSurface gives a contact a surface for this tick. A changed friction also holds at rest, and
// in both directions.
func (p *Pipeline) EditSurface(slot state.ContactSlot, after EditedSurface) {
	row := p.Contacts.Row(slot)
	sc, surface := &p.Contacts.Solver[row], p.Contacts.SurfaceAt(row)
	cone := p.Contacts.Pair[row].Flags&state.ContactCone != 0
	before := EditedSurface{sc.Friction, surface.Restitution, surface.RollingResistance, surface.TangentSpeed}
	if before == after {
		return
	}
	id := p.Contacts.IDOf(slot)
	p.edited = append(p.edited, editedContact{id, before, cone})
	p.setSurface(&editedContact{id, after, cone && after.Friction == before.Friction})
}

func (p *Pipeline) setSurface(e *editedContact) {
	row := p.Contacts.Row(e.id.Slot())
	p.Contacts.Solver[row].Friction = e.surface.Friction
	pair := &p.Contacts.Pair[row]
	pair.Flags &^= state.ContactCone
	if e.cone {
		pair.Flags |= state.ContactCone
	}
	p.Contacts.SetSurface(row, e.surface.Restitution, e.surface.Rolling, e.surface.Tangential)
}

// RestoreSurfaces restores the surfaces of the contacts that were edited.
func (p *Pipeline) RestoreSurfaces() {
	for i := range p.edited {
		if e := &p.edited[i]; p.Contacts.Alive(e.id) {
			p.setSurface(e)
		}
	}
	p.edited = p.edited[:0]
}

// DropPoints removes points of a contact.
func (p *Pipeline) DropPoints(slot state.ContactSlot, dropped [2]bool) {
	row := p.Contacts.Row(slot)
	pair, sc := &p.Contacts.Pair[row], &p.Contacts.Solver[row]
	if sc.Count == 1 || dropped == [2]bool{true, true} {
		p.IgnoreContact(slot)
		return
	}
	if dropped[0] {
		sc.Points[0] = sc.Points[1]
	}
	sc.Count = 1
	pair.UpdatePointFlag(sc)
	p.Contacts.Cache[row] = state.ManifoldCache{} // it holds both points
}

// IgnoreContact removes all points of a contact in this tick.
func (p *Pipeline) IgnoreContact(slot state.ContactSlot) {
	row := p.Contacts.Row(slot)
	pair, sc := &p.Contacts.Pair[row], &p.Contacts.Solver[row]
	sc.Count = 0
	pair.UpdatePointFlag(sc)
	// A cached manifold would be reused without points, and PreSolve not called again.
	p.Contacts.Cache[row] = state.ManifoldCache{}
	if pair.Flags&state.ContactStarted != 0 {
		pair.Flags &^= state.ContactStarted | state.ContactTouching
	} else {
		pair.Flags = pair.Flags&^state.ContactTouching | state.ContactStopped
		p.Changed().Set(uint32(slot))
	}
}

// VelocityOf returns the velocity of a collider's material at a point of the world.
func (p *Pipeline) VelocityOf(c state.ColliderSlot, point geom.Vec2) geom.Vec2 {
	row := p.Bodies.Row(p.Shapes.OwnerOf(c))
	return velocityAt(&p.Bodies.State[row], point.Sub(p.Bodies.Pose[row].P))
}
