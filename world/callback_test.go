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

// panickingConstraint is a constraint that panics.
type panickingConstraint struct{}

func (panickingConstraint) Measure(*joint.ConstraintContext) { panic("no") }

// A panic in the game's code passes through the step. The world can then be read
// and closed, but neither stepped, changed nor queried.
func TestPanicInCallbackBreaksWorld(t *testing.T) {
	on := false // or the world could not be built
	panicIfOn := func() {
		if on {
			panic("no")
		}
	}
	for name, config := range map[string]world.Config{
		"filter":      {ShouldCollide: func(a, b world.Collider) bool { panicIfOn(); return true }},
		"pre-solve":   {PreSolve: func(*world.ContactEdit) bool { panicIfOn(); return true }},
		"friction":    {MixFriction: func(a, b shape.Material) float64 { panicIfOn(); return 1 }},
		"restitution": {MixRestitution: func(a, b shape.Material) float64 { panicIfOn(); return 0 }},
		"nonsense":    {MixFriction: func(a, b shape.Material) float64 { return math.NaN() }},
		"joint":       {},
	} {
		t.Run(name, func(t *testing.T) {
			on = false
			w := world.Must(world.New(config))
			a := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{PreSolve: true})
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
			if name == "joint" {
				world.Must(w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: panickingConstraint{}}))
			}
			on = true
			if name == "nonsense" {
				require.PanicsWithValue(t, "world: MixFriction returned NaN", w.Tick)
			} else {
				require.PanicsWithValue(t, "no", w.Tick)
			}
			on = false
			require.Equal(t, mgl64.Vec2{1, 0}, b.Position(), "it can be read")
			require.PanicsWithValue(t, world.ErrBroken, func() { w.RayCast(mgl64.Vec2{-5, 0}, mgl64.Vec2{9, 0}, world.QueryFilter{}) })
			require.PanicsWithValue(t, world.ErrBroken, func() { _, _ = w.CreateBody(body.Def{}) })
			require.PanicsWithValue(t, world.ErrBroken, func() { _ = a.Destroy() })
			require.PanicsWithValue(t, world.ErrBroken, func() { w.Step(1) })
			require.PanicsWithValue(t, world.ErrBroken, w.Tick)
			w.Close()
			require.PanicsWithValue(t, "world: Step of a closed world", w.Tick)
		})
	}
}

// panickingShape is a custom shape whose support function panics, on any worker.
type panickingShape struct{ wellBehaved *bool }

func (m panickingShape) Support(d mgl64.Vec2) mgl64.Vec2 {
	if !*m.wellBehaved {
		panic("no")
	}
	return customBox{1, 1}.Support(d)
}

func TestPanicOnWorkerBreaksWorld(t *testing.T) {
	wellBehaved := true
	w := newWorld(t, world.Config{Workers: 3})
	w.ParallelizeAlways()
	for i := range 2000 {
		at := mgl64.Vec2{float64(i%40) * 1.9, float64(i/40) * 1.9}
		addBody(t, w, body.Def{Position: at, Angle: 0.1}, panickingShape{&wellBehaved}, world.ColliderDef{})
	}
	w.Tick()
	wellBehaved = false
	require.Panics(t, w.Tick)
	wellBehaved = true
	require.PanicsWithValue(t, world.ErrBroken, w.Tick)
	require.Equal(t, 2000, w.BodyCount())
}

// worldCallingFilterOnce returns a world whose filter runs f during its first tick.
func worldCallingFilterOnce(t *testing.T, f func()) *world.World {
	done := false
	w := newWorld(t, world.Config{ShouldCollide: func(a, b world.Collider) bool {
		if !done {
			done = true
			f()
		}
		return true
	}})
	addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	return w
}

func TestAfterStepRunsInOrderBetweenTicks(t *testing.T) {
	var w *world.World
	var order []int
	var ticks []uint64
	w = worldCallingFilterOnce(t, func() {
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

func TestStepDuringStepPanics(t *testing.T) {
	var w *world.World
	w = worldCallingFilterOnce(t, func() {
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

func TestCloseInAfterStepEndsStep(t *testing.T) {
	var w *world.World
	w = worldCallingFilterOnce(t, func() { w.AfterStep(w.Close) })
	require.Equal(t, 1, w.Step(5.0/60))
	require.PanicsWithValue(t, "world: Step of a closed world", w.Tick)
}

// A deferred function that panics is not run again; those behind it wait for the next tick.
// The tick itself is complete, so the world is not broken.
func TestPanicInAfterStep(t *testing.T) {
	var w *world.World
	callsAfterPanic := 0
	w = worldCallingFilterOnce(t, func() {
		w.AfterStep(func() { panic("no") })
		w.AfterStep(func() { callsAfterPanic++ })
	})
	require.PanicsWithValue(t, "no", w.Tick)
	require.Zero(t, callsAfterPanic)
	w.Tick()
	w.Tick()
	require.Equal(t, 1, callsAfterPanic)
}

// Callbacks may read the world in the middle of a tick: a contact's points lie
// where its bodies are.
func TestPreSolveContactPositions(t *testing.T) {
	var w *world.World
	asked := 0
	w = newWorld(t, world.Config{PreSolve: func(c *world.ContactEdit) bool {
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
	addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{30, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{PreSolve: true})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}, LinearVelocity: mgl64.Vec2{30, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	runTicks(w, 5)
	require.Equal(t, 5, asked)
	for c := range w.Contacts() {
		require.InDelta(t, c.ColliderA.Body().Position()[0]+0.5-0.5, c.Points()[0].Position[0], 0.01, "half a metre per tick: where it was found")
	}
}

// A contact that is ignored is tested again in every tick, also when nothing moves: the
// game may change its mind.
func TestPreSolveIsAskedEveryTick(t *testing.T) {
	asked, sc := 0, false
	w := newWorld(t, world.Config{PreSolve: func(*world.ContactEdit) bool { asked++; return sc }})
	addBody(t, w, body.Def{Type: body.Static}, shape.Box(5, 0.5), world.ColliderDef{PreSolve: true})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.95}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	for range 20 {
		w.Tick()
		require.Empty(t, w.Events().ContactBegins)
	}
	require.Equal(t, 20, asked)
	require.Equal(t, mgl64.Vec2{0, 0.95}, b.Position())
	sc = true
	w.Tick()
	require.Len(t, w.Events().ContactBegins, 1)
	require.Equal(t, 21, asked)
	runSeconds(w, 0.5)
	require.Greater(t, b.Position()[1], 0.96, "pushed out")
}

// Mixers that run outside a step may not change the world either.
func TestMixerInSetMaterialCannotChangeWorld(t *testing.T) {
	var w *world.World
	var inside error
	mixCalls := 0
	w = newWorld(t, world.Config{MixFriction: func(a, b shape.Material) float64 {
		mixCalls++
		_, inside = w.CreateBody(body.Def{})
		return 0.25
	}})
	a := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	require.Equal(t, 1, mixCalls)
	for c := range a.Colliders() {
		require.NoError(t, c.SetMaterial(shape.Material{Friction: 3}))
		require.Equal(t, 3.0, c.Material().Friction)
	}
	require.Equal(t, 2, mixCalls)
	require.ErrorIs(t, inside, world.ErrStepping)
	for c := range w.Contacts() {
		require.Equal(t, 0.25, c.Friction)
	}
	world.Must(w.CreateBody(body.Def{}))
}

// Functions that mixers defer outside a step run when the mixers have answered, not in the
// next tick.
func TestMixerInSetMaterialMayDefer(t *testing.T) {
	var w *world.World
	on, created := false, 0
	w = newWorld(t, world.Config{MixFriction: func(a, b shape.Material) float64 {
		if on {
			w.AfterStep(func() {
				created++
				world.Must(w.CreateBody(body.Def{}))
			})
		}
		return 0.25
	}})
	a := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	on = true
	require.NoError(t, firstCollider(a).SetMaterial(shape.Material{Friction: 3}))
	require.Equal(t, 1, created)
	require.Equal(t, 3, w.BodyCount())
}
