package constraint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// harness is a world of bodies and joints alone. It runs the passes of a tick in order, over
// all joints one after the other.
type harness struct {
	params   step.Params
	bodies   *state.Bodies
	joints   *state.Joints
	set      Set
	slots    []state.JointSlot
	previous []state.BodyState
}

func newHarness() *harness {
	return &harness{
		params: step.Params{
			DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4, GravityY: -10, JointHertz: 60, JointDamping: 2, LinearSlop: 0.005,
		},
		bodies: state.NewBodies(), joints: state.NewJoints(),
	}
}

// add makes a dynamic body of the given mass and inertia.
func (w *harness) add(x, y, angle, mass, inertia float64) state.BodySlot {
	b := w.bodies
	slot := b.Add(state.Awake, geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.RotFromAngle(angle)})
	row := b.Row(slot)
	b.State[row].Flags = state.FlagDynamic
	b.Dynamics[row].InvMass, b.Dynamics[row].InvInertia = float32(1/mass), float32(1/inertia)
	return slot
}

func (w *harness) addRevolute(a, b state.BodySlot, def joint.Revolute) state.JointSlot {
	slot := w.joints.AddRevolute(w.bodies, a, b, &def)
	w.slots = append(w.slots, slot)
	return slot
}

func (w *harness) state(b state.BodySlot) *state.BodyState { return &w.bodies.State[w.bodies.Rows[b]] }

// step runs n ticks.
func (w *harness) step(n int) {
	for range n {
		w.set.Reset(w.joints, &w.params)
		spans := w.set.Gather(w.joints, w.slots, true)
		each := func(pass func(kind joint.Kind, sp column.Span)) {
			for kind, sp := range spans {
				pass(joint.Kind(kind), sp)
			}
		}
		states := w.bodies.State
		each(func(k joint.Kind, sp column.Span) { w.set.Prepare(w.joints, w.bodies, &w.params, k, sp) })
		for k := range w.params.SubSteps {
			w.integrateVelocities(k == 0)
			if k == 0 {
				each(func(k joint.Kind, sp column.Span) { w.set.Run(step.WarmStart, states, k, sp) })
			}
			each(func(k joint.Kind, sp column.Span) { w.set.Run(step.Solve, states, k, sp) })
			w.integratePositions()
			each(func(k joint.Kind, sp column.Span) { w.set.Run(step.Relax, states, k, sp) })
		}
		each(func(k joint.Kind, sp column.Span) { w.set.Store(w.joints, &w.params, k, sp) })
		for r := range w.bodies.Awake() {
			s, p := &states[r], &w.bodies.Pose[r]
			p.P = p.P.Add(geom.Vec2{X: float64(s.DX), Y: float64(s.DY)})
			p.R = geom.Rot{C: float64(s.DC), S: float64(s.DS)}.Mul(p.R).Unit()
			s.DX, s.DY, s.DC, s.DS = 0, 0, 1, 0
		}
	}
}

func (w *harness) integrateVelocities(first bool) {
	w.previous = append(w.previous[:0], append(w.previous, make([]state.BodyState, 8)...)[:w.bodies.Awake()]...)
	for r := range w.bodies.Awake() {
		s, c := &w.bodies.State[r], &w.previous[r]
		ix, iy, iw := s.VX-c.VX, s.VY-c.VY, s.W-c.W
		if s.Flags&state.FlagDynamic != 0 {
			s.VY += float32(w.params.H * w.params.GravityY)
		}
		*c = *s
		if !first {
			s.SetVelocity(s.VX+ix, s.VY+iy, s.W+iw)
		}
	}
}

func (w *harness) integratePositions() {
	for r := range w.bodies.Awake() {
		s := &w.bodies.State[r]
		s.DX += float32(w.params.H * s.VX)
		s.DY += float32(w.params.H * s.VY)
		sin, cos := math.Sincos(float64(w.params.H * s.W))
		s.DC, s.DS = s.DC*float32(cos)-s.DS*float32(sin), s.DC*float32(sin)+s.DS*float32(cos)
	}
}

// A body hangs from a revolute joint: the joint holds its weight, and the gap is the static
// deflection of the soft joint, g / w^2 with w = 2 pi 60 Hz.
func TestHangingLoad(t *testing.T) {
	w := newHarness()
	b := w.add(0, -1, 0, 3, 0.1)
	j := w.addRevolute(state.Ground, b, joint.Revolute{LocalAnchorB: mgl64.Vec2{0, 1}})
	w.step(120)
	load := w.joints.Load[w.joints.Row(j)]
	require.InEpsilon(t, 30, float64(load.ForceY), 1e-3)
	require.InDelta(t, 0, float64(load.ForceX), 1e-3)
	require.InDelta(t, 0, w.joints.RevoluteSeparation(w.bodies, j).Length(), 1.5*10/(377*377))
}

// The period of a disc pendulum agrees with the elliptic integral, and its energy is kept for ten
// seconds.
func TestPendulum(t *testing.T) {
	const inertia = 0.1 * 0.1 / 2
	for _, amplitude := range []float64{0.1, 1, math.Pi / 2} {
		w := newHarness()
		b := w.add(math.Sin(amplitude), -math.Cos(amplitude), amplitude, 1, inertia)
		w.addRevolute(state.Ground, b, joint.Revolute{LocalAnchorB: mgl64.Vec2{0, 1}})
		var crossings []float64
		last := 1.0
		for k := range 600 {
			w.step(1)
			x := w.bodies.Pose[w.bodies.Row(b)].P.X
			if last < 0 && x >= 0 {
				crossings = append(crossings, (float64(k)+1-x/(x-last))/60)
			}
			last = x
		}
		period := (crossings[len(crossings)-1] - crossings[0]) / float64(len(crossings)-1)
		// Arithmetic-geometric mean: T = 2 pi sqrt((1 + I) / g) / agm(1, cos(amplitude / 2)).
		x, y := 1.0, math.Cos(amplitude/2)
		for range 10 {
			x, y = (x+y)/2, math.Sqrt(x*y)
		}
		require.InEpsilon(t, 2*math.Pi*math.Sqrt((1+inertia)/10)/x, period, 0.002)
		s := w.state(b)
		energy := 10*(1+w.bodies.Pose[w.bodies.Row(b)].P.Y) +
			(float64(s.VX*s.VX+s.VY*s.VY)+inertia*float64(s.W*s.W))/2
		require.InEpsilon(t, 10*(1-math.Cos(amplitude)), energy, 0.02)
	}
}

// A Set keeps its bundles until a joint comes, goes, changes or changes its row.
func TestRevolutesAreReusedWhileNothingChanges(t *testing.T) {
	w := newHarness()
	for i := range 4 {
		w.addRevolute(state.Ground, w.add(float64(i), 0, 0, 1, 1), joint.Revolute{})
	}
	reuses := func() bool {
		if w.set.Reuse(w.joints, &w.params) {
			return true
		}
		w.set.Reset(w.joints, &w.params)
		w.set.Gather(w.joints, w.slots, false)
		require.True(t, w.set.Reuse(w.joints, &w.params))
		return false
	}
	reuses()
	require.True(t, reuses())
	for _, c := range []struct {
		name   string
		change func()
	}{
		{"touch", func() { w.joints.MarkChanged(w.slots[2]) }},
		{"sleep", func() { w.joints.Sleep(w.slots[0]) }},
		{"edit", func() {
			w.joints.Meta[w.slots[1]].Color = 1
			w.joints.EditRevolute(w.bodies, w.slots[1], &joint.Revolute{MaxMotorTorque: 1})
		}},
		{"base", func() {
			require.NoError(t, w.joints.EditBase(w.bodies, w.slots[1], joint.Base{Hertz: 5}))
		}},
	} {
		c.change()
		require.False(t, reuses(), c.name)
	}
}

// A motor reaches its speed with its largest torque: w = t M / I until then.
func TestMotor(t *testing.T) {
	w := newHarness()
	w.params.GravityY = 0
	b := w.add(0, 0, 0, 1, 0.5)
	j := w.addRevolute(state.Ground, b, joint.Revolute{MotorSpeed: 3, MaxMotorTorque: 2})
	w.step(30)
	require.InEpsilon(t, 0.5*2/0.5, float64(w.state(b).W), 1e-4)
	require.InEpsilon(t, 2, w.joints.RevoluteMotorTorque(j), 1e-5)
	w.step(60)
	require.InEpsilon(t, 3, w.joints.RevoluteSpeed(w.bodies, j), 1e-5)
	require.InDelta(t, 0, w.joints.RevoluteMotorTorque(j), 1e-4)
}

// A motor at speed zero is dry friction: it slows by M / I and then holds.
func TestFriction(t *testing.T) {
	w := newHarness()
	w.params.GravityY = 0
	b := w.add(0, 0, 0, 1, 0.5)
	w.addRevolute(state.Ground, b, joint.Revolute{MaxMotorTorque: 1})
	w.state(b).W = 3
	w.step(60)
	require.InDelta(t, 1, float64(w.state(b).W), 1e-4)
	w.step(60)
	require.InDelta(t, 0, float64(w.state(b).W), 1e-6)
}

// A motor presses a pendulum against its limits, which hold within half a degree,
// also beyond a whole turn.
func TestLimits(t *testing.T) {
	for _, turns := range []float64{0, 2} {
		w := newHarness()
		w.params.GravityY = 0
		b := w.add(0, -1, 0, 5, 0.5)
		def := joint.Revolute{
			LocalAnchorB: mgl64.Vec2{0, 1}, Limit: true,
			Lower: -0.3 - 2*math.Pi*turns, Upper: 0.5 + 2*math.Pi*turns,
			MotorSpeed: 4, MaxMotorTorque: 30,
		}
		j := w.addRevolute(state.Ground, b, def)
		w.step(600)
		require.InDelta(t, def.Upper, w.joints.RevoluteAngle(w.bodies, j), math.Pi/360)
		require.InDelta(t, 0, float64(w.joints.Load[w.joints.Row(j)].Torque), 0.1, "motor and limit cancel")
		def.MotorSpeed = -4
		w.joints.EditRevolute(w.bodies, j, &def)
		w.step(1200)
		require.InDelta(t, def.Lower, w.joints.RevoluteAngle(w.bodies, j), math.Pi/360)
	}
}

// A spring oscillates at its frequency and decays by its damping ratio: after a
// period the amplitude is exp(-2 pi z / sqrt(1 - z z)). The implicit spring adds a
// damping of its own of w h / 2.
func TestSpring(t *testing.T) {
	const hertz, damping = 2.0, 0.1
	w := newHarness()
	w.params.GravityY = 0
	b := w.add(0, 0, 0.4, 1, 0.5)
	j := w.addRevolute(state.Ground, b, joint.Revolute{SpringHertz: hertz, SpringDamping: damping, TargetAngle: 0.1})
	var peaks, times []float64
	var last, before float64
	for k := range 120 {
		w.step(1)
		a := w.joints.RevoluteAngle(w.bodies, j) - 0.1
		if last > before && last > a {
			peaks, times = append(peaks, last), append(times, float64(k)/60)
		}
		before, last = last, a
	}
	z := damping + 2*math.Pi*hertz/240/2
	root := math.Sqrt(1 - z*z)
	require.InEpsilon(t, root*hertz, float64(len(times)-1)/(times[len(times)-1]-times[0]), 0.02)
	require.InEpsilon(t, math.Exp(-2*math.Pi*z/root), peaks[1]/peaks[0], 0.1)
}

// A revolute joint gives way at MaxForce: the load falls with the rest of gravity.
func TestMaxForce(t *testing.T) {
	w := newHarness()
	b := w.add(0, 0, 0, 2, 0.5)
	j := w.addRevolute(state.Ground, b, joint.Revolute{Base: joint.Base{MaxForce: 12}})
	w.step(60)
	require.InEpsilon(t, -10+12/2.0, float64(w.state(b).VY), 1e-3)
	require.InEpsilon(t, 12, float64(w.joints.Load[w.joints.Row(j)].ForceY), 1e-5)
}

// A joint is stressed when its load passes BreakForce or BreakTorque.
func TestStress(t *testing.T) {
	for _, c := range []struct {
		base     joint.Base
		stressed bool
	}{
		{joint.Base{BreakForce: 19}, true}, {joint.Base{BreakForce: 21}, false}, {joint.Base{}, false},
		{joint.Base{BreakTorque: 4}, true}, {joint.Base{BreakTorque: 6}, false},
	} {
		w := newHarness()
		b := w.add(0.25, 0, 0, 2, 0.5)
		j := w.addRevolute(state.Ground, b, joint.Revolute{Base: c.base, LocalAnchorB: mgl64.Vec2{-0.25, 0}, Limit: true})
		w.step(240)
		row := w.joints.Row(j)
		require.Equal(t, c.stressed, w.joints.Link[row].Flags&state.JointStressed != 0, "%+v", c.base)
		require.InEpsilon(t, 2*10*0.25, float64(w.joints.Load[row].Torque), 0.02)
	}
}

// A revolute joint between two bodies changes neither momentum nor, as the
// anchors stay together, angular momentum.
func TestRevoluteConservesMomentum(t *testing.T) {
	w := newHarness()
	w.params.GravityY = 0
	a, b := w.add(-0.5, 0, 0, 1, 0.2), w.add(0.5, 0, 0, 2, 0.3)
	w.addRevolute(a, b, joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0}})
	*w.state(a) = state.BodyState{VX: 1, VY: 2, W: 3, Flags: state.FlagDynamic, DC: 1}
	momentum := func() (p geom.Vec2, l float64) {
		for slot, m := range map[state.BodySlot]geom.Vec2{a: {X: 1, Y: 0.2}, b: {X: 2, Y: 0.3}} {
			s := w.state(slot)
			v := geom.Vec2{X: float64(s.VX), Y: float64(s.VY)}.Mul(m.X)
			p = p.Add(v)
			l += w.bodies.Pose[w.bodies.Row(slot)].P.Cross(v) + m.Y*float64(s.W)
		}
		return p, l
	}
	p0, l0 := momentum()
	w.step(60)
	p1, l1 := momentum()
	require.InDelta(t, p0.X, p1.X, 1e-5)
	require.InDelta(t, p0.Y, p1.Y, 1e-5)
	require.InEpsilon(t, l0, l1, 0.01)
}

// AngleChange against math.Atan2, in the range of its series and beyond.
func TestAngleChange(t *testing.T) {
	for x := -3.1; x < 3.1; x += 0.01 {
		sin, cos := math.Sincos(x / 2)
		a := &state.BodyState{DC: float32(cos), DS: float32(-sin)}
		b := &state.BodyState{DC: float32(cos), DS: float32(sin)}
		require.InDelta(t, x, float64(AngleChange(a, b)), 1e-6)
	}
}
