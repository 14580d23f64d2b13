package world_test

import (
	"errors"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// jointCreators make a joint of every kind that connects two bodies. The definition is zero
// except for fields that may not be.
func jointCreators(w *world.World, base joint.Base) map[string]func(a, b world.Body) (world.Joint, error) {
	right := mgl64.Vec2{1, 0}
	all := map[string]func(a, b world.Body) (world.Joint, error){
		"custom": func(a, b world.Body) (world.Joint, error) {
			j, err := w.CreateCustom([]world.Body{a, b}, joint.Custom{Base: base, Constraint: pointConstraint{}})
			return j.Joint, err
		},
	}
	for _, def := range []joint.Definition{
		&joint.Revolute{Base: base},
		&joint.Distance{Base: base, LocalAnchorA: right},
		&joint.Prismatic{Base: base, LocalAxisA: right},
		&joint.Weld{Base: base},
		&joint.Wheel{Base: base, LocalAxisA: right},
		&joint.Motor{Base: base, MaxVelocityForce: 50},
		&joint.Mouse{Base: base},
		&joint.Angle{Base: base},
		&joint.Pulley{Base: base},
		&joint.Ratchet{Base: base},
		&joint.Groove{Base: base, LocalGrooveA2: right},
		&joint.RotarySpring{Base: base, Stiffness: 5, Damping: 1},
		&joint.Friction{Base: base, Force: 5, Torque: 1},
		&joint.NoCollision{Base: base},
	} {
		all[def.Kind().String()] = func(a, b world.Body) (world.Joint, error) { return w.CreateJoint(a, b, def) }
	}
	return all
}

func TestJointsOfWrongBodiesAreRejected(t *testing.T) {
	w, other := newGravityWorld(t), newGravityWorld(t)
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 3, 0, 1, 1)
	destroyed := addMass(t, w, 0, 0, 1, 1)
	require.NoError(t, destroyed.Destroy())
	static := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	hash := w.Hash()
	for name, create := range jointCreators(w, joint.Base{}) {
		for _, c := range []struct {
			a, b   world.Body
			reason error
		}{
			{a, a, world.ErrSameBody},
			{w.Ground(), static, world.ErrImmovable},
			{addMass(t, other, 0, 0, 1, 1), b, world.ErrForeign},
			{a, destroyed, world.ErrDestroyed},
			{world.Body{}, b, world.ErrForeign},
		} {
			_, err := create(c.a, c.b)
			require.ErrorIs(t, err, c.reason, name)
			var field *geom.FieldError
			require.True(t, errors.As(err, &field), name)
		}
		j, err := create(a, b)
		require.NoError(t, err, name)
		require.Equal(t, name, j.Kind().String())
		require.NoError(t, j.Destroy())
	}
	for name, create := range jointCreators(w, joint.Base{BreakForce: -1}) {
		_, err := create(a, b)
		require.EqualError(t, err, "BreakForce: -1 must not be negative", name)
	}
	require.Zero(t, w.Counters().Joints)
	require.Equal(t, hash, w.Hash())
	w.Validate()
}

func TestBadJointDefinitionsAreRejected(t *testing.T) {
	w := newGravityWorld(t)
	a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 3, 0, 1, 1)
	revolute := addRevolute(t, w, w.Ground(), a)
	point := mgl64.Vec2{nan, 0}
	axis := mgl64.Vec2{1, 0}
	create := func(d joint.Definition) error { return errOf(w.CreateJoint(a, b, d)) }
	custom := func(list ...world.Body) error {
		_, err := w.CreateCustom(list, joint.Custom{Constraint: springConstraint{}})
		return err
	}
	for want, err := range map[string]error{
		"LocalAnchorA: {NaN 0} must be finite":         create(&joint.Distance{LocalAnchorA: point}),
		"Length: -1 must not be negative":              create(&joint.Distance{Length: -1}),
		"Length: 0 is degenerate":                      create(&joint.Distance{LocalAnchorA: mgl64.Vec2{3, 0}}),
		"MinLength: 3 is out of range: above 2":        create(&joint.Distance{MinLength: 3, MaxLength: 2}),
		"MinSpringForce: 2 is out of range: above 1":   create(&joint.Distance{MinSpringForce: 2, MaxSpringForce: 1}),
		"SpringHertz: NaN must be finite":              create(&joint.Distance{SpringHertz: nan}),
		"MaxMotorForce: -1 must not be negative":       create(&joint.Distance{MaxMotorForce: -1}),
		"LocalAxisA: {0 0} is degenerate":              create(&joint.Prismatic{}),
		"LocalAxisA: {NaN 0} must be finite":           create(&joint.Wheel{LocalAxisA: point}),
		"Lower: 2 is out of range: above 1":            create(&joint.Prismatic{LocalAxisA: axis, Limit: true, Lower: 2, Upper: 1}),
		"Upper: +Inf must be finite":                   create(&joint.Wheel{LocalAxisA: axis, Limit: true, Upper: inf}),
		"Angle: +Inf must be finite":                   create(&joint.Weld{Angle: inf}),
		"LinearHertz: -2 must not be negative":         create(&joint.Weld{LinearHertz: -2}),
		"Velocity: {NaN 0} must be finite":             create(&joint.Motor{Velocity: point}),
		"MaxVelocityTorque: -1 must not be negative":   create(&joint.Motor{MaxVelocityTorque: -1}),
		"LocalTargetA: {NaN 0} must be finite":         create(&joint.Mouse{LocalTargetA: point}),
		"Ratio: NaN must be finite":                    create(&joint.Angle{Ratio: nan}),
		"Ratio: -1 must not be negative":               create(&joint.Pulley{Ratio: -1}),
		"Step: -1 must not be negative":                create(&joint.Ratchet{Step: -1}),
		"LocalGrooveA2: {1 0} is degenerate":           create(&joint.Groove{LocalGrooveA1: axis, LocalGrooveA2: axis}),
		"Stiffness: -1 must not be negative":           create(&joint.RotarySpring{Stiffness: -1}),
		"Torque: -1 must not be negative":              create(&joint.Friction{Torque: -1}),
		"CollideConnected: true is out of range":       create(&joint.NoCollision{Base: joint.Base{CollideConnected: true}}),
		"Hertz: -1 must not be negative":               create(&joint.NoCollision{Base: joint.Base{Hertz: -1}}),
		"Bodies: 1 is out of range":                    custom(a),
		"Constraint: <nil> is degenerate":              errOf(w.CreateCustom([]world.Body{a, b}, joint.Custom{})),
		"First: noCollision is out of range":           errOf(w.CreateGear(world.Must(w.CreateNoCollision(a, b, joint.NoCollision{})).Joint, revolute.Joint, joint.Gear{})),
		"Second: joint(zero) belongs to another world": errOf(w.CreateGear(revolute.Joint, world.Joint{}, joint.Gear{})),
		"MaxSpringTorque: -1 must not be negative":     create(&joint.Motor{MaxSpringTorque: -1}),
		"TargetTranslation: +Inf must be finite":       create(&joint.Prismatic{LocalAxisA: axis, TargetTranslation: inf}),
		"WheelA: {NaN 0} must be finite":               create(&joint.Pulley{WheelA: point}),
		"SpringDamping: -1 must not be negative":       create(&joint.Mouse{SpringDamping: -1}),
	} {
		require.EqualError(t, err, want)
		var field *geom.FieldError
		require.True(t, errors.As(err, &field), want)
	}
	require.ErrorIs(t, custom(a, b, a), world.ErrSameBody)
	require.ErrorIs(t, errOf(w.CreateGear(revolute.Joint, revolute.Joint, joint.Gear{})), world.ErrSameBody)
	w.Validate()
}

// A refused edit changes nothing, and an accepted one acts at once.
func TestRejectedEditChangesNothing(t *testing.T) {
	w := newGravityWorld(t)
	b := addMass(t, w, 0, -3, 1, 1)
	d := world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{}))
	runSeconds(w, 0.5)
	old := d.Def()
	require.Error(t, d.Edit(func(d *joint.Distance) { d.Length, d.SpringHertz = 7, -1 }))
	require.Equal(t, old.Length, d.Def().Length)
	require.Error(t, d.EditBase(func(b *joint.Base) { b.MaxForce = nan }))
	require.Zero(t, d.Base().MaxForce)
	require.NoError(t, d.Edit(func(d *joint.Distance) { d.Length, d.LocalAnchorB = 4, mgl64.Vec2{0, 0.5} }))
	runSeconds(w, 2)
	require.InDelta(t, -4.5, b.Position()[1], 0.005)
	d.SetUserData("rope")
	require.Equal(t, "rope", d.UserData())
	require.Equal(t, "rope", d.Def().UserData)
	// From a rod to a force law and back: the joint moves between the colours and the
	// caller's goroutine.
	require.NoError(t, d.Edit(func(d *joint.Distance) {
		d.Law = func(length, rate float64) float64 { return -100*(length-4) - 20*rate }
	}))
	w.Validate()
	runSeconds(w, 3)
	require.InDelta(t, -4.6, b.Position()[1], 0.001)
	require.NoError(t, d.Edit(func(d *joint.Distance) { d.Law = nil }))
	runSeconds(w, 1)
	require.InDelta(t, -4.5, b.Position()[1], 0.005)
	w.Validate()
}

// Every joint can be switched off, and on again.
func TestEveryJointCanBeDisabled(t *testing.T) {
	for name := range jointCreators(nil, joint.Base{}) {
		w := newGravityWorld(t)
		a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 0, 0, 1, 1)
		j, err := jointCreators(w, joint.Base{Disabled: true})[name](a, b)
		require.NoError(t, err, name)
		require.False(t, j.Enabled(), name)
		require.NoError(t, b.SetAngularVelocity(3))
		require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{1, 2}))
		free := addMass(t, w, 0, 0, 1, 1)
		require.NoError(t, free.SetAngularVelocity(3))
		require.NoError(t, free.SetLinearVelocity(mgl64.Vec2{1, 2}))
		runSeconds(w, 0.5)
		require.Equal(t, free.Position(), b.Position(), name)
		require.Equal(t, free.Angle(), b.Angle(), name)
		require.NoError(t, j.SetEnabled(true), name)
		require.True(t, j.Enabled(), name)
		runSeconds(w, 0.1)
		w.Validate()
		if name != "noCollision" && name != "ratchet" { // the wheel turns in its free direction
			require.NotEqual(t, [2]float64{free.Position()[0], free.Angle()}, [2]float64{b.Position()[0], b.Angle()}, name)
		}
		require.NoError(t, j.SetEnabled(false), name)
		require.Zero(t, j.Force().Len(), name)
		require.NoError(t, j.Destroy())
		w.Validate()
	}
}

// TestEveryJointBreaks loads each joint by force or by torque; a weld bears both.
func TestWeldBreaksUnderTorque(t *testing.T) {
	w := newGravityWorld(t)
	b := addMass(t, w, 3, 0, 1, 1)
	j := world.Must(w.CreateWeld(w.Ground(), b, joint.Weld{LocalAnchorB: mgl64.Vec2{-3, 0}, Base: joint.Base{BreakTorque: 40}}))
	runSeconds(w, 2)
	require.True(t, j.Valid(), "it bears 30 N m")
	require.NoError(t, b.ApplyForceToCenter(mgl64.Vec2{0, -10}))
	w.Tick()
	require.False(t, j.Valid())
}

// Joints pass on sleep and waking: jointed bodies rest and wake as one, and a change of the
// joint wakes them.
func TestJointsSleepAndWakeTogether(t *testing.T) {
	for name := range jointCreators(nil, joint.Base{}) {
		if name == "noCollision" { // it holds nothing, so its bodies sleep and wake apart
			continue
		}
		w := newFloorWorld(t)
		a := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		j := world.Must(jointCreators(w, joint.Base{})[name](a, b))
		runSeconds(w, 12)
		require.False(t, a.Awake() || b.Awake(), name)
		w.Validate()
		require.NoError(t, a.Wake())
		require.True(t, b.Awake(), name)
		w.Validate()
		runSeconds(w, 12)
		require.False(t, a.Awake() || b.Awake(), name)
		require.NoError(t, j.EditBase(func(b *joint.Base) { b.Hertz = 30 }))
		require.True(t, a.Awake() && b.Awake(), name)
		runSeconds(w, 12)
		require.NoError(t, j.Destroy())
		require.True(t, a.Awake() && b.Awake(), name)
		w.Validate()
	}
	// A kinematic body that starts to move takes along the bodies that hang on it.
	w := newGravityWorld(t)
	hook := world.Must(w.CreateBody(body.Def{Type: body.Kinematic}))
	load := addBody(t, w, body.Def{Position: mgl64.Vec2{0, -2}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	world.Must(w.CreateDistance(hook, load, joint.Distance{}))
	runSeconds(w, 2)
	require.False(t, load.Awake())
	require.NoError(t, hook.SetLinearVelocity(mgl64.Vec2{0, 0.01}))
	require.True(t, load.Awake())
	runSeconds(w, 3)
	require.True(t, load.Awake(), "it moves slower than the sleep speed, but it is carried")
	require.InDelta(t, -2+0.03, load.Position()[1], 0.005)
}

// A body whose motion becomes infinite within a tick is disabled whatever joints hold it,
// also those that run code of the game, and the rest of the world goes on.
func TestJointsWithQuarantinedBody(t *testing.T) {
	disable := func(t *testing.T, name string, w *world.World, bad world.Body) {
		good := addMass(t, w, 50, 0, 1, 1)
		overload(t, bad)
		w.Tick()
		require.NotEmpty(t, w.Events().Quarantines, name)
		require.False(t, bad.Enabled(), name)
		require.True(t, good.Enabled(), name)
		for j := range w.Joints() {
			require.Zero(t, j.Force().Len()+j.Torque(), name)
		}
		runSeconds(w, 0.1)
		w.Validate()
	}
	for name := range jointCreators(nil, joint.Base{}) {
		w := newGravityWorld(t)
		a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 0, 0, 1, 1)
		_, err := jointCreators(w, joint.Base{})[name](a, b)
		require.NoError(t, err)
		disable(t, name, w, b)
	}
	for name, create := range map[string]func(w *world.World, b world.Body){
		"force law": func(w *world.World, b world.Body) {
			world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{Length: 1, Law: func(x, _ float64) float64 { return 1 - x }}))
		},
		"torque law": func(w *world.World, b world.Body) {
			world.Must(w.CreateRotarySpring(w.Ground(), b, joint.RotarySpring{Law: func(x, _ float64) float64 { return -x }}))
		},
		"gear": func(w *world.World, b world.Body) {
			first, second := addRevolute(t, w, w.Ground(), b), addRevolute(t, w, w.Ground(), addMass(t, w, 3, 0, 1, 1))
			world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{}))
		},
		"three bodies": func(w *world.World, b world.Body) {
			world.Must(w.CreateCustom([]world.Body{w.Ground(), addMass(t, w, 3, 0, 1, 1), b}, joint.Custom{Constraint: distanceConstraint{2}}))
		},
	} {
		w := newGravityWorld(t)
		b := addMass(t, w, 0, 0, 1, 1)
		create(w, b)
		disable(t, name, w, b)
	}
}
