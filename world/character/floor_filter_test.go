package character_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func firstCollider(b world.Body) (first world.Collider) {
	for c := range b.Colliders() {
		first = c
	}
	return first
}

// Characters of both kinds stand on what other bodies with their filter stand on: a group counts
// more than the bits.
func TestCharactersStandByGroups(t *testing.T) {
	for name, c := range map[string]struct {
		own, floor shape.Filter
		stands     bool
	}{
		"bits":           {shape.Filter{}, shape.Filter{}, true},
		"other bits":     {shape.Filter{Mask: 2}, shape.Filter{}, false},
		"same negative":  {shape.Filter{Group: -3}, shape.Filter{Group: -3}, false},
		"same positive":  {shape.Filter{Mask: 2, Group: 3}, shape.Filter{Mask: 2, Group: 3}, true},
		"other positive": {shape.Filter{Mask: 2, Group: 3}, shape.Filter{Mask: 2, Group: 4}, false},
		"ghost":          {shape.Filter{Ghost: true, Group: 3}, shape.Filter{Group: 3}, false},
		"other groups":   {shape.Filter{Group: 3}, shape.Filter{Group: -4}, true},
	} {
		crowd := newCrowd(t, world.Config{})
		require.NoError(t, firstCollider(addFloor(t, crowd.World)).SetFilter(c.floor))
		dynamic := crowd.add(t, character.DynamicDef{Filter: c.own}, mgl64.Vec2{0, 1.2})
		kinematic := world.Must(character.New(crowd.World, character.Def{Filter: c.own}, mgl64.Vec2{5, 1.2}))
		box := world.Must(crowd.CreateBody(body.Def{Position: mgl64.Vec2{-5, 1}}))
		world.Must(box.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Filter: c.own}))
		crowd.before = func() {
			v := kinematic.Velocity()
			v[1] -= 10 * crowd.Config().Timestep
			require.NoError(t, kinematic.Move(v))
		}
		crowd.run(1)
		for _, b := range []world.Body{box, dynamic.Body(), kinematic.Body()} {
			require.Equal(t, c.stands, b.Position()[1] > 0, "%s: %v", name, b)
		}
	}
}

// A dynamic character that sleeps wakes when its floor no longer is where its foot met it.
func TestDynamicWakesWhenItsFloorChanges(t *testing.T) {
	for name, c := range map[string]struct {
		change func(floor world.Collider) error
		height float64 // of the floor that it comes to stand on
	}{
		"lower":  {func(f world.Collider) error { return f.SetShape(shape.OffsetBox(9, 0.5, mgl64.Vec2{0, -0.8}, 0)) }, -0.3},
		"higher": {func(f world.Collider) error { return f.SetShape(shape.OffsetBox(9, 0.5, mgl64.Vec2{0, -0.3}, 0)) }, 0.2},
		"aside":  {func(f world.Collider) error { return f.SetShape(shape.OffsetBox(9, 0.5, mgl64.Vec2{20, -0.5}, 0)) }, -1},
		"filter": {func(f world.Collider) error { return f.SetFilter(shape.Filter{Category: 2, Mask: 2}) }, -1},
		"ghost":  {func(f world.Collider) error { return f.SetFilter(shape.Filter{Ghost: true}) }, -1},
		"gone":   {world.Collider.Destroy, -1},
		"same":   {func(f world.Collider) error { return f.SetFilter(f.Filter()) }, 0},
	} {
		crowd := newCrowd(t, world.Config{})
		floor := addStatic(t, crowd.World, shape.OffsetBox(9, 0.5, mgl64.Vec2{0, -0.5}, 0))
		upper := firstCollider(floor)
		world.Must(floor.Attach(shape.OffsetBox(9, 0.5, mgl64.Vec2{0, -1.5}, 0), world.ColliderDef{}))
		d := crowd.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
		crowd.run(3)
		require.False(t, d.Body().Awake())
		require.NoError(t, c.change(upper))
		crowd.run(0.1)
		require.Equal(t, c.height != 0, d.Body().Awake(), name)
		crowd.run(3)
		require.InDelta(t, restHeight+c.height, d.Body().Position()[1], 1e-3, name)
		require.False(t, d.Body().Awake(), name)
	}
}
