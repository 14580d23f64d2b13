//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// makePredictions returns contacts with one point between surfaces of all sorts: bodies that turn
// fast, slowly and hardly at all, that are locked or not dynamic, discs about their centre of mass
// and others.
func makePredictions(r guard.Source, number int) (*Tables, guard.Slice[state.SolverContact], []Surfaces) {
	t := &Tables{Bodies: &state.Bodies{}, Contacts: &state.Contacts{}, Timestep: 1.0 / 60}
	contacts, surfaces := guard.Make[state.SolverContact](number), make([]Surfaces, number)
	for i := range number {
		t.Contacts.Pair = append(t.Contacts.Pair, state.ContactPair{BodyA: uint32(2 * i), BodyB: uint32(2*i + 1)})
		t.Contacts.Cache = append(t.Contacts.Cache, state.ManifoldCache{NormalX: 1})
		for range 2 {
			speed := [4]float32{0, 1e-7, 4, 400}[r.IntN(4)]
			flags := [3]state.BodyFlags{state.FlagDynamic, state.FlagDynamic | state.FlagLockRotation, 0}[r.IntN(9)/4]
			t.Bodies.State = append(t.Bodies.State, state.BodyState{VX: r.Num(3), VY: r.Num(30), W: r.Num(speed), Flags: flags})
			t.Bodies.Rows = append(t.Bodies.Rows, state.BodyRow(len(t.Bodies.Rows)))
		}
		n := geom.RotFromAngle([2]float64{7 * r.Float64(), 0.5 * math.Pi * float64(r.IntN(4))}[r.IntN(2)])
		f := &surfaces[i]
		f.RadiusA, f.RadiusB, f.Reach = float64(r.Positive())*float64(r.IntN(2)), float64(r.Positive()), float64(r.Positive())
		f.FlatA, f.FlatB = r.IntN(3) == 0, r.IntN(3) == 0
		s := state.SolverContact{NormalX: float32(n.C), NormalY: float32(n.S), Friction: r.Num(1), Count: 1}
		q := &s.Points[0]
		*q = state.SolverPoint{Separation: r.Num(0.02), NormalImpulse: r.Num(1), TangentImpulse: r.Num(1), Feature: r.Uint32()}
		q.AX, q.AY, q.BX, q.BY = r.Num(1), r.Num(1), r.Num(1), r.Num(1)
		if r.IntN(3) == 0 { // a disc about its centre of mass
			a := n.X().Mul(f.RadiusA)
			q.AX, q.AY = float32(a.X), float32(a.Y)
		}
		contacts.Inner[i] = s
	}
	t.Contacts.Solver = contacts.Inner
	return t, contacts, surfaces
}

// The kernel gives the bits of the portable function, forgets the same manifolds and writes nothing
// else.
func TestVectorPredictionEqualsPortable(t *testing.T) {
	leftout.VectorKernels(t)
	moved, stayed := 0, 0
	for seed := range uint64(4000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 31)), SpecialEvery: [4]int{0, 0, 100, 12}[seed%4]}
		number := 1 + r.IntN(4*lanes)
		got, contacts, surfaces := makePredictions(r, number)
		original, caches := contacts.Clone(), slices.Clone(got.Contacts.Cache)
		var batch PredictionBatch
		for _, i := range r.Perm(number) {
			batch.Add(got, i, &surfaces[i])
		}
		batch.Run(got)
		require.Zero(t, batch.count)

		result, resultCaches := contacts.Clone(), slices.Clone(got.Contacts.Cache)
		copy(contacts.All, original.All)
		copy(got.Contacts.Cache, caches)
		for i := range number {
			got.Predict(i, &surfaces[i])
			if got.Contacts.Cache[i] == (state.ManifoldCache{}) {
				moved++
			} else {
				stayed++
			}
		}
		require.Empty(t, guard.Difference("contacts", contacts, result), "seed %d", seed)
		require.Equal(t, got.Contacts.Cache, resultCaches, "seed %d", seed)
	}
	require.Greater(t, moved, 5000)
	require.Greater(t, stayed, 5000)
}
