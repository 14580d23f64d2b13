package direct

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/profile"
	"github.com/stretchr/testify/require"
)

// addBonds joins each body but the first with the body before it, and the first with the ground.
func (f *fixture) addBonds() {
	for row := range f.bodies.Awake() {
		id := Bond{Joint: int32(row), A: f.bodies.Rows[state.Ground], B: state.BodyRow(row)}
		if row > 0 {
			id.A = state.BodyRow(row - 1)
		}
		f.bonds = append(f.bonds, id)
	}
}

// addGear couples the spins of four random bodies, some of which may be one, or the ground.
func (f *fixture) addGear(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	body := func() state.BodyRow { return state.BodyRow(r.IntN(f.bodies.Awake())) }
	id := Bond{Joint: int32(len(f.bonds)), A: body(), B: body(), Gear: true, GearBodies: [2]state.BodyRow{body(), body()}}
	for id.A == id.B {
		id.B = body()
	}
	if r.IntN(3) == 0 {
		id.GearBodies[1] = f.bodies.Rows[state.Ground]
	}
	f.bonds = append(f.bonds, id)
}

// setBonds gives every bond of the cluster two lines at random anchors, with a compliance that
// couples them, and a motor of the angle if the torque is not zero. A gear gets its line.
func (f *fixture) setBonds(seed uint64, torque float64) {
	r := rand.New(rand.NewPCG(seed, 3))
	for n := range f.set.Bonds(0) {
		ax, ay, bx, by := r.Float64(), r.Float64(), -r.Float64(), r.Float64()
		lines := profile.Lines{
			Count: 2,
			JA:    [3]profile.Vec3{{-1, 0, ay}, {0, -1, -ax}, {0, 0, -1}},
			JB:    [3]profile.Vec3{{1, 0, -by}, {0, 1, bx}, {0, 0, 1}},
		}
		if f.set.Bond(0, n).Gear {
			lines = profile.Lines{Count: 1, JA: [3]profile.Vec3{{0, 0, 1}}, JB: [3]profile.Vec3{{0, 0, ax}}, JGear: [2]profile.Vec3{{0, 0, ay}, {0, 0, -by}}}
		} else if torque > 0 {
			lines.Count, lines.Bounded[2], lines.Min[2], lines.Max[2] = 3, true, -torque, torque/2
		}
		lines.Separate(&[3][3]float64{{2e-6}, {1e-6, 3e-6}, {0, 0, 1e-6}}, &[3]float64{})
		f.set.SetBondLines(0, n, &lines)
	}
}

// Bonds leave the speeds along their lines as they are, but for what their compliance gives way.
func TestBondsKeepSpeeds(t *testing.T) {
	checked := 0
	for seed := range uint64(400) {
		f := randomFixture(seed, 2+int(seed%12), 0.3)
		f.addBonds()
		if seed%2 == 1 {
			f.addGear(seed)
		}
		f.prepare(t)
		f.set.WarmStart(f.bodies.State, 0)
		f.setBonds(seed, 0)
		before, _ := f.bondSpeeds()
		g, k := &f.set, &f.set.clusters[0]
		g.beginSolve(k, f.bodies.State, &defaults)
		if _, solved := g.solveLines(k, true); !solved || k.overconstrained {
			continue
		}
		g.findBondImpulses(k, true)
		g.apply(f.bodies.State, k)
		scale := 1e-5 // velocities are kept in float32
		for row := range f.bodies.Awake() {
			v := velocityOf(&f.bodies.State[row])
			scale = max(scale, 1e-4*(math.Abs(v[0])+math.Abs(v[1])+math.Abs(v[2])))
		}
		for _, l := range g.lines { // friction follows its bound by a thousandth
			scale = max(scale, 1e-3*math.Abs(l.impulse)*l.mobility)
		}
		after, lines := f.bondSpeeds()
		for i, speed := range after {
			l := lines[i]
			require.InDelta(t, before[i]-l.impulse/l.stiffness, speed, scale, "seed %d", seed)
		}
		checked++
	}
	require.Greater(t, checked, 100)
}

// The motor of a bond keeps its speed as long as its impulse is between its bounds. At a bound it
// gives way, and never drives its bodies beyond its speed.
func TestMotorsOfBondsKeepTheirBounds(t *testing.T) {
	held, saturated := 0, 0
	for seed := range uint64(400) {
		f := randomFixture(seed, 2+int(seed%12), 0.3)
		f.addBonds()
		f.prepare(t)
		f.set.WarmStart(f.bodies.State, 0)
		f.setBonds(seed, 2)
		g, k := &f.set, &f.set.clusters[0]
		g.beginSolve(k, f.bodies.State, &defaults)
		if steps, solved := g.solveLines(k, true); !solved || !mayGrow(steps) {
			continue
		}
		for i := range g.bonds {
			b := &g.bonds[i]
			l := &b.lines[2]
			rate := g.rateAfter(0, b.a, b.b, &l.ja, &l.jb)
			if l.saturated == 0 {
				impulse := -l.stiffness * rate
				require.True(t, b.joint.Min[2] <= impulse && impulse <= b.joint.Max[2], "seed %d", seed)
				held++
				continue
			}
			require.Equal(t, map[float64]float64{1: b.joint.Max[2], -1: b.joint.Min[2]}[l.saturated], l.impulse, "seed %d", seed)
			require.LessOrEqual(t, l.saturated*rate, leastSpin, "seed %d", seed)
			saturated++
		}
	}
	require.Greater(t, min(held, saturated), 100)
}

// bondSpeeds returns the speeds along the lines of the bonds, and the lines.
func (f *fixture) bondSpeeds() (speeds []float64, lines []*bondLine) {
	for i := range f.set.bonds {
		b := &f.set.bonds[i]
		for n := range b.joint.Count {
			a, c := velocityOf(&f.bodies.State[b.id.A]), velocityOf(&f.bodies.State[b.id.B])
			speed := b.lines[n].ja.Dot(&a) + b.lines[n].jb.Dot(&c)
			for i, row := range b.id.GearBodies {
				if b.id.Gear {
					v := velocityOf(&f.bodies.State[row])
					speed += b.joint.JGear[i].Dot(&v)
				}
			}
			speeds, lines = append(speeds, speed), append(lines, &b.lines[n])
		}
	}
	return speeds, lines
}

// The impulses that a bond reports act on its two bodies, equal and opposite. A gear of spins
// pushes nobody.
func TestBondsKeepMomentum(t *testing.T) {
	for seed := range uint64(100) {
		f := randomFixture(seed, 2+int(seed%12), 0)
		f.addBonds()
		f.bonds = f.bonds[1:]
		f.addGear(seed)
		f.prepare(t)
		want := f.momentum()
		f.set.WarmStart(f.bodies.State, 0)
		f.setBonds(seed, 0)
		f.set.Solve(f.bodies.State, 0, &defaults)
		f.setBonds(seed, 0)
		f.set.Relax(f.bodies.State, 0, &defaults)
		got := f.momentum()
		for i := range 2 {
			require.InDelta(t, want[i], got[i], 1e-3)
		}
	}
}
