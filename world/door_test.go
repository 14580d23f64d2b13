package world_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// watchedShape is a disc whose support function tells the test that it runs.
type watchedShape struct{ run *func() }

func (s watchedShape) Support(d mgl64.Vec2) mgl64.Vec2 {
	if f := *s.run; f != nil {
		*s.run = nil
		f()
	}
	return d.Normalize().Mul(0.5)
}

// watchedWorld is a world with one handle of each kind, whose custom shape runs f once, on
// another goroutine, when it is next used.
type watchedWorld struct {
	*world.World
	run     func()
	handles []any
	custom  world.Collider
}

func newWatchedWorld(t testing.TB, c world.Config) *watchedWorld {
	w := &watchedWorld{World: newWorld(t, c)}
	a := addBody(t, w.World, body.Def{}, watchedShape{&w.run}, world.ColliderDef{})
	b := addBody(t, w.World, body.Def{Position: mgl64.Vec2{0.4, 0.3}}, shape.Box(0.5, 0.5), world.ColliderDef{PreSolve: true})
	w.custom = firstCollider(a)
	chain := world.Must(world.Must(w.CreateBody(body.Def{Type: body.Static})).AttachChain(
		shape.Chain{Points: []mgl64.Vec2{{0, -9}, {1, -9}}}, world.ColliderDef{}))
	area := addArea(t, w.World, world.AreaDef{Shape: shape.Box(1, 1), Position: mgl64.Vec2{0, 40}})
	w.handles = append([]any{w.World, b, firstCollider(b), chain, area}, jointHandles(t, w.World)...)
	return w
}

// jointHandles makes a joint of each kind, far from the origin.
func jointHandles(t testing.TB, w *world.World) []any {
	a, b := addMass(t, w, 50, 0, 1, 1), addMass(t, w, 53, 0, 1, 1)
	x := mgl64.Vec2{1, 0}
	revolute, other := addRevolute(t, w, w.Ground(), b), addRevolute(t, w, w.Ground(), a)
	weld := world.Must(w.CreateWeld(a, b, joint.Weld{}))
	return []any{
		weld, weld.Joint, revolute,
		world.Must(w.CreateGear(revolute.Joint, other.Joint, joint.Gear{})),
		world.Must(w.CreateDistance(a, b, joint.Distance{})), world.Must(w.CreatePrismatic(a, b, joint.Prismatic{LocalAxisA: x})),
		world.Must(w.CreateWheel(a, b, joint.Wheel{LocalAxisA: x})), world.Must(w.CreateMotor(a, b, joint.Motor{})),
		world.Must(w.CreateAngle(a, b, joint.Angle{})), world.Must(w.CreatePulley(a, b, joint.Pulley{})),
		world.Must(w.CreateRotarySpring(a, b, joint.RotarySpring{})), world.Must(w.CreateGroove(a, b, joint.Groove{LocalGrooveA2: x})),
		world.Must(w.CreateFriction(a, b, joint.Friction{})), world.Must(w.CreateNoCollision(a, b, joint.NoCollision{})),
		world.Must(w.CreateRatchet(a, b, joint.Ratchet{})), world.Must(w.CreateMouse(a, b, joint.Mouse{})),
		world.Must(w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: pointConstraint{}})),
	}
}

// onOtherGoroutine runs f and waits for it.
func onOtherGoroutine(f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// eachMethod calls use with every method of every handle that touches the world: all but
// those that return what the handle itself holds.
func (w *watchedWorld) eachMethod(use func(name string, call reflect.Value, changes bool)) {
	for _, handle := range w.handles {
		h := reflect.ValueOf(handle)
		for i := range h.NumMethod() {
			method := h.Type().Method(i).Name
			switch method {
			case "ID", "World", "BodyByID", "ColliderByID", "JointByID", "AreaByID":
				continue
			case "StateDump", "ParallelizeAlways", "SetMaxGroupBodies", "ReorderContacts", "OutOfOrderContacts", "DisableManifoldReuse",
				"MarkAllSensors", "MarkSensorsOneByOne", "SensorWork", "SubscriptionCount", "ColumnHashes":
				continue // of export_test.go
			}
			call := h.Method(i)
			switch method {
			case "Why":
				call = reflect.ValueOf(func() world.TouchReport { return w.Why(w.custom, w.custom) })
			case "WhyAwake":
				call = reflect.ValueOf(func() world.AwakeReport { return w.WhyAwake(w.custom.Body()) })
			}
			outs := call.Type().NumOut()
			changes := outs > 0 && call.Type().Out(outs-1) == reflect.TypeFor[error]()
			use(fmt.Sprintf("%T.%s", handle, method), call, changes)
		}
	}
}

// Every method panics with a sentence while another goroutine runs a tick.
func TestUseDuringTickOfAnotherGoroutinePanics(t *testing.T) {
	requireEveryMethodPanics(t, "a tick", "a step", func(w *watchedWorld) { w.Tick() })
}

// Every method panics with a sentence while another goroutine changes the world.
func TestUseDuringChangeOfAnotherGoroutinePanics(t *testing.T) {
	requireEveryMethodPanics(t, "a change", "a change by another goroutine", func(w *watchedWorld) {
		require.NoError(t, w.custom.SetDensity(3))
	})
}

// requireEveryMethodPanics checks that every method panics with a sentence while another goroutine
// is in something. Methods that step or close the world name it in another way.
func requireEveryMethodPanics(t *testing.T, something, ofSteps string, do func(w *watchedWorld)) {
	t.Helper()
	w := newWatchedWorld(t, world.Config{Workers: 1})
	calls := 0
	w.run = func() {
		onOtherGoroutine(func() {
			w.eachMethod(func(name string, call reflect.Value, _ bool) {
				want := "world: use of the world during " + something + ", by another goroutine or by the code of a shape"
				switch name {
				case "*world.World.Step", "*world.World.Tick":
					want = "world: Step during " + ofSteps
				case "*world.World.Close":
					want = "world: Close during " + ofSteps
				}
				if got := panicOf(call); got != want {
					t.Errorf("%s: %v", name, got)
				}
				calls++
			})
		})
	}
	do(w)
	require.Greater(t, calls, 300)
	w.Validate()
	w.Tick()
}

// Callbacks may read the world with every method. Those that change it return ErrStepping.
func TestCallbacksMayReadWithEveryMethod(t *testing.T) {
	for _, callback := range []string{"ShouldCollide", "MixFriction", "MixRestitution", "PreSolve", "SetMaterial", "joint"} {
		t.Run(callback, func(t *testing.T) {
			var w *watchedWorld
			calls, on := 0, false
			use := func(from string) {
				if from != callback || !on || calls > 0 {
					return
				}
				w.eachMethod(func(name string, call reflect.Value, changes bool) {
					calls++
					switch name {
					case "*world.World.Step", "*world.World.Tick", "*world.World.Close":
						return
					case "*world.World.Validate", "*world.World.ShapeCast", "*world.World.OverlapShape":
						return // of a half done tick, and of no shape
					case "*world.World.StateHash", "*world.World.StateHashes":
						require.Equal(t, any(world.ErrStepping), panicOf(call), name) // a tick is half done
						return
					}
					if changes {
						out := call.Call(zerosFor(call))
						require.ErrorIs(t, out[len(out)-1].Interface().(error), world.ErrStepping, name)
					} else {
						require.Nil(t, panicOf(call), name)
					}
				})
			}
			mix := func(name string) func(a, b shape.Material) float64 {
				return func(a, b shape.Material) float64 {
					use(name)
					if name == "MixFriction" {
						use("SetMaterial")
					}
					return 0.5
				}
			}
			w = newWatchedWorld(t, world.Config{
				Workers:       1,
				ShouldCollide: func(a, b world.Collider) bool { use("ShouldCollide"); return true },
				PreSolve:      func(*world.ContactEdit) bool { use("PreSolve"); return true },
				MixFriction:   mix("MixFriction"), MixRestitution: mix("MixRestitution"),
			})
			a, b := addMass(t, w.World, 70, 0, 1, 1), addMass(t, w.World, 73, 0, 1, 1)
			world.Must(w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: lookingConstraint{func() { use("joint") }}}))
			if callback == "SetMaterial" {
				w.Tick()
				on = true
				require.NoError(t, w.custom.SetMaterial(shape.Material{Friction: 0.1}))
			} else {
				on = true
				w.Tick()
			}
			require.Greater(t, calls, 300)
			w.Validate()
			w.Tick()
		})
	}
}

// A method that returns no error leaves the state as it is, also where bodies have been moved since
// the last tick. Steps and Close are no such methods.
func TestMethodsWithoutErrorsChangeNothing(t *testing.T) {
	w := newWatchedWorld(t, world.Config{Workers: 1})
	w.Tick()
	for b := range w.Bodies() {
		require.NoError(t, b.SetTransform(b.Position(), 2))
	}
	before, calls := w.StateHash(), 0
	w.eachMethod(func(name string, call reflect.Value, changes bool) {
		switch name {
		case "*world.World.Step", "*world.World.Tick", "*world.World.Close", "*world.World.ShapeCast", "*world.World.OverlapShape":
			return
		}
		if !changes {
			call.Call(zerosFor(call))
			require.Equal(t, before, w.StateHash(), name)
			calls++
		}
	})
	require.Greater(t, calls, 300)
}

// lookingConstraint is a constraint that runs a function and holds nothing.
type lookingConstraint struct{ read func() }

func (c lookingConstraint) Measure(m *joint.ConstraintContext) { c.read() }

func zerosFor(f reflect.Value) (in []reflect.Value) {
	n := f.Type().NumIn()
	if f.Type().IsVariadic() {
		n--
	}
	for i := range n {
		in = append(in, zeroOf(f.Type().In(i)))
	}
	return in
}

// A broken world can be read and closed. Calls that step, change or query it panic.
func TestBrokenWorldCanOnlyBeReadAndClosed(t *testing.T) {
	w := newWatchedWorld(t, world.Config{Workers: 1})
	w.run = func() { panic("no") }
	require.PanicsWithValue(t, "no", w.Tick)
	changing := 0
	w.eachMethod(func(name string, call reflect.Value, changes bool) {
		switch name {
		case "*world.World.Close":
			return
		case "*world.World.Step", "*world.World.Tick", "*world.World.Validate", "*world.World.RayCast", "*world.World.RayCastAll",
			"*world.World.ShapeCast", "*world.World.OverlapPoint", "*world.World.OverlapShape":
			changes = true
		case "*world.World.ShapeCastAll", "*world.World.OverlapContacts", "*world.World.NearestColliders", "*world.World.NearestBodies",
			"*world.World.AppendVisibility", "*world.World.VisibleColliders", "*world.World.View",
			"*world.World.StateHash", "*world.World.StateHashes":
			changes = true
		case "*world.World.OverlapBox", "*world.World.AppendColliders":
			changes = true // a box of zero size
		case "*world.World.StopRecording":
			changes = false // it keeps what led to the panic
		}
		if changes {
			changing++
			require.Equal(t, any(world.ErrBroken), panicOf(call), name)
		} else {
			require.Nil(t, panicOf(call), name)
		}
	})
	require.Greater(t, changing, 60)
	w.Close()
	require.PanicsWithValue(t, "world: Step of a closed world", w.Tick)
}

// A closed world can be read and queried. Calls that change it return ErrClosed.
func TestClosedWorldRejectsEveryChange(t *testing.T) {
	w := newWatchedWorld(t, world.Config{Workers: 1})
	b := addBody(t, w.World, body.Def{Position: mgl64.Vec2{2, 3}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Close()
	w.Close()
	require.Equal(t, mgl64.Vec2{2, 3}, b.Position())
	w.eachMethod(func(name string, call reflect.Value, changes bool) {
		switch name {
		case "*world.World.Step", "*world.World.Tick", "*world.World.ShapeCast", "*world.World.OverlapShape":
			return // tested elsewhere, or of no shape
		case "*world.World.Save", "*world.World.Fork", "*world.World.StopRecording":
			changes = false // they only read
		}
		if changes {
			out := call.Call(zerosFor(call))
			require.ErrorIs(t, out[len(out)-1].Interface().(error), world.ErrClosed, name)
		} else {
			require.Nil(t, panicOf(call), name)
		}
	})
}

// A query during which the world changed panics instead of returning what may be wrong.
func TestChangeDuringQueryIsFound(t *testing.T) {
	w := newWatchedWorld(t, world.Config{Workers: 1})
	box := newConvex(shape.Box(1, 1))
	for name, query := range map[string]func(){
		"ray": func() { w.RayCast(mgl64.Vec2{-3, 0}, mgl64.Vec2{6, 0}, world.QueryFilter{}) },
		"all rays": func() {
			w.RayCastAll(mgl64.Vec2{-3, 0}, mgl64.Vec2{6, 0}, world.QueryFilter{})(func(world.CastHit) bool { return true })
		},
		"shape cast": func() { w.ShapeCast(box, mgl64.Vec2{-3, 0}, 0, mgl64.Vec2{6, 0}, world.QueryFilter{}) },
		"in a box": func() {
			w.OverlapBox(mgl64.Vec2{-1, -1}, mgl64.Vec2{1, 1}, world.QueryFilter{})(func(world.Collider) bool { return true })
		},
		"in a shape": func() {
			w.OverlapShape(box, mgl64.Vec2{}, 0, world.QueryFilter{})(func(world.Collider) bool { return true })
		},
		"at a point": func() {
			w.OverlapPoint(mgl64.Vec2{0.1, 0}, world.QueryFilter{})(func(world.Collider) bool { return true })
		},
		"with a tick": func() { w.RayCast(mgl64.Vec2{-3, 0}, mgl64.Vec2{6, 0}, world.QueryFilter{}) },
	} {
		query()
		w.run = func() { onOtherGoroutine(func() { world.Must(w.CreateBody(body.Def{})) }) }
		if name == "with a tick" {
			w.run = func() { onOtherGoroutine(w.Tick) }
		}
		require.PanicsWithValue(t, "world: the world changed during a query, by another goroutine", query, name)
		query()
	}
}

// Queries of many goroutines at once are allowed between steps.
func TestQueriesOfManyGoroutinesBetweenSteps(t *testing.T) {
	w := newGravityWorld(t)
	addBoxes(t, w, 50)
	for range 10 {
		w.Tick()
		done := make(chan any)
		for k := range 4 {
			go func() {
				defer func() { done <- recover() }()
				for i := range 50 {
					w.RayCast(mgl64.Vec2{-20, float64(k) + float64(i)/50}, mgl64.Vec2{40, 0}, world.QueryFilter{})
					for b := range w.Bodies() {
						b.Position()
					}
				}
			}()
		}
		for range 4 {
			require.Nil(t, <-done)
		}
	}
}

// A panic of a mixer in SetMaterial leaves the world open.
func TestPanicInChangeLeavesWorldOpen(t *testing.T) {
	on := false
	w := newWatchedWorld(t, world.Config{Workers: 1, MixFriction: func(a, b shape.Material) float64 {
		if on {
			panic("no")
		}
		return 0.5
	}})
	w.Tick()
	on = true
	require.PanicsWithValue(t, "no", func() { _ = w.custom.SetMaterial(shape.Material{}) })
	on = false
	w.Validate()
	require.NoError(t, w.custom.SetMaterial(shape.Material{}))
	w.Tick()
}
