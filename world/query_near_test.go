package world_test

import (
	"cmp"
	"fmt"
	"iter"
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

// randomFilter finds some of the colliders of randomWorld.
func randomFilter(r *rand.Rand, w *world.World) world.QueryFilter {
	f := world.QueryFilter{Mask: uint64(r.IntN(8)), Sensors: r.IntN(2) == 0}
	if r.IntN(3) == 0 {
		for b := range w.Bodies() {
			f.Ignore = b
			break
		}
	}
	return f
}

// randomPlaced is a point or a shape in a square.
func randomPlaced(r *rand.Rand, size float64) world.PlacedShape {
	p := mgl64.Vec2{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
	if r.IntN(3) == 0 {
		return world.PointAt(p)
	}
	return world.ShapeAt(newConvex(allShapes()[r.IntN(13)]), p, 7*r.Float64())
}

// The overlaps are the overlaps of OverlapShape, in order, and each is resolved by its depth.
func TestOverlapContacts(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	found := 0
	for range 40 {
		w := randomWorld(t, r, 60, 8)
		for range 20 {
			s, filter := randomPlaced(r, 8), randomFilter(r, w)
			want := slices.Collect(w.OverlapShape(s.Shape, s.Position, s.Angle, filter))
			slices.SortFunc(want, func(a, b world.Collider) int { return cmp.Compare(a.ID(), b.ID()) })
			var got []world.Collider
			for o := range w.OverlapContacts(s, filter) {
				got = append(got, o.Collider)
				found++
				d, ok := o.Collider.Distance(s)
				require.True(t, ok)
				require.Equal(t, max(-d.Distance, 0), o.Depth)
				require.Equal(t, d.Normal, o.Normal)
				require.Contains(t, []int{1, 2}, len(o.Points()))
				label := fmt.Sprintf("%#v", o.Collider.Shape())
				for i, p := range o.Points() {
					inA, _ := o.Collider.Distance(world.PointAt(p))
					inB, _ := s.Distance(world.PointAt(p))
					if i == 0 && len(o.Points()) == 1 {
						require.Less(t, max(inA.Distance, inB.Distance), o.Depth/2+1e-3, label)
					}
				}
				out := s
				out.Position = s.Position.Add(o.Normal.Mul(o.Depth))
				d, _ = o.Collider.Distance(out)
				require.InDelta(t, 0, d.Distance, 1e-6, label)
			}
			require.Equal(t, want, got)
		}
	}
	require.Greater(t, found, 500)
}

// A chain overlaps from both sides, and half-planes overlap everything and each other.
func TestOverlapContactsOfLines(t *testing.T) {
	w := newWorld(t, world.Config{})
	addBody(t, w, body.Def{Type: body.Static}, shape.ChainSegment{
		Before: mgl64.Vec2{9, 0}, A: mgl64.Vec2{3, 0}, B: mgl64.Vec2{-3, 0}, After: mgl64.Vec2{-9, 0},
	}, world.ColliderDef{})
	ball := newConvex(shape.Circle{Radius: 1})
	for _, y := range []float64{0.75, -0.75} {
		list := slices.Collect(w.OverlapContacts(world.ShapeAt(ball, mgl64.Vec2{1, y}, 0), world.QueryFilter{}))
		require.Len(t, list, 1)
		require.InDelta(t, 0.25, list[0].Depth, 1e-12)
		require.InDelta(t, y/0.75, list[0].Normal[1], 1e-12)
		require.InDelta(t, -y/6, list[0].Points()[0][1], 0.05)
	}
	w = newWorld(t, world.Config{})
	addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{})
	half := newConvex(shape.HalfPlane{Normal: mgl64.Vec2{1, 1}})
	list := slices.Collect(w.OverlapContacts(world.ShapeAt(half, mgl64.Vec2{}, 0), world.QueryFilter{}))
	require.Len(t, list, 1)
	require.Zero(t, list[0].Depth)
	require.Zero(t, list[0].Normal)
	require.Empty(t, list[0].Points())
	list = slices.Collect(w.OverlapContacts(world.ShapeAt(ball, mgl64.Vec2{5, -2}, 0), world.QueryFilter{}))
	require.InDelta(t, 3, list[0].Depth, 1e-12)
}

// The nearest colliders and bodies equal the result of a loop over all, sorted.
func TestNearestAgainstAllColliders(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	found := 0
	for range 40 {
		w := randomWorld(t, r, 1+r.IntN(120), 8)
		for range 20 {
			s, filter := randomPlaced(r, 10), randomFilter(r, w)
			maxDistance, limit := []float64{0, 0.5, 3, 20, 1e3, math.Inf(1)}[r.IntN(6)], []int{0, 1, 2, 5, 40, 1000}[r.IntN(6)]
			var all []world.Nearby
			for _, c := range collidersOf(w, filter) {
				if d, ok := c.Distance(s); ok && d.Distance <= maxDistance {
					all = append(all, world.Nearby{Collider: c, Body: c.Body(), Separation: d})
				}
			}
			slices.SortFunc(all, func(a, b world.Nearby) int {
				return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Collider.ID(), b.Collider.ID()))
			})
			var bodies []world.Nearby
			seen := map[world.Body]bool{}
			for _, n := range all {
				if !seen[n.Collider.Body()] {
					bodies = append(bodies, n)
					seen[n.Collider.Body()] = true
				}
			}
			slices.SortStableFunc(bodies, func(a, b world.Nearby) int {
				return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Collider.Body().ID(), b.Collider.Body().ID()))
			})
			if limit > 0 {
				all, bodies = all[:min(limit, len(all))], bodies[:min(limit, len(bodies))]
			}
			label := fmt.Sprintf("within %v, at most %v", maxDistance, limit)
			found += len(all)
			require.Equal(t, all, slices.Collect(w.NearestColliders(s, maxDistance, limit, filter)), label)
			require.Equal(t, bodies, slices.Collect(w.NearestBodies(s, maxDistance, limit, filter)), label)
			for n := range w.NearestColliders(s, maxDistance, limit, filter) {
				require.Equal(t, all[0], n)
				break
			}
		}
	}
	require.Greater(t, found, 2000)
}

// Equal distances go by ID. Numbers that cannot be used find nothing.
func TestNearestTiesAndBadNumbers(t *testing.T) {
	w := newWorld(t, world.Config{})
	var want []world.Collider
	for i := range 100 {
		x := float64(3 - 6*(i%2))
		want = append(want, firstCollider(addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})))
	}
	var got []world.Collider
	for n := range w.NearestColliders(world.PointAt(mgl64.Vec2{}), math.Inf(1), 7, world.QueryFilter{}) {
		require.Equal(t, 2.0, n.Distance)
		got = append(got, n.Collider)
	}
	require.Equal(t, want[:7], got)
	for _, limit := range []int{len(want), math.MaxInt / 2, math.MaxInt/2 + 1, math.MaxInt} {
		for _, nearest := range []func(world.PlacedShape, float64, int, world.QueryFilter) iter.Seq[world.Nearby]{
			w.NearestColliders, w.NearestBodies,
		} {
			require.Len(t, slices.Collect(nearest(world.PointAt(mgl64.Vec2{}), math.Inf(1), limit, world.QueryFilter{})), len(want), limit)
		}
	}
	nan := math.NaN()
	for _, list := range [][]world.Nearby{
		slices.Collect(w.NearestColliders(world.PointAt(mgl64.Vec2{nan, 0}), 9, 0, world.QueryFilter{})),
		slices.Collect(w.NearestColliders(world.PointAt(mgl64.Vec2{1e10, 0}), math.Inf(1), 0, world.QueryFilter{})),
		slices.Collect(w.NearestBodies(world.PointAt(mgl64.Vec2{}), nan, 0, world.QueryFilter{})),
		slices.Collect(w.NearestBodies(world.PointAt(mgl64.Vec2{}), -1, 0, world.QueryFilter{})),
	} {
		require.Empty(t, list)
	}
	for n := range w.NearestColliders(world.PointAt(mgl64.Vec2{}), 9, 0, world.QueryFilter{}) {
		require.NoError(t, n.Collider.Body().Destroy())
	}
	require.Empty(t, slices.Collect(w.NearestColliders(world.PointAt(mgl64.Vec2{}), 9, 0, world.QueryFilter{})))
}

// One number over the bits of what the queries answer among shapes of every kind, at places
// that are exact: the same on every platform.
func TestGoldenNearQueries(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	var colliders []world.Collider
	for i := range 45 {
		def := body.Def{
			Type: body.Dynamic, Position: mgl64.Vec2{float64(i%9) * 1.75, float64(i/9) * 1.5}, Angle: float64(i) / 8,
			LinearVelocity: mgl64.Vec2{float64(i%5) - 2, float64(i%3) - 1}, AngularVelocity: float64(i%4) - 1,
		}
		if i%15 == 13 {
			def.Angle, def.Type = 0, body.Static // the half-plane
		}
		colliders = append(colliders, firstCollider(addBody(t, w, def, allShapes()[i%15], world.ColliderDef{Massless: true})))
	}
	hash := uint64(14695981039346656037)
	add := func(list ...float64) {
		for _, x := range list {
			hash = (hash ^ math.Float64bits(x)) * 1099511628211
		}
	}
	addHit := func(hit world.CastHit) {
		add(hit.Fraction, hit.Depth, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1], hit.Exit[0], hit.Exit[1])
	}
	filter := world.QueryFilter{Inside: world.InsideLeaves}
	for i := range 60 {
		p, by := mgl64.Vec2{float64(i*7%64) / 4, float64(i*11%32) / 4}, mgl64.Vec2{float64(i%7) - 3, float64(i%5) - 2}
		s := world.ShapeAt(newConvex(allShapes()[i%13]), p, float64(i)/4)
		for n := range w.NearestColliders(s, 3, 8, filter) {
			add(n.Distance, n.Normal[0], n.Normal[1], n.PointA[0], n.PointA[1], n.PointB[0], n.PointB[1])
		}
		for o := range w.OverlapContacts(s, filter) {
			add(o.Depth, o.Points()[0][0], o.Points()[0][1])
		}
		for hit := range w.ShapeCastAll(s, by, filter) {
			addHit(hit)
		}
		for hit := range w.RayCastAll(p, by, filter) {
			addHit(hit)
		}
		for _, v := range w.AppendVisibility(nil, p, 12, filter) {
			add(v[0], v[1])
		}
		a, b := colliders[i%45].Body(), colliders[(i*7+3)%45].Body()
		if hit, ok := a.TimeOfImpact(b, 4, filter); ok {
			add(hit.Time, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1])
		}
		if d, ok := a.Distance(b, filter); ok {
			add(d.Distance, d.PointA[0], d.PointB[1])
		}
	}
	require.Equal(t, uint64(0x8c7af13753eb8a52), hash, "%#x", hash)
}
