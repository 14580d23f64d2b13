package env

import (
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// The lander's measures: metres, kilograms, newtons.
const (
	landerGravity = 1.62
	landerMass    = 20.0
	mainThrust    = 3 * landerMass * landerGravity
	sideThrust    = 0.15 * mainThrust
	landerStart   = 12.0 // height
	landerRange   = 12.0 // to both sides
	padHalf       = 2.0
	landerTicks   = 50.0
	gentleSpeed   = 0.05
)

// Lander is a task: land a ship on a pad between two flags, at the origin, from a height of twelve
// metres with a random velocity. An action has two numbers. The first, from 0 to 1, is the thrust
// of the main engine, up to three times the weight. The second, from -1 to 1, is the thrust of the
// engines at the sides, to the left or to the right. An observation is the position (x, y) over 12
// m, the velocity over 5 m/s, the angle (rad), the rate of turning (rad/s) and whether the left and
// the right leg touch the ground.
//
// The reward of a step, of 1/25 s, is the decrease of a sum: 100 times the distance from the pad,
// the speed and the angle, in the units of the observation, less 10 for each leg on the ground.
// Full thrust of the engines costs 0.3 and 0.03. The end of the episode is worth 100 when the ship
// rests on its legs on the pad, and costs 100 when its hull touches the ground or it leaves the
// picture. It is truncated after 500 steps.
func Lander() Task {
	return Task{
		Name: "lander", Observations: 8, Actions: 2, MaxSteps: 500, Ticks: 2, New: newLander,
		ViewMin: mgl64.Vec2{-landerRange, -1}, ViewMax: mgl64.Vec2{landerRange, landerStart + 3},
	}
}

type lander struct {
	w        *world.World
	ship     world.Body
	hull     world.Collider
	legs     [2]world.Collider
	distance float64 // after the last step
	still    int     // steps at rest
}

func newLander() (Simulation, error) {
	w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -landerGravity}, Timestep: 1 / landerTicks, Workers: 1, NoSleep: true})
	if err != nil {
		return nil, err
	}
	s := &lander{w: w}
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(ground.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{Material: &shape.Material{Friction: 0.9}}))
	for _, x := range []float64{-padHalf, padHalf} {
		flag := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{x, 0.5}}))
		world.Must(flag.Attach(shape.Box(0.05, 0.5), world.ColliderDef{Filter: shape.Filter{Ghost: true}}))
	}
	s.ship = world.Must(w.CreateBody(body.Def{Name: "ship", Position: mgl64.Vec2{0, landerStart}}))
	hull := world.Must(shape.NewPolygon([]mgl64.Vec2{{-0.7, -0.4}, {0.7, -0.4}, {0.6, 0.3}, {0.25, 0.7}, {-0.25, 0.7}, {-0.6, 0.3}}, 0))
	s.hull = world.Must(s.ship.Attach(hull, world.ColliderDef{Mass: landerMass}))
	for i, side := range []float64{-1, 1} {
		leg := shape.Capsule{A: mgl64.Vec2{side * 0.55, -0.35}, B: mgl64.Vec2{side * 0.95, -0.9}, Radius: 0.08}
		s.legs[i] = world.Must(s.ship.Attach(leg, world.ColliderDef{Massless: true, Material: &shape.Material{Friction: 0.9}}))
	}
	return s, nil
}

func (s *lander) World() *world.World { return s.w }

func (s *lander) Begin(random *rand.Rand) {
	at := mgl64.Vec2{between(random, -4, 4), landerStart}
	world.Check(s.ship.SetTransform(at, between(random, -0.2, 0.2)))
	world.Check(s.ship.SetLinearVelocity(mgl64.Vec2{between(random, -1.5, 1.5), between(random, -1.5, 0)}))
	world.Check(s.ship.SetAngularVelocity(between(random, -0.3, 0.3)))
	s.still = 0
	s.distance = s.measure()
}

// thrusts returns the shares of the main engine and of those at the sides.
func thrusts(action []float32) (main, side float64) {
	return max(float64(action[0]), 0), float64(action[1])
}

func (s *lander) Act(action []float32) {
	main, side := thrusts(action)
	world.Check(s.ship.ApplyForce(s.ship.WorldVector(mgl64.Vec2{0, mainThrust * main}), s.ship.WorldCenter()))
	world.Check(s.ship.ApplyForce(s.ship.WorldVector(mgl64.Vec2{sideThrust * side, 0}), s.ship.WorldPoint(mgl64.Vec2{0, 0.5})))
}

// touching returns which legs touch the ground, and whether the hull does.
func (s *lander) touching() (legs [2]bool, hull bool) {
	for t := range s.ship.Touching() {
		legs[0] = legs[0] || t.Self == s.legs[0]
		legs[1] = legs[1] || t.Self == s.legs[1]
		hull = hull || t.Self == s.hull
	}
	return legs, hull
}

// measure returns how far the ship is from having landed.
func (s *lander) measure() float64 {
	p, v := s.ship.Position(), s.ship.LinearVelocity()
	x, y, u, t := p[0]/landerRange, p[1]/landerRange, v[0]/5, v[1]/5
	d := math.Sqrt(float64(x*x)+float64(y*y)) + math.Sqrt(float64(u*u)+float64(t*t)) + math.Abs(s.ship.Angle())
	legs, _ := s.touching()
	d = float64(100 * d)
	for _, on := range legs {
		if on {
			d -= 10
		}
	}
	return d
}

func (s *lander) Outcome(action []float32) (reward float32, terminated bool) {
	main, side := thrusts(action)
	before := s.distance
	s.distance = s.measure()
	gain := before - s.distance - float64(0.3*main) - float64(0.03*math.Abs(side))
	p := s.ship.Position()
	legs, hull := s.touching()
	if hull || math.Abs(p[0]) > landerRange || p[1] > landerStart+3 || math.Abs(s.ship.Angle()) > 1.5 {
		return float32(gain) - 100, true
	}
	if legs[0] && legs[1] && geom.From(s.ship.LinearVelocity()).Length() < gentleSpeed {
		s.still++
	} else {
		s.still = 0
	}
	if s.still >= 10 && math.Abs(p[0]) < padHalf {
		return float32(gain) + 100, true
	}
	return float32(gain), false
}

func (s *lander) Observe(o []float32) {
	p, v := s.ship.Position(), s.ship.LinearVelocity()
	o[0], o[1], o[2], o[3] = float32(p[0]/landerRange), float32(p[1]/landerRange), float32(v[0]/5), float32(v[1]/5)
	o[4], o[5] = float32(s.ship.Angle()), float32(s.ship.AngularVelocity())
	legs, _ := s.touching()
	for i, on := range legs {
		o[6+i] = 0
		if on {
			o[6+i] = 1
		}
	}
}
