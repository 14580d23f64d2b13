package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Getters return the values of the setters.
func TestGettersMatchSetters(t *testing.T) {
	w := newWorld(t, world.Config{})
	def := body.Def{
		Position: mgl64.Vec2{1, 2}, Angle: 0.5, LinearVelocity: mgl64.Vec2{3, 0}, AngularVelocity: 0,
		LinearDamping: 0.25, AngularDamping: 0.5, GravityScale: 2, SleepSpeed: 0.125, LockY: true, LockRotation: true,
		NeverSleep: true, Bullet: true, FastRotation: true, Dominance: -5, Name: "crate", UserData: 7,
	}
	a := world.Must(w.CreateBody(def))
	require.Equal(t, def, a.Def())
	b := world.Must(w.CreateBody(body.Def{}))
	require.NoError(t, b.SetTransform(def.Position, def.Angle))
	require.NoError(t, b.SetLinearVelocity(def.LinearVelocity))
	require.NoError(t, b.SetLinearDamping(def.LinearDamping))
	require.NoError(t, b.SetAngularDamping(def.AngularDamping))
	require.NoError(t, b.SetGravityScale(def.GravityScale))
	require.NoError(t, b.SetSleepSpeed(def.SleepSpeed))
	require.NoError(t, b.SetLocks(false, true, true))
	require.NoError(t, b.SetNeverSleep(true))
	require.NoError(t, b.SetBullet(true))
	require.NoError(t, b.SetFastRotation(true))
	require.NoError(t, b.SetDominance(-5))
	b.SetName("crate")
	b.SetUserData(7)
	require.Equal(t, def, b.Def())
	require.Equal(t, def.SleepSpeed, b.SleepSpeed())
	require.True(t, b.NeverSleep() && b.Bullet() && b.Def().FastRotation)
	require.Equal(t, "body(crate)", b.String())

	m := shape.Material{
		Friction: 0.5, Restitution: 0.25, RollingResistance: 0.125, TangentSpeed: 2, ID: 9, StaticFriction: 0.75, SlipLeft: 0.5, SlipRight: 1,
		FrictionCombine: shape.CombineAverage, RestitutionCombine: shape.CombineProduct, Priority: -4,
	}
	f := shape.Filter{Category: 4, Mask: 6, Group: -2}
	want := world.ColliderDef{
		Density: 3, Material: &m, Filter: f, HitEvents: true, NoContactEvents: true, PreSolve: true, NoSensorEvents: true, SeesSensors: true, CrushThreshold: 40, OneWay: mgl64.Vec2{0, 1}, UserData: "x",
	}
	c := world.Must(a.Attach(shape.Box(1, 1), want))
	require.Equal(t, want, c.Def())
	d := world.Must(a.Attach(shape.Box(1, 1), world.ColliderDef{HitEvents: true, NoContactEvents: true, PreSolve: true, NoSensorEvents: true, SeesSensors: true, CrushThreshold: 40}))
	require.NoError(t, d.SetDensity(3))
	require.NoError(t, d.SetMaterial(m))
	require.NoError(t, d.SetFilter(f))
	require.NoError(t, d.SetOneWay(want.OneWay))
	d.SetUserData("x")
	require.Equal(t, want, d.Def())
	require.Equal(t, 3.0, d.Density())
	require.Equal(t, f, d.Filter())

	data := world.MassData{Mass: 4, Center: mgl64.Vec2{0.5, 0}, Inertia: 2}
	require.Equal(t, world.MassData{}, a.MassOverride())
	require.NoError(t, a.SetMassData(data))
	require.Equal(t, data, a.MassOverride())
	require.Equal(t, data, a.MassData())
}

// Numbers beyond the engine's float32 are refused, not rounded to infinity.
func TestOutOfRangeNumbersAreRejected(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	c := firstCollider(b)
	hash := w.Hash()
	for field, call := range map[string]func() error{
		"LinearVelocity.X": func() error { _, err := w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{1e300, 0}}); return err },
		"AngularVelocity":  func() error { return b.SetAngularVelocity(1e300) },
		"LinearVelocity":   func() error { return b.SetLinearVelocity(mgl64.Vec2{0, -1e300}) },
		"GravityScale":     func() error { return b.SetGravityScale(-1e300) },
		"LinearDamping":    func() error { return b.SetLinearDamping(1e300) },
		"Torque":           func() error { return b.ApplyTorque(1e300) },
		"AngularImpulse":   func() error { return b.ApplyAngularImpulse(1e300) },
		"Force":            func() error { return b.ApplyForce(mgl64.Vec2{1e300, 0}, mgl64.Vec2{}) },
		"Point":            func() error { return b.ApplyImpulse(mgl64.Vec2{1, 1}, mgl64.Vec2{1e300, 0}) },
		"Density":          func() error { return c.SetDensity(1e300) },
		"Mass":             func() error { return b.SetMassData(world.MassData{Mass: 1e300}) },
		"Inertia":          func() error { return b.SetMassData(world.MassData{Mass: 1, Inertia: 1e300}) },
		"Gravity":          func() error { return w.SetGravity(mgl64.Vec2{1e300, 0}) },
		"Timestep":         func() error { _, err := world.New(world.Config{Timestep: 1e-300}); return err },
		"LengthUnit":       func() error { _, err := world.New(world.Config{LengthUnit: 1e300}); return err },
		"ContactHertz":     func() error { _, err := world.New(world.Config{ContactHertz: 1e300}); return err },
		"MaxSpeed":         func() error { _, err := world.New(world.Config{MaxSpeed: 1e-300}); return err },
	} {
		err := call()
		require.ErrorIs(t, err, geom.ErrOutOfRange, field)
		var fieldErr *geom.FieldError
		require.ErrorAs(t, err, &fieldErr)
		require.Equal(t, field, fieldErr.Field)
	}
	require.Equal(t, hash, w.Hash())

	// The smallest body that shapes allow, and the lightest, still move correctly.
	tiny := addBody(t, w, body.Def{Position: mgl64.Vec2{9, 0}}, shape.Circle{Radius: 1e-9}, world.ColliderDef{Density: 1e-30})
	require.NoError(t, tiny.ApplyImpulse(mgl64.Vec2{1, 0}, mgl64.Vec2{9, 1}))
	runSeconds(w, 0.5)
	require.Empty(t, w.Events().Quarantines)
	require.True(t, tiny.Enabled())
	require.False(t, tiny.Position()[0] != tiny.Position()[0])
}

// Bodies that were made without a mass need a usable one to become dynamic.
func TestSetTypeRejectsBodyWithoutMass(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1e6}, world.ColliderDef{Density: 1e300})
	require.ErrorIs(t, b.SetType(body.Dynamic), geom.ErrOutOfRange)
	require.Equal(t, body.Kinematic, b.Type())
	require.NoError(t, b.SetType(body.Static))
	require.Equal(t, mgl64.Vec2{}, b.LinearVelocity())
	w.Validate()
	c := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 3e6}, LinearVelocity: mgl64.Vec2{1, 0}, AngularVelocity: 2}, shape.OffsetBox(1, 1, mgl64.Vec2{1, 0}, 0), world.ColliderDef{})
	require.NoError(t, c.SetType(body.Dynamic))
	require.Equal(t, 2.0, c.AngularVelocity(), "it keeps its motion")
	require.Equal(t, mgl64.Vec2{1, 2}, c.LinearVelocity(), "which its centre of mass has a share in")
	require.NoError(t, c.SetType(body.Kinematic))
	require.InDelta(t, 1, c.LinearVelocity()[0], 1e-6)
	require.InDelta(t, 0, c.LinearVelocity()[1], 1e-6)
	require.Zero(t, c.Mass())
	require.NoError(t, c.SetMassData(world.MassData{Mass: 5}))
	require.Zero(t, c.Mass(), "what is not dynamic has no mass")
}

// SetShape may change the kind, and with it which of two colliders comes first.
func TestSetShapeChangesKind(t *testing.T) {
	w := newGravityWorld(t)
	ground := addFloor(t, w, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	c := firstCollider(b)
	poly := world.Must(shape.NewPolygon([]mgl64.Vec2{{-0.5, -0.5}, {0.5, -0.5}, {0, 0.5}}, 0))
	for _, s := range []shape.Support{
		shape.Circle{Radius: 0.5}, poly, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5},
		customBox{0.5, 0.5}, shape.Ellipse{RX: 1, RY: 0.5}, shape.Box(0.5, 0.5),
	} {
		require.NoError(t, b.SetTransform(mgl64.Vec2{0, 0.5}, 0))
		require.NoError(t, c.SetShape(s))
		require.Equal(t, s, c.Shape())
		w.Validate()
		runSeconds(w, 1)
		n := 0
		for k := range b.Contacts() {
			n++
			up := 1.0
			if k.ColliderB.Body() == ground {
				up = -1
			}
			require.InDelta(t, up, k.Normal[1], 1e-3, "%T: the normal leads from A to B", s)
		}
		require.Equal(t, 1, n, "%T", s)
		require.InDelta(t, 0.5, b.Position()[1], 0.02, "%T", s)
	}
	require.ErrorIs(t, c.SetShape(nil), geom.ErrDegenerate)
	require.Error(t, c.SetShape(shape.Circle{}))
	require.Equal(t, shape.Box(0.5, 0.5), c.Shape())
}

func TestChainCreateAndDestroy(t *testing.T) {
	w := newGravityWorld(t)
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	line := shape.Chain{Points: []mgl64.Vec2{{10, 0}, {0, 0}, {-10, 0}}}
	old := world.Must(ground.AttachChain(line, world.ColliderDef{}))
	require.Equal(t, ground, old.Body())
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 3)
	require.False(t, b.Awake())
	for _, c := range old.Segments() {
		require.ErrorIs(t, c.Destroy(), world.ErrChained)
		require.ErrorIs(t, c.SetShape(shape.Box(1, 1)), world.ErrChained)
		require.ErrorIs(t, c.SetFilter(shape.Filter{}), world.ErrChained)
		require.ErrorIs(t, c.SetDensity(1), world.ErrChained)
		require.NoError(t, c.SetMaterial(shape.Material{Friction: 1}))
		require.Zero(t, c.Density())
	}
	require.NoError(t, old.Destroy())
	require.True(t, b.Awake())
	require.False(t, old.Valid())
	require.PanicsWithValue(t, "world: use of a destroyed chain", func() { old.Segments() })
	w.Validate()

	// A new chain in the place of an old one is another chain.
	for range 50 {
		c := world.Must(ground.AttachChain(line, world.ColliderDef{}))
		require.NotEqual(t, old, c)
		require.False(t, old.Valid())
		require.Len(t, c.Segments(), 2)
		old = c
		require.NoError(t, c.Destroy())
	}
	// A chain that is destroyed wakes its own sleeping body, and a chain ends with its
	// body.
	raft := addBody(t, w, body.Def{Position: mgl64.Vec2{50, 0}, Weightless: true}, shape.Box(1, 1), world.ColliderDef{})
	c := world.Must(raft.AttachChain(shape.Chain{Points: []mgl64.Vec2{{1, 2}, {-1, 2}}}, world.ColliderDef{}))
	require.NoError(t, raft.Sleep())
	require.NoError(t, c.Destroy())
	require.True(t, raft.Awake())
	c = world.Must(raft.AttachChain(line, world.ColliderDef{}))
	require.NoError(t, raft.Destroy())
	require.False(t, c.Valid())
	w.Validate()
	_, err := ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{0, 0}}}, world.ColliderDef{})
	require.Error(t, err)
}

// A pair that is filtered anew ends and begins within one Step in which something was deferred.
func TestDeferredChangesReportInSameStep(t *testing.T) {
	var w *world.World
	asked := false
	var a world.Body
	w = newWorld(t, world.Config{PreSolve: func(*world.ContactEdit) bool {
		if !asked {
			asked = true
			w.AfterStep(func() { require.NoError(t, firstCollider(a).SetFilter(shape.Filter{Category: 2})) })
		}
		return true
	}})
	a = addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{PreSolve: true})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1.9, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Step(3.0 / 60)
	require.Len(t, w.Events().ContactBegins, 2)
	require.Len(t, w.Events().ContactEnds, 1)
}

// Sensors and disabled bodies: a body that leaves the world leaves the sensor, and the
// visitors of a sensor leave it when it is destroyed.
func TestSensorEndsWhenBodyIsRemoved(t *testing.T) {
	for name, removal := range map[string]func(b world.Body) error{
		"disabled":  func(b world.Body) error { return b.SetEnabled(false) },
		"destroyed": func(b world.Body) error { return b.Destroy() },
		"moved":     func(b world.Body) error { return b.SetTransform(mgl64.Vec2{99, 0}, 0) },
		"filtered":  func(b world.Body) error { return firstCollider(b).SetFilter(shape.Filter{Ghost: true}) },
		"taken off": func(b world.Body) error { return firstCollider(b).Destroy() },
	} {
		for _, target := range []string{"gate", "visitor"} {
			w := newWorld(t, world.Config{})
			gate := addBody(t, w, body.Def{}, shape.Box(1, 1), world.ColliderDef{Sensor: true})
			visitor := addBody(t, w, body.Def{}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
			event := world.SensorEvent{Sensor: firstCollider(gate), Visitor: firstCollider(visitor)}
			w.Tick()
			require.Equal(t, []world.SensorEvent{event}, w.Events().SensorBegins)
			if target == "gate" {
				require.NoError(t, removal(gate))
			} else {
				require.NoError(t, removal(visitor))
			}
			w.Tick()
			require.Equal(t, []world.SensorEvent{event}, w.Events().SensorEnds, "%s %s", target, name)
			w.Tick()
			require.Empty(t, w.Events().SensorEnds)
			require.Empty(t, w.Events().SensorBegins)
			w.Validate()
		}
	}
}

// A positive group takes precedence over the bits, for sensors too.
func TestSensorsRespectFilterGroups(t *testing.T) {
	w := newWorld(t, world.Config{})
	addBody(t, w, body.Def{}, shape.Box(1, 1), world.ColliderDef{Sensor: true, Filter: shape.Filter{Category: 1, Mask: 1, Group: 3}})
	addBody(t, w, body.Def{}, shape.Circle{Radius: 0.5}, world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 2, Group: 3}})
	w.Tick()
	require.Len(t, w.Events().SensorBegins, 1)
}

// A body that became non-finite can be enabled again, and no trace of the cause is left, not
// even in joints.
func TestQuarantinedBodyCanBeEnabledAgain(t *testing.T) {
	w := newWorld(t, world.Config{})
	anchor := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{-2, 0}}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
	bad := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	good := addBody(t, w, body.Def{Position: mgl64.Vec2{9, 0}, LinearVelocity: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	world.Must(w.CreateRevolute(anchor, bad, world.RevoluteAt(anchor, bad, mgl64.Vec2{-2, 0})))
	overload(t, bad)
	w.Tick()
	require.Equal(t, []world.Quarantine{{Body: bad}}, w.Events().Quarantines)
	require.False(t, bad.Enabled())
	require.Equal(t, mgl64.Vec2{}, bad.Position(), "its last good pose")
	require.Equal(t, mgl64.Vec2{1, 0}, good.LinearVelocity())
	w.Validate()
	require.NoError(t, bad.SetMassData(world.MassData{}))
	require.NoError(t, bad.SetEnabled(true))
	require.NoError(t, bad.SetLinearVelocity(mgl64.Vec2{0, 1}))
	runSeconds(w, 1)
	require.True(t, bad.Enabled())
	require.InDelta(t, 2, bad.Position().Sub(anchor.Position()).Len(), 0.01, "the joint holds")
	require.InDelta(t, 8.0/9, bad.LinearVelocity().Len(), 0.01, "the share that turns about the joint")
	w.Validate()
}
