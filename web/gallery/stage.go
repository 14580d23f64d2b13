package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// stage is a world with short methods for the needs of most scenes. A test checks that the
// definitions of scenes are valid for all values of their parameters, so an error is a mistake in
// this package.
type stage struct {
	*world.World
	random uint64
}

// vec is a point or direction of the world.
type vec = mgl64.Vec2

// newStage makes a world with gravity in m/s^2, downward.
func newStage(gravity float64) *stage {
	return &stage{world.Must(world.New(world.Config{Gravity: vec{0, -gravity}, Workers: 1})), 1}
}

// show returns the running scene with the box of the camera, widened to 16:10.
//
//go:noinline
func (s *stage) show(minX, minY, maxX, maxY float64) *Running {
	width, height := maxX-minX, maxY-minY
	wide, high := max(width, 1.6*height), max(height, width/1.6)
	return &Running{
		World: s.World,
		Min:   vec{minX - (wide-width)/2, minY - (high-height)/2},
		Max:   vec{maxX + (wide-width)/2, maxY + (high-height)/2},
	}
}

// between returns a random number. The numbers are the same in every run.
//
//go:noinline
func (s *stage) between(low, high float64) float64 {
	s.random = s.random*6364136223846793005 + 1442695040888963407 // Knuth's generator of 64 bits
	return low + (high-low)*float64(s.random>>11)/(1<<53)
}

// add makes a dynamic body of one or more shapes of density 1.
//
//go:noinline
func (s *stage) add(at vec, angle float64, shapes ...shape.Support) world.Body {
	return s.body(body.Def{Position: at, Angle: angle}, world.ColliderDef{}, shapes...)
}

// fixed makes a static body. Like add and between it is not inlined: scenes call it in a hundred
// places, whose code a browser would have to load.
//
//go:noinline
func (s *stage) fixed(at vec, angle float64, shapes ...shape.Support) world.Body {
	return s.body(body.Def{Type: body.Static, Position: at, Angle: angle}, world.ColliderDef{}, shapes...)
}

func (s *stage) moving(at vec, shapes ...shape.Support) world.Body {
	return s.body(body.Def{Type: body.Kinematic, Position: at}, world.ColliderDef{}, shapes...)
}

// body makes any body with colliders of one definition.
func (s *stage) body(def body.Def, collider world.ColliderDef, shapes ...shape.Support) world.Body {
	b := world.Must(s.CreateBody(def))
	for _, x := range shapes {
		world.Must(b.Attach(x, collider))
	}
	return b
}

// floor makes ground whose top is at y = 0, with walls of the given height at its ends.
func (s *stage) floor(halfWidth, walls float64) {
	s.fixed(vec{0, -0.5}, 0, shape.Box(halfWidth, 0.5))
	if walls > 0 {
		s.fixed(vec{-halfWidth - 0.25, walls/2 - 0.5}, 0, shape.Box(0.25, walls/2+0.5))
		s.fixed(vec{halfWidth + 0.25, walls/2 - 0.5}, 0, shape.Box(0.25, walls/2+0.5))
	}
}

// pin joins two bodies at a point of the world; they do not collide.
func (s *stage) pin(a, b world.Body, at vec) world.Revolute {
	return world.Must(s.CreateRevolute(a, b, world.RevoluteAt(a, b, at)))
}

// motor joins two bodies at a point and turns the second, in radians per second.
func (s *stage) motor(a, b world.Body, at vec, speed, torque float64) world.Revolute {
	def := world.RevoluteAt(a, b, at)
	def.MotorSpeed, def.MaxMotorTorque = speed, torque
	return world.Must(s.CreateRevolute(a, b, def))
}

// rod keeps two points at their distance.
func (s *stage) rod(a, b world.Body, pointA, pointB vec) world.Distance {
	return world.Must(s.CreateDistance(a, b, world.DistanceAt(a, b, pointA, pointB)))
}

func drive(j world.Revolute, speed float64) {
	world.Check(j.Edit(func(d *joint.Revolute) { d.MotorSpeed = speed }))
}

// terrain makes ground from heights at equal distances, from left to right.
func (s *stage) terrain(left, step float64, heights []float64) world.Body {
	points := make([]vec, len(heights))
	for i, y := range heights { // ground below a sky goes from right to left
		points[len(heights)-1-i] = vec{left + float64(i)*step, y}
	}
	b := s.fixed(vec{}, 0)
	world.Must(b.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
	return b
}

//go:noinline
func surface(friction, restitution float64) world.ColliderDef {
	return world.ColliderDef{Material: &shape.Material{Friction: friction, Restitution: restitution}}
}

// of returns a collider definition with a density.
//
//go:noinline
func of(density float64) world.ColliderDef { return world.ColliderDef{Density: density} }

// polar returns the point at a distance and direction from the origin.
func polar(radius, angle float64) vec {
	sin, cos := geom.SinCos(angle)
	return vec{radius * cos, radius * sin}
}

// sine has the same bits on every processor, unlike the sine of package math. So a link shows the
// same scene to everybody.
func sine(angle float64) float64 {
	sin, _ := geom.SinCos(angle)
	return sin
}

// direction returns the angle of a vector.
func direction(v vec) float64 { return geom.Atan2(v[1], v[0]) }

const degree = math.Pi / 180
