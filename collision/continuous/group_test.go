package continuous

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// Each body of a group finds the colliders that it would find alone, in the same order, however
// many there are and however far from the origin, and a group without any is not looked at.
func TestGroupFindsWhatEachBodyFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	counts := map[string]int{}
	for round := range 3000 {
		scale := math.Pow(10, 6*r.Float64()-2)
		p := &collision.Pipeline{Bodies: &state.Bodies{}, Broadphase: broadphase.NewTree()}
		p.Tolerance.Slop = 0.005
		near := func(spread float64) geom.Vec2 {
			return geom.Vec2{X: scale + spread*r.NormFloat64(), Y: spread*r.NormFloat64() - scale}
		}
		spread := 4 + 30*r.Float64()
		for i := range 1 + r.IntN(60) {
			at, size := near(spread), geom.Vec2{X: 3 * r.Float64(), Y: 3 * r.Float64()}
			class := broadphase.Static
			if r.IntN(4) == 0 {
				class = broadphase.Moving
			}
			p.Broadphase.Insert(broadphase.Proxy{ID: uint32(i), Class: class, Category: 1, Box: geom.Box{Min: at, Max: at.Add(size)}.ToBox32()})
		}
		group := make([]fastBody, 1+r.IntN(ccdGroup))
		for i := range group {
			at := near(8)
			p.Bodies.LastPose = append(p.Bodies.LastPose, geom.Transform{P: at})
			p.Bodies.Pose = append(p.Bodies.Pose, geom.Transform{P: at.Add(geom.Vec2{X: r.NormFloat64(), Y: r.NormFloat64()})})
			p.Bodies.Motion = append(p.Bodies.Motion, state.BodyMotion{MaxExtent: float32(r.ExpFloat64())})
			group[i] = fastBody{row: state.BodyRow(i)}
		}
		if round%500 == 0 { // beyond the range of float32
			p.Bodies.Pose[0].P.X = 1e39
		}
		s := New(p)
		s.takeQueries(1)
		q := s.queries[0]
		q.findNear(q.groupBox(group))
		for _, b := range group {
			q.row = b.row
			q.collectCandidates(p.Bodies.LastPose[b.row].P, p.Bodies.Pose[b.row].P)
			alone := append([]uint32(nil), q.candidates...)
			switch {
			case q.nearCount == 0:
				counts["none"]++
				require.Empty(t, alone)
			case q.nearCount > maxNear:
				counts["many"]++
			default:
				counts["some"]++
				require.Equal(t, len(alone) > 0, q.takeCandidates(q.near[:q.nearCount]))
				require.Equal(t, alone, append([]uint32(nil), q.candidates...), "round %d", round)
			}
		}
	}
	for _, c := range []string{"none", "some", "many"} {
		require.Greater(t, counts[c], 100, c)
	}
}
