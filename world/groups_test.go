package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addManyIslands fills a world with islands of all sizes: heaps, chains of random joints, some
// of them with code of the game's own, heaps on moving platforms, a body whose islands
// come and go, and bodies alone.
func addManyIslands(t testing.TB, w *world.World) {
	r := rng{rand.New(rand.NewPCG(21, 22))}
	addFloor(t, w, world.ColliderDef{Material: &shape.Material{Friction: 0.6, RollingResistance: 0.01}})
	left := -40.0
	addPile := func(y float64, n int) {
		for row := range n {
			for i := range n - row {
				box := mgl64.Vec2{left + float64(i) + 0.5*float64(row), y + 0.5 + float64(row)}
				addBody(t, w, body.Def{Position: box}, shape.Box(0.45, 0.5), world.ColliderDef{})
			}
		}
		left += float64(n) + 1
	}
	for n := range 6 {
		addPile(0, n+1)
	}
	for i := range 3 {
		slab := body.Def{Type: body.Kinematic, Position: mgl64.Vec2{left + 1, 3}, AngularVelocity: 0.1 * float64(i)}
		slab.LinearVelocity = mgl64.Vec2{0.5, 0.2}
		addBody(t, w, slab, shape.Box(2, 0.2), world.ColliderDef{})
		addPile(3.2, 3)
	}
	for range 12 {
		var last world.Body
		for i := range 2 + r.IntN(5) {
			p := mgl64.Vec2{left, 6 + 0.3*float64(i)}
			b := addBody(t, w, body.Def{Position: p}, shape.Circle{Radius: 0.2}, world.ColliderDef{Density: r.between(0.5, 3)})
			if i > 0 {
				_, err := r.randomJoint(w, last, b)
				require.NoError(t, err)
			}
			last = b
		}
		left += 1.5
	}
	hub := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{left + 2, 4}, AngularVelocity: 2}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
	arm := addBody(t, w, body.Def{Position: mgl64.Vec2{left + 3, 4}}, shape.Box(0.8, 0.1), world.ColliderDef{})
	world.Must(w.CreateRevolute(hub, arm, world.RevoluteAt(hub, arm, mgl64.Vec2{left + 2, 4})))
	d := joint.Distance{Length: 1, Law: func(x, rate float64) float64 { return -30*(x-1) - rate }}
	tip := addBody(t, w, body.Def{Position: mgl64.Vec2{left + 5, 4}}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
	world.Must(w.CreateDistance(arm, tip, d))
	addBody(t, w, body.Def{Position: mgl64.Vec2{-39, 0.5}, LinearVelocity: mgl64.Vec2{15, 0}}, shape.Circle{Radius: 0.6}, world.ColliderDef{Density: 5})
	for range 30 {
		p := mgl64.Vec2{r.between(-40, left), r.between(10, 40)}
		addBody(t, w, body.Def{Position: p}, shape.Circle{Radius: 0.3}, world.ColliderDef{Material: &shape.Material{Restitution: r.orZero(0.7)}})
	}
}

// Solving islands in groups of any size, with any number of workers, gives the bits of
// solving the world by colours.
func TestIslandGroupsGiveSameBits(t *testing.T) {
	start := func(bodies, workers int) *world.World {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		w.ParallelizeAlways()
		w.SetMaxGroupBodies(bodies)
		addManyIslands(t, w)
		return w
	}
	ungrouped := start(0, 1)
	var grouped []*world.World
	for i, bodies := range []int{1, 7, 40, 1000} {
		for k, workers := range []int{1, 3} {
			if sampleStep > 1 && i%2 != k {
				continue
			}
			grouped = append(grouped, start(bodies, workers))
		}
	}
	require.Greater(t, ungrouped.Counters().Islands, 50)
	for tick := range 240 {
		ungrouped.Tick()
		want := ungrouped.Hash()
		for i, w := range grouped {
			w.Tick()
			require.Equal(t, want, w.Hash(), "world %d, tick %d", i, tick)
		}
	}
}

// The first two bodies of a gear or a custom joint need not be able to move. Such a joint
// once had no group, and the world panicked.
func TestIslandGroupOfJointWithStaticFirstBodies(t *testing.T) {
	start := func(bodies, workers int) *world.World {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		w.ParallelizeAlways()
		w.SetMaxGroupBodies(bodies)
		for i := range 12 {
			x := 10 * float64(i)
			p, q := addMass(t, w, x, 0, 1, 1), addMass(t, w, x+2, 0, 1, 1)
			post := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{x + 1, 3}}))
			other := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{x + 3, 3}}))
			switch i % 3 {
			case 0:
				world.Must(w.CreateCustom([]world.Body{post, w.Ground(), p}, joint.Custom{Constraint: distanceConstraint{2}}))
			case 1:
				first := world.Must(w.CreateRevolute(p, post, world.RevoluteAt(p, post, post.Position())))
				second := world.Must(w.CreateRevolute(q, other, world.RevoluteAt(q, other, other.Position())))
				world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{Ratio: 2}))
			default:
				world.Must(w.CreateCustom([]world.Body{post, other, p, q}, joint.Custom{Constraint: distanceConstraint{2}}))
			}
		}
		return w
	}
	ungrouped, grouped := start(0, 1), []*world.World{start(1, 1), start(2, 3), start(8, 1), start(8, 3)}
	for tick := range 120 {
		ungrouped.Tick()
		for i, w := range grouped {
			w.Tick()
			require.Equal(t, ungrouped.Hash(), w.Hash(), "world %d, tick %d", i, tick)
		}
	}
}

// Contacts are sorted anew when the partitions that workers share change, also when the
// contacts themselves stay: new bodies touch nothing.
func TestContactsAreResortedWhenWorkerSlicesChange(t *testing.T) {
	hashes := map[int]uint64{}
	for _, workers := range []int{1, 2, 4} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers, NoSleep: true})
		w.ParallelizeAlways()
		w.SetMaxGroupBodies(0)
		addFloor(t, w, world.ColliderDef{})
		for i := range 40 {
			addBody(t, w, body.Def{Position: mgl64.Vec2{2*float64(i) - 40, 3 - float64(i)/16}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		}
		runSeconds(w, 3) // the last falls first
		for i := range 80 {
			world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 50 + float64(i)}, Weightless: true}))
			w.Tick()
		}
		hashes[workers] = w.Hash()
	}
	require.Equal(t, hashes[1], hashes[2])
	require.Equal(t, hashes[1], hashes[4])
}

// The first tick in which very many contacts begin takes little more memory than their events, and
// every contact has one.
func TestManyContactsBeginAtOnce(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	const boxes = 3000
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(2*boxes, 1), world.ColliderDef{})
	for i := range boxes {
		addBody(t, w, body.Def{Position: mgl64.Vec2{2 * float64(i-boxes/2), 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	w.Tick()
	begins := w.Events().ContactBegins
	require.Len(t, begins, boxes)
	require.LessOrEqual(t, cap(begins), boxes+boxes/16+32)
	seen := map[world.Collider]bool{}
	for _, b := range begins {
		moving := b.ColliderA
		if moving.Body().Type() == body.Static {
			moving = b.ColliderB
		}
		require.False(t, seen[moving])
		seen[moving] = true
	}
}

// The rows of the contacts change no bit.
func TestContactOrderGivesSameBits(t *testing.T) {
	start := func() *world.World {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 2})
		w.ParallelizeAlways()
		addManyIslands(t, w)
		return w
	}
	reference, reordered := start(), start()
	reorderings := 0
	for tick := range 240 {
		reference.Tick()
		reordered.Tick()
		require.Equal(t, reference.Hash(), reordered.Hash(), "tick %d", tick)
		outOfOrder := reordered.OutOfOrderContacts()
		reordered.ReorderContacts()
		reordered.Validate()
		if reordered.OutOfOrderContacts() < outOfOrder {
			require.Zero(t, reordered.OutOfOrderContacts())
			reorderings++
		}
	}
	require.Greater(t, reorderings, 3)
}
