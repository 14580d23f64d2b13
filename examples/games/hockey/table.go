package main

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/rollback"
	"github.com/go-gl/mathgl/mgl64"
)

const (
	length, width = 2.0, 1.05 // m, halves of the table
	goal          = 0.38      // m, half of a goal
	puckSize      = 0.1       // m
	malletSize    = 0.16
	malletTop     = 5.0 // m/s
	wins          = 7   // goals
)

// stick is the input of a player: the velocity of the mallet, in hundredths of its top speed.
type stick struct{ X, Y int8 }

// table is the state that a session saves, restores and simulates.
type table struct {
	world   *world.World
	puck    world.Body
	mallets [2]world.Body
	score   [2]uint8
	saved   map[int][2]uint8 // scores by slot of the session
}

func newTable() *table {
	t := &table{world: world.Must(world.New(world.Config{})), saved: map[int][2]uint8{}}
	rim := world.Must(t.world.CreateBody(body.Def{Type: body.Static, UserData: draw.Style{Stroke: play.Color(0x9CC3E0), Width: 4}}))
	bouncy := []*shape.Material{{Restitution: 0.9}}
	world.Must(rim.AttachChain(shape.Chain{Points: border(), Closed: true, Materials: bouncy}, world.ColliderDef{}))
	t.puck = world.Must(t.world.CreateBody(body.Def{LinearDamping: 0.12, LinearVelocity: mgl64.Vec2{0, 1.2}, NeverSleep: true, Bullet: true, UserData: play.Look(0xF4EBDD)}))
	world.Must(t.puck.Attach(shape.Circle{Radius: puckSize}, world.ColliderDef{Material: bouncy[0]}))
	for p := range t.mallets {
		t.mallets[p] = world.Must(t.world.CreateBody(body.Def{Position: mgl64.Vec2{side(p) * 1.5, 0}, NeverSleep: true,
			UserData: play.Look([]uint32{play.Red, play.Blue}[p])}))
		world.Must(t.mallets[p].Attach(shape.Circle{Radius: malletSize}, world.ColliderDef{Density: 8}))
	}
	return t
}

// border is the rim, clockwise, with round corners and a pocket behind each goal.
func border() []mgl64.Vec2 {
	const r, n = 0.3, 6
	var points []mgl64.Vec2
	arc := func(x, y, from float64) {
		for i := range n + 1 {
			sin, cos := math.Sincos(from - math.Pi/2*float64(i)/n)
			points = append(points, mgl64.Vec2{x + r*cos, y + r*sin})
		}
	}
	arc(-length+r, width-r, math.Pi)
	arc(length-r, width-r, math.Pi/2)
	points = append(points, mgl64.Vec2{length, goal}, mgl64.Vec2{length + 0.35, goal}, mgl64.Vec2{length + 0.35, -goal}, mgl64.Vec2{length, -goal})
	arc(length-r, -width+r, 0)
	arc(-length+r, -width+r, -math.Pi/2)
	return append(points, mgl64.Vec2{-length, -goal}, mgl64.Vec2{-length - 0.35, -goal}, mgl64.Vec2{-length - 0.35, goal}, mgl64.Vec2{-length, goal})
}

// side is the sign of a player's half.
func side(p int) float64 { return float64(2*p - 1) }

// advance is one tick of the match. It runs again for every tick whose inputs were predicted
// wrongly, so it depends only on the state and the inputs.
func (t *table) advance(f rollback.Frame[stick]) {
	for p, mallet := range t.mallets {
		v := mgl64.Vec2{float64(f.Inputs[p].X), float64(f.Inputs[p].Y)}.Mul(malletTop / 100)
		at := mallet.Position()[0] * side(p)
		if at < malletSize && v[0]*side(p) < 0 || at > length-malletSize && v[0]*side(p) > 0 {
			v[0] = 0 // neither over the middle line nor into the own goal
		}
		world.Check(mallet.SetLinearVelocity(v))
	}
	t.world.Tick()
	switch x := t.puck.Position()[0]; {
	case x < -length-puckSize:
		t.scored(1)
	case x > length+puckSize:
		t.scored(0)
	}
}

// scored counts a goal, and puts the puck in front of the player who has conceded it. The last goal
// begins a new match.
func (t *table) scored(by int) {
	if t.score[0] == wins || t.score[1] == wins {
		t.score = [2]uint8{}
	}
	t.score[by]++
	world.Check(t.puck.SetTransform(mgl64.Vec2{side(1-by) * 0.5, 0}, 0))
	world.Check(t.puck.SetLinearVelocity(mgl64.Vec2{}))
}

// beside is the state that a session saves in addition to the world.
func (t *table) beside() rollback.Game {
	return rollback.Game{
		Save:    func(slot int) { t.saved[slot] = t.score },
		Restore: func(slot int) error { t.score = t.saved[slot]; return nil },
		Hash:    func() uint64 { return uint64(t.score[0]) + uint64(t.score[1])<<8 },
	}
}

// towards is the stick that leads a mallet to a point.
func (t *table) towards(p int, at mgl64.Vec2, haste float64) stick {
	v := at.Sub(t.mallets[p].Position()).Mul(haste * 100 / malletTop)
	if l := v.Len(); l > 100*min(haste/20, 1) {
		v = v.Mul(100 * min(haste/20, 1) / l)
	}
	return stick{int8(v[0]), int8(v[1])}
}

// program is the stick of the computer player: it guards its goal, goes behind the puck and then
// hits it.
func (t *table) program(p int) stick {
	puck, mallet := t.puck.Position(), t.mallets[p].Position()
	guard := mgl64.Vec2{side(p) * 1.65, min(max(puck[1], -goal), goal)}
	if puck[0]*side(p) < -0.1 || t.puck.LinearVelocity().Len() > 4 {
		return t.towards(p, guard, 9)
	}
	if mallet.Sub(puck)[0]*side(p) < puckSize+malletSize/2 {
		return t.towards(p, guard.Add(mgl64.Vec2{side(p) * 0.1, 0}), 14)
	}
	swerve := 0.06 * math.Sin(7*t.world.Time()+float64(p)) // two players that go straight at the puck would hold it for ever
	return t.towards(p, puck.Add(mgl64.Vec2{0, swerve}), 12)
}
