//go:build !purego && (amd64 || arm64 || js)

package constraint

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/stretchr/testify/require"
)

// kernelInputs are equal inputs for the two kinds of kernels.
type kernelInputs struct {
	states    guard.Slice[state.BodyState]
	bundles   guard.Slice[revoluteBundle]
	angles    guard.Slice[angleBundle]
	strengths guard.Slice[strengthBundle]
	revolutes revolutes // on these slices
}

func (w *kernelInputs) attach() {
	w.revolutes.bundles, w.revolutes.angles, w.revolutes.strengths = w.bundles.Inner, w.angles.Inner, w.strengths.Inner
}

func (w *kernelInputs) clone() *kernelInputs {
	c := &kernelInputs{w.states.Clone(), w.bundles.Clone(), w.angles.Clone(), w.strengths.Clone(), w.revolutes}
	c.attach()
	return c
}

func (w *kernelInputs) difference(o *kernelInputs) string {
	return cmp.Or(
		guard.Difference("states", w.states, o.states),
		guard.Difference("bundles", w.bundles, o.bundles),
		guard.Difference("angles", w.angles, o.angles),
		guard.Difference("strengths", w.strengths, o.strengths),
	)
}

// makeKernelInputs makes n bundles, the last with the given number of lanes, with or without
// angles, the second half of them with strengths of their own. Some bodies turn far if
// largeAngles is set.
func makeKernelInputs(r guard.Source, n, lanes int, withAngles, largeAngles bool) *kernelInputs {
	const bodies = 80
	w := &kernelInputs{states: guard.Make[state.BodyState](bodies), bundles: guard.Make[revoluteBundle](n), angles: guard.Make[angleBundle](n)}
	w.strengths = guard.Make[strengthBundle](1 + n - n/2)
	w.attach()
	for i := range w.strengths.Inner {
		fill := Lanes
		if i > 0 && i == n-n/2 {
			fill = lanes // padding has ordinary numbers
		}
		fillStrength(r, &w.strengths.Inner[i], fill)
	}
	fillStrength(r, &w.strengths.Inner[sharedStrength], 0)
	for i := range w.states.Inner {
		angle := 0.3 * r.Float64()
		if largeAngles && r.IntN(10) == 0 {
			angle = 6 * r.Float64()
		}
		sin, cos := math.Sincos(angle)
		s := state.BodyState{
			VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: state.FlagDynamic,
			DX: r.Num(0.01), DY: r.Num(0.01), DC: float32(cos), DS: float32(sin),
		}
		if largeAngles && r.SpecialEvery > 0 {
			s.DC, s.DS = r.Num(1), r.Num(1)
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
		fill := Lanes
		if i == n-1 {
			fill = lanes
		}
		x, angleIndex := (*angleBundle)(nil), int32(-1)
		if withAngles {
			x, angleIndex = &w.angles.Inner[i], int32(i)
		}
		w.revolutes.angleIndex = append(w.revolutes.angleIndex, angleIndex)
		w.revolutes.strengthIndex = append(w.revolutes.strengthIndex, int32(max(sharedStrength, i+1-n/2)))
		w.fillBundle(r, &w.bundles.Inner[i], x, fill, i%2*bodies/2)
	}
	return w
}

// fillStrength writes a strength, with special numbers in the first lanes only.
func fillStrength(r guard.Source, g *strengthBundle, lanes int) {
	regular := guard.Source{Rand: r.Rand}
	for l := range Lanes {
		if l == lanes {
			r = regular
		}
		g.softBiasRate[l] = r.Num(1)
		for _, c := range [...]*perLane{&g.maxImpulse, &g.maxAngularImpulse, &g.softMassScale, &g.softImpulseScale, &g.invH} {
			c[l] = r.Positive()
		}
	}
}

// fillBundle makes joints between bodies of one half, which begins at a row: successive bundles
// share none.
func (w *kernelInputs) fillBundle(r guard.Source, p *revoluteBundle, x *angleBundle, lanes, half int) {
	perm := r.Perm(len(w.states.Inner) / 2)
	for l := range Lanes {
		w.revolutes.joints = append(w.revolutes.joints, -1)
		if l >= lanes {
			revoluteLane{w: p, x: x, l: l}.pad(0)
			continue
		}
		w.revolutes.joints[len(w.revolutes.joints)-1] = state.JointRow(l)
		p.a[l], p.b[l] = state.BodyRow(half+perm[2*l]).Offset(), state.BodyRow(half+perm[2*l+1]).Offset()
		for _, c := range [...]*perLane{
			&p.ax, &p.ay, &p.bx, &p.by, &p.ux, &p.uy, &p.vx, &p.vy, &p.la, &p.lb, &p.ex, &p.ey, &p.jx, &p.jy,
		} {
			c[l] = r.Num(1)
		}
		for _, c := range [...]*perLane{&p.ma, &p.ia, &p.mb, &p.ib} {
			c[l] = r.Positive()
		}
		if x == nil {
			continue
		}
		for _, c := range [...]*perLane{&x.springBiasRate, &x.offset, &x.springImpulse, &x.speed, &x.motorImpulse, &x.aboveLower, &x.belowUpper} {
			c[l] = r.Num(1)
		}
		for _, c := range [...]*perLane{
			&x.mass, &x.springMassScale, &x.springImpulseScale, &x.motorMax, &x.lower, &x.upper,
		} {
			c[l] = r.Positive()
		}
		x.motorMax[l] *= float32(r.IntN(2))
		x.hasSpring[l], x.hasLimits[l] = maskOf(r.IntN(2) == 0), maskOf(r.IntN(2) == 0)
	}
	if x != nil && r.IntN(3) == 0 { // bundles without one of the parts
		clear([][]int32{x.hasSpring[:], x.hasLimits[:]}[r.IntN(2)])
	}
	if x != nil && r.IntN(4) == 0 {
		clear(x.motorMax[:])
	}
}

// withPortableKernels runs something with the portable kernels.
func withPortableKernels(f func()) {
	defer func(old bool) { portableOnly = old }(portableOnly)
	portableOnly = true
	f()
}

// Every kernel against its portable twin: all numbers of bundles from 1 to 17, all numbers of lanes
// in the last, ordinary and special numbers, bodies that turned far, several passes in turn.
func TestVectorKernelsEqualPortable(t *testing.T) {
	leftout.VectorKernels(t)
	for _, share := range []int{0, 200, 20, 3} {
		for kind := range 4 {
			withAngles, largeAngles := kind&1 != 0, kind&2 != 0
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(kind), uint64(share))), SpecialEvery: share}
			for try := range 170 {
				x := makeKernelInputs(r, 1+try%17, 1+r.IntN(Lanes), withAngles, largeAngles)
				y := x.clone()
				n := len(x.revolutes.bundles)
				for k := range 4 {
					pass := []step.Pass{step.WarmStart, step.Solve, step.Relax}[(try+k)%3]
					withPortableKernels(func() { x.revolutes.run(pass, 0, n, x.states.Inner) })
					y.revolutes.run(pass, 0, n, y.states.Inner)
					require.Empty(t, x.difference(y), "pass %d of %d bundles, angles %v, large angles %v, one number in %d special",
						pass, n, withAngles, largeAngles, share)
				}
			}
		}
	}
}

// With ordinary numbers and small angles the kernels do all bundles and leave none to the
// portable functions.
func TestVectorKernelsHandleAllRegularBundles(t *testing.T) {
	leftout.VectorKernels(t)
	r := guard.Source{Rand: rand.New(rand.NewPCG(5, 6))}
	for range 50 {
		x := makeKernelInputs(r, 9, Lanes, true, false)
		for _, pass := range []step.Pass{step.WarmStart, step.Solve, step.Relax} {
			require.Equal(t, 9, x.revolutes.passVector(pass, 0, 9, x.states.Inner))
		}
	}
}

// Padding lanes write nothing in any pass.
func TestVectorPaddingNeverWrites(t *testing.T) {
	leftout.VectorKernels(t)
	r := guard.Source{Rand: rand.New(rand.NewPCG(7, 8))}
	for _, withAngles := range []bool{false, true} {
		x := makeKernelInputs(r, 3, Lanes, withAngles, false)
		for i := range 3 {
			for l := range Lanes {
				var angles *angleBundle
				if withAngles {
					angles = &x.angles.Inner[i]
				}
				revoluteLane{w: &x.bundles.Inner[i], x: angles, l: l}.pad(0)
			}
		}
		y := x.clone()
		for _, pass := range []step.Pass{step.WarmStart, step.Solve, step.Relax} {
			require.Equal(t, 3, y.revolutes.passVector(pass, 0, 3, y.states.Inner))
		}
		require.Equal(t, x, y) // zeros of either sign are equal
	}
}

// Chains of revolute joints with and without springs, motors and limits move to the same bits
// with both kinds of kernels.
func TestChainsAreEqualWithoutVectorKernels(t *testing.T) {
	leftout.VectorKernels(t)
	swing := func() []state.BodyState {
		p := step.Params{DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4, JointHertz: 60, JointDamping: 2}
		bodies, joints := state.NewBodies(), state.NewJoints()
		r := rand.New(rand.NewPCG(9, 10))
		var colors [2][]state.JointSlot
		for range 40 {
			last := state.Ground
			for k := range 6 {
				b := bodies.Add(state.Awake, geom.Transform{P: geom.Vec2{X: float64(k)}, R: geom.Identity})
				row := bodies.Row(b)
				bodies.State[row].Flags = state.FlagDynamic
				bodies.State[row].W = r.Float32()
				bodies.Dynamics[row].InvMass, bodies.Dynamics[row].InvInertia = 1, 12
				def := &joint.Revolute{Base: joint.Base{MaxForce: math.Inf(1), MaxTorque: math.Inf(1)}}
				def.LocalAnchorA[0], def.LocalAnchorB[0] = 0.5, -0.5
				if r.IntN(2) == 0 {
					def.Limit, def.Lower, def.Upper = true, -0.2*r.Float64(), 0.2*r.Float64()
					def.MaxMotorTorque = 10 * r.Float64()
					def.SpringHertz = 2 * r.Float64()
				}
				colors[k%2] = append(colors[k%2], joints.AddRevolute(bodies, last, b, def))
				last = b
			}
		}
		var set Set
		for range 30 {
			set.Reset(joints, &p)
			var spans [2]column.Span
			for c, slots := range colors {
				spans[c] = set.Gather(joints, slots, false)[joint.KindRevolute]
				set.Prepare(joints, bodies, &p, joint.KindRevolute, spans[c])
			}
			for _, sp := range spans {
				set.Run(step.WarmStart, bodies.State, joint.KindRevolute, sp)
				set.Run(step.Solve, bodies.State, joint.KindRevolute, sp)
				set.Run(step.Relax, bodies.State, joint.KindRevolute, sp)
				set.Store(joints, &p, joint.KindRevolute, sp)
			}
			for i := range bodies.Awake() {
				s, q := &bodies.State[i], &bodies.Pose[i]
				q.R = geom.RotFromAngle(float64(s.W) / 60).Mul(q.R).Unit()
			}
		}
		return bodies.State
	}
	want := swing()
	withPortableKernels(func() { require.Equal(t, guard.Words(swing()), guard.Words(want)) })
}
