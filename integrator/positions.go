package integrator

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// integratePositions moves each row by its velocity over one sub-step. Dynamic bodies faster than
// MaxSpeed or their MaxSpin are slowed to it first. When a velocity is limited, the pre-solve
// velocity changes by the same amount, so that the next warm start does not repeat the limitation.
func integratePositions(states []state.BodyState, motion []state.BodyMotion, preSolve []preSolveVelocity, p *step.Params) {
	motion = motion[:len(states)]
	preSolve = preSolve[:len(states)]
	speed2 := float32(p.MaxSpeed * p.MaxSpeed)
	maxSpin := p.MaxRotation / p.DT
	for i := range states {
		s := &states[i]
		v2 := float32(s.VX*s.VX) + float32(s.VY*s.VY)
		if s.Flags != state.FlagDynamic || v2 > speed2 || s.W > maxSpin || s.W < -maxSpin {
			limitVelocity(s, &motion[i], &preSolve[i], p)
		}
		s.DX += float32(p.H * s.VX)
		s.DY += float32(p.H * s.VY)
		x := float32(p.H * s.W)
		if s.W == 0 {
			continue
		}
		if x > maxSeriesAngle || x < -maxSeriesAngle {
			rotateExact(s, x)
			continue
		}
		cos, sin := seriesRotation(x)
		s.DC, s.DS = float32(s.DC*cos)-float32(s.DS*sin), float32(s.DC*sin)+float32(s.DS*cos)
	}
}

// limitVelocity applies the locks of a dynamic body and slows it to its limits.
func limitVelocity(s *state.BodyState, m *state.BodyMotion, c *preSolveVelocity, p *step.Params) {
	if s.Flags&state.FlagDynamic == 0 {
		return
	}
	if s.Flags != state.FlagDynamic {
		s.ApplyLocks()
	}
	limitLinearSpeed(s, c, p.MaxSpeed)
	if maxSpin := p.MaxRotation / p.DT; s.W > maxSpin || s.W < -maxSpin {
		limitAngularSpeed(s, c, m.MaxSpin(p))
	}
}

// limitLinearSpeed scales a velocity that is greater to the given speed.
func limitLinearSpeed(s *state.BodyState, c *preSolveVelocity, speed float32) {
	vx, vy := s.VX, s.VY
	s.LimitSpeed(speed)
	c.VX += s.VX - vx
	c.VY += s.VY - vy
}

// limitAngularSpeed limits an angular velocity to the given magnitude, if it is greater.
func limitAngularSpeed(s *state.BodyState, c *preSolveVelocity, maxSpin float32) {
	w := max(-maxSpin, min(maxSpin, s.W))
	c.W += w - s.W
	s.W = w
}

// maxSeriesAngle is the largest angle in a sub-step, rad, for which seriesRotation serves.
const maxSeriesAngle = 0.25

// seriesRotation returns the cosine and the sine of a small angle x. With t = tan(x/2) the rotation
//
//	cos = (1 - t t) / (1 + t t),   sin = 2 t / (1 + t t)
//
// has unit length for any t, so an approximate t costs angle only and never length. The series t =
// x/2 + x x x/24 omits x^5/240. The error of a body that turns 0.2 radians in a sub-step, the most
// that MaxRotation allows by default, is less than 3e-6 radians. Faster bodies, wheels and
// kinematic fans, take the exact sine.
func seriesRotation(x float32) (cos, sin float32) {
	t := float32(x * (0.5 + float32(float32(x*x)*(1.0/24))))
	t2 := float32(t * t)
	f := 1 / (1 + t2)
	return float32((1 - t2) * f), float32(float32(2*t) * f)
}

// rotateExact rotates D* by any finite angle.
func rotateExact(s *state.BodyState, x float32) {
	sin64, cos64 := geom.SinCos(float64(x))
	sin, cos := float32(sin64), float32(cos64)
	s.DC, s.DS = float32(s.DC*cos)-float32(s.DS*sin), float32(s.DC*sin)+float32(s.DS*cos)
}
