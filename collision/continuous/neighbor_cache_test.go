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

// What the cells remember near a body is what a query finds, in its order, from tick to tick,
// wherever the bodies are and however many colliders; and a change of the colliders ends it.
func TestCellsRememberWhatQueriesFind(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	counts := map[string]int{}
	for round := range 30 {
		scale := math.Pow(10, 8*r.Float64()-4)
		if round%7 == 0 {
			scale = 0
		}
		p := &collision.Pipeline{Bodies: &state.Bodies{}, Broadphase: broadphase.NewTree()}
		p.Tolerance.Slop = 0.005
		near := func(spread float64) geom.Vec2 {
			return geom.Vec2{X: scale + spread*r.NormFloat64(), Y: spread*r.NormFloat64() - scale}
		}
		box := func(spread float64) geom.Box32 {
			at, size := near(spread), geom.Vec2{X: 3 * r.Float64(), Y: 3 * r.Float64()}
			return geom.Box{Min: at, Max: at.Add(size)}.ToBox32()
		}
		spread := 4 + 60*r.Float64()
		boxes := 1 + r.IntN(200)
		for i := range boxes {
			p.Broadphase.Insert(broadphase.Proxy{ID: uint32(i), Class: broadphase.Class(r.IntN(2)), Category: 1, Box: box(spread)})
		}
		p.Broadphase.Insert(broadphase.Proxy{ID: uint32(boxes), Class: broadphase.Static, Category: 1, Box: box(spread)})
		s := New(p)
		for i := range minCellBodies + r.IntN(300) {
			at := near(8)
			p.Bodies.LastPose = append(p.Bodies.LastPose, geom.Transform{P: at})
			p.Bodies.Pose = append(p.Bodies.Pose, geom.Transform{P: at})
			p.Bodies.Motion = append(p.Bodies.Motion, state.BodyMotion{MaxExtent: float32(r.ExpFloat64())})
			s.fast = append(s.fast, fastBody{row: state.BodyRow(i)})
		}
		s.takeQueries(1)
		for tick := range 20 {
			if round%2 == 1 && tick == 10 {
				p.Broadphase.Move(uint32(boxes), box(spread))
			}
			moveAtRandom(r, p.Bodies, tick)
			s.prepareCells(nil)
			require.Equal(t, tick != 0 && (round%2 == 0 || tick != 10), s.useCells)
			if s.useCells {
				compareCells(t, s.queries[0], counts)
			}
		}
	}
	for _, c := range []string{"alone", "empty", "listed", "many", "unknown", "beyond"} {
		require.Greater(t, counts[c], 100, "%s in %v", c, counts)
	}
}

// moveAtRandom moves all bodies, some far and the first of them sometimes out of the range of
// floats.
func moveAtRandom(r *rand.Rand, bodies *state.Bodies, tick int) {
	for i := range bodies.Pose {
		bodies.LastPose[i] = bodies.Pose[i]
		step := geom.Vec2{X: r.NormFloat64(), Y: r.NormFloat64()}.Mul(math.Pow(10, r.Float64()-1))
		if r.IntN(2) == 0 {
			step = geom.Vec2{} // stays in its cell
		}
		bodies.Pose[i].P = bodies.Pose[i].P.Add(step)
	}
	switch tick {
	case 5:
		bodies.Pose[0].P.X = 1e39
	case 6:
		bodies.Pose[0].P.X = math.Inf(1)
	case 7:
		bodies.Pose[0].P.X = math.NaN()
	case 8:
		bodies.Pose[0].P = bodies.Pose[1].P
	}
}

func compareCells(t *testing.T, q *ccdQuery, counts map[string]int) {
	bodies := q.p.Bodies
	alone := func(b fastBody) []uint32 {
		q.row = b.row
		q.collectCandidates(bodies.LastPose[b.row].P, bodies.Pose[b.row].P)
		return append([]uint32(nil), q.candidates...)
	}
	fast := q.s.fast
	for len(fast) > 0 {
		list := fast[:min(ccdBlock, len(fast))]
		fast = fast[len(list):]
		var left [ccdBlock]foundCell
		n := q.leaveOutAlone(&left, list)
		for i, b := range list {
			if n > 0 && int(left[0].body) == i {
				copy(left[:], left[1:n])
				n--
				continue
			}
			require.Empty(t, alone(b))
			counts["alone"]++
		}
		require.Zero(t, n)
		q.remember(list[:1])
		for _, b := range list {
			if q.leaveOutAlone(&left, []fastBody{b}) == 0 {
				left[0] = foundCell{}
			}
			near, found := q.cells.neighbors(&left[0])
			switch found {
			case inList:
				want := alone(b)
				q.row = b.row
				require.Equal(t, len(want) > 0, q.takeCandidates(near))
				require.Equal(t, want, append([]uint32(nil), q.candidates...))
				counts[map[bool]string{true: "empty", false: "listed"}[len(near) == 0]]++
			case amongMany:
				counts["many"]++
			case inNoCell:
				counts["unknown"]++
			default:
				counts["beyond"]++
			}
		}
		for i := 0; i < len(list); i += ccdGroup {
			q.remember(list[i:min(i+ccdGroup, len(list))])
		}
	}
}
