package world_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestBadAreasAreRejected(t *testing.T) {
	w := newGravityWorld(t)
	other := newGravityWorld(t)
	gone := addBody(t, w, body.Def{}, shape.Box(1, 1), world.ColliderDef{})
	require.NoError(t, gone.Destroy())
	effect := func(e area.Effect) world.AreaDef {
		return world.AreaDef{Effects: []area.Effect{area.Damping{}, e}}
	}
	good := addArea(t, w, world.AreaDef{Shape: shape.Box(1, 1)})
	before := w.StateDump()
	for text, def := range map[string]world.AreaDef{
		"Body: body(0) belongs to another world":              {Body: other.Ground()},
		"Body: body(gone) is destroyed":                       {Body: gone},
		"Position: {NaN 0} must be finite":                    {Position: mgl64.Vec2{math.NaN(), 0}},
		"Position: {0 2e+09} is out of range":                 {Position: mgl64.Vec2{0, 2e9}},
		"Angle: +Inf must be finite":                          {Angle: math.Inf(1)},
		"Priority: 1000001 is out of range":                   {Priority: 1000001},
		"Radius: -1 must be positive":                         {Shape: shape.Circle{Radius: -1}},
		"Effects[1]: <nil> is degenerate":                     effect(nil),
		"Effects[1].Acceleration: {NaN 0} must be finite":     effect(area.Gravity{Acceleration: mgl64.Vec2{math.NaN(), 0}}),
		"Effects[1].Acceleration: {2e+15 0} is out of range":  effect(area.Gravity{Acceleration: mgl64.Vec2{2e15, 0}}),
		"Effects[1].Strength: NaN must be finite":             effect(area.PointGravity{Strength: math.NaN()}),
		"Effects[1].Strength: 1e+12 is out of range":          effect(area.PointGravity{Strength: 1e12, InnerRadius: 1e-3}),
		"Effects[1].Distance: -1 must not be negative":        effect(area.PointGravity{Distance: -1}),
		"Effects[1].InnerRadius: 1e-12 is out of range":       effect(area.PointGravity{InnerRadius: 1e-12}),
		"Effects[1].Falloff: falloff(?) is out of range":      effect(area.PointGravity{Falloff: 9}),
		"Effects[1].Linear: -1 must not be negative":          effect(area.Damping{Linear: -1}),
		"Effects[1].Angular: 1e+19 is out of range":           effect(area.Damping{Angular: 1e19}),
		"Effects[1].Velocity: {0 +Inf} must be finite":        effect(area.Conveyor{Velocity: mgl64.Vec2{0, math.Inf(1)}}),
		"Effects[1].MaxAcceleration: -1 must not be negative": effect(area.Conveyor{MaxAcceleration: -1}),
		"Effects[1].Acceleration: nil is degenerate":          effect(world.AreaField{}),
		"Effects: 65 is out of range":                         {Effects: make([]area.Effect, 65)},
	} {
		_, err := w.CreateArea(def)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, text)
		require.EqualError(t, err, text)
	}
	require.EqualError(t, good.SetPriority(-2e6), "Priority: -2000000 is out of range")
	require.EqualError(t, good.SetShape(shape.Circle{}), "Radius: 0 must be positive")
	require.EqualError(t, good.SetTransform(mgl64.Vec2{}, math.NaN()), "Angle: NaN must be finite")
	require.EqualError(t, good.SetEffects(area.Damping{Linear: -1}), "Effects[0].Linear: -1 must not be negative")
	b := w.Ground()
	require.ErrorIs(t, b.SetGravity(mgl64.Vec2{}), world.ErrGround)
	require.ErrorIs(t, b.ApplySteadyForceToCenter(mgl64.Vec2{}), world.ErrGround)
	_, err := w.CreateBody(body.Def{Gravity: mgl64.Vec2{2e15, 0}})
	require.EqualError(t, err, "Gravity: {2e+15 0} is out of range")
	require.Equal(t, before, w.StateDump())
}

// What a definition gives is read back, and a copy made of it is the same. What the game changes
// afterwards in its own values changes nothing.
func TestAreaDefinitionsReadBack(t *testing.T) {
	w := newGravityWorld(t)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 2}, Angle: 0.5}, shape.Box(1, 1), world.ColliderDef{})
	gravity := &area.Gravity{Acceleration: mgl64.Vec2{1, 2}, Replace: true}
	def := world.AreaDef{
		Shape: shape.Box(3, 4), Body: b, Position: mgl64.Vec2{5, 6}, Angle: 0.25, Priority: -7,
		Filter: shape.Filter{Category: 2, Mask: 3, Group: 4}, Disabled: true, NoEvents: true,
		Effects: []area.Effect{gravity, area.PointGravity{Strength: 2}, area.Conveyor{}}, Name: "a", UserData: 9,
	}
	a := addArea(t, w, def)
	gravity.Replace = false
	want := def
	want.Effects = []area.Effect{
		area.Gravity{Acceleration: mgl64.Vec2{1, 2}, Replace: true},
		area.PointGravity{Strength: 2, Distance: 1, InnerRadius: 0.1}, area.Conveyor{MaxAcceleration: 10},
	}
	got := a.Def()
	require.InDelta(t, 0.25, got.Angle, 1e-15)
	got.Angle = want.Angle
	require.Equal(t, want, got)
	require.Equal(t, "area(a)", a.String())
	require.Equal(t, []any{"a", 9, false, b, want.Shape}, []any{a.Name(), a.UserData(), a.Enabled(), a.Body(), a.Shape()})
	require.InDelta(t, 0, a.Position().Sub(b.WorldPoint(mgl64.Vec2{5, 6})).Len(), 1e-12)
	require.InDelta(t, 0.75, a.Angle(), 1e-12)

	require.False(t, a.Contains(a.Position()), "disabled")
	require.NoError(t, a.SetEnabled(true))
	require.True(t, a.Contains(a.Position()))
	require.False(t, a.Contains(a.Position().Add(mgl64.Vec2{9, 0})))
	a.SetName("b")
	a.SetUserData("c")
	require.NoError(t, a.SetShape(nil))
	require.NoError(t, a.SetPriority(3))
	require.NoError(t, a.SetFilter(shape.Filter{}))
	require.NoError(t, a.SetTransform(mgl64.Vec2{}, 0))
	require.NoError(t, a.SetEffects())
	require.Equal(t, world.AreaDef{
		Body: b, Priority: 3, Filter: shape.Filter{}.Normalized(), NoEvents: true, Effects: a.Def().Effects, Name: "b", UserData: "c",
	}, a.Def())
	again := addArea(t, w, a.Def())
	require.Equal(t, a.Def(), again.Def())
	require.Equal(t, []world.Area{a, again}, slices.Collect(w.Areas()))
	require.Equal(t, a, w.AreaByID(a.ID()))
	require.NoError(t, b.Destroy())
	require.False(t, a.Valid())
	require.Empty(t, slices.Collect(w.Areas()))
	require.Equal(t, "area(gone)", a.String())
	require.Equal(t, "body(zero) joint(zero) collider(zero) area(zero)", fmt.Sprint(world.Body{}, world.Joint{}, world.Collider{}, world.Area{}))
	require.PanicsWithValue(t, "world: use of a destroyed area", func() { a.Shape() })
	require.PanicsWithValue(t, "world: use of the zero Area", func() { _ = world.Area{}.Destroy() })
	fresh := addArea(t, w, world.AreaDef{})
	require.NotEqual(t, again, fresh)
	require.Equal(t, "area(1)", fresh.String())
	w.Validate()
}

// A field is asked once for each awake dynamic body in it, in ascending order of slots, and may not
// change the world.
func TestFieldCallbacks(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	var asked []world.Body
	var refused error
	var field world.Area
	pull := func(p world.FieldPoint) mgl64.Vec2 {
		asked = append(asked, p.Body)
		refused = field.SetEnabled(false)
		if p.Mass != p.Body.Mass() || p.Velocity != p.Body.LinearVelocity() {
			panic("wrong point")
		}
		return mgl64.Vec2{0, 6}
	}
	field = addArea(t, w, world.AreaDef{Shape: shape.Box(5, 5), Effects: []area.Effect{world.AreaField{Acceleration: pull, Force: pull}}})
	var bodies []world.Body
	for i := range 4 {
		bodies = append(bodies, addBody(t, w, body.Def{Position: mgl64.Vec2{float64(4 - 2*i), 0}, Asleep: i == 2}, shape.Circle{Radius: 0.5}, world.ColliderDef{Density: 2}))
	}
	addBody(t, w, body.Def{Position: mgl64.Vec2{5.2, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{}) // its centre is outside
	addBody(t, w, body.Def{Type: body.Kinematic}, shape.Circle{Radius: 0.5}, world.ColliderDef{Filter: shape.Filter{Ghost: true}})
	w.Tick()
	require.Equal(t, []world.Body{bodies[0], bodies[0], bodies[1], bodies[1], bodies[3], bodies[3]}, asked)
	require.ErrorIs(t, refused, world.ErrStepping)
	require.InEpsilon(t, dt*(6+6/bodies[0].Mass()), bodies[0].LinearVelocity()[1], 1e-6)
	require.Equal(t, mgl64.Vec2{}, bodies[2].LinearVelocity())

	bad := addArea(t, w, world.AreaDef{Effects: []area.Effect{world.AreaField{Force: func(world.FieldPoint) mgl64.Vec2 { return mgl64.Vec2{math.NaN(), 0} }}}})
	require.True(t, bad.Valid())
	require.PanicsWithValue(t, "world: AreaField.Force returned [NaN 0]", w.Tick)
	require.PanicsWithValue(t, world.ErrBroken, w.Tick)
}

// GravityAt is what a body at the place would feel.
func TestGravityAt(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{1, -10}, Workers: 1})
	carrier := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{8, 0}, Angle: 1}, shape.Circle{Radius: 1}, world.ColliderDef{})
	addArea(t, w, world.AreaDef{Body: carrier, Shape: shape.Circle{Radius: 6}, Effects: []area.Effect{
		area.PointGravity{Center: mgl64.Vec2{1, 0}, Strength: 20, Distance: 2, Replace: true}, area.Gravity{Acceleration: mgl64.Vec2{1, 0}}}})
	addArea(t, w, world.AreaDef{Priority: 1, Shape: shape.Box(4, 4), Effects: []area.Effect{
		world.AreaField{Acceleration: func(p world.FieldPoint) mgl64.Vec2 { return p.Position }}, area.Damping{Linear: 0, Replace: true}}})
	for i, at := range []mgl64.Vec2{{-20, 0}, {-2, 3}, {3, 1}, {8, 5}, {3.5, -3}} {
		b := addBody(t, w, body.Def{Position: at, Weightless: false}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
		want := w.GravityAt(at)
		w.Tick()
		require.InDelta(t, 0, b.LinearVelocity().Sub(want.Mul(dt)).Len(), 1e-6, "%d", i)
		require.NoError(t, b.Destroy())
	}
	require.Equal(t, mgl64.Vec2{1, -10}, w.GravityAt(mgl64.Vec2{-20, 0}))
}

// A conveyor brings bodies to its velocity by its acceleration and no further, across it gravity
// acts, and two of the same flow are as one.
func TestConveyors(t *testing.T) {
	w := newGravityWorld(t)
	carrier := world.Must(w.CreateBody(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 50}, LinearVelocity: mgl64.Vec2{1, 0}}))
	flow := []area.Effect{area.Conveyor{Velocity: mgl64.Vec2{3, 0}, MaxAcceleration: 5}}
	addArea(t, w, world.AreaDef{Shape: shape.Box(20, 8), Body: carrier, Effects: flow})
	addArea(t, w, world.AreaDef{Shape: shape.Box(20, 8), Body: carrier, Effects: []area.Effect{area.Conveyor{Velocity: mgl64.Vec2{3, 0}, MaxAcceleration: 1}}})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 56}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	for i := range 60 {
		w.Tick()
		require.InDelta(t, min(4, 6*dt*float64(i+1)), b.LinearVelocity()[0], 1e-4)
		require.InDelta(t, -10*dt*float64(i+1), b.LinearVelocity()[1], 1e-4)
	}
	still := newWorld(t, world.Config{Workers: 1})
	addArea(t, still, world.AreaDef{Effects: []area.Effect{area.Conveyor{MaxAcceleration: 2}}})
	ball := addBody(t, still, body.Def{LinearVelocity: mgl64.Vec2{3, 4}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	runSeconds(still, 1)
	require.InDelta(t, 3, ball.LinearVelocity().Len(), 1e-4)
	require.InDelta(t, 0.75, ball.LinearVelocity()[0]/ball.LinearVelocity()[1], 1e-4)
	runSeconds(still, 2)
	require.InDelta(t, 0, ball.LinearVelocity().Len(), 1e-5)
}

// A body's own gravity takes the place of the world's, is scaled, wakes it when it changes, and
// goes again.
func TestOwnGravity(t *testing.T) {
	w := newFloorWorld(t)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	moon := addBody(t, w, body.Def{Position: mgl64.Vec2{4, 9}, Gravity: mgl64.Vec2{0, 3}, GravityScale: 2}, shape.Box(0.5, 0.5), world.ColliderDef{})
	drifting := addBody(t, w, body.Def{Position: mgl64.Vec2{8, 9}, ZeroGravity: true, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	require.Equal(t, []any{mgl64.Vec2{0, -10}, false, mgl64.Vec2{0, 3}, true, mgl64.Vec2{}, true},
		[]any{b.Gravity(), b.HasGravity(), moon.Gravity(), moon.HasGravity(), drifting.Gravity(), drifting.HasGravity()})
	require.Equal(t, moon.Def().Gravity, mgl64.Vec2{0, 3})
	require.True(t, drifting.Def().ZeroGravity)
	w.Tick()
	require.InDelta(t, 6*dt, moon.LinearVelocity()[1], 1e-6)
	require.NoError(t, moon.Destroy())
	runSeconds(w, 3)
	require.Equal(t, mgl64.Vec2{8, 9}, drifting.Position())
	require.False(t, b.Awake())
	require.NoError(t, b.ClearGravity())
	require.False(t, b.Awake(), "no change")
	require.NoError(t, b.SetGravity(mgl64.Vec2{0, -10}))
	require.True(t, b.Awake())
	runSeconds(w, 3)
	require.False(t, b.Awake())
	require.NoError(t, b.SetGravity(mgl64.Vec2{0, -10}))
	require.False(t, b.Awake(), "no change")
	require.NoError(t, b.SetGravity(mgl64.Vec2{0, 5}))
	w.Tick()
	require.Positive(t, b.LinearVelocity()[1])
	require.NoError(t, b.ClearGravity())
	require.Equal(t, mgl64.Vec2{0, -10}, b.Gravity())
	w.Validate()
	fast := addBody(t, w, body.Def{Position: mgl64.Vec2{-9, 30}, LinearVelocity: mgl64.Vec2{0, -300}, Gravity: mgl64.Vec2{0, -600}},
		shape.Circle{Radius: 0.2}, world.ColliderDef{Material: &shape.Material{Restitution: 1}})
	// It falls 30 m and bounces as high, whatever part of a tick came after the sweep's hit.
	highest := 0.0
	for range 60 {
		w.Tick()
		if fast.LinearVelocity()[1] > 0 {
			highest = max(highest, fast.KineticEnergy()/fast.Mass()+600*fast.Position()[1])
		}
	}
	require.InEpsilon(t, 300*300/2+600*30, highest, 0.03)
}

// Steady forces act on what is awake as others do, and neither wake nor keep awake.
func TestSteadyForces(t *testing.T) {
	w := newFloorWorld(t)
	a := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 9}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{5, 9}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	for range 20 {
		require.NoError(t, a.ApplySteadyForce(mgl64.Vec2{1, 2}, a.WorldPoint(mgl64.Vec2{0.5, 0})))
		require.NoError(t, a.ApplySteadyForceToCenter(mgl64.Vec2{3, 0}))
		require.NoError(t, a.ApplySteadyTorque(0.5))
		require.NoError(t, b.ApplyForce(mgl64.Vec2{1, 2}, b.WorldPoint(mgl64.Vec2{0.5, 0})))
		require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{3, 0}))
		require.NoError(t, b.ApplyTorque(0.5))
		w.Tick()
		require.Equal(t, b.LinearVelocity(), a.LinearVelocity())
		require.Equal(t, b.AngularVelocity(), a.AngularVelocity())
	}
	require.NoError(t, b.Destroy())
	for range 400 {
		require.NoError(t, a.ApplySteadyForceToCenter(mgl64.Vec2{0, -3}))
		w.Tick()
	}
	require.False(t, a.Awake())
	require.EqualError(t, a.ApplySteadyTorque(math.NaN()), "Torque: NaN must be finite")
	require.EqualError(t, a.ApplySteadyForce(mgl64.Vec2{1e19, 0}, mgl64.Vec2{}), "Force: {1e+19 0} is out of range")
	require.NoError(t, a.Wake())
	w.Tick()
	require.InDelta(t, 0, a.LinearVelocity().Len(), 1e-2, "nothing gathered while it slept")
}
