package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

func testCoefficients() coefficients {
	return makeCoefficients(&step.Params{H: 1.0 / 240, InvH: 240, ContactHertz: 30, ContactDamping: 10, ContactPush: 3})
}

// fixture is one row of two points with random contacts in its first lanes and
// padding in the others, over states of which the last is the ground.
type fixture struct {
	states []body.State
	row    row2
	surf   surface
}

func makeFixture(r *rand.Rand, lanes int) *fixture {
	f := &fixture{states: make([]body.State, 2*Lanes+1)}
	num := func(size float32) float32 { return (2*r.Float32() - 1) * size }
	for i := range f.states {
		f.states[i] = body.State{
			VX: num(3), VY: num(3), W: num(3), Flags: body.FlagDynamic,
			DX: num(0.01), DY: num(0.01), DC: 1, DS: num(0.01),
		}
		if r.IntN(5) == 0 {
			f.states[i].Flags |= body.Flags(r.IntN(8)) << 1
		}
	}
	ground := int32(2 * Lanes)
	f.states[ground] = body.State{DC: 1}
	for l := range Lanes {
		if l >= lanes {
			padLane(&f.row.head, f.row.points[:], &f.surf, l, ground)
			continue
		}
		h := &f.row.head
		h.a[l], h.b[l] = int32(2*l), int32(2*l+1)
		if r.IntN(4) == 0 {
			h.a[l] = ground
		}
		sin, cos := math.Sincos(r.Float64() * 7)
		h.nx[l], h.ny[l] = float32(cos), float32(sin)
		h.mb[l], h.ib[l] = r.Float32(), r.Float32()
		if h.a[l] != ground {
			h.ma[l], h.ia[l] = r.Float32(), r.Float32()
		}
		h.friction[l], h.ta[l], h.tb[l] = marked(r.Float32(), r.IntN(2) == 0), num(1), num(1)
		h.tangentMass[l], h.tangentImpulse[l] = marked(r.Float32(), r.IntN(2) == 0), num(0.1)
		for k := range f.row.points {
			p := &f.row.points[k]
			p.ka[l], p.kb[l], p.separation[l], p.now[l] = num(1), num(1), num(0.02), num(0.02)
			p.mass[l], p.impulse[l] = r.Float32(), r.Float32()*0.1
		}
		f.surf.speed[l], f.surf.rolling[l] = num(1), r.Float32()
		f.surf.rollingMass[l], f.surf.rollingImpulse[l] = r.Float32(), num(0.1)
	}
	return f
}

func (f *fixture) clone() *fixture {
	g := *f
	g.states = append([]body.State(nil), f.states...)
	return &g
}

// pass runs all kernels over the given lanes.
func (f *fixture) pass(c *coefficients, lanes []int) {
	h, p := &f.row.head, f.row.points[:]
	for _, kernel := range []func(l int){
		func(l int) { warmStart(f.states, h, p, l) },
		func(l int) { warmRoll(f.states, h, &f.surf, l) },
		func(l int) { solve(f.states, h, p, l, c) },
		func(l int) { relax(f.states, h, p, l, c, f.surf.speed[l]) },
		func(l int) { roll(f.states, h, p, &f.surf, l) },
	} {
		for _, l := range lanes {
			kernel(l)
		}
	}
}

func forward() []int { return []int{0, 1, 2, 3, 4, 5, 6, 7} }

// The order of the lanes does not matter to any bit, nor does running padding.
func TestLanesAreIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	c := testCoefficients()
	for range 500 {
		lanes := r.IntN(Lanes + 1)
		f := makeFixture(r, lanes)
		g, h := f.clone(), f.clone()
		f.pass(&c, forward())
		g.pass(&c, r.Perm(Lanes))
		h.pass(&c, forward()[:lanes])
		require.Equal(t, f, g)
		require.Equal(t, f, h)
	}
}

func TestPaddingNeverWrites(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	c := testCoefficients()
	for range 100 {
		f := makeFixture(r, 0)
		g := f.clone()
		g.pass(&c, forward())
		require.Equal(t, f, g)
	}
}

// Bodies that are not dynamic keep their states, and locked velocities stay.
func TestKernelsRespectWhatCannotMove(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	c := testCoefficients()
	for range 500 {
		f := makeFixture(r, Lanes)
		g := f.clone()
		g.pass(&c, forward())
		require.Equal(t, f.states[2*Lanes], g.states[2*Lanes])
		for i, old := range f.states[:2*Lanes] {
			now := g.states[i]
			if old.Flags&body.FlagLockX != 0 {
				require.Equal(t, old.VX, now.VX)
			}
			if old.Flags&body.FlagLockY != 0 {
				require.Equal(t, old.VY, now.VY)
			}
			if old.Flags&body.FlagLockRotation != 0 {
				require.Equal(t, old.W, now.W)
			}
			now.VX, now.VY, now.W = old.VX, old.VY, old.W
			require.Equal(t, old, now, "only velocities may change")
		}
	}
}

// A lane of NaN stays alone with it.
func TestNaNStaysInItsLane(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	c := testCoefficients()
	for range 200 {
		f := makeFixture(r, Lanes)
		g := f.clone()
		bad := r.IntN(Lanes)
		for _, x := range []int32{g.row.a[bad], g.row.b[bad]} {
			if g.states[x].Flags != 0 {
				g.states[x].VX = float32(math.NaN())
				g.states[x].W = float32(math.Inf(1))
			}
		}
		f.pass(&c, forward())
		g.pass(&c, forward())
		for l := range Lanes {
			if l == bad {
				continue
			}
			require.Equal(t, f.states[f.row.a[l]], g.states[g.row.a[l]])
			require.Equal(t, f.states[f.row.b[l]], g.states[g.row.b[l]])
			require.Equal(t, f.row.points[0].impulse[l], g.row.points[0].impulse[l])
		}
	}
}

// Friction and rolling impulses stay within their bounds, normal ones above zero.
func TestImpulsesStayInBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	c := testCoefficients()
	for range 500 {
		f := makeFixture(r, Lanes)
		f.pass(&c, forward())
		for l := range Lanes {
			sum := f.row.points[0].impulse[l] + f.row.points[1].impulse[l]
			require.GreaterOrEqual(t, f.row.points[0].impulse[l], float32(0))
			require.GreaterOrEqual(t, f.row.points[1].impulse[l], float32(0))
			require.LessOrEqual(t, abs(f.row.tangentImpulse[l]), float32(size(f.row.friction[l])*sum))
			require.LessOrEqual(t, abs(f.surf.rollingImpulse[l]), float32(f.surf.rolling[l]*sum))
		}
	}
}

func abs(x float32) float32 { return max(x, -x) }

// The comparisons that stand for minimum and maximum return the second operand
// on ties and for NaN, as the contract says.
func TestTies(t *testing.T) {
	zero, nan := float32(0), float32(math.NaN())
	negative := float32(math.Copysign(0, -1))
	for _, f := range []func(x, y float32) float32{greater, lesser} {
		require.Equal(t, math.Float32bits(negative), math.Float32bits(f(zero, negative)))
		require.Equal(t, math.Float32bits(zero), math.Float32bits(f(negative, zero)))
		require.Equal(t, float32(1), f(nan, 1))
		require.True(t, f(1, nan) != f(1, nan))
	}
	require.Equal(t, float32(2), greater(1, 2))
	require.Equal(t, float32(2), greater(2, 1))
	require.Equal(t, float32(1), lesser(1, 2))
	require.Equal(t, float32(1), lesser(2, 1))
}

func benchRows(b *testing.B, contacts int, pass func(states []body.State, row *row2, l int)) {
	r := rand.New(rand.NewPCG(17, 18))
	f := makeFixture(r, Lanes)
	rows := make([]row2, contacts/Lanes)
	states := make([]body.State, contacts+2)
	perm := r.Perm(len(states))
	for i := range states {
		states[i] = f.states[i%len(f.states)]
		states[i].Flags = body.FlagDynamic
	}
	for i := range rows {
		rows[i] = f.row
		for l := range Lanes {
			k := (i*Lanes + l) % (len(perm) - 1)
			rows[i].a[l], rows[i].b[l] = int32(perm[k]), int32(perm[k+1])
		}
	}
	for b.Loop() {
		for i := range rows {
			for l := range Lanes {
				pass(states, &rows[i], l)
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
			benchRows(b, n, func(s []body.State, r *row2, l int) { warmStart(s, &r.head, r.points[:], l) })
		})
		b.Run("solve/"+size, func(b *testing.B) {
			benchRows(b, n, func(s []body.State, r *row2, l int) { solve(s, &r.head, r.points[:], l, &c) })
		})
		b.Run("relax/"+size, func(b *testing.B) {
			benchRows(b, n, func(s []body.State, r *row2, l int) { relax(s, &r.head, r.points[:], l, &c, 0) })
		})
	}
}
