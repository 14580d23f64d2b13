package world

import (
	"iter"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Contact is two colliders that touch or nearly touch, as they were when the Contact was returned.
// A collider of a shape.Compound has a Contact for each part that touches. These share one
// UserNumber and have the events of one contact.
type Contact struct {
	ColliderA, ColliderB Collider
	Normal               mgl64.Vec2 // unit, from A to B, in the world's axes
	Friction             float64    // while the surfaces slide: the larger one of the two directions
	StaticFriction       float64    // until they slide
	Restitution          float64
	Sliding              bool // the surfaces slid in the last sub-step; false if the friction has one coefficient

	// Impulse is the impulse that A gave B over the last Step that ran a tick, friction included, N
	// s: the sum over all of its ticks and sub-steps, bounces included. Divided by the time of
	// these ticks it is the mean force. A sleeping contact adds the impulse of its last tick in
	// each tick. The friction impulse of a tick is the friction of its last sub-step, scaled in
	// proportion to the normal impulse of the tick. It is exact for bodies that rest, slide or roll
	// steadily. Friction that ends before the last sub-step is missing, as of a hit whose body
	// bounces off or takes on the speed of the other surface.
	Impulse mgl64.Vec2

	points [2]ContactPoint
	count  int
	id     ContactID
	number uint64
}

// ContactPoint is a point at which two colliders touch.
type ContactPoint struct {
	Position       mgl64.Vec2 // in the world, m
	Separation     float64    // m, negative when the shapes overlap, positive when they only come near
	NormalImpulse  float64    // N s, as Contact.Impulse, for as long as the point was there
	TangentImpulse float64    // N s on B along the normal turned clockwise, likewise
	NormalVelocity float64    // m/s before the tick was solved, negative when approaching
	Feature        uint32     // identifies the features that touch; constant while they do
}

// Points returns the contact points: none, one or two.
func (c *Contact) Points() []ContactPoint { return c.points[:c.count] }

// ID returns the contact's identity within its world.
func (c *Contact) ID() ContactID { return c.id }

// UserNumber returns the game's own number, which stays with the contact as long as the boxes
// of its colliders overlap. It is zero until it is set.
func (c *Contact) UserNumber() uint64 { return c.number }

// SetUserNumber changes the game's own number, also in a callback of a tick. The events of the
// contact carry it. It panics when the contact is gone or does not exist yet: a ContactEdit that is
// Swept may have the ID zero.
func (c *Contact) SetUserNumber(n uint64) {
	w := c.ColliderA.w
	if c.id == 0 && w != nil {
		panic("world: SetUserNumber of a contact that is not made yet")
	}
	if w == nil || !w.contacts.Alive(c.id) {
		panic("world: use of a contact that is gone")
	}
	if r := w.dataRecorder(); r != nil {
		r.call(recording.ContactSetUserNumber).uint(uint64(c.id)).uint(n)
	}
	w.changeData(func() {
		w.contacts.SetUserNumber(c.id.Slot(), n)
		if w.pipeline.HasParts(&w.contacts.Pair[w.contacts.Row(c.id.Slot())]) {
			w.pipeline.AnySibling(c.id.Slot(), func(other state.ContactSlot, _ *state.ContactPair) bool {
				w.contacts.SetUserNumber(other, n)
				return false
			})
		}
	})
	c.number = n
}

func (w *World) contactAt(slot state.ContactSlot) Contact {
	row := w.contacts.Row(slot)
	pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
	c := Contact{
		ColliderA: w.colliderAt(state.ColliderSlot(pair.ColliderA)), ColliderB: w.colliderAt(state.ColliderSlot(pair.ColliderB)),
		Normal:   mgl64.Vec2{float64(sc.NormalX), float64(sc.NormalY)},
		Friction: float64(sc.Friction), Restitution: float64(w.contacts.SurfaceAt(row).Restitution),
		count: int(sc.Count), id: w.contacts.IDOf(slot), number: w.contacts.UserNumber(slot),
	}
	c.StaticFriction = c.Friction
	if pair.Flags&state.ContactCone != 0 {
		cone := &w.contacts.Cone[row]
		c.StaticFriction = float64(max(cone.StaticLeft, cone.StaticRight))
		c.Sliding = cone.Slip > 0
	}
	for i := range c.count {
		c.points[i] = w.contactPoint(pair, &sc.Points[i])
	}
	x, y, normal, tangent := w.impacts.Sums.Of(w.contacts, slot)
	c.Impulse = mgl64.Vec2{x, y}
	for i := range c.points[:c.count] {
		c.points[i].NormalImpulse, c.points[i].TangentImpulse = normal[i&1], tangent[i&1]
	}
	return c
}

// contactPoint places a contact point by its anchor on body A, at the pose for which the
// manifold was computed.
func (w *World) contactPoint(pair *state.ContactPair, p *state.SolverPoint) ContactPoint {
	return ContactPoint{
		Position:       w.contactPosition(pair, p).Mgl(),
		Separation:     float64(p.Separation),
		NormalImpulse:  state.Finite(float64(p.TotalImpulse)),
		TangentImpulse: state.Finite(float64(p.TangentImpulse)),
		NormalVelocity: state.Finite(float64(p.NormalVelocity)),
		Feature:        p.Feature,
	}
}

func (w *World) contactPosition(pair *state.ContactPair, p *state.SolverPoint) geom.Vec2 {
	poses := w.bodies.LastPose
	if w.manifoldsAtPose {
		poses = w.bodies.Pose
	}
	center := poses[w.bodies.Row(state.BodySlot(pair.BodyA))].P
	return center.Add(geom.Vec2{X: float64(p.AX), Y: float64(p.AY)})
}

// Contacts yields the contacts that have points, in ascending order of their slots: pairs that
// touch, and pairs so close that they may touch within a tick. The points are the points that the
// last tick found before it moved the bodies.
func (w *World) Contacts() iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		w.checkReadable()
		for i := 0; i < w.contacts.Cap(); i++ {
			if w.contacts.IDOf(state.ContactSlot(i)) == 0 {
				continue
			}
			if w.contacts.Solver[w.contacts.Rows[i]].Count == 0 {
				continue
			}
			if !yield(w.contactAt(state.ContactSlot(i))) {
				return
			}
			w.checkReadable()
		}
	}
}

// Contacts yields the body's contacts that have points, the newest first. Bodies and colliders may
// be destroyed meanwhile, and contacts that end so are left out. The world must not change
// otherwise. Either collider may be the body's own: see Touching.
func (b Body) Contacts() iter.Seq[Contact] {
	return func(yield func(Contact) bool) { b.eachContact(yield) }
}

// eachContact is a method of its own, as are the other loops of iterators, so that
// Contacts is inlined and a loop over it allocates nothing.
func (b Body) eachContact(yield func(Contact) bool) {
	owner := b.slot()
	eachEntry(b.w.contacts, &b.w.bodies.Meta[owner].FirstContact, func(key uint32) bool {
		slot := state.ContactSlot(key >> 1)
		if b.w.contacts.Solver[b.w.contacts.Row(slot)].Count > 0 && !yield(b.w.contactAt(slot)) {
			return false
		}
		b.w.checkReadable()
		return true
	})
}

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
// loop need not ask which of the two colliders is its own. Bodies and colliders may be destroyed
// meanwhile, as in a loop over Contacts.
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
