package direct

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// conditions checks that the impulses of a pass obey the laws of the lines, which is the
// definition of the solution: an oracle that knows nothing of how it was found.
func (f *fixture) conditions(t *testing.T, compliant bool, before []float64) {
	t.Helper()
	g, k := &f.set, &f.set.clusters[0]
	scale := 0.0
	for i := k.lines.Lo; i < k.lines.Hi; i++ {
		scale = max(scale, math.Abs(g.lines[i].rate))
	}
	near := 5e-3*scale + 1e-5 // velocities are kept in float32, and friction follows its bound by a thousandth
	for i := k.contacts.Lo; i < k.contacts.Hi; i++ {
		p := &g.contacts[i]
		a, b := velocityOf(&f.bodies.State[p.rowA]), velocityOf(&f.bodies.State[p.rowB])
		bias := f.biases(p, compliant)
		sum := 0.0
		lines := g.linesOf(p)
		for n := range lines {
			l := &lines[n]
			rate := l.ja.Dot(&a) + l.jb.Dot(&b) + bias[n]
			if n < int(p.points) {
				sum += l.impulse
				require.GreaterOrEqual(t, l.impulse, 0.0, "a contact pulls")
				yields := l.impulse
				if !compliant {
					yields -= before[int(p.firstLine)+n]
				}
				want := -float64(k.compliance*l.mobility) * yields
				if l.impulse > 0 {
					require.InDelta(t, want, rate, near, "a pressing point obeys its line")
				} else {
					require.Greater(t, rate, -near, "an open point does not close")
				}
				continue
			}
			limit := p.limit(n, sum, 1)
			require.LessOrEqual(t, math.Abs(l.impulse), limit+1e-2*limit+1e-9, "friction is bounded")
			if math.Abs(l.impulse) < 0.98*limit {
				require.InDelta(t, 0, rate, near, "a contact within its bound sticks")
			} else if limit > 1e-9 {
				require.Less(t, rate*math.Copysign(1, l.impulse), near, "friction opposes the slip")
			}
		}
	}
}

// biases returns what is added to the rates of the lines of a contact.
func (f *fixture) biases(p *contact, compliant bool) [4]float64 {
	var bias [4]float64
	for n := range p.points {
		s := p.current[n]
		bias[n] = max(s, 0) * defaults.InvH
		if compliant && s <= 0 {
			bias[n] = max(s*defaults.Dynamic, -defaults.PushSpeed)
		}
	}
	bias[p.points] = p.tangentSpeed
	return bias
}

func (f *fixture) impulses() (all []float64) {
	for _, l := range f.set.lines {
		all = append(all, l.impulse)
	}
	return all
}

func TestSolutionObeysTheLines(t *testing.T) {
	checked := 0
	for seed := range uint64(600) {
		f := randomFixture(seed, 1+int(seed%12), 0.3)
		f.prepare(t)
		g, states := &f.set, f.bodies.State
		g.WarmStart(states, 0)
		k := &g.clusters[0]
		g.beginSolve(k, states, &defaults)
		steps := g.findImpulses(k, true)
		g.apply(states, k)
		if k.overconstrained || !mayGrow(steps) {
			continue // the set of active lines was cut short
		}
		f.conditions(t, true, nil)
		before := f.impulses()
		g.beginRelax(k, states, &defaults)
		if steps = g.findImpulses(k, false); mayGrow(steps) {
			g.apply(states, k)
			f.conditions(t, false, before)
			checked++
		}
	}
	require.Greater(t, checked, 200)
}

func TestMomentumIsKept(t *testing.T) {
	for seed := range uint64(100) {
		f := randomFixture(seed, 2+int(seed%12), 0)
		f.prepare(t)
		want := f.momentum()
		f.set.WarmStart(f.bodies.State, 0)
		f.set.Solve(f.bodies.State, 0, &defaults)
		f.set.Relax(f.bodies.State, 0, &defaults)
		got := f.momentum()
		for i := range 2 {
			require.InDelta(t, want[i], got[i], 1e-4)
		}
	}
}

// All bodies are at the origin here and meet at the same points, so the sum of their spins is the
// angular momentum: friction and rolling resistance turn one body as much as they turn the other
// back.
func TestAngularMomentumIsKept(t *testing.T) {
	for seed := range uint64(100) {
		f := randomFixture(seed, 2+int(seed%12), 0)
		for _, row := range f.rows {
			sc := &f.contacts.Solver[row]
			for i := range sc.Count {
				sc.Points[i].BX, sc.Points[i].BY = sc.Points[i].AX, sc.Points[i].AY
			}
		}
		spin := func() (sum, scale float64) {
			for row := range f.bodies.Awake() {
				if inv := float64(f.bodies.Dynamics[row].InvInertia); inv > 0 {
					sum += float64(f.bodies.State[row].W) / inv
					scale += math.Abs(float64(f.bodies.State[row].W)) / inv
				}
			}
			return sum, scale
		}
		f.prepare(t)
		want, before := spin()
		f.set.WarmStart(f.bodies.State, 0)
		f.set.Solve(f.bodies.State, 0, &defaults)
		f.set.Relax(f.bodies.State, 0, &defaults)
		got, after := spin()
		require.InDelta(t, want, got, 1e-5*(before+after)+1e-5, "seed %d", seed)
	}
}

// The factor solves the same equations as elimination on the whole matrix.
func TestFactorMatchesDenseElimination(t *testing.T) {
	for seed := range uint64(50) {
		f := randomFixture(seed, 1+int(seed%15), 0.5)
		f.prepare(t)
		g, k := &f.set, &f.set.clusters[0]
		for i := k.lines.Lo; i < k.lines.Hi; i++ {
			g.lines[i].active = g.lines[i].mobility > 0 && i%3 != 0
			g.lines[i].rate = math.Sin(float64(i))
		}
		matrix := f.denseMatrix()
		g.assemble(k)
		m := g.matrixOf(k)
		require.True(t, m.Factor())
		g.setRightSide(k, true)
		var right []float64
		for i := k.bodies.Lo; i < k.bodies.Hi; i++ {
			right = append(right, g.rows[i].X[:]...)
		}
		want := eliminate(matrix, right)
		m.Substitute()
		for i := range want {
			require.InDelta(t, want[i], g.rows[i/3].X[i%3], 1e-6*(1+math.Abs(want[i])))
		}
	}
}

// denseMatrix adds up M + J^T J / c entry by entry.
func (f *fixture) denseMatrix() [][]float64 {
	g, k := &f.set, &f.set.clusters[0]
	n := 3 * len(g.bodies)
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		m[i][i] = g.bodies[i/3].mass[i%3]
	}
	for i := range g.contacts {
		p := &g.contacts[i]
		for _, l := range g.linesOf(p) {
			if !l.active {
				continue
			}
			row := make([]float64, n)
			for d := range 3 {
				if p.a != noBody {
					row[3*int(p.a)+d] += l.ja[d]
				}
				if p.b != noBody {
					row[3*int(p.b)+d] += l.jb[d]
				}
			}
			for x := range n {
				for y := range n {
					m[x][y] += row[x] * row[y] / (k.compliance * l.mobility)
				}
			}
		}
	}
	return m
}

// eliminate solves equations by Gauss elimination with pivots.
func eliminate(m [][]float64, right []float64) []float64 {
	n := len(right)
	for i := range n {
		best := i
		for r := i; r < n; r++ {
			if math.Abs(m[r][i]) > math.Abs(m[best][i]) {
				best = r
			}
		}
		m[i], m[best], right[i], right[best] = m[best], m[i], right[best], right[i]
		for r := i + 1; r < n; r++ {
			q := m[r][i] / m[i][i]
			for c := i; c < n; c++ {
				m[r][c] -= q * m[i][c]
			}
			right[r] -= q * right[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for c := i + 1; c < n; c++ {
			right[i] -= m[i][c] * right[c]
		}
		right[i] /= m[i][i]
	}
	return right
}

// The bodies of a stack lie beside their neighbours in the profile, in whatever order they come.
func TestProfileOfStackIsNarrow(t *testing.T) {
	f := newFixture()
	const n = 50
	var slots [n]state.BodySlot
	for i := range n {
		slots[i*17%n] = f.addBody(1, 1, 0, 0, 0)
	}
	f.addContact(state.Ground, slots[0], math.Pi/2, 1, state.SolverPoint{})
	for i := 1; i < n; i++ {
		f.addContact(slots[i], slots[i-1], math.Pi/2, 1, state.SolverPoint{})
	}
	require.True(t, f.gather())
	require.Len(t, f.set.blocks, 2*n-1)
}

// Clusters with a wide profile are left to the colours, and leave nothing behind.
func TestWideClusterIsRefused(t *testing.T) {
	f := newFixture()
	hub := f.addBody(1, 1, 0, 0, 0)
	f.addContact(state.Ground, hub, math.Pi/2, 1, state.SolverPoint{})
	require.True(t, f.gather())
	for range maxWidth + 1 {
		f.addContact(hub, f.addBody(1, 1, 0, 0, 0), math.Pi/2, 1, state.SolverPoint{})
	}
	require.False(t, f.gather())
	require.Equal(t, 1, f.set.Cap())
	require.Len(t, f.set.contacts, 1)
	require.Len(t, f.set.bodies, 1)
	require.Len(t, f.set.blocks, 1)
	require.Len(t, f.set.lines, 2)
}

func TestSeparateBodiesAreNoCluster(t *testing.T) {
	f := newFixture()
	for range 2 {
		f.addContact(state.Ground, f.addBody(1, 1, 0, 0, 0), math.Pi/2, 1, state.SolverPoint{})
	}
	require.PanicsWithValue(t, "direct: a cluster is not connected", func() { f.gather() })
}

// Sweeps keep the impulses within their ranges and take energy from the bodies.
func TestSweepsRemoveEnergy(t *testing.T) {
	for seed := range uint64(100) {
		f := randomFixture(seed, 1+int(seed%12), 0.3)
		for i := range f.contacts.Solver {
			for n := range f.contacts.Solver[i].Points {
				f.contacts.Solver[i].Points[n].Separation = 0
			}
			f.contacts.FilledSurface(state.ContactRow(i)).TangentSpeed = 0
		}
		for i := range f.contacts.Solver {
			f.contacts.Solver[i].Points[0].NormalImpulse, f.contacts.Solver[i].Points[1].NormalImpulse = 0, 0
		}
		f.prepare(t)
		g, k := &f.set, &f.set.clusters[0]
		for i := range g.contacts {
			g.setRates(&g.contacts[i], f.bodies.State)
		}
		before := f.energy()
		g.sweep(k, seed%2 == 0)
		g.apply(f.bodies.State, k)
		require.LessOrEqual(t, f.energy(), before*(1+1e-6))
		for i := range g.contacts {
			sum, lines := 0.0, g.linesOf(&g.contacts[i])
			for n, l := range lines {
				if n < int(g.contacts[i].points) {
					require.GreaterOrEqual(t, l.impulse, 0.0)
					sum += l.impulse
				} else {
					require.LessOrEqual(t, math.Abs(l.impulse), g.contacts[i].limit(n, sum, 1)+1e-12)
				}
			}
		}
	}
}

func (f *fixture) energy() (e float64) {
	for row := range f.bodies.Awake() {
		v, d := velocityOf(&f.bodies.State[row]), &f.bodies.Dynamics[row]
		e += (v[0]*v[0]+v[1]*v[1])/float64(2*d.InvMass) + v[2]*v[2]/float64(2*d.InvInertia)
	}
	return e
}

// A box between two that close on it from both sides cannot obey both, and is noticed.
func TestConflictOfContactsIsNoticed(t *testing.T) {
	f := newFixture()
	box := f.addBody(1, 1, 0, 0, 0)
	wall := f.bodies.Add(state.Inactive, f.bodies.Pose[0])
	f.addContact(state.Ground, box, 0, 0, state.SolverPoint{})
	f.addContact(box, wall, 0, 0, state.SolverPoint{})
	f.bodies.State[f.bodies.Row(wall)].VX = -1
	f.prepare(t)
	f.set.Solve(f.bodies.State, 0, &defaults)
	require.True(t, f.set.clusters[0].overconstrained)
	require.Less(t, f.set.lines[0].impulse, 2/overconstrainedCompliance)
	f.set.Store(0, f.bodies, &f.contacts, &defaults)
	require.EqualValues(t, overconstrainedTicks, f.bodies.Motion[f.bodies.Row(box)].OverconstrainedTicks)
	f.set.Reset()
	require.True(t, f.gather())
	require.Equal(t, overconstrainedCompliance, f.set.clusters[0].compliance)
}

// The bound of a column that buckles falls with the cube of its bodies, and so does the compliance.
func TestComplianceOfColumns(t *testing.T) {
	require.Equal(t, relativeCompliance, complianceOf(1))
	require.Equal(t, relativeCompliance, complianceOf(softColumn))
	for _, n := range []int{softColumn + 1, 100, 200} {
		require.InEpsilon(t, relativeCompliance*math.Pow(softColumn/float64(n), 3), complianceOf(n), 1e-12)
	}
	require.Equal(t, minCompliance, complianceOf(1000))
}

// A locked axis takes no velocity, and a line along it has the compliance of a free body.
func TestLocksTakeNoVelocity(t *testing.T) {
	f := newFixture()
	box := f.addBody(1, 1, 3, -2, 1)
	row := f.bodies.Row(box)
	f.bodies.State[row].VX = 0
	f.bodies.State[row].Flags |= state.FlagLockX
	f.addContact(state.Ground, box, math.Pi/4, 0, state.SolverPoint{})
	f.prepare(t)
	require.InDelta(t, 1, f.set.lines[0].mobility, 1e-6)
	f.set.Solve(f.bodies.State, 0, &defaults)
	require.Zero(t, f.bodies.State[row].VX)
	require.InDelta(t, 0, f.bodies.State[row].VY, 1e-3)
}

// A body whose velocity is not a number spoils no other.
func TestBodyThatIsNotFiniteSpoilsNoOther(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		for seed := range uint64(20) {
			f := randomFixture(seed, 6, 0.3)
			spoiled := f.bodies.Row(f.addBodyOf(seed))
			f.bodies.State[spoiled].VX = float32(bad)
			f.prepare(t)
			f.set.WarmStart(f.bodies.State, 0)
			for range 4 {
				f.set.Solve(f.bodies.State, 0, &defaults)
				f.set.Relax(f.bodies.State, 0, &defaults)
			}
			for row := range f.bodies.Awake() {
				v := velocityOf(&f.bodies.State[row])
				if state.BodyRow(row) != spoiled {
					require.False(t, math.IsNaN(v[0]+v[1]+v[2]) || math.IsInf(v[0]+v[1]+v[2], 0))
				}
			}
		}
	}
}

// addBodyOf adds a body that hangs on the first one.
func (f *fixture) addBodyOf(seed uint64) state.BodySlot {
	b := f.addBody(1, 1, 0, 0, 0)
	f.addContact(f.bodies.Slots[0], b, float64(seed), 1, state.SolverPoint{AX: 0.5, BX: -0.5, NormalImpulse: 1})
	return b
}
