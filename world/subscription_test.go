package world_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// newBusyWorld returns a heap of bouncing bodies with sensors among them.
func newBusyWorld(t testing.TB, workers int) *world.World {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
	addHeap(t, w, 30, 0.5, 3)
	for i := range 6 {
		addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{float64(i) - 3, -3}, LinearVelocity: mgl64.Vec2{0.2, 0}}, shape.Box(0.7, 0.7), world.ColliderDef{Sensor: true, SeesSensors: i%2 == 0})
	}
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			s, d := c.Shape(), c.Def()
			d.HitEvents = true
			require.NoError(t, c.Destroy())
			world.Must(b.Attach(s, d))
			break
		}
	}
	return w
}

// The events of a body are the events of the lists that name one of its colliders, turned so that
// its own is A.
func TestEventsOfBodyAreThoseOfLists(t *testing.T) {
	w := newBusyWorld(t, 1)
	found := map[string]int{}
	for range 90 {
		w.Step(2 * dt)
		e := w.Events()
		for b := range w.Bodies() {
			var begins []world.ContactBegin
			for _, x := range e.ContactBegins {
				if x.ColliderB.Body() == b {
					x.ColliderA, x.ColliderB, x.Normal = x.ColliderB, x.ColliderA, x.Normal.Mul(-1)
				}
				if x.ColliderA.Body() == b {
					begins = append(begins, x)
				}
			}
			var ends []world.ContactEnd
			for _, x := range e.ContactEnds {
				if x.ColliderB.Body() == b {
					x.ColliderA, x.ColliderB = x.ColliderB, x.ColliderA
				}
				if x.ColliderA.Body() == b {
					ends = append(ends, x)
				}
			}
			var hits []world.Hit
			for _, x := range e.Hits {
				if x.ColliderB.Body() == b {
					x.ColliderA, x.ColliderB, x.Normal = x.ColliderB, x.ColliderA, x.Normal.Mul(-1)
				}
				if x.ColliderA.Body() == b {
					hits = append(hits, x)
				}
			}
			of := func(list []world.SensorEvent) (own []world.SensorEvent) {
				for _, x := range list {
					if x.Sensor.Body() == b || x.Visitor.Body() == b {
						own = append(own, x)
					}
				}
				return own
			}
			require.Equal(t, begins, slices.Collect(b.ContactBegins()))
			require.Equal(t, ends, slices.Collect(b.ContactEnds()))
			require.Equal(t, hits, slices.Collect(b.Hits()))
			require.Equal(t, of(e.SensorBegins), slices.Collect(b.SensorBegins()))
			require.Equal(t, of(e.SensorEnds), slices.Collect(b.SensorEnds()))
			found["begins"] += len(begins)
			found["ends"] += len(ends)
			found["hits"] += len(hits)
			found["sensors"] += len(of(e.SensorBegins))
		}
	}
	for _, kind := range []string{"begins", "ends", "hits", "sensors"} {
		require.Greater(t, found[kind], 40, kind)
	}
}

// Many goroutines may ask for the events of bodies at once.
func TestEventsOfBodiesOnManyGoroutines(t *testing.T) {
	w := newBusyWorld(t, 1)
	for range 20 {
		w.Tick()
		var group sync.WaitGroup
		counts := make([]int, 4)
		for i := range counts {
			group.Go(func() {
				for b := range w.Bodies() {
					counts[i] += len(slices.Collect(b.ContactBegins())) + len(slices.Collect(b.ContactEnds()))
				}
			})
		}
		group.Wait()
		want := 2 * (len(w.Events().ContactBegins) + len(w.Events().ContactEnds))
		require.Equal(t, []int{want, want, want, want}, counts)
	}
}

// subscribeAll makes every body and collider write down what it hears.
func subscribeAll(t testing.TB, w *world.World, log *[]string) {
	say := func(who fmt.Stringer, what string, a, b world.Collider, more ...any) {
		*log = append(*log, fmt.Sprint(who, " ", what, " ", a.ID(), " ", b.ID(), " ", more))
	}
	for b := range w.Bodies() {
		world.Must(b.OnContactBegin(func(x world.ContactBegin) { say(b, "begin", x.ColliderA, x.ColliderB, x.Normal) }))
		world.Must(b.OnContactEnd(func(x world.ContactEnd) { say(b, "end", x.ColliderA, x.ColliderB) }))
		world.Must(b.OnHit(func(x world.Hit) { say(b, "hit", x.ColliderA, x.ColliderB, x.Impulse) }))
		world.Must(b.OnSensorBegin(func(x world.SensorEvent) { say(b, "in", x.Sensor, x.Visitor, x.Fraction) }))
		world.Must(b.OnSensorEnd(func(x world.SensorEvent) { say(b, "out", x.Sensor, x.Visitor, x.Fraction) }))
		for c := range b.Colliders() {
			world.Must(c.OnContactBegin(func(x world.ContactBegin) { say(c, "begin", x.ColliderA, x.ColliderB, x.Normal) }))
			world.Must(c.OnContactEnd(func(x world.ContactEnd) { say(c, "end", x.ColliderA, x.ColliderB) }))
			world.Must(c.OnHit(func(x world.Hit) { say(c, "hit", x.ColliderA, x.ColliderB, x.Impulse) }))
			world.Must(c.OnSensorBegin(func(x world.SensorEvent) { say(c, "in", x.Sensor, x.Visitor, x.Fraction) }))
			world.Must(c.OnSensorEnd(func(x world.SensorEvent) { say(c, "out", x.Sensor, x.Visitor, x.Fraction) }))
		}
	}
}

// Subscriptions hear of every event of the lists once, the collider before its body and A before B,
// and the same with any number of workers.
func TestSubscriptionsHearEverythingInOrder(t *testing.T) {
	run := func(workers int) (log []string) {
		w := newBusyWorld(t, workers)
		if workers > 1 {
			w.ParallelizeAlways()
		}
		subscribeAll(t, w, &log)
		for range 60 {
			log = append(log, "tick")
			w.Tick()
			var want []string
			expect := func(what string, a, b world.Collider, first, second []any) {
				for i, c := range []world.Collider{a, b} {
					x, y, more := a, b, first
					if i == 1 && second != nil {
						x, y, more = b, a, second
					}
					want = append(want, fmt.Sprint(c, " ", what, " ", x.ID(), " ", y.ID(), " ", more), fmt.Sprint(c.Body(), " ", what, " ", x.ID(), " ", y.ID(), " ", more))
				}
			}
			e := w.Events()
			for _, x := range e.ContactBegins {
				expect("begin", x.ColliderA, x.ColliderB, []any{x.Normal}, []any{x.Normal.Mul(-1)})
			}
			for _, x := range e.ContactEnds {
				expect("end", x.ColliderA, x.ColliderB, []any{}, []any{})
			}
			for _, x := range e.Hits {
				expect("hit", x.ColliderA, x.ColliderB, []any{x.Impulse}, []any{x.Impulse})
			}
			for _, x := range e.SensorBegins {
				expect("in", x.Sensor, x.Visitor, []any{x.Fraction}, nil)
			}
			for _, x := range e.SensorEnds {
				expect("out", x.Sensor, x.Visitor, []any{x.Fraction}, nil)
			}
			require.Equal(t, want, append([]string(nil), log[len(log)-len(want):]...))
			require.Equal(t, "tick", log[len(log)-len(want)-1])
		}
		return log
	}
	want := run(1)
	require.Greater(t, len(want), 500)
	require.Equal(t, want, run(3))
}

// A function may destroy the bodies of its event, create others, subscribe and cancel. What it
// causes is told after the next tick, and every begin still has its end.
func TestSubscriptionsMayChangeTheWorld(t *testing.T) {
	w := newGravityWorld(t)
	floor := addFloor(t, w, world.ColliderDef{})
	begins, ends, created := 0, 0, 0
	var watch func(b world.Body)
	watch = func(b world.Body) {
		world.Must(b.OnContactBegin(func(x world.ContactBegin) {
			require.Equal(t, b, x.ColliderA.Body())
			require.NoError(t, b.Destroy())
			if created++; created < 10 {
				watch(addBody(t, w, body.Def{Position: mgl64.Vec2{float64(created), 0.6}}, shape.Circle{Radius: 0.5}, world.ColliderDef{}))
			}
		}))
	}
	watch(addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.6}}, shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	world.Must(floor.OnContactBegin(func(x world.ContactBegin) { begins++ }))
	world.Must(floor.OnContactEnd(func(x world.ContactEnd) {
		require.False(t, x.ColliderB.Valid())
		ends++
	}))
	w.Step(0.1)
	for range 100 {
		w.Step(3 * dt)
		w.Validate()
	}
	require.Equal(t, 10, created)
	require.Equal(t, 10, begins)
	require.Equal(t, 10, ends)
	require.Equal(t, 1, w.BodyCount())
	require.Equal(t, 2, w.SubscriptionCount(), "destroyed bodies drop theirs")
}

// Who subscribes in a function hears from the next tick on, and who is cancelled hears no more.
func TestSubscribingAndCancelingInFunctions(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	a := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	var second world.Subscription
	first, late := 0, 0
	one := world.Must(a.OnContactBegin(func(world.ContactBegin) {
		first++
		require.True(t, second.Active())
		require.NoError(t, second.Cancel())
		world.Must(b.OnContactBegin(func(world.ContactBegin) { late++ }))
	}))
	second = world.Must(b.OnContactBegin(func(world.ContactBegin) { t.Error("cancelled") }))
	w.Tick()
	require.Equal(t, []int{1, 0}, []int{first, late})
	require.False(t, second.Active())
	require.True(t, one.Active())
	require.NoError(t, second.Cancel())
	require.NoError(t, one.Cancel())
	require.NoError(t, one.Cancel())
	require.False(t, one.Active())
	require.NoError(t, b.SetTransform(mgl64.Vec2{9, 0}, 0))
	w.Tick()
	require.NoError(t, b.SetTransform(mgl64.Vec2{1, 0}, 0))
	w.Tick()
	w.Tick()
	require.Equal(t, []int{1, 1}, []int{first, late})
	require.False(t, world.Subscription{}.Active())
	require.NoError(t, world.Subscription{}.Cancel())
}

// A panic of a function leaves the world whole, and the functions given to AfterStep run after the
// next tick.
func TestPanicInSubscription(t *testing.T) {
	w := newFloorWorld(t)
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	heard := 0
	world.Must(ball.OnContactBegin(func(world.ContactBegin) {
		heard++
		panic("of the game")
	}))
	require.PanicsWithValue(t, "of the game", func() { w.Step(4 * dt) })
	require.Equal(t, uint64(1), w.Ticks())
	w.Validate()
	require.NoError(t, ball.SetLinearVelocity(mgl64.Vec2{0, 3}))
	w.Step(dt)
	runSeconds(w, 0.2)
	w.Validate()
	require.Equal(t, 1, heard)
	require.NoError(t, ball.Destroy())
	require.Zero(t, w.SubscriptionCount())
}

// Whoever subscribes to hits needs no HitEvents. Hits are reported as long as someone subscribes,
// of colliders attached later too, and the definition is as it was.
func TestOnHitNeedsNoHitEvents(t *testing.T) {
	w := newGravityWorld(t)
	floor := addFloor(t, w, world.ColliderDef{})
	drop := func() (reported int) {
		ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}, LinearVelocity: mgl64.Vec2{0, -5}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		for range 30 {
			w.Tick()
			reported += len(w.Events().Hits)
		}
		require.NoError(t, ball.Destroy())
		w.Tick()
		return reported
	}
	require.Zero(t, drop())
	heard := 0
	hear := func(h world.Hit) {
		require.Equal(t, floor, h.ColliderA.Body())
		require.InDelta(t, 1, h.Normal[1], 1e-6)
		heard++
	}
	byBody, byCollider := world.Must(floor.OnHit(hear)), world.Must(firstCollider(floor).OnHit(hear))
	require.False(t, firstCollider(floor).Def().HitEvents)
	require.Equal(t, 1, drop())
	require.Equal(t, 2, heard)
	require.NoError(t, byBody.Cancel())
	require.Equal(t, 1, drop())
	require.Equal(t, 3, heard)
	require.NoError(t, byCollider.Cancel())
	require.Zero(t, drop())

	world.Must(floor.OnHit(hear))
	require.NoError(t, firstCollider(floor).Destroy())
	world.Must(floor.Attach(shape.Box(50, 1), world.ColliderDef{}))
	require.Equal(t, 1, drop())
	require.Equal(t, 4, heard)
}

func TestSubscriptionMisuse(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1, PreSolve: func(c *world.ContactEdit) bool {
		_, err := c.ColliderA.OnHit(func(world.Hit) {})
		require.ErrorIs(t, err, world.ErrStepping)
		return true
	}})
	a := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{PreSolve: true})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	require.Zero(t, w.SubscriptionCount())
	require.PanicsWithValue(t, "world: a subscription without a function", func() { _, _ = a.OnHit(nil) })
	require.PanicsWithValue(t, "world: use of the zero Body", func() { _, _ = world.Body{}.OnHit(func(world.Hit) {}) })
	require.PanicsWithValue(t, "world: use of the zero Collider", func() { _, _ = world.Collider{}.OnHit(func(world.Hit) {}) })
	s := world.Must(a.OnContactBegin(func(world.ContactBegin) {}))
	w.Close()
	_, err := a.OnHit(func(world.Hit) {})
	require.ErrorIs(t, err, world.ErrClosed)
	require.ErrorIs(t, s.Cancel(), world.ErrClosed)
	require.True(t, s.Active())
}

// A Step without a tick calls the functions for the events of the calls before it, once: the next
// Step drops these events.
func TestSubscriptionsInStepsWithoutATick(t *testing.T) {
	for name, step := range map[string]func(*world.World){
		"Step": func(w *world.World) { w.Step(0.1 * dt) },
		"Tick": func(w *world.World) {
			s := &scaler{scale: 0.1}
			w.Observe(s)
			w.Tick()
			w.StopObserving(s)
		},
	} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
		addFloor(t, w, world.ColliderDef{})
		lower := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		upper := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		w.Step(dt)
		ends, ticks := 0, w.Ticks()
		world.Must(lower.OnContactEnd(func(x world.ContactEnd) {
			ends++
			require.NoError(t, lower.SetLinearVelocity(mgl64.Vec2{1, 0}))
			require.ErrorIs(t, w.Restore(&world.Snapshot{}), world.ErrStepping)
			require.Panics(t, func() { w.Step(dt) })
		}))
		require.NoError(t, upper.Destroy())
		require.Zero(t, ends, name)
		step(w)
		require.Equal(t, ticks, w.Ticks(), name)
		require.Len(t, w.Events().ContactEnds, 1, name)
		require.Equal(t, 1, ends, name)
		w.Step(0)
		w.Step(2 * dt)
		require.Equal(t, 1, ends, name)
	}
}

// A Restore brings back a body that was destroyed, but not its subscriptions, as Restore says;
// subscriptions of bodies that were there all the time stay.
func TestSubscriptionsThatEndedDoNotComeBack(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	addBody(t, w, body.Def{Type: body.Static}, shape.Box(9, 0.5), world.ColliderDef{})
	drop := func(x float64) world.Body {
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{x, 1.5}}, shape.Circle{Radius: 0.4}, world.ColliderDef{})
		return b
	}
	lost, kept := drop(-2), drop(2)
	begins := map[world.Body]int{}
	count := func(b world.Body) world.Subscription {
		return world.Must(b.OnContactBegin(func(world.ContactBegin) { begins[b]++ }))
	}
	first, second := count(lost), count(kept)
	var s world.Snapshot
	require.NoError(t, w.Save(&s))
	require.NoError(t, lost.Destroy())
	require.NoError(t, w.Restore(&s))
	require.True(t, lost.Valid())
	require.False(t, first.Active())
	require.True(t, second.Active())
	runTicks(w, 60)
	require.Equal(t, map[world.Body]int{kept: 1}, begins)

	require.NoError(t, w.Restore(&s))
	count(lost)
	runTicks(w, 60)
	require.Equal(t, map[world.Body]int{kept: 2, lost: 1}, begins)
}
