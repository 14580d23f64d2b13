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
	require.NoError(t, c.SetShape(nil), "the shape of the zero Def")
	require.Equal(t, stand, c.Collider().Shape())
	require.InDelta(t, 0.8+skin, c.Position()[1], 1e-6)
}

// A chain and a one-way floor are as solid for a larger shape as for the shape that it replaces.
func TestNoRoomInChainAndOneWayFloor(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	level := world.Must(l.w.CreateBody(body.Def{Type: body.Static}))
	world.Must(level.AttachChain(shape.Chain{Points: []mgl64.Vec2{{-5, 1.3}, {5, 1.3}}}, world.ColliderDef{}))
	c := l.spawn(character.Def{Shape: crouched()}, 0, 0.81)
	stand := shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.5}, Radius: 0.3}
	l.run(0.5)
	require.ErrorIs(t, c.SetShape(stand), character.ErrNoRoom)

	l.oneWay(shape.OffsetBox(3, 0.1, mgl64.Vec2{0, 2.9}, 0))
	require.NoError(t, c.Teleport(mgl64.Vec2{0, 4}))
	require.NoError(t, c.SetShape(shape.Circle{Radius: 0.3}))
	l.run(1)
	require.True(t, c.OnFloor())
	require.ErrorIs(t, c.SetShape(stand), character.ErrNoRoom, "its feet would be below the floor")
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
		addBody(l.w, body.Def{Type: body.Kinematic, AngularVelocity: -0.3}, shape.Box(6, 0.2), world.ColliderDef{})
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
		{StepHeight: -1}, {SlopeLimit: 2}, {Mass: math.NaN()}, {Up: mgl64.Vec2{math.Inf(1), 0}}, {Shape: shape.Segment{B: mgl64.Vec2{0, 1}}}, {Shape: shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}},
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
	require.PanicsWithValue(t, "character: an edit without a function", func() { _ = c.Edit(nil) })
	require.Error(t, c.SetUp(mgl64.Vec2{math.NaN(), 0}))
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
		w := world.Must(world.New(world.Config{Gravity: r.Mul2x1(mgl64.Vec2{0, -gravity * unit}), LengthUnit: unit, Workers: 1}))
		defer w.Close()
		l.w = w
		at := func(x, y float64) mgl64.Vec2 { return r.Mul2x1(mgl64.Vec2{x * unit, y * unit}) }
		l.static(polygon(t, at(-50, -1), at(50, -1), at(50, 0), at(-50, 0)))
		l.static(polygon(t, at(3, -1), at(50, -1), at(50, 0.29), at(3, 0.29)))
		l.static(polygon(t, at(5, 0), at(15, 0), at(15, 8)))
		c := world.Must(character.New(w, character.Def{}, at(0, 1)))
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
	push := func(unit float64) float64 {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity * unit}, LengthUnit: unit, Workers: 1}))
		defer w.Close()
		addBody(w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
		crate := addBody(w, body.Def{Position: mgl64.Vec2{unit, 0.5 * unit}}, shape.Box(0.5*unit, 0.5*unit), world.ColliderDef{Mass: 20})
		c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{0, 0.8 * unit}))
		for range 60 {
			require.NoError(t, c.Move(mgl64.Vec2{unit, 0}))
			w.Tick()
		}
		return crate.Position()[0] / unit
	}
	require.Greater(t, push(1), 1.2)
	require.InDelta(t, push(1), push(50), 1e-4, "a crate is pushed as far")
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
		b := addBody(l.w, body.Def{Type: body.Kinematic}, shape.Box(6, 0.2), world.ColliderDef{})
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

func TestFilterAndGhost(t *testing.T) {
	l := newLevel(t, 60)
	addBody(l.w, body.Def{Type: body.Static}, shape.Box(50, 1), world.ColliderDef{Filter: shape.Filter{Category: 2}})
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
