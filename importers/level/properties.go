package level

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// ErrValue is the reason for rejecting the text of a property.
var ErrValue = errors.New("is no value of the property")

// Bool reads true or false.
func Bool(name, text string) (bool, error) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("property %q: %q %w: neither true nor false", name, text, ErrValue)
	}
	return on, nil
}

// Float reads a finite number.
func Float(name, text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("property %q: %q %w: not a number", name, text, ErrValue)
	}
	return x, nil
}

// Surface holds the properties of colliders.
type Surface struct {
	material       shape.Material
	density        float64
	sensor, oneWay bool
	hits           bool
}

// NewSurface returns a surface of the default material and density.
func NewSurface() Surface { return Surface{material: shape.DefaultMaterial(), density: 1} }

// Set sets a property of colliders. It reports false for any other name. The error wraps ErrValue.
func (s *Surface) Set(name, text string) (known bool, err error) {
	switch name {
	case "friction":
		s.material.Friction, err = Float(name, text)
	case "restitution":
		s.material.Restitution, err = Float(name, text)
	case "rolling_resistance":
		s.material.RollingResistance, err = Float(name, text)
	case "tangent_speed":
		s.material.TangentSpeed, err = Float(name, text)
	case "density":
		s.density, err = Float(name, text)
	case "sensor":
		s.sensor, err = Bool(name, text)
	case "one_way":
		s.oneWay, err = Bool(name, text)
	case "hit_events":
		s.hits, err = Bool(name, text)
	default:
		return false, nil
	}
	return true, err
}

// Collider returns the definition of colliders. One-way colliders hold bodies that come from above.
// A density of zero makes them massless, as a gravity_scale of zero makes a body weightless.
func (s *Surface) Collider() world.ColliderDef {
	material := s.material
	def := world.ColliderDef{Material: &material, Density: s.density, Massless: s.density == 0, Sensor: s.sensor, HitEvents: s.hits}
	if s.oneWay {
		def.OneWay = mgl64.Vec2{0, 1}
	}
	return def
}

// SetBody sets a property of bodies. It reports false for any other name. The error wraps ErrValue.
func SetBody(d *body.Def, name, text string) (known bool, err error) {
	switch name {
	case "body":
		switch text {
		case "static":
			d.Type = body.Static
		case "kinematic":
			d.Type = body.Kinematic
		case "dynamic":
			d.Type = body.Dynamic
		default:
			err = fmt.Errorf("property \"body\": %q %w: none of static, kinematic, dynamic", text, ErrValue)
		}
	case "gravity_scale":
		if d.GravityScale, err = Float(name, text); d.GravityScale == 0 {
			d.Weightless = true
		}
	case "linear_damping":
		d.LinearDamping, err = Float(name, text)
	case "angular_damping":
		d.AngularDamping, err = Float(name, text)
	case "velocity_x":
		d.LinearVelocity[0], err = Float(name, text)
	case "velocity_y":
		d.LinearVelocity[1], err = Float(name, text)
	case "angular_velocity":
		d.AngularVelocity, err = Float(name, text)
	case "lock_rotation":
		d.LockRotation, err = Bool(name, text)
	case "bullet":
		d.Bullet, err = Bool(name, text)
	case "asleep":
		d.Asleep, err = Bool(name, text)
	default:
		return false, nil
	}
	return true, err
}
