package rollback_test

import (
	"fmt"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/go-gl/mathgl/mgl64"
)

// Push is an input: the force on the own ball, in newtons.
type Push struct{ X, Y int8 }

// Two sessions in one process pass each other's packets on ten frames late.
func ExampleNewWorld() {
	type packet struct {
		frame int
		data  []byte
	}
	var sessions [2]*rollback.Session[Push]
	var lines [2][]packet
	frame := 0
	for p := range sessions {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
		defer w.Close()
		floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		world.Must(floor.Attach(shape.Segment{A: mgl64.Vec2{-50, 0}, B: mgl64.Vec2{50, 0}}, world.ColliderDef{}))
		var balls [2]world.Body
		for i := range balls {
			balls[i] = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(4*i) - 2, 0.5}}))
			world.Must(balls[i].Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
		}
		sessions[p] = world.Must(rollback.NewWorld(rollback.Config[Push]{
			Local: rollback.Player(p),
			Advance: func(f rollback.Frame[Push]) {
				for i, in := range f.Inputs {
					world.Check(balls[i].ApplyForceToCenter(mgl64.Vec2{float64(in.X), float64(in.Y)}))
				}
				w.Tick()
			},
			Send: func(to rollback.Player, data []byte) {
				lines[to] = append(lines[to], packet{frame + 10, append([]byte(nil), data...)})
			},
		}, w, rollback.Game{}))
	}
	for ; frame < 200; frame++ {
		for p, s := range sessions {
			for len(lines[p]) > 0 && lines[p][0].frame <= frame {
				world.Check(s.Receive(rollback.Player(1-p), lines[p][0].data))
				lines[p] = lines[p][1:]
			}
			push := Push{X: int8(5 - 10*p)} // towards each other
			if frame%40 < 20 {
				push.X = 0
			}
			if _, err := s.Update(time.Duration(frame)*time.Second/60, push); err != nil {
				panic(err)
			}
		}
	}
	a, _ := sessions[0].HashAt(150)
	b, _ := sessions[1].HashAt(150)
	fmt.Println("equal:", a == b && a != 0)
	fmt.Println("longest rollback:", sessions[0].Counters().LongestRollback, "ticks")
	// Output:
	// equal: true
	// longest rollback: 10 ticks
}

// What the game keeps beside its world and does not save is found without a network.
func ExampleSyncTest() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	ball := world.Must(w.CreateBody(body.Def{}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	fuel := 100 // should be in rollback.Game
	state := world.Must(rollback.NewWorldState(w, rollback.Game{}))
	test := world.Must(rollback.NewSyncTest(rollback.Config[Push]{
		Players: 1,
		Advance: func(f rollback.Frame[Push]) {
			if f.Inputs[0].X > 0 && fuel > 0 {
				fuel--
				world.Check(ball.ApplyForceToCenter(mgl64.Vec2{1, 0}))
			}
			w.Tick()
		},
	}, state, 8))
	for test.Tick() < 100 {
		if err := test.Update(Push{X: 1}); err != nil {
			failed := err.(*rollback.SyncError)
			fmt.Println("a tick came out differently in:", failed.Parts[0].Name)
			break
		}
	}
	// Output:
	// a tick came out differently in: bodies
}
