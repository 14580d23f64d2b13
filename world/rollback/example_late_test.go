package rollback_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/go-gl/mathgl/mgl64"
)

// ballGame is one ball that all push, and a count of pushes beside the world.
type ballGame struct {
	world  *world.World
	ball   world.Body
	pushes int64
	saved  [32]int64
}

func newBallGame() *ballGame {
	g := &ballGame{world: world.Must(world.New(world.Config{}))}
	g.ball = world.Must(g.world.CreateBody(body.Def{}))
	world.Must(g.ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	return g
}

func (g *ballGame) advance(f rollback.Frame[Push]) {
	for _, in := range f.Inputs {
		if in != (Push{}) {
			g.pushes++
		}
		world.Check(g.ball.ApplyForceToCenter(mgl64.Vec2{float64(in.X), float64(in.Y)}))
	}
	g.world.Tick()
}

// beside is what is saved beside the world, and sent to those who come late.
func (g *ballGame) beside() rollback.Game {
	return rollback.Game{
		Save:    func(slot int) { g.saved[slot] = g.pushes },
		Restore: func(slot int) error { g.pushes = g.saved[slot]; return nil },
		Encode:  func(slot int, to io.Writer) error { return binary.Write(to, binary.LittleEndian, g.saved[slot]) },
		Decode: func(slot int, from io.Reader) error {
			return binary.Read(from, binary.LittleEndian, &g.saved[slot])
		},
	}
}

// A spectator comes two seconds late.
func ExampleConfig_late() {
	type packet struct {
		from rollback.Player
		data []byte
	}
	var games [3]*ballGame
	var sessions [3]*rollback.Session[Push]
	var lines [3][]packet
	join := func(p rollback.Player) {
		games[p] = newBallGame()
		sessions[p] = world.Must(rollback.NewWorld(rollback.Config[Push]{
			Local: p, Spectators: 1, Late: p == 2, HashEvery: 5, Advance: games[p].advance,
			Send: func(to rollback.Player, data []byte) {
				lines[to] = append(lines[to], packet{p, append([]byte(nil), data...)})
			},
		}, games[p].world, games[p].beside()))
	}
	join(0)
	join(1)
	for frame := range 200 {
		if frame == 120 {
			join(2)
		}
		for p, s := range sessions {
			if s == nil {
				continue
			}
			for _, packet := range lines[p] {
				world.Check(s.Receive(packet.from, packet.data))
			}
			lines[p] = lines[p][:0]
			world.Must(s.Update(time.Duration(frame)*time.Second/60, Push{X: int8(p + 1)}))
			for _, e := range s.Events() {
				if e.Kind == rollback.Joined {
					fmt.Println("joined at tick", e.Tick, "with", games[p].pushes, "pushes")
				}
			}
		}
	}
	a, _ := sessions[0].HashAt(190)
	b, ok := sessions[2].HashAt(190)
	fmt.Println("equal:", ok && a == b)
	for _, g := range games {
		g.world.Close()
	}
	// Output:
	// joined at tick 120 with 240 pushes
	// equal: true
}
