package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A mass in a definition is the mass of the collider, for built-in and custom shapes, and the
// inertia is the inertia of the shape.
func TestColliderMass(t *testing.T) {
	for _, s := range []shape.Support{shape.Box(0.5, 0.25), shape.Circle{Radius: 2}, shape.Capsule{B: mgl64.Vec2{1, 0}, Radius: 0.5}, shape.Transformed(superellipse{2, 1, 4}, 0.3, mgl64.Vec2{1, 0})} {
		w := newWorld(t, world.Config{Workers: 1})
		b := world.Must(w.CreateBody(body.Def{}))
		c := world.Must(b.Attach(s, world.ColliderDef{Mass: 7}))
		unit := world.Must(shape.MassOf(s, 1))
		require.InEpsilon(t, 7, b.Mass(), 1e-14)
		require.Equal(t, 7.0, c.Mass())
		require.InEpsilon(t, 7/unit.Mass, c.Density(), 1e-14)
		require.InEpsilon(t, 7*unit.Inertia/unit.Mass, b.Inertia(), 1e-13)
		require.Equal(t, 7.0, c.Def().Mass)
		require.Zero(t, c.Def().Density)

		require.NoError(t, c.SetShape(shape.Box(3, 3)))
		require.InEpsilon(t, 7, b.Mass(), 1e-14, "a mass stays when the shape changes")
		require.InEpsilon(t, 7.0/36, c.Density(), 1e-14)
		require.NoError(t, c.SetDensity(2))
		require.Equal(t, 72.0, b.Mass())
		require.InEpsilon(t, 72, c.Mass(), 1e-14)
		require.Zero(t, c.Def().Mass)
		require.NoError(t, c.SetShape(shape.Box(1, 1)))
		require.InEpsilon(t, 8, b.Mass(), 1e-14, "and a density stays")
		require.NoError(t, c.SetMass(3))
		require.InEpsilon(t, 3, b.Mass(), 1e-14)
		require.NoError(t, c.SetMass(0))
		require.Equal(t, 1.0, b.Mass(), "a body without any")
		require.True(t, c.Def().Massless)
		require.Zero(t, c.Mass())
	}
}

// Masses of several colliders add up, and a static body that becomes dynamic has them.
func TestColliderMassesAddUp(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	c := world.Must(b.Attach(shape.OffsetBox(0.5, 0.5, mgl64.Vec2{-1, 0}, 0), world.ColliderDef{Mass: 1}))
	world.Must(b.Attach(shape.Circle{Center: mgl64.Vec2{1, 0}, Radius: 0.1}, world.ColliderDef{Mass: 3}))
	require.Zero(t, b.Mass())
	require.Equal(t, 1.0, c.Mass())
	require.NoError(t, b.SetType(body.Dynamic))
	require.InEpsilon(t, 4, b.Mass(), 1e-14)
	require.InEpsilon(t, 0.5, b.LocalCenter()[0], 1e-14)
}

// A change of mass wakes the body, and one that changes nothing does not.
func TestSetMassWakes(t *testing.T) {
	w := newFloorWorld(t)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Mass: 2})
	runSeconds(w, 2)
	require.False(t, b.Awake())
	require.NoError(t, firstCollider(b).SetMass(2))
	require.False(t, b.Awake())
	require.NoError(t, firstCollider(b).SetMass(3))
	require.True(t, b.Awake())
}

func TestColliderMassIsChecked(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	b := world.Must(w.CreateBody(body.Def{}))
	box := world.Must(b.Attach(shape.Box(1, 1), world.ColliderDef{}))
	sensor := world.Must(b.Attach(shape.Box(1, 1), world.ColliderDef{Sensor: true}))
	before := w.StateDump()
	attach := func(s shape.Support, d world.ColliderDef) error { _, err := b.Attach(s, d); return err }
	unit := shape.Box(1, 1)
	for i, x := range []struct {
		err, want error
	}{
		{attach(unit, world.ColliderDef{Mass: 1, Density: 1}), world.ErrMassTwice},
		{attach(unit, world.ColliderDef{Mass: 1, Massless: true}), world.ErrMassTwice},
		{attach(unit, world.ColliderDef{Mass: 1, Sensor: true}), world.ErrMassTwice},
		{attach(unit, world.ColliderDef{Mass: -1}), geom.ErrNegative},
		{attach(unit, world.ColliderDef{Mass: math.NaN()}), geom.ErrNotFinite},
		{attach(unit, world.ColliderDef{Mass: math.Inf(1)}), geom.ErrNotFinite},
		{attach(unit, world.ColliderDef{Mass: 1e19}), geom.ErrOutOfRange},
		{attach(shape.Segment{B: mgl64.Vec2{1, 0}}, world.ColliderDef{Mass: 1}), geom.ErrOutOfRange},
		{box.SetMass(-1), geom.ErrNegative},
		{box.SetMass(1e300), geom.ErrOutOfRange},
		{sensor.SetMass(1), world.ErrMassTwice},
	} {
		require.ErrorIs(t, x.err, x.want, i)
		var fe *geom.FieldError
		require.ErrorAs(t, x.err, &fe)
		require.Equal(t, "Mass", fe.Field)
	}
	_, err := b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}, {2, 0}}}, world.ColliderDef{Mass: 1})
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	require.Equal(t, before, w.StateDump())
	require.NoError(t, sensor.SetMass(0))
}
