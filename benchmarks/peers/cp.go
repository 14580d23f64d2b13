package peers

import "github.com/jakecoffman/cp/v2"

type chipmunk struct {
	space   *cp.Space
	dynamic []*cp.Body
}

// CP builds a scene in jakecoffman/cp with its default ten iterations.
func CP(s Scene) Engine {
	e := &chipmunk{space: cp.NewSpace()}
	e.space.SetGravity(cp.Vector{Y: s.Gravity})
	if s.Sleep {
		e.space.SleepTimeThreshold = 0.5
	}
	for _, b := range s.Bodies {
		e.add(b)
	}
	return e
}

func (e *chipmunk) add(b Body) {
	var created *cp.Body
	switch b.Kind {
	case Static:
		created = cp.NewStaticBody()
	case Kinematic:
		created = cp.NewKinematicBody()
	default:
		created = cp.NewBody(0, 0)
	}
	created.SetPosition(cp.Vector{X: b.X, Y: b.Y})
	created.SetAngle(b.Angle)
	e.space.AddBody(created)
	add := func(shape *cp.Shape) {
		shape.SetFriction(0.77) // cp multiplies: 0.6 in all
		if b.Kind == Dynamic {
			shape.SetDensity(b.Density)
		}
		e.space.AddShape(shape)
	}
	if b.Radius != 0 {
		add(cp.NewCircle(created, b.Radius, cp.Vector{}))
	}
	for _, p := range b.Shapes {
		if len(p) == 2 {
			add(cp.NewSegment(created, cp.Vector{X: p[0][0], Y: p[0][1]}, cp.Vector{X: p[1][0], Y: p[1][1]}, 0))
		} else {
			points := make([]cp.Vector, len(p))
			for i := range p {
				points[i] = cp.Vector{X: p[i][0], Y: p[i][1]}
			}
			add(cp.NewPolyShapeRaw(created, len(points), points, 0))
		}
	}
	created.SetVelocity(b.VX, b.VY)
	created.SetAngularVelocity(b.Omega)
	if b.Motor != 0 {
		at := cp.Vector{X: b.X, Y: b.Y}
		e.space.AddConstraint(cp.NewPivotJoint(e.space.StaticBody, created, at))
		e.space.AddConstraint(cp.NewSimpleMotor(e.space.StaticBody, created, -b.Motor))
	}
	if b.Kind == Dynamic {
		e.dynamic = append(e.dynamic, created)
	}
}

func (e *chipmunk) Tick() { e.space.Step(1.0 / 60) }

func (e *chipmunk) Height() float64 {
	sum := 0.0
	for _, b := range e.dynamic {
		sum += b.Position().Y
	}
	return sum / float64(len(e.dynamic))
}

func (e *chipmunk) Bodies() int { return len(e.dynamic) }

// Contacts counts each pair at both of its bodies.
func (e *chipmunk) Contacts() int {
	moving, fixed := 0, 0
	for _, b := range e.dynamic {
		b.EachArbiter(func(a *cp.Arbiter) {
			_, other := a.Bodies()
			if other.GetType() == cp.BODY_DYNAMIC {
				moving++
			} else {
				fixed++
			}
		})
	}
	return moving/2 + fixed
}
