package peers

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

type carom struct {
	*world.World
	dynamic []world.Body
}

// Carom builds a scene in Carom with one worker.
func Carom(s Scene) Engine {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, s.Gravity}, Workers: 1, NoSleep: !s.Sleep}))
	e := &carom{World: w}
	for _, b := range s.Bodies {
		kind := [...]body.Type{Dynamic: body.Dynamic, Static: body.Static, Kinematic: body.Kinematic}[b.Kind]
		created := world.Must(w.CreateBody(body.Def{
			Type: kind, Position: mgl64.Vec2{b.X, b.Y}, Angle: b.Angle, LinearVelocity: mgl64.Vec2{b.VX, b.VY},
			AngularVelocity: b.Omega, Asleep: b.Asleep,
		}))
		if b.Radius != 0 {
			world.Must(created.Attach(shape.Circle{Radius: b.Radius}, world.ColliderDef{Density: b.Density}))
		}
		for _, p := range b.Shapes {
			world.Must(created.Attach(caromShape(p), world.ColliderDef{Density: b.Density}))
		}
		if b.Motor != 0 {
			world.Must(w.CreateRevolute(w.Ground(), created, joint.Revolute{
				LocalAnchorA: mgl64.Vec2{b.X, b.Y},
				MotorSpeed:   b.Motor, MaxMotorTorque: 1e8,
			}))
		}
		if b.Kind == Dynamic {
			e.dynamic = append(e.dynamic, created)
		}
	}
	return e
}

func caromShape(p Shape) shape.Support {
	if len(p) == 2 {
		return shape.Segment{A: mgl64.Vec2(p[0]), B: mgl64.Vec2(p[1])}
	}
	points := make([]mgl64.Vec2, len(p))
	for i := range p {
		points[i] = mgl64.Vec2(p[i])
	}
	return world.Must(shape.NewPolygon(points, 0))
}

// CaromWorld builds a scene in Carom with one worker.
func CaromWorld(s Scene) *world.World { return Carom(s).(*carom).World }

func (e *carom) Height() float64 {
	sum := 0.0
	for _, b := range e.dynamic {
		sum += b.Position()[1]
	}
	return sum / float64(len(e.dynamic))
}

func (e *carom) Bodies() int   { return len(e.dynamic) }
func (e *carom) Contacts() int { return e.Counters().Touching }
