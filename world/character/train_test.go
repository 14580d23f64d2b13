package character_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A character that jumps against a wall of a train, upright or leaning, keeps the speed of the
// train. On the floor the wall takes the speed of its walk as a wall at rest does.
func TestWallOfATrainTakesNoSpeedOfTheTrain(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, lean := range []float64{0, -0.2} {
			for _, speed := range []float64{30, -30} {
				l := newLevel(t, hertz)
				train := addBody(l.w, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Box(5, 0.5), world.ColliderDef{})
				for _, side := range []float64{-1, 1} {
					world.Must(train.Attach(shape.OffsetBox(0.2, 4, mgl64.Vec2{2 * side, 2}, lean*side), world.ColliderDef{}))
				}
				c := l.spawn(character.Def{}, 0, 1.3006)
				for _, walk := range []float64{3, -3} {
					l.speed = walk
					l.run(1)
					require.True(t, c.OnFloor())
					require.InDelta(t, 0, c.Velocity()[0], 1e-6)
					x := c.Position().Sub(train.Position())[0]
					l.jump = 3
					l.run(0.2)
					require.False(t, c.OnFloor())
					require.InDelta(t, speed, c.WorldVelocity()[0], 1.01)
					l.run(1)
					require.InDelta(t, x, c.Position().Sub(train.Position())[0], 0.01)
				}
			}
		}
	})
}

// A character pushes crates and balls of a train, stands on them and steps on them as it does in a
// room at rest: it loses no speed of the train, and stays out of them.
func TestCratesOfATrain(t *testing.T) {
	for seed := range uint64(40) {
		deepest, fastest := rideWithCrates(seed, 30-60*float64(seed%2))
		require.Less(t, deepest, 0.12, "seed %d", seed)
		require.Less(t, fastest, 12.0, "seed %d", seed)
	}
}

// rideWithCrates walks and jumps for three seconds between crates and balls on a train, and returns
// how deep the character was in one of them, and its greatest speed relative to the train.
func rideWithCrates(seed uint64, speed float64) (deepest, fastest float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	hertz := tickRates[seed%3]
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity}, Workers: 1, Timestep: 1 / hertz}))
	defer w.Close()
	velocity := mgl64.Vec2{speed, 0}
	train := addBody(w, body.Def{Type: body.Kinematic, LinearVelocity: velocity}, block(-10, -1, 10, 0), world.ColliderDef{})
	world.Must(train.Attach(block(-10, 0, -9.8, 6), world.ColliderDef{}))
	world.Must(train.Attach(block(9.8, 0, 10, 6), world.ColliderDef{}))
	for range 1 + r.IntN(5) {
		x, size := 1+5*r.Float64(), 0.1+0.5*r.Float64()
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{x - 7*float64(r.IntN(2)), size + r.Float64()}, LinearVelocity: velocity}))
		var s shape.Support = shape.Box(size, size)
		if r.IntN(3) == 0 {
			s = shape.Circle{Radius: size}
		}
		world.Must(b.Attach(s, world.ColliderDef{Density: math.Exp(5*r.Float64()) / (4 * size * size)}))
	}
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{0, 0.81}))
	world.Check(c.SetState(character.State{Up: mgl64.Vec2{0, 1}, Inherited: velocity}))
	walk := 1 + 4*r.Float64()
	for tick := range int(3 * hertz) {
		if r.Float64() < 1.5/hertz {
			walk = -walk
		}
		v := mgl64.Vec2{walk, c.Velocity()[1] - gravity/hertz}
		if c.OnFloor() && r.Float64() < 1.5/hertz {
			v[1] = 5
		}
		world.Check(c.Move(v))
		w.Tick()
		if float64(tick) > 0.2*hertz {
			fastest = max(fastest, c.WorldVelocity().Sub(velocity).Len())
		}
		at := world.ShapeAt(capsule(0), c.Position(), 0)
		for collider := range w.OverlapShape(at.Shape, at.Position, 0, world.QueryFilter{Ignore: c.Body()}) {
			if s, ok := collider.Distance(at); ok {
				deepest = max(deepest, -s.Distance)
			}
		}
	}
	return deepest, fastest
}

// The walk along a train pushes a crate as fast as in a room at rest, forward and back.
func TestCrateOfATrainIsPushed(t *testing.T) {
	way := func(speed, walk float64) float64 {
		l := newLevel(t, 60)
		train := addBody(l.w, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{speed, 0}}, block(-20, -1, 20, 0), world.ColliderDef{})
		crate := l.crate(10, 0.4, math.Copysign(2, walk), 0.4)
		world.Check(crate.SetLinearVelocity(mgl64.Vec2{speed, 0}))
		c := l.spawn(character.Def{}, 0, 0.8006)
		world.Check(c.SetState(character.State{Up: mgl64.Vec2{0, 1}, Inherited: mgl64.Vec2{speed, 0}}))
		l.speed = walk
		l.run(3)
		return crate.Position().Sub(train.Position())[0]
	}
	for _, walk := range []float64{4, -4} {
		at := way(0, walk)
		require.Greater(t, math.Abs(at), 6.0)
		require.InDelta(t, at, way(30, walk), 0.5)
		require.InDelta(t, at, way(-30, walk), 0.5)
	}
}
