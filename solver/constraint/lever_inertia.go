package constraint

import (
	"math"
	"sync/atomic"

	"github.com/carom2d/carom/internal/state"
)

// Levers.
//
// Lines lie still during a sub-step h, so what a joint does is right only while its
// bodies do not turn much in it. A force F at a lever r and a couple T alone would turn a
// body of inertia I by (r F + T) h h / I. When that comes to radians, because a light
// body is held far outside itself and other joints disagree about it, each joint undoes
// what another has done with a lever that has turned away, and the body takes up
// energy without bound; package articulation, stiffness.go has the case with a formula. So for the next tick
// a body that would turn by more than two radians is given the inertia
// (r F + T) h h - I: it turns by little more than one.
//
// Joints that agree do not come near: for bodies pinned within their own size it takes
// accelerations of ten thousand times gravity. And where a lever is long the inertia of
// the mass about the pin is far larger than what is added here. Inertia that followed
// every swing would pump it, so it fades slowly.
const (
	leverMaxAngle = 2   // rad
	leverFade     = 0.9 // per tick, as geometric stiffness fades
)

// noteLever notes how hard a joint turns one of its bodies in a sub-step: with an impulse
// (x, y) at the arm (rx, ry) and a couple, N m s. What is noted of a body is the most
// that a joint does to it, so the order of joints does not matter; joints that run at the
// same time share no dynamic body.
func noteLever(s *state.Joints, b uint32, invInertia, h, rx, ry, x, y, couple float32) {
	k := float32(h * invInertia)
	k2 := float32(k * k)
	r2 := float32(rx*rx) + float32(ry*ry)
	j2 := float32(x*x) + float32(y*y)
	// Unless one of the two alone passes half of a radian, both do not pass one.
	if !(float32(float32(r2*j2)*k2) > 0.25) && !(float32(float32(couple*couple)*k2) > 0.25) {
		return
	}
	l := &s.LeverInertias[b]
	if l.TrueInvInertia > 0 {
		invInertia = l.TrueInvInertia
	}
	demand := float32(h * float32(math.Sqrt(float64(r2)*float64(j2))+math.Abs(float64(couple))))
	if float32(demand*invInertia) > leverMaxAngle {
		l.Demand = Greater(l.Demand, lesser(demand, math.MaxFloat32))
		atomic.StoreUint32(&s.AnyLever, 1) // by whichever worker
	}
}

// ApplyLevers gives the bodies the inertia that the last ticks ask for, until let.
func ApplyLevers(s *state.Joints, bodies *state.Bodies) {
	if s.AnyLever == 0 {
		return
	}
	s.AnyLever = 0
	for slot := range s.LeverInertias {
		l := &s.LeverInertias[slot]
		if l.Demand == 0 {
			continue
		}
		s.AnyLever = 1
		row := bodies.Rows[slot]
		if int(row) >= bodies.Awake() {
			continue
		}
		d := &bodies.Dynamics[row]
		angle := float32(l.Demand * d.InvInertia)
		if !(angle > leverMaxAngle) {
			l.Demand = 0
			continue
		}
		l.Demand = float32(leverFade * l.Demand)
		l.TrueInvInertia = d.InvInertia
		d.InvInertia /= angle - 1
		s.LeversApplied = true
	}
}

// RemoveLevers takes that inertia off again.
func RemoveLevers(s *state.Joints, bodies *state.Bodies) {
	if !s.LeversApplied {
		return
	}
	s.LeversApplied = false
	for slot := range s.LeverInertias {
		if l := &s.LeverInertias[slot]; l.TrueInvInertia > 0 {
			bodies.Dynamics[bodies.Rows[slot]].InvInertia = l.TrueInvInertia
			l.TrueInvInertia = 0
		}
	}
}
