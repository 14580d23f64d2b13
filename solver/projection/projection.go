package projection

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/constraint"
)

const (
	maxBodies    = 64        // that are moved for one stopped body
	maxPasses    = 60        // over the joints
	stoppedShare = 1.0 / 256 // of the inverse mass of a stopped body
	closedSlops  = 0.1       // the gap, in slops, that counts as closed
)

// stoppedPlace is the place of a stopped body that is no member yet.
const stoppedPlace = -1

// Projection is the scratch of Project. The zero Projection is ready.
type Projection struct {
	places  []int32  // by body slot: one more than the index in members, zero, or stoppedPlace
	members []member // of all components
	links   []link   // of the present component
	moved   []state.MovedBody
}

// member is a body that joints connect with a stopped body.
type member struct {
	_     [0]func() // not comparable, so no program has code for a comparison
	slot  state.BodySlot
	share float32        // of its inverse mass
	start geom.Transform // its pose before Project
}

// link is a joint of a member.
type link struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	joint          state.JointSlot
	shareA, shareB float32
}

// Project moves the bodies that joints connect with stopped ones, in the order of the stopped ones.
// The gaps of their joints become smaller than a slop, in metres, where that is possible. Project
// returns the bodies that it has moved. The list is valid until the next call.
func (p *Projection) Project(bodies *state.Bodies, joints *state.Joints, stopped []state.BodyRow, slop float64) []state.MovedBody {
	p.members, p.moved = p.members[:0], p.moved[:0]
	p.places = grow.Resize(p.places, len(bodies.Rows))
	for _, row := range stopped {
		p.places[bodies.Slots[row]] = stoppedPlace
	}
	for _, row := range stopped {
		slot := bodies.Slots[row]
		if bodies.Meta[slot].FirstJoint == state.None || p.places[slot] != stoppedPlace {
			continue
		}
		first := len(p.members)
		p.collect(bodies, joints, slot)
		p.finish(bodies, p.members[first:], p.closeGaps(bodies, joints, slop))
	}
	for _, row := range stopped {
		p.places[bodies.Slots[row]] = 0
	}
	for i := range p.members {
		p.places[p.members[i].slot] = 0
	}
	return p.moved
}

// finish lists the bodies of a component that have moved, or moves them back.
func (p *Projection) finish(bodies *state.Bodies, members []member, closed bool) {
	for i := range members {
		m := &members[i]
		row := bodies.Rows[m.slot]
		if pose := &bodies.Pose[row]; !closed {
			*pose = m.start
		} else if *pose != m.start {
			p.moved = append(p.moved, state.MovedBody{Row: row, From: m.start})
		}
	}
}

// collect lists the bodies that joints connect with a stopped body, the nearest first, and their
// joints.
func (p *Projection) collect(bodies *state.Bodies, joints *state.Joints, from state.BodySlot) {
	first := len(p.members)
	p.add(bodies, from)
	p.links = p.links[:0]
	for i := first; i < len(p.members); i++ {
		for key := bodies.Meta[p.members[i].slot].FirstJoint; key != state.None; key = joints.Next(key) {
			if !constraint.CanProject(joints, bodies, state.JointSlot(key>>1)) {
				continue
			}
			other := joints.Other(key)
			if p.places[other] <= 0 && bodies.IsDynamic(other) && len(p.members) < first+maxBodies {
				p.add(bodies, other)
			}
			p.link(bodies, key, i, other)
		}
	}
}

// add makes a body a member.
func (p *Projection) add(bodies *state.Bodies, slot state.BodySlot) {
	share := float32(1)
	if p.places[slot] == stoppedPlace {
		share = stoppedShare
	}
	p.members = append(p.members, member{slot: slot, share: share, start: bodies.Pose[bodies.Rows[slot]]})
	p.places[slot] = int32(len(p.members))
}

// link lists the joint of a key of member i, unless the other body has listed it or is too far.
func (p *Projection) link(bodies *state.Bodies, key uint32, i int, other state.BodySlot) {
	l := link{joint: state.JointSlot(key >> 1), shareA: p.members[i].share}
	if bodies.IsDynamic(other) {
		place := int(p.places[other]) - 1
		if place <= i {
			return
		}
		l.shareB = p.members[place].share
	}
	if key&1 == 1 {
		l.shareA, l.shareB = l.shareB, l.shareA
	}
	p.links = append(p.links, l)
}

// closeGaps closes the gaps of the joints. It reports whether one was wider than a slop and the
// widest has become smaller.
func (p *Projection) closeGaps(bodies *state.Bodies, joints *state.Joints, slop float64) bool {
	first, widest := 0.0, 0.0
	for pass := range maxPasses {
		widest = 0
		for i := range p.links {
			l := &p.links[i]
			widest = max(widest, constraint.Project(joints, bodies, l.joint, l.shareA, l.shareB))
		}
		if pass == 0 {
			first = widest
		}
		if first <= slop || widest <= closedSlops*slop {
			break
		}
	}
	return first > slop && widest < first
}
