//go:build !purego

package solver

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/guard"
	"github.com/stretchr/testify/require"
)

// twins are equal inputs for the two kinds of kernels.
type twins struct {
	states guard.Slice[body.State]
	one    guard.Slice[row1]
	two    guard.Slice[row2]
	surf   guard.Slice[surface]
}

func (w twins) clone() twins {
	return twins{w.states.Clone(), w.one.Clone(), w.two.Clone(), w.surf.Clone()}
}

// difference describes the first word in which two twins differ.
func (w twins) difference(o twins) string {
	return cmp.Or(
		guard.Difference("states", w.states, o.states),
		guard.Difference("rows with one point", w.one, o.one),
		guard.Difference("rows with two points", w.two, o.two),
		guard.Difference("surfaces", w.surf, o.surf),
	)
}

// makeTwins makes n rows of either kind, the last with the given number of lanes.
func makeTwins(r guard.Source, n, lanes int) twins {
	const bodies = 40
	w := twins{guard.Make[body.State](bodies), guard.Make[row1](n), guard.Make[row2](n), guard.Make[surface](n)}
	for i := range w.states.Inner {
		s := body.State{
			VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: body.FlagDynamic,
			DX: r.Num(0.01), DY: r.Num(0.01), DC: 1 - r.Num(0.01), DS: r.Num(0.1),
		}
		switch r.IntN(6) {
		case 0:
			s.Flags |= body.Flags(r.IntN(8)) << 1
		case 1:
			s.Flags = body.Flags(r.IntN(8)) << 1
		}
		w.states.Inner[i] = s
	}
	w.states.Inner[0] = body.State{DC: 1} // the ground
	for i := range n {
		fill := Lanes
		if i == n-1 {
			fill = lanes
		}
		w.fillRow(r, &w.one.Inner[i].head, w.one.Inner[i].points[:], &w.surf.Inner[i], fill)
		w.fillRow(r, &w.two.Inner[i].head, w.two.Inner[i].points[:], &w.surf.Inner[i], fill)
	}
	return w
}

func (w twins) fillRow(r guard.Source, h *head, points []point, surf *surface, lanes int) {
	perm := r.Perm(len(w.states.Inner))
	var still []int
	for i, s := range w.states.Inner {
		if s.Flags&body.FlagDynamic == 0 {
			still = append(still, i)
		}
	}
	allStill, mass := r.IntN(4) == 0, func(row int32) float32 {
		if w.states.Inner[row].Flags&body.FlagDynamic == 0 {
			return 0
		}
		return r.Positive()
	}
	for l := range Lanes {
		if l >= lanes {
			padLane(h, points, surf, l, 0)
			continue
		}
		h.a[l], h.b[l] = int32(perm[2*l]), int32(perm[2*l+1])
		if allStill || r.IntN(8) == 0 {
			h.a[l] = int32(still[r.IntN(len(still))])
		}
		sin, cos := math.Sincos(r.Float64() * 7)
		h.nx[l], h.ny[l] = float32(cos), float32(sin)
		if r.Share > 0 {
			h.nx[l], h.ny[l] = r.Num(1), r.Num(1)
		}
		h.ma[l], h.ia[l], h.mb[l], h.ib[l] = mass(h.a[l]), mass(h.a[l]), mass(h.b[l]), mass(h.b[l])
		h.friction[l], h.ta[l], h.tb[l] = marked(r.Positive(), r.IntN(2) == 0), r.Num(1), r.Num(1)
		h.tangentMass[l], h.tangentImpulse[l] = marked(r.Positive(), r.IntN(2) == 0), r.Num(0.1)
		for k := range points {
			points[k].ka[l], points[k].kb[l], points[k].separation[l] = r.Num(1), r.Num(1), r.Num(0.02)
			points[k].now[l] = r.Num(0.02)
			points[k].mass[l], points[k].impulse[l], points[k].total[l] = r.Positive(), max(0, r.Num(0.1)), r.Positive()
		}
		surf.speed[l], surf.rolling[l] = r.Num(1), r.Positive()
		surf.rollingMass[l], surf.rollingImpulse[l] = r.Positive(), r.Num(0.1)
	}
}

// runPortable runs a pass over rows of a class by the portable kernels, padding too.
func (w twins) runPortable(what work, k class, c *coefficients) {
	r := rows{
		one: w.one.Inner, two: w.two.Inner, oneSurf: w.one.Inner, twoSurf: w.two.Inner,
		surfOne: w.surf.Inner, surfTwo: w.surf.Inner,
	}
	for i := range w.one.Inner {
		h, points, surf := r.at(k, i)
		for l := range Lanes {
			runLane(what, w.states.Inner, h, points, surf, l, c)
		}
	}
}

func runLane(what work, states []body.State, h *head, points []point, surf *surface, l int, c *coefficients) {
	switch what {
	case workWarm:
		warmStart(states, h, points, l)
		if surf != nil {
			warmRoll(states, h, surf, l)
		}
	case workSolve:
		solve(states, h, points, l, c)
	default:
		if surf == nil {
			relax(states, h, points, l, c, noSpeed)
			return
		}
		relax(states, h, points, l, c, surf.speed[l])
		roll(states, h, points, surf, l)
	}
}

func (w twins) runVector(what work, k class, c *coefficients) {
	var wide wideCoefficients
	wide.set(c)
	args := rowArgs{
		states: unsafe.Pointer(&w.states.Inner[0]), coefficients: &wide, count: len(w.one.Inner),
		rows: unsafe.Pointer(&w.one.Inner[0]), surfaces: unsafe.Pointer(&w.surf.Inner[0]),
	}
	if k == class2 || k == class2Surface {
		args.rows = unsafe.Pointer(&w.two.Inner[0])
	}
	runKernel(what, k, &args)
}

var passes = map[work]string{workWarm: "warm start", workSolve: "solve", workRelax: "relax"}

// A contact that slides at a speed of minus zero under an impulse of minus zero.
func TestVectorKernelsEqualPortableOnesAtMinusZero(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	c := testCoefficients()
	for k := range classes {
		x := makeTwins(guard.Source{Rand: rand.New(rand.NewPCG(uint64(k), 0))}, 3, Lanes)
		for i := range x.states.Inner {
			s := &x.states.Inner[i]
			s.VX, s.VY, s.W = 0, 0, 0
		}
		for i := range x.one.Inner {
			for _, h := range []*head{&x.one.Inner[i].head, &x.two.Inner[i].head} {
				for l := range Lanes {
					h.nx[l], h.ny[l], h.ta[l], h.tb[l] = 0.8, -0.6, 1, -1
					h.friction[l], h.tangentImpulse[l] = 1, float32(math.Copysign(0, -1))
				}
			}
		}
		y := x.clone()
		x.runPortable(workRelax, k, &c)
		y.runVector(workRelax, k, &c)
		require.Empty(t, x.difference(y), "class %d", k)
	}
}

// Every kernel against its twin: all numbers of rows from 1 to 17, all numbers of
// lanes in the last, tame numbers and nasty ones, passes after passes.
func TestVectorKernelsEqualPortableOnes(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	c := testCoefficients()
	for k := range classes {
		for _, share := range []int{0, 200, 20, 3} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(k), uint64(share))), Share: share}
			for try := range samples {
				x := makeTwins(r, 1+try%17, 1+r.IntN(Lanes))
				y := x.clone()
				for pass := range 4 {
					what := []work{workWarm, workSolve, workRelax}[(try+pass)%3]
					x.runPortable(what, k, &c)
					y.runVector(what, k, &c)
					require.Empty(t, x.difference(y), "class %d, %s %d of %d rows, one in %d nasty",
						k, passes[what], pass, len(x.one.Inner), share)
				}
			}
		}
	}
}

// No rows: nothing is touched, not even the arguments' pointers.
func TestVectorKernelsOfNothing(t *testing.T) {
	for k := range classes {
		for what := range passes {
			runKernel(what, k, &rowArgs{})
		}
		runPrepare(k, &tableArgs{})
		runStore(k, &tableArgs{})
	}
}

// A heap on the ground with rolling and turning surfaces, locked bodies and an overflow
// steps to the same bits with both kinds of kernels.
func TestSceneIsEqualWithoutVectorKernels(t *testing.T) {
	run := func() []body.State {
		w := newBench()
		ground := w.still(0, -1, 100, 1)
		r := rand.New(rand.NewPCG(3, 4))
		var below []body.Slot
		for row := range 8 {
			var level []body.Slot
			for i := range 12 {
				b := w.box(float64(i)-6+0.3*r.Float64(), 0.4+0.8*float64(row), 0.45, 0.4, 1+r.Float64())
				if r.IntN(10) == 0 {
					w.state(b).Flags |= body.FlagLockX << r.IntN(3)
				}
				support := ground
				if row > 0 {
					support = below[i]
				}
				slot := w.touch(support, b)
				if r.IntN(3) == 0 {
					w.surface(slot).Rolling, w.surface(slot).TangentSpeed = 0.1*r.Float32(), r.Float32()-0.5
				}
				level = append(level, b)
			}
			below = level
		}
		plate := w.box(0, 0.4+0.8*8, 20, 0.4, 1)
		for _, b := range below { // one body in twelve contacts
			w.touch(b, plate)
		}
		for range 12 { // and, with twelve more of its own, in more than there are colours
			w.touch(plate, w.box(20*r.Float64()-10, 0.4+0.8*9, 0.4, 0.4, 1))
		}
		w.step(120)
		require.Positive(t, w.solver.Overflow())
		return w.bodies.State
	}
	wide := run()
	var plain []body.State
	portably(func() { plain = run() })
	require.Equal(t, guard.Words(plain), guard.Words(wide))
}
