package world_test

import (
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Every refused definition leaves the world as it was, and the error names the field.
func TestBadDefinitionsAreRejected(t *testing.T) {
	w := newGravityWorld(t)
	b := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	hash, counters := w.Hash(), w.Counters()
	polygon := func(points ...mgl64.Vec2) func() error {
		return func() error { _, err := shape.NewPolygon(points, 0); return err }
	}
	create := func(d body.Def) func() error {
		return func() error { _, err := w.CreateBody(d); return err }
	}
	attach := func(s shape.Support, d world.ColliderDef) func() error {
		return func() error { _, err := b.Attach(s, d); return err }
	}
	for name, c := range map[string]struct {
		call   func() error
		reason error
		text   string
	}{
		"nan position":     {create(body.Def{Position: mgl64.Vec2{nan, 0}}), geom.ErrNotFinite, "Position: {NaN 0} must be finite"},
		"far position":     {create(body.Def{Position: mgl64.Vec2{1e12, 0}}), geom.ErrOutOfRange, "Position: {1e+12 0} is out of range"},
		"inf angle":        {create(body.Def{Angle: inf}), geom.ErrNotFinite, "Angle: +Inf must be finite"},
		"nan velocity":     {create(body.Def{LinearVelocity: mgl64.Vec2{0, nan}}), geom.ErrNotFinite, "LinearVelocity: {0 NaN} must be finite"},
		"negative damping": {create(body.Def{LinearDamping: -1}), geom.ErrNegative, "LinearDamping: -1 must not be negative"},
		"no such type":     {create(body.Def{Type: 7}), geom.ErrOutOfRange, "Type: type(7) is out of range"},
		"zero radius":      {attach(shape.Circle{}, world.ColliderDef{}), geom.ErrNotPositive, "Radius: 0 must be positive"},
		"negative radius":  {attach(shape.Circle{Radius: -1}, world.ColliderDef{}), geom.ErrNotPositive, "Radius: -1 must be positive"},
		"nan radius":       {attach(shape.Circle{Radius: nan}, world.ColliderDef{}), geom.ErrNotFinite, "Radius: NaN must be finite"},
		"negative density": {attach(shape.Circle{Radius: 1}, world.ColliderDef{Density: -2}), geom.ErrNegative, "Density: -2 must not be negative"},
		"nan friction": {attach(shape.Circle{Radius: 1}, world.ColliderDef{Material: &shape.Material{Friction: nan}}),
			geom.ErrNotFinite, "Friction: NaN must be finite"},
		"too bouncy": {attach(shape.Circle{Radius: 1}, world.ColliderDef{Material: &shape.Material{Restitution: 8.5}}),
			geom.ErrOutOfRange, "Restitution: 8.5 is out of range"},
		"no shape":          {attach(nil, world.ColliderDef{}), geom.ErrDegenerate, "Shape: <nil> is degenerate"},
		"negative box":      {attach(shape.Box(-1, 1), world.ColliderDef{}), geom.ErrNotPositive, ""},
		"point segment":     {attach(shape.Segment{}, world.ColliderDef{}), nil, "B: {0 0} repeats A"},
		"collinear polygon": {polygon(mgl64.Vec2{0, 0}, mgl64.Vec2{1, 1}, mgl64.Vec2{2, 2}), nil, ""},
		"two points":        {polygon(mgl64.Vec2{0, 0}, mgl64.Vec2{1, 1}), nil, ""},
		"nan point":         {polygon(mgl64.Vec2{0, 0}, mgl64.Vec2{1, 0}, mgl64.Vec2{nan, 2}), geom.ErrNotFinite, ""},
		"nan force":         {func() error { return b.ApplyForceToCenter(mgl64.Vec2{nan, 0}) }, geom.ErrNotFinite, "Force: {NaN 0} must be finite"},
		"inf impulse":       {func() error { return b.ApplyImpulse(mgl64.Vec2{inf, 0}, mgl64.Vec2{}) }, geom.ErrNotFinite, ""},
		"nan transform":     {func() error { return b.SetTransform(mgl64.Vec2{}, nan) }, geom.ErrNotFinite, "Angle: NaN must be finite"},
		"zero mass":         {func() error { return b.SetMassData(world.MassData{Inertia: 1}) }, geom.ErrNotPositive, "Mass: 0 must be positive"},
		"nan gravity":       {func() error { return w.SetGravity(mgl64.Vec2{nan, 0}) }, geom.ErrNotFinite, "Gravity: {NaN 0} must be finite"},
	} {
		err := c.call()
		require.Error(t, err, name)
		var field *geom.FieldError
		require.True(t, errors.As(err, &field), "%s: %v names no field", name, err)
		if c.reason != nil {
			require.ErrorIs(t, err, c.reason, name)
		}
		if c.text != "" {
			require.Equal(t, c.text, err.Error(), name)
		}
		require.Equal(t, hash, w.Hash(), name)
		require.Equal(t, counters, w.Counters(), name)
	}
	w.Validate()
}

func TestBadConfigsAreRejected(t *testing.T) {
	for _, c := range []struct {
		config world.Config
		text   string
	}{
		{world.Config{Gravity: mgl64.Vec2{inf, 0}}, "Gravity: {+Inf 0} must be finite"},
		{world.Config{Timestep: -1}, "Timestep: -1 must not be negative"},
		{world.Config{SubSteps: -1}, "SubSteps: -1 is out of range"},
		{world.Config{Workers: 1000}, "Workers: 1000 is out of range"},
		{world.Config{MaxTicks: -1}, "MaxTicks: -1 must not be negative"},
		{world.Config{LengthUnit: nan}, "LengthUnit: NaN must be finite"},
	} {
		_, err := world.New(c.config)
		require.EqualError(t, err, c.text)
	}
}

func TestDestroyedHandlesPanic(t *testing.T) {
	w := newGravityWorld(t)
	b := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	var c world.Collider
	for c = range b.Colliders() {
	}
	require.NoError(t, b.Destroy())
	require.False(t, b.Valid())
	require.False(t, c.Valid())
	require.PanicsWithValue(t, "world: use of a destroyed body", func() { b.Position() })
	require.PanicsWithValue(t, "world: use of a destroyed collider", func() { c.Shape() })
	reused := world.Must(w.CreateBody(body.Def{}))
	require.NotEqual(t, b, reused, "the slot is reused, the handle is not")
	require.PanicsWithValue(t, "world: use of a destroyed body", func() { _ = b.Destroy() })
	require.PanicsWithValue(t, "world: use of the zero Body", func() { world.Body{}.Position() })
	require.PanicsWithValue(t, "world: use of the zero Collider", func() { world.Collider{}.Bounds() })
}

func TestGroundIsImmutable(t *testing.T) {
	w := newGravityWorld(t)
	g := w.Ground()
	require.ErrorIs(t, g.Destroy(), world.ErrGround)
	_, err := g.Attach(shape.Box(1, 1), world.ColliderDef{})
	require.ErrorIs(t, err, world.ErrGround)
	require.ErrorContains(t, err, "static body")
	require.ErrorIs(t, g.SetTransform(mgl64.Vec2{1, 0}, 0), world.ErrGround)
	require.Equal(t, 0, w.BodyCount())
}

func TestStepRejectsBadDuration(t *testing.T) {
	w := newGravityWorld(t)
	for _, dt := range []float64{nan, inf, -1} {
		require.Panics(t, func() { w.Step(dt) })
	}
	require.Equal(t, uint64(0), w.Ticks())
}

// A body driven beyond all numbers is rolled back, disabled and reported, and the rest of
// the world is not affected.
func TestNonFiniteBodyIsQuarantined(t *testing.T) {
	w := newWorld(t, world.Config{})
	bad := addBody(t, w, body.Def{AngularVelocity: 1}, shape.Circle{Radius: 1}, world.ColliderDef{})
	good := addBody(t, w, body.Def{Position: mgl64.Vec2{1.5, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	for range 30 {
		require.NoError(t, bad.ApplyForceToCenter(mgl64.Vec2{1e18, 0}))
	}
	for range 200 {
		require.NoError(t, bad.ApplyForceToCenter(mgl64.Vec2{1e18, 0}))
		require.NoError(t, bad.ApplyTorque(1e18))
		if w.Tick(); len(w.Events().Quarantines) > 0 {
			break
		}
	}
	for _, b := range []world.Body{bad, good} {
		p := b.Position()
		require.False(t, math.IsNaN(p[0]+p[1]+b.Angle()), "%v", b)
	}
	w.Validate()
}

// A function that is nil is refused where it is given, not where it would be called.
func TestCallsWithoutAFunction(t *testing.T) {
	w := newGravityWorld(t)
	require.PanicsWithValue(t, "world: AfterStep without a function", func() { w.AfterStep(nil) })
	a := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	weld := world.Must(w.CreateWeld(w.Ground(), a, joint.Weld{}))
	const sentence = "world: an edit of a joint without a function"
	require.PanicsWithValue(t, sentence, func() { _ = weld.Edit(nil) })
	require.PanicsWithValue(t, sentence, func() { _ = weld.EditBase(nil) })
	require.PanicsWithValue(t, sentence, func() { _ = weld.EditDefinition(nil) })
	require.NoError(t, weld.SetEnabled(false))
}
