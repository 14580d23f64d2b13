package constraint

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
)

// massesOf returns the inverse masses of the two bodies of a joint.
func massesOf(bodies *state.Bodies, link *state.JointLink) (m masses) {
	m.ma, m.ia, m.mb, m.ib = bodies.PairInvMass(state.BodySlot(link.BodyA), state.BodySlot(link.BodyB))
	return m
}

// noDynamicBody is the lowest dominance if no body is dynamic.
const noDynamicBody = math.MaxInt8

// lowestDominance returns the lowest dominance of the dynamic bodies among the given slots, or
// lowest if that is lower.
func lowestDominance(bodies *state.Bodies, lowest int8, slots ...state.BodySlot) int8 {
	for _, slot := range slots {
		if m := &bodies.Meta[slot]; m.Type == body.Dynamic {
			lowest = min(lowest, m.Dominance)
		}
	}
	return lowest
}

// applyDominance clears the inverse masses of the bodies of a gear that dominate another of its
// bodies.
func (w *gearConstraint) applyDominance(bodies *state.Bodies) {
	if bodies.Dominant == 0 {
		return
	}
	lowest := int8(noDynamicBody)
	for i := range w.measured {
		e := &w.measured[i]
		lowest = lowestDominance(bodies, lowest, bodies.Slots[e.A], bodies.Slots[e.B])
	}
	for i := range w.measured {
		e := &w.measured[i]
		if bodies.Meta[bodies.Slots[e.A]].Dominance > lowest {
			e.ma, e.ia = 0, 0
		}
		if bodies.Meta[bodies.Slots[e.B]].Dominance > lowest {
			e.mb, e.ib = 0, 0
		}
	}
}

// applyDominance clears the inverse masses of the bodies of a custom joint that dominate another of
// its bodies.
func (w *customConstraint) applyDominance(perBody []customBody, bodies *state.Bodies) {
	if bodies.Dominant == 0 {
		return
	}
	lowest := lowestDominance(bodies, noDynamicBody, w.record.Bodies...)
	for i, slot := range w.record.Bodies {
		if bodies.Meta[slot].Dominance > lowest {
			perBody[i].m, perBody[i].i = 0, 0
		}
	}
}
