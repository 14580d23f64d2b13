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

// The pusher's measures: metres, newtons.
const (
	tableHalf   = 2.0
	handRadius  = 0.15
	boxHalf     = 0.2
	goalRadius  = 0.2
	handForce   = 8.0
	pusherTicks = 50.0
)

// Pusher is a task: a disc on a table, seen from above, pushes a box to a goal. An action is the
// force on the disc along x and y, 8 N times numbers from -1 to 1. An observation is the position
// of the disc (m), its velocity (m/s), the position of the box relative to the disc, sine and
// cosine of four times its angle (a square looks the same after a quarter of a turn), its velocity,
// and the goal relative to the box: twelve numbers.
//
// The reward of a step, of 1/25 s, is ten times the way of the box towards the goal in metres, plus
// the way of the disc towards the box. The episode ends with 10 when the box is within 0.2 m of the
// goal, and is truncated after 300 steps.
func Pusher() Task {
	return Task{
		Name: "pusher", Observations: 12, Actions: 2, MaxSteps: 300, Ticks: 2, New: newPusher,
		ViewMin: mgl64.Vec2{-tableHalf - 0.2, -tableHalf - 0.2}, ViewMax: mgl64.Vec2{tableHalf + 0.2, tableHalf + 0.2},
	}
}

type pusher struct {
	w               *world.World
	hand, box, mark world.Body
	goal            mgl64.Vec2
	toBox, toGoal   float64 // after the last step
}

func newPusher() (Simulation, error) {
	w, err := world.New(world.Config{Timestep: 1 / pusherTicks, Workers: 1, NoSleep: true})
	if err != nil {
		return nil, err
	}
	s := &pusher{w: w}
	rim := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	corners := []mgl64.Vec2{{-tableHalf, -tableHalf}, {-tableHalf, tableHalf}, {tableHalf, tableHalf}, {tableHalf, -tableHalf}}
	world.Must(rim.AttachChain(shape.Chain{Points: corners, Closed: true}, world.ColliderDef{}))
	s.mark = world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "goal"}))
	world.Must(s.mark.Attach(shape.Circle{Radius: goalRadius}, world.ColliderDef{Filter: shape.Filter{Ghost: true}}))
	s.hand = world.Must(w.CreateBody(body.Def{Name: "hand", Position: mgl64.Vec2{-1, 0}, LinearDamping: 2, AngularDamping: 2}))
	world.Must(s.hand.Attach(shape.Circle{Radius: handRadius}, world.ColliderDef{Mass: 1}))
	s.box = world.Must(w.CreateBody(body.Def{Name: "box", LinearDamping: 5, AngularDamping: 5}))
	world.Must(s.box.Attach(shape.Box(boxHalf, boxHalf), world.ColliderDef{Mass: 1}))
	return s, nil
}

func (s *pusher) World() *world.World { return s.w }

// Begin places disc, box and goal so that none touches another.
func (s *pusher) Begin(random *rand.Rand) {
	place := func(half float64) mgl64.Vec2 {
		return mgl64.Vec2{between(random, -half, half), between(random, -half, half)}
	}
	box := place(1.2)
	hand, goal := place(1.7), place(1.5)
	for distance(hand, box) < 0.6 {
		hand = place(1.7)
	}
	for distance(goal, box) < 0.6 {
		goal = place(1.5)
	}
	s.goal = goal
	world.Check(s.mark.SetTransform(goal, 0))
	world.Check(s.hand.SetTransform(hand, 0))
	world.Check(s.box.SetTransform(box, between(random, -math.Pi/4, math.Pi/4)))
	s.toBox, s.toGoal = s.distances()
}

func (s *pusher) distances() (toBox, toGoal float64) {
	return distance(s.hand.Position(), s.box.Position()), distance(s.box.Position(), s.goal)
}

func distance(a, b mgl64.Vec2) float64 { return geom.From(a.Sub(b)).Length() }

func (s *pusher) Act(action []float32) {
	world.Check(s.hand.ApplyForceToCenter(mgl64.Vec2{handForce * float64(action[0]), handForce * float64(action[1])}))
}

func (s *pusher) Outcome([]float32) (reward float32, terminated bool) {
	toBox, toGoal := s.distances()
	reward = float32(float64(10*(s.toGoal-toGoal)) + s.toBox - toBox)
	s.toBox, s.toGoal = toBox, toGoal
	if toGoal < goalRadius {
		return reward + 10, true
	}
	return reward, false
}

func (s *pusher) Observe(o []float32) {
	hand, box := s.hand.Position(), s.box.Position()
	between, rest := box.Sub(hand), s.goal.Sub(box)
	side := s.box.WorldVector(mgl64.Vec2{1, 0})
	// The direction of a side, doubled twice: a square looks the same after a quarter of a turn.
	c, d := float64(side[0]*side[0])-float64(side[1]*side[1]), float64(2*side[0]*side[1])
	c, d = float64(c*c)-float64(d*d), float64(2*c*d)
	for i, p := range [...]mgl64.Vec2{hand, s.hand.LinearVelocity(), between, {d, c}, s.box.LinearVelocity(), rest} {
		o[2*i], o[2*i+1] = float32(p[0]), float32(p[1])
	}
}
