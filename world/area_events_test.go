package world_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Every body that enters an area leaves it once, whatever is destroyed, disabled or moved, and the
// bodies in an area are those whose colliders overlap it by a query.
func TestAreaEventsPair(t *testing.T) {
	rnd := rand.New(rand.NewPCG(12, 1))
	w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addWalls(t, w, 10, world.ColliderDef{})
	type pair struct {
		area world.AreaID
		body world.BodyID
	}
	inside := map[pair]bool{}
	var areas []world.Area
	var bodies []world.Body
	spot := func() mgl64.Vec2 { return mgl64.Vec2{rnd.Float64()*18 - 9, rnd.Float64()*18 - 9} }
	begins, ends, quiet := 0, 0, 0
	for tick := range 8000 {
		switch r := rnd.IntN(12); {
		case tick%200 >= 100: // nothing changes, and bodies fall asleep
			if awake := w.Counters().Awake; awake > 0 && awake < 5 {
				quiet++
			}
		case r == 0 && len(areas) < 6:
			def := world.AreaDef{
				Shape: shape.Box(1+3*rnd.Float64(), 1+rnd.Float64()), Position: spot(), Angle: rnd.Float64(), Priority: rnd.IntN(3) - 1,
				Filter: shape.Filter{Mask: 1 + uint64(rnd.IntN(3))}, Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, 12}}},
			}
			if len(bodies) > 0 && rnd.IntN(2) == 0 {
				def.Body, def.Position = bodies[rnd.IntN(len(bodies))], mgl64.Vec2{}
			}
			areas = append(areas, addArea(t, w, def))
		case r == 1 && len(areas) > 0:
			require.NoError(t, areas[rnd.IntN(len(areas))].Destroy())
		case r == 2 && len(areas) > 0:
			a := areas[rnd.IntN(len(areas))]
			require.NoError(t, a.SetEnabled(!a.Enabled()))
		case r == 3 && len(areas) > 0:
			a := areas[rnd.IntN(len(areas))]
			at := spot()
			if a.Body().Valid() {
				at = mgl64.Vec2{rnd.Float64(), 0}
			}
			require.NoError(t, a.SetTransform(at, rnd.Float64()))
		case r == 4 && len(areas) > 0:
			require.NoError(t, areas[rnd.IntN(len(areas))].SetShape(shape.Circle{Radius: 1 + 2*rnd.Float64()}))
		case r <= 6 && len(bodies) < 30:
			def := body.Def{Position: spot(), Asleep: rnd.IntN(4) == 0}
			if rnd.IntN(5) == 0 {
				def.Type, def.LinearVelocity = body.Kinematic, mgl64.Vec2{1, 0}
			}
			bodies = append(bodies, addBody(t, w, def, shape.Box(0.3, 0.3), world.ColliderDef{Filter: shape.Filter{Category: 1 << rnd.IntN(2)}}))
		case r == 7 && len(bodies) > 0:
			require.NoError(t, bodies[rnd.IntN(len(bodies))].Destroy())
		case r == 8 && len(bodies) > 0:
			b := bodies[rnd.IntN(len(bodies))]
			require.NoError(t, b.SetEnabled(!b.Enabled()))
		}
		areas = slices.DeleteFunc(areas, func(a world.Area) bool { return !a.Valid() })
		bodies = slices.DeleteFunc(bodies, func(b world.Body) bool { return !b.Valid() })

		// What is in each area when the tick begins, by queries.
		want := map[pair]bool{}
		for _, a := range areas {
			if !a.Enabled() || a.Body().Valid() && !a.Body().Enabled() {
				continue
			}
			for c := range w.OverlapShape(newConvex(a.Shape()), a.Position(), a.Angle(), world.QueryFilter{}) {
				if b := c.Body(); b.Type() != body.Static && b != a.Body() && a.Def().Filter.Accepts(c.Filter()) {
					want[pair{a.ID(), b.ID()}] = true
				}
			}
		}
		w.Tick()
		e := w.Events()
		for _, x := range e.AreaEnds {
			p := pair{x.Area.ID(), x.Body.ID()}
			require.True(t, inside[p])
			delete(inside, p)
			ends++
		}
		for _, x := range e.AreaBegins {
			p := pair{x.Area.ID(), x.Body.ID()}
			require.False(t, inside[p])
			inside[p] = true
			begins++
		}
		require.Equal(t, want, inside)
		for _, a := range areas {
			count := 0
			for b := range a.Bodies() {
				require.True(t, inside[pair{a.ID(), b.ID()}])
				count++
			}
			for p := range inside {
				if p.area == a.ID() {
					count--
				}
			}
			require.Zero(t, count)
		}
		w.Validate()
	}
	t.Log(begins, "begins", ends, "ends", quiet, "quiet")
	require.Greater(t, quiet, 200)
	require.Greater(t, ends, 300)
}

// A change of an area wakes what it touches and touched; an area that only acts does not.
func TestAreaChangesWake(t *testing.T) {
	replacing := area.Gravity{Acceleration: mgl64.Vec2{0, -5}, Replace: true}
	for name, c := range map[string]struct {
		change func(w *world.World, a world.Area)
		inside bool // the box in the area wakes
		beside bool // and that beside it
	}{
		"nothing":  {func(*world.World, world.Area) {}, false, false},
		"name":     {func(_ *world.World, a world.Area) { a.SetName("x") }, false, false},
		"effects":  {func(_ *world.World, a world.Area) { world.Check(a.SetEffects(replacing)) }, true, false},
		"none":     {func(_ *world.World, a world.Area) { world.Check(a.SetEffects()) }, true, false},
		"destroy":  {func(_ *world.World, a world.Area) { world.Check(a.Destroy()) }, true, false},
		"disable":  {func(_ *world.World, a world.Area) { world.Check(a.SetEnabled(false)) }, true, false},
		"priority": {func(_ *world.World, a world.Area) { world.Check(a.SetPriority(3)) }, true, false},
		"filter":   {func(_ *world.World, a world.Area) { world.Check(a.SetFilter(shape.Filter{Category: 2})) }, true, false},
		"wake":     {func(_ *world.World, a world.Area) { world.Check(a.Wake()) }, true, false},
		"grow":     {func(_ *world.World, a world.Area) { world.Check(a.SetShape(shape.Box(9, 2))) }, true, true},
		"whole":    {func(_ *world.World, a world.Area) { world.Check(a.SetShape(nil)) }, true, true},
		"move":     {func(_ *world.World, a world.Area) { world.Check(a.SetTransform(mgl64.Vec2{6, 0}, 0)) }, true, true},
		"stay":     {func(_ *world.World, a world.Area) { world.Check(a.SetTransform(mgl64.Vec2{0, 0}, 0)) }, false, false},
		"create": {func(w *world.World, _ world.Area) {
			world.Must(w.CreateArea(world.AreaDef{Shape: shape.Box(1, 2), Position: mgl64.Vec2{6, 0}}))
		}, false, true},
		"body moves": {func(w *world.World, a world.Area) { world.Check(a.Body().SetTransform(mgl64.Vec2{6, -20}, 0)) }, true, true},
		"body goes":  {func(w *world.World, a world.Area) { world.Check(a.Body().Destroy()) }, true, false},
		"body rests": {func(w *world.World, a world.Area) { world.Check(a.Body().SetEnabled(false)) }, true, false},
		"body runs": {func(w *world.World, a world.Area) {
			world.Check(a.Body().SetType(body.Kinematic))
			world.Check(a.Body().SetLinearVelocity(mgl64.Vec2{0.01, 0}))
		}, true, false},
	} {
		w := newFloorWorld(t)
		inside := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		beside := addBody(t, w, body.Def{Position: mgl64.Vec2{6, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		def := world.AreaDef{Shape: shape.Box(1, 2), Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, -2}}}}
		if len(name) > 4 && name[:4] == "body" {
			def.Body = world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -20}}))
			def.Position = mgl64.Vec2{0, 20}
		}
		a := addArea(t, w, def)
		runSeconds(w, 5)
		require.False(t, inside.Awake() || beside.Awake(), name)
		c.change(w, a)
		w.Tick()
		w.Tick()
		require.Equal(t, c.inside, inside.Awake(), name)
		require.Equal(t, c.beside, beside.Awake(), name)
	}
}

// A body created asleep in an area sleeps on, and an area created over such a body does not wake
// it.
func TestLevelsWithAreasSleepFromTheStart(t *testing.T) {
	w := newFloorWorld(t)
	box := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, Asleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	for _, s := range []shape.Support{shape.Box(2, 2), nil} {
		addArea(t, w, world.AreaDef{Shape: s, Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, -2}}}})
	}
	other := addBody(t, w, body.Def{Position: mgl64.Vec2{1.5, 0.5}, Asleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	w.Tick()
	require.False(t, box.Awake() || other.Awake())
	require.Len(t, w.Events().AreaBegins, 2)
}

// The area of a disabled body contains nothing, and bodies that slept under its gravity wake: in an
// area of the whole world too.
func TestAreaOfDisabledBodyIsGone(t *testing.T) {
	for _, s := range []shape.Support{shape.Box(20, 20), nil} {
		w := newWorld(t, world.Config{Workers: 1})
		addFloor(t, w, world.ColliderDef{})
		crate := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		carrier := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		a := world.Must(w.CreateArea(world.AreaDef{Shape: s, Body: carrier, Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{0, -10}}}}))
		for _, on := range []bool{false, true} {
			runSeconds(w, 1)
			require.False(t, crate.Awake())
			require.NoError(t, carrier.SetEnabled(on))
			w.Tick()
			require.True(t, crate.Awake())
			require.Equal(t, on, slices.Contains(slices.Collect(a.Bodies()), crate))
			require.Equal(t, on, a.Contains(crate.Position()))
		}
	}
}
