package env

import (
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// The cart and its pole, as Barto, Sutton and Anderson described them in 1983.
const (
	cartForce     = 10.0 // N at action 1
	cartMass      = 1.0  // kg
	poleMass      = 0.1  // kg
	poleHalf      = 0.5  // m
	poleWidth     = 0.05 // m, half
	cartLimit     = 2.4  // m from the middle
	poleLimit     = 12 * math.Pi / 180
	cartPoleTicks = 50.0 // per second
)

// CartPole is a task: balance a pole on a cart. The action is the force on the cart, 10 N times a
// number from -1 to 1. An observation is the position of the cart (m), its velocity (m/s), the
// angle of the pole (rad, positive to the left) and its rate (rad/s). Each step, of 1/50 s, is
// worth 1. The episode ends when the cart is 2.4 m from the middle or the pole leans by 12 degrees,
// and is truncated after 500 steps.
//
// Masses and lengths are as in Barto, Sutton and Anderson, Neuronlike adaptive elements (1983), and
// in Gymnasium's CartPole, whose actions are -1 and 1 alone. The pole has the inertia of a rod of
// 5 cm.
func CartPole() Task {
	return Task{
		Name: "cartpole", Observations: 4, Actions: 1, MaxSteps: 500, New: newCartPole,
		ViewMin: mgl64.Vec2{-2.8, -0.4}, ViewMax: mgl64.Vec2{2.8, 1.6},
	}
}

type cartPole struct {
	w          *world.World
	cart, pole world.Body
}

func newCartPole() (Simulation, error) {
	w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -9.8}, Timestep: 1 / cartPoleTicks, Workers: 1, NoSleep: true, JointHertz: 240})
	if err != nil {
		return nil, err
	}
	apart := world.ColliderDef{Filter: shape.Filter{Group: -1}}
	s := &cartPole{w: w}
	rail := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(rail.Attach(shape.Segment{A: mgl64.Vec2{-cartLimit, 0}, B: mgl64.Vec2{cartLimit, 0}}, apart))
	s.cart = world.Must(w.CreateBody(body.Def{Name: "cart"}))
	apart.Mass = cartMass
	world.Must(s.cart.Attach(shape.Box(0.25, 0.15), apart))
	s.pole = world.Must(w.CreateBody(body.Def{Name: "pole", Position: mgl64.Vec2{0, poleHalf}}))
	apart.Mass = poleMass
	world.Must(s.pole.Attach(shape.Box(poleWidth, poleHalf), apart))
	world.Must(w.CreatePrismatic(w.Ground(), s.cart, joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}}))
	world.Must(w.CreateRevolute(s.cart, s.pole, joint.Revolute{LocalAnchorB: mgl64.Vec2{0, -poleHalf}}))
	return s, nil
}

func (s *cartPole) World() *world.World { return s.w }

func (s *cartPole) Begin(random *rand.Rand) {
	const spread = 0.05
	x, v := between(random, -spread, spread), between(random, -spread, spread)
	angle, rate := between(random, -spread, spread), between(random, -spread, spread)
	sin, cos := geom.SinCos(angle)
	world.Check(s.cart.SetTransform(mgl64.Vec2{x, 0}, 0))
	world.Check(s.cart.SetLinearVelocity(mgl64.Vec2{v, 0}))
	world.Check(s.pole.SetTransform(mgl64.Vec2{x - float64(poleHalf*sin), poleHalf * cos}, angle))
	world.Check(s.pole.SetAngularVelocity(rate))
	world.Check(s.pole.SetLinearVelocity(mgl64.Vec2{v - float64(rate*poleHalf*cos), -rate * poleHalf * sin}))
}

func (s *cartPole) Act(action []float32) {
	world.Check(s.cart.ApplyForceToCenter(mgl64.Vec2{cartForce * float64(action[0]), 0}))
}

func (s *cartPole) Outcome([]float32) (reward float32, terminated bool) {
	return 1, math.Abs(s.cart.Position()[0]) > cartLimit || math.Abs(s.pole.Angle()) > poleLimit
}

func (s *cartPole) Observe(o []float32) {
	o[0], o[1] = float32(s.cart.Position()[0]), float32(s.cart.LinearVelocity()[0])
	o[2], o[3] = float32(s.pole.Angle()), float32(s.pole.AngularVelocity())
}
