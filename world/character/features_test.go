package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func (l *level) oneWay(s shape.Support) world.Collider {
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	return world.Must(b.Attach(s, world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}))
}

func TestOneWayPlatformHoldsWhatCameFromAbove(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, plank := range []shape.Support{
			polygon(t, mgl64.Vec2{-3, 1.9}, mgl64.Vec2{3, 1.9}, mgl64.Vec2{3, 2}, mgl64.Vec2{-3, 2}),
			shape.Segment{A: mgl64.Vec2{-3, 2}, B: mgl64.Vec2{3, 2}},
		} {
			l := newLevel(t, hertz)
			l.box(-50, -1, 50, 0)
			l.oneWay(plank)
			c := l.spawn(character.Def{}, 0, 0.81)
			l.run(0.2)
			// Feet that rise to 1.8 m do not come to stand on 2 m.
			l.jump = math.Sqrt(2 * gravity * 1.8)
			l.run(2)
			require.InDelta(t, 0.8, c.Position()[1], 0.01)
			l.jump = math.Sqrt(2 * gravity * 2.2)
			l.run(2)
			require.InDelta(t, 2.8, c.Position()[1], 0.01)
			require.True(t, c.OnFloor())
			l.speed = 2
			l.run(0.5)
			require.InDelta(t, 1, c.Position()[0], 0.01)
			l.speed = 0
			c.DropThrough()
			l.run(2)
			require.InDelta(t, 0.8, c.Position()[1], 0.01)
			require.False(t, c.Dropping())
		}
	})
}

func TestOneWayFloorOfPiecesHasNoSeams(t *testing.T) {
	l := newLevel(t, 60)
	for i := range 20 {
		x := float64(i)
		l.oneWay(polygon(t, mgl64.Vec2{x, -0.2}, mgl64.Vec2{x + 1, -0.2}, mgl64.Vec2{x + 1, 0}, mgl64.Vec2{x, 0}))
	}
	c := l.spawn(character.Def{}, 1, 0.81)
	l.run(0.2)
	l.speed = 4
	l.after = func() { require.True(t, c.OnFloor()) }
	l.run(4)
	require.InDelta(t, 17, c.Position()[0], 1e-6)
}

func TestWalksOneWayHills(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	var points []mgl64.Vec2
	for i := 60; i >= 0; i-- {
		x := float64(i)
		points = append(points, mgl64.Vec2{x, 0.8 * math.Sin(x*0.7)})
	}
	chain := world.Must(b.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
	require.NoError(t, chain.SetOneWay(mgl64.Vec2{0, 1}))
	c := l.spawn(character.Def{}, 1, 3)
	l.run(1)
	l.speed = 4
	l.after = func() { require.True(t, c.OnFloor()) }
	l.run(10)
	require.Greater(t, c.Position()[0], 35.0)
	l.speed = -4
	l.run(10)
	require.Less(t, c.Position()[0], 5.0)
}

func TestChainHoldsFromItsOpenSide(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{5, 2}, {-5, 2}}}, world.ColliderDef{}))
	l.box(-50, -1, 50, 0)
	c := l.spawn(character.Def{}, 0, 0.81)
	l.run(0.2)
	l.jump = math.Sqrt(2 * gravity * 2.2)
	l.run(2)
	require.InDelta(t, 2.8, c.Position()[1], 0.01)
}

func crouched() shape.Support {
	return shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.1}, Radius: 0.3}
}

func TestCrouchesUnderBeamAndStandsUpBehindIt(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	l.box(1, 1.3, 4, 3)
	c := l.spawn(character.Def{}, 0, 0.81)
	stand := c.Def().Shape
	l.speed = 2
	l.run(1)
	require.Less(t, c.Position()[0], 0.8)
	require.NoError(t, c.SetShape(crouched()))
	l.run(1)
	require.Greater(t, c.Position()[0], 1.5)
	require.ErrorIs(t, c.SetShape(stand), character.ErrNoRoom)
	require.Equal(t, crouched(), c.Def().Shape)
	l.run(2)
	require.NoError(t, c.SetShape(stand))
	require.Equal(t, stand, c.Collider().Shape())
	require.InDelta(t, 0.8+skin, c.Position()[1], 1e-6)
}

func TestClimbsLadder(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -1, 50, 0)
		l.oneWay(polygon(t, mgl64.Vec2{-3, 3.9}, mgl64.Vec2{3, 3.9}, mgl64.Vec2{3, 4}, mgl64.Vec2{-3, 4}))
		b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic}))
		ladder := world.Must(b.Attach(polygon(t, mgl64.Vec2{-0.2, 0}, mgl64.Vec2{0.2, 0}, mgl64.Vec2{0.2, 4.2}, mgl64.Vec2{-0.2, 4.2}), world.ColliderDef{Sensor: true}))
		c := l.spawn(character.Def{}, 0, 0.81)
		l.run(0.2)
		require.NoError(t, c.Climb(ladder))
		climb := 2.0
		l.c = nil
		l.before = func() {
			v := mgl64.Vec2{0, climb}
			if c.Mode() != character.Climbing {
				v = c.Velocity().Sub(mgl64.Vec2{0, gravity / hertz})
			}
			require.NoError(t, c.Move(v))
		}
		l.run(1)
		require.InDelta(t, 2.8, c.Position()[1], 1e-3)
		climb = 0
		p := c.Position()
		l.run(1)
		require.InDelta(t, 0, c.Position().Sub(p).Len(), 1e-9)
		climb = 2
		l.run(2)
		require.Equal(t, character.Walking, c.Mode())
		require.InDelta(t, 4.8, c.Position()[1], 0.01)
		require.True(t, c.OnFloor())
	})
}

func TestMovingLadderCarriesAndHandsOverItsSpeed(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{3, 1}}))
	ladder := world.Must(b.Attach(shape.Box(0.2, 3), world.ColliderDef{Sensor: true}))
	c := l.spawn(character.Def{}, 0, 0)
	l.c = nil
	require.NoError(t, c.Climb(ladder))
	l.before = func() { require.NoError(t, c.Move(mgl64.Vec2{})) }
	l.run(1)
	require.InDelta(t, 0, c.Position().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	held, ok := c.Held()
	require.True(t, ok)
	require.Equal(t, ladder, held)
	require.NoError(t, ladder.Destroy())
	l.run(1)
	require.Equal(t, character.Walking, c.Mode())
}

func TestRopeBearsWeightAndIsClimbedFromPartToPart(t *testing.T) {
	l := newLevel(t, 60)
	const n = 10
	parts := make([]world.Collider, n)
	above := l.w.Ground()
	for i := range n {
		y := -0.25 - 0.5*float64(i)
		b := world.Must(l.w.CreateBody(body.Def{Position: mgl64.Vec2{0, y}}))
		parts[i] = world.Must(b.Attach(shape.Box(0.05, 0.25), world.ColliderDef{Density: 50, Filter: shape.Filter{Ghost: true}}))
		world.Must(l.w.CreateRevolute(above, b, world.RevoluteAt(above, b, mgl64.Vec2{0, y + 0.25})))
		above = b
	}
	c := l.spawn(character.Def{}, 0, -4.3)
	l.c = nil
	require.NoError(t, c.Climb(parts[8]))
	climb := 0.0
	l.before = func() { require.NoError(t, c.Move(mgl64.Vec2{0, climb})) }
	l.run(2)
	require.Equal(t, character.Climbing, c.Mode())
	force := 0.0
	for j := range l.w.Ground().Joints() {
		force = j.Force()[1]
	}
	require.InDelta(t, (80+2.5*n)*gravity, math.Abs(force), 40)
	climb = 1
	l.run(2)
	held, ok := c.Held()
	require.True(t, ok)
	require.Equal(t, parts[4], held)
	require.InDelta(t, -2.3, c.Position()[1], 0.2)
}

func TestPlanet(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		require.NoError(t, l.w.SetGravity(mgl64.Vec2{}))
		l.static(shape.Circle{Radius: 10})
		c := l.spawn(character.Def{}, 0, 10.81)
		l.c = nil
		grounded := 0
		l.before = func() {
			up := c.Position().Normalize()
			require.NoError(t, c.SetUp(up))
			along := mgl64.Vec2{up[1], -up[0]}
			v := along.Mul(4)
			if !c.OnFloor() {
				v = c.Velocity()
			}
			require.NoError(t, c.Move(v.Sub(up.Mul(gravity/hertz))))
			if c.OnFloor() {
				grounded++
			}
		}
		l.run(0.5)
		grounded = 0
		n := 0
		l.after = func() { n++ }
		around := 2 * math.Pi * 10.8 / 4
		l.run(around)
		require.Equal(t, n, grounded)
		require.InDelta(t, 10.8, c.Position().Len(), 0.01)
	})
}

func TestConveyorCarries(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	m := shape.DefaultMaterial()
	m.TangentSpeed = 2 // to the left of the normal
	world.Must(b.Attach(shape.Box(50, 1), world.ColliderDef{Material: &m}))
	c := l.spawn(character.Def{}, 0, 1.81)
	l.run(0.5)
	x := c.Position()[0]
	l.run(1)
	require.InDelta(t, -2, c.Position()[0]-x, 1e-6)
	f, ok := c.Floor()
	require.True(t, ok)
	require.InDelta(t, -2, f.Velocity[0], 1e-9)
}

func TestCharactersBlockAndCarryEachOther(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	a := l.spawn(character.Def{}, -2, 0.81)
	b := l.spawn(character.Def{}, 0, 0.81)
	rider := l.spawn(character.Def{Shape: shape.Box(0.2, 0.2)}, 0, 1.85)
	l.c = nil
	va, vb := 0.0, 0.0
	l.before = func() {
		down := -gravity / 60
		require.NoError(t, a.Move(mgl64.Vec2{va, a.Velocity()[1] + down}))
		require.NoError(t, b.Move(mgl64.Vec2{vb, b.Velocity()[1] + down}))
		require.NoError(t, rider.Move(mgl64.Vec2{0, rider.Velocity()[1] + down}))
	}
	l.run(1)
	va = 4
	l.run(2)
	require.InDelta(t, -0.6, a.Position()[0], 0.01)
	require.InDelta(t, 0, b.Position()[0], 1e-6)
	require.True(t, a.OnWall())
	wall, _ := a.Wall()
	other, ok := character.Of(wall.Collider)
	require.True(t, ok)
	require.Same(t, b, other)
	va, vb = 0, 2
	l.run(1)
	require.InDelta(t, 2, b.Position()[0], 1e-6)
	require.InDelta(t, 2, rider.Position()[0], 1e-6)
	require.True(t, rider.OnFloor())
}

func TestStateGoesOnAsBefore(t *testing.T) {
	play := func(restore bool) mgl64.Vec2 {
		l := newLevel(t, 60)
		b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, AngularVelocity: -0.3}))
		world.Must(b.Attach(shape.Box(6, 0.2), world.ColliderDef{}))
		c := l.spawn(character.Def{}, 1, 1.1)
		l.speed = 0.5
		l.run(1)
		if restore {
			s := c.State()
			require.NoError(t, c.SetState(character.State{Up: mgl64.Vec2{0, 1}}))
			require.NoError(t, c.SetState(s))
			require.Equal(t, s, c.State())
		}
		l.run(1)
		return c.Position()
	}
	require.Equal(t, play(false), play(true))
}

func TestBadNumbersChangeNothing(t *testing.T) {
	l := newLevel(t, 60)
	n := l.w.BodyCount()
	for _, def := range []character.Def{
		{StepHeight: -1}, {SlopeLimit: 2}, {Mass: math.NaN()}, {Up: mgl64.Vec2{math.Inf(1), 0}},
		{Shape: shape.Circle{}}, {Skin: -1}, {Material: &shape.Material{Friction: -1}}, {PushForce: math.Inf(1)},
	} {
		_, err := character.New(l.w, def, mgl64.Vec2{})
		require.Error(t, err)
	}
	_, err := character.New(l.w, character.Def{}, mgl64.Vec2{math.NaN(), 0})
	require.Error(t, err)
	require.Equal(t, n, l.w.BodyCount())
	c := l.spawn(character.Def{}, 0, 0)
	s := c.State()
	require.Error(t, c.Move(mgl64.Vec2{math.NaN(), 0}))
	require.Error(t, c.Move(mgl64.Vec2{1e9, 0}))
	require.Error(t, c.Edit(func(d *character.Def) { d.StepHeight = -1 }))
	require.Error(t, c.SetUp(mgl64.Vec2{math.NaN(), 0}))
	require.Error(t, c.SetShape(nil))
	require.Error(t, c.SetShape(shape.Circle{}))
	require.Error(t, c.SetState(character.State{}))
	require.Error(t, c.Climb(world.Collider{}))
	require.Error(t, c.Teleport(mgl64.Vec2{math.Inf(1), 0}))
	require.Equal(t, s, c.State())
	require.Panics(t, func() { c.SetMode(character.Climbing) })
	require.NoError(t, c.Edit(func(d *character.Def) { d.StepHeight, d.NoPush = 0.5, true }))
	require.Equal(t, 0.5, c.Def().StepHeight)
	require.NoError(t, c.Destroy())
	require.False(t, c.Body().Valid())
}

func TestStandsInWedgeOfSteepSlopesAndJumpsOut(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		for _, degrees := range []float64{50, 60, 75} {
			l := newLevel(t, hertz)
			a := degrees * math.Pi / 180
			x, y := 10*math.Cos(a), 10*math.Sin(a)
			l.static(polygon(t, mgl64.Vec2{0, 0}, mgl64.Vec2{x + 1, 0}, mgl64.Vec2{x + 1, y}, mgl64.Vec2{x, y}))
			l.static(polygon(t, mgl64.Vec2{0, 0}, mgl64.Vec2{-x, y}, mgl64.Vec2{-x - 1, y}, mgl64.Vec2{-x - 1, 0}))
			c := l.spawn(character.Def{}, 0.4, 4)
			l.run(4)
			require.True(t, c.OnFloor(), degrees)
			p := c.Position()
			l.after = func() { require.True(t, c.OnFloor()) }
			l.run(1)
			l.speed = 4
			l.run(1)
			require.Less(t, c.Position().Sub(p).Len(), 1e-3)
			l.after, l.jump = nil, 5
			l.run(0.2)
			require.Greater(t, c.Position()[1], p[1]+0.5)
		}
	})
}

func TestShapes(t *testing.T) {
	for _, s := range []shape.Support{
		shape.Box(0.3, 0.8), shape.Circle{Radius: 0.5}, shape.Ellipse{RX: 0.3, RY: 0.8},
		shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.2},
		polygon(t, mgl64.Vec2{0, -0.8}, mgl64.Vec2{0.3, -0.4}, mgl64.Vec2{0.3, 0.8}, mgl64.Vec2{-0.3, 0.8}, mgl64.Vec2{-0.3, -0.4}),
	} {
		l := newLevel(t, 60)
		l.box(-50, -1, 2, 0)
		for i := range 20 {
			l.box(2+float64(i)*0.3, -1, 2+float64(i+1)*0.3, 0)
		}
		a := math.Pi / 6
		l.static(polygon(t, mgl64.Vec2{8, 0}, mgl64.Vec2{28, -1}, mgl64.Vec2{8 + 20*math.Cos(a), 20 * math.Sin(a)}))
		c := l.spawn(character.Def{Shape: s}, 0, 1)
		l.run(0.5)
		x := c.Position()[0]
		l.speed = 4
		grounded, n := 0, 0
		l.after = func() {
			n++
			if c.OnFloor() {
				grounded++
			}
		}
		l.run(1.4)
		require.InDelta(t, x+5.6, c.Position()[0], 1e-6, "%T", s)
		l.run(1.1)
		p := c.Position()
		l.run(1)
		require.InDelta(t, 4, c.Position().Sub(p).Len(), 1e-3, "%T", s)
		require.Equal(t, n, grounded, "%T", s)
		l.speed = 0
		l.run(0.1)
		p = c.Position()
		l.run(2)
		require.Less(t, c.Position().Sub(p).Len(), 1e-9, "%T", s)
	}
}

// A level turned by a quarter and in other units gives the same way, turned and scaled.
func TestAnyUpAndAnyUnit(t *testing.T) {
	play := func(turn, unit float64) mgl64.Vec2 {
		r := mgl64.Rotate2D(turn)
		l := newLevel(t, 60)
		w, err := world.New(world.Config{Gravity: r.Mul2x1(mgl64.Vec2{0, -gravity * unit}), LengthUnit: unit, Workers: 1})
		require.NoError(t, err)
		defer w.Close()
		l.w = w
		at := func(x, y float64) mgl64.Vec2 { return r.Mul2x1(mgl64.Vec2{x * unit, y * unit}) }
		l.static(polygon(t, at(-50, -1), at(50, -1), at(50, 0), at(-50, 0)))
		l.static(polygon(t, at(3, -1), at(50, -1), at(50, 0.29), at(3, 0.29)))
		l.static(polygon(t, at(5, 0), at(15, 0), at(15, 8)))
		c, err := character.New(w, character.Def{}, at(0, 1))
		require.NoError(t, err)
		for range 150 {
			v := c.Velocity()
			up, right := c.Up(), at(1, 0).Normalize()
			v = up.Mul(v.Dot(up) - gravity*unit/60).Add(right.Mul(4 * unit))
			require.NoError(t, c.Move(v))
			w.Tick()
		}
		require.True(t, c.OnFloor())
		return r.Transpose().Mul2x1(c.Position()).Mul(1 / unit)
	}
	want := play(0, 1)
	require.Greater(t, want[1], 2.0)
	for _, turn := range []float64{1, math.Pi / 2, 3} {
		require.InDelta(t, 0, play(turn, 1).Sub(want).Len(), 1e-5, "%v", turn)
	}
	for _, unit := range []float64{0.01, 50} {
		require.InDelta(t, 0, play(0, unit).Sub(want).Len(), 1e-4, "%v", unit)
	}
}

// A plank that turns under the character carries it without slip until it is too steep.
func TestTurningPlankCarriesUntilTooSteep(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic}))
		world.Must(b.Attach(shape.Box(6, 0.2), world.ColliderDef{}))
		c := l.spawn(character.Def{}, 2, 1.1)
		l.run(0.5)
		require.NoError(t, b.SetAngularVelocity(0.5))
		f, _ := c.Floor()
		local := b.LocalPoint(f.Point)
		for b.Angle() < 0.78 {
			l.run(1 / hertz)
			f, ok := c.Floor()
			require.True(t, ok, "at %v rad", b.Angle())
			require.InDelta(t, 0, b.LocalPoint(f.Point).Sub(local).Len(), 1e-3)
		}
		l.run(1)
		require.False(t, c.OnFloor())
	})
}

// Who lets go of a moving ladder, or begins to fly on a moving platform, keeps its speed.
func TestModesHandOverSpeed(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{3, 1}}))
	ladder := world.Must(b.Attach(shape.Box(0.2, 3), world.ColliderDef{Sensor: true}))
	c := l.spawn(character.Def{}, 0, 0)
	l.c = nil
	require.NoError(t, c.Climb(ladder))
	wish := mgl64.Vec2{}
	l.before = func() { require.NoError(t, c.Move(wish)) }
	l.run(0.5)
	c.SetMode(character.Walking)
	require.InDelta(t, 0, c.Inherited().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	require.NoError(t, c.Climb(ladder))
	l.run(0.5)
	require.NoError(t, ladder.Destroy())
	l.run(1.0 / 60)
	require.Equal(t, character.Walking, c.Mode())
	require.InDelta(t, 0, c.WorldVelocity().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	c.SetMode(character.Flying)
	require.InDelta(t, 0, c.Velocity().Sub(mgl64.Vec2{3, 1}).Len(), 1e-6)
	require.Zero(t, c.Inherited())
}

// A one-way lift that rises through a character leaves it, and carries it when it comes from
// above, up and down and sideways.
func TestOneWayLift(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -1, 50, 0)
		lift := world.Must(l.w.CreateBody(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 0.4}}))
		world.Must(lift.Attach(shape.Box(1, 0.1), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}))
		c := l.spawn(character.Def{}, 0, 0.81)
		time, speed := 0.0, 1.0
		l.before = func() {
			time += 1 / hertz
			require.NoError(t, lift.SetLinearVelocity(mgl64.Vec2{0, speed}))
		}
		l.run(2)
		require.InDelta(t, 0.8, c.Position()[1], 0.01, "it rises through the character")
		speed = -1
		l.run(1.9) // at 0.5 m
		speed = 0
		l.jump = 6
		l.run(2)
		require.InDelta(t, 0.6+0.8, c.Position()[1], 0.01)
		for _, speed = range []float64{3, -2, 10, -10} {
			l.run(0.2)
			require.True(t, c.OnFloor())
			require.InDelta(t, lift.Position()[1]+0.9+skin, c.Position()[1], 1e-5)
		}
	})
}

// Of platforms one above the other DropThrough leaves one, and the next holds.
func TestDropsFromPlatformToPlatform(t *testing.T) {
	eachRate(t, func(t *testing.T, hertz float64) {
		l := newLevel(t, hertz)
		l.box(-50, -1, 50, 0)
		for i := 1; i <= 3; i++ {
			y := 0.4 * float64(i)
			for x := -3.0; x < 3; x++ {
				l.oneWay(shape.Segment{A: mgl64.Vec2{x, y}, B: mgl64.Vec2{x + 1, y}})
			}
		}
		c := l.spawn(character.Def{}, 0.5, 2.1)
		l.run(0.5)
		l.speed = 1
		for i := 3; i >= 1; i-- {
			require.InDelta(t, 0.8+0.4*float64(i), c.Position()[1], 0.01)
			require.True(t, c.OnFloor())
			c.DropThrough()
			l.run(0.5)
		}
		require.InDelta(t, 0.8, c.Position()[1], 0.01)
		c.DropThrough() // the ground is not one-way
		l.run(0.1)
		require.True(t, c.OnFloor())
	})
}

func TestOptions(t *testing.T) {
	run := func(def character.Def, build func(l *level)) *level {
		l := newLevel(t, 60)
		build(l)
		l.spawn(def, 0, 0.81)
		l.run(0.2)
		l.speed = 4
		return l
	}
	curb := func(l *level) { l.box(-50, -1, 50, 0); l.box(2, -1, 50, 0.1) }
	l := run(character.Def{NoSteps: true}, curb)
	l.run(1)
	require.Less(t, l.c.Position()[0], 2.0)
	wall, ok := l.c.Wall()
	require.True(t, ok)
	require.Less(t, wall.Normal[0], 0.0)
	require.NotEmpty(t, l.c.Hits())

	drop := func(l *level) { l.box(-50, -1, 1, 0); l.box(1, -1.2, 50, -0.2) }
	for _, noSnap := range []bool{false, true} {
		l = run(character.Def{NoSnap: noSnap}, drop)
		air := 0
		l.after = func() {
			if !l.c.OnFloor() {
				air++
			}
		}
		l.run(1)
		require.Equal(t, noSnap, air > 0)
		require.True(t, l.c.OnFloor())
	}
	l = run(character.Def{UserData: 7, Name: "hero", Material: &shape.Material{Friction: 0.2}}, curb)
	require.Equal(t, 7, l.c.UserData())
	require.Equal(t, "hero", l.c.Body().Name())
	require.Zero(t, l.c.Angle())
	require.NoError(t, l.c.Edit(func(d *character.Def) { d.Name, d.Up = "other", mgl64.Vec2{1, 0} }))
	require.Equal(t, "other", l.c.Body().Name())
	require.Equal(t, mgl64.Vec2{1, 0}, l.c.Up())
	require.Error(t, l.c.Edit(func(d *character.Def) { d.Material = &shape.Material{Friction: -1} }))
}

func TestCeiling(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	roof := l.box(-50, 2, 50, 3)
	c := l.spawn(character.Def{}, 0, 0.81)
	l.run(0.2)
	_, ok := c.Ceiling()
	require.False(t, ok)
	l.jump = 8
	met := false
	l.after = func() {
		if hit, ok := c.Ceiling(); ok {
			met = true
			require.Equal(t, roof, hit.Collider)
			require.InDelta(t, -1, hit.Normal[1], 1e-9)
			require.LessOrEqual(t, c.Velocity()[1], 0.0)
			require.True(t, c.OnCeiling())
		}
	}
	l.run(0.5)
	require.True(t, met)
}

func TestModeNames(t *testing.T) {
	for m, name := range map[character.Mode]string{
		character.Walking: "walking", character.Flying: "flying", character.Swimming: "swimming", character.Climbing: "climbing", 9: "Mode(9)",
	} {
		require.Equal(t, name, m.String())
	}
}

func TestFilterAndGhost(t *testing.T) {
	l := newLevel(t, 60)
	b := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	world.Must(b.Attach(shape.Box(50, 1), world.ColliderDef{Filter: shape.Filter{Category: 2}}))
	for _, x := range []struct {
		filter shape.Filter
		stands bool
	}{{shape.Filter{}, true}, {shape.Filter{Mask: 1}, false}, {shape.Filter{Ghost: true}, false}, {shape.Filter{Mask: 2}, true}} {
		c := l.spawn(character.Def{Filter: x.filter}, 0, 1.81)
		l.run(0.3)
		require.Equal(t, x.stands, c.OnFloor())
		require.NoError(t, c.Destroy())
	}
}
