package integrator

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

func params() *step.Params {
	return &step.Params{
		DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4,
		GravityY: -10, MaxSpeed: 400, MaxRotation: math.Pi / 4,
	}
}

// oneBody returns a store with a single awake dynamic body of mass 2 and inertia 0.5.
func oneBody(pose geom.Transform) (*state.Bodies, state.BodyRow) {
	b := state.NewBodies()
	row := b.Row(b.Add(state.Awake, pose))
	b.State[row].Flags = state.FlagDynamic
	b.Dynamics[row].InvMass, b.Dynamics[row].InvInertia = 0.5, 2
	b.Motion[row].MaxExtent, b.Motion[row].MinExtent = 1, 0.5
	b.Motion[row].SleepSpeed = 0.05
	return b, row
}

// runTick runs the stages of one tick over all awake rows.
func runTick(b *state.Bodies, p *step.Params) []state.BodyRow {
	n := b.Awake()
	preSolve := make([]preSolveVelocity, n)
	for k := range p.SubSteps {
		if k == 0 {
			integrateVelocities(b.State[:n], b.Dynamics[:n], preSolve, p)
		} else {
			warmStartBodies(b.State[:n], b.Dynamics[:n], preSolve, p)
		}
		integratePositions(b.State[:n], b.Motion[:n], preSolve, p)
	}
	return Finalize(nil, b, p, 0, n)
}

// A projectile under semi-implicit Euler: after k sub-steps from (x0, v0),
// v = v0 + k h a and x = x0 + k h v0 + h h a k (k+1) / 2.
func TestProjectileMatchesClosedForm(t *testing.T) {
	p := params()
	b, row := oneBody(geom.Transform{P: geom.Vec2{X: 1e6, Y: 3}, R: geom.Identity})
	b.State[row].VX, b.State[row].VY = 3, 12
	for range 120 {
		require.Empty(t, runTick(b, p))
	}
	k, h := 480.0, 1.0/240
	// Each sub-step rounds v (below 16) to 2^-21 and each tick rounds D to 2^-25:
	// 480 roundings of half a unit, integrated over two seconds.
	const tolerance = 480 * (1.0 / (1 << 21)) * 2
	require.InDelta(t, 1e6+3*2, b.Pose[row].P.X, tolerance)
	require.InDelta(t, 3+12*2-10*h*h*k*(k+1)/2, b.Pose[row].P.Y, tolerance)
	require.InDelta(t, 12-10*2, float64(b.State[row].VY), 480*(1.0/(1<<21)))
}

// With damping d, v after k sub-steps is c^k v0 + h a (c + ... + c^k), c = 1/(1+hd).
func TestDampingMatchesClosedForm(t *testing.T) {
	p := params()
	b, row := oneBody(geom.IdentityTransform)
	d := &b.Dynamics[row]
	d.LinearDamping, d.AngularDamping, d.GravityScale = 3, 5, 0.5
	b.State[row].VX, b.State[row].W = 4, 3
	for range 60 {
		runTick(b, p)
	}
	h := 1.0 / 240
	c, ca := 1/(1+3*h), 1/(1+5*h)
	ck := math.Pow(c, 240)
	require.InEpsilon(t, 4*ck, float64(b.State[row].VX), 240*6e-8*2)
	require.InEpsilon(t, -5*h*c*(1-ck)/(1-c), float64(b.State[row].VY), 240*6e-8*2)
	require.InEpsilon(t, 3*math.Pow(ca, 240), float64(b.State[row].W), 240*6e-8*2)
	// And the scheme tends to the exact decay with an error of h d / 2 per unit of d t.
	require.InEpsilon(t, 4*math.Exp(-3), float64(b.State[row].VX), 3*3*h)
}

func TestForceAndTorqueActForOneTick(t *testing.T) {
	p := params()
	p.GravityY = 0
	b, row := oneBody(geom.IdentityTransform)
	b.Dynamics[row].ForceX, b.Dynamics[row].Torque = 60, 30
	runTick(b, p)
	require.InDelta(t, 60*0.5/60, float64(b.State[row].VX), 1e-6)
	require.InDelta(t, 30*2.0/60, float64(b.State[row].W), 1e-6)
	v := b.State[row]
	runTick(b, p)
	require.Equal(t, v, b.State[row])
}

func TestLocksHoldAgainstForcesAndConstraints(t *testing.T) {
	p := params()
	for _, c := range []struct {
		flag state.BodyFlags
		want geom.Vec2
		turn bool
	}{
		{state.FlagLockX, geom.Vec2{X: 0, Y: 1}, true},
		{state.FlagLockY, geom.Vec2{X: 1, Y: 0}, true},
		{state.FlagLockRotation, geom.Vec2{X: 1, Y: 1}, false},
	} {
		b, row := oneBody(geom.IdentityTransform)
		s := &b.State[row]
		s.Flags |= c.flag
		p.GravityY = 0
		preSolve := make([]preSolveVelocity, 1)
		integrateVelocities(b.State[:1], b.Dynamics[:1], preSolve, p)
		s.VX, s.VY, s.W = 240, 240, 24 // as if a constraint had pushed
		integratePositions(b.State[:1], b.Motion[:1], preSolve, p)
		require.InDelta(t, c.want.X, float64(s.DX), 1e-6)
		require.InDelta(t, c.want.Y, float64(s.DY), 1e-6)
		require.Equal(t, c.turn, s.DS != 0)
	}
}

// warmStartBodies repeats the change by constraints, to the bit where the numbers allow it.
func TestWarmStartBodiesRepeatsConstraintImpulses(t *testing.T) {
	p := params()
	b, row := oneBody(geom.IdentityTransform)
	p.GravityY = -8 // h a is exact
	p.H = 1.0 / 256
	preSolve := make([]preSolveVelocity, 1)
	integrateVelocities(b.State[:1], b.Dynamics[:1], preSolve, p)
	s := &b.State[row]
	s.VX, s.VY, s.W = s.VX+0.25, s.VY+0.5, s.W-0.125
	warmStartBodies(b.State[:1], b.Dynamics[:1], preSolve, p)
	require.Equal(t, [3]float32{0.5, 1 - 2*8.0/256, -0.25}, [3]float32{s.VX, s.VY, s.W})
}

// A free body gets the same bits from the loop as from the function for bodies of any kind.
func TestWarmStartOfFreeBodiesEqualsThatOfAnyBody(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := params()
	num := func() float32 {
		if r.IntN(8) == 0 {
			return float32(math.Copysign(0, r.Float64()-0.5))
		}
		return (2*r.Float32() - 1) * 10
	}
	for range 10000 {
		s := []state.BodyState{{VX: num(), VY: num(), W: num(), Flags: state.FlagDynamic | state.BodyFlags(r.IntN(2)*r.IntN(8))<<1, DC: 1}}
		d := []state.BodyDynamics{{
			InvMass: r.Float32(), InvInertia: r.Float32(), LinearDamping: r.Float32(), AngularDamping: r.Float32(),
			ForceX: num(), ForceY: num(), Torque: num(), GravityScale: num(),
		}}
		c := []preSolveVelocity{{VX: num(), VY: num(), W: num()}}
		want, wantPreSolve := s[0], c[0]
		warmStartLocked(&want, &d[0], &wantPreSolve, p)
		warmStartBodies(s, d, c, p)
		require.Equal(t, velocityBits(want.VX, want.VY, want.W), velocityBits(s[0].VX, s[0].VY, s[0].W))
		require.Equal(t, velocityBits(wantPreSolve.VX, wantPreSolve.VY, wantPreSolve.W), velocityBits(c[0].VX, c[0].VY, c[0].W))
	}
}

func velocityBits(vx, vy, w float32) [3]uint32 {
	return [3]uint32{math.Float32bits(vx), math.Float32bits(vy), math.Float32bits(w)}
}

func TestMaxSpeedIsAppliedOnce(t *testing.T) {
	p := params()
	p.GravityY = 0
	b, row := oneBody(geom.IdentityTransform)
	s := &b.State[row]
	s.VX, s.VY = 3000, 4000
	preSolve := make([]preSolveVelocity, 1)
	integrateVelocities(b.State[:1], b.Dynamics[:1], preSolve, p)
	integratePositions(b.State[:1], b.Motion[:1], preSolve, p)
	require.InDelta(t, 240, float64(s.VX), 1e-3)
	require.InDelta(t, 320, float64(s.VY), 1e-3)
	warmStartBodies(b.State[:1], b.Dynamics[:1], preSolve, p)
	require.InDelta(t, 240, float64(s.VX), 1e-3)
	require.InDelta(t, 320, float64(s.VY), 1e-3)

	*s = state.BodyState{Flags: state.FlagDynamic, DC: 1, VX: 2e30}
	integratePositions(b.State[:1], b.Motion[:1], preSolve, p)
	require.InDelta(t, 400, float64(s.VX), 1e-3, "the square of the speed is infinite")
}

func TestMaxRotation(t *testing.T) {
	p := params()
	p.GravityY = 0
	b, row := oneBody(geom.IdentityTransform)
	b.State[row].W = -1000
	runTick(b, p)
	require.InDelta(t, -math.Pi/4*60, float64(b.State[row].W), 1e-4)
	require.InDelta(t, -math.Pi/4, b.Pose[row].R.Angle(), 4*3e-6)
	for _, flag := range []state.StepFlags{state.StepFlagFastRotation, state.StepFlagRound} {
		b.Motion[row].StepFlags = flag
		b.State[row].W = 399
		runTick(b, p)
		require.Equal(t, float32(399), b.State[row].W)
		b.State[row].W = 1000
		runTick(b, p)
		require.Equal(t, float32(400), b.State[row].W, "a metre out, the largest speed")
	}
}

// rotate turns a body by an angle: its spin over a sub-step of a second.
func rotate(s *state.BodyState, x float32) {
	rows := []state.BodyState{*s}
	rows[0].W = x
	integratePositions(rows, make([]state.BodyMotion, 1), make([]preSolveVelocity, 1), &step.Params{H: 1, DT: 4, MaxRotation: 1})
	s.DC, s.DS = rows[0].DC, rows[0].DS
}

// rotate against math.Sin and math.Cos: 3e-6 radians at 0.2, and unit length.
func TestRotate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		x := (r.Float64()*2 - 1) * 0.2
		s := state.BodyState{DC: 1}
		rotate(&s, float32(x))
		require.InDelta(t, math.Sin(x), float64(s.DS), 3e-6)
		require.InDelta(t, 1, math.Hypot(float64(s.DC), float64(s.DS)), 2.5e-7)
	}
	for _, x := range []float32{0.25, -0.2500001, 2, -9, 1000} {
		s := state.BodyState{DC: 1}
		rotate(&s, x)
		require.InDelta(t, math.Sin(float64(x)), float64(s.DS), 1e-5)
		require.InDelta(t, math.Cos(float64(x)), float64(s.DC), 1e-5)
	}
}

func TestKinematicBodiesKeepTheirVelocity(t *testing.T) {
	p := params()
	b, row := oneBody(geom.IdentityTransform)
	b.State[row] = state.BodyState{VX: 3, W: 100, DC: 1}
	b.Dynamics[row].InvMass, b.Dynamics[row].InvInertia = 0, 0
	runTick(b, p)
	require.Equal(t, [3]float32{3, 0, 100}, [3]float32{b.State[row].VX, b.State[row].VY, b.State[row].W})
	require.InDelta(t, 0.05, b.Pose[row].P.X, 1e-8)
}

func TestFinalizeRollsBackNonFiniteBodies(t *testing.T) {
	p := params()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range []state.BodyState{
		{VX: nan, DC: 1}, {VY: inf, DC: 1}, {W: -inf, DC: 1},
		{DX: nan, DC: 1}, {DY: inf, DC: 1}, {DC: nan}, {DC: 1, DS: nan}, {DC: inf, DS: 1},
	} {
		pose := geom.Transform{P: geom.Vec2{X: 1, Y: 2}, R: geom.RotFromAngle(1)}
		b, row := oneBody(pose)
		bad.Flags = state.FlagDynamic
		b.State[row] = bad
		require.Equal(t, []state.BodyRow{row}, Finalize(nil, b, p, 0, 1))
		require.Equal(t, pose, b.Pose[row])
		require.Equal(t, state.BodyState{Flags: state.FlagDynamic, DC: 1}, b.State[row])
	}
}

func TestSleepTimer(t *testing.T) {
	p := params()
	b, row := oneBody(geom.IdentityTransform)
	m := &b.Motion[row]
	check := func(vx, w float32, rests bool) {
		t.Helper()
		for range 2 {
			m.SleepTime = 1
			b.State[row].DX, b.State[row].DS = vx*p.DT, w*p.DT
			Finalize(nil, b, p, 0, 1)
		}
		if rests {
			require.Equal(t, 1+p.DT, m.SleepTime)
		} else {
			require.Zero(t, m.SleepTime)
		}
	}
	check(0.04, 0, true)
	check(0.06, 0, false)
	check(0, 0.04, true)
	check(0, -0.06, false)
	m.SleepSpeed = -1
	check(0, 0, false)
	m.SleepSpeed = 0
	check(0, 0, true)
}

// Ticks in which a body speeds up, in translation or rotation, raise its sleep time to nine tenths
// of the time to sleep at most; they never lower it. Below an eighth of the sleep speed all ticks
// count. The first tick that counts counts for the one before as well.
func TestSleepTimerOfAcceleratingBodies(t *testing.T) {
	p := params()
	p.SleepTime = 40 * p.DT
	for _, c := range []struct {
		name     string
		speed    float32 // of the first tick, as a fraction of the sleep speed
		ratio    float32 // from tick to tick
		turns    bool
		maxTicks float32 // ticks
	}{
		{"speeds up", 0.2, 1.02, false, 36},
		{"spins up", 0.2, 1.02, true, 36},
		{"is steady", 0.9, 1, false, 61},
		{"slows down", 0.9, 0.98, true, 61},
		{"hardly moves", 0.03, 1.02, false, 61},
	} {
		b, row := oneBody(geom.IdentityTransform)
		m, s := &b.Motion[row], &b.State[row]
		motion := float32(c.speed * float32(0.05*p.DT))
		for range 60 {
			if c.turns {
				s.DS = motion
			} else {
				s.DX = motion
			}
			before := m.SleepTime
			Finalize(nil, b, p, 0, 1)
			require.GreaterOrEqual(t, m.SleepTime, before, c.name)
			motion *= c.ratio
		}
		require.InDelta(t, c.maxTicks, m.SleepTime/p.DT, 1e-3, c.name)
	}
}

func TestStepFlagFast(t *testing.T) {
	p := params()
	for _, c := range []struct {
		s    state.BodyState
		fast bool
	}{
		{state.BodyState{DX: 0.24, DC: 1}, false},
		{state.BodyState{DX: 0.26, DC: 1}, true},
		{state.BodyState{DC: float32(math.Cos(0.24)), DS: float32(math.Sin(0.24))}, false},
		{state.BodyState{DC: float32(math.Cos(0.27)), DS: float32(math.Sin(0.27))}, true},
	} {
		b, row := oneBody(geom.IdentityTransform)
		b.State[row] = c.s
		Finalize(nil, b, p, 0, 1)
		require.Equal(t, c.fast, b.Motion[row].StepFlags&state.StepFlagFast != 0)
	}
}

// The division of rows into ranges changes no bit.
func TestRangesDoNotChangeResults(t *testing.T) {
	p := params()
	build := func() (*state.Bodies, []preSolveVelocity) {
		r := rand.New(rand.NewPCG(3, 4))
		b := state.NewBodies()
		for range 37 {
			row := b.Row(b.Add(state.Awake, geom.Transform{P: geom.Vec2{X: r.Float64()}, R: geom.RotFromAngle(r.Float64())}))
			b.State[row] = state.BodyState{Flags: state.FlagDynamic, VX: r.Float32(), VY: r.Float32(), W: r.Float32(), DC: 1}
			b.Dynamics[row].InvMass = r.Float32()
		}
		return b, make([]preSolveVelocity, 37)
	}
	whole, preSolveWhole := build()
	integrateVelocities(whole.State[:37], whole.Dynamics[:37], preSolveWhole, p)
	integratePositions(whole.State[:37], whole.Motion[:37], preSolveWhole, p)
	Finalize(nil, whole, p, 0, 37)
	divided, dividedPreSolve := build()
	for _, r := range [][2]int{{20, 37}, {0, 7}, {7, 20}} {
		integrateVelocities(divided.State[r[0]:r[1]], divided.Dynamics[r[0]:r[1]], dividedPreSolve[r[0]:r[1]], p)
		integratePositions(divided.State[r[0]:r[1]], divided.Motion[r[0]:r[1]], dividedPreSolve[r[0]:r[1]], p)
		Finalize(nil, divided, p, r[0], r[1])
	}
	require.Equal(t, whole, divided)
}

// A body under damping alone comes to rest in the end; before, its velocity would
// have become subnormal.
func TestTinyVelocitiesBecomeZero(t *testing.T) {
	p := params()
	b, row := oneBody(geom.IdentityTransform)
	s := &b.State[row]
	s.VX, s.VY, s.W = 1e-14, -1e-14, 1e-14
	Finalize(nil, b, p, 0, 1)
	require.Equal(t, [3]float32{1e-14, -1e-14, 1e-14}, [3]float32{s.VX, s.VY, s.W})
	s.VX, s.VY, s.W = 1e-16, -1e-16, 1e-16
	Finalize(nil, b, p, 0, 1)
	require.Equal(t, [3]float32{}, [3]float32{s.VX, s.VY, s.W})
}

func TestFinalizeLimitsSpin(t *testing.T) {
	p := params()
	b, row := oneBody(geom.IdentityTransform)
	s := &b.State[row]
	s.W = 1000
	Finalize(nil, b, p, 0, 1)
	require.Equal(t, p.MaxRotation/p.DT, s.W)
	s.W = -1000
	Finalize(nil, b, p, 0, 1)
	require.Equal(t, -p.MaxRotation/p.DT, s.W)
	for _, flag := range []state.StepFlags{state.StepFlagFastRotation, state.StepFlagRound} {
		b.Motion[row].StepFlags = flag
		s.W = -399
		Finalize(nil, b, p, 0, 1)
		require.Equal(t, float32(-399), s.W)
		s.W = -1000
		Finalize(nil, b, p, 0, 1)
		require.Equal(t, float32(-400), s.W, "a metre out, the largest speed")
	}
}

func TestFinalizeLimitsSpeed(t *testing.T) {
	p := params()
	b, row := oneBody(geom.IdentityTransform)
	s := &b.State[row]
	s.VX, s.VY = 240, -320
	Finalize(nil, b, p, 0, 1)
	require.Equal(t, [2]float32{240, -320}, [2]float32{s.VX, s.VY})
	s.VX, s.VY = 480, -640
	Finalize(nil, b, p, 0, 1)
	require.InDelta(t, 240, s.VX, 1e-3)
	require.InDelta(t, -320, s.VY, 1e-3)
}

func TestStagesDoNotAllocate(t *testing.T) {
	p := params()
	b, _ := oneBody(geom.IdentityTransform)
	preSolve := make([]preSolveVelocity, 1)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		integrateVelocities(b.State[:1], b.Dynamics[:1], preSolve, p)
		warmStartBodies(b.State[:1], b.Dynamics[:1], preSolve, p)
		integratePositions(b.State[:1], b.Motion[:1], preSolve, p)
		Finalize(nil, b, p, 0, 1)
	}))
}

func benchStore(n int) (*state.Bodies, []preSolveVelocity) {
	b := state.NewBodies()
	for range n {
		row := b.Row(b.Add(state.Awake, geom.IdentityTransform))
		b.State[row] = state.BodyState{Flags: state.FlagDynamic, VX: 1, W: 0.1, DC: 1}
		b.Dynamics[row].InvMass = 1
	}
	return b, make([]preSolveVelocity, n)
}

func BenchmarkStages(b *testing.B) {
	const n = 5000
	s, preSolve := benchStore(n)
	p := params()
	p.GravityY = 0
	for name, stage := range map[string]func(){
		"integrateVelocities": func() { integrateVelocities(s.State[:n], s.Dynamics[:n], preSolve, p) },
		"warmStartBodies":     func() { warmStartBodies(s.State[:n], s.Dynamics[:n], preSolve, p) },
		"integratePositions":  func() { integratePositions(s.State[:n], s.Motion[:n], preSolve, p) },
		"finalize":            func() { Finalize(nil, s, p, 0, n) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				stage()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/body")
		})
	}
}
