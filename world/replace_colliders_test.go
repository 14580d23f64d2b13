package world_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// groundFrom is ground from x = a to x = b below y = 0.
func groundFrom(a, b float64, material *shape.Material) world.ColliderParts {
	return world.ColliderParts{Shape: shape.OffsetBox((b-a)/2, 0.5, mgl64.Vec2{(a + b) / 2, -0.5}, 0), Def: world.ColliderDef{Material: material}}
}

// replacedGround is a world with ground from x = -10 to x = 10 and bodies on it, by the place.
func replacedGround(t *testing.T, places ...float64) (w *world.World, ground world.Body, on []world.Body) {
	w = newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	p := groundFrom(-10, 10, nil)
	ground = addBody(t, w, body.Def{Type: body.Static}, p.Shape, p.Def)
	for _, x := range places {
		on = append(on, addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0.4}}, shape.Box(0.4, 0.4), world.ColliderDef{}))
	}
	return w, ground, on
}

// A body that slides, rolls or rests on colliders that are replaced moves on as if nothing had been
// replaced, and its contact is the same.
func TestReplacedCollidersKeepContacts(t *testing.T) {
	var last [2][]mgl64.Vec2
	for run := range 2 {
		w, ground, on := replacedGround(t, -6, 0, 3)
		on = append(on, addBody(t, w, body.Def{Position: mgl64.Vec2{6, 0.3}}, shape.Circle{Radius: 0.3}, world.ColliderDef{}))
		runTicks(w, 30)
		require.NoError(t, on[0].SetLinearVelocity(mgl64.Vec2{4, 0}))
		require.NoError(t, on[3].SetAngularVelocity(-5))
		contacts := map[world.ContactID]float64{}
		for tick := range 60 {
			w.Tick()
			for c := range w.Contacts() {
				if before, ok := contacts[c.ID()]; ok {
					require.InDelta(t, before, c.Impulse[1], 0.01, "tick %d", tick)
				}
				contacts[c.ID()] = c.Impulse[1]
			}
			require.Len(t, contacts, 4, "tick %d", tick)
			require.Empty(t, w.Events().ContactBegins)
			require.Empty(t, w.Events().ContactEnds)
			if run > 0 {
				cuts := []float64{-10, -8 + 0.1*float64(tick%7), -1.5, -0.1*float64(tick%5) - 0.5, 1, 4, 8, 10}
				var parts []world.ColliderParts
				for i, x := range cuts[1:] {
					parts = append(parts, groundFrom(cuts[i], x, nil))
				}
				var old []world.Collider
				for c := range ground.Colliders() {
					old = append(old, c)
				}
				require.Len(t, world.Must(ground.ReplaceColliders(nil, old, parts)), 7)
			}
		}
		for _, b := range on {
			last[run] = append(last[run], b.Position(), mgl64.Vec2{b.Angle(), b.LinearVelocity()[0]})
		}
	}
	for i := range last[0] {
		require.InDeltaSlice(t, last[0][i][:], last[1][i][:], 1e-4)
	}
}

// Bodies wake under which the ground is another one than before, and no others. The call is
// recorded, and a fork right after it goes on as the world does.
func TestReplacedCollidersWakeWhatLiesOnThem(t *testing.T) {
	ice := &shape.Material{Friction: 0.01}
	for _, c := range []struct {
		name  string
		parts []world.ColliderParts
		wakes []bool
	}{
		{"the same ground", []world.ColliderParts{groundFrom(-10, 10, nil)}, []bool{false, false, false}},
		{"more ground", []world.ColliderParts{groundFrom(-10, 11, nil)}, []bool{false, false, false}},
		{"ground in pieces", []world.ColliderParts{groundFrom(-10, -5.9, nil), groundFrom(-5.9, 0.2, nil), groundFrom(0.2, 10, nil)}, []bool{false, false, false}},
		{"a gap", []world.ColliderParts{groundFrom(-10, -0.1, nil), groundFrom(0.1, 10, nil)}, []bool{false, true, false}},
		{"a part", []world.ColliderParts{groundFrom(-10, 1, nil)}, []bool{false, false, true}},
		{"ice", []world.ColliderParts{groundFrom(-10, -1, nil), groundFrom(-1, 10, ice)}, []bool{false, true, true}},
		{"ice in the middle", []world.ColliderParts{groundFrom(-10, -0.1, nil), groundFrom(-0.1, 0.1, ice), groundFrom(0.1, 10, nil)}, []bool{false, true, false}},
		{"a wall in a body", []world.ColliderParts{groundFrom(-10, 10, nil), {Shape: shape.OffsetBox(0.5, 1, mgl64.Vec2{0.6, 1}, 0)}}, []bool{false, true, false}},
		{"a wall beside a body", []world.ColliderParts{groundFrom(-10, 10, nil), {Shape: shape.OffsetBox(0.5, 1, mgl64.Vec2{0.95, 1}, 0)}}, []bool{false, false, false}},
		{"nothing", nil, []bool{true, true, true}},
	} {
		w, ground, on := replacedGround(t, -6, 0, 6)
		runTicks(w, 120)
		require.Zero(t, w.Counters().Awake, c.name)
		requireReplays(t, w, func() {
			world.Must(ground.ReplaceColliders(nil, []world.Collider{firstCollider(ground)}, c.parts))
		})
		for i, b := range on {
			require.Equal(t, c.wakes[i], b.Awake(), "%s: body %d", c.name, i)
		}
		fork := world.Must(w.Fork())
		for _, b := range on {
			require.NoError(t, b.Wake())
			require.NoError(t, fork.BodyByID(b.ID()).Wake())
		}
		runTicks(w, 30)
		runTicks(fork, 30)
		require.Equal(t, w.Hash(), fork.Hash(), c.name)
		fork.Close()
		for i, b := range on {
			if !c.wakes[i] {
				require.InDelta(t, 0.4, b.Position()[1], 1e-3, "%s: body %d", c.name, i)
			}
		}
	}
}

// Two contacts of a body with two colliders become one when a single collider takes their place.
// Its points are the outermost ones, and its impulses hold the body as before, awake or asleep. So
// a later gap under either end wakes the body.
func TestContactsMergeWhenTheirCollidersDo(t *testing.T) {
	shapes := map[string]shape.Support{
		"box": shape.Box(0.4, 0.3), "rounded": shape.RoundedBox(0.4, 0.3, 0.05), "capsule": shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.1},
		"lopsided": shape.Compound{Parts: []shape.Support{shape.Box(0.4, 0.3), shape.OffsetBox(0.2, 0.2, mgl64.Vec2{0.3, 0.5}, 0)}},
	}
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		for _, asleep := range []bool{true, false} {
			for gap := range 2 {
				t.Run(fmt.Sprintf("%s/asleep=%t/gap=%d", name, asleep, gap), func(t *testing.T) {
					requireMerged(t, shapes[name], asleep, gap)
				})
			}
		}
	}
}

func requireMerged(t *testing.T, s shape.Support, asleep bool, gap int) {
	w, ground, _ := replacedGround(t)
	halves := []world.ColliderParts{groundFrom(-10, 0, nil), groundFrom(0, 10, nil)}
	old := world.Must(ground.ReplaceColliders(nil, []world.Collider{firstCollider(ground)}, halves))
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0.05, 0.7}, NeverSleep: !asleep}, s, world.ColliderDef{})
	runTicks(w, 300)
	require.Equal(t, !asleep, b.Awake())
	require.Equal(t, 2, countOf(b.Contacts()))
	at := b.Position()
	force, torque := loadOf(b)
	var whole []world.Collider
	var saved world.Snapshot
	require.NoError(t, w.Save(&saved))
	hash := w.StateHash()
	world.Must(ground.ReplaceColliders(nil, old, []world.ColliderParts{groundFrom(-10, 10, nil)}))
	require.NoError(t, w.Restore(&saved))
	require.Equal(t, hash, w.StateHash())
	requireReplays(t, w, func() {
		whole = world.Must(ground.ReplaceColliders(nil, old, []world.ColliderParts{groundFrom(-10, 10, nil)}))
		require.Equal(t, !asleep, b.Awake())
		require.Equal(t, 1, countOf(b.Contacts()))
		newForce, newTorque := loadOf(b)
		require.InDelta(t, force, newForce, 1e-5*force)
		require.InDelta(t, torque, newTorque, 1e-5*force)
		w.Tick()
	})
	require.Len(t, w.Events().ContactEnds, 1)
	require.Empty(t, w.Events().ContactBegins)
	require.NoError(t, b.Wake())
	runTicks(w, 3)
	force, _ = loadOf(b)
	require.InDelta(t, b.Mass()*10, force*60, 0.01*b.Mass()*10)
	require.Less(t, b.Position().Sub(at).Len(), 1e-4)
	require.Less(t, b.LinearVelocity().Len(), 1e-3)
	require.NoError(t, b.Sleep())
	world.Must(ground.ReplaceColliders(nil, whole, halves[gap:gap+1]))
	require.True(t, b.Awake())
}

// loadOf returns the sum of the normal impulses of a body's contacts, and their torque about it.
func loadOf(b world.Body) (force, torque float64) {
	for c := range b.Contacts() {
		for _, p := range c.Points() {
			force += p.NormalImpulse
			torque += p.NormalImpulse * (p.Position[0] - b.WorldCenter()[0])
		}
	}
	return force, torque
}

// A replacement that cannot be made names what is wrong and changes nothing.
func TestReplaceCollidersErrors(t *testing.T) {
	w, ground, on := replacedGround(t, 0)
	other := newWorld(t, world.Config{})
	foreign := firstCollider(addBody(t, other, body.Def{Type: body.Static}, shape.Box(1, 1), world.ColliderDef{}))
	gone := world.Must(ground.Attach(shape.Box(1, 1), world.ColliderDef{}))
	require.NoError(t, gone.Destroy())
	chain := world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{5, -2}, {0, -2}, {-5, -2}}}, world.ColliderDef{}))
	runTicks(w, 3)
	own := firstCollider(ground)
	var chained world.Collider
	for c := range ground.Colliders() {
		if _, ok := c.Chain(); ok {
			chained = c
		} else {
			own = c
		}
	}
	require.True(t, chain.Valid())
	good := groundFrom(-10, 10, nil)
	for _, c := range []struct {
		body  world.Body
		old   []world.Collider
		parts []world.ColliderParts
		field string
		err   error
	}{
		{on[0], nil, nil, "Type", geom.ErrOutOfRange},
		{ground, []world.Collider{foreign}, nil, "Old[0]", world.ErrForeign},
		{ground, []world.Collider{own, foreign}, nil, "Old[1]", world.ErrForeign},
		{ground, []world.Collider{gone}, nil, "Old[0]", world.ErrDestroyed},
		{ground, []world.Collider{{}}, nil, "Old[0]", world.ErrDestroyed},
		{ground, []world.Collider{firstCollider(on[0])}, nil, "Old[0]", geom.ErrOutOfRange},
		{ground, []world.Collider{chained}, nil, "Old[0]", world.ErrChained},
		{ground, []world.Collider{own, own}, nil, "Old[1]", geom.ErrDuplicate},
		{ground, []world.Collider{own}, []world.ColliderParts{good, {Shape: shape.Circle{}}}, "Parts[1].Radius", geom.ErrNotPositive},
		{ground, []world.Collider{own}, []world.ColliderParts{good, {Shape: shape.Circle{Radius: 1}, Def: world.ColliderDef{Density: -1}}}, "Parts[1].Density", geom.ErrNegative},
		{ground, []world.Collider{own}, []world.ColliderParts{{}}, "Parts[0].Shape", shape.ErrNoShape},
	} {
		before := w.Hash()
		var err error
		requireReplays(t, w, func() { _, err = c.body.ReplaceColliders(nil, c.old, c.parts) })
		var fe *geom.FieldError
		require.ErrorAs(t, err, &fe)
		require.Equal(t, c.field, fe.Field)
		require.ErrorIs(t, err, c.err, c.field)
		require.Equal(t, before, w.Hash(), c.field)
	}
}

// A custom shape whose code panics, at whichever of its calls, leaves the colliders and contacts as
// they were.
func TestPanicInReplaceCollidersLeavesCollidersAsTheyWere(t *testing.T) {
	w, ground, _ := replacedGround(t, -6, 0, 6)
	runTicks(w, 120)
	old, before := firstCollider(ground), w.Hash()
	for calls := 0; ; calls++ {
		fuse := &countdown{left: calls, armed: true}
		replace := func() {
			world.Must(ground.ReplaceColliders(nil, []world.Collider{old}, []world.ColliderParts{groundFrom(-10, 0, nil), {Shape: fuseShape{fuse, 4}}}))
		}
		panicked := func() (panicked bool) {
			defer func() { panicked = recover() != nil }()
			replace()
			return false
		}()
		if !panicked {
			require.Greater(t, calls, 3)
			break
		}
		require.Equal(t, 1, countOf(ground.Colliders()), "call %d", calls)
		require.Zero(t, w.Counters().Awake, "call %d", calls)
		require.Equal(t, before, w.Hash(), "call %d", calls)
	}
	require.Equal(t, 2, countOf(ground.Colliders()))
	runTicks(w, 5)
}
