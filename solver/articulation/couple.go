package articulation

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// Couples.
//
// A couple is a joint that acts on the angle alone: brakes, dampers, springs, limits and motors of
// the angle. A sweep over a couple sees the true inertia of its bodies. A pin at the distance r
// from the centre of a body sees a mass that is smaller by r r m / I times than the mass of the
// body, less one. A sweep over one undoes a part of the sweep over the other. If that ratio is
// large, the remaining error of the velocities is as large as the forces, and the joints drive
// their bodies. If it is small, the remaining spin still has the direction in which the brake
// pushes: a body that a brake keeps from turning gains speed as it goes round on a rod. So couples
// of bodies that are held outside their centres are ties of an articulation: see tie.go. Ropes of
// bodies that are pinned far outside, and ropes between two bodies whose masses differ tenfold, are
// ties too: a sweep over a taut rope parts the pins.

// coupleLever is the ratio of a body's mass to the mass that a joint sees, less one, from which the
// couples of the body are solved with its joints. At a smaller ratio the joint hardly turns the
// body.
const coupleLever = 0.01

// ropeLever is the same ratio for ropes beside joints. The end of a thin rod has a ratio of 3.
const ropeLever = 3.2

// farLever is the same ratio, from which a joint is far outside a body: several joints of the body,
// or a joint with limits or lines that bend, are solved as an articulation. Ragdolls, which have
// few bodies and many limits, are below it.
const farLever = 5

// isCouple reports whether a joint may be a tie: it acts on the angle alone, except for a bounded
// force on the anchors, and its spring has no bound. The bounded force may be all that it has.
func isCouple(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) bool {
	row := s.Rows[slot]
	l, st := &s.Link[row], &s.Strength[row]
	if !isLoose(s, slot) || isMultiBody(l.Kind) {
		return false
	}
	if bodies.Uneven(l.BodyA, l.BodyB) || s.Meta[slot].Color == state.None || l.Flags&state.JointHasCallbacks != 0 {
		return false
	}
	rec := s.GenericAt(l.Data)
	x := &rec.Scalars[0]
	switch {
	case x.Features == 0 && rec.PlanarMotor.On && !rec.Block.On:
		return true
	case x.Features == 0 || x.SpringMin != 0 || x.SpringMax != 0:
		return false
	case x.Features&state.FeatureHold != 0:
		return x.Features == state.FeatureHold && st.MaxTorque > math.MaxFloat32
	}
	return true
}

// canBelong reports whether a joint may be in an articulation.
func canBelong(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) bool {
	return canArticulate(s, bodies, slot) || isCouple(s, bodies, slot) || isMultiBodyTie(s, bodies, slot)
}

// treeJoints returns the number of joints that form the tree. The other joints are ties. Couples,
// gears, custom joints and ropes come first among the ties; they are of kinds that no tree has.
// Joints that close cycles come last. Without ties of the first sort there is one tree, which has
// one joint less between its bodies than it has bodies.
func (t *articulation) treeJoints(s *state.Joints) int {
	between := 0
	for i, plan := range t.joints {
		if isLoose(s, plan.joint) {
			return i
		}
		if plan.child != noIndex && plan.parent != noIndex {
			between++
		}
	}
	return len(t.joints) - max(0, between-(len(t.bodies)-1))
}

// isLoose reports whether a joint is of a sort that may be a tie but never a joint of a tree: a
// couple, a gear, a custom joint, or a rope.
func isLoose(s *state.Joints, slot state.JointSlot) bool {
	kind := s.Link[s.Rows[slot]].Kind
	return s.IsRope(slot) || isMultiBody(kind) || state.ActsOnAngle(kind)
}

// collectTied finds the bodies that rigid joints, and ties of the first sort, connect with a body.
// It reports whether the bodies are solved as one articulation. The rigid joints form its trees.
func (f *Graph) collectTied(s *state.Joints, bodies *state.Bodies, seed state.BodySlot) bool {
	f.order, f.parentKey = f.order[:0], f.parentKey[:0]
	f.tieKeys, f.closingKeys = f.tieKeys[:0], f.closingKeys[:0]
	f.tieStamp++
	f.tied = tiedSearch{}
	f.addTree(s, bodies, seed)
	for i := 0; i < len(f.order); i++ {
		for key := bodies.Meta[f.order[i]].FirstJoint; key != state.None; key = s.Next(key) {
			if !f.meetsTie(s, bodies, key) {
				continue
			}
			slot := state.JointSlot(key >> 1)
			f.tied.lines += lineCount(s, slot)
			if f.follows(s, bodies, slot) {
				f.closingKeys = append(f.closingKeys, key)
			} else {
				f.tieKeys = append(f.tieKeys, key)
			}
		}
		if f.tied.lines > maxTieLines && len(f.tieKeys) > 0 {
			f.tied.tooMany = true
			return false
		}
	}
	y := &f.tied
	if y.tooMany = y.lines > maxTieLines && (y.bends || !f.fitsFrame(s, bodies)); y.tooMany {
		return false
	}
	if y.alone {
		return true
	}
	tied := y.couples && y.lever > coupleLever || y.gears && (y.slides || y.lever > coupleLever) || y.ropes && y.lever > ropeLever || y.unequal
	return y.rigid && tied
}

// tiedSearch describes the joints that collectTied has found.
type tiedSearch struct {
	_                            [0]func() // not comparable, so no program has code for a comparison
	lines                        int       // of ties
	rigid, couples, ropes, gears bool      // joints of these sorts; custom joints count as gears
	lever                        float64   // the largest of a rigid joint
	slides, bends                bool      // a rigid joint slides; has lines that bend
	unequal                      bool      // a rope connects bodies whose masses differ tenfold
	tooMany                      bool      // ties for a matrix
	alone                        bool      // a rigid joint far outside its body has limits, or lines that bend
}

// meetsTie reports whether a joint of a body is a tie that is reached by this key. It adds the
// bodies to which a tie leads.
func (f *Graph) meetsTie(s *state.Joints, bodies *state.Bodies, key uint32) bool {
	slot, other, y := state.JointSlot(key>>1), s.Other(key), &f.tied
	dynamic := bodies.Meta[other].Type == body.Dynamic
	switch {
	case f.follows(s, bodies, slot):
		y.rigid = true
		lever := leverOf(s, bodies, key)
		y.lever = max(y.lever, lever)
		y.alone = y.alone || lever > farLever && (hasLimits(s, slot) || linesBend(s, slot))
		y.bends = y.bends || linesBend(s, slot)
		y.slides = y.slides || state.GeometryOf(s.Link[s.Rows[slot]].Kind) == state.GeometrySlide
		return dynamic && key&1 == 0 && !f.isTreeEdge(s, key)
	case isCouple(s, bodies, slot):
		holdsLength := state.GeometryOf(s.Link[s.Rows[slot]].Kind).HoldsLength()
		y.ropes, y.couples = y.ropes || holdsLength, y.couples || !holdsLength
		y.unequal = y.unequal || holdsLength && dynamic && areUnequal(bodies, s.Other(key^1), other)
		f.addOther(s, bodies, other)
	case isMultiBodyTie(s, bodies, slot):
		y.gears = true
		for _, b := range s.Bodies(slot) {
			f.addOther(s, bodies, b)
		}
	default:
		return false
	}
	return !dynamic || key&1 == 0
}

// addOther adds the tree of a body to which a tie leads.
func (f *Graph) addOther(s *state.Joints, bodies *state.Bodies, b state.BodySlot) {
	if bodies.Meta[b].Type != body.Dynamic {
		return
	}
	if f.reserve(b); f.tieVisited[b] != f.tieStamp {
		f.addTree(s, bodies, b)
	}
}

// addTree adds the bodies that rigid joints connect with a body, breadth first. The root is next to
// an immovable body if there is one.
func (f *Graph) addTree(s *state.Joints, bodies *state.Bodies, seed state.BodySlot) {
	first := len(f.order)
	root := f.spread(s, bodies, seed, state.None)
	if root == state.None {
		return
	}
	for _, b := range f.order[first:] {
		f.tieVisited[b] = 0
	}
	f.order, f.parentKey = f.order[:first], f.parentKey[:first]
	f.spread(s, bodies, s.Other(root^1), root)
}

// spread is addTree with a given root. It returns the key by which one of the bodies hangs on an
// immovable body, or None.
func (f *Graph) spread(s *state.Joints, bodies *state.Bodies, seed state.BodySlot, root uint32) (grounded uint32) {
	grounded = state.None
	f.meet(seed, root)
	for i := len(f.order) - 1; i < len(f.order); i++ {
		for key := bodies.Meta[f.order[i]].FirstJoint; key != state.None; key = s.Next(key) {
			if !f.follows(s, bodies, state.JointSlot(key>>1)) {
				continue
			}
			other := s.Other(key)
			f.reserve(other)
			switch dynamic := bodies.Meta[other].Type == body.Dynamic; {
			case dynamic && f.tieVisited[other] != f.tieStamp:
				f.meet(other, key^1)
			case !dynamic && grounded == state.None:
				grounded = key
			}
		}
	}
	return grounded
}

// meet appends a body to the order.
func (f *Graph) meet(b state.BodySlot, parentKey uint32) {
	f.reserve(b)
	f.tieVisited[b], f.orderIndex[b] = f.tieStamp, int32(len(f.order))
	f.order, f.parentKey = append(f.order, b), append(f.parentKey, parentKey)
}

// isTreeEdge reports whether one of the bodies of a joint was reached by it.
func (f *Graph) isTreeEdge(s *state.Joints, key uint32) bool {
	return f.parentKey[f.orderIndex[s.Other(key)]]>>1 == key>>1 || f.parentKey[f.orderIndex[s.Other(key^1)]]>>1 == key>>1
}

// destroyCollected destroys the articulations of all bodies that collectTied found, and marks the
// bodies as visited.
func (f *Graph) destroyCollected(s *state.Joints) {
	for _, b := range f.order {
		f.visited[b] = f.visitStamp
		if t := f.articulationOf[b]; t != noIndex {
			f.destroy(s, t)
		}
	}
}

// leverOf returns the ratio of the mass of a body to the mass that a joint sees at its anchor along
// the worst direction, less one.
func leverOf(s *state.Joints, bodies *state.Bodies, key uint32) float64 {
	d := &bodies.Dynamics[bodies.Rows[s.Other(key^1)]]
	anchor := localAnchor(s, key)
	if d.InvMass == 0 {
		return 0
	}
	return anchor.Dot(anchor) * float64(d.InvInertia) / float64(d.InvMass)
}

// hasLimits reports whether a rigid joint has limits of its own.
func hasLimits(s *state.Joints, slot state.JointSlot) bool {
	l := &s.Link[s.Rows[slot]]
	if l.Kind == joint.KindRevolute {
		return l.Flags&state.JointHasAngularPart != 0 && s.RevoluteAngles[l.Data].Parts&state.AngleLimits != 0
	}
	scalars := &s.GenericAt(l.Data).Scalars
	return (scalars[0].Features|scalars[1].Features)&state.FeatureLimit != 0
}

// linesBend reports whether the lines of a rigid joint have a direction that turns: they are lines
// of a slide or a rod.
func linesBend(s *state.Joints, slot state.JointSlot) bool {
	kind := s.Link[s.Rows[slot]].Kind
	return kind != joint.KindRevolute && kind != joint.KindWeld
}

// lineCount returns the largest number of lines of a joint as a tie.
func lineCount(s *state.Joints, slot state.JointSlot) (n int) {
	l := &s.Link[s.Rows[slot]]
	switch l.Kind {
	case joint.KindGear:
		return 1
	case joint.KindCustom:
		return customLines
	}
	if l.Kind == joint.KindRevolute {
		if l.Flags&state.JointHasAngularPart != 0 {
			return 3
		}
		return 2
	}
	rec := s.GenericAt(l.Data)
	if rec.Block.On && !rec.Block.Spring {
		n = int(rec.Block.N)
	}
	if rec.PlanarMotor.On {
		n += 2
	}
	for i := range rec.Scalars {
		if rec.Scalars[i].Features != 0 {
			n++
		}
	}
	return n
}
