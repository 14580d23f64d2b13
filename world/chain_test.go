package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A chain is known by each of its segments, and by its points as they were given,
// also when an open one ends where it began. Every segment has its own material.
func TestChainReturnsItsDefinition(t *testing.T) {
	w := newGravityWorld(t)
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	single := world.Must(b.Attach(shape.Box(1, 1), world.ColliderDef{}))
	_, ok := single.Chain()
	require.False(t, ok)
	ring := []mgl64.Vec2{{1, 0}, {0, 2}, {-1, 0}, {0, -1}}
	ice, mud := &shape.Material{Friction: 0.01, ID: 7}, &shape.Material{Friction: 2}
	for _, given := range []shape.Chain{
		{Points: ring[:2], Materials: []*shape.Material{ice}},
		{Points: ring, Materials: []*shape.Material{ice, nil, mud}},
		{Points: ring, Closed: true, Materials: []*shape.Material{mud, ice, ice, nil}},
		{Points: append(ring, ring[0]), Materials: []*shape.Material{ice, nil, mud, mud}},
	} {
		plain := shape.Material{Friction: 0.3}
		chain := world.Must(b.AttachChain(given, world.ColliderDef{Material: &plain}))
		require.Equal(t, shape.Chain{Points: given.Points, Closed: given.Closed}, chain.Shape())
		segments := chain.Segments()
		require.Len(t, segments, given.Len())
		for i, s := range segments {
			owner, ok := s.Chain()
			require.True(t, ok)
			require.Equal(t, chain, owner)
			want := plain
			if m := given.Material(i); m != nil {
				want = *m
			}
			require.Equal(t, want, s.Material())
		}
	}
}

// A body on a chain feels the material of the segment under it.
func TestChainMaterialPerSegment(t *testing.T) {
	w := newGravityWorld(t)
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	ice, mud := &shape.Material{}, &shape.Material{Friction: 1}
	world.Must(b.AttachChain(shape.Chain{
		Points: []mgl64.Vec2{{30, 0}, {0, 0}, {-30, 0}}, Materials: []*shape.Material{ice, mud},
	}, world.ColliderDef{}))
	box := func(x float64) world.Body {
		return addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0.5}, LinearVelocity: mgl64.Vec2{4, 0}}, shape.Box(0.5, 0.5),
			world.ColliderDef{Material: &shape.Material{Friction: 1}})
	}
	onIce, onMud := box(5), box(-20)
	runSeconds(w, 2)
	require.InDelta(t, 4, onIce.LinearVelocity()[0], 1e-3)
	require.InDelta(t, 0, onMud.LinearVelocity()[0], 1e-3)
}

// A chain lets a body pass from behind and holds it when it comes back: a platform to jump
// through. A body that gets less than half through falls down again.
func TestChainIsOneSidedPlatform(t *testing.T) {
	for name, s := range map[string]shape.Support{
		"capsule": shape.Capsule{A: mgl64.Vec2{0, -0.3}, B: mgl64.Vec2{0, 0.3}, Radius: 0.3},
		"box":     shape.Box(0.3, 0.6),
		"circle":  shape.Circle{Radius: 0.6},
		"ellipse": shape.Ellipse{RX: 0.3, RY: 0.6},
	} {
		for speed, wantHeight := range map[float64]float64{5: 0.6, 7: 2.6, 10: 2.6, 60: 2.6} {
			w := newFloorWorld(t)
			platform := world.Must(w.CreateBody(body.Def{Type: body.Static}))
			world.Must(platform.AttachChain(shape.Chain{Points: []mgl64.Vec2{{2, 2}, {-2, 2}}}, world.ColliderDef{}))
			def := body.Def{Position: mgl64.Vec2{0, 0.6}, LinearVelocity: mgl64.Vec2{0, speed}, LockRotation: true}
			b := addBody(t, w, def, s, world.ColliderDef{})
			top := 0.0
			for range 900 {
				w.Tick()
				top = max(top, b.Position()[1])
			}
			require.InEpsilon(t, 0.6+speed*speed/20, top, 0.01, name)
			require.InDelta(t, wantHeight, b.Position()[1], 0.01, name)
		}
	}
}
