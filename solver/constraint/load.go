package constraint

import (
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// mostLoad is the largest force or torque of a joint, N or N m. Joints in conflict with kinematic
// bodies, which nothing holds back, accumulate impulses without end. The bound is far below the
// largest float32, so that all sums of such impulses are still finite.
const mostLoad = 1e30

// isBounded reports whether a load is finite and at most mostLoad.
func isBounded(l *state.JointLoad) bool {
	return max(l.ForceX, l.ForceY, l.Torque) <= mostLoad && min(l.ForceX, l.ForceY, l.Torque) >= -mostLoad
}

// Impulse is an impulse of a joint on body B, N s and N m s. The impulse on body A is opposite.
type Impulse struct{ X, Y, W float32 }

func (j *Impulse) add(o Impulse) {
	j.X += o.X
	j.Y += o.Y
	j.W += o.W
}

// over returns the load of an impulse per time. The argument is the inverse of the time.
func (j Impulse) over(inv float32) state.JointLoad {
	return state.JointLoad{ForceX: float32(j.X * inv), ForceY: float32(j.Y * inv), Torque: float32(j.W * inv)}
}

// boundLoad drops the impulses of a joint if its load is not bounded, in the tick or in the last
// sub-step, so that the next tick begins without them. The bounded load stays. A NaN counts as
// zero.
//
//go:noinline
func boundLoad(s *state.Joints, row state.JointRow, last state.JointLoad) {
	load := s.Load[row]
	if isBounded(&load) && isBounded(&last) {
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

// setLoad stores the load of a joint: the mean over the tick. The arguments are the impulses of the
// last sub-step and of the whole tick.
//
//go:noinline
func setLoad(s *state.Joints, row state.JointRow, last, total Impulse, p *step.Params) {
	s.Load[row] = total.over(1 / p.DT)
	boundLoad(s, row, last.over(p.InvH))
}

// StoreLoad stores the load of a joint and marks the joint if the load exceeds a break limit. The
// load is the mean over the tick: an impact that one sub-step takes up counts in full, whichever
// sub-step it is, and the load does not depend on the number of sub-steps. The load of the last
// sub-step alone broke a joint by an impact once in a number of impacts. The arguments are the
// impulses of the last sub-step and of the whole tick. The impulses must have been stored.
//
//go:noinline
func StoreLoad(s *state.Joints, row state.JointRow, last, total Impulse, p *step.Params) {
	setLoad(s, row, last, total, p)
	load, st := s.Load[row], &s.Strength[row]
	l := &s.Link[row]
	l.Flags &^= state.JointStressed
	force2 := float32(load.ForceX*load.ForceX) + float32(load.ForceY*load.ForceY)
	if force2 > float32(st.BreakForce*st.BreakForce) || load.Torque > st.BreakTorque || load.Torque < -st.BreakTorque {
		s.SetStressed(row)
	}
}

// DirectionalInvMass returns the inverse masses of a body along each axis and its inverse inertia.
// A locked axis has zero inverse mass.
func DirectionalInvMass(bodies *state.Bodies, row state.BodyRow) (x, y, w float64) {
	m, i := bodies.InvMass(row)
	flags := bodies.State[row].Flags
	if flags&state.FlagLockX == 0 {
		x = float64(m)
	}
	if flags&state.FlagLockY == 0 {
		y = float64(m)
	}
	return x, y, float64(i)
}
