package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// contactOf steps a world in which a box lies on a floor, and returns their contact.
func contactOf(t *testing.T, c world.Config, floor, box shape.Material) world.Contact {
	c.Gravity, c.Workers = mgl64.Vec2{0, -10}, 1
	w := newWorld(t, c)
	addFloor(t, w, world.ColliderDef{Material: &floor})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &box})
	w.Step(dt)
	for contact := range b.Contacts() {
		return contact
	}
	t.Fatal("no contact")
	return world.Contact{}
}

// Rules, static friction and slip act together: each coefficient is combined by itself.
func TestContactsCombineMaterials(t *testing.T) {
	ice := shape.Material{Friction: 0.1, StaticFriction: 0.2, Restitution: 0.5, FrictionCombine: shape.CombineMinimum, RestitutionCombine: shape.CombineProduct, Priority: 1}
	rubber := shape.Material{Friction: 1, StaticFriction: 1.5, Restitution: 0.5, FrictionCombine: shape.CombineMaximum}
	c := contactOf(t, world.Config{}, ice, rubber)
	require.InDelta(t, 0.1, c.Friction, 1e-7)
	require.InDelta(t, 0.2, c.StaticFriction, 1e-7)
	require.InDelta(t, 0.25, c.Restitution, 1e-7)
	rubber.Priority = 2
	c = contactOf(t, world.Config{}, ice, rubber)
	require.InDelta(t, 1, c.Friction, 1e-7)
	require.InDelta(t, 1.5, c.StaticFriction, 1e-7)

	sled := shape.Material{Friction: 0.4, SlipLeft: 1, SlipRight: 0.5, FrictionCombine: shape.CombineAverage}
	c = contactOf(t, world.Config{}, sled, shape.Material{Friction: 0.2, StaticFriction: 0.6})
	require.InDelta(t, 0.2, c.Friction, 1e-7, "the larger one: (0.2 + 0.2) / 2 to the right")
	require.InDelta(t, 0.4, c.StaticFriction, 1e-7, "(0.2 + 0.6) / 2")
}

// Mixing functions take the place of the rules. A material with four coefficients comes as four
// with one.
func TestMixersReplaceTheRules(t *testing.T) {
	var calls []shape.Material
	c := world.Config{
		MixFriction: func(a, b shape.Material) float64 {
			if a.ID == 7 {
				a, b = b, a
			}
			calls = append(calls, b)
			return a.Friction + b.Friction
		},
		MixRestitution: func(a, b shape.Material) float64 { return 0.125 },
	}
	plain := shape.Material{Friction: 0.5, FrictionCombine: shape.CombineMinimum}
	got := contactOf(t, c, plain, shape.Material{Friction: 0.25, ID: 7})
	require.InDelta(t, 0.75, got.Friction, 1e-7)
	require.InDelta(t, 0.125, got.Restitution, 1e-7)
	require.Len(t, calls, 1)
	calls = nil
	got = contactOf(t, c, plain, shape.Material{Friction: 0.2, StaticFriction: 0.4, SlipLeft: 0.5, ID: 7})
	require.InDelta(t, 0.7, got.Friction, 1e-7)
	require.InDelta(t, 0.9, got.StaticFriction, 1e-7)
	require.Equal(t, []shape.Material{{Friction: 0.1, ID: 7}, {Friction: 0.2, ID: 7}, {Friction: 0.2, ID: 7}, {Friction: 0.4, ID: 7}}, calls)
}

// A change of material acts on a contact that exists, in both directions, and wakes its bodies.
func TestSetMaterialChangesTheCone(t *testing.T) {
	w, floor := newSlope(t, 0.3, shape.Material{Friction: 0.5})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{-40, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &shape.Material{Friction: 0.5}})
	for range 120 {
		w.Step(dt)
	}
	require.False(t, b.Awake())
	slips := shape.Material{Friction: 0.5, SlipRight: 1}
	require.NoError(t, firstCollider(floor).SetMaterial(slips))
	require.True(t, b.Awake())
	require.Equal(t, slips, firstCollider(floor).Material())
	for range 60 {
		w.Step(dt)
	}
	require.InEpsilon(t, w.Gravity()[0], b.LinearVelocity()[0], 1e-3)
	require.NoError(t, firstCollider(floor).SetMaterial(shape.Material{Friction: 2}))
	for range 120 {
		w.Step(dt)
	}
	require.InDelta(t, 0, b.LinearVelocity()[0], 1e-4)
	require.Zero(t, countSliding(b))
}
