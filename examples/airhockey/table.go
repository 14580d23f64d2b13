package main

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/go-gl/mathgl/mgl64"
)

// The table: 4 by 2 metres, with a goal at each end.
const (
	halfLength = 2.0
	halfWidth  = 1.0
	halfGoal   = 0.35
	puckRadius = 0.1
	malletSize = 0.15
	malletTop  = 4.0 // m/s
)

// stick is the input of a player: the direction of the mallet, in hundredths.
type stick struct{ X, Y int8 }

// table is the game: a world, and a score beside it.
type table struct {
	world   *world.World
	puck    world.Body
	mallets [2]world.Body
	score   [2]uint8
	saved   [][2]uint8 // scores by slot of the session
}

func newTable() *table {
	t := &table{world: world.Must(world.New(world.Config{}))}
	rim := world.Must(t.world.CreateBody(body.Def{Type: body.Static}))
	bouncy := world.ColliderDef{Material: &shape.Material{Restitution: 0.9}}
	for _, x := range []float64{-1, 1} {
		for _, y := range []float64{-1, 1} {
			corner := mgl64.Vec2{x * halfLength, y * halfWidth}
			world.Must(rim.Attach(shape.Capsule{A: corner, B: mgl64.Vec2{0, y * halfWidth}, Radius: 0.02}, bouncy))
			world.Must(rim.Attach(shape.Capsule{A: corner, B: mgl64.Vec2{x * halfLength, y * halfGoal}, Radius: 0.02}, bouncy))
		}
	}
	t.puck = world.Must(t.world.CreateBody(body.Def{LinearDamping: 0.1, NeverSleep: true}))
	world.Must(t.puck.Attach(shape.Circle{Radius: puckRadius}, bouncy))
	for p := range t.mallets {
		t.mallets[p] = world.Must(t.world.CreateBody(body.Def{Position: mgl64.Vec2{side(p) * 1.5, 0}, NeverSleep: true}))
		world.Must(t.mallets[p].Attach(shape.Circle{Radius: malletSize}, world.ColliderDef{Density: 5}))
	}
	return t
}

// side is the sign of a player's half of the table.
func side(p int) float64 { return float64(2*p - 1) }

// advance is the whole game. It runs again for every tick whose inputs were predicted wrongly.
func (t *table) advance(f rollback.Frame[stick]) {
	t.steer(f.Inputs)
	t.world.Tick()
	t.judge()
}

// steer moves the mallets.
func (t *table) steer(sticks []stick) {
	for p, mallet := range t.mallets {
		v := mgl64.Vec2{float64(sticks[p].X), float64(sticks[p].Y)}.Mul(malletTop / 100)
		if x := mallet.Position()[0] * side(p); x < malletSize && v[0]*side(p) < 0 || x > halfLength-2*malletSize && v[0]*side(p) > 0 {
			v[0] = 0 // neither over the middle line nor into the own goal
		}
		world.Check(mallet.SetLinearVelocity(v))
	}
}

// judge sees goals.
func (t *table) judge() {
	if x := t.puck.Position()[0]; x < -halfLength-puckRadius {
		t.goal(1)
	} else if x > halfLength+puckRadius {
		t.goal(0)
	}
}

// goal counts a goal, and puts the puck in front of the player who has conceded it.
func (t *table) goal(scorer int) {
	t.score[scorer]++
	world.Check(t.puck.SetTransform(mgl64.Vec2{side(1-scorer) * 0.5, 0}, 0))
	world.Check(t.puck.SetLinearVelocity(mgl64.Vec2{}))
	world.Check(t.puck.SetAngularVelocity(0))
}

// beside is the state that the session saves in addition to the world.
func (t *table) beside() rollback.Game {
	return rollback.Game{
		Save: func(slot int) {
			for len(t.saved) <= slot {
				t.saved = append(t.saved, [2]uint8{})
			}
			t.saved[slot] = t.score
		},
		Restore: func(slot int) error { t.score = t.saved[slot]; return nil },
		Hash:    func() uint64 { return uint64(t.score[0]) + uint64(t.score[1])<<8 },
	}
}

// play is the program that plays for p: it goes behind the puck and then hits it, at a pace of its
// own.
func (t *table) play(p int) stick {
	puck, mallet := t.puck.Position(), t.mallets[p].Position()
	goal := mgl64.Vec2{side(p) * 1.6, 0}
	aim := mgl64.Vec2{goal[0], min(max(puck[1], -halfGoal), halfGoal)} // the goal keeper
	if puck[0]*side(p) > -0.1 {
		aim = puck
		if mallet.Sub(puck)[0]*side(p) < puckRadius {
			aim = puck.Add(mgl64.Vec2{side(p) * 0.5, 0})
		}
	}
	v := aim.Sub(mallet).Mul(float64(500 + 60*p))
	return stick{X: int8(min(max(v[0], -100), 100)), Y: int8(min(max(v[1], -100), 100))}
}
