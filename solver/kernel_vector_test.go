//go:build !purego && (amd64 || arm64 || js)

package solver

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/schedule"
	"github.com/stretchr/testify/require"
)

// kernelInputs are equal inputs for the two kinds of kernels.
type kernelInputs struct {
	states    guard.Slice[state.BodyState]
	onePoint  guard.Slice[bundle1]
	twoPoints guard.Slice[bundle2]
	surfaces  guard.Slice[surface]
	arcs      guard.Slice[arc]
}

func (w kernelInputs) clone() kernelInputs {
	return kernelInputs{w.states.Clone(), w.onePoint.Clone(), w.twoPoints.Clone(), w.surfaces.Clone(), w.arcs.Clone()}
}

// difference describes the first word in which two twins differ.
func (w kernelInputs) difference(o kernelInputs) string {
	return cmp.Or(
		guard.Difference("states", w.states, o.states),
		guard.Difference("bundles with one point", w.onePoint, o.onePoint),
		guard.Difference("bundles with two points", w.twoPoints, o.twoPoints),
		guard.Difference("surfaces", w.surfaces, o.surfaces),
		guard.Difference("arcs", w.arcs, o.arcs),
	)
}

// makeKernelInputs makes n bundles of either kind, the last with the given number of lanes.
func makeKernelInputs(r guard.Source, n, lanes int) kernelInputs {
	const bodies = 80
	w := kernelInputs{guard.Make[state.BodyState](bodies), guard.Make[bundle1](n), guard.Make[bundle2](n), guard.Make[surface](n), guard.Make[arc](n)}
	for i := range w.states.Inner {
		s := state.BodyState{
			VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: state.FlagDynamic,
			DX: r.Num(0.01), DY: r.Num(0.01), DC: 1 - r.Num(0.01), DS: r.Num(0.1),
		}
		switch r.IntN(6) {
		case 0:
			s.Flags |= state.BodyFlags(r.IntN(8)) << 1
		case 1:
			s.Flags = state.BodyFlags(r.IntN(8)) << 1
		}
		w.states.Inner[i] = s
	}
	w.states.Inner[0] = state.BodyState{DC: 1} // the ground
	for i := range n {
		fill := bundleSize
		if i == n-1 {
			fill = lanes
		}
		w.fillBundle(r, &w.onePoint.Inner[i].header, w.onePoint.Inner[i].points[:], &w.surfaces.Inner[i], fill, i%2*bodies/2)
		w.fillArcs(r, &w.arcs.Inner[i], fill)
		w.fillBundle(r, &w.twoPoints.Inner[i].header, w.twoPoints.Inner[i].points[:], &w.surfaces.Inner[i], fill, i%2*bodies/2)
	}
	return w
}

// fillBundle makes contacts between bodies of one half, which begins at a row, and bodies that are
// not dynamic: successive bundles share no other.
func (w kernelInputs) fillBundle(r guard.Source, h *header, points []point, surface *surface, lanes, half int) {
	perm := r.Perm(len(w.states.Inner) / 2)
	var fixed []int
	for i, s := range w.states.Inner {
		if s.Flags&state.FlagDynamic == 0 {
			fixed = append(fixed, i)
		}
	}
	allFixed, mass := r.IntN(4) == 0, func(body state.BodyOffset) float32 {
		if w.states.Inner[body.Row()].Flags&state.FlagDynamic == 0 {
			return 0
		}
		return r.Positive()
	}
	for l := range bundleSize {
		if l >= lanes {
			padLane(h, points, surface, l, 0)
			continue
		}
		h.a[l], h.b[l] = state.BodyRow(half+perm[2*l]).Offset(), state.BodyRow(half+perm[2*l+1]).Offset()
		if allFixed || r.IntN(8) == 0 {
			h.a[l] = state.BodyRow(fixed[r.IntN(len(fixed))]).Offset()
		}
		sin, cos := math.Sincos(r.Float64() * 7)
		h.nx[l], h.ny[l] = float32(cos), float32(sin)
		if r.SpecialEvery > 0 {
			h.nx[l], h.ny[l] = r.Num(1), r.Num(1)
		}
		h.ma[l], h.ia[l], h.mb[l], h.ib[l] = mass(h.a[l]), mass(h.a[l]), mass(h.b[l]), mass(h.b[l])
		h.friction[l], h.ta[l], h.tb[l] = setSign(r.Positive(), r.IntN(2) == 0), r.Num(1), r.Num(1)
		h.tangentMass[l], h.tangentImpulse[l] = setSign(r.Positive(), r.IntN(2) == 0), r.Num(0.1)
		for k := range points {
			points[k].ka[l], points[k].kb[l], points[k].separation[l] = r.Num(1), r.Num(1), r.Num(0.02)
			points[k].currentSeparation[l] = r.Num(0.02)
			points[k].mass[l], points[k].impulse[l], points[k].totalImpulse[l] = r.Positive(), max(0, r.Num(0.1)), r.Positive()
		}
		surface.tangentSpeed[l], surface.rollingResistance[l] = r.Num(1), r.Positive()
		surface.rollingMass[l], surface.rollingImpulse[l] = r.Positive(), r.Num(0.1)
	}
}

// fillArcs makes arcs with and without a radius.
func (w kernelInputs) fillArcs(r guard.Source, x *arc, lanes int) {
	for l := range bundleSize {
		x.pad(l)
		if l >= lanes {
			continue
		}
		if r.IntN(3) > 0 {
			x.radiusA[l] = r.Num(1)
		}
		if r.IntN(3) > 0 {
			x.radiusB[l] = r.Num(1)
		}
		x.ka[l], x.kb[l], x.ta[l], x.tb[l] = r.Num(1), r.Num(1), r.Num(1), r.Num(1)
		x.correctionA[l], x.correctionB[l] = r.Num(0.1), r.Num(0.1)
	}
}

// attach makes the bundles of every class use the guarded slices.
func (w kernelInputs) attach(r *bundles) {
	for k, has := range &classColumns {
		r.onePoint[k], r.twoPoints[k] = w.onePoint.Inner, w.twoPoints.Inner
		if has.surfaces {
			r.surfaces[k] = w.surfaces.Inner
		}
		if has.arcs {
			r.arcs[k] = w.arcs.Inner
		}
	}
}

// runPortable runs a pass over bundles of a class by the portable kernels, padding too.
func (w kernelInputs) runPortable(pass step.Pass, k schedule.Class, c *coefficients) {
	var r bundles
	w.attach(&r)
	for i := range w.onePoint.Inner {
		h, points, surface := r.at(k, i)
		x := elementOf(r.arcs[k], i)
		for l := range bundleSize {
			runLane(pass, w.states.Inner, h, points, surface, x, l, c)
		}
	}
}

func runLane(pass step.Pass, states []state.BodyState, h *header, points []point, surface *surface, x *arc, l int, c *coefficients) {
	switch pass {
	case step.WarmStart:
		warmStart(states, h, points, l)
		if surface != nil {
			warmStartRolling(states, h, surface, l)
		}
	case step.Solve:
		if x != nil {
			correctArcs(states, h, x, l)
		}
		solve(states, h, points, l, c)
	default:
		if x != nil {
			followArcs(states, h, &points[0], x, l)
		} else {
			updateSeparation(states, h, points, l)
		}
		if surface == nil {
			relax(states, h, points, l, c, noSurface)
			return
		}
		relax(states, h, points, l, c, slide{surface.tangentSpeed[l], nil})
		solveRolling(states, h, points, surface, l)
	}
}

func (w kernelInputs) runVector(pass step.Pass, k schedule.Class, c *coefficients) {
	var wide wideCoefficients
	wide.set(c)
	args := bundleArgs{
		states: unsafe.Pointer(&w.states.Inner[0]), coefficients: &wide, count: len(w.onePoint.Inner),
		bundles: unsafe.Pointer(&w.onePoint.Inner[0]), surfaces: unsafe.Pointer(&w.surfaces.Inner[0]), arcs: unsafe.Pointer(&w.arcs.Inner[0]),
	}
	if k == schedule.TwoPoints || k == schedule.TwoPointsSurface {
		args.bundles = unsafe.Pointer(&w.twoPoints.Inner[0])
	}
	runKernel(pass, k, &args)
	simd.Flush()
}

var passes = map[step.Pass]string{step.WarmStart: "warm start", step.Solve: "solve", step.Relax: "relax"}

// A contact that slides at a speed of minus zero under an impulse of minus zero.
func TestVectorKernelsEqualPortableOnesAtMinusZero(t *testing.T) {
	leftout.VectorKernels(t)
	c := testCoefficients()
	for k := range schedule.OnePointCone {
		x := makeKernelInputs(guard.Source{Rand: rand.New(rand.NewPCG(uint64(k), 0))}, 3, bundleSize)
		for i := range x.states.Inner {
			s := &x.states.Inner[i]
			s.VX, s.VY, s.W = 0, 0, 0
		}
		for i := range x.onePoint.Inner {
			for _, h := range []*header{&x.onePoint.Inner[i].header, &x.twoPoints.Inner[i].header} {
				for l := range bundleSize {
					h.nx[l], h.ny[l], h.ta[l], h.tb[l] = 0.8, -0.6, 1, -1
					h.friction[l], h.tangentImpulse[l] = 1, float32(math.Copysign(0, -1))
				}
			}
		}
		y := x.clone()
		x.runPortable(step.Relax, k, &c)
		y.runVector(step.Relax, k, &c)
		require.Empty(t, x.difference(y), "class %d", k)
	}
}

// Every vector kernel against its portable twin: all numbers of bundles from 1 to 17, all numbers
// of lanes in the last, ordinary and special numbers, several passes in turn.
func TestVectorKernelsEqualPortableOnes(t *testing.T) {
	leftout.VectorKernels(t)
	c := testCoefficients()
	for k := range schedule.OnePointCone {
		for _, share := range []int{0, 200, 20, 3} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(k), uint64(share))), SpecialEvery: share}
			for try := range samples {
				x := makeKernelInputs(r, 1+try%17, 1+r.IntN(bundleSize))
				y := x.clone()
				for round := range 4 {
					pass := []step.Pass{step.WarmStart, step.Solve, step.Relax}[(try+round)%3]
					x.runPortable(pass, k, &c)
					y.runVector(pass, k, &c)
					require.Empty(t, x.difference(y), "class %d, %s %d of %d bundles, one number in %d special",
						k, passes[pass], round, len(x.onePoint.Inner), share)
				}
			}
		}
	}
}

// Without bundles a kernel reads and writes nothing, not even through the arguments' pointers.
func TestVectorKernelsWithZeroCount(t *testing.T) {
	leftout.VectorKernels(t)
	for k := range schedule.OnePointCone {
		for pass := range passes {
			runKernel(pass, k, &bundleArgs{})
		}
		runPrepare(k, &tableArgs{})
		runStore(k, &tableArgs{})
	}
}

// A heap on the ground with rolling and turning surfaces, locked bodies and an overflow
// steps to the same bits with both kinds of kernels.
func TestVectorAndPortableScenesAreEqual(t *testing.T) {
	leftout.VectorKernels(t)
	run := func() []state.BodyState {
		w := newTestWorld()
		ground := w.addStatic(0, -1, 100, 1)
		r := rand.New(rand.NewPCG(3, 4))
		var below []state.BodySlot
		for row := range 8 {
			var level []state.BodySlot
			for i := range 12 {
				b := w.addBox(float64(i)-6+0.3*r.Float64(), 0.4+0.8*float64(row), 0.45, 0.4, 1+r.Float64())
				if r.IntN(10) == 0 {
					w.state(b).Flags |= state.FlagLockX << r.IntN(3)
				}
				support := ground
				if row > 0 {
					support = below[i]
				}
				slot := w.addContact(support, b)
				if r.IntN(3) == 0 {
					w.surface(slot).RollingResistance, w.surface(slot).TangentSpeed = 0.1*r.Float32(), r.Float32()-0.5
				}
				level = append(level, b)
			}
			below = level
		}
		plate := w.addBox(0, 0.4+0.8*8, 20, 0.4, 1)
		for _, b := range below { // one body in twelve contacts
			w.addContact(b, plate)
		}
		for range 12 { // and, with twelve more of its own, in more than there are colours
			w.addContact(plate, w.addBox(20*r.Float64()-10, 0.4+0.8*9, 0.4, 0.4, 1))
		}
		w.step(120)
		require.NotZero(t, w.solver.constraints[overflow].Len())
		return w.bodies.State
	}
	vectorStates := run()
	var portableStates []state.BodyState
	withPortableKernels(func() { portableStates = run() })
	require.Equal(t, guard.Words(portableStates), guard.Words(vectorStates))
}
