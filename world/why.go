package world

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// TouchReason is why two colliders touch or do not touch.
type TouchReason uint8

// The reasons, in the order in which World.Why looks for them.
const (
	WhySameBody  TouchReason = iota // colliders of one body never touch
	WhyDisabled                     // a body is disabled
	WhySensor                       // one is a sensor, which collides with nothing
	WhyImmovable                    // neither body is dynamic
	WhyGhost                        // a filter is the filter of a ghost
	WhyGroup                        // both are in one negative group
	WhyBits                         // category and mask of the filters
	WhyJoint                        // a joint keeps its bodies from colliding
	WhyGame                         // Config.ShouldCollide refused them
	WhyTouching                     // they touch
	WhyApart                        // they are too far from each other
	WhyOneWay                       // a one-way collider lets the other pass, which did not come wholly from its side
	WhyDropping                     // it let go of the other, see Body.DropThrough
	WhyPreSolve                     // Config.PreSolve ignored the contact in the last tick
	WhyBehind                       // the chain is there only for shapes that come from its front
	WhyNeighbor                     // colliders beside one of them bear the other in its place
	WhyNotYet                       // they have come together since the last tick looked for contacts
)

var touchReasons = [...]string{
	WhySameBody: "they belong to one body", WhyDisabled: "a body is disabled", WhySensor: "a sensor collides with nothing",
	WhyImmovable: "neither body is dynamic", WhyGhost: "a filter is the filter of a ghost", WhyGroup: "both are in one negative group",
	WhyBits: "category and mask of the filters exclude each other", WhyJoint: "a joint keeps its bodies from colliding",
	WhyGame: "ShouldCollide refuses them", WhyTouching: "they touch", WhyApart: "they are apart",
	WhyOneWay: "a one-way collider lets the other pass", WhyDropping: "a one-way collider let go of the other",
	WhyPreSolve: "PreSolve ignores the contact", WhyBehind: "one is behind a chain", WhyNeighbor: "a neighbour bears in its place",
	WhyNotYet: "they met after the last tick looked for contacts",
}

func (r TouchReason) String() string {
	if int(r) >= len(touchReasons) {
		return fmt.Sprintf("TouchReason(%d)", uint8(r))
	}
	return touchReasons[r]
}

// TouchReport is the answer of World.Why.
type TouchReport struct {
	Reason TouchReason
	// Distance is the distance of the two shapes, m, negative when they overlap. Two that are
	// nearer than World's contact distance touch already: they hold each other up before they
	// overlap.
	Distance float64
	Body     Body  // the disabled body, with WhyDisabled
	Joint    Joint // with WhyJoint
	Asleep   bool  // neither body is awake, so nothing about the two changes
}

// Touching reports whether they touch.
func (r TouchReport) Touching() bool { return r.Reason == WhyTouching }

// String returns a sentence.
func (r TouchReport) String() string {
	s := r.Reason.String()
	switch {
	case r.Distance < 0:
		s += fmt.Sprintf(", %.3g m deep", -r.Distance)
	default:
		s += fmt.Sprintf(", at a distance of %.3g m", r.Distance)
	}
	if r.Asleep {
		s += ", and neither is awake"
	}
	return s
}

// Why returns why two colliders touch or do not touch, for tools and for the search for errors.
// The distance is the present one. Where a tick decides, the reason comes from the last tick. It
// may call Config.ShouldCollide.
func (w *World) Why(a, b Collider) TouchReport {
	w.checkReadable()
	i, j := a.slot(), b.slot()
	if a.w != w || b.w != w {
		panic("world: Why of a collider of another world")
	}
	bodyA, bodyB := w.shapes.OwnerOf(i), w.shapes.OwnerOf(j)
	r := TouchReport{Asleep: !w.bodies.IsAwake(bodyA) && !w.bodies.IsAwake(bodyB), Distance: math.Inf(1)}
	rel := w.poseOf(i).InverseMul(*w.poseOf(j))
	nearestA, nearestB, touching := i, j, false
	for p := uint32(i); p != state.None; p = w.shapes.NextPart(p) {
		for q := uint32(j); q != state.None; q = w.shapes.NextPart(q) {
			a, b := state.ColliderSlot(p), state.ColliderSlot(q)
			d := state.Finite(narrowphase.SignedDistance(w.shapes.Convex(a), w.shapes.Convex(b), &rel, nil).Distance)
			touching = touching || w.whyContact(a, b, d) == WhyTouching
			if d < r.Distance {
				r.Distance, nearestA, nearestB = d, a, b
			}
		}
	}
	if w.whyForbidden(&r, i, j, bodyA, bodyB) {
		return r
	}
	if r.Reason = WhyTouching; !touching {
		r.Reason = w.whyContact(nearestA, nearestB, r.Distance)
	}
	return r
}

// whyForbidden finds the rule that keeps a pair from being a contact.
func (w *World) whyForbidden(r *TouchReport, a, b state.ColliderSlot, bodyA, bodyB state.BodySlot) bool {
	metaA, metaB := &w.bodies.Meta[bodyA], &w.bodies.Meta[bodyB]
	f, g := w.shapes.Filter(a), w.shapes.Filter(b)
	switch {
	case bodyA == bodyB:
		r.Reason = WhySameBody
	case metaA.Disabled:
		r.Reason, r.Body = WhyDisabled, w.bodyAt(bodyA)
	case metaB.Disabled:
		r.Reason, r.Body = WhyDisabled, w.bodyAt(bodyB)
	case (w.shapes.Link[a].Flags|w.shapes.Link[b].Flags)&state.ColliderSensor != 0:
		r.Reason = WhySensor
	case metaA.Type != body.Dynamic && metaB.Type != body.Dynamic:
		r.Reason = WhyImmovable
	case f.Ghost || g.Ghost:
		r.Reason = WhyGhost
	case !f.Accepts(g) && f.Group == g.Group && f.Group < 0:
		r.Reason = WhyGroup
	case !f.Accepts(g):
		r.Reason = WhyBits
	case w.linking.Connected(bodyA, bodyB):
		r.Reason, r.Joint = WhyJoint, w.forbiddingJoint(bodyA, bodyB)
	case w.pipeline.Rules.ShouldCollide != nil && !w.config.ShouldCollide(w.colliderAt(a), w.colliderAt(b)):
		r.Reason = WhyGame
	default:
		return false
	}
	return true
}

// forbiddingJoint returns the joint that keeps two bodies from colliding.
func (w *World) forbiddingJoint(a, b state.BodySlot) Joint {
	for key := w.bodies.Meta[a].FirstJoint; key != state.None; key = w.joints.Next(key) {
		owner, _ := w.joints.OwnerOfEdge(key)
		const free = state.JointCollideConnected | state.JointDisabled
		if w.joints.Other(key) == b && w.joints.Link[w.joints.Row(owner)].Flags&free == 0 {
			return Joint{w, w.joints.Meta[owner].ID}
		}
	}
	return Joint{}
}

// whyContact finds what became of a pair that may touch.
func (w *World) whyContact(a, b state.ColliderSlot, distance float64) TouchReason {
	row := state.ContactRow(-1)
	for contact := range w.pipeline.EachContact(w.shapes.OwnerOf(a)) {
		r := w.contacts.Row(contact)
		if p := &w.contacts.Pair[r]; p.ColliderA == uint32(a) && p.ColliderB == uint32(b) || p.ColliderA == uint32(b) && p.ColliderB == uint32(a) {
			row = r
		}
	}
	near := distance <= w.pipeline.Tolerance.Speculative
	switch {
	case row >= 0 && w.contacts.Pair[row].Flags&state.ContactTouching != 0:
		return WhyTouching
	case !near:
		return WhyApart
	case row < 0:
		return WhyNotYet
	case w.contacts.Pair[row].Flags&state.ContactOneWay != 0 && !w.contacts.OneWay[w.contacts.Slots[row]].Holds():
		if w.contacts.OneWay[w.contacts.Slots[row]]&state.OneWayDropping != 0 {
			return WhyDropping
		}
		return WhyOneWay
	case w.contacts.Pair[row].Flags&state.ContactPreSolve != 0 && w.config.PreSolve != nil:
		return WhyPreSolve
	}
	return w.whyNoPoints(a, b)
}

// whyNoPoints finds why a contact of two near colliders has no points.
func (w *World) whyNoPoints(a, b state.ColliderSlot) TouchReason {
	for _, pair := range [2][2]state.ColliderSlot{{a, b}, {b, a}} {
		chain, other := pair[0], pair[1]
		if w.shapes.Geometry[chain].Kind != shape.KindChainSegment {
			continue
		}
		s := w.shapes.Convex(chain)
		center := w.poseOf(chain).ApplyInverse(w.poseOf(other).Apply(w.shapes.Geometry[other].Center))
		if s.Geometry.B.Sub(s.Geometry.A).Cross(center.Sub(s.Geometry.A)) > 0 { // the front is on the right
			return WhyBehind
		}
	}
	return WhyNeighbor
}
