package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Every number of Counters, with all of them different.
func TestCountersOfEverything(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	require.Zero(t, w.Counters(), "the ground is not counted")
	box := shape.Box(0.5, 0.5)
	for i := range 7 {
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{float64(10 * i), -50}}, box, world.ColliderDef{})
	}
	for i := range 4 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(10 * i), 50}, Asleep: true}, box, world.ColliderDef{})
	}
	var row []world.Body // each overlaps the next
	for i := range 3 {
		row = append(row, addBody(t, w, body.Def{Position: mgl64.Vec2{0.99 * float64(i), 0}}, box, world.ColliderDef{}))
	}
	attachShape(t, row[0], shape.Circle{Center: mgl64.Vec2{0, 0.2}, Radius: 0.1})
	addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{3.001, 0}}, box, world.ColliderDef{})
	apart := addBody(t, w, body.Def{Position: mgl64.Vec2{-20, 0}}, box, world.ColliderDef{})
	world.Must(w.CreateJoint(w.Ground(), apart, &joint.Weld{LocalAnchorA: mgl64.Vec2{-20, 0}}))
	w.Tick()
	c := w.Counters()
	require.Equal(t, world.Counters{
		Bodies: 16, Awake: 5, Asleep: 4, Static: 7, Colliders: 17,
		Contacts: c.Contacts, Touching: 2, Joints: 1, Islands: c.Islands, Colors: c.Colors,
	}, c)
	require.Greater(t, c.Contacts, c.Touching)
}

// The pairs of a body are searched again when a joint of it ends. Those that have a contact already
// get no second one.
func TestEndOfJointMakesNoSecondContact(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	var heap []world.Body
	for i := range 6 {
		at := mgl64.Vec2{0.4 * float64(i%3), 0.4 * float64(i/3)}
		heap = append(heap, addBody(t, w, body.Def{Type: []body.Type{body.Dynamic, body.Kinematic}[i%2], Position: at}, shape.Box(9, 9), world.ColliderDef{}))
	}
	w.Tick()
	want := w.Counters().Contacts
	require.Greater(t, want, 6)
	for _, a := range heap {
		for _, b := range heap {
			if a == b || a.Type() == body.Kinematic && b.Type() == body.Kinematic {
				continue
			}
			j := world.Must(w.CreateNoCollision(a, b, joint.NoCollision{}))
			require.Less(t, w.Counters().Contacts, want)
			require.NoError(t, j.Destroy())
			w.Tick()
			require.Equal(t, want, w.Counters().Contacts)
			w.Validate()
		}
	}
}
