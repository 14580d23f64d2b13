package character_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newYard builds a wide box of a room with random scrap on its floor and above: boxes, slopes,
// circles, triangles and capsules, some into each other. It puts a character where there is place.
func newYard(t testing.TB, seed uint64, rate float64) *room {
	rng := rand.New(rand.NewPCG(seed, 99))
	q := &room{rng: rng, kind: ofBoxes, seconds: 6}
	q.runner = newRunner(t, rate, character.Def{}, mgl64.Vec2{})
	q.outline = []mgl64.Vec2{{-8, 8}, {8, 8}, {8, 0}, {-8, 0}}
	q.addWalls()
	level := q.static()
	for range 6 + rng.IntN(14) {
		world.Must(level.Attach(q.scrap(), world.ColliderDef{}))
	}
	free := capsule(-0.01)
	for range 1000 {
		at := mgl64.Vec2{rng.Float64()*14 - 7, 1 + rng.Float64()*5}
		if q.clearance(at) > 0.9 && q.isFree(free, at) {
			require.NoError(t, q.Teleport(at))
			return q
		}
	}
	return nil // no place for a character
}

// scrap returns a random shape, two of three on the floor.
func (q *room) scrap() support {
	rng := q.rng
	at := mgl64.Vec2{rng.Float64()*15 - 7.5, 0}
	if rng.IntN(3) == 0 {
		at[1] = 4 * rng.Float64()
	}
	size := func() float64 { return 0.05 + 0.7*rng.Float64() }
	switch rng.IntN(5) {
	case 0:
		return shape.OffsetBox(size(), size(), at, 0)
	case 1:
		return shape.OffsetBox(size()*2, 0.2*size(), at, math.Pi*(rng.Float64()-0.5))
	case 2:
		return shape.Circle{Center: at, Radius: size()}
	case 3:
		w := size() * 2
		return shape.Triangle(at, at.Add(mgl64.Vec2{w, 0}), at.Add(mgl64.Vec2{w * rng.Float64(), size()}))
	default:
		return shape.Capsule{A: at, B: at.Add(mgl64.Vec2{size(), size() - 0.4}), Radius: 0.3 * size()}
	}
}

// freeWay reports whether the character's shape has a free way of 20 cm within 35 degrees of the
// wish.
func (q *room) freeWay() bool {
	ahead := q.fly
	if !q.flying {
		ahead = mgl64.Vec2{q.wish, 0}
	}
	if ahead.Len() < 0.5 {
		return false
	}
	ahead = ahead.Normalize().Mul(0.2)
	for degrees := -35.0; degrees <= 35; degrees += 5 {
		way := mgl64.Rotate2D(degrees * math.Pi / 180).Mul2x1(ahead)
		if _, hit := q.ShapeCast(wide, q.Position(), 0, way, world.QueryFilter{Ignore: q.Body()}); !hit {
			return true
		}
	}
	return false
}

// stuck lets the character have random wishes, and says where it stood still for ten ticks though
// its way was free.
func (q *room) stuck() (where string) {
	dt := q.Config().Timestep
	wishFor, still := 0.0, 0
	anchor := q.Position()
	for q.Time() < q.seconds {
		if wishFor <= 0 {
			q.newWish()
			wishFor, still, anchor = 0.5+q.rng.Float64(), 0, q.Position()
		}
		q.Tick()
		wishFor -= dt
		if still++; q.Position().Sub(anchor).Len() > 1e-3 {
			still, anchor = 0, q.Position()
		}
		if still < 10 {
			continue
		}
		still = 0
		if q.freeWay() {
			where += fmt.Sprintf(" at %.4f in tick %d, wish %v %v;", q.Position(), q.Ticks(), q.wish, q.fly)
		}
	}
	return where
}

// No random walk and no random flight is stuck where the way is free.
func TestWalksAreNotStuck(t *testing.T) {
	randomWalks := long.Pick(50, 5000)
	walks := 0
	for seed := range uint64(randomWalks) {
		for _, flying := range []bool{false, true} {
			q := newYard(t, seed, tickRates[seed%3])
			if q == nil {
				continue
			}
			walks++
			if flying {
				q.takeOff(mgl64.Vec2{})
			}
			assert.Empty(t, q.stuck(), "yard %d, flying %v", seed, flying)
			q.Close()
		}
	}
	require.Greater(t, walks, randomWalks)
}

// Walks that were stuck: under a low ceiling on the corner of a slope (652 and 4488), under one on
// the edge of a step (1832), on a tip beside another (5050), and in a wedge of a tip and a wall.
func TestWalksThatWereStuck(t *testing.T) {
	for _, seed := range []uint64{652, 1832, 4488, 5050} {
		require.Empty(t, newYard(t, seed, tickRates[seed%3]).stuck(), "yard %d", seed)
	}
	q := newRoom(t, 3325, 60)
	q.addBodies()
	require.Empty(t, q.stuck(), "tip and wall")
}

// The check finds a character that does not move.
func TestCheckOfWalksFindsFaults(t *testing.T) {
	for seed := range uint64(5) {
		q := newYard(t, seed, 60)
		q.frozen, q.flying = true, true
		require.NotEmpty(t, q.stuck())
	}
}
