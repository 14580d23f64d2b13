package level

import (
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// JointKinds names the joints of a level for messages.
const JointKinds = "revolute, weld, distance, prismatic or wheel"

// Joint is an editor's description of a joint. Places are in the world, in metres.
type Joint struct {
	Kind           string
	A, B           string // names of the two objects; the empty name is the world's ground
	Collide        bool
	Hertz, Damping float64

	At, To mgl64.Vec2 // the place; To is the second end of a distance joint
	Axis   mgl64.Vec2 // of a prismatic joint; a wheel moves square to it
}

// Set sets a property of joints. It reports false for any other name. The error wraps ErrValue.
func (j *Joint) Set(name, text string) (known bool, err error) {
	switch name {
	case "joint":
		j.Kind = text
	case "a":
		j.A = text
	case "b":
		j.B = text
	case "collide":
		j.Collide, err = Bool(name, text)
	case "spring_hertz":
		j.Hertz, err = Float(name, text)
	case "spring_damping":
		j.Damping, err = Float(name, text)
	default:
		return false, nil
	}
	return true, err
}

// Definition returns the joint between two bodies, and false for a kind that is not known.
func (j *Joint) Definition(a, b world.Body) (joint.Definition, bool) {
	switch j.Kind {
	case "revolute":
		d := world.RevoluteAt(a, b, j.At)
		d.SpringHertz, d.SpringDamping, d.CollideConnected = j.Hertz, j.Damping, j.Collide
		return &d, true
	case "weld":
		d := world.WeldAt(a, b, j.At)
		d.CollideConnected = j.Collide
		return &d, true
	case "distance":
		d := world.DistanceAt(a, b, j.At, j.To)
		d.SpringHertz, d.SpringDamping, d.CollideConnected = j.Hertz, j.Damping, j.Collide
		return &d, true
	case "prismatic":
		d := world.PrismaticAt(a, b, j.At, j.Axis)
		d.SpringHertz, d.SpringDamping, d.CollideConnected = j.Hertz, j.Damping, j.Collide
		return &d, true
	case "wheel":
		d := world.WheelAt(a, b, j.At, mgl64.Vec2{-j.Axis[1], j.Axis[0]})
		d.SpringHertz, d.SpringDamping, d.CollideConnected = j.Hertz, j.Damping, j.Collide
		return &d, true
	}
	return nil, false
}
