package world_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var insideRules = []world.InsideRule{world.InsideHits, world.InsideLeaves, world.InsidePasses}

// A cast that begins inside hits by the rule, with the depth and the way out of the slow
// search. One that begins outside is the same by every rule.
func TestInsideRules(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	const far = 1e-6
	inside, leaving := 0, 0
	for range 120 / sampleStep {
		w := randomWorld(t, r, 8, 2)
		colliders := collidersOf(w, world.QueryFilter{Sensors: true})
		for range 40 {
			c := colliders[r.IntN(len(colliders))]
			kind := newConvex(c.Shape()).Kind
			s := world.PointAt(mgl64.Vec2{6*r.Float64() - 3, 6*r.Float64() - 3})
			isRay := r.IntN(2) == 0
			if !isRay {
				s.Shape, s.Angle = newConvex(allShapes()[r.IntN(13)]), 7*r.Float64() // all but half-planes and chains
			}
			if kind == shape.KindHalfPlane || kind == shape.KindChainSegment || isRay && kind == shape.KindSegment {
				continue
			}
			by := mgl64.Vec2{4*r.Float64() - 2, 4*r.Float64() - 2}
			label := fmt.Sprintf("%#v, %T ray %v", c.Shape(), s.Shape, isRay)
			var hits [3]world.CastHit
			var found [3]bool
			for i, rule := range insideRules {
				if isRay {
					hits[i], found[i] = c.RayCast(s.Position, by, rule)
				} else {
					hits[i], found[i] = c.ShapeCast(s, by, rule)
				}
			}
			before := slowSeparation(placed(c), s)
			if before > far {
				require.Equal(t, hits[0], hits[1], label)
				require.Equal(t, hits[0], hits[2], label)
				require.Zero(t, hits[0].Depth)
				require.Zero(t, hits[0].Exit)
				continue
			}
			if before > -far {
				continue
			}
			inside++
			require.Equal(t, []bool{true, false}, []bool{found[0], found[2]}, label)
			require.Zero(t, hits[0].Fraction)
			require.InDelta(t, -before, hits[0].Depth, far, label)
			out := s
			out.Position = s.Position.Add(hits[0].Exit.Mul(hits[0].Depth))
			require.InDelta(t, 0, slowSeparation(placed(c), out), far, label)
			moved := s
			const step = 1e-4
			moved.Position = s.Position.Add(by.Mul(step))
			switch change := (slowSeparation(placed(c), moved) - before) / step; {
			case change > 0.05:
				leaving++
				require.False(t, found[1], label)
			case change < -0.05:
				require.True(t, found[1], label)
				require.Equal(t, hits[0], hits[1], label)
			}
		}
	}
	require.Greater(t, inside, 400/sampleStep)
	require.Greater(t, leaving, 100/sampleStep)
}

// The casts of the world are the casts of its colliders, by every rule and filter.
func TestCastsAgainstAllColliders(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 1))
	some := 0
	for range 20 {
		w := randomWorld(t, r, 60, 9)
		for range 30 {
			p := mgl64.Vec2{20*r.Float64() - 10, 20*r.Float64() - 10}
			by := mgl64.Vec2{20*r.Float64() - 10, 20*r.Float64() - 10}
			s := world.ShapeAt(newConvex(allShapes()[r.IntN(13)]), p, 7*r.Float64())
			filter := world.QueryFilter{Mask: uint64(r.IntN(8)), Sensors: r.IntN(2) == 0, Inside: insideRules[r.IntN(3)]}
			var rays, casts []world.CastHit
			for _, c := range collidersOf(w, filter) {
				if hit, ok := c.RayCast(p, by, filter.Inside); ok {
					rays = append(rays, hit)
				}
				if hit, ok := c.ShapeCast(s, by, filter.Inside); ok {
					casts = append(casts, hit)
				}
			}
			order := func(a, b world.CastHit) int {
				return cmp.Or(cmp.Compare(a.Fraction, b.Fraction), cmp.Compare(a.Collider.ID(), b.Collider.ID()))
			}
			slices.SortFunc(rays, order)
			slices.SortFunc(casts, order)
			require.Equal(t, rays, slices.Collect(w.RayCastAll(p, by, filter)))
			ray, ok := w.RayCast(p, by, filter)
			require.Equal(t, len(rays) > 0, ok)
			if ok {
				require.Equal(t, rays[0], ray)
			}
			require.Equal(t, casts, slices.Collect(w.ShapeCastAll(s, by, filter)))
			cast, ok := w.ShapeCast(s.Shape, s.Position, s.Angle, by, filter)
			require.Equal(t, len(casts) > 0, ok)
			if ok {
				some++
				require.Equal(t, casts[0].Fraction, cast.Fraction)
				require.Equal(t, casts[0].Collider, cast.Collider)
			}
		}
	}
	require.Greater(t, some, 200)
}
