package islands

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// Successors of contacts.
//
// Ground that changes in one place is made of other colliders afterwards, also in other places. A
// contact with a collider that goes passes to another collider if the ground bears the contact as
// before: each contact point, and the surface between two of them, lies on the border of colliders
// with the same properties. Then the contact keeps its identity, its impulses and its events, and
// the body sleeps on.

// succession is a replacement of colliders of a static body.
type succession struct {
	owner   state.BodySlot
	old     []state.ColliderSlot
	near    []state.ColliderSlot // colliders that stay or are new, near the contact under test
	passing []passingContact
	lost    []state.BodySlot  // bodies that the ground no longer bears as before
	visit   func(uint32) bool // appends to near

	spares func(state.ColliderSlot, *geom.Transform) bool // wasTouched
}

// passingContact is a contact and the collider to which it passes.
type passingContact struct {
	contact  state.ContactSlot
	from, to state.ColliderSlot
}

// borderTolerance is the distance from a border, in slops, at which a point counts as on it.
const borderTolerance = 0.1

// PassContacts lets the touching contacts of colliders of a static body pass to colliders that take
// their place and are attached already. It wakes the bodies that the ground no longer bears as
// before. Only the code of custom shapes of the static body may panic, and then nothing has
// changed.
func (s *Stage) PassContacts(owner state.BodySlot, old, added []state.ColliderSlot) {
	if s.p.Bodies.Meta[owner].Disabled {
		return
	}
	x := s.beginSuccession(owner, old)
	boxes, changed := s.p.Broadphase.Boxes(), geom.EmptyBox()
	for _, list := range [][]state.ColliderSlot{old, added} {
		for _, c := range list {
			changed = changed.Union(boxes[c].ToBox())
		}
	}
	for _, contact := range s.ContactsOf(owner) {
		pair := &s.p.Contacts.Pair[s.p.Contacts.Row(contact)]
		ground, other := pair.ColliderA, pair.ColliderB
		if state.BodySlot(pair.BodyA) != owner {
			ground, other = other, ground
		}
		if pair.Flags&state.ContactTouching == 0 || !boxes[other].ToBox().Overlaps(changed) {
			continue
		}
		to, ok := s.bearerOf(contact, state.ColliderSlot(ground))
		if !ok {
			x.lost = append(x.lost, s.p.Contacts.Other(contact, owner))
			continue
		}
		x.passing = append(x.passing, passingContact{contact, state.ColliderSlot(ground), to})
	}
	s.silenceSiblings()
	for _, c := range x.passing {
		if c.from == c.to {
			continue
		}
		if taken, passed := s.p.PassContact(c.contact, c.from, c.to); !passed && !s.merge(taken, c) {
			x.lost = append(x.lost, s.p.Contacts.Other(c.contact, owner))
		}
	}
	for _, body := range x.lost {
		s.Wake(body)
	}
}

// merge lets the contact that a collider has already take over one that would pass to it, with its
// end event.
func (s *Stage) merge(into state.ContactSlot, c passingContact) bool {
	goesOn := slices.ContainsFunc(s.succession.passing, func(d passingContact) bool { return d.contact == into && d.to == c.to })
	if !goesOn || !s.p.Merge(into, c.contact) {
		return false
	}
	s.destroyContact(c.contact)
	return true
}

// EndPassing ends the replacement. Until then WakeUnder lets bodies sleep that an old collider
// touched as a new one does.
func (s *Stage) EndPassing() { s.sleepers.spares = nil }

func (s *Stage) beginSuccession(owner state.BodySlot, old []state.ColliderSlot) *succession {
	if s.succession == nil {
		x := &succession{spares: s.wasTouched}
		x.visit = func(c uint32) bool {
			if slot := state.ColliderSlot(c); s.p.Shapes.OwnerOf(slot) == x.owner && !slices.Contains(x.old, slot) {
				x.near = append(x.near, slot)
			}
			return true
		}
		s.succession = x
	}
	x := s.succession
	x.owner, x.old = owner, old
	x.passing, x.lost = x.passing[:0], x.lost[:0]
	s.sleepers.spares = x.spares
	return x
}

// wasTouched reports whether a collider of another body, at a pose relative to a new collider, was
// as near to a collider that goes, or as deep in it, as it is to the new one.
func (s *Stage) wasTouched(other state.ColliderSlot, pose *geom.Transform) bool {
	boxes, shapes := s.p.Broadphase.Boxes(), s.p.Shapes
	now := narrowphase.SignedDistance(shapes.Convex(s.sleepers.current), shapes.Convex(other), pose, nil).Distance
	for _, whole := range s.succession.old {
		for p := uint32(whole); p != state.None; p = shapes.NextPart(p) {
			if !boxes[p].Overlaps(boxes[other]) || shapes.Geometry[p].Kind == shape.KindCustom {
				continue
			}
			before := narrowphase.SignedDistance(shapes.Convex(state.ColliderSlot(p)), shapes.Convex(other), pose, nil).Distance
			if before <= now+float64(borderTolerance*s.p.Tolerance.Slop) {
				return true
			}
		}
	}
	return false
}

// silenceSiblings leaves one contact with events where the siblings of a compound pass to several
// colliders, because siblings have the events of one contact.
func (s *Stage) silenceSiblings() {
	for _, c := range s.succession.passing {
		pair := &s.p.Contacts.Pair[s.p.Contacts.Row(c.contact)]
		if c.from != c.to && s.p.HasParts(pair) && s.p.AnySibling(c.contact, s.succession.precedes(c)) {
			pair.Flags |= state.ContactNoEvents
		}
	}
}

// precedes returns a function that reports whether a contact comes before another one and passes to
// another collider.
func (x *succession) precedes(c passingContact) func(state.ContactSlot, *state.ContactPair) bool {
	return func(other state.ContactSlot, _ *state.ContactPair) bool {
		i := slices.IndexFunc(x.passing, func(d passingContact) bool { return d.contact == other })
		return i >= 0 && other < c.contact && x.passing[i].to != c.to
	}
}

// border is the border of the ground after a replacement, made of colliders with the properties of
// one of them. Points are in the frame of the ground.
type border struct {
	s         *Stage
	ground    state.ColliderSlot // of the contact
	other     state.ColliderSlot // likewise
	isOld     bool               // the collider of the contact goes
	among     []state.ColliderSlot
	normal    geom.Vec2 // outward
	tolerance float64
}

// bearerOf returns the collider that bears the first point of a contact of the ground, if the
// ground bears the whole contact.
func (s *Stage) bearerOf(contact state.ContactSlot, ground state.ColliderSlot) (to state.ColliderSlot, ok bool) {
	x, row := s.succession, s.p.Contacts.Row(contact)
	pair, sc, pose := &s.p.Contacts.Pair[row], &s.p.Contacts.Solver[row], s.poseOf(ground)
	if sc.Count == 0 {
		return ground, !slices.Contains(x.old, s.p.Shapes.WholeOf(ground))
	}
	isB := state.BodySlot(pair.BodyB) == x.owner
	normal := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}
	if isB {
		normal = normal.Neg()
	}
	var ends [2]geom.Vec2 // on the border, from the centre of the ground, in the world's axes
	box := geom.EmptyBox()
	for i := range sc.Count {
		p := &sc.Points[i]
		anchor := geom.Vec2{X: float64(p.AX), Y: float64(p.AY)}
		if isB {
			anchor = geom.Vec2{X: float64(p.BX), Y: float64(p.BY)}
		}
		ends[i] = anchor.MulSub(0.5*float64(p.Separation), normal)
		box = box.Include(pose.P.Add(ends[i]))
		ends[i] = pose.R.ApplyInverse(ends[i])
	}
	other := state.ColliderSlot(pair.ColliderA)
	if !isB {
		other = state.ColliderSlot(pair.ColliderB)
	}
	b := border{s: s, ground: ground, other: other, isOld: slices.Contains(x.old, s.p.Shapes.WholeOf(ground)), normal: pose.R.ApplyInverse(normal)}
	b.tolerance = float64(borderTolerance * s.p.Tolerance.Slop)
	reach := b.distance(ground, ends[0])
	if sc.Count == 2 {
		reach = max(reach, b.distance(ground, ends[1]))
	}
	s.findAlike(ground, box.Grow(max(reach, 0)+s.p.Tolerance.Slop))
	return b.bearer(ends[:sc.Count])
}

// findAlike finds the colliders of the ground near a box that are like one of them and do not go.
func (s *Stage) findAlike(ground state.ColliderSlot, box geom.Box) {
	x := s.succession
	x.near = x.near[:0]
	s.p.QueryStatic(box.ToBox32(), x.visit)
	x.near = slices.DeleteFunc(x.near, func(c state.ColliderSlot) bool { return c != ground && !s.p.IsAlike(ground, c) })
	slices.Sort(x.near)
}

// bearer returns the collider that bears the first of one or two points, or the present one if that
// stays, and whether the ground bears them as before. After a replacement a contact may have points
// on colliders beside its own.
func (b *border) bearer(ends []geom.Vec2) (to state.ColliderSlot, ok bool) {
	b.among = b.s.succession.near
	if first, ok := b.bears(ends); ok || b.isOld {
		return first, ok
	}
	b.among = append(b.among, b.s.succession.old...)
	_, before := b.bears(ends)
	return b.ground, !before
}

// bears returns a collider that bears all points, or else one that bears an end and has no contact
// with the other collider yet, and whether colliders bear all.
func (b *border) bears(ends []geom.Vec2) (to state.ColliderSlot, ok bool) {
	n := len(ends) - 1
	hasAll := func(c state.ColliderSlot) bool { return b.has(c, ends[0]) && b.has(c, ends[n]) }
	if to, ok = b.find(func(c state.ColliderSlot) bool { return b.isFree(c) && hasAll(c) }); !ok {
		to, ok = b.find(hasAll)
	}
	for k := 0; k <= n && n > 0 && !ok; k++ {
		if to, ok = b.find(func(c state.ColliderSlot) bool { return b.isFree(c) && b.has(c, ends[k]) }); ok {
			ok = b.reaches(to, ends[k], ends[n-k])
			break
		}
	}
	if !b.isOld {
		to = b.ground
	}
	return to, ok
}

// isFree reports whether a collider may get the contact.
func (b *border) isFree(c state.ColliderSlot) bool {
	_, found := b.s.p.ContactOf(c, b.other)
	return !found || c == b.ground
}

// find returns the first collider for which a function holds.
func (b *border) find(holds func(state.ColliderSlot) bool) (c state.ColliderSlot, ok bool) {
	if i := slices.IndexFunc(b.among, holds); i >= 0 {
		return b.among[i], true
	}
	return 0, false
}

// has reports whether a point lies on the border of a collider, with the outside in the direction
// of the normal. A point beyond the border of the whole ground, such as on other ground beside it,
// must be as far from the collider as from the collider that goes.
func (b *border) has(c state.ColliderSlot, p geom.Vec2) bool {
	return b.isOn(c, p) || b.isOld && b.isAsFar(c, p) && !slices.ContainsFunc(b.s.succession.old, func(c state.ColliderSlot) bool { return b.isOn(c, p) })
}

func (b *border) isOn(c state.ColliderSlot, p geom.Vec2) bool {
	return math.Abs(b.distance(c, p)) <= b.tolerance && b.distance(c, b.beyond(p)) > b.tolerance
}

func (b *border) isAsFar(c state.ColliderSlot, p geom.Vec2) bool {
	out := b.beyond(p)
	return math.Abs(b.distance(c, p)-b.distance(b.ground, p)) <= b.tolerance && math.Abs(b.distance(c, out)-b.distance(b.ground, out)) <= b.tolerance
}

// beyond returns a point outside of the ground, beside a point of its border.
func (b *border) beyond(p geom.Vec2) geom.Vec2 { return p.MulAdd(4*b.tolerance, b.normal) }

func (b *border) distance(c state.ColliderSlot, p geom.Vec2) float64 {
	at := geom.Transform{P: p, R: geom.IdentityTransform.R}
	return narrowphase.SignedDistance(b.s.p.Shapes.Convex(c), narrowphase.Point, &at, nil).Distance
}

// maxBearers is the largest number of colliders on which one contact may lie.
const maxBearers = 64

// reaches reports whether the border goes on from a point, where it belongs to a collider, to
// another point.
func (b *border) reaches(c state.ColliderSlot, from, to geom.Vec2) bool {
	step, at := min(b.tolerance/from.Distance(to), 1), 0.0
	for range maxBearers {
		if b.has(c, to) {
			return true
		}
		out := 1.0 // the points of a convex shape are an interval
		for out-at > step/2 {
			if middle := float64(0.5 * (at + out)); b.has(c, from.Lerp(to, middle)) {
				at = middle
			} else {
				out = middle
			}
		}
		at = min(at+step, 1)
		next, ok := b.find(func(c state.ColliderSlot) bool { return b.has(c, from.Lerp(to, at)) })
		if !ok || next == c {
			return false
		}
		c = next
	}
	return false
}
