package constraint

import (
	"github.com/carom2d/carom/internal/state"
)

// StoreLoad notes the load of a joint and whether it is past what the joint bears.
func StoreLoad(s *state.Joints, row state.JointRow, load state.JointLoad) {
	s.Load[row] = load
	st := &s.Strength[row]
	l := &s.Link[row]
	l.Flags &^= state.JointStressed
	force2 := float32(load.ForceX*load.ForceX) + float32(load.ForceY*load.ForceY)
	if force2 > float32(st.BreakForce*st.BreakForce) || load.Torque > st.BreakTorque || load.Torque < -st.BreakTorque {
		l.Flags |= state.JointStressed
	}
}

// InvMassOf returns the inverse mass and inertia of a body; what may not turn has
// no inverse inertia.
func InvMassOf(bodies *state.Bodies, row state.BodyRow) (invMass, invInertia float32) {
	d := &bodies.Dynamics[row]
	if bodies.State[row].Flags&state.FlagLockRotation != 0 {
		return d.InvMass, 0
	}
	return d.InvMass, d.InvInertia
}
