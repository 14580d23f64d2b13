//go:build !purego

package joint

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/step"
	"github.com/stretchr/testify/require"
)

// tables are joints and bodies, and the rows that are made of them, with guard bands around
// everything that a kernel may write.
type tables struct {
	twins
	records guard.Slice[pin]
	axles   guard.Slice[axle]
	loads   guard.Slice[Load]
	levers  guard.Slice[lever]
	bodies  *body.Store
	store   Store
	params  step.Params
}

func (t *tables) link() {
	t.attach()
	t.store.pins, t.store.axles, t.store.Load = t.records.Inner, t.axles.Inner, t.loads.Inner
	t.store.levers = t.levers.Inner
}

func (t *tables) clone() *tables {
	c := *t
	c.twins = *t.twins.clone()
	c.records, c.axles, c.loads = t.records.Clone(), t.axles.Clone(), t.loads.Clone()
	c.levers = t.levers.Clone()
	c.store.Link = slices.Clone(t.store.Link)
	c.link()
	return &c
}

func (t *tables) difference(o *tables) string {
	return cmp.Or(
		t.twins.difference(&o.twins),
		guard.Difference("records", t.records, o.records),
		guard.Difference("axles", t.axles, o.axles),
		guard.Difference("loads", t.loads, o.loads),
		guard.Difference("levers", t.levers, o.levers),
	)
}

// double returns a number between -size and size, or a nasty one.
func double(r guard.Source, size float64) float64 {
	if r.Share > 0 && r.IntN(r.Share) == 0 {
		return [...]float64{5e-324, -5e-324, 1e-310, math.MaxFloat64, math.Inf(-1), math.NaN(), math.Copysign(0, -1)}[r.IntN(7)]
	}
	return float64(r.Num(float32(size)))
}

// rotation returns a rotation by any angle, among them those where the arctangent
// changes its method.
func rotation(r guard.Source) geom.Rot {
	q := geom.RotFromAngle(20*r.Float64() - 10)
	switch r.IntN(6) {
	case 0:
		q = [...]geom.Rot{{C: 1}, {C: 1, S: math.Copysign(0, -1)}, {C: -1}, {C: -1, S: math.Copysign(0, -1)}, {S: 1}, {S: -1}}[r.IntN(6)]
	case 1:
		q = geom.Rot{C: 1, S: math.Ldexp(r.Float64()-0.5, -20-r.IntN(20))}
	case 2: // a tangent near the border of two entries of the table
		k := (float64(r.IntN(17)) + 0.5) / 16
		q = geom.Rot{C: 1, S: k + math.Ldexp(r.Float64()-0.5, -40)}.Unit()
	}
	if r.IntN(2) == 0 {
		q = geom.Rot{C: -q.S, S: q.C}
	}
	if r.Share > 0 && r.IntN(r.Share) == 0 {
		q.S = double(guard.Source{Rand: r.Rand, Share: 1}, 1)
	}
	return q
}

// makeTables makes tables for n rows, the last with the given number of lanes, with or
// without axes, the second half of them with grips of their own. What the rows hold
// already is garbage: preparing must not read it.
func makeTables(r guard.Source, n, lanes int, axes bool) *tables {
	const count = 40
	t := &tables{bodies: body.NewStore()}
	t.params = step.Params{H: 1.0 / 240, InvH: 240, JointHertz: 60, JointDamping: 2}
	for range count - 1 {
		t.bodies.Add(body.Part(r.IntN(2)), geom.Stay)
	}
	joints := Lanes*(n-1) + lanes
	t.states, t.pins = guard.Make[body.State](count), guard.Make[revoluteRow](n)
	t.axes, t.grips = guard.Make[axisRow](n), guard.Make[grip](1+n-n/2)
	t.records, t.axles, t.loads = guard.Make[pin](joints), guard.Make[axle](joints), guard.Make[Load](joints)
	t.levers = guard.Make[lever](count)
	for i := range t.states.Inner {
		s := &t.states.Inner[i]
		*s = body.State{VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: body.Flags(r.IntN(16)), DC: 1}
		if r.IntN(3) > 0 {
			s.Flags = body.FlagDynamic
		}
		t.bodies.Drive[i].InvMass, t.bodies.Drive[i].InvInertia = r.Positive(), r.Positive()
		t.bodies.Pose[i] = geom.Transform{P: geom.Vec2{X: double(r, 10), Y: double(r, 10)}, R: rotation(r)}
	}
	t.bodies.State = t.states.Inner
	data := r.Perm(joints)
	for i := range joints {
		t.store.Link = append(t.store.Link, Link{
			BodyA: uint32(r.IntN(count)), BodyB: uint32(r.IntN(count)), Data: uint32(data[i]), Kind: KindRevolute, Flags: Flags(r.IntN(8)),
		})
		t.store.Strength = append(t.store.Strength, Strength{
			Hertz: float32(r.IntN(2)) * 9, Damping: r.Positive(), MaxForce: r.Positive(), MaxTorque: r.Positive(),
			BreakForce: r.Positive(), BreakTorque: r.Positive(),
		})
		q := rotation(r)
		t.records.Inner[i] = pin{
			ax: double(r, 1), ay: double(r, 1), bx: double(r, 1), by: double(r, 1),
			c: q.C, s: q.S, angle: double(r, 50), jx: r.Num(1), jy: r.Num(1),
		}
		t.axles.Inner[i] = axle{
			target: double(r, 4), lower: double(r, 4), upper: double(r, 4), speed: r.Num(1), torque: r.Positive(),
			hertz: float32(r.IntN(2)) * r.Positive(), damping: r.Positive(), spring: r.Num(1), motor: r.Num(1),
			low: r.Num(1), high: r.Num(1), parts: r.Uint32(), motorTorque: r.Num(1),
		}
	}
	for _, i := range r.Perm(joints) {
		t.rows.joints = append(t.rows.joints, Row(i))
	}
	for len(t.rows.joints)%Lanes != 0 {
		t.rows.joints = append(t.rows.joints, -1)
	}
	for i := range n {
		axis := int32(-1)
		if axes {
			axis = int32(i)
		}
		t.rows.axis = append(t.rows.axis, axis)
		t.rows.grip = append(t.rows.grip, int32(max(common, i+1-n/2)))
	}
	t.link()
	return t
}

// scramble gives the rows other impulses.
func (t *tables) scramble(r guard.Source) {
	for i := range t.pins.Inner {
		p, x := &t.pins.Inner[i], &t.axes.Inner[i]
		for l := range Lanes {
			p.jx[l], p.jy[l] = r.Num(1), r.Num(1)
			if r.IntN(50) == 0 { // turns its bodies far in a sub-step
				p.jx[l] *= 1000
			}
			x.spring[l], x.motor[l], x.lower[l], x.upper[l] = r.Num(1), r.Num(1), r.Num(1), r.Num(1)
		}
	}
}

// Preparing and storing against the portable functions, in pieces and with rows that are
// not full; the impulses in between are anything.
func TestVectorTablesEqualPortableOnes(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	strained := 0
	for _, axes := range []bool{false, true} {
		for _, share := range []int{0, 200, 20, 3} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(11, uint64(share))), Share: share}
			for try := range 170 {
				n, lanes := 1+try%17, 1+r.IntN(Lanes)
				x := makeTables(r, n, lanes, axes)
				y := x.clone()
				cut := r.IntN(n + 1)
				for _, c := range []Span{{0, cut}, {cut, n}} {
					portably(func() { x.rows.prepareAll(&x.store, x.bodies, &x.params, c.Lo, c.Hi) })
					y.rows.prepareAll(&y.store, y.bodies, &y.params, c.Lo, c.Hi)
				}
				require.Empty(t, x.difference(y), "preparing %d rows, %d lanes in the last, axes %v, one in %d nasty", n, lanes, axes, share)
				x.scramble(r)
				copy(y.pins.All, x.pins.All)
				copy(y.axes.All, x.axes.All)
				for _, c := range []Span{{0, cut}, {cut, n}} {
					portably(func() { x.rows.storeAll(&x.store, &x.params, c.Lo, c.Hi) })
					y.rows.storeAll(&y.store, &y.params, c.Lo, c.Hi)
				}
				require.Empty(t, x.difference(y), "storing %d rows, %d lanes in the last, axes %v, one in %d nasty", n, lanes, axes, share)
				require.Equal(t, x.store.Link, y.store.Link)
				require.Equal(t, x.store.heaved, y.store.heaved)
				strained += int(x.store.heaved)
			}
		}
	}
	require.Greater(t, strained, 100, "worlds with bodies on levers")
	require.Less(t, strained, 1200, "and without")
}

// Rows of eight must be worth their name: with tame numbers the kernels prepare all of
// them, whatever the angles, and these are the same to the last bit.
func TestVectorKernelsPrepareAllTameRows(t *testing.T) {
	r := guard.Source{Rand: rand.New(rand.NewPCG(12, 13))}
	for range 200 {
		x := makeTables(r, 9, Lanes, true)
		y := x.clone()
		require.Equal(t, 9, x.rows.prepareVector(&x.store, x.bodies, &x.params, 0, 9))
		portably(func() { y.rows.prepareAll(&y.store, y.bodies, &y.params, 0, 9) })
		for i := range x.records.Inner {
			require.Equal(t, math.Float64bits(y.records.Inner[i].angle), math.Float64bits(x.records.Inner[i].angle))
		}
	}
}

func benchmarkTables(b *testing.B, axes bool, f func(t *tables)) {
	r := guard.Source{Rand: rand.New(rand.NewPCG(14, 15))}
	t := makeTables(r, 64, Lanes, axes)
	for i := range t.rows.grip {
		t.rows.grip[i] = common
	}
	for _, way := range []struct {
		name string
		run  func(func())
	}{{"lanes", func(f func()) { f() }}, {"portable", portably}} {
		b.Run(way.name, func(b *testing.B) {
			way.run(func() {
				for b.Loop() {
					f(t)
				}
			})
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*64*Lanes), "ns/joint")
		})
	}
}

func prepareTables(t *tables) { t.rows.prepareAll(&t.store, t.bodies, &t.params, 0, 64) }
func storeTables(t *tables)   { t.rows.storeAll(&t.store, &t.params, 0, 64) }

func BenchmarkPreparePins(b *testing.B) { benchmarkTables(b, false, prepareTables) }
func BenchmarkPrepareAxes(b *testing.B) { benchmarkTables(b, true, prepareTables) }
func BenchmarkStorePins(b *testing.B)   { benchmarkTables(b, false, storeTables) }
func BenchmarkStoreAxes(b *testing.B)   { benchmarkTables(b, true, storeTables) }
