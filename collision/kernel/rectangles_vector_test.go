//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// makeRectangles returns boxes, capsules and segments, all in one arena. Many have the same size
// and stand upright.
func makeRectangles(t *testing.T, r guard.Source) ([]shape.Geometry, *shape.Arena) {
	arena := new(shape.Arena)
	var all []shape.Geometry
	for range 12 {
		size := func() float64 { return [3]float64{0.5, 1, 0.1 + r.Float64()}[r.IntN(3)] }
		angle := [3]float64{0, math.Pi / 2, 7 * r.Float64()}[r.IntN(3)]
		direction := geom.RotFromAngle(angle).X().Mul(size()).Mgl()
		center := mgl64.Vec2{r.Float64() - 0.5, 0}
		var s shape.Support
		switch r.IntN(5) {
		case 0:
			s = shape.Capsule{A: center.Sub(direction), B: center.Add(direction), Radius: 0.5 * size()}
		case 1:
			s = shape.Segment{A: center.Sub(direction), B: center.Add(direction)}
		case 2:
			s = shape.RoundedBox(size(), size(), [2]float64{0.02, 0.1}[r.IntN(2)])
		default:
			s = shape.OffsetBox(size(), size(), center, angle)
		}
		g, err := shape.Compile(s, geom.Vec2{X: 0.1 * r.Float64()}, arena)
		require.NoError(t, err)
		all = append(all, g)
	}
	return all, arena
}

// randomPlace returns the pose of one rectangle seen from another: mostly near by, and often
// parallel.
func randomPlace(r guard.Source) geom.Transform {
	place := geom.Vec2{X: 2 * (r.Float64() - 0.5), Y: 2 * (r.Float64() - 0.5)}
	if r.IntN(3) == 0 {
		place = geom.Vec2{X: float64(r.IntN(5)-2) / 2, Y: float64(r.IntN(5)-2)/2 + 0.01*r.Float64()}
	}
	turn := geom.RotFromAngle(7 * r.Float64())
	switch r.IntN(3) {
	case 0:
		turn = geom.RotFromAngle(math.Pi/2*float64(r.IntN(4)) + 0.004*(r.Float64()-0.5))
	case 1:
		turn = [4]geom.Rot{{C: 1}, {C: -1}, {S: 1}, {S: -1}}[r.IntN(4)]
	}
	return geom.Transform{P: place, R: turn}
}

// The kernel gives the bits of the pair functions: for boxes, capsules and segments that touch and
// such that do not, side by side, aligned and turned, and with special values. It leaves few.
func TestVectorRectanglesEqualPortable(t *testing.T) {
	leftout.VectorKernels(t)
	var pairs, left int
	var counts [3]int
	for seed := range uint64(4000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 23)), SpecialEvery: [4]int{0, 0, 100, 12}[seed%4]}
		shapes, arena := makeRectangles(t, r)
		number := 1 + r.IntN(2*lanes)
		p := &Tables{Contacts: &state.Contacts{}, Shapes: &state.Colliders{}, Speculative: 0.02}
		p.Shapes.Geometry, p.Shapes.Arena = shapes, *arena
		var contacts RelativePoses
		for i := range number {
			a, b := uint32(r.IntN(len(shapes))), uint32(r.IntN(len(shapes)))
			if shapes[a].Kind > shapes[b].Kind {
				a, b = b, a
			}
			p.Contacts.Pair = append(p.Contacts.Pair, state.ContactPair{ColliderA: a, ColliderB: b})
			pose := randomPlace(r)
			if r.SpecialEvery > 0 {
				pose.P.X, pose.R.C = float64(r.Num(2)), float64(r.Num(1))
			}
			contacts.Poses[number-1-i], contacts.Rows[number-1-i] = pose, int32(i)
		}
		var k RectangleBatch
		k.Reset(p, &contacts)
		for i := range number {
			k.Add(i)
		}
		list, results := k.Run()
		require.Len(t, list, number)
		for i := range list {
			require.Equal(t, int32(i), list[i])
			pair, pose := &p.Contacts.Pair[contacts.Rows[i]], &contacts.Poses[i]
			a, b := p.Shapes.Convex(state.ColliderSlot(pair.ColliderA)), p.Shapes.Convex(state.ColliderSlot(pair.ColliderB))
			require.True(t, k.Serves(a.Kind, b.Kind))
			var want manifold.Manifold
			manifold.Collide(&want, a, b, pose, 0.02)
			pairs++
			if results[i].Left != 0 {
				left++
				continue
			}
			got := results[i].Manifold
			counts[got.Count]++
			if want.Count < 2 {
				got.Points[1] = want.Points[1]
			}
			if want.Count == 0 {
				got.Points[0], got.Normal = want.Points[0], want.Normal
			}
			require.Equal(t, bitsOf(&want), bitsOf(&got), "seed %d, pair %d: %v %v %v", seed, i, a.Geometry, b.Geometry, pose)
		}
	}
	require.Less(t, left, pairs/3)
	for _, n := range counts {
		require.Greater(t, n, pairs/20)
	}
}

// bitsOf returns the numbers of a manifold so that zeros of different signs differ.
func bitsOf(m *manifold.Manifold) (bits []uint64) {
	numbers := []float64{m.Normal.X, m.Normal.Y, m.SeparationBound}
	for _, q := range m.Points {
		numbers = append(numbers, q.Anchor.X, q.Anchor.Y, q.Separation)
		bits = append(bits, uint64(q.Feature))
	}
	for _, x := range numbers {
		bits = append(bits, math.Float64bits(x))
	}
	return append(bits, uint64(m.Count))
}
