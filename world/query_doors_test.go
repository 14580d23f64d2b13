package world_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// nearQueries are the queries about what is near and what is seen, around a point. Each
// returns how much it found.
func nearQueries(w *world.World, c, other world.Collider) map[string]func(p mgl64.Vec2) int {
	ball := newConvex(shape.Circle{Radius: 1})
	var list []world.Collider
	var polygon []mgl64.Vec2
	bit := map[bool]int{true: 1}
	f := world.QueryFilter{Inside: world.InsideLeaves}
	return map[string]func(p mgl64.Vec2) int{
		"candidates": func(p mgl64.Vec2) int {
			list = w.AppendColliders(list[:0], p.Sub(mgl64.Vec2{1, 1}), p.Add(mgl64.Vec2{1, 1}), f)
			return len(list)
		},
		"overlap contacts": func(p mgl64.Vec2) (n int) {
			for o := range w.OverlapContacts(world.ShapeAt(ball, p, 0), f) {
				n += len(o.Points())
			}
			return n
		},
		"all casts": func(p mgl64.Vec2) (n int) {
			for range w.ShapeCastAll(world.ShapeAt(ball, p, 0), mgl64.Vec2{3, 1}, f) {
				n++
			}
			return n
		},
		"nearest colliders": func(p mgl64.Vec2) (n int) {
			for range w.NearestColliders(world.ShapeAt(ball, p, 0), 3, 5, f) {
				n++
			}
			return n
		},
		"nearest bodies": func(p mgl64.Vec2) (n int) {
			for range w.NearestBodies(world.PointAt(p), 3, 0, f) {
				n++
			}
			return n
		},
		"visibility": func(p mgl64.Vec2) int {
			polygon = w.AppendVisibility(polygon[:0], p, 5, f)
			return len(polygon)
		},
		"visible": func(p mgl64.Vec2) (n int) {
			for range w.VisibleColliders(p, 5, f) {
				n++
			}
			return n
		},
		"distance": func(p mgl64.Vec2) int {
			_, ok := c.Distance(world.ShapeAt(ball, p, 0.3))
			return bit[ok]
		},
		"manifold": func(p mgl64.Vec2) int {
			_, ok := c.Manifold(world.ShapeAt(ball, p, 0.3), 100)
			return bit[ok]
		},
		"ray": func(p mgl64.Vec2) int {
			_, ok := c.RayCast(p, c.Body().Position().Sub(p).Mul(2), world.InsideHits)
			return bit[ok]
		},
		"cast": func(p mgl64.Vec2) int {
			_, ok := c.ShapeCast(world.ShapeAt(ball, p, 0.3), c.Body().Position().Sub(p), world.InsideHits)
			return bit[ok]
		},
		"bodies": func(mgl64.Vec2) int {
			_, ok := c.Body().Distance(other.Body(), f)
			return bit[ok]
		},
		"time of impact": func(mgl64.Vec2) int {
			_, ok := c.Body().TimeOfImpact(other.Body(), 100, f)
			return bit[ok]
		},
	}
}

// A query during which another goroutine changes the world panics.
func TestChangeDuringNearQueryIsFound(t *testing.T) {
	w := newWatchedWorld(t, world.Config{Workers: 1})
	queries := nearQueries(w.World, w.custom, w.custom)
	for _, name := range []string{"all casts", "candidates", "overlap contacts", "nearest colliders", "nearest bodies", "visibility", "visible"} {
		p := mgl64.Vec2{0.1, 1.1}
		queries[name](p)
		w.run = func() { onOtherGoroutine(func() { world.Must(w.CreateBody(body.Def{})) }) }
		require.PanicsWithValue(t, "world: the world changed during a query, by another goroutine", func() { queries[name](p) }, name)
		queries[name](p)
	}
}

// Many goroutines may ask at once between steps, and get what one alone gets.
func TestNearQueriesOfManyGoroutines(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addBoxes(t, w, 30)
	var colliders []world.Collider
	for b := range w.Bodies() {
		colliders = slices.AppendSeq(colliders, b.Colliders())
	}
	ask := func() (answers []int) {
		queries := nearQueries(w, colliders[0], colliders[len(colliders)-1])
		names := slices.Sorted(maps.Keys(queries))
		for i := range 6 {
			for _, name := range names {
				answers = append(answers, queries[name](mgl64.Vec2{float64(i), 1.5}))
			}
		}
		return answers
	}
	for range 4 {
		w.Tick()
		want := ask()
		done := make(chan []int)
		for range 3 {
			go func() { done <- ask() }()
		}
		for range 3 {
			require.Equal(t, want, <-done)
		}
	}
}

// Queries with special values give finite numbers or no result, with every broadphase.
func TestSpecialValuesInNearQueries(t *testing.T) {
	kinds := broadphases
	var worlds []*world.World
	for _, kind := range kinds {
		w := newWorld(t, world.Config{Broadphase: kind, Workers: 1})
		for i, s := range allShapes() {
			addBody(t, w, body.Def{Type: body.Type(i % 3), Position: mgl64.Vec2{float64(i%4) * 3, float64(i/4) * 3}, Angle: float64(i)}, s, world.ColliderDef{Massless: true})
		}
		addBody(t, w, body.Def{Position: mgl64.Vec2{1e9, -1e9}}, shape.Box(1e3, 1), world.ColliderDef{})
		w.Tick()
		worlds = append(worlds, w)
	}
	numbers := append([]float64{0.5, 3, -2}, specialValues...)
	r := rand.New(rand.NewPCG(3, 1))
	pick := func() float64 { return numbers[r.IntN(len(numbers))] }
	shapes := allShapes()
	for range 3000 {
		p, q, angle, s := mgl64.Vec2{pick(), pick()}, mgl64.Vec2{pick(), pick()}, pick(), newConvex(shapes[r.IntN(len(shapes))])
		x, limit, rule := pick(), r.IntN(3), insideRules[r.IntN(3)]
		label := fmt.Sprintf("p %v q %v angle %v x %v %v", p, q, angle, x, s.Kind)
		var results [3][]any
		for i, w := range worlds {
			note := func(list ...float64) {
				for _, v := range list {
					if !geom.Finite(v) {
						t.Fatalf("%s answers %v", label, list)
					}
					results[i] = append(results[i], v)
				}
			}
			separation := func(d world.Separation) {
				note(d.Distance, d.Normal[0], d.Normal[1], d.PointA[0], d.PointA[1], d.PointB[0], d.PointB[1])
			}
			placed, f := world.ShapeAt(s, p, angle), world.QueryFilter{Inside: rule}
			for _, c := range w.AppendColliders(nil, p, q, f) {
				results[i] = append(results[i], c.ID())
				if d, ok := c.Distance(placed); ok {
					separation(d)
				}
				if m, ok := c.Manifold(placed, x); ok {
					for _, point := range m.Points() {
						note(point.Position[0], point.Position[1], point.Separation, m.Normal[0], m.Normal[1])
					}
				}
				if hit, ok := c.ShapeCast(placed, q, rule); ok {
					note(hit.Fraction, hit.Depth, hit.Exit[0], hit.Exit[1], hit.Point[0], hit.Point[1])
				}
				if hit, ok := c.RayCast(p, q, rule); ok {
					note(hit.Fraction, hit.Depth, hit.Exit[0], hit.Exit[1], hit.Point[0], hit.Point[1])
				}
				if hit, ok := c.Body().TimeOfImpact(w.Ground(), x, f); ok {
					note(hit.Time)
				}
			}
			for hit := range w.ShapeCastAll(placed, q, f) {
				note(hit.Fraction, hit.Depth)
			}
			for o := range w.OverlapContacts(placed, f) {
				note(o.Depth, o.Normal[0], o.Normal[1])
				for _, point := range o.Points() {
					note(point[0], point[1])
				}
			}
			for n := range w.NearestColliders(placed, x, limit, f) {
				separation(n.Separation)
			}
			for n := range w.NearestBodies(placed, x, limit, f) {
				separation(n.Separation)
			}
			for _, v := range w.AppendVisibility(nil, p, x, f) {
				note(v[0], v[1])
			}
			for c := range w.VisibleColliders(p, x, f) {
				results[i] = append(results[i], c.ID())
			}
		}
		require.Equal(t, results[0], results[1], label)
		require.Equal(t, results[0], results[2], label)
	}
}

// Custom shapes that are not convex get no sound answers, but finite ones, and soon.
func TestNearQueriesOfBadCustomShapes(t *testing.T) {
	for name := range badSupports() {
		w := newWorld(t, world.Config{Workers: 1})
		b := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{1, 0}, AngularVelocity: 1}))
		c, err := b.Attach(badShape{badSupports()[name]}, world.ColliderDef{Massless: true})
		if err != nil {
			continue
		}
		other := firstCollider(addBody(t, w, body.Def{Position: mgl64.Vec2{3, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{}))
		queries := nearQueries(w, c, other)
		for i := range 12 {
			p := geom.RotFromAngle(float64(i)).X().Mul(float64(i) / 3).Mgl()
			for _, query := range queries {
				query(p)
			}
			for _, v := range w.AppendVisibility(nil, p, 4, world.QueryFilter{}) {
				require.True(t, geom.From(v).Finite(), name)
			}
		}
	}
}
