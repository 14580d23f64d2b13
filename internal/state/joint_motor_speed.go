package state

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// CheckMotorSpeed returns a *geom.FieldError for a motor of a joint whose speed the bodies can
// never reach, because each is held to a largest speed and spin: the motor would push with all its
// strength for ever. A motor without strength is none.
func CheckMotorSpeed(bodies *Bodies, p *step.Params, a, b BodySlot, def joint.Definition) error {
	spin := func(slot BodySlot) float64 { return bodies.maxSpin(slot, p) }
	d := def.Drive()
	unit, reach := "rad/s", float64(d.Ratio*spin(a))+spin(b)
	if d.Linear {
		unit, reach = "m/s", bodies.maxAnchorSpeed(p, a, d.LocalAnchorA)+bodies.maxAnchorSpeed(p, b, d.LocalAnchorB)
	}
	if d.Strength == 0 || math.Abs(d.Speed) <= reach {
		return nil
	}
	return geom.NewFieldError(d.Field, d.Speed, fmt.Errorf("%w: the bodies reach %.5g %s at most", geom.ErrOutOfRange, reach, unit))
}

// maxSpin returns the largest spin that a body can have, rad/s. The game chooses the spin of a
// kinematic body, and a dynamic body without colliders is not complete yet.
func (s *Bodies) maxSpin(slot BodySlot, p *step.Params) float64 {
	m := &s.Meta[slot]
	switch {
	case m.Type == body.Static:
		return 0
	case m.Type == body.Kinematic || m.ColliderCount == 0:
		return math.Inf(1)
	}
	return float64(s.Motion[s.Rows[slot]].MaxSpin(p))
}

// maxAnchorSpeed does the same for the speed of a point of the body, m/s.
func (s *Bodies) maxAnchorSpeed(p *step.Params, slot BodySlot, anchor mgl64.Vec2) float64 {
	spin := s.maxSpin(slot, p)
	if spin == 0 || math.IsInf(spin, 1) {
		return spin
	}
	return float64(p.MaxSpeed) + float64(spin*geom.From(anchor).Distance(s.Meta[slot].LocalCenter))
}
