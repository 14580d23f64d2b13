package rattle

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/constraint"
)

// velocity is a velocity of a body (m/s, rad/s), or another vector with the same components.
type velocity struct{ x, y, w float64 }

// addScaled adds f times another vector.
func (t *velocity) addScaled(f float64, u *velocity) {
	t.x += float64(f * u.x)
	t.y += float64(f * u.y)
	t.w += float64(f * u.w)
}

func velocityOf(s *state.BodyState) velocity {
	return velocity{float64(s.VX), float64(s.VY), float64(s.W)}
}

// asImpulse returns an impulse on body B as the load of a joint.
func (t *velocity) asImpulse() constraint.Impulse {
	return constraint.Impulse{X: float32(t.x), Y: float32(t.y), W: float32(t.w)}
}
