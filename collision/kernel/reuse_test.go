package kernel

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Two shapes that were apart move about. As long as StillSeparated holds, their distance
// must be no less than the speculative distance less a slop.
func TestStillSeparatedIsConservative(t *testing.T) {
	const speculative, slop = 0.02, 0.005
	shapes := []shape.Support{
		shape.Circle{Center: mgl64.Vec2{0.2, 0}, Radius: 0.3},
		shape.Capsule{A: mgl64.Vec2{-0.5, 0.1}, B: mgl64.Vec2{0.4, 0}, Radius: 0.1},
		shape.OffsetBox(0.6, 0.2, mgl64.Vec2{0.1, 0.2}, 0.3),
		shape.RegularPolygon(3, 0.6),
		shape.RegularPolygon(7, 0.5),
		shape.Ellipse{Center: mgl64.Vec2{0, -0.2}, RX: 0.2, RY: 0.6},
		shape.HalfPlane{Point: mgl64.Vec2{0, 0.3}, Normal: mgl64.Vec2{1, 2}},
	}
	r := rand.New(rand.NewPCG(3, 88))
	randomIn := func(size float64) float64 { return size * (2*r.Float64() - 1) }
	confirmed, recomputed, closeCount := 0, 0, 0
	for range 20000 {
		a, b := shapes[r.IntN(len(shapes)-1)], shapes[r.IntN(len(shapes))]
		ca, errA := shape.New(a)
		cb, errB := shape.New(b)
		require.NoError(t, errors.Join(errA, errB))
		if ca.Kind > cb.Kind {
			ca, cb = cb, ca
		}
		poses := []geom.Transform{
			{P: geom.Vec2{X: randomIn(1), Y: randomIn(1)}, R: geom.RotFromAngle(randomIn(3))},
			{P: geom.Vec2{X: randomIn(1), Y: randomIn(1)}, R: geom.RotFromAngle(randomIn(3))},
		}
		bodies := state.NewBodies()
		bodies.Add(state.Inactive, poses[1])
		bodies.Pose = poses
		bodies.Rows = []state.BodyRow{0, 1}
		p := &Tables{
			Bodies: bodies, Shapes: &state.Colliders{Geometry: []shape.Geometry{*ca.Geometry, *cb.Geometry}},
			Contacts: &state.Contacts{
				Pair:  []state.ContactPair{{ColliderB: 1, BodyB: 1}},
				Cache: make([]state.ManifoldCache, 1),
			},
			Slop: slop, Speculative: speculative,
		}
		var m manifold.Manifold
		require.False(t, p.StillSeparated(0), "the cache is empty")
		rel := poses[0].InverseMul(poses[1])
		if manifold.CollideConvex(&m, ca, cb, &rel, speculative); m.Count > 0 {
			continue
		}
		p.CacheSeparation(0, &p.Contacts.Pair[0], &m, &rel)
		step, approach := 0.1*r.Float64(), geom.Vec2{}
		if r.IntN(2) == 0 { // straight towards each other
			d := narrowphase.SignedDistance(ca, cb, &rel, nil)
			approach = poses[0].R.Apply(d.Normal).Mul(0.003)
			step = 0
		}
		for range 30 {
			poses[1].P = poses[1].P.Sub(approach)
			for i := range poses {
				poses[i].P = poses[i].P.Add(geom.Vec2{X: randomIn(step), Y: randomIn(step)})
				poses[i].R = poses[i].R.Mul(geom.RotFromAngle(randomIn(step))).Unit()
			}
			if !p.StillSeparated(0) {
				recomputed++
				break
			}
			confirmed++
			rel := poses[0].InverseMul(poses[1])
			distance := narrowphase.SignedDistance(ca, cb, &rel, nil).Distance
			if !(distance > speculative-slop-1e-6) {
				t.Fatalf("distance %v\n%#v\n%#v\n%v", distance, ca.Geometry, cb.Geometry, rel)
			}
			if distance < speculative {
				closeCount++
			}
		}
	}
	require.Greater(t, confirmed, 5000)
	require.Greater(t, recomputed, 5000)
	require.Greater(t, closeCount, 20)
}
