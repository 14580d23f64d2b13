package collision

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// One-way colliders.
//
// A one-way collider, here called a platform, has a direction n. It holds a shape that came to it
// wholly from that side, and does not exist for all other shapes. The side depends on the geometry
// alone: a shape is beyond the platform when
//
//   - it is above the platform, with n as up, wherever one is over the other: no point of the
//     shape is below the platform's upper surface in the same column, and
//   - it does not hang down beside the platform: its lowest point is no lower than the end of that
//     surface if the point lies outside the platform's columns.
//
// The second rule applies to shapes that arrive. A shape that was beyond and over the platform, and
// has since sunk beside its end, is still held when it touches the corner.
//
// Both rules have a tolerance. The second rule has one exception. Where another collider of the
// ground adjoins the end and already holds the shape, the surface continues there: a box that
// climbs over a ridge hangs down over the slope that it comes from. The shape may then also be as
// deep in the platform as it is in that neighbour.
//
// A contact remembers whether its shape was beyond the platform when the contact last had no
// points. From then on the shape is held as long as the contact has points. So a body may be
// pressed deep into the platform that holds it, and a body that comes from below passes until it is
// wholly out.
//
// All decisions of a tick are made at its poses, before the manifolds, in the order of rows and on
// one goroutine, because they read the contacts of other pairs.

// The tolerances of one-way colliders.
const (
	oneWayDepth   = 2    // slops: of a shape without a history, such as one that was just created
	oneWayRise    = 0.1  // slops: of a shape that was found not to be beyond
	oneWayGap     = 2    // slops between the ends of surfaces that continue each other
	oneWayPushCos = 0.05 // least cosine of the angle between a normal and the direction: three degrees
)

// oneWay reports whether a collider of a contact is one-way. Unlike the contact's flags,
// it may be read while workers evaluate.
func (p *Pipeline) oneWay(c *state.ContactPair) bool {
	return (p.Shapes.Link[c.ColliderA].Flags|p.Shapes.Link[c.ColliderB].Flags)&state.ColliderOneWay != 0
}

// decideOneWay decides which contacts of one-way colliders hold in this tick.
func (p *Pipeline) decideOneWay() {
	for r := range p.Contacts.Awake() {
		pair := &p.Contacts.Pair[r]
		if pair.Flags&state.ContactOneWay == 0 {
			continue
		}
		st := &p.Contacts.OneWay[p.Contacts.Slots[r]]
		switch {
		case *st&state.OneWayDropping != 0:
			if !p.apart(pair) {
				continue
			}
		case *st&state.OneWayHeld != 0 && pair.Flags&state.ContactTouching != 0:
			continue
		}
		*st = p.decide(pair, *st)
	}
}

// decide returns the state of a contact without points, or with points that were not held.
func (p *Pipeline) decide(pair *state.ContactPair, before state.OneWayState) state.OneWayState {
	rise := float64(oneWayRise * p.Tolerance.Slop)
	tolerance := rise
	isNew := before&state.OneWayDecided == 0
	if before&state.OneWayHeld != 0 || isNew && p.hasNotMoved(pair.BodyA) && p.hasNotMoved(pair.BodyB) {
		tolerance = float64(oneWayDepth * p.Tolerance.Slop)
	}
	rule := mustNotHang
	if before&state.OneWayHeld != 0 {
		rule = mayHang
	}
	if side := p.sideOfBoth(pair, p.Bodies.Pose, tolerance, rule); side != beyond {
		// It may have entered the platform within the last tick.
		mayHaveCome := side == below && (isNew || before&state.OneWayHeld != 0)
		if !mayHaveCome || p.sideOfBoth(pair, p.Bodies.LastPose, rise, rule) != beyond {
			return state.OneWayDecided
		}
	}
	if p.dropsNextTo(pair) {
		return state.OneWayDecided | state.OneWayHeld | state.OneWayDropping
	}
	return state.OneWayDecided | state.OneWayHeld
}

// hasNotMoved reports whether a body has not moved in the last tick, or is not dynamic.
func (p *Pipeline) hasNotMoved(slot uint32) bool {
	row := p.Bodies.Rows[slot]
	return p.Bodies.Meta[slot].Type != body.Dynamic || p.Bodies.LastPose[row] == p.Bodies.Pose[row]
}

// passesOneWay reports whether a contact is one of a one-way collider that does not hold it. Then
// it removes the contact's points.
func (p *Pipeline) passesOneWay(r int, e *evaluator) bool {
	return p.Contacts.Pair[r].Flags&state.ContactOneWay != 0 && p.passOneWay(r, e)
}

// passOneWay is passesOneWay for a contact of a one-way collider.
func (p *Pipeline) passOneWay(r int, e *evaluator) bool {
	contacts := p.Contacts
	if contacts.OneWay[contacts.Slots[r]].Holds() {
		return false
	}
	pair, sc := &contacts.Pair[r], &contacts.Solver[r]
	contacts.Cache[r] = state.ManifoldCache{} // it may hold in the next tick
	if pair.Flags&state.ContactTouching == 0 {
		return true
	}
	sc.Count = 0
	pair.Flags = pair.Flags&^state.ContactTouching | state.ContactStopped
	pair.UpdatePointFlag(sc)
	e.changed.Set(uint32(contacts.Slots[r]))
	return true
}

// pushesOneWay reports whether the one-way colliders of a contact may push along a normal in A's
// frame: none of them pushes sideways or backwards.
func (p *Pipeline) pushesOneWay(pair *state.ContactPair, normal geom.Vec2, rel geom.Rot) bool {
	a, b := p.Shapes.OneWayOf(state.ColliderSlot(pair.ColliderA)), p.Shapes.OneWayOf(state.ColliderSlot(pair.ColliderB))
	return (a == geom.Vec2{} || normal.Dot(a) >= oneWayPushCos) && (b == geom.Vec2{} || -normal.Dot(rel.Apply(b)) >= oneWayPushCos)
}

// apart reports whether two colliders are out of the range of contacts.
func (p *Pipeline) apart(pair *state.ContactPair) bool {
	a, b := p.shapesOf(pair)
	rel := p.relativePose(pair)
	return narrowphase.SignedDistance(a, b, &rel, nil).Distance > p.Tolerance.Speculative
}

// dropsNextTo reports whether a body of a contact drops through a neighbour of the other body's
// collider: it must not land on the next segment of the chain that it lets go of.
func (p *Pipeline) dropsNextTo(pair *state.ContactPair) bool {
	return p.dropsBeside(state.BodySlot(pair.BodyA), state.ColliderSlot(pair.ColliderB)) ||
		p.dropsBeside(state.BodySlot(pair.BodyB), state.ColliderSlot(pair.ColliderA))
}

func (p *Pipeline) dropsBeside(self state.BodySlot, platform state.ColliderSlot) bool {
	link := &p.Shapes.Link[platform]
	if link.Flags&state.ColliderOneWay == 0 {
		return false
	}
	for key := p.Bodies.Meta[self].FirstContact; key != state.None; key = p.Contacts.Next(key) {
		c := &p.Contacts.Pair[p.Contacts.Rows[key>>1]]
		if c.Flags&state.ContactOneWay == 0 || p.Contacts.OneWay[key>>1]&state.OneWayDropping == 0 {
			continue
		}
		neighbor, rigid := c.ColliderA, c.BodyA
		if key&1 == 0 {
			neighbor, rigid = c.ColliderB, c.BodyB
		}
		if neighbor == uint32(platform) || !p.sameRigid(uint32(link.Owner), rigid) {
			continue
		}
		rel := p.Bodies.Pose[p.Bodies.Rows[link.Owner]].InverseMul(p.Bodies.Pose[p.Bodies.Rows[rigid]])
		a, b := p.Shapes.Convex(platform), p.Shapes.Convex(state.ColliderSlot(neighbor))
		if narrowphase.SignedDistance(a, b, &rel, nil).Distance <= float64(oneWayGap*p.Tolerance.Slop) {
			return true
		}
	}
	return false
}

// OneWayImpact is an impact of a moving collider on another within a tick.
type OneWayImpact struct {
	Moving, Obstacle           state.ColliderSlot
	MovingSweep, ObstacleSweep *narrowphase.Sweep
	Time                       float64   // fraction of the sweeps
	Normal                     geom.Vec2 // unit, out of the obstacle
}

// OneWayStops reports whether the one-way rules of two colliders allow a stop at an impact.
func (p *Pipeline) OneWayStops(search *OneWaySearch, at *OneWayImpact) bool {
	n, m := p.Shapes.OneWayOf(at.Obstacle), p.Shapes.OneWayOf(at.Moving)
	if n == (geom.Vec2{}) && m == (geom.Vec2{}) {
		return true
	}
	moving, obstacle := at.MovingSweep.At(at.Time), at.ObstacleSweep.At(at.Time)
	if n != (geom.Vec2{}) && obstacle.R.Apply(n).Dot(at.Normal) < oneWayPushCos ||
		m != (geom.Vec2{}) && -moving.R.Apply(m).Dot(at.Normal) < oneWayPushCos {
		return false
	}
	tolerance := float64((oneWayDepth + 0.5) * p.Tolerance.Slop) // a sweep may stop two slops deep
	if found, ok := p.ContactOf(at.Moving, at.Obstacle); ok {
		switch st := p.Contacts.OneWay[found]; {
		case st&state.OneWayDropping != 0:
			return false
		case st.Holds():
			return true
		case st&state.OneWayDecided != 0:
			tolerance = float64(oneWayRise * p.Tolerance.Slop)
		}
	}
	isBeyond := func(time float64, rule oneWayRule) bool {
		moving, obstacle := at.MovingSweep.At(time), at.ObstacleSweep.At(time)
		c := oneWayCase{search, at.Obstacle, at.Moving, &obstacle, &moving, tolerance}
		return p.sideOf(c, rule).or(p.sideOf(c.reversed(), rule)) == beyond
	}
	if isBeyond(at.Time, mustNotHang) {
		return true
	}
	if !isBeyond(at.Time, mayHang) || !isBeyond(0, mustNotHang) {
		return false
	}
	// The shape hangs down beside the platform that it was beyond. Either it has come over the
	// platform before, or it comes from the side. The last time at which it was beyond decides.
	last, later := 0.0, at.Time
	for range 24 {
		if middle := 0.5 * (last + later); isBeyond(middle, mustNotHang) {
			last = middle
		} else {
			later = middle
		}
	}
	return isBeyond(later, mayHang)
}

// ContactOf returns the contact of two colliders, if there is one.
func (p *Pipeline) ContactOf(a, b state.ColliderSlot) (state.ContactSlot, bool) {
	owner := p.withFewerContacts(p.Shapes.Link[a].Owner, p.Shapes.Link[b].Owner)
	for key := p.Bodies.Meta[owner].FirstContact; key != state.None; key = p.Contacts.Next(key) {
		c := &p.Contacts.Pair[p.Contacts.Rows[key>>1]]
		if c.ColliderA == uint32(a) && c.ColliderB == uint32(b) || c.ColliderA == uint32(b) && c.ColliderB == uint32(a) {
			return state.ContactSlot(key >> 1), true
		}
	}
	return 0, false
}
