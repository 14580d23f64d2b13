package main

import (
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func Example() {
	main()
	// Output:
	// states compared: 361
	// player 0 sees 8:5, rolled back 581 times, 13 ticks at most
	// player 1 sees 8:5, rolled back 646 times, 11 ticks at most
}

// Both ends have had the same match, though both have guessed wrongly all the time.
func TestBothSeeTheSameMatch(t *testing.T) {
	players := match(1200)
	for _, x := range players {
		defer x.world.Close()
		require.Zero(t, x.drift)
		require.Greater(t, x.session.Counters().Rollbacks, uint64(100))
		require.Less(t, x.session.Counters().Waited, uint64(20))
		require.Positive(t, x.score[0]+x.score[1])
		for p, mallet := range x.mallets {
			require.Greater(t, mallet.Position()[0]*side(p), 0.0, "nobody leaves his half")
		}
	}
	for tick, h := range players[0].hashes {
		if other, both := players[1].hashes[tick]; both {
			require.Equal(t, h, other, "tick %d", tick)
		}
	}
}

// A table at which the same programs play is the same again, and the puck stays on it or in a goal.
func TestTable(t *testing.T) {
	play := func() *world.World {
		x := newTable()
		c := x.world.Config()
		c.BeforeTick = func(w *world.World) {
			y := *x // the handles of the world that ticks
			y.puck = w.BodyByID(x.puck.ID())
			for p, mallet := range x.mallets {
				y.mallets[p] = w.BodyByID(mallet.ID())
			}
			y.judge()
			y.steer([]stick{y.play(0), y.play(1)})
		}
		world.Check(x.world.SetConfig(c))
		return x.world
	}
	physicstest.Deterministic(t, 5*time.Second, play)
	w := play()
	defer w.Close()
	physicstest.Run(t, w, 5*time.Second,
		physicstest.NeverLeaves(mgl64.Vec2{-3, -1}, mgl64.Vec2{3, 1}),
		physicstest.SpeedBelow(25),
		physicstest.StaysFinite())
}
