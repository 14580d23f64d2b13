package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// shapesInUnits are shapes of all kinds, of about a length unit.
func shapesInUnits(u float64) []shape.Support {
	triangle, err := shape.NewPolygon([]mgl64.Vec2{{-u, 0}, {u, 0}, {0, u}}, 0.1*u)
	if err != nil {
		panic(err)
	}
	return []shape.Support{
		shape.Circle{Radius: u}, shape.Capsule{A: mgl64.Vec2{-u, 0}, B: mgl64.Vec2{u, 0}, Radius: 0.5 * u},
		shape.Segment{A: mgl64.Vec2{-u, 0}, B: mgl64.Vec2{u, u}}, shape.Segment{B: mgl64.Vec2{u, u}, Radius: 0.2 * u},
		shape.Box(u, 0.5*u), shape.RoundedBox(u, 0.5*u, 0.1*u), triangle, shape.RegularPolygon(40, u),
		shape.Ellipse{RX: u, RY: 0.3 * u}, shape.Ellipse{RX: u, RY: 0.3 * u, Skin: 0.1 * u},
		shape.HalfEllipse{RX: u, RY: 0.4 * u}, shape.Sector{Radius: u, Sweep: 1}, customBox{0.5 * u, u},
		shape.ChainSegment{Before: mgl64.Vec2{2 * u, 0}, A: mgl64.Vec2{u, 0}, B: mgl64.Vec2{-u, 0}, After: mgl64.Vec2{-2 * u, 0}},
		shape.HalfPlane{Normal: mgl64.Vec2{0, 1}, Point: mgl64.Vec2{0, -u}},
	}
}

// unitWorld has a body of every shape in a square, and a half-plane below.
func unitWorld(t *testing.T, u float64) *world.World {
	w := newWorld(t, world.Config{LengthUnit: u, Workers: 1})
	for i, s := range shapesInUnits(u) {
		at, angle := mgl64.Vec2{float64(i%4) * 3 * u, float64(i/4) * 3 * u}, 0.7*float64(i)
		if _, ok := s.(shape.HalfPlane); ok {
			at, angle = mgl64.Vec2{0, -2 * u}, 0.1
		}
		addBody(t, w, body.Def{Type: body.Static, Position: at, Angle: angle}, s, world.ColliderDef{})
	}
	w.Tick()
	return w
}

// Queries are finite and give the same results, scaled, in a world of micrometres, of
// metres and of thousands of kilometres.
func TestQueriesInEveryLengthUnit(t *testing.T) {
	const tolerance = 1e-7 // of the length unit: rounded curves are exact to that
	units := []float64{1, 1e-6, 1e6}
	var worlds []*world.World
	var shapes [][]shape.Convex
	for _, u := range units {
		worlds = append(worlds, unitWorld(t, u))
		var list []shape.Convex
		for _, s := range shapesInUnits(u)[:14] {
			list = append(list, newConvex(s))
		}
		shapes = append(shapes, list)
	}
	r := rand.New(rand.NewPCG(14, 6))
	point := func() mgl64.Vec2 { return mgl64.Vec2{24*r.Float64() - 8, 24*r.Float64() - 8} }
	hits := 0
	for range 4000 {
		p, v, angle, k := point(), point().Sub(point()), 7*r.Float64(), r.IntN(14)
		label := fmt.Sprintf("from %v by %v at %v, %T", p, v, angle, shapesInUnits(1)[k])
		var ray, cast world.CastHit
		var found [2]bool
		var overlaps []uint64
		var closest []mgl64.Vec2
		for i, w := range worlds {
			u := units[i]
			same := func(what string, want, got world.CastHit, ok, found bool) {
				require.Equal(t, found, ok, "%s, unit %v, %s", what, u, label)
				if ok {
					require.Equal(t, want.Collider.ID(), got.Collider.ID(), "%s, unit %v, %s", what, u, label)
					require.InDelta(t, want.Fraction, got.Fraction, tolerance, "%s, unit %v, %s", what, u, label)
					require.InDelta(t, 0, want.Point.Sub(got.Point.Mul(1/u)).Len(), 100*tolerance, "%s, unit %v, %s", what, u, label)
					require.InDelta(t, 0, want.Normal.Sub(got.Normal).Len(), 1e-4, "%s, unit %v, %s", what, u, label)
				}
			}
			hit, ok := w.RayCast(p.Mul(u), v.Mul(u), world.QueryFilter{})
			castHit, castOK := w.ShapeCast(shapes[i][k], p.Mul(u), angle, v.Mul(u), world.QueryFilter{})
			var ids []uint64
			for c := range w.OverlapShape(shapes[i][k], p.Mul(u), angle, world.QueryFilter{}) {
				ids = append(ids, uint64(c.ID()))
			}
			for c := range w.OverlapPoint(p.Mul(u), world.QueryFilter{}) {
				ids = append(ids, uint64(c.ID()))
			}
			slices.Sort(ids)
			var near []mgl64.Vec2
			for b := range w.Bodies() {
				near = append(near, firstCollider(b).ClosestPoint(p.Mul(u)).Mul(1/u))
			}
			if i == 0 {
				ray, cast, found, overlaps, closest = hit, castHit, [2]bool{ok, castOK}, ids, near
				if castOK {
					hits++
				}
				continue
			}
			same("ray", ray, hit, ok, found[0])
			same("cast", cast, castHit, castOK, found[1])
			require.Equal(t, overlaps, ids, label)
			require.Len(t, near, len(closest))
			for j := range near {
				require.InDelta(t, 0, near[j].Sub(closest[j]).Len(), 10*tolerance, "closest point of body %d, unit %v, %s", j, u, label)
			}
		}
	}
	require.Greater(t, hits, 1000)
}

// A shape cast against every shape is what small steps of it find: an overlap from the
// start is a hit at zero without a normal, wherever the motion leads, and else the shapes
// are apart up to the hit and meet there.
func TestShapeCastAgainstSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 7))
	moving := shapesInUnits(1)[:13]
	for i, fixed := range shapesInUnits(1) {
		t.Run(fmt.Sprintf("%d %T", i, fixed), func(t *testing.T) {
			w := newRecordedWorld(t, world.Config{})
			at := geom.Transform{P: geom.Vec2{X: 3, Y: -2}, R: geom.RotFromAngle(0.9)}
			b := addBody(t, w, body.Def{Type: body.Static, Position: at.P.Mgl(), Angle: 0.9}, fixed, world.ColliderDef{})
			target := newConvex(fixed)
			starts, hits := 0, 0
			for range 600 {
				s := newConvex(moving[r.IntN(len(moving))])
				angle := 7 * r.Float64()
				pose := geom.Transform{P: at.P.Add(geom.Vec2{X: 6*r.Float64() - 3, Y: 6*r.Float64() - 3}), R: geom.RotFromAngle(angle)}
				v := geom.Vec2{X: 8*r.Float64() - 4, Y: 8*r.Float64() - 4}
				if r.IntN(5) == 0 {
					v = geom.Vec2{}
				}
				distance := func(f float64) float64 {
					moved := pose
					moved.P = pose.P.MulAdd(f, v)
					rel := at.InverseMul(moved)
					return narrowphase.SignedDistance(target, s, &rel, nil).Distance
				}
				hit, ok := w.ShapeCast(s, pose.P.Mgl(), angle, v.Mgl(), world.QueryFilter{})
				local := at.ApplyInverse(pose.Apply(s.Center))
				if target.Kind == shape.KindChainSegment && local.Y < 1e-9 {
					require.True(t, math.Abs(local.Y) < 1e-9 || !ok, "from behind the chain")
					continue
				}
				start := distance(0)
				switch {
				case math.Abs(start) < 1e-6:
				case start < 0:
					starts++
					require.True(t, ok)
					surface := geom.From(firstCollider(b).ClosestPoint(hit.Point))
					require.InDelta(t, 0, surface.Distance(geom.From(hit.Point)), 1e-6)
					require.False(t, insideBy(target, at.ApplyInverse(geom.From(hit.Point)), 1e-5), "%v lies within the shape", hit.Point)
					require.Equal(t, world.CastHit{Collider: firstCollider(b), Point: hit.Point, Exit: hit.Exit, Depth: hit.Depth}, hit)
					require.InDelta(t, -start, hit.Depth, 1e-9)
				case !ok:
					for k := range 41 {
						require.Greater(t, distance(float64(k)/40), -1e-6, "passes through")
					}
				default:
					hits++
					require.InDelta(t, 0, distance(hit.Fraction), 1e-6)
					for k := range 20 {
						require.Greater(t, distance(hit.Fraction*float64(k)/20), -1e-6, "hits too late")
					}
					require.InDelta(t, 1, hit.Normal.Len(), 1e-9)
					require.LessOrEqual(t, hit.Normal.Dot(v.Mgl()), 1e-9)
				}
			}
			require.Greater(t, hits, 20)
			if target.Kind != shape.KindSegment {
				require.Greater(t, starts, 20)
			}
		})
	}
}

// insideBy reports whether all points around p at a distance lie in a shape.
func insideBy(c shape.Convex, p geom.Vec2, distance float64) bool {
	for k := range 16 {
		if !shape.Contains(c, p.MulAdd(distance, geom.RotFromAngle(float64(k)*math.Pi/8).X())) {
			return false
		}
	}
	return true
}

// Rays along bare segments miss them from both ends, wherever the body lies and however it is
// turned.
func TestRaysAlongSegmentsOfTurnedBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 8))
	for range 500 {
		w := newWorld(t, world.Config{})
		at := mgl64.Vec2{2e4*r.Float64() - 1e4, 2e4*r.Float64() - 1e4}
		b := addBody(t, w, body.Def{Type: body.Static, Position: at, Angle: 7 * r.Float64()},
			shape.Segment{A: mgl64.Vec2{-1, 0.5}, B: mgl64.Vec2{1, -0.25}}, world.ColliderDef{})
		from, to := b.WorldPoint(mgl64.Vec2{-3, 1.25}), b.WorldPoint(mgl64.Vec2{3, -1})
		_, ok := w.RayCast(from, to.Sub(from), world.QueryFilter{})
		require.False(t, ok)
		_, ok = w.RayCast(to, from.Sub(to), world.QueryFilter{})
		require.False(t, ok)
		across := b.WorldPoint(mgl64.Vec2{0, 3})
		hit, ok := w.RayCast(across, b.WorldPoint(mgl64.Vec2{0, -3}).Sub(across), world.QueryFilter{})
		require.True(t, ok)
		require.InDelta(t, (3-0.125)/6, hit.Fraction, 1e-9)
	}
}
