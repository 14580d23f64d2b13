package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

func testCoefficients() coefficients {
	return makeCoefficients(&step.Params{H: 1.0 / 240, InvH: 240, ContactHertz: 30, ContactDamping: 10, ContactPushSpeed: 3})
}

// bundleFixture is one bundle of two points with random contacts in its first lanes and
// padding in the others, over states of which the last is the ground.
type bundleFixture struct {
	states  []state.BodyState
	bundle  bundle2
	surface surface
}

func makeBundleFixture(r *rand.Rand, lanes int) *bundleFixture {
	f := &bundleFixture{states: make([]state.BodyState, 2*bundleSize+1)}
	num := func(size float32) float32 { return (2*r.Float32() - 1) * size }
	for i := range f.states {
		f.states[i] = state.BodyState{
			VX: num(3), VY: num(3), W: num(3), Flags: state.FlagDynamic,
			DX: num(0.01), DY: num(0.01), DC: 1, DS: num(0.01),
		}
		if r.IntN(5) == 0 {
			f.states[i].Flags |= state.BodyFlags(r.IntN(8)) << 1
		}
	}
	ground := state.BodyRow(2 * bundleSize)
	f.states[ground] = state.BodyState{DC: 1}
	for l := range bundleSize {
		if l >= lanes {
			padLane(&f.bundle.header, f.bundle.points[:], &f.surface, l, ground.Offset())
			continue
		}
		h := &f.bundle.header
		h.a[l], h.b[l] = state.BodyRow(2*l).Offset(), state.BodyRow(2*l+1).Offset()
		if r.IntN(4) == 0 {
			h.a[l] = ground.Offset()
		}
		sin, cos := math.Sincos(r.Float64() * 7)
		h.nx[l], h.ny[l] = float32(cos), float32(sin)
		h.mb[l], h.ib[l] = r.Float32(), r.Float32()
		if h.a[l] != ground.Offset() {
			h.ma[l], h.ia[l] = r.Float32(), r.Float32()
		}
		h.friction[l], h.ta[l], h.tb[l] = setSign(r.Float32(), r.IntN(2) == 0), num(1), num(1)
		h.tangentMass[l], h.tangentImpulse[l] = setSign(r.Float32(), r.IntN(2) == 0), num(0.1)
		for k := range f.bundle.points {
			p := &f.bundle.points[k]
			p.ka[l], p.kb[l], p.separation[l], p.currentSeparation[l] = num(1), num(1), num(0.02), num(0.02)
			p.mass[l], p.impulse[l] = r.Float32(), r.Float32()*0.1
		}
		f.surface.tangentSpeed[l], f.surface.rollingResistance[l] = num(1), r.Float32()
		f.surface.rollingMass[l], f.surface.rollingImpulse[l] = r.Float32(), num(0.1)
	}
	return f
}

func (f *bundleFixture) clone() *bundleFixture {
	g := *f
	g.states = append([]state.BodyState(nil), f.states...)
	return &g
}

// runKernels runs all kernels over the given lanes.
func (f *bundleFixture) runKernels(c *coefficients, lanes []int) {
	h, p := &f.bundle.header, f.bundle.points[:]
	for _, kernel := range []func(l int){
		func(l int) { warmStart(f.states, h, p, l) },
		func(l int) { warmStartRolling(f.states, h, &f.surface, l) },
		func(l int) { solve(f.states, h, p, l, c) },
		func(l int) { updateSeparation(f.states, h, p, l) },
		func(l int) { relax(f.states, h, p, l, c, slide{f.surface.tangentSpeed[l], nil}) },
		func(l int) { solveRolling(f.states, h, p, &f.surface, l) },
	} {
		for _, l := range lanes {
			kernel(l)
		}
	}
}

func laneOrder() []int { return []int{0, 1, 2, 3, 4, 5, 6, 7} }

// Neither the order of the lanes nor running padding changes a bit.
func TestLanesAreIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	c := testCoefficients()
	for range 500 {
		lanes := r.IntN(bundleSize + 1)
		f := makeBundleFixture(r, lanes)
		g, h := f.clone(), f.clone()
		f.runKernels(&c, laneOrder())
		g.runKernels(&c, r.Perm(bundleSize))
		h.runKernels(&c, laneOrder()[:lanes])
		require.Equal(t, f, g)
		require.Equal(t, f, h)
	}
}

func TestPaddingNeverWrites(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	c := testCoefficients()
	for range 100 {
		f := makeBundleFixture(r, 0)
		g := f.clone()
		g.runKernels(&c, laneOrder())
		require.Equal(t, f, g)
	}
}

// Bodies that are not dynamic keep their states, and locked velocities stay.
func TestKernelsRespectLocksAndStaticBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	c := testCoefficients()
	for range 500 {
		f := makeBundleFixture(r, bundleSize)
		g := f.clone()
		g.runKernels(&c, laneOrder())
		require.Equal(t, f.states[2*bundleSize], g.states[2*bundleSize])
		for i, old := range f.states[:2*bundleSize] {
			now := g.states[i]
			if old.Flags&state.FlagLockX != 0 {
				require.Equal(t, old.VX, now.VX)
			}
			if old.Flags&state.FlagLockY != 0 {
				require.Equal(t, old.VY, now.VY)
			}
			if old.Flags&state.FlagLockRotation != 0 {
				require.Equal(t, old.W, now.W)
			}
			now.VX, now.VY, now.W = old.VX, old.VY, old.W
			require.Equal(t, old, now, "only velocities may change")
		}
	}
}

// A NaN stays in its lane.
func TestNaNStaysInLane(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	c := testCoefficients()
	for range 200 {
		f := makeBundleFixture(r, bundleSize)
		g := f.clone()
		bad := r.IntN(bundleSize)
		for _, x := range []state.BodyRow{g.bundle.a[bad].Row(), g.bundle.b[bad].Row()} {
			if g.states[x].Flags != 0 {
				g.states[x].VX = float32(math.NaN())
				g.states[x].W = float32(math.Inf(1))
			}
		}
		f.runKernels(&c, laneOrder())
		g.runKernels(&c, laneOrder())
		for l := range bundleSize {
			if l == bad {
				continue
			}
			require.Equal(t, f.states[f.bundle.a[l].Row()], g.states[g.bundle.a[l].Row()])
			require.Equal(t, f.states[f.bundle.b[l].Row()], g.states[g.bundle.b[l].Row()])
			require.Equal(t, f.bundle.points[0].impulse[l], g.bundle.points[0].impulse[l])
		}
	}
}

// Friction and rolling impulses stay within their bounds, normal impulses above zero.
func TestImpulsesStayInBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	c := testCoefficients()
	for range 500 {
		f := makeBundleFixture(r, bundleSize)
		f.runKernels(&c, laneOrder())
		for l := range bundleSize {
			sum := f.bundle.points[0].impulse[l] + f.bundle.points[1].impulse[l]
			require.GreaterOrEqual(t, f.bundle.points[0].impulse[l], float32(0))
			require.GreaterOrEqual(t, f.bundle.points[1].impulse[l], float32(0))
			require.LessOrEqual(t, abs(f.bundle.tangentImpulse[l]), float32(clearSign(f.bundle.friction[l])*sum))
			require.LessOrEqual(t, abs(f.surface.rollingImpulse[l]), float32(f.surface.rollingResistance[l]*sum))
		}
	}
}

func abs(x float32) float32 { return max(x, -x) }

func benchBundles(b *testing.B, contacts int, pass func(states []state.BodyState, bundle *bundle2, l int)) {
	r := rand.New(rand.NewPCG(17, 18))
	f := makeBundleFixture(r, bundleSize)
	bundles := make([]bundle2, contacts/bundleSize)
	states := make([]state.BodyState, contacts+2)
	perm := r.Perm(len(states))
	for i := range states {
		states[i] = f.states[i%len(f.states)]
		states[i].Flags = state.FlagDynamic
	}
	for i := range bundles {
		bundles[i] = f.bundle
		for l := range bundleSize {
			k := (i*bundleSize + l) % (len(perm) - 1)
			bundles[i].a[l], bundles[i].b[l] = state.BodyRow(perm[k]).Offset(), state.BodyRow(perm[k+1]).Offset()
		}
	}
	for b.Loop() {
		for i := range bundles {
			for l := range bundleSize {
				pass(states, &bundles[i], l)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(contacts), "ns/contact")
}

func BenchmarkKernels(b *testing.B) {
	c := testCoefficients()
	for _, n := range []int{1024, 15000} {
		size := map[int]string{1024: "small", 15000: "large"}[n]
		b.Run("warm/"+size, func(b *testing.B) {
			benchBundles(b, n, func(s []state.BodyState, r *bundle2, l int) { warmStart(s, &r.header, r.points[:], l) })
		})
		b.Run("solve/"+size, func(b *testing.B) {
			benchBundles(b, n, func(s []state.BodyState, r *bundle2, l int) { solve(s, &r.header, r.points[:], l, &c) })
		})
		b.Run("relax/"+size, func(b *testing.B) {
			benchBundles(b, n, func(s []state.BodyState, r *bundle2, l int) {
				updateSeparation(s, &r.header, r.points[:], l)
				relax(s, &r.header, r.points[:], l, &c, slide{})
			})
		})
	}
}
