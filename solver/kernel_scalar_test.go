package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// scalarInputs are bundles of contacts with one and with two points over the same bodies.
type scalarInputs struct {
	states guard.Slice[state.BodyState]
	one    guard.Slice[bundle1]
	two    guard.Slice[bundle2]
}

// makeScalarInputs makes n bundles of either kind, the last with the given number of contacts. Some
// numbers are zero of either sign, and if special some are infinite or NaN.
func makeScalarInputs(r *rand.Rand, n, lanes int, special bool) scalarInputs {
	w := scalarInputs{guard.Make[state.BodyState](2*bundleSize + 1), guard.Make[bundle1](n), guard.Make[bundle2](n)}
	for i := range n {
		fill := bundleSize
		if i == n-1 {
			fill = lanes
		}
		f := makeBundleFixture(r, fill)
		copy(w.states.Inner, f.states)
		two, one := &w.two.Inner[i], &w.one.Inner[i]
		*two = f.bundle
		for l := range fill {
			replaceSome(r, special, &two.tangentImpulse[l], &two.ta[l], &two.tb[l], &two.nx[l], &two.ny[l])
			for k := range two.points {
				p := &two.points[k]
				replaceSome(r, special, &p.ka[l], &p.kb[l], &p.separation[l], &p.currentSeparation[l])
				replaceSome(r, false, &p.impulse[l], &p.mass[l])
			}
		}
		one.header, one.points[0] = two.header, two.points[r.IntN(2)]
	}
	for i := range w.states.Inner[:2*bundleSize] {
		s := &w.states.Inner[i]
		replaceSome(r, special, &s.VX, &s.VY, &s.W, &s.DX, &s.DY, &s.DS)
	}
	return w
}

// replaceSome replaces every eighth number.
func replaceSome(r *rand.Rand, special bool, numbers ...*float32) {
	values := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32}
	if !special {
		values = values[:2]
	}
	for _, x := range numbers {
		if r.IntN(8) == 0 {
			*x = float32(values[r.IntN(len(values))])
		}
	}
}

// difference describes the first word in which two twins differ.
func (w scalarInputs) difference(o scalarInputs) string {
	return guard.Difference("states", w.states, o.states) + guard.Difference("bundles with one point", w.one, o.one) +
		guard.Difference("bundles with two points", w.two, o.two)
}

// eachLane runs a portable kernel over the contacts, those with one point first.
func (w scalarInputs) eachLane(lanes int, kernel func(h *header, points []point, l int)) {
	count := func(i, n int) int {
		if i == n-1 {
			return lanes
		}
		return bundleSize
	}
	for i := range w.one.Inner {
		for l := range count(i, len(w.one.Inner)) {
			kernel(&w.one.Inner[i].header, w.one.Inner[i].points[:], l)
		}
	}
	for i := range w.two.Inner {
		for l := range count(i, len(w.two.Inner)) {
			kernel(&w.two.Inner[i].header, w.two.Inner[i].points[:], l)
		}
	}
}

// The scalar kernels have the bits of the portable ones, also of zeros with a sign, infinite
// numbers and NaN.
func TestScalarKernelsEqualPortable(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	c := testCoefficients()
	for round := range 3000 {
		lanes := 1 + r.IntN(bundleSize)
		w := makeScalarInputs(r, 1+r.IntN(3), lanes, round%2 == 1)
		twin := scalarInputs{w.states.Clone(), w.one.Clone(), w.two.Clone()}
		states, expected := w.states.Inner, twin.states.Inner
		for range 2 {
			for i := range w.one.Inner {
				warmStartAll(states, &w.one.Inner[i].header, w.one.Inner[i].points[:])
			}
			for i := range w.two.Inner {
				warmStartAll(states, &w.two.Inner[i].header, w.two.Inner[i].points[:])
			}
			twin.eachLane(lanes, func(h *header, points []point, l int) { warmStart(expected, h, points, l) })
			require.Empty(t, w.difference(twin), "warm start, round %d", round)

			solveOnePoint(states, w.one.Inner, &c)
			solveTwoPoints(states, w.two.Inner, &c)
			twin.eachLane(lanes, func(h *header, points []point, l int) { solve(expected, h, points, l, &c) })
			require.Empty(t, w.difference(twin), "solve, round %d", round)

			relaxOnePoint(states, w.one.Inner, &c)
			relaxTwoPoints(states, w.two.Inner, &c)
			twin.eachLane(lanes, func(h *header, points []point, l int) {
				updateSeparation(expected, h, points, l)
				relax(expected, h, points, l, &c, noSurface)
			})
			require.Empty(t, w.difference(twin), "relax, round %d", round)
		}
	}
}
