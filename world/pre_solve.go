package world

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// ContactEdit is a contact that Config.PreSolve decides about. Friction, Restitution,
// RollingResistance and TangentSpeed may be changed, and single points be dropped. All of
// that lasts for this tick; the next one starts from the materials again. A Friction that is
// changed holds at rest, too, and in both directions. A number that a material could not have is a
// panic.
type ContactEdit struct {
	Contact
	RollingResistance float64 // as a length, m
	TangentSpeed      float64 // of B's surface against A's, m/s

	// Swept says that the sweep of a fast body asks: the contact is one that would be made
	// within the tick, at Fraction of it. Accepted, the body is stopped there, and the next
	// tick asks about the contact itself. It has one point, at which the bodies are that
	// far apart or deep, the mixed surface of the two, and an ID only if its colliders were
	// near each other when the tick began. A sweep may ask about a pair more than once. Only
	// the result and DropPoint count. The bodies stand where the tick would leave them.
	Swept    bool
	Fraction float64

	dropped [2]bool
}

// DropPoint leaves out a point of the contact in this tick: i is an index into Points, which
// stay as they are. Without any the contact is ignored.
func (c *ContactEdit) DropPoint(i int) {
	if i < 0 || i >= c.count {
		panic(fmt.Sprintf("world: DropPoint of point %d of %d", i, c.count))
	}
	c.dropped[i] = true
}

// editedContact is the surface of a contact before PreSolve changed it.
type editedContact struct {
	id                                         ContactID
	friction, restitution, rolling, tangential float32
	cone                                       bool // friction comes from the contact's cone
}

// preSolve calls Config.PreSolve for every contact with points of colliders that ask for
// it, in ascending order of contact slots.
func (w *World) preSolve() {
	w.scratch.sortedContacts = w.scratch.sortedContacts[:0]
	for r := range w.contacts.Awake() {
		if w.contacts.Pair[r].Flags&(state.ContactPreSolve|state.ContactDisjoint) == state.ContactPreSolve && w.contacts.Solver[r].Count > 0 {
			w.scratch.sortedContacts = append(w.scratch.sortedContacts, w.contacts.Slots[r])
		}
	}
	slices.Sort(w.scratch.sortedContacts)
	for _, slot := range w.scratch.sortedContacts {
		surface := w.contacts.SurfaceAt(w.contacts.Row(slot))
		c := &w.scratch.contactEdit
		*c = ContactEdit{
			Contact: w.contactAt(slot), RollingResistance: float64(surface.RollingResistance), TangentSpeed: float64(surface.TangentSpeed),
		}
		if !w.askPreSolve(c) {
			w.ignoreContact(slot)
			continue
		}
		w.editSurface(slot, c)
		if c.dropped != [2]bool{} {
			w.dropPoints(slot, c.dropped)
		}
	}
}

// askPreSolve calls Config.PreSolve and checks what it left.
func (w *World) askPreSolve(c *ContactEdit) bool {
	w.beginCallback()
	solved := w.config.PreSolve(c)
	w.endCallback()
	switch r := w.verdictRecorder(); {
	case r == nil:
	case c.Swept:
		r.call(callSweepVerdict).uint(uint64(c.ColliderA.id)).uint(uint64(c.ColliderB.id)).bool(solved && !c.dropped[0])
	default:
		r.call(callVerdict).bool(solved).float(c.Friction).float(c.Restitution).float(c.RollingResistance).float(c.TangentSpeed).
			bool(c.dropped[0]).bool(c.dropped[1])
	}
	for _, x := range [...]struct {
		name        string
		value       float64
		least, most float64
	}{
		{"Friction", c.Friction, 0, maxMixedFriction},
		{"Restitution", c.Restitution, 0, shape.MaxRestitution},
		{"RollingResistance", c.RollingResistance, 0, maxMixedFriction},
		{"TangentSpeed", c.TangentSpeed, -maxMixedFriction, maxMixedFriction},
	} {
		if !(x.value >= x.least && x.value <= x.most) {
			panic(fmt.Sprintf("world: PreSolve left %s at %v", x.name, x.value))
		}
	}
	return solved
}

// editSurface gives a contact the surface that PreSolve wants in this tick.
func (w *World) editSurface(slot state.ContactSlot, c *ContactEdit) {
	row := w.contacts.Row(slot)
	sc, surface := &w.contacts.Solver[row], w.contacts.SurfaceAt(row)
	cone := w.contacts.Pair[row].Flags&state.ContactCone != 0
	before := editedContact{c.id, sc.Friction, surface.Restitution, surface.RollingResistance, surface.TangentSpeed, cone}
	after := editedContact{c.id, float32(c.Friction), float32(c.Restitution), float32(c.RollingResistance), float32(c.TangentSpeed), cone}
	after.cone = cone && after.friction == before.friction
	if before != after {
		w.scratch.editedContacts = append(w.scratch.editedContacts, before)
		w.setSurface(&after)
	}
}

func (w *World) setSurface(e *editedContact) {
	row := w.contacts.Row(e.id.Slot())
	w.contacts.Solver[row].Friction = e.friction
	pair := &w.contacts.Pair[row]
	pair.Flags &^= state.ContactCone
	if e.cone {
		pair.Flags |= state.ContactCone
	}
	w.contacts.SetSurface(row, e.restitution, e.rolling, e.tangential)
}

// restoreEdited gives the contacts that PreSolve changed their surfaces back.
func (w *World) restoreEdited() {
	for i := range w.scratch.editedContacts {
		if e := &w.scratch.editedContacts[i]; w.contacts.Alive(e.id) {
			w.setSurface(e)
		}
	}
	w.scratch.editedContacts = w.scratch.editedContacts[:0]
}

// dropPoints takes points off a contact.
func (w *World) dropPoints(slot state.ContactSlot, dropped [2]bool) {
	row := w.contacts.Row(slot)
	pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
	if sc.Count == 1 || dropped == [2]bool{true, true} {
		w.ignoreContact(slot)
		return
	}
	if dropped[0] {
		sc.Points[0] = sc.Points[1]
	}
	sc.Count = 1
	pair.UpdatePointFlag(sc)
	w.contacts.Cache[row] = state.ManifoldCache{} // it holds both points
}

// ignoreContact takes all points off a contact in this tick.
func (w *World) ignoreContact(slot state.ContactSlot) {
	row := w.contacts.Row(slot)
	pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
	sc.Count = 0
	pair.UpdatePointFlag(sc)
	// A cached manifold would be reused without points, and PreSolve not called again.
	w.contacts.Cache[row] = state.ManifoldCache{}
	if pair.Flags&state.ContactStarted != 0 {
		pair.Flags &^= state.ContactStarted | state.ContactTouching
	} else {
		pair.Flags = pair.Flags&^state.ContactTouching | state.ContactStopped
		w.pipeline.Changed().Set(uint32(slot))
	}
}

// preSolveSweep asks Config.PreSolve about the contact that a sweep would make.
func (w *World) preSolveSweep(s *collision.SweptContact) bool {
	a, b, normal := w.pipeline.PairOrder(s.Moving, s.Obstacle), s.Obstacle, s.Normal.Neg()
	if a == s.Obstacle {
		b, normal = s.Moving, s.Normal
	}
	c := &w.scratch.contactEdit
	*c = ContactEdit{
		Contact: Contact{ColliderA: w.colliderAt(a), ColliderB: w.colliderAt(b), Normal: normal.Mgl(), count: 1},
		Swept:   true, Fraction: s.Fraction,
	}
	friction, surface := w.pipeline.MixedSurface(a, b)
	if slot, ok := w.pipeline.ContactOf(a, b); ok {
		row := w.contacts.Row(slot)
		c.id, c.number = w.contacts.IDOf(slot), w.contacts.UserNumber(slot)
		friction, surface = w.contacts.Solver[row].Friction, w.contacts.SurfaceAt(row)
	}
	c.Friction, c.Restitution = float64(friction), float64(surface.Restitution)
	c.RollingResistance, c.TangentSpeed = float64(surface.RollingResistance), float64(surface.TangentSpeed)
	c.points[0] = ContactPoint{Position: s.Point.Mgl(), Separation: s.Separation}
	c.points[0].NormalVelocity = w.velocityOf(b, s.Point).Sub(w.velocityOf(a, s.Point)).Dot(normal)
	return w.askPreSolve(c) && !c.dropped[0]
}

// velocityOf returns the velocity of a collider's material at a point of the world.
func (w *World) velocityOf(c state.ColliderSlot, point geom.Vec2) geom.Vec2 {
	row := w.bodies.Row(w.shapes.OwnerOf(c))
	st := &w.bodies.State[row]
	return geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}.MulAdd(float64(st.W), point.Sub(w.bodies.Pose[row].P).LeftPerp())
}
