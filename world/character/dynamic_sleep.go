package character

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// rest puts the character to sleep when it has stood still long enough. The forces of a leg on
// a dynamic floor would wake that floor, so there it stays awake.
func (d *Dynamic) rest(s stance, speed, dt float64) error {
	slow := d.body.SleepSpeed()
	atRest := speed == 0 && s.floor.Type() != body.Dynamic && isStill(s.floor) &&
		d.body.LinearVelocity().Len() < slow && max(d.body.AngularVelocity(), -d.body.AngularVelocity()) < slow
	if !atRest {
		d.state.Still = 0
		return nil
	}
	d.state.Still += dt
	if d.state.Still < d.body.World().Config().SleepTime || d.touchesAwake() {
		return nil
	}
	d.state.FloorBody = s.floor.ID()
	d.state.FloorBodyPosition, d.state.FloorBodyAngle = s.floor.Position(), s.floor.Angle()
	return d.body.Sleep()
}

func isStill(b world.Body) bool {
	return b.LinearVelocity() == mgl64.Vec2{} && b.AngularVelocity() == 0
}

// touchesAwake reports whether an awake dynamic body touches the character. Sleep would stop it
// too.
func (d *Dynamic) touchesAwake() bool {
	for c := range d.body.Contacts() {
		other := c.ColliderA.Body()
		if other == d.body {
			other = c.ColliderB.Body()
		}
		if other.Type() == body.Dynamic && other.Awake() {
			return true
		}
	}
	return false
}

// sleepsOn reports whether the character is asleep and has no reason to wake. What it stands on
// does not touch it, so the engine does not wake it when that goes away.
func (d *Dynamic) sleepsOn(speed float64) bool {
	if d.body.Awake() || !d.body.Enabled() {
		return false
	}
	if d.state.Fallen {
		return true
	}
	if speed != 0 {
		return false
	}
	if !d.state.OnFloor {
		return true
	}
	floor, ok := d.Floor()
	if !ok || floor.Body().ID() != d.state.FloorBody {
		return false
	}
	b := floor.Body()
	return b.Enabled() && isStill(b) && b.Position() == d.state.FloorBodyPosition && b.Angle() == d.state.FloorBodyAngle
}
