package constraint

import (
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// mostLoad is the largest force or torque of a joint, N or N m. Joints in conflict with kinematic
// bodies, which nothing holds back, accumulate impulses without end. The bound is far below the
// largest float32, so that all sums of such impulses are still finite.
const mostLoad = 1e30

// isBounded reports whether a load is finite and at most mostLoad.
func isBounded(l *state.JointLoad) bool {
	return max(l.ForceX, l.ForceY, l.Torque) <= mostLoad && min(l.ForceX, l.ForceY, l.Torque) >= -mostLoad
}

// boundLoad drops the impulses of a joint whose load is not bounded, so that the next tick begins
// without them, and leaves the bounded load. A NaN counts as zero.
func boundLoad(s *state.Joints, row state.JointRow) {
	load := s.Load[row]
	if isBounded(&load) {
		return
	}
	s.ClearRow(row)
	for _, x := range [...]*float32{&load.ForceX, &load.ForceY, &load.Torque} {
		if *x != *x {
			*x = 0
		}
		*x = simd.Clamp(*x, mostLoad)
	}
	s.Load[row] = load
}

// StoreLoad stores the load of a joint and marks the joint if the load exceeds a break limit. The
// impulses must have been stored.
func StoreLoad(s *state.Joints, row state.JointRow, load state.JointLoad) {
	s.Load[row] = load
	boundLoad(s, row)
	st := &s.Strength[row]
	l := &s.Link[row]
	l.Flags &^= state.JointStressed
	force2 := float32(load.ForceX*load.ForceX) + float32(load.ForceY*load.ForceY)
	if force2 > float32(st.BreakForce*st.BreakForce) || load.Torque > st.BreakTorque || load.Torque < -st.BreakTorque {
		l.Flags |= state.JointStressed
	}
}

// InvMassOf returns the inverse mass and inertia of a body. A body with locked rotation has zero
// inverse inertia.
func InvMassOf(bodies *state.Bodies, row state.BodyRow) (invMass, invInertia float32) {
	d := &bodies.Dynamics[row]
	if bodies.State[row].Flags&state.FlagLockRotation != 0 {
		return d.InvMass, 0
	}
	return d.InvMass, d.InvInertia
}

// DirectionalInvMass returns the inverse masses of a body along each axis and its inverse inertia.
// A locked axis has zero inverse mass.
func DirectionalInvMass(bodies *state.Bodies, row state.BodyRow) (x, y, w float64) {
	m, i := InvMassOf(bodies, row)
	flags := bodies.State[row].Flags
	if flags&state.FlagLockX == 0 {
		x = float64(m)
	}
	if flags&state.FlagLockY == 0 {
		y = float64(m)
	}
	return x, y, float64(i)
}
