package world_test

import (
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A world that is no longer referenced is collected, and its workers end.
func TestUnreferencedWorldIsCollected(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4)) // a pool makes no goroutine for one processor
	// Worlds that other tests forgot or closed a moment ago may not be collected yet.
	require.Eventually(t, func() bool { runtime.GC(); return poolGoroutines() == 0 }, 20*time.Second, 10*time.Millisecond)
	collected := make(chan struct{})
	func() {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 4}))
		w.ParallelizeAlways()
		addBoxes(t, w, 2000)
		runTicks(w, 3)
		_, _ = w.RayCast(mgl64.Vec2{}, mgl64.Vec2{5, 5}, world.QueryFilter{})
		require.Positive(t, poolGoroutines(), "workers run")
		runtime.AddCleanup(w, func(c chan struct{}) { close(c) }, collected)
	}()
	deadline := time.Now().Add(20 * time.Second)
	for isCollected := false; !isCollected || poolGoroutines() > 0; {
		runtime.GC()
		select {
		case <-collected:
			isCollected = true
		case <-time.After(10 * time.Millisecond):
		}
		require.True(t, time.Now().Before(deadline), "collected: %v, %d workers", isCollected, poolGoroutines())
	}
}

// poolGoroutines returns the number of goroutines that pools have made, also of those that have not
// begun.
func poolGoroutines() int {
	buf := make([]byte, 1<<20)
	return strings.Count(string(buf[:runtime.Stack(buf, true)]), "\ncreated by github.com/carom2d/carom/internal/par.(*scheduler).")
}

// Worlds share nothing: many of them may step at the same time.
func TestWorldsStepConcurrently(t *testing.T) {
	hashes := make([]uint64, 6)
	var all sync.WaitGroup
	for i := range hashes {
		all.Go(func() {
			w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1 + i%3})
			if err != nil {
				return // this leaves a zero, which no hash is
			}
			defer w.Close()
			w.ParallelizeAlways()
			addBoxes(t, w, 300)
			runTicks(w, 60)
			hashes[i] = w.Hash()
		})
	}
	all.Wait()
	for _, h := range hashes {
		require.NotZero(t, h)
		require.Equal(t, hashes[0], h)
	}
}

// Every reading method may be called from many goroutines between steps, and each of them
// gets the result that one alone gets.
func TestQueriesFromManyGoroutines(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 2})
	bodies := addBoxes(t, w, 200)
	gate := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, 1}}, shape.Box(3, 3), world.ColliderDef{Sensor: true})
	runSeconds(w, 0.5)
	ball, box := newConvex(shape.Circle{Radius: 0.3}), newConvex(shape.Box(1, 1))
	queryAll := func() (n int) {
		for i := range 40 {
			origin := mgl64.Vec2{float64(i)*0.7 - 14, 20}
			if hit, ok := w.RayCast(origin, mgl64.Vec2{0, -30}, world.QueryFilter{}); ok {
				n += int(hit.Collider.ID()) + int(hit.Fraction*1e6)
			}
			if _, ok := w.ShapeCast(ball, origin, 0, mgl64.Vec2{0, -30}, world.QueryFilter{}); ok {
				n++
			}
			for c := range w.OverlapBox(origin.Sub(mgl64.Vec2{1, 20}), origin.Add(mgl64.Vec2{1, -15}), world.QueryFilter{}) {
				n += int(c.ID())
				for range w.OverlapPoint(c.Body().Position(), world.QueryFilter{}) {
					n++
				}
			}
			for range w.RayCastAll(origin, mgl64.Vec2{1, -30}, world.QueryFilter{}) {
				n++
			}
			for range w.OverlapShape(box, mgl64.Vec2{0, 2}, 0, world.QueryFilter{}) {
				n++
			}
		}
		for _, b := range bodies {
			n += int(1000 * (b.Position()[0] + b.Angle() + b.LinearVelocity()[1]))
			for c := range b.Contacts() {
				n += len(c.Points())
			}
			n += int(firstCollider(b).ClosestPoint(mgl64.Vec2{})[0] * 100)
		}
		for range firstCollider(gate).Overlaps() {
			n++
		}
		n += w.Counters().Touching + int(w.Hash()>>32)
		for range w.Bodies() {
			n++
		}
		for range w.Moves() {
			n++
		}
		return n
	}
	want := queryAll()
	got := make([]int, 8)
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i] = queryAll() })
	}
	all.Wait()
	for _, n := range got {
		require.Equal(t, want, n)
	}
}
