package integrator

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// preSolveVelocity is a body's velocity before the contacts and joints of the current
// sub-step acted on it, m/s and rad/s. One per row, private to a tick.
type preSolveVelocity struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	VX, VY, W float32
	_         float32 // 16 bytes: four to a cache line, never across two
}

// integrateVelocities applies gravity, forces and damping over one sub-step to each row
// and keeps the result as the pre-solve velocity. It is for the first sub-step of a tick, in which
// the constraints warm start themselves.
func integrateVelocities(states []state.BodyState, dynamics []state.BodyDynamics, preSolve []preSolveVelocity, p *step.Params) {
	dynamics = dynamics[:len(states)]
	preSolve = preSolve[:len(states)]
	for i := range states {
		s, c := &states[i], &preSolve[i]
		applyForces(s, &dynamics[i], p)
		c.VX, c.VY, c.W = s.VX, s.VY, s.W
	}
}

// warmStartBodies is integrateVelocities for the later sub-steps of a tick. It also adds the change
// of velocity by contacts and joints in the previous sub-step, which is their warm start.
func warmStartBodies(states []state.BodyState, dynamics []state.BodyDynamics, preSolve []preSolveVelocity, p *step.Params) {
	dynamics = dynamics[:len(states)]
	preSolve = preSolve[:len(states)]
	h, gx, gy := p.H, p.GravityX, p.GravityY
	for i := range states {
		s, d, c := &states[i], &dynamics[i], &preSolve[i]
		if s.Flags != state.FlagDynamic {
			warmStartLocked(s, d, c, p)
			continue
		}
		// The operations equal applyForces, which is too long for the compiler to inline.
		ax := float32(gx*d.GravityScale) + float32(d.ForceX*d.InvMass)
		ay := float32(gy*d.GravityScale) + float32(d.ForceY*d.InvMass)
		aw := float32(d.Torque * d.InvInertia)
		linear := 1 / (1 + float32(h*d.LinearDamping))
		angular := 1 / (1 + float32(h*d.AngularDamping))
		vx := float32((s.VX + float32(h*ax)) * linear)
		vy := float32((s.VY + float32(h*ay)) * linear)
		w := float32((s.W + float32(h*aw)) * angular)
		s.VX, s.VY, s.W = vx+(s.VX-c.VX), vy+(s.VY-c.VY), w+(s.W-c.W)
		c.VX, c.VY, c.W = vx, vy, w
	}
}

// warmStartLocked is warmStartBodies for one body, of any kind.
func warmStartLocked(s *state.BodyState, d *state.BodyDynamics, c *preSolveVelocity, p *step.Params) {
	if s.Flags&state.FlagDynamic == 0 {
		return
	}
	ix, iy, iw := s.VX-c.VX, s.VY-c.VY, s.W-c.W
	applyForces(s, d, p)
	c.VX, c.VY, c.W = s.VX, s.VY, s.W
	s.VX += ix
	s.VY += iy
	s.W += iw
}

// applyForces applies the outer acceleration over one sub-step. Bodies that are not
// dynamic keep the velocity that the user gave them.
func applyForces(s *state.BodyState, d *state.BodyDynamics, p *step.Params) {
	if s.Flags&state.FlagDynamic == 0 {
		return
	}
	ax := float32(p.GravityX*d.GravityScale) + float32(d.ForceX*d.InvMass)
	ay := float32(p.GravityY*d.GravityScale) + float32(d.ForceY*d.InvMass)
	aw := float32(d.Torque * d.InvInertia)
	linear := 1 / (1 + float32(p.H*d.LinearDamping))
	angular := 1 / (1 + float32(p.H*d.AngularDamping))
	s.VX = float32((s.VX + float32(p.H*ax)) * linear)
	s.VY = float32((s.VY + float32(p.H*ay)) * linear)
	s.W = float32((s.W + float32(p.H*aw)) * angular)
	if s.Flags != state.FlagDynamic {
		s.ApplyLocks()
	}
}
