package world

import (
	"fmt"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// ContactEdit is a contact that Config.PreSolve decides about. It may change Friction, Restitution,
// RollingResistance and TangentSpeed, and drop single points. The changes last for this tick; the
// next tick starts from the materials again. A changed Friction also replaces the static friction
// and holds in both directions. A number that a material could not have panics.
type ContactEdit struct {
	Contact
	RollingResistance float64 // as a length, m
	TangentSpeed      float64 // of B's surface against A's, m/s

	// Swept means that the sweep of a fast body calls PreSolve: the contact would begin within the
	// tick, at Fraction of it. If PreSolve accepts the contact, the body stops there, and the next
	// tick calls PreSolve for the contact itself. A swept contact has one point with the separation
	// at that moment and the mixed material of the two colliders. It has an ID only if its
	// colliders were near each other when the tick began. A sweep may call PreSolve for a pair more
	// than once. Only the result and DropPoint count. The bodies stand where the tick would leave
	// them.
	Swept    bool
	Fraction float64

	dropped [2]bool
}

// DropPoint leaves out a point of the contact in this tick: i is an index into Points, which
// stay as they are, and any other index panics. Without any point the contact is ignored.
func (c *ContactEdit) DropPoint(i int) {
	if i < 0 || i >= c.count {
		panic(fmt.Sprintf("world: DropPoint of point %d of %d", i, c.count))
	}
	c.dropped[i] = true
}

// preSolve calls Config.PreSolve for every contact that has points and a collider with PreSolve, in
// ascending order of contact slots.
func (w *World) preSolve() {
	w.scratch.sortedContacts = w.scratch.sortedContacts[:0]
	for r := range w.contacts.Awake() {
		if w.contacts.Pair[r].Flags&(state.ContactPreSolve|state.ContactDisjoint) == state.ContactPreSolve && w.contacts.Solver[r].Count > 0 {
			w.scratch.sortedContacts = append(w.scratch.sortedContacts, w.contacts.Slots[r])
		}
	}
	radix.Sort(w.scratch.sortedContacts)
	for _, slot := range w.scratch.sortedContacts {
		surface := w.contacts.SurfaceAt(w.contacts.Row(slot))
		c := &w.scratch.contactEdit
		*c = ContactEdit{
			Contact: w.contactAt(slot), RollingResistance: float64(surface.RollingResistance), TangentSpeed: float64(surface.TangentSpeed),
		}
		if !w.askPreSolve(c) {
			w.pipeline.IgnoreContact(slot)
			continue
		}
		w.pipeline.EditSurface(slot, collision.EditedSurface{
			Friction: float32(c.Friction), Restitution: float32(c.Restitution), Rolling: float32(c.RollingResistance), Tangential: float32(c.TangentSpeed),
		})
		if c.dropped != [2]bool{} {
			w.pipeline.DropPoints(slot, c.dropped)
		}
	}
}

// askPreSolve calls Config.PreSolve and checks the numbers that it left.
func (w *World) askPreSolve(c *ContactEdit) bool {
	w.beginCallback()
	solved := w.config.PreSolve(c)
	w.endCallback()
	switch r := w.answerRecorder(); {
	case r == nil:
	case c.Swept:
		r.call(recording.SweepAnswer).uint(uint64(c.ColliderA.id)).uint(uint64(c.ColliderB.id)).bool(solved && !c.dropped[0])
	default:
		r.call(recording.Answer).bool(solved).float(c.Friction).float(c.Restitution).float(c.RollingResistance).float(c.TangentSpeed).
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

// preSolveSweep calls Config.PreSolve for the contact that a sweep would begin.
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
	c.points[0].NormalVelocity = w.pipeline.VelocityOf(b, s.Point).Sub(w.pipeline.VelocityOf(a, s.Point)).Dot(normal)
	return w.askPreSolve(c) && !c.dropped[0]
}

// maxMixedFriction is the largest result of MixFriction, as for the field of a material.
const maxMixedFriction = 1e18
