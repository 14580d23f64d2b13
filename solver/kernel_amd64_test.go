//go:build !purego

package solver

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/stretchr/testify/require"
)

// words is the memory of a slice of pointer-free structs.
func words[T any](s []T) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0]))/4)
}

// guard is what stands before and behind everything a kernel may write.
const (
	guard      = 0x5ca1ab1e
	guardElems = 3
)

// arena is a slice with guard bands of whole elements.
type arena[T any] struct{ all, inner []T }

func makeArena[T any](n int) arena[T] {
	all := make([]T, n+2*guardElems)
	for i := range words(all) {
		words(all)[i] = guard
	}
	return arena[T]{all, all[guardElems : guardElems+n : guardElems+n]}
}

func (a arena[T]) clone() arena[T] {
	all := slices.Clone(a.all)
	return arena[T]{all, all[guardElems : len(all)-guardElems]}
}

// twins are equal inputs for the two kinds of kernels.
type twins struct {
	states arena[body.State]
	one    arena[row1]
	two    arena[row2]
	surf   arena[surface]
}

func (w twins) clone() twins {
	return twins{w.states.clone(), w.one.clone(), w.two.clone(), w.surf.clone()}
}

// difference describes the first word in which two twins differ. The bits of a NaN
// are not part of the promise; that there is one is.
func (w twins) difference(o twins) string {
	for _, part := range []struct {
		name string
		x, y []uint32
	}{
		{"states", words(w.states.all), words(o.states.all)},
		{"rows with one point", words(w.one.all), words(o.one.all)},
		{"rows with two points", words(w.two.all), words(o.two.all)},
		{"surfaces", words(w.surf.all), words(o.surf.all)},
	} {
		if d := differentWord(part.x, part.y); d != "" {
			return part.name + ", " + d
		}
	}
	return ""
}

func differentWord(a, b []uint32) string {
	for i, x := range a {
		y := b[i]
		fx, fy := math.Float32frombits(x), math.Float32frombits(y)
		if x != y && (fx == fx || fy == fy) {
			return fmt.Sprintf("word %d: %#08x (%v) and %#08x (%v)", i, x, fx, y, fy)
		}
	}
	return ""
}

// nasty are numbers that tell apart what is nearly the same.
var nasty = []float32{
	0, float32(math.Copysign(0, -1)), 1, -1, 1e-45, -1e-45, 1e-39, -1e-39, 1e-20, -1e-20, 1e20, -1e20,
	math.MaxFloat32, -math.MaxFloat32, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
}

// source draws numbers: every so often a nasty one.
type source struct {
	*rand.Rand
	share int // one number in so many is nasty; zero: none
}

func (r source) num(size float32) float32 {
	if r.share > 0 && r.IntN(r.share) == 0 {
		return nasty[r.IntN(len(nasty))]
	}
	return (2*r.Float32() - 1) * size
}

func (r source) positive() float32 {
	x := r.num(1)
	return max(x, -x)
}

// makeTwins makes n rows of either kind, the last with the given number of lanes.
func makeTwins(r source, n, lanes int) twins {
	const bodies = 40
	w := twins{makeArena[body.State](bodies), makeArena[row1](n), makeArena[row2](n), makeArena[surface](n)}
	for i := range w.states.inner {
		s := body.State{
			VX: r.num(3), VY: r.num(3), W: r.num(3), Flags: body.FlagDynamic,
			DX: r.num(0.01), DY: r.num(0.01), DC: 1 - r.num(0.01), DS: r.num(0.1),
		}
		switch r.IntN(6) {
		case 0:
			s.Flags |= body.Flags(r.IntN(8)) << 1
		case 1:
			s.Flags = body.Flags(r.IntN(8)) << 1
		}
		w.states.inner[i] = s
	}
	w.states.inner[0] = body.State{DC: 1} // the ground
	for i := range n {
		fill := Lanes
		if i == n-1 {
			fill = lanes
		}
		w.fillRow(r, &w.one.inner[i].head, w.one.inner[i].points[:], &w.surf.inner[i], fill)
		w.fillRow(r, &w.two.inner[i].head, w.two.inner[i].points[:], &w.surf.inner[i], fill)
	}
	return w
}

func (w twins) fillRow(r source, h *head, points []point, surf *surface, lanes int) {
	perm := r.Perm(len(w.states.inner))
	var still []int
	for i, s := range w.states.inner {
		if s.Flags&body.FlagDynamic == 0 {
			still = append(still, i)
		}
	}
	allStill, mass := r.IntN(4) == 0, func(row int32) float32 {
		if w.states.inner[row].Flags&body.FlagDynamic == 0 {
			return 0
		}
		return r.positive()
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
		if r.share > 0 {
			h.nx[l], h.ny[l] = r.num(1), r.num(1)
		}
		h.ma[l], h.ia[l], h.mb[l], h.ib[l] = mass(h.a[l]), mass(h.a[l]), mass(h.b[l]), mass(h.b[l])
		h.friction[l], h.ta[l], h.tb[l] = r.positive(), r.num(1), r.num(1)
		h.tangentMass[l], h.tangentImpulse[l] = r.positive(), r.num(0.1)
		for k := range points {
			points[k].ka[l], points[k].kb[l], points[k].separation[l] = r.num(1), r.num(1), r.num(0.02)
			points[k].mass[l], points[k].impulse[l], points[k].total[l] = r.positive(), max(0, r.num(0.1)), r.positive()
		}
		surf.speed[l], surf.rolling[l] = r.num(1), r.positive()
		surf.rollingMass[l], surf.rollingImpulse[l] = r.positive(), r.num(0.1)
	}
}

// runPortable runs a pass over rows of a class by the portable kernels, padding too.
func (w twins) runPortable(what work, k class, c *coefficients) {
	r := rows{
		one: w.one.inner, two: w.two.inner, oneSurf: w.one.inner, twoSurf: w.two.inner,
		surfOne: w.surf.inner, surfTwo: w.surf.inner,
	}
	for i := range w.one.inner {
		h, points, surf := r.at(k, i)
		for l := range Lanes {
			runLane(what, w.states.inner, h, points, surf, l, c)
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
			relax(states, h, points, l, c, 0)
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
		states: unsafe.Pointer(&w.states.inner[0]), coefficients: &wide, count: len(w.one.inner),
		rows: unsafe.Pointer(&w.one.inner[0]), surfaces: unsafe.Pointer(&w.surf.inner[0]),
	}
	if k == class2 || k == class2Surface {
		args.rows = unsafe.Pointer(&w.two.inner[0])
	}
	runKernel(what, k, &args)
}

var passes = map[work]string{workWarm: "warm start", workSolve: "solve", workRelax: "relax"}

// Every kernel against its twin: all numbers of rows from 1 to 17, all numbers of
// lanes in the last, tame numbers and nasty ones, passes after passes.
func TestVectorKernelsEqualPortableOnes(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	c := testCoefficients()
	for k := range classes {
		for _, share := range []int{0, 200, 20, 3} {
			r := source{rand.New(rand.NewPCG(uint64(k), uint64(share))), share}
			for try := range samples {
				x := makeTwins(r, 1+try%17, 1+r.IntN(Lanes))
				y := x.clone()
				for pass := range 4 {
					what := []work{workWarm, workSolve, workRelax}[(try+pass)%3]
					x.runPortable(what, k, &c)
					y.runVector(what, k, &c)
					require.Empty(t, x.difference(y), "class %d, %s %d of %d rows, one in %d nasty",
						k, passes[what], pass, len(x.one.inner), share)
				}
			}
		}
	}
}

// The comparison above is worth something only if it sees differences.
func TestDifferenceSeesEverything(t *testing.T) {
	r := source{rand.New(rand.NewPCG(1, 2)), 0}
	x := makeTwins(r, 2, 3)
	require.Empty(t, x.difference(x.clone()))
	for range samples {
		y := x.clone()
		parts := [][]uint32{words(y.states.all), words(y.one.all), words(y.two.all), words(y.surf.all)}
		part := parts[r.IntN(len(parts))]
		part[r.IntN(len(part))] ^= 1 << r.IntN(23)
		require.NotEmpty(t, x.difference(y))
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
					w.solid(slot).Rolling, w.solid(slot).TangentSpeed = 0.1*r.Float32(), r.Float32()-0.5
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
	require.Equal(t, words(plain), words(wide))
}

// The assembly is what the generator writes today.
func TestAssemblyIsGenerated(t *testing.T) {
	// Opening the sources tells the cache of test results about them.
	sources, err := filepath.Glob("_asm/*")
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, name := range append(sources, "row.go", "kernel_amd64.go", "../body/store.go", "../manifold/contacts.go") {
		_, err := os.ReadFile(name)
		require.NoError(t, err)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = "_asm"
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off")
	cmd.Stderr = os.Stderr
	fresh, err := cmd.Output()
	require.NoError(t, err, "the generator does not run")
	kept, err := os.ReadFile("kernel_amd64.s")
	require.NoError(t, err)
	if string(fresh) != string(kept) {
		t.Fatal("kernel_amd64.s is out of date: go generate ./solver")
	}
}
