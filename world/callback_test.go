package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// fussy is a constraint that panics.
type fussy struct{}

func (fussy) Measure(*joint.ConstraintContext) { panic("no") }

// A panic in the game's code passes through the step. The world can then be read
// and closed, but neither stepped nor changed.
func TestPanicInACallbackBreaksTheWorld(t *testing.T) {
	on := false // or the world could not be built
	trip := func() {
		if on {
			panic("no")
		}
	}
	for name, config := range map[string]world.Config{
		"filter":      {Filter: func(a, b world.Collider) bool { trip(); return true }},
		"pre-solve":   {PreSolve: func(world.Contact) bool { trip(); return true }},
		"friction":    {MixFriction: func(a, b shape.Material) float64 { trip(); return 1 }},
		"restitution": {MixRestitution: func(a, b shape.Material) float64 { trip(); return 0 }},
		"nonsense":    {MixFriction: func(a, b shape.Material) float64 { return math.NaN() }},
		"joint":       {},
	} {
		t.Run(name, func(t *testing.T) {
			on = false
			w, err := world.New(config)
			require.NoError(t, err)
			a := put(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{PreSolve: true})
			b := put(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
			if name == "joint" {
				_, err := w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: fussy{}})
				require.NoError(t, err)
			}
			on = true
			if name == "nonsense" {
				require.PanicsWithValue(t, "world: MixFriction returned NaN", w.Tick)
			} else {
				require.PanicsWithValue(t, "no", w.Tick)
			}
			on = false
			require.Equal(t, mgl64.Vec2{1, 0}, b.Position(), "it can be read")
			_, ok := w.RayCast(mgl64.Vec2{-5, 0}, mgl64.Vec2{9, 0}, world.QueryFilter{})
			require.True(t, ok)
			_, err = w.CreateBody(body.Def{})
			require.ErrorIs(t, err, world.ErrBroken)
			require.ErrorIs(t, a.Destroy(), world.ErrBroken)
			require.PanicsWithValue(t, "world: Step of a broken world", func() { w.Step(1) })
			require.PanicsWithValue(t, "world: Step of a broken world", w.Tick)
			w.Close()
			require.PanicsWithValue(t, "world: Step of a closed world", w.Tick)
		})
	}
}

// moody is a custom shape whose support function panics, on any worker.
type moody struct{ calm *bool }

func (m moody) Support(d mgl64.Vec2) mgl64.Vec2 {
	if !*m.calm {
		panic("no")
	}
	return blob{1, 1}.Support(d)
}

func TestPanicOnAWorkerBreaksTheWorld(t *testing.T) {
	calm := true
	w := open(t, world.Config{Workers: 3})
	w.ShareAll()
	for i := range 2000 {
		at := mgl64.Vec2{float64(i%40) * 1.9, float64(i/40) * 1.9}
		put(t, w, body.Def{Position: at, Angle: 0.1}, moody{&calm}, world.ColliderDef{})
	}
	w.Tick()
	calm = false
	require.Panics(t, w.Tick)
	calm = true
	require.PanicsWithValue(t, "world: Step of a broken world", w.Tick)
	require.Equal(t, 2000, w.BodyCount())
}

// touching returns a world whose filter runs f during its first tick.
func touching(t *testing.T, f func()) *world.World {
	done := false
	w := open(t, world.Config{Filter: func(a, b world.Collider) bool {
		if !done {
			done = true
			f()
		}
		return true
	}})
	put(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	put(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	return w
}

func TestAfterStepRunsInOrderBetweenTicks(t *testing.T) {
	var w *world.World
	var order []int
	var ticks []uint64
	w = touching(t, func() {
		w.AfterStep(func() {
			order = append(order, 1)
			w.AfterStep(func() { order = append(order, 2) }) // at once
			ticks = append(ticks, w.Ticks())
		})
		w.AfterStep(func() { order = append(order, 3) })
	})
	require.Equal(t, 3, w.Step(3.0/60))
	require.Equal(t, []int{1, 2, 3}, order)
	require.Equal(t, []uint64{1}, ticks)
	w.AfterStep(func() { order = append(order, 4) })
	require.Equal(t, []int{1, 2, 3, 4}, order, "at once between steps")
}

func TestSteppingFromWithinAStep(t *testing.T) {
	var w *world.World
	w = touching(t, func() {
		require.PanicsWithValue(t, "world: Step during a step", w.Tick)
		require.PanicsWithValue(t, "world: Step during a step", func() { w.Step(1) })
		require.PanicsWithValue(t, "world: Close during a step", w.Close)
		w.AfterStep(func() {
			require.PanicsWithValue(t, "world: Step during a step", w.Tick)
			require.PanicsWithValue(t, "world: Step during a step", func() { w.Step(1) })
		})
	})
	require.Equal(t, 2, w.Step(2.0/60))
	require.Equal(t, uint64(2), w.Ticks())
}

func TestClosingAfterStepEndsTheStep(t *testing.T) {
	var w *world.World
	w = touching(t, func() { w.AfterStep(w.Close) })
	require.Equal(t, 1, w.Step(5.0/60))
	require.PanicsWithValue(t, "world: Step of a closed world", w.Tick)
}

// A deferred function that panics is not run again; those behind it wait for the
// next tick. The tick itself is complete, so the world is not broken.
func TestPanicAfterStep(t *testing.T) {
	var w *world.World
	late := 0
	w = touching(t, func() {
		w.AfterStep(func() { panic("no") })
		w.AfterStep(func() { late++ })
	})
	require.PanicsWithValue(t, "no", w.Tick)
	require.Zero(t, late)
	w.Tick()
	w.Tick()
	require.Equal(t, 1, late)
}

// Callbacks may read the world in the middle of a tick: a contact's points lie
// where its bodies are.
func TestPreSolveSeesTheContactWhereItIs(t *testing.T) {
	var w *world.World
	asked := 0
	w = open(t, world.Config{PreSolve: func(c world.Contact) bool {
		asked++
		b := c.ColliderB.Body()
		for _, p := range c.Points() {
			require.InDelta(t, b.Position()[0]-0.5, p.Position[0], 0.01)
		}
		for same := range w.Contacts() {
			require.Equal(t, c.Points(), same.Points())
		}
		return true
	}})
	put(t, w, body.Def{LinearVelocity: mgl64.Vec2{30, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{PreSolve: true})
	put(t, w, body.Def{Position: mgl64.Vec2{1, 0}, LinearVelocity: mgl64.Vec2{30, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	for range 5 {
		w.Tick()
	}
	require.Equal(t, 5, asked)
	for c := range w.Contacts() {
		require.InDelta(t, c.ColliderA.Body().Position()[0]+0.5-0.5, c.Points()[0].Position[0], 0.01, "half a metre per tick: where it was found")
	}
}

// A contact that is ignored is asked about again in every tick, also when nothing
// moves: the game may change its mind.
func TestPreSolveIsAskedEveryTick(t *testing.T) {
	asked, solid := 0, false
	w := open(t, world.Config{PreSolve: func(world.Contact) bool { asked++; return solid }})
	put(t, w, body.Def{Type: body.Static}, shape.Box(5, 0.5), world.ColliderDef{PreSolve: true})
	b := put(t, w, body.Def{Position: mgl64.Vec2{0, 0.95}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	for range 20 {
		w.Tick()
		require.Empty(t, w.Events().ContactBegins)
	}
	require.Equal(t, 20, asked)
	require.Equal(t, mgl64.Vec2{0, 0.95}, b.Position())
	solid = true
	w.Tick()
	require.Len(t, w.Events().ContactBegins, 1)
	require.Equal(t, 21, asked)
	run(w, 0.5)
	require.Greater(t, b.Position()[1], 0.96, "pushed out")
}

// Mixers that run outside a step may not change the world either.
func TestMixersOfSetMaterialCannotChangeTheWorld(t *testing.T) {
	var w *world.World
	var inside error
	mixes := 0
	w = open(t, world.Config{MixFriction: func(a, b shape.Material) float64 {
		mixes++
		_, inside = w.CreateBody(body.Def{})
		return 0.25
	}})
	a := put(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	put(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	require.Equal(t, 1, mixes)
	for c := range a.Colliders() {
		require.NoError(t, c.SetMaterial(shape.Material{Friction: 3}))
		require.Equal(t, 3.0, c.Material().Friction)
	}
	require.Equal(t, 2, mixes)
	require.ErrorIs(t, inside, world.ErrStepping)
	for c := range w.Contacts() {
		require.Equal(t, 0.25, c.Friction)
	}
	_, err := w.CreateBody(body.Def{})
	require.NoError(t, err)
}

// What mixers that run outside a step put off is done when they have answered, not in
// the next tick.
func TestMixersOfSetMaterialMayDefer(t *testing.T) {
	var w *world.World
	on, made := false, 0
	w = open(t, world.Config{MixFriction: func(a, b shape.Material) float64 {
		if on {
			w.AfterStep(func() {
				made++
				world.Must(w.CreateBody(body.Def{}))
			})
		}
		return 0.25
	}})
	a := put(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	put(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	on = true
	require.NoError(t, first(a).SetMaterial(shape.Material{Friction: 3}))
	require.Equal(t, 1, made)
	require.Equal(t, 3, w.BodyCount())
}
