package state

// SetVelocity sets the velocities of a dynamic body, but for the motions that it must
// not make. On any other body it does nothing: that is what lets constraints
// share static and kinematic bodies without a thought. It is the one way in
// which constraints change a body.
func (s *BodyState) SetVelocity(vx, vy, w float32) {
	if s.Flags == FlagDynamic {
		s.VX, s.VY, s.W = vx, vy, w
		return
	}
	s.setUnlockedVelocity(vx, vy, w)
}

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

// ApplyLocks takes from a dynamic body the velocity of motions that it must not make.
func (s *BodyState) ApplyLocks() {
	vx, vy, w := s.VX, s.VY, s.W
	if s.Flags&FlagDynamic != 0 {
		s.VX, s.VY, s.W = 0, 0, 0
		s.SetVelocity(vx, vy, w)
	}
}
