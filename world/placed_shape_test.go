package world_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The distance of two shapes equals the distance of the slow search over directions, and the points
// and the normal fit to it. The collider's own method gives the same.
func TestDistanceOfShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	apart, overlapping := 0, 0
	for range 40 {
		w := randomWorld(t, r, 12, 3)
		colliders := collidersOf(w, world.QueryFilter{Sensors: true})
		for range 40 {
			a := colliders[r.IntN(len(colliders))]
			kind := allShapes()[r.IntN(len(allShapes()))]
			s := world.ShapeAt(newConvex(kind), mgl64.Vec2{8*r.Float64() - 4, 8*r.Float64() - 4}, 7*r.Float64())
			if r.IntN(5) == 0 {
				s = world.PointAt(s.Position)
			}
			_, halfA := a.Shape().(shape.HalfPlane)
			if s.Shape.Kind == shape.KindHalfPlane {
				continue
			}
			label := fmt.Sprintf("%#v at %v, %v and %T at %v, %v", a.Shape(), a.Body().Position(), a.Body().Angle(), kind, s.Position, s.Angle)
			got, ok := a.Distance(s)
			require.True(t, ok, label)
			if halfA {
				require.Less(t, got.Distance, 60.0, label)
				continue
			}
			same, ok := placed(a).Distance(s)
			require.True(t, ok, label)
			require.InDelta(t, same.Distance, got.Distance, 1e-6, label)
			want := slowSeparation(placed(a), s)
			require.InDelta(t, want, got.Distance, 1e-6, label)
			require.InDelta(t, 1, got.Normal.Len(), 1e-9, label)
			require.Less(t, got.PointB.Sub(got.PointA).Sub(got.Normal.Mul(got.Distance)).Len(), 1e-6, label)
			s.Position = s.Position.Sub(got.Normal.Mul(got.Distance))
			touching, _ := a.Distance(s)
			require.InDelta(t, 0, touching.Distance, 1e-6, label)
			if got.Distance > 0 {
				apart++
			} else {
				overlapping++
			}
		}
	}
	require.Greater(t, apart, 300)
	require.Greater(t, overlapping, 100)
}

// Where two solids overlap, the manifold has the depth and the normal of the distance. A
// margin finds shapes that are as near as that.
func TestManifoldOfShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	kinds := slices.DeleteFunc(allShapes(), func(s shape.Support) bool {
		kind := newConvex(s).Kind
		return kind == shape.KindHalfPlane || kind == shape.KindChainSegment
	})
	touching, near := 0, 0
	for range 4000 {
		a := world.ShapeAt(newConvex(kinds[r.IntN(len(kinds))]), mgl64.Vec2{100, 50}, 7*r.Float64())
		b := world.ShapeAt(newConvex(kinds[r.IntN(len(kinds))]), mgl64.Vec2{100 + 4*r.Float64() - 2, 50 + 4*r.Float64() - 2}, 7*r.Float64())
		label := fmt.Sprintf("kinds %v and %v", a.Shape.Kind, b.Shape.Kind)
		d, ok := a.Distance(b)
		require.True(t, ok)
		m, ok := a.Manifold(b, 0)
		require.Equal(t, m.Depth() > 0, ok && m.Depth() > 0)
		switch {
		case d.Distance < -1e-6:
			touching++
			require.True(t, ok, label)
			require.Contains(t, []int{1, 2}, len(m.Points()))
			require.InDelta(t, -d.Distance, m.Depth(), 1e-4, label) // near faces are preferred
			for _, p := range m.Points() {
				if p.Separation > -m.Depth() {
					continue
				}
				inA, _ := a.Distance(world.PointAt(p.Position))
				inB, _ := b.Distance(world.PointAt(p.Position))
				require.Less(t, max(inA.Distance, inB.Distance), m.Depth()/2+1e-4, label) // half of it from a line
			}
		case d.Distance > 1e-6:
			require.False(t, ok, label)
			if m, ok = a.Manifold(b, 2*d.Distance); ok {
				near++
				require.InDelta(t, d.Distance, m.Points()[0].Separation, 2*d.Distance, label)
			}
			require.Zero(t, m.Depth())
		}
	}
	require.Greater(t, touching, 1000)
	require.Greater(t, near, 300)
}

// A chain touches from its front only; to Distance it is a line.
func TestChainInDistanceAndManifold(t *testing.T) {
	ground := world.ShapeAt(newConvex(shape.ChainSegment{
		Before: mgl64.Vec2{9, 0}, A: mgl64.Vec2{3, 0}, B: mgl64.Vec2{-3, 0}, After: mgl64.Vec2{-9, 0},
	}), mgl64.Vec2{}, 0)
	ball := newConvex(shape.Circle{Radius: 1})
	for y, front := range map[float64]bool{0.75: true, -0.75: false} {
		m, ok := ground.Manifold(world.ShapeAt(ball, mgl64.Vec2{1, y}, 0), 0)
		require.Equal(t, front, ok)
		require.InDelta(t, map[bool]float64{true: 0.25}[front], m.Depth(), 1e-12)
		d, ok := ground.Distance(world.ShapeAt(ball, mgl64.Vec2{1, y}, 0))
		require.True(t, ok)
		require.InDelta(t, -0.25, d.Distance, 1e-12)
		require.InDelta(t, y/0.75, d.Normal[1], 1e-12)
	}
}

// Numbers that cannot be used have no answer, and no number that is given is infinite.
func TestPlacedShapesWithBadNumbers(t *testing.T) {
	w := newWorld(t, world.Config{})
	floor := addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
	c, ball := firstCollider(floor), newConvex(shape.Circle{Radius: 1})
	for _, bad := range []world.PlacedShape{
		world.ShapeAt(ball, mgl64.Vec2{math.NaN(), 0}, 0), world.ShapeAt(ball, mgl64.Vec2{0, math.Inf(1)}, 0),
		world.ShapeAt(ball, mgl64.Vec2{1e13, 0}, 0), world.ShapeAt(ball, mgl64.Vec2{}, math.NaN()),
	} {
		_, ok := c.Distance(bad)
		require.False(t, ok)
		_, ok = c.Manifold(bad, 1)
		require.False(t, ok)
		_, ok = bad.Distance(world.PointAt(mgl64.Vec2{}))
		require.False(t, ok)
		_, ok = world.PointAt(mgl64.Vec2{}).Manifold(bad, 1)
		require.False(t, ok)
		_, ok = c.ShapeCast(bad, mgl64.Vec2{0, -9}, world.InsideHits)
		require.False(t, ok)
	}
	_, ok := c.Manifold(world.ShapeAt(ball, mgl64.Vec2{0, 1.5}, 0), math.NaN())
	require.False(t, ok)
	_, ok = c.Manifold(world.ShapeAt(ball, mgl64.Vec2{0, 1.5}, 0), math.Inf(1))
	require.True(t, ok)
	half := world.ShapeAt(newConvex(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}), mgl64.Vec2{}, 0)
	_, ok = c.Distance(half)
	require.False(t, ok, "two half-planes that overlap everywhere")
	hit, ok := c.ShapeCast(half, mgl64.Vec2{0, 1}, world.InsideHits)
	require.True(t, ok)
	require.Zero(t, hit.Depth)
	require.PanicsWithValue(t, "world: a query with the zero shape.Convex", func() { c.Distance(world.PlacedShape{}) })
	require.PanicsWithValue(t, "world: InsideRule 3 is none of the rules", func() { c.RayCast(mgl64.Vec2{}, mgl64.Vec2{}, 3) })
	require.PanicsWithValue(t, "world: InsideRule 3 is none of the rules", func() {
		w.RayCast(mgl64.Vec2{}, mgl64.Vec2{}, world.QueryFilter{Inside: 3})
	})
}

// StaticChanges rises with every change of a static collider that a query may find, and stays as it
// is when other bodies change or move.
func TestStaticChanges(t *testing.T) {
	w := newGravityWorld(t)
	wall := addBody(t, w, body.Def{Type: body.Static}, shape.Box(1, 1), world.ColliderDef{})
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 5}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	lift := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{9, 0}}, shape.Box(1, 1), world.ColliderDef{})
	before := w.StaticChanges()
	w.Tick()
	require.NoError(t, lift.MoveTo(mgl64.Vec2{9, 1}, 0))
	require.NoError(t, ball.SetTransform(mgl64.Vec2{0, 7}, 1))
	require.NoError(t, firstCollider(ball).SetShape(shape.Box(1, 1)))
	require.NoError(t, firstCollider(wall).SetMaterial(shape.Material{Friction: 1}))
	addBody(t, w, body.Def{}, shape.Box(1, 1), world.ColliderDef{})
	require.NoError(t, ball.Destroy())
	var saved world.Snapshot
	require.NoError(t, w.Save(&saved))
	w.Tick()
	require.Equal(t, before, w.StaticChanges())
	for name, change := range map[string]func() error{
		"place":    func() error { return wall.SetTransform(mgl64.Vec2{1, 0}, 0) },
		"shape":    func() error { return firstCollider(wall).SetShape(shape.Box(2, 1)) },
		"filter":   func() error { return firstCollider(wall).SetFilter(shape.Filter{Category: 2}) },
		"one-way":  func() error { return firstCollider(wall).SetOneWay(mgl64.Vec2{0, 1}) },
		"disabled": func() error { return wall.SetEnabled(false) },
		"enabled":  func() error { return wall.SetEnabled(true) },
		"type":     func() error { return wall.SetType(body.Kinematic) },
		"stopped":  func() error { return lift.SetType(body.Static) },
		"restored": func() error { return w.Restore(&saved) },
		"created": func() error {
			addBody(t, w, body.Def{Type: body.Static}, shape.Box(1, 1), world.ColliderDef{})
			return nil
		},
		"destroyed": func() error { return firstCollider(wall).Destroy() },
	} {
		require.NoError(t, w.Restore(&saved))
		if name == "enabled" {
			require.NoError(t, wall.SetEnabled(false))
		}
		before := w.StaticChanges()
		require.NoError(t, change())
		require.Greater(t, w.StaticChanges(), before, name)
	}
}

// AppendColliders finds the colliders whose bounds overlap the box, in order.
func TestAppendColliders(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	found := 0
	for range 30 {
		w := randomWorld(t, r, 40, 10)
		for range 30 {
			lower := mgl64.Vec2{24*r.Float64() - 12, 24*r.Float64() - 12}
			upper := lower.Add(mgl64.Vec2{5 * r.Float64(), 5 * r.Float64()})
			filter := world.QueryFilter{Sensors: r.IntN(2) == 0, Mask: uint64(r.IntN(8)), NoStatic: r.IntN(4) == 0}
			var want []world.Collider
			for _, c := range collidersOf(w, filter) {
				low, high := c.Bounds()
				if low[0] <= upper[0] && low[1] <= upper[1] && high[0] >= lower[0] && high[1] >= lower[1] {
					want = append(want, c)
				}
			}
			slices.SortFunc(want, func(a, b world.Collider) int { return cmp.Compare(a.ID(), b.ID()) })
			keep := world.Collider{}
			got := w.AppendColliders([]world.Collider{keep}, lower, upper, filter)
			require.Equal(t, append([]world.Collider{keep}, want...), got)
			found += len(want)
		}
		require.Empty(t, w.AppendColliders(nil, mgl64.Vec2{1, 0}, mgl64.Vec2{0, 1}, world.QueryFilter{}))
		require.Empty(t, w.AppendColliders(nil, mgl64.Vec2{math.NaN(), 0}, mgl64.Vec2{0, 1}, world.QueryFilter{}))
	}
	require.Greater(t, found, 1000)
}

// BenchmarkPairs times the questions that a character asks of the colliders near it.
func BenchmarkPairs(b *testing.B) {
	w := newWorld(b, world.Config{Workers: 1})
	capsule := newConvex(shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.5}, Radius: 0.3})
	kinds := map[string]shape.Support{
		"box": shape.Box(2, 0.5), "hexagon": shape.RegularPolygon(6, 1), "circle": shape.Circle{Radius: 0.5}, "capsule": shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.3},
		"chain":   shape.ChainSegment{Before: mgl64.Vec2{9, 0}, A: mgl64.Vec2{3, 0}, B: mgl64.Vec2{-3, 0}, After: mgl64.Vec2{-9, 0}},
		"ellipse": shape.Ellipse{RX: 2, RY: 0.5},
	}
	for _, name := range []string{"box", "hexagon", "circle", "capsule", "chain", "ellipse"} {
		c := firstCollider(addBody(b, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -20}, Angle: 0.1}, kinds[name], world.ColliderDef{}))
		for height, at := range map[string]float64{"near": 1.8, "overlap": 1} {
			s := world.ShapeAt(capsule, mgl64.Vec2{0.3, at - 20}, 0)
			b.Run("distance/"+name+"/"+height, func(b *testing.B) {
				for b.Loop() {
					c.Distance(s)
				}
			})
			b.Run("manifold/"+name+"/"+height, func(b *testing.B) {
				for b.Loop() {
					c.Manifold(s, 0.05)
				}
			})
		}
		s := world.ShapeAt(capsule, mgl64.Vec2{0.3, -18}, 0)
		b.Run("cast/"+name, func(b *testing.B) {
			for b.Loop() {
				c.ShapeCast(s, mgl64.Vec2{0.1, -2}, world.InsideLeaves)
			}
		})
		b.Run("ray/"+name, func(b *testing.B) {
			for b.Loop() {
				c.RayCast(mgl64.Vec2{0, -18}, mgl64.Vec2{0.1, -3}, world.InsideLeaves)
			}
		})
	}
	var list []world.Collider
	b.Run("near", func(b *testing.B) {
		for b.Loop() {
			list = w.AppendColliders(list[:0], mgl64.Vec2{-1, -21}, mgl64.Vec2{1, -19}, world.QueryFilter{})
		}
	})
}
