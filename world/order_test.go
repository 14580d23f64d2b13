package world_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// orderCase is a way to run the same calls.
type orderCase struct {
	config   world.Config
	named    bool                 // bodies have names and data
	reversed bool                 // bodies are made in the reverse order
	beside   func(w *world.World) // is called between the ticks
	before   func(t *testing.T)   // is called before
}

// runOrder lets boxes fall on each other and returns the poses after each tick.
func (o orderCase) run(t *testing.T) (trace []string) {
	if o.before != nil {
		o.before(t)
	}
	c := o.config
	c.Gravity = mgl64.Vec2{0, -10}
	w := newWorld(t, c)
	w.ParallelizeAlways()
	addFloor(t, w, world.ColliderDef{})
	const count = 40
	bodies := make([]world.Body, count)
	for k := range count {
		i := k
		if o.reversed {
			i = count - 1 - k
		}
		def := body.Def{Position: mgl64.Vec2{0.3 * float64(i%5), 0.6 + 1.1*float64(i/5)}, AngularVelocity: float64(i % 3)}
		if o.named {
			def.Name, def.UserData = fmt.Sprint("box ", i), &def
		}
		bodies[i] = addBody(t, w, def, shape.Box(0.5, 0.4), world.ColliderDef{Density: 1})
	}
	for range 90 {
		w.Tick()
		line := ""
		for _, b := range bodies {
			line += fmt.Sprintf("%x %x %x ", b.Position()[0], b.Position()[1], b.Angle())
		}
		trace = append(trace, line)
		if o.beside != nil {
			o.beside(w)
		}
	}
	return trace
}

// The result depends on the calls that change the world and their order, and on nothing else.
func TestResultDependsOnCallsAlone(t *testing.T) {
	want := orderCase{config: world.Config{Workers: 1}}.run(t)
	var snapshot world.Snapshot
	var garbage [][]byte
	for name, o := range map[string]orderCase{
		"again":                {config: world.Config{Workers: 1}},
		"three workers":        {config: world.Config{Workers: 3}},
		"as many as there are": {},
		"sweep and prune":      {config: world.Config{Workers: 2, Broadphase: world.BroadphaseSweep}},
		"brute force":          {config: world.Config{Workers: 1, Broadphase: world.BroadphaseBrute}},
		"names and data":       {config: world.Config{Workers: 1}, named: true},
		"reads": {config: world.Config{Workers: 2}, beside: func(w *world.World) {
			w.RayCast(mgl64.Vec2{-10, 1}, mgl64.Vec2{20, 0}, world.QueryFilter{})
			for range w.OverlapBox(mgl64.Vec2{-5, 0}, mgl64.Vec2{5, 5}, world.QueryFilter{}) {
				break
			}
			v := w.View()
			v.RayCast(mgl64.Vec2{0, 20}, mgl64.Vec2{0, -30}, world.QueryFilter{})
			v.Release()
			w.Events()
			w.Counters()
		}},
		"snapshots and hashes": {config: world.Config{Workers: 1}, beside: func(w *world.World) {
			w.StateHash()
			w.StateHashes()
			require.NoError(t, w.Save(&snapshot))
			fork := world.Must(w.Fork())
			fork.Tick()
			fork.Close()
		}},
		"restored in every tick": {config: world.Config{Workers: 1}, beside: func(w *world.World) {
			require.NoError(t, w.Save(&snapshot))
			w.Tick()
			w.Tick()
			require.NoError(t, w.Restore(&snapshot))
		}},
		"other addresses and other worlds": {config: world.Config{Workers: 1}, before: func(t *testing.T) {
			for range 1000 {
				garbage = append(garbage, make([]byte, 1000))
			}
			orderCase{reversed: true}.run(t)
		}, beside: func(*world.World) {
			garbage = garbage[len(garbage)/2:]
			runtime.GC()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got := o.run(t)
			for i := range want {
				require.Equal(t, want[i], got[i], "tick %d", i)
			}
		})
	}
}

// Another order of creation is another result: bodies and contacts are taken in the order of their
// slots.
func TestResultDependsOnTheOrderOfCreation(t *testing.T) {
	first := orderCase{config: world.Config{Workers: 1}}.run(t)
	other := orderCase{config: world.Config{Workers: 1}, reversed: true}.run(t)
	require.NotEqual(t, first[len(first)-1], other[len(other)-1])
}

// A game that sorts its definitions by a key of its own gets the same bits from a list in any
// order.
func TestSortedDefinitionsGiveTheSameBits(t *testing.T) {
	type item struct {
		key int
		def body.Def
	}
	var items []item
	for i := range 40 {
		items = append(items, item{key: i*7919%101 + 1, def: body.Def{Position: mgl64.Vec2{0.3 * float64(i%5), 0.6 + 1.1*float64(i/5)}}})
	}
	hash := func(seed uint64, sorted bool) uint64 {
		list := slices.Clone(items)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		if sorted {
			slices.SortFunc(list, func(x, y item) int { return cmp.Compare(x.key, y.key) })
		}
		w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
		addFloor(t, w, world.ColliderDef{})
		for _, x := range list {
			addBody(t, w, x.def, shape.Box(0.5, 0.4), world.ColliderDef{})
		}
		runTicks(w, 90)
		return w.StateHash()
	}
	want := hash(1, true)
	for seed := range uint64(5) {
		require.Equal(t, want, hash(seed+2, true))
		require.NotEqual(t, want, hash(seed+2, false))
	}
}
