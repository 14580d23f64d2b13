package world

import (
	"iter"

	"github.com/go-gl/mathgl/mgl64"
)

// Touch is a contact as one of its bodies sees it.
type Touch struct {
	Self, Other Collider   // of this body and of the other one
	Normal      mgl64.Vec2 // unit, from Other to Self: where Other pushes this body

	contact Contact
}

// Points returns the contact points: one or two. Their numbers are the same for both bodies.
func (t *Touch) Points() []ContactPoint { return t.contact.Points() }

// Contact returns the contact itself, whose normal leads from its collider A to B.
func (t *Touch) Contact() Contact { return t.contact }

// Touching yields the body's contacts that have points, the newest first, as it sees them: a
// loop need not ask which of the two colliders is its own. The world must not change
// meanwhile.
func (b Body) Touching() iter.Seq[Touch] {
	return func(yield func(Touch) bool) { b.eachTouch(yield) }
}

func (b Body) eachTouch(yield func(Touch) bool) {
	for c := range b.Contacts() {
		t := Touch{Self: c.ColliderB, Other: c.ColliderA, Normal: c.Normal, contact: c}
		if c.ColliderA.owner() == b.w.bodies.SlotOf(b.id) {
			t.Self, t.Other, t.Normal = c.ColliderA, c.ColliderB, c.Normal.Mul(-1)
		}
		if !yield(t) {
			return
		}
	}
}
