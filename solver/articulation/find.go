package articulation

import (
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/rattle"
)

// canArticulate reports whether a joint may be part of an articulation: it acts, and has a rigid
// part. Sweeps solve a rod with a motor or limits, because the rod has only one line, which
// it would share with them.
func canArticulate(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) bool {
	row := s.Rows[slot]
	l := &s.Link[row]
	if bodies.Uneven(l.BodyA, l.BodyB) {
		return false // to this joint one of them has no mass, to other joints it has
	}
	if s.Meta[slot].Color == state.None || l.Flags&state.JointHasCallbacks != 0 {
		return false
	}
	switch l.Kind {
	case joint.KindRevolute:
		return true
	case joint.KindGear, joint.KindCustom, state.JointCompanion:
		return false
	default:
		rec := s.GenericAt(l.Data)
		b := &rec.Block
		if state.GeometryOf(l.Kind).HoldsLength() && rec.Scalars[0].Features != 0 {
			return false
		}
		return b.On && !b.Spring
	}
}

// collectTree finds the bodies that rigid joints connect with a body, bodies nearer to the root
// first. It reports whether they form a tree. The root is next to an immovable body if there is
// one, except for a small articulation with cycles.
func (f *Graph) collectTree(s *state.Joints, bodies *state.Bodies, seed state.BodySlot) (isTree bool) {
	f.rootKey = state.None
	isTree = f.visit(s, bodies, seed, state.None) == 2*(len(f.order)-1)
	if f.rootKey == state.None || !isTree && f.fitsSmall(s, bodies) {
		f.rootKey = state.None
		return isTree
	}
	l := &s.Link[s.Rows[f.rootKey>>1]]
	seed = state.BodySlot(l.BodyA)
	if f.rootKey&1 == 1 {
		seed = state.BodySlot(l.BodyB)
	}
	for _, b := range f.order {
		f.visited[b] = 0
	}
	f.visit(s, bodies, seed, f.rootKey)
	return isTree
}

// visit lists the bodies connected with a body, breadth first. It returns the number of ends
// of joints between two of them, which is twice the number of joints.
func (f *Graph) visit(s *state.Joints, bodies *state.Bodies, seed state.BodySlot, root uint32) (edgeEnds int) {
	f.order, f.parentKey, f.jointCount, f.freeOnly = append(f.order[:0], seed), append(f.parentKey[:0], root), 0, true
	f.drivenToLimits = false
	f.visited[seed], f.orderIndex[seed] = f.visitStamp, 0
	for i := 0; i < len(f.order); i++ {
		for key := bodies.Meta[f.order[i]].FirstJoint; key != state.None; key = s.Next(key) {
			if !f.follows(s, bodies, state.JointSlot(key>>1)) {
				continue
			}
			slot := state.JointSlot(key >> 1)
			bounded := isBounded(s, s.Rows[slot])
			f.freeOnly = f.freeOnly && !bounded && (isPin(s, slot) || isFreeSlide(s, slot))
			f.drivenToLimits = f.drivenToLimits || !bounded && isDrivenToLimit(s, slot)
			other := s.Other(key)
			fixed := bodies.Meta[other].Type != body.Dynamic
			if fixed && f.rootKey == state.None {
				f.rootKey = key
			}
			if fixed {
				f.jointCount++
				continue
			}
			edgeEnds++
			if f.visited[other] != f.visitStamp {
				f.jointCount++
				f.visited[other], f.orderIndex[other] = f.visitStamp, int32(len(f.order))
				f.order = append(f.order, other)
				f.parentKey = append(f.parentKey, key^1)
			}
		}
	}
	return edgeEnds
}

// isPin reports whether a joint that may be part of an articulation is revolute, turns freely and
// has the maximum stiffness.
func isPin(s *state.Joints, slot state.JointSlot) bool {
	row := s.Rows[slot]
	l, st := &s.Link[row], &s.Strength[row]
	return l.Kind == joint.KindRevolute && l.Flags&state.JointHasAngularPart == 0 && st.Hertz == 0 && st.Damping == 0
}

// isFreeSlide reports whether a joint that may be part of an articulation holds an angle, slides
// freely along an axis, and has the maximum stiffness.
func isFreeSlide(s *state.Joints, slot state.JointSlot) bool {
	row := s.Rows[slot]
	l, st := &s.Link[row], &s.Strength[row]
	if state.GeometryOf(l.Kind) != state.GeometrySlide || st.Hertz != 0 || st.Damping != 0 {
		return false
	}
	rec := s.GenericAt(l.Data)
	return rec.Block.N == 2 && rec.Scalars[0].Features == 0
}

// isDrivenToLimit reports whether the motor of a joint turns it until it reaches a limit. A sweep
// stops the spin of the body, and then the velocity of the body's centre turns it on.
func isDrivenToLimit(s *state.Joints, slot state.JointSlot) bool {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != joint.KindRevolute || l.Flags&state.JointHasAngularPart == 0 {
		return false
	}
	x := &s.RevoluteAngles[l.Data]
	return x.Parts&state.AngleLimits != 0 && x.MaxMotorTorque > 0 && x.Speed != 0
}

// fitsSmall reports whether the bodies that collectTree found form a small articulation: see
// package rattle. A lone slide keeps its energy without it.
func (f *Graph) fitsSmall(s *state.Joints, bodies *state.Bodies) bool {
	if !f.freeOnly || len(f.order) > rattle.MaxBodies {
		return false
	}
	joints, pins, least, most := 0, 0, float32(math.MaxFloat32), float32(0)
	for _, b := range f.order {
		inv := bodies.Dynamics[bodies.Rows[b]].InvMass
		least, most = min(least, inv), max(most, inv)
		for key := bodies.Meta[b].FirstJoint; key != state.None; key = s.Next(key) {
			slot := state.JointSlot(key >> 1)
			if !f.follows(s, bodies, slot) || key&1 == 1 && bodies.Meta[s.Other(key)].Type == body.Dynamic {
				continue
			}
			if joints++; isPin(s, slot) {
				pins++
			}
		}
	}
	return (joints > 1 || pins > 0) && joints <= rattle.MaxJoints && most <= float32(rattle.MaxMassRatio*least)
}

// The thresholds from which an articulation is solved exactly.
const (
	directSolvePath  = 10 // joints, on the longest path through its bodies and the immovable one at the root
	directSolveRatio = 10 // of the masses of two jointed bodies, or of a load to its body
)

// needsDirectSolve decides whether the bodies that collectTree found are solved exactly. It goes
// from the leaves to the root. The subtree mass of a body is its own mass plus the masses of all
// bodies beyond it. Its depth is the longest path down from it.
func (f *Graph) needsDirectSolve(s *state.Joints, bodies *state.Bodies) bool {
	n := len(f.order)
	if f.jointCount == 0 {
		return false
	}
	if f.drivenToLimits || f.bearsHeavy(s, bodies) {
		return true
	}
	if f.jointCount < 2 {
		if n == 1 {
			return f.hasDrivenLever(s, bodies, f.order[0])
		}
		return isLoneStub(s, bodies, f.order, state.JointSlot(f.parentKey[1]>>1)) || f.hasDrivenLever(s, bodies, f.order[0]) || f.hasDrivenLever(s, bodies, f.order[1])
	}
	f.masses = append(f.masses[:0], make([]float64, n)...)
	f.depth = append(f.depth[:0], make([]int32, n)...)
	for i, b := range f.order {
		if inv := bodies.Dynamics[bodies.Rows[b]].InvMass; inv > 0 {
			f.masses[i] = 1 / float64(inv)
		}
	}
	f.subtreeMass = append(f.subtreeMass[:0], f.masses...)
	for i, b := range slices.Backward(f.order) {
		m, key := f.masses[i], f.parentKey[i]
		if f.hasLongLever(s, bodies, b) {
			return true
		}
		if f.rootKey != state.None && ratioTooLarge(f.subtreeMass[i], m) {
			return true
		}
		if i == 0 {
			return f.rootKey != state.None && f.depth[i]+1 >= directSolvePath
		}
		p := f.orderIndex[s.Other(key)]
		if ratioTooLarge(m, f.masses[p]) || ratioTooLarge(f.masses[p], m) || f.depth[p]+f.depth[i]+1 >= directSolvePath {
			return true
		}
		f.depth[p] = max(f.depth[p], f.depth[i]+1)
		f.subtreeMass[p] += f.subtreeMass[i]
	}
	return false
}

// bearsHeavy reports whether a body bears a far heavier one, on joints that can be bonds. Swept
// joints are as soft as the body is light: they part by decimetres and throw the load back. Swept
// rods gain less than rods that are bonds, on which a plate turns over under its load.
func (f *Graph) bearsHeavy(s *state.Joints, bodies *state.Bodies) (bears bool) {
	for _, b := range f.order {
		bears = bears || bodies.Motion[bodies.Rows[b]].HeavyTicks > 0
	}
	for _, b := range f.order {
		for key := bodies.Meta[b].FirstJoint; bears && key != state.None; key = s.Next(key) {
			slot := state.JointSlot(key >> 1)
			bends := state.GeometryOf(s.Link[s.Rows[slot]].Kind).HoldsLength()
			bears = !f.follows(s, bodies, slot) || isBounded(s, s.Rows[slot]) || featuresOf(s, slot)&notBond == 0 && !bends
		}
	}
	return bears
}

// hasLongLever reports whether a joint lies far outside a body. It sees a mass far smaller than the
// body's. Between it and other joints sweeps do not converge, and their errors grow without bound:
// the lines are constant in a sub-step, in which such a body turns far. Joints within the size of
// most bodies do not count: the end of a thin rod has a ratio of 3, the tip of a thin wedge a ratio
// of 8.
func (f *Graph) hasLongLever(s *state.Joints, bodies *state.Bodies, b state.BodySlot) bool {
	return f.hasLever(s, bodies, b, farLever, false)
}

// hasDrivenLever reports whether the motor or the spring of a pin turns a body against the pin: the
// pin sees less than a tenth of the body's mass.
func (f *Graph) hasDrivenLever(s *state.Joints, bodies *state.Bodies, b state.BodySlot) bool {
	return f.hasLever(s, bodies, b, directSolveRatio, true)
}

// hasLever reports whether a joint of a body sees a mass that is smaller than the body's by more
// than a ratio. It may count the pins alone that have a motor, limits or a spring.
func (f *Graph) hasLever(s *state.Joints, bodies *state.Bodies, b state.BodySlot, ratio float64, driven bool) bool {
	for key := bodies.Meta[b].FirstJoint; key != state.None; key = s.Next(key) {
		if !f.follows(s, bodies, state.JointSlot(key>>1)) || leverOf(s, bodies, key) <= ratio {
			continue
		}
		if l := &s.Link[s.Rows[key>>1]]; !driven || l.Kind == joint.KindRevolute && l.Flags&state.JointHasAngularPart != 0 {
			return true
		}
	}
	return false
}

// localAnchor returns the anchor of a joint on a body, from the centre of mass in the body's axes.
func localAnchor(s *state.Joints, key uint32) geom.Vec2 {
	l := &s.Link[s.Rows[key>>1]]
	var onA, onB geom.Vec2
	if l.Kind == joint.KindRevolute {
		onA, onB = s.RevolutePoints[l.Data].Anchors()
	} else {
		b := s.GenericAt(l.Data)
		onA, onB = b.AnchorA, b.AnchorB
	}
	if key&1 == 0 {
		return onA
	}
	return onB
}

// ratioTooLarge reports whether one mass is too large for the other mass. No mass is too large for
// a mass of zero.
func ratioTooLarge(large, small float64) bool {
	return small > 0 && large > float64(directSolveRatio*small)
}

// areUnequal reports whether the mass of one of two bodies is too large for the mass of the other.
//
//go:noinline
func areUnequal(bodies *state.Bodies, a, b state.BodySlot) bool {
	ma, mb := float64(bodies.Dynamics[bodies.Rows[a]].InvMass), float64(bodies.Dynamics[bodies.Rows[b]].InvMass)
	if ma < mb {
		ma, mb = mb, ma
	}
	return ratioTooLarge(ma, mb)
}
