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

// A free deck of 5 kg that flies by at 30 m/s carries a character of 80 kg that lands on it at
// their common speed, and a deck of ten tonnes at almost its own.
func TestDeckSharesItsMomentum(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, mass := range []float64{5, 10000} {
			l := newLevel(t, hertz)
			deck := addBody(l.w, body.Def{LinearVelocity: mgl64.Vec2{30, 0}, GravityScale: 1e-9}, shape.Box(20, 0.1), world.ColliderDef{Density: mass / 8})
			c := l.spawn(character.Def{}, 0.2, 0.95)
			l.run(0.3)
			require.InDelta(t, 30*mass/(mass+80), deck.LinearVelocity()[0], 0.01*30*mass/(mass+80), "%v kg", mass)
			require.InDelta(t, deck.LinearVelocity()[0], c.WorldVelocity()[0], 0.05, "%v kg", mass)
			l.w.Close()
		}
	})
}

// A light platform that a motor drives carries at the speed of the motor, at once.
func TestLightPlatformOfAMotorCarries(t *testing.T) {
	l := newLevel(t, 60)
	deck := addBody(l.w, body.Def{}, shape.Box(2, 0.1), world.ColliderDef{Density: 5 / 0.8})
	def := world.PrismaticAt(l.w.Ground(), deck, mgl64.Vec2{}, mgl64.Vec2{1, 0})
	def.MotorSpeed, def.MaxMotorForce = 3, 1e5
	world.Must(l.w.CreatePrismatic(l.w.Ground(), deck, def))
	c := l.spawn(character.Def{}, 0.2, 0.95)
	for !c.OnFloor() {
		l.run(1.0 / 60)
	}
	ahead := c.Position().Sub(deck.Position())[0]
	l.run(0.5)
	require.InDelta(t, ahead, c.Position().Sub(deck.Position())[0], 0.01)
	require.InDelta(t, 3, c.WorldVelocity()[0], 0.05)
}

// Crates, planks and balls of .5 to 100 kg that roll and tip under a walking character do not drag
// it along: it is carried no faster than a thrown body of its own mass would carry it.
func TestLightBodiesDoNotDragCharacter(t *testing.T) {
	for _, seed := range []uint64{59, 127, 165, 217, 258} {
		worst, speed := walkOverScrap(seed)
		require.Less(t, worst, speed+4.5, "seed %d", seed)
	}
}

// walkOverScrap walks and jumps over a few bodies to and fro, and returns the greatest level speed
// and the speed of the walk.
func walkOverScrap(seed uint64) (worst, speed float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	defer w.Close()
	world.Must(world.Must(w.CreateBody(body.Def{Type: body.Static})).Attach(shape.Box(60, 1), world.ColliderDef{}))
	for range 1 + r.IntN(8) {
		addScrap(w, r)
	}
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{-8, 1.81}))
	speed = 1 + 5*r.Float64()
	wish := speed
	for range 900 {
		if x := c.Position()[0]; math.Abs(x) > 8 {
			wish = -math.Copysign(speed, x)
		}
		v := mgl64.Vec2{wish, c.Velocity()[1] - 10.0/60}
		if c.OnFloor() && r.IntN(40) == 0 {
			v[1] = 5
		}
		world.Check(c.Move(v))
		w.Tick()
		worst = max(worst, math.Abs(c.WorldVelocity()[0]))
	}
	return worst, speed
}

func addScrap(w *world.World, r *rand.Rand) {
	x, size := -6+12*r.Float64(), 0.1+0.5*r.Float64()
	mass := math.Exp(math.Log(0.5) + r.Float64()*math.Log(200))
	b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{x, 1 + size + 2*r.Float64()}}))
	var s shape.Support = shape.Box(size, size)
	switch r.IntN(3) {
	case 0:
		s = shape.Circle{Radius: size}
	case 1:
		s = shape.Box(size, 0.1+0.3*r.Float64())
	}
	world.Must(b.Attach(s, world.ColliderDef{Density: mass / world.Must(shape.AreaOf(s))}))
}

// A light deck that comes free is pushed down by the weight for a tick, and does not take the
// character along faster than the character falls.
func TestLightDeckThatComesFreeDoesNotPullCharacterDown(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		deck := addBody(l.w, body.Def{}, shape.Box(2, 0.1), world.ColliderDef{Density: 5 / 0.8})
		weld := world.Must(l.w.CreateWeld(l.w.Ground(), deck, world.WeldAt(l.w.Ground(), deck, mgl64.Vec2{})))
		c := l.spawn(character.Def{}, 0.2, 0.91)
		l.run(0.5)
		require.True(t, c.OnFloor())
		world.Check(weld.Destroy())
		begin, ticks := c.Position()[1], 0.0
		l.after = func() {
			ticks++
			time := ticks / hertz
			require.LessOrEqual(t, -c.WorldVelocity()[1], gravity*(time+1/hertz)+0.01)
			require.InDelta(t, begin-gravity*time*time/2, c.Position()[1], gravity*time/hertz+0.02)
		}
		l.run(0.5)
	})
}
