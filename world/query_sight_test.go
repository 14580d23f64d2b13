package world_test

import (
	"fmt"
	"math"
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

// reachOf returns how far a visibility polygon reaches from the eye along u, which is unit.
func reachOf(polygon []mgl64.Vec2, eye mgl64.Vec2, u geom.Vec2) float64 {
	reach := 0.0
	for i, v := range polygon {
		a, b := geom.From(v.Sub(eye)), geom.From(polygon[(i+1)%len(polygon)].Sub(eye))
		if a.Cross(u) >= 0 && u.Cross(b) > 0 && a.Cross(b) > 0 {
			along := b.Sub(a)
			reach = a.Add(along.Mul(a.Cross(u) / u.Cross(along))).Dot(u)
		}
	}
	return reach
}

// areaOf returns the signed area of a polygon.
func areaOf(polygon []mgl64.Vec2) float64 {
	area := 0.0
	for i, v := range polygon {
		area += geom.From(v).Cross(geom.From(polygon[(i+1)%len(polygon)])) / 2
	}
	return area
}

// requireSeen compares a visibility polygon with a ray in a direction: it ends where the ray
// does, or behind the border of a curved shape by no more than the chords allow.
func requireSeen(t *testing.T, w *world.World, polygon []mgl64.Vec2, eye mgl64.Vec2, radius, angle float64, filter world.QueryFilter, label string) (hit world.CastHit, ok bool) {
	u := geom.RotFromAngle(angle).X()
	reach := reachOf(polygon, eye, u)
	hit, ok = w.RayCast(eye, u.Mgl().Mul(radius), filter)
	label = fmt.Sprintf("%s, angle %v, reach %v, hit %v %v", label, angle, reach, ok, hit.Fraction*radius)
	if !ok {
		require.Greater(t, reach, 0.999*radius, label)
		require.Less(t, reach, radius*(1+1e-9), label)
		return hit, false
	}
	require.Greater(t, reach, math.Min(hit.Fraction, 0.999)*radius-1e-6, label)
	if reach < 0.999*radius {
		gap, _ := hit.Collider.Distance(world.PointAt(eye.Add(u.Mgl().Mul(reach))))
		require.Less(t, gap.Distance, 1e-6, label)
		require.Greater(t, gap.Distance, -2e-3*min(radius, 2)-1e-6, "%s, %#v", label, hit.Collider.Shape())
	}
	return hit, true
}

// What is seen is what rays in all directions reach, and the colliders that are seen are
// those that rays hit, in worlds of overlapping shapes of every kind, custom ones too.
func TestVisibilityAgainstRays(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	hits, inside := 0, 0
	var polygon []mgl64.Vec2
	for range 60 {
		w := randomWorld(t, r, r.IntN(80), 12)
		for range 5 {
			eye := mgl64.Vec2{24*r.Float64() - 12, 24*r.Float64() - 12}
			radius, filter := []float64{1, 6, 40}[r.IntN(3)], randomFilter(r, w)
			polygon = w.AppendVisibility(polygon[:0], eye, radius, filter)
			visible := slices.Collect(w.VisibleColliders(eye, radius, filter))
			if len(slices.Collect(w.OverlapPoint(eye, filter))) > 0 {
				require.Empty(t, polygon)
				require.Empty(t, visible)
				inside++
				filter.Inside = world.InsidePasses
				polygon = w.AppendVisibility(polygon[:0], eye, radius, filter)
				visible = slices.Collect(w.VisibleColliders(eye, radius, filter))
			}
			require.Positive(t, areaOf(polygon))
			label := fmt.Sprintf("%v within %v", eye, radius)
			for range 150 {
				if hit, ok := requireSeen(t, w, polygon, eye, radius, 2*math.Pi*r.Float64(), filter, label); ok {
					hits++
					if hit.Fraction < 0.998 { // else its chord may lie beyond the circle
						require.Contains(t, visible, hit.Collider, label)
					}
				}
			}
		}
	}
	require.Greater(t, hits, 10000)
	require.Greater(t, inside, 20)
}

// Tiles that share edges and corners, seen from their corners, edges and lines.
func TestVisibilityAmongTiles(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 1))
	hits := 0
	for range 25 {
		w := newRecordedWorld(t, world.Config{Workers: 1})
		floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		for x := range 9 {
			for y := range 9 {
				switch at := (mgl64.Vec2{float64(x), float64(y)}); r.IntN(6) {
				case 0, 1:
					world.Must(floor.Attach(shape.OffsetBox(0.5, 0.5, at, 0), world.ColliderDef{}))
					if x == y { // the same once more
						world.Must(floor.Attach(shape.OffsetBox(0.5, 0.5, at, 0), world.ColliderDef{}))
					}
				case 2:
					h := mgl64.Vec2{0.5, 0.5}
					world.Must(floor.Attach(world.Must(shape.NewPolygon([]mgl64.Vec2{at.Sub(h), at.Add(mgl64.Vec2{0.5, -0.5}), at.Add(h)}, 0)), world.ColliderDef{}))
				case 3:
					world.Must(floor.Attach(shape.Segment{A: at.Sub(mgl64.Vec2{0.5, 0.5}), B: at.Add(mgl64.Vec2{0.5, 0.5})}, world.ColliderDef{}))
				}
			}
		}
		for range 30 {
			eye := mgl64.Vec2{float64(r.IntN(18)) / 2, float64(r.IntN(18)) / 2} // corners, middles of edges, middles of tiles
			filter := world.QueryFilter{Inside: world.InsidePasses}
			polygon := w.AppendVisibility(nil, eye, 20, filter)
			visible := slices.Collect(w.VisibleColliders(eye, 20, filter))
			if len(polygon) == 0 {
				continue
			}
			// Rays from the border itself would have to choose a side.
			for range 40 {
				angle := 2 * math.Pi * r.Float64()
				u := geom.RotFromAngle(angle).X()
				start := eye.Add(u.Mgl().Mul(1e-6))
				reach := reachOf(polygon, eye, u)
				if reach < 1e-5 || len(slices.Collect(w.OverlapPoint(start, filter))) > 0 {
					continue
				}
				hit, ok := w.RayCast(start, u.Mgl().Mul(20), filter)
				if !ok {
					require.InDelta(t, 20, reach, 0.02)
					continue
				}
				hits++
				require.InDelta(t, hit.Fraction*20, reach, 1e-4, "eye %v, angle %v", eye, angle)
				require.Contains(t, visible, hit.Collider)
			}
		}
	}
	require.Greater(t, hits, 5000)
}

// The areas of lit regions in closed form.
func TestVisibilityInClosedForm(t *testing.T) {
	w := newWorld(t, world.Config{})
	filter := world.QueryFilter{}
	circle := w.AppendVisibility(nil, mgl64.Vec2{3, 4}, 2, filter)
	require.Len(t, circle, 72)
	require.InDelta(t, 36*4*math.Sin(2*math.Pi/72), areaOf(circle), 1e-9)

	// A room of 10 by 6 with walls whose corners meet, and a pillar that hides a wedge.
	room := addBody(t, w, body.Def{Type: body.Static}, shape.OffsetBox(7, 1, mgl64.Vec2{0, -4}, 0), world.ColliderDef{})
	world.Must(room.Attach(shape.OffsetBox(7, 1, mgl64.Vec2{0, 4}, 0), world.ColliderDef{}))
	world.Must(room.Attach(shape.OffsetBox(1, 3, mgl64.Vec2{-6, 0}, 0), world.ColliderDef{}))
	world.Must(room.Attach(shape.OffsetBox(1, 3, mgl64.Vec2{6, 0}, 0), world.ColliderDef{}))
	seen := w.AppendVisibility(nil, mgl64.Vec2{-1, 0}, 100, filter)
	require.InDelta(t, 60, areaOf(seen), 1e-9)
	require.Less(t, len(seen), 10, "four corners where walls cross, and the first direction")
	pillar := world.Must(room.Attach(shape.OffsetBox(0.5, 0.5, mgl64.Vec2{2.5, 0}, 0), world.ColliderDef{}))
	seen = w.AppendVisibility(seen[:0], mgl64.Vec2{-1, 0}, 100, filter)
	// From (-1, 0) the front of the pillar at x = 2 spans y = +-0.5; at x = 5 the shadow spans +-1.
	require.InDelta(t, 60-(0.5+1)*3, areaOf(seen), 1e-9)
	require.Contains(t, slices.Collect(w.VisibleColliders(mgl64.Vec2{-1, 0}, 100, filter)), pillar)

	// A ball hides the wedge between its two tangents.
	require.NoError(t, pillar.SetShape(shape.Circle{Center: mgl64.Vec2{4, 0}, Radius: 3}))
	seen = w.AppendVisibility(seen[:0], mgl64.Vec2{-1, 0}, 100, filter)
	tangent, shadow := false, false
	for _, v := range seen { // 3-4-5: the tangent is 4 m long and rises by 3 in 4
		tangent = tangent || v.Sub(mgl64.Vec2{-1 + 3.2, 2.4}).Len() < 1e-9
		shadow = shadow || v.Sub(mgl64.Vec2{3, 3}).Len() < 1e-14
	}
	require.True(t, tangent, "the tangent point is a vertex: %v", seen)
	require.True(t, shadow, "the shadow begins on its line: %v", seen)

	// On a wall, in a corner of walls, and inside a wall.
	require.NoError(t, pillar.Destroy())
	for _, at := range []mgl64.Vec2{{1, -3}, {-5, -3}, {5, 0}, {-5, 3}, {0, 0}} {
		seen = w.AppendVisibility(seen[:0], at, 100, filter)
		require.InDelta(t, 60, areaOf(seen), 1e-6, "%v", at)
	}
	require.Empty(t, w.AppendVisibility(nil, mgl64.Vec2{0, -4}, 100, filter))
	require.Empty(t, slices.Collect(w.VisibleColliders(mgl64.Vec2{0, -4}, 100, filter)))

	nan := math.NaN()
	for _, bad := range []float64{0, -1, nan, math.Inf(1), 1e10} {
		require.Empty(t, w.AppendVisibility(nil, mgl64.Vec2{}, bad, filter))
	}
	require.Empty(t, w.AppendVisibility(nil, mgl64.Vec2{nan, 0}, 1, filter))
	keep := mgl64.Vec2{7, 7}
	require.Equal(t, keep, w.AppendVisibility([]mgl64.Vec2{keep}, mgl64.Vec2{}, 1, filter)[0])
}

// A lamp inside one part of a compound is inside the whole compound, which no rays from there hit.
func TestVisibilityInsideACompound(t *testing.T) {
	w := newWorld(t, world.Config{})
	holder := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{3, 1}, Angle: 0.7}))
	world.Must(holder.Attach(shape.Compound{Parts: []shape.Support{
		shape.OffsetBox(2, 0.5, mgl64.Vec2{}, 0), shape.OffsetBox(0.5, 2, mgl64.Vec2{-1.5, 2}, 0), shape.OffsetBox(0.5, 2, mgl64.Vec2{1.5, 2}, 0),
	}}, world.ColliderDef{}))
	wall := world.Must(holder.Attach(shape.OffsetBox(9, 0.5, mgl64.Vec2{0, 6}, 0), world.ColliderDef{}))
	for _, at := range []mgl64.Vec2{{0, 0}, {-1.5, 0.2}, {1.5, 3}, {-1, 0.2}} { // in one part, in two, and on a border inside
		eye := holder.WorldPoint(at)
		for _, rule := range []world.InsideRule{world.InsideLeaves, world.InsidePasses} {
			filter := world.QueryFilter{Inside: rule}
			polygon := w.AppendVisibility(nil, eye, 20, filter)
			require.Equal(t, []world.Collider{wall}, slices.Collect(w.VisibleColliders(eye, 20, filter)), "%v %v", at, rule)
			filter.Inside = world.InsidePasses
			for k := range 40 {
				requireSeen(t, w, polygon, eye, 20, float64(k)/7, filter, fmt.Sprint(at, rule))
			}
		}
		require.Empty(t, w.AppendVisibility(nil, eye, 20, world.QueryFilter{}))
	}
}

// A room is lit alike in any length unit and far from the origin.
func TestVisibilityInEveryUnitAndFarAway(t *testing.T) {
	for _, c := range []struct {
		unit      float64
		at        mgl64.Vec2
		tolerance float64
	}{{1, mgl64.Vec2{}, 1e-9}, {1e-6, mgl64.Vec2{}, 1e-9}, {1e6, mgl64.Vec2{}, 1e-9}, {1, mgl64.Vec2{1e6, -3e6}, 1e-6}, {1, mgl64.Vec2{-4e8, 9e8}, 1e-4}} {
		w := newWorld(t, world.Config{LengthUnit: c.unit})
		for _, wall := range [][4]float64{{7, 1, 0, -4}, {7, 1, 0, 4}, {1, 3, -6, 0}, {1, 3, 6, 0}, {0.5, 0.5, 2.5, 0}} {
			addBody(t, w, body.Def{Type: body.Static, Position: c.at.Add(mgl64.Vec2{wall[2], wall[3]}.Mul(c.unit))}, shape.Box(wall[0]*c.unit, wall[1]*c.unit), world.ColliderDef{})
		}
		eye := c.at.Add(mgl64.Vec2{-c.unit, 0})
		polygon := w.AppendVisibility(nil, eye, 100*c.unit, world.QueryFilter{})
		for i := range polygon {
			polygon[i] = polygon[i].Sub(eye).Mul(1 / c.unit)
		}
		require.InDelta(t, 60-(0.5+1)*3, areaOf(polygon), c.tolerance, "%+v", c)
		onWall := c.at.Add(mgl64.Vec2{-5, -3}.Mul(c.unit))
		require.Greater(t, len(w.AppendVisibility(nil, onWall, 100*c.unit, world.QueryFilter{})), 3, "in a corner, %+v", c)
	}
}

// A planet far larger than the circle of sight, and a half-plane, are horizons. Chains are
// seen from their front only.
func TestVisibilityOfHorizons(t *testing.T) {
	for name, s := range map[string]shape.Support{
		"half-plane": shape.HalfPlane{Normal: mgl64.Vec2{0, 1}},
		"planet":     shape.Circle{Center: mgl64.Vec2{0, -1e6}, Radius: 1e6},
		"wide box":   shape.OffsetBox(1e6, 1, mgl64.Vec2{0, -1}, 0),
	} {
		w := newWorld(t, world.Config{})
		addBody(t, w, body.Def{Type: body.Static}, s, world.ColliderDef{})
		seen := w.AppendVisibility(nil, mgl64.Vec2{0, 1}, 2, world.QueryFilter{})
		// The disc of radius 2 without the segment below a chord at distance 1.
		want := 4*math.Pi - (4*math.Acos(0.5) - math.Sqrt(3))
		require.InDelta(t, want, areaOf(seen), 0.02, name)
		require.Less(t, len(seen), 120, name)
	}
	w := newWorld(t, world.Config{})
	addBody(t, w, body.Def{Type: body.Static}, shape.ChainSegment{
		Before: mgl64.Vec2{9, 0}, A: mgl64.Vec2{5, 0}, B: mgl64.Vec2{-5, 0}, After: mgl64.Vec2{-9, 0},
	}, world.ColliderDef{})
	require.Less(t, areaOf(w.AppendVisibility(nil, mgl64.Vec2{0, 1}, 2, world.QueryFilter{})), 11.0)
	require.Greater(t, areaOf(w.AppendVisibility(nil, mgl64.Vec2{0, -1}, 2, world.QueryFilter{})), 12.5)
	require.InDelta(t, 2*math.Pi, areaOf(w.AppendVisibility(nil, mgl64.Vec2{0, 0}, 2, world.QueryFilter{})), 0.02, "on the chain")
}

// BenchmarkVisibility times a visibility polygon among boxes and among balls.
func BenchmarkVisibility(b *testing.B) {
	for _, count := range []int{10, 100, 1000} {
		for name, s := range map[string]shape.Support{"boxes": shape.Box(0.3, 0.3), "balls": shape.Circle{Radius: 0.3}} {
			b.Run(fmt.Sprint(count, " ", name), func(b *testing.B) {
				w := newWorld(b, world.Config{Workers: 1})
				r := rand.New(rand.NewPCG(1, 1))
				size := math.Sqrt(float64(count))
				for range count {
					at := mgl64.Vec2{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
					if at.Len() > 0.5 {
						addBody(b, w, body.Def{Type: body.Static, Position: at, Angle: r.Float64()}, s, world.ColliderDef{})
					}
				}
				var polygon []mgl64.Vec2
				for b.Loop() {
					polygon = w.AppendVisibility(polygon[:0], mgl64.Vec2{}, 2*size, world.QueryFilter{})
				}
				b.ReportMetric(float64(len(polygon)), "vertices")
			})
		}
	}
}
