package world_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// querier is what a world and a view of it have in common.
type querier interface {
	RayCast(origin, translation mgl64.Vec2, f world.QueryFilter) (world.CastHit, bool)
	RayCastAll(origin, translation mgl64.Vec2, f world.QueryFilter) iter.Seq[world.CastHit]
	ShapeCast(s shape.Convex, position mgl64.Vec2, angle float64, translation mgl64.Vec2, f world.QueryFilter) (world.CastHit, bool)
	ShapeCastAll(s world.PlacedShape, translation mgl64.Vec2, f world.QueryFilter) iter.Seq[world.CastHit]
	OverlapPoint(p mgl64.Vec2, f world.QueryFilter) iter.Seq[world.Collider]
	OverlapBox(lower, upper mgl64.Vec2, f world.QueryFilter) iter.Seq[world.Collider]
	OverlapShape(s shape.Convex, position mgl64.Vec2, angle float64, f world.QueryFilter) iter.Seq[world.Collider]
	OverlapContacts(s world.PlacedShape, f world.QueryFilter) iter.Seq[world.Overlap]
	NearestColliders(to world.PlacedShape, maxDistance float64, limit int, f world.QueryFilter) iter.Seq[world.Nearby]
	NearestBodies(to world.PlacedShape, maxDistance float64, limit int, f world.QueryFilter) iter.Seq[world.Nearby]
	VisibleColliders(p mgl64.Vec2, radius float64, f world.QueryFilter) iter.Seq[world.Collider]
	AppendColliders(dst []world.Collider, lower, upper mgl64.Vec2, f world.QueryFilter) []world.Collider
	AppendVisibility(dst []mgl64.Vec2, p mgl64.Vec2, radius float64, f world.QueryFilter) []mgl64.Vec2
}

// answers are the results of queries.
type answers struct {
	Hits      []world.CastHit
	Colliders [][]world.ColliderID
	Overlaps  []world.Overlap
	Near      []world.Nearby
	Outlines  [][]mgl64.Vec2
}

func (a *answers) addHit(hit world.CastHit, _ bool) { a.Hits = append(a.Hits, hit) }

func (a *answers) addColliders(found []world.Collider) {
	ids := make([]world.ColliderID, len(found))
	for i, c := range found {
		ids[i] = c.ID()
	}
	a.Colliders = append(a.Colliders, ids)
}

// ask makes queries all over a heap.
func ask(q querier, seed uint64, ignored world.Body) (a answers) {
	forPlaces(seed, func(p mgl64.Vec2, f world.QueryFilter, s shape.Convex) {
		a.addHit(q.RayCast(p, mgl64.Vec2{3, -5}, f))
		a.addHit(q.RayCast(p, mgl64.Vec2{3, -5}, world.QueryFilter{Ignore: ignored}))
		a.addHit(q.ShapeCast(s, p, 0.3, mgl64.Vec2{-4, -4}, f))
		a.addColliders(slices.Collect(q.OverlapPoint(p, f)))
		a.addColliders(slices.Collect(q.OverlapBox(p, p.Add(mgl64.Vec2{1, 2}), f)))
		a.addColliders(slices.Collect(q.OverlapShape(s, p, 1, f)))
		a.Hits = slices.AppendSeq(a.Hits, q.RayCastAll(p, mgl64.Vec2{6, 1}, f))
		placed := world.ShapeAt(s, p, 1)
		a.Hits = slices.AppendSeq(a.Hits, q.ShapeCastAll(placed, mgl64.Vec2{4, 1}, f))
		a.Overlaps = slices.AppendSeq(a.Overlaps, q.OverlapContacts(placed, f))
		a.Near = slices.AppendSeq(a.Near, q.NearestColliders(placed, 2, 4, f))
		a.Near = slices.AppendSeq(a.Near, q.NearestBodies(placed, 2, 4, f))
		a.Outlines = append(a.Outlines, q.AppendVisibility(nil, p, 3, f))
		a.addColliders(q.AppendColliders(nil, p, p.Add(mgl64.Vec2{1, 2}), f))
		a.addColliders(slices.Collect(q.VisibleColliders(p, 3, f)))
	})
	return a
}

func forPlaces(seed uint64, at func(mgl64.Vec2, world.QueryFilter, shape.Convex)) {
	r := rng{rand.New(rand.NewPCG(seed, 2))}
	s := newConvex(shape.Box(0.4, 0.2))
	for range 25 {
		p := mgl64.Vec2{r.between(-5, 5), r.between(0, 6)}
		at(p, world.QueryFilter{Mask: 1 + r.Uint64N(3), Sensors: r.coin()}, s)
	}
}

// places are the poses and velocities of bodies.
type place struct {
	Position, Velocity mgl64.Vec2
	Angle, Spin        float64
	Awake              bool
}

func placesInWorld(w *world.World) map[world.Body]place {
	all := map[world.Body]place{}
	for b := range w.Bodies() {
		all[b] = place{b.Position(), b.LinearVelocity(), b.Angle(), b.AngularVelocity(), b.Awake()}
	}
	return all
}

func placesInView(t *testing.T, v *world.View) map[world.Body]place {
	all := map[world.Body]place{}
	for b := range v.Bodies() {
		position, angle, ok := v.Pose(b)
		require.True(t, ok)
		velocity, spin, ok := v.Velocity(b)
		require.True(t, ok)
		all[b] = place{position, velocity, angle, spin, v.Awake(b)}
	}
	return all
}

// newHeapToView is a heap of built-in and custom shapes, sensors and two categories.
func newHeapToView(t *testing.T, kind world.BroadphaseKind) *world.World {
	w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Broadphase: kind, Workers: 1})
	t.Cleanup(w.Close)
	addWalls(t, w, 5, world.ColliderDef{})
	r := rand.New(rand.NewPCG(8, 8))
	for i := range 60 {
		s := randomShape(r)
		if i%7 == 0 {
			s = supportOnly{s}
		}
		addBody(t, w, body.Def{Position: mgl64.Vec2{4 * (2*r.Float64() - 1), 1 + 4*r.Float64()}}, s,
			world.ColliderDef{Filter: shape.Filter{Category: 1 + uint64(i%2)}, Sensor: i%9 == 0})
	}
	runTicks(w, 30)
	return w
}

// Many goroutines query views while the world steps and changes; each view answers as the world
// did when it was taken.
func TestViewAnswersAsTheWorldDid(t *testing.T) {
	for i, kind := range broadphases {
		w := newHeapToView(t, kind)
		r := rand.New(rand.NewPCG(4, uint64(i)))
		for round := range 12 {
			ignored := slices.Collect(w.Bodies())[round]
			want, wantPlaces := ask(w, uint64(round), ignored), placesInWorld(w)
			v := w.View()
			require.Equal(t, w.Ticks(), v.Ticks())
			require.Equal(t, w.Time(), v.Time())
			var readers sync.WaitGroup
			got := make([]answers, 3)
			for g := range got {
				readers.Go(func() { got[g] = ask(v, uint64(round), ignored) })
			}
			runTicks(w, 3)
			changeHeap(t, w, r)
			w.Tick()
			readers.Wait()
			for g := range got {
				require.Equal(t, want, got[g], "broadphase %v, round %d", kind, round)
			}
			require.Equal(t, wantPlaces, placesInView(t, v))
			v.Release()
		}
	}
}

// changeHeap destroys, creates, disables and changes.
func changeHeap(t *testing.T, w *world.World, r *rand.Rand) {
	bodies := slices.Collect(w.Bodies())
	at := func() world.Body { return bodies[5+r.IntN(len(bodies)-5)] }
	require.NoError(t, at().Destroy())
	if b := at(); b.Valid() {
		require.NoError(t, firstCollider(b).SetShape(randomShape(r)))
	}
	if b := at(); b.Valid() {
		require.NoError(t, firstCollider(b).SetFilter(shape.Filter{Category: 1}))
	}
	if b := at(); b.Valid() {
		require.NoError(t, b.SetEnabled(!b.Enabled()))
	}
	if b := at(); b.Valid() {
		require.NoError(t, b.SetTransform(mgl64.Vec2{3 * r.Float64(), 5}, 1))
	}
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 6}}, randomShape(r), world.ColliderDef{})
}

func TestViewOfBodiesThatCameAndWent(t *testing.T) {
	w := newGravityWorld(t)
	old := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	c := firstCollider(old)
	v := w.View()
	require.NoError(t, old.Destroy())
	later := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	_, _, ok := v.Pose(old)
	require.True(t, ok, "the view has the body that is destroyed now")
	owner, ok := v.BodyOf(c)
	require.True(t, ok)
	require.Equal(t, old, owner)
	_, _, ok = v.Pose(later)
	require.False(t, ok, "another life of the slot")
	_, ok = v.BodyOf(firstCollider(later))
	require.False(t, ok)
	_, _, ok = v.Velocity(world.Body{})
	require.False(t, ok)
	require.False(t, v.Awake(addBody(t, newGravityWorld(t), body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})), "of another world")

	v.Release()
	require.PanicsWithValue(t, "world: a view is released twice", v.Release)
	require.PanicsWithValue(t, "world: use of a view that was released", func() { v.RayCast(mgl64.Vec2{}, mgl64.Vec2{1, 0}, world.QueryFilter{}) })
	require.Same(t, v, w.View(), "released memory is used again")
}
