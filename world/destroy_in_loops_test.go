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

// Objects may be destroyed while an iterator runs, where the documentation allows it and
// where a game would expect it.
func TestDestroyingWhileIterating(t *testing.T) {
	w := newGravityWorld(t)
	var list []world.Body
	for i := range 20 {
		list = append(list, addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i) / 4, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{}))
		world.Must(list[i].Attach(shape.Circle{Radius: 1}, world.ColliderDef{Sensor: true}))
	}
	var revolutes []world.Revolute
	for i := range 8 {
		revolutes = append(revolutes, addRevolute(t, w, list[i], list[i+1]))
	}
	world.Must(w.CreateGear(revolutes[0].Joint, revolutes[2].Joint, joint.Gear{}))
	world.Must(w.CreateGear(revolutes[3].Joint, revolutes[5].Joint, joint.Gear{}))
	world.Must(w.CreateCustom(list[:5], joint.Custom{Constraint: distanceConstraint{0.5}}))
	world.Must(w.CreateCustom(list[2:7], joint.Custom{Constraint: distanceConstraint{0.5}}))
	runTicks(w, 5)
	for j := range list[4].Joints() {
		require.NoError(t, j.Destroy())
		w.Validate()
	}
	for range list[4].Joints() {
		t.Fatal("all are gone")
	}
	for j := range w.Joints() {
		require.NoError(t, j.Destroy())
	}
	require.Zero(t, w.Counters().Joints)
	for c := range w.Contacts() {
		if c.ColliderB.Valid() {
			require.NoError(t, c.ColliderB.Destroy())
			w.Validate()
		}
	}
	for c := range list[3].Colliders() {
		for v := range c.Overlaps() {
			require.NoError(t, v.Destroy())
		}
		require.NoError(t, c.Destroy())
	}
	for b := range w.Bodies() {
		require.NoError(t, b.Destroy())
		w.Validate()
	}
	w.Tick()
	require.Zero(t, w.BodyCount())
	require.Zero(t, w.Counters().Colliders)
}

// A restore in a loop over all objects ends the loop where the objects of the snapshot end.
func TestRestoreInALoop(t *testing.T) {
	w := newGravityWorld(t)
	var empty, full world.Snapshot
	require.NoError(t, w.Save(&empty))
	for i := range 3 {
		addRevolute(t, w, w.Ground(), addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i) / 2, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{}))
		world.Must(w.CreateArea(world.AreaDef{}))
	}
	w.Tick()
	require.NoError(t, w.Save(&full))
	for _, loop := range []func(back func()){
		func(back func()) { w.Bodies()(func(world.Body) bool { back(); return true }) },
		func(back func()) { w.Contacts()(func(world.Contact) bool { back(); return true }) },
		func(back func()) { w.Joints()(func(world.Joint) bool { back(); return true }) },
		func(back func()) { w.Areas()(func(world.Area) bool { back(); return true }) },
	} {
		require.NoError(t, w.Restore(&full))
		yielded := 0
		loop(func() { yielded++; require.NoError(t, w.Restore(&empty)) })
		require.Equal(t, 1, yielded)
	}
}

// A loop over the contacts of a body yields every contact that still exists once, also when it
// destroys the bodies that touch: each has two contacts here, and more of them end than a loop
// reads ahead. So does a loop over its joints, of which each body has two. A loop over the bodies
// that moved may destroy the bodies that it yields, and a loop over areas all of them. A loop over
// events may not step the world.
func TestDestroyingBodiesThatTouchAndMove(t *testing.T) {
	for _, every := range []int{1, 2, 3} {
		w := newGravityWorld(t)
		floor := addBody(t, w, body.Def{Type: body.Static}, shape.Box(100, 1), world.ColliderDef{})
		for i := range 30 {
			crate := addBody(t, w, body.Def{Position: mgl64.Vec2{float64(2 * i), 1.25}}, shape.OffsetBox(0.5, 0.25, mgl64.Vec2{-0.4, 0}, 0), world.ColliderDef{})
			world.Must(crate.Attach(shape.OffsetBox(0.5, 0.25, mgl64.Vec2{0.4, 0}, 0), world.ColliderDef{}))
			for range 2 {
				world.Must(w.CreateDistance(floor, crate, joint.Distance{Base: joint.Base{CollideConnected: true}, Loose: true}))
			}
		}
		w.Tick()
		require.PanicsWithValue(t, "world: the events have changed in a loop over them", func() {
			for range floor.ContactBegins() {
				w.Tick()
			}
		})
		save, contacts, joints := new(world.Snapshot), 0, 0
		require.NoError(t, w.Save(save))
		for touch := range floor.Touching() {
			if contacts++; contacts%every == 0 {
				require.NoError(t, touch.Other.Body().Destroy())
			}
		}
		require.NoError(t, w.Restore(save))
		for j := range floor.Joints() {
			if joints++; joints%every == 0 {
				require.NoError(t, j.BodyB().Destroy())
			}
		}
		left := w.BodyCount() - 1
		require.Equal(t, [...]int{1: 30, 2: 60, 3: 45}[every], contacts)
		require.Equal(t, contacts, joints)
		require.Equal(t, [...]int{1: 0, 2: 0, 3: 15}[every], left)
		for move := range w.Moves() {
			require.NoError(t, move.Body.Destroy())
			left--
		}
		require.Zero(t, left)
		areas := []world.Area{world.Must(w.CreateArea(world.AreaDef{})), world.Must(w.CreateArea(world.AreaDef{}))}
		for range w.AreasAt(mgl64.Vec2{}) {
			require.NoError(t, areas[0].Destroy())
			require.NoError(t, areas[1].Destroy())
		}
		w.Tick()
	}
}

// A loop over contacts that ends all contacts that it has read ahead yields none twice.
func TestDestroyingManyContactsAtOnce(t *testing.T) {
	w := newGravityWorld(t)
	floor := addBody(t, w, body.Def{Type: body.Static}, shape.Box(100, 1), world.ColliderDef{})
	wide := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-50, 1.25}}))
	for i := range 40 {
		world.Must(wide.Attach(shape.OffsetBox(0.25, 0.25, mgl64.Vec2{float64(i), 0}, 0), world.ColliderDef{}))
	}
	w.Tick()
	for i := range 16 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(2 * i), 1.25}}, shape.Box(0.25, 0.25), world.ColliderDef{})
	}
	w.Tick()
	times := map[world.Body]int{}
	for touch := range floor.Touching() {
		other := touch.Other.Body()
		if times[other]++; other == wide {
			require.NoError(t, wide.Destroy())
		}
		require.Equal(t, 1, times[other])
	}
	require.Len(t, times, 17)
}
