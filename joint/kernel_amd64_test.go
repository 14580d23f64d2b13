//go:build !purego

package joint

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

// twins are equal inputs for the two kinds of kernels.
type twins struct {
	states guard.Slice[body.State]
	pins   guard.Slice[revoluteRow]
	axes   guard.Slice[axisRow]
	grips  guard.Slice[grip]
	rows   revolutes // on these slices
}

func (w *twins) attach() {
	w.rows.rows, w.rows.axes, w.rows.grips = w.pins.Inner, w.axes.Inner, w.grips.Inner
}

func (w *twins) clone() *twins {
	c := &twins{w.states.Clone(), w.pins.Clone(), w.axes.Clone(), w.grips.Clone(), w.rows}
	c.attach()
	return c
}

func (w *twins) difference(o *twins) string {
	return cmp.Or(
		guard.Difference("states", w.states, o.states),
		guard.Difference("pins", w.pins, o.pins),
		guard.Difference("axes", w.axes, o.axes),
		guard.Difference("grips", w.grips, o.grips),
	)
}

// makeTwins makes n rows, the last with the given number of lanes, with or without
// axes, the second half of them with grips of their own. Some bodies turn far if wild is set.
func makeTwins(r guard.Source, n, lanes int, axes, wild bool) *twins {
	const bodies = 40
	w := &twins{states: guard.Make[body.State](bodies), pins: guard.Make[revoluteRow](n), axes: guard.Make[axisRow](n)}
	w.grips = guard.Make[grip](1 + n - n/2)
	w.attach()
	for i := range w.grips.Inner {
		fill := Lanes
		if i > 0 && i == n-n/2 {
			fill = lanes // what padding has of its own is as tame as what all share
		}
		fillGrip(r, &w.grips.Inner[i], fill)
	}
	fillGrip(r, &w.grips.Inner[common], 0)
	for i := range w.states.Inner {
		angle := 0.3 * r.Float64()
		if wild && r.IntN(10) == 0 {
			angle = 6 * r.Float64()
		}
		sin, cos := math.Sincos(angle)
		s := body.State{
			VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: body.FlagDynamic,
			DX: r.Num(0.01), DY: r.Num(0.01), DC: float32(cos), DS: float32(sin),
		}
		if wild && r.Share > 0 {
			s.DC, s.DS = r.Num(1), r.Num(1)
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
		x, axis := (*axisRow)(nil), int32(-1)
		if axes {
			x, axis = &w.axes.Inner[i], int32(i)
		}
		w.rows.axis = append(w.rows.axis, axis)
		w.rows.grip = append(w.rows.grip, int32(max(common, i+1-n/2)))
		w.fillRow(r, &w.pins.Inner[i], x, fill)
	}
	return w
}

// fillGrip writes a grip, nasty numbers in so many lanes at most.
func fillGrip(r guard.Source, g *grip, lanes int) {
	tame := guard.Source{Rand: r.Rand}
	for l := range Lanes {
		if l == lanes {
			r = tame
		}
		g.softBias[l] = r.Num(1)
		for _, c := range [...]*column{&g.limit, &g.torque, &g.softMass, &g.softLeak, &g.drift, &g.invH} {
			c[l] = r.Positive()
		}
	}
}

func (w *twins) fillRow(r guard.Source, p *revoluteRow, x *axisRow, lanes int) {
	perm := r.Perm(len(w.states.Inner))
	for l := range Lanes {
		w.rows.joints = append(w.rows.joints, -1)
		if l >= lanes {
			padRevolute(p, x, l, 0)
			continue
		}
		w.rows.joints[len(w.rows.joints)-1] = Row(l)
		p.a[l], p.b[l] = int32(perm[2*l]), int32(perm[2*l+1])
		for _, c := range [...]*column{
			&p.ax, &p.ay, &p.bx, &p.by, &p.ux, &p.uy, &p.vx, &p.vy, &p.la, &p.lb, &p.ex, &p.ey, &p.jx, &p.jy,
		} {
			c[l] = r.Num(1)
		}
		for _, c := range [...]*column{&p.ma, &p.ia, &p.mb, &p.ib} {
			c[l] = r.Positive()
		}
		if x == nil {
			continue
		}
		for _, c := range [...]*column{&x.springBias, &x.offset, &x.spring, &x.speed, &x.motor, &x.above, &x.below} {
			c[l] = r.Num(1)
		}
		for _, c := range [...]*column{
			&x.mass, &x.springMass, &x.springLeak, &x.motorMax, &x.lower, &x.upper,
		} {
			c[l] = r.Positive()
		}
		x.motorMax[l] *= float32(r.IntN(2))
		x.sprung[l], x.limited[l] = maskOf(r.IntN(2) == 0), maskOf(r.IntN(2) == 0)
	}
	if x != nil && r.IntN(3) == 0 { // rows without one of the parts
		clear([][]int32{x.sprung[:], x.limited[:]}[r.IntN(2)])
	}
	if x != nil && r.IntN(4) == 0 {
		clear(x.motorMax[:])
	}
}

// portably runs something with the portable kernels.
func portably(f func()) {
	defer func(old bool) { vector = old }(vector)
	vector = false
	f()
}

// Every kernel against its twin: all numbers of rows from 1 to 17, all numbers of
// lanes in the last, tame numbers and nasty ones, bodies that turned far, passes
// after passes.
func TestVectorKernelsEqualPortableOnes(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	for _, share := range []int{0, 200, 20, 3} {
		for kind := range 4 {
			axes, wild := kind&1 != 0, kind&2 != 0
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(kind), uint64(share))), Share: share}
			for try := range 170 {
				x := makeTwins(r, 1+try%17, 1+r.IntN(Lanes), axes, wild)
				y := x.clone()
				n := len(x.rows.rows)
				for k := range 4 {
					what := []pass{warm, solve, relax}[(try+k)%3]
					portably(func() { x.rows.run(what, 0, n, x.states.Inner) })
					y.rows.run(what, 0, n, y.states.Inner)
					require.Empty(t, x.difference(y), "pass %d of %d rows, axes %v, far turns %v, one in %d nasty",
						what, n, axes, wild, share)
				}
			}
		}
	}
}

// Rows of eight must be worth their name: with tame numbers and near turns the
// kernels do all rows themselves.
func TestVectorKernelsDoAllTameRows(t *testing.T) {
	r := guard.Source{Rand: rand.New(rand.NewPCG(5, 6))}
	for range 50 {
		x := makeTwins(r, 9, Lanes, true, false)
		for _, what := range []pass{warm, solve, relax} {
			require.Equal(t, 9, x.rows.passVector(what, 0, 9, x.states.Inner))
		}
	}
}

// Padding lanes write nothing whatever the pass.
func TestVectorPaddingNeverWrites(t *testing.T) {
	r := guard.Source{Rand: rand.New(rand.NewPCG(7, 8))}
	for _, axes := range []bool{false, true} {
		x := makeTwins(r, 3, Lanes, axes, false)
		for i := range 3 {
			for l := range Lanes {
				var axis *axisRow
				if axes {
					axis = &x.axes.Inner[i]
				}
				padRevolute(&x.pins.Inner[i], axis, l, 0)
			}
		}
		y := x.clone()
		for _, what := range []pass{warm, solve, relax} {
			require.Equal(t, 3, y.rows.passVector(what, 0, 3, y.states.Inner))
		}
		require.Equal(t, x, y) // zeros of either sign are equal
	}
}

// Chains of pins with and without axes swing to the same bits with both kinds of kernels.
func TestChainsAreEqualWithoutVectorKernels(t *testing.T) {
	swing := func() []body.State {
		p := step.Params{DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4, JointHertz: 60, JointDamping: 2}
		bodies, joints := body.NewStore(), NewStore()
		r := rand.New(rand.NewPCG(9, 10))
		var colours [2][]Slot
		for range 40 {
			last := body.Ground
			for k := range 6 {
				b := bodies.Add(body.Awake, geom.Transform{P: geom.Vec2{X: float64(k)}, R: geom.Identity})
				row := bodies.Row(b)
				bodies.State[row].Flags = body.FlagDynamic
				bodies.State[row].W = r.Float32()
				bodies.Drive[row].InvMass, bodies.Drive[row].InvInertia = 1, 12
				def := &Revolute{Base: Base{MaxForce: math.Inf(1), MaxTorque: math.Inf(1)}}
				def.LocalAnchorA[0], def.LocalAnchorB[0] = 0.5, -0.5
				if r.IntN(2) == 0 {
					def.Limit, def.Lower, def.Upper = true, -0.2*r.Float64(), 0.2*r.Float64()
					def.MaxMotorTorque = 10 * r.Float64()
					def.SpringHertz = 2 * r.Float64()
				}
				colours[k%2] = append(colours[k%2], joints.AddRevolute(bodies, last, b, def))
				last = b
			}
		}
		var rows Rows
		for range 30 {
			rows.Reset(joints, &p)
			var spans [2]Span
			for c, slots := range colours {
				spans[c] = rows.Gather(joints, slots, false)[KindRevolute]
				rows.Prepare(joints, bodies, &p, KindRevolute, spans[c].Lo, spans[c].Hi)
			}
			for _, sp := range spans {
				rows.WarmStart(bodies.State, KindRevolute, sp.Lo, sp.Hi)
				rows.Solve(bodies.State, KindRevolute, sp.Lo, sp.Hi)
				rows.Relax(bodies.State, KindRevolute, sp.Lo, sp.Hi)
				rows.Store(joints, &p, KindRevolute, sp.Lo, sp.Hi)
			}
			for i := range bodies.Awake() {
				s, q := &bodies.State[i], &bodies.Pose[i]
				q.R = geom.RotFromAngle(float64(s.W) / 60).Mul(q.R).Unit()
			}
		}
		return bodies.State
	}
	wide := swing()
	portably(func() { require.Equal(t, guard.Words(swing()), guard.Words(wide)) })
}
