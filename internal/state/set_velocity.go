package state

import "math"

// SetVelocity sets the velocities of a dynamic body, m/s and rad/s, except along locked axes.
// On any other body it does nothing, so constraints that run at the same time may share static
// and kinematic bodies. Constraints change a body in no other way.
func (s *BodyState) SetVelocity(vx, vy, w float32) {
	if s.Flags == FlagDynamic {
		s.VX, s.VY, s.W = vx, vy, w
		return
	}
	s.setUnlockedVelocity(vx, vy, w)
}

// setUnlockedVelocity is the part of SetVelocity that seldom runs. It is not inlined.
//
//go:noinline
func (s *BodyState) setUnlockedVelocity(vx, vy, w float32) {
	if s.Flags&FlagDynamic == 0 {
		return
	}
	if s.Flags&FlagLockX == 0 {
		s.VX = vx
	}
	if s.Flags&FlagLockY == 0 {
		s.VY = vy
	}
	if s.Flags&FlagLockRotation == 0 {
		s.W = w
	}
}

// ApplyLocks sets the velocities of a dynamic body along its locked axes to zero.
func (s *BodyState) ApplyLocks() {
	vx, vy, w := s.VX, s.VY, s.W
	if s.Flags&FlagDynamic != 0 {
		s.VX, s.VY, s.W = 0, 0, 0
		s.SetVelocity(vx, vy, w)
	}
}

// LimitSpeed scales a velocity that is greater to the given speed, m/s. Speeds beyond 1e19 m/s,
// whose square is infinite in float32, are scaled in float64.
func (s *BodyState) LimitSpeed(most float32) {
	if v2 := float32(s.VX*s.VX) + float32(s.VY*s.VY); !(v2 > float32(most*most)) {
		return
	}
	x, y := float64(s.VX), float64(s.VY)
	f := float64(most) / math.Sqrt(float64(x*x)+float64(y*y))
	s.VX, s.VY = float32(float64(x*f)), float32(float64(y*f))
}
