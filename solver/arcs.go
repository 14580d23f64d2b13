package solver

import (
	"math"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/constraint"
)

// Arcs whose centre is off the body's centre of mass: the end of a capsule, an ellipse, a disc with
// a weight in it.
//
// A contact with an arc stays where the arc's normal is the normal of the contact. So its place
// is the centre of curvature, which turns with the body, plus a radius along the normal, which does
// not turn. Let c be the centre of curvature relative to the centre of mass, n the normal and t =
// (ny, -nx) the tangent. When the body turns by the angle x,
//
//	c x n          becomes   cos x (c x n) - sin x (c . n)
//	c . n          becomes   cos x (c . n) + sin x (c x n)
//
// The first is the arm of the normal, because n x n is zero. The arm of the tangent is minus c . n
// and minus the radius. The change of c . n is the change of the separation.
//
// The arms are updated once per sub-step, between the motion and the relax pass. The torque of a
// contact that kept the arm of the beginning of the tick would be late by half a tick. A late
// spring feeds the oscillation: a roly-poly had 33 times its energy after a minute.
//
// The bodies repeat the impulses of the previous sub-step with the arms of that sub-step. The
// change due to the new arms is applied before the next solve pass, like warmCorrection for joints.

// arc holds further columns of a bundle of contacts with one point: 32 bytes per contact.
type arc struct {
	_                        [0]func() // not comparable, so no program has code for a comparison
	radiusA, radiusB         perLane   // of curvature, with the sign of n from the centre; zero: no arc is followed
	ka, kb, ta, tb           perLane   // arms about the centres of curvature when the tick began; see prepareArc
	correctionA, correctionB perLane   // changes of angular velocity before the next solve pass, rad/s
}

// noCorrection is minus zero. Adding it changes no bit of any number.
var noCorrection = float32(math.Copysign(0, -1))

// prepareArc writes the columns of a lane. On a side whose arc is not followed, ka is the arm of
// the normal. On that side ta is the arm of the tangent, or zero where the surface is curved: see
// normalDisplacement.
func prepareArc(h *header, p *point, x *arc, l int, follows bool, s *state.SolverContact) {
	half := float32(0.5 * p.separation[l])
	x.ka[l], x.kb[l], x.ta[l], x.tb[l] = p.ka[l], p.kb[l], h.ta[l], h.tb[l]
	x.correctionA[l], x.correctionB[l] = noCorrection, noCorrection
	x.radiusA[l], x.radiusB[l] = 0, 0
	radiusA, radiusB := float32(0), float32(0)
	if follows && s.Count == 1 { // a callback may have emptied the contact
		radiusA, radiusB = s.ArcRadii()
	}
	switch {
	case radiusA > 0:
		x.radiusA[l] = radiusA + half
		x.ta[l] = h.ta[l] + x.radiusA[l]
	case math.Signbit(float64(h.friction[l])):
		x.ta[l] = 0
	}
	switch {
	case radiusB > 0:
		x.radiusB[l] = -(radiusB + half)
		x.tb[l] = h.tb[l] + x.radiusB[l]
	case math.Signbit(float64(h.tangentMass[l])):
		x.tb[l] = 0
	}
}

// pad writes a lane without a contact.
func (x *arc) pad(l int) {
	x.radiusA[l], x.radiusB[l] = 0, 0
	x.ka[l], x.kb[l], x.ta[l], x.tb[l] = 0, 0, 0, 0
	x.correctionA[l], x.correctionB[l] = noCorrection, noCorrection
}

// followArcs brings the separation of a lane up to date, and the arms of arcs.
func followArcs(states []state.BodyState, h *header, p *point, x *arc, l int) {
	a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
	linear := float32(h.nx[l]*(b.DX-a.DX)) + float32(h.ny[l]*(b.DY-a.DY))
	angular := float32((1-b.DC)*x.tb[l]) - float32((1-a.DC)*x.ta[l])
	p.currentSeparation[l] = p.separation[l] + (linear + angular + (float32(b.DS*x.kb[l]) - float32(a.DS*x.ka[l])))
	ka, kb, ta, tb := p.ka[l], p.kb[l], h.ta[l], h.tb[l]
	if x.radiusA[l] != 0 {
		ka = float32(a.DC*x.ka[l]) + float32(a.DS*x.ta[l])
		ta = float32(a.DC*x.ta[l]) - float32(a.DS*x.ka[l]) - x.radiusA[l]
	}
	if x.radiusB[l] != 0 {
		kb = float32(b.DC*x.kb[l]) + float32(b.DS*x.tb[l])
		tb = float32(b.DC*x.tb[l]) - float32(b.DS*x.kb[l]) - x.radiusB[l]
	}
	normal, tangent := p.impulse[l], h.tangentImpulse[l]
	ia, ib := h.ia[l], h.ib[l]
	x.correctionA[l] = -float32(ia * (float32((ka-p.ka[l])*normal) + float32((ta-h.ta[l])*tangent)))
	x.correctionB[l] = -float32(ib * (float32((p.kb[l]-kb)*normal) + float32((h.tb[l]-tb)*tangent)))
	if x.radiusA[l] == 0 && x.radiusB[l] == 0 {
		return
	}
	p.ka[l], p.kb[l], h.ta[l], h.tb[l] = ka, kb, ta, tb
	mobility := h.ma[l] + h.mb[l]
	p.mass[l] = constraint.Inverse(mobility + (float32(float32(ia*ka)*ka) + float32(float32(ib*kb)*kb)))
	h.tangentMass[l] = constraint.Inverse(mobility + (float32(float32(ia*ta)*ta) + float32(float32(ib*tb)*tb)))
}

// correctArcs applies the corrections of a lane to the velocities of its bodies after they have
// repeated their impulses.
func correctArcs(states []state.BodyState, h *header, x *arc, l int) {
	a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
	a.SetVelocity(a.VX, a.VY, a.W+x.correctionA[l])
	b.SetVelocity(b.VX, b.VY, b.W+x.correctionB[l])
}
