package constraint

import (
	"math"
	"sync/atomic"

	"github.com/carom2d/carom/internal/state"
)

// Lever inertia.
//
// Lines are constant during a sub-step h, so a joint is accurate only while its bodies turn by
// little in it. A force F at a lever r and a couple T alone would turn a body of inertia I
// by (r F + T) h h / I. That is a radian or more when joints in conflict hold a light body far
// outside itself. Then each joint corrects the others with a lever that has turned away, and the
// energy of the body grows without bound; stiffness.go of package articulation has a case with a
// formula. So for the next tick a body that would turn by more than two radians gets the
// additional inertia (r F + T) h h - I, with which it turns by little more than one.
//
// Joints without conflict stay far below: for bodies held within their own size it takes
// accelerations of ten thousand times gravity. And where a lever is long the inertia of the
// mass about the joint is far larger than the inertia added here. Inertia that followed every
// oscillation would feed it, so it fades slowly.
const (
	leverMaxAngle = 2   // rad
	leverFade     = 0.9 // per tick, as geometric stiffness fades
)

// noteLever raises the demand for lever inertia of one body of a joint. In a sub-step the joint
// acts on it with an impulse (x, y) at the arm (rx, ry), N s and m, and a couple, N m s. The
// demand of a body is the largest of its joints, so their order does not matter. Joints that
// run at the same time share no dynamic body.
func noteLever(s *state.Joints, b uint32, invInertia, h, rx, ry, x, y, couple float32) {
	k := float32(h * invInertia)
	k2 := float32(k * k)
	r2 := float32(rx*rx) + float32(ry*ry)
	j2 := float32(x*x) + float32(y*y)
	// If each of the two alone turns the body by half a radian at most, both turn it by one at most.
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
		atomic.StoreUint32(&s.AnyLever, 1) // several workers may
	}
}

// ApplyLevers gives the bodies the inertia that their joints demanded in the last ticks, until
// RemoveLevers.
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

// RemoveLevers removes the inertia that ApplyLevers gave.
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
