package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
)

// player is one end of the match.
type player struct {
	*table
	session *rollback.Session[stick]
	hashes  map[rollback.Tick]uint64
	drift   int // times that the states differed, which should be none
}

func newPlayer(p int, l *line) *player {
	t := newTable()
	session := world.Must(rollback.NewWorld(rollback.Config[stick]{
		Local: rollback.Player(p), InputDelay: 2, MaxPrediction: 16, HashEvery: 10,
		Advance: t.advance,
		Send:    func(to rollback.Player, data []byte) { l.send(int(to), data) },
	}, t.world, t.beside()))
	return &player{table: t, session: session, hashes: map[rollback.Tick]uint64{}}
}

// frame runs a frame of a game's loop.
func (x *player) frame(p int, l *line) {
	for _, data := range l.receive(p) {
		world.Check(x.session.Receive(rollback.Player(1-p), data))
	}
	_, err := x.session.Update(l.now, x.play(p))
	world.Check(err)
	for _, e := range x.session.Events() {
		if e.Kind == rollback.Desynchronized {
			x.drift++
		}
	}
	for t := x.session.Tick() / 10 * 10; t >= 0 && t > x.session.Tick()-100; t -= 10 {
		if h, ok := x.session.HashAt(t); ok {
			x.hashes[t] = h
		}
	}
}

// match plays until both have confirmed a tick.
func match(ticks rollback.Tick) [2]*player {
	l := &line{chance: rand.New(rand.NewPCG(4, 2))}
	players := [2]*player{newPlayer(0, l), newPlayer(1, l)}
	for min(players[0].session.Confirmed(), players[1].session.Confirmed()) < ticks {
		for p, x := range players {
			x.frame(p, l)
		}
		l.now += time.Second / 60
	}
	return players
}

func main() {
	players := match(3600) // a minute
	compared := 0
	for t, h := range players[0].hashes {
		if other, both := players[1].hashes[t]; both && t <= 3600 {
			compared++
			if other != h {
				fmt.Println("tick", t, "differs")
			}
		}
	}
	fmt.Println("states compared:", compared)
	for p, x := range players {
		c := x.session.Counters()
		fmt.Printf("player %d sees %d:%d, rolled back %d times, %d ticks at most\n", p, x.score[0], x.score[1], c.Rollbacks, c.LongestRollback)
		x.world.Close()
	}
}
