package env

import (
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// The walker's measures: metres, and newton metres at action 1.
const (
	legLength   = 0.45 // of a thigh, and of a shin
	legRadius   = 0.06
	hullHalf    = 0.35
	hullHeight  = 0.14 // half
	hullStart   = 2*legLength + hullHeight - 0.02
	hipTorque   = 35.0
	kneeTorque  = 35.0
	jointDrag   = 1.5 // N m of dry friction in a joint
	walkerTicks = 100.0
	lowestHull  = 0.45 // m: lower, it has fallen
	walkerLinks = 4    // thigh and shin of the left leg, then of the right one
)

// Walker is a task: a hull on two legs walks to the right. An action has the torques of the left
// hip and knee and of the right hip and knee, 35 N m times numbers from -1 to 1. An observation has
// 16 numbers: height of the hull above its height at the start (m), its angle (rad), its velocity
// (m/s, two numbers) and rate of turning (rad/s); the angle (rad) and a tenth of the rate of each
// joint in the order of the action; whether the left and the right shin touch the ground, 0 or 1;
// and 1.
//
// The reward of a step, of 1/50 s, is 10 times the way to the right in metres, plus 0.02 for being
// upright, less 0.01 times the sum of the squared actions. The episode ends with the hull lower
// than 0.45 m or leaning by more than 60 degrees, which costs 5, and is truncated after 600 steps.
func Walker() Task {
	return Task{
		Name: "walker", Observations: 16, Actions: walkerLinks, MaxSteps: 600, Ticks: 2, New: newWalker,
		ViewMin: mgl64.Vec2{-1.5, -0.2}, ViewMax: mgl64.Vec2{2.5, 1.8},
	}
}

type walker struct {
	w      *world.World
	hull   world.Body
	links  [walkerLinks]world.Body
	joints [walkerLinks]world.Revolute
	x      float64 // where the hull was after the last step
}

func newWalker() (Simulation, error) {
	w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -9.8}, Timestep: 1 / walkerTicks, Workers: 1, NoSleep: true})
	if err != nil {
		return nil, err
	}
	s := &walker{w: w}
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	rough := &shape.Material{Friction: 0.9}
	world.Must(ground.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{Material: rough}))
	self := world.ColliderDef{Material: rough, Filter: shape.Filter{Group: -1}, Density: 12}
	s.hull = world.Must(w.CreateBody(body.Def{Name: "hull", Position: mgl64.Vec2{0, hullStart}}))
	world.Must(s.hull.Attach(shape.Box(hullHalf, hullHeight), self))
	bone := shape.Capsule{A: mgl64.Vec2{0, legLength/2 - legRadius}, B: mgl64.Vec2{0, -legLength/2 + legRadius}, Radius: legRadius}
	for leg := range 2 {
		above, anchor := s.hull, mgl64.Vec2{0, -hullHeight}
		for part := range 2 {
			i := 2*leg + part
			y := hullStart - hullHeight - float64(legLength*(float64(part)+0.5))
			link := world.Must(w.CreateBody(body.Def{Name: [...]string{"thigh", "shin"}[part], Position: mgl64.Vec2{0, y}}))
			world.Must(link.Attach(bone, self))
			limits := [...][2]float64{{-0.9, 1.1}, {-1.7, -0.05}}[part]
			s.joints[i] = world.Must(w.CreateRevolute(above, link, joint.Revolute{
				LocalAnchorA: anchor, LocalAnchorB: mgl64.Vec2{0, legLength / 2},
				Limit: true, Lower: limits[0], Upper: limits[1], MaxMotorTorque: jointDrag,
			}))
			s.links[i] = link
			above, anchor = link, mgl64.Vec2{0, -legLength / 2}
		}
	}
	return s, nil
}

func (s *walker) World() *world.World { return s.w }

// Begin gives every part a small random velocity.
func (s *walker) Begin(random *rand.Rand) {
	s.x = s.hull.Position()[0]
	push := mgl64.Vec2{between(random, -0.1, 0.1), 0}
	world.Check(s.hull.SetLinearVelocity(push))
	world.Check(s.hull.SetAngularVelocity(between(random, -0.1, 0.1)))
	for _, link := range s.links {
		world.Check(link.SetLinearVelocity(push))
		world.Check(link.SetAngularVelocity(between(random, -0.2, 0.2)))
	}
}

// Act applies opposite torques to both bodies of each joint, so that no external force acts.
func (s *walker) Act(action []float32) {
	for i, link := range s.links {
		above, torque := s.hull, hipTorque
		if i%2 == 1 {
			above, torque = s.links[i-1], kneeTorque
		}
		torque *= float64(action[i])
		world.Check(link.ApplyTorque(torque))
		world.Check(above.ApplyTorque(-torque))
	}
}

func (s *walker) Outcome(action []float32) (reward float32, terminated bool) {
	p := s.hull.Position()
	way := p[0] - s.x
	s.x = p[0]
	effort := float32(0)
	for _, a := range action {
		effort += float32(a * a)
	}
	reward = float32(10*way) + 0.02 - float32(0.01*effort)
	if p[1] < lowestHull || math.Abs(s.hull.Angle()) > math.Pi/3 {
		return reward - 5, true
	}
	return reward, false
}

func (s *walker) Observe(o []float32) {
	v := s.hull.LinearVelocity()
	o[0], o[1] = float32(s.hull.Position()[1]-hullStart), float32(s.hull.Angle())
	o[2], o[3], o[4] = float32(v[0]), float32(v[1]), float32(s.hull.AngularVelocity())
	for i, j := range s.joints {
		o[5+2*i], o[6+2*i] = float32(j.Angle()), float32(j.Speed()/10)
	}
	o[13], o[14] = touches(s.links[1]), touches(s.links[3])
	o[15] = 1
}

// touches returns 1 if the body touches another, else 0.
func touches(b world.Body) float32 {
	for range b.Touching() {
		return 1
	}
	return 0
}
