//go:build !purego && (amd64 || arm64 || js)

package constraint

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
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

// tableFixture holds joints and bodies and the bundles that are made of them, with guard bands
// around everything that a kernel may write.
type tableFixture struct {
	kernelInputs
	pointRecords guard.Slice[state.RevolutePoint]
	angleRecords guard.Slice[state.RevoluteAngle]
	loads        guard.Slice[state.JointLoad]
	bodies       *state.Bodies
	store        state.Joints
	params       step.Params
}

func (t *tableFixture) attachTables() {
	t.attach()
	t.store.RevolutePoints, t.store.RevoluteAngles, t.store.Load = t.pointRecords.Inner, t.angleRecords.Inner, t.loads.Inner
}

func (t *tableFixture) clone() *tableFixture {
	c := *t
	c.kernelInputs = *t.kernelInputs.clone()
	c.pointRecords, c.angleRecords, c.loads = t.pointRecords.Clone(), t.angleRecords.Clone(), t.loads.Clone()
	c.store.Link = slices.Clone(t.store.Link)
	c.attachTables()
	return &c
}

func (t *tableFixture) difference(o *tableFixture) string {
	return cmp.Or(
		t.kernelInputs.difference(&o.kernelInputs),
		guard.Difference("records", t.pointRecords, o.pointRecords),
		guard.Difference("angle records", t.angleRecords, o.angleRecords),
		guard.Difference("loads", t.loads, o.loads),
	)
}

// randomFloat64 returns a number between -size and size, or a special one.
func randomFloat64(r guard.Source, size float64) float64 {
	if r.SpecialEvery > 0 && r.IntN(r.SpecialEvery) == 0 {
		return [...]float64{5e-324, -5e-324, 1e-310, math.MaxFloat64, math.Inf(-1), math.NaN(), math.Copysign(0, -1)}[r.IntN(7)]
	}
	return float64(r.Num(float32(size)))
}

// randomRotation returns a rotation by any angle, among them those where the arctangent
// changes its method.
func randomRotation(r guard.Source) geom.Rot {
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
	if r.SpecialEvery > 0 && r.IntN(r.SpecialEvery) == 0 {
		q.S = randomFloat64(guard.Source{Rand: r.Rand, SpecialEvery: 1}, 1)
	}
	return q
}

// makeTableFixture makes tables for n bundles, the last with the given number of lanes, with or
// without angles, the second half of them with strengths of their own. The bundles hold garbage,
// which preparing must not read.
func makeTableFixture(r guard.Source, n, lanes int, withAngles bool) *tableFixture {
	const count = 40
	t := &tableFixture{bodies: state.NewBodies()}
	t.params = step.Params{DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, JointHertz: 60, JointDamping: 2}
	for range count - 1 {
		t.bodies.Add(state.Partition(r.IntN(2)), geom.IdentityTransform)
	}
	joints := Lanes*(n-1) + lanes
	t.states, t.bundles = guard.Make[state.BodyState](count), guard.Make[revoluteBundle](n)
	t.angles, t.strengths = guard.Make[angleBundle](n), guard.Make[strengthBundle](1+n-n/2)
	t.pointRecords, t.angleRecords, t.loads = guard.Make[state.RevolutePoint](joints), guard.Make[state.RevoluteAngle](joints), guard.Make[state.JointLoad](joints)
	for i := range t.states.Inner {
		s := &t.states.Inner[i]
		*s = state.BodyState{VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: state.BodyFlags(r.IntN(16)), DC: 1}
		if r.IntN(3) > 0 {
			s.Flags = state.FlagDynamic
		}
		t.bodies.Dynamics[i].InvMass, t.bodies.Dynamics[i].InvInertia = r.Positive(), r.Positive()
		t.bodies.Pose[i] = geom.Transform{P: geom.Vec2{X: randomFloat64(r, 10), Y: randomFloat64(r, 10)}, R: randomRotation(r)}
	}
	t.bodies.State = t.states.Inner
	data := r.Perm(joints)
	for i := range joints {
		t.store.Link = append(t.store.Link, state.JointLink{
			BodyA: uint32(r.IntN(count)), BodyB: uint32(r.IntN(count)), Data: uint32(data[i]), Kind: joint.KindRevolute, Flags: state.JointFlags(r.IntN(8)),
		})
		t.store.Strength = append(t.store.Strength, state.JointStrength{
			Hertz: float32(r.IntN(2)) * 9, Damping: r.Positive(), MaxForce: r.Positive(), MaxTorque: r.Positive(),
			BreakForce: r.Positive(), BreakTorque: r.Positive(),
		})
		q := randomRotation(r)
		t.pointRecords.Inner[i] = state.RevolutePoint{
			Ax: randomFloat64(r, 1), Ay: randomFloat64(r, 1), Bx: randomFloat64(r, 1), By: randomFloat64(r, 1),
			C: q.C, S: q.S, Angle: randomFloat64(r, 50), Jx: r.Num(1), Jy: r.Num(1),
		}
		t.angleRecords.Inner[i] = state.RevoluteAngle{
			Target: randomFloat64(r, 4), Lower: randomFloat64(r, 4), Upper: randomFloat64(r, 4), Speed: r.Num(1), MaxMotorTorque: r.Positive(),
			Hertz: float32(r.IntN(2)) * r.Positive(), Damping: r.Positive(), SpringImpulse: r.Num(1), MotorImpulse: r.Num(1),
			LowerImpulse: r.Num(1), UpperImpulse: r.Num(1), Parts: r.Uint32(), MotorTorque: r.Num(1),
		}
	}
	for _, i := range r.Perm(joints) {
		t.revolutes.joints = append(t.revolutes.joints, state.JointRow(i))
	}
	for len(t.revolutes.joints)%Lanes != 0 {
		t.revolutes.joints = append(t.revolutes.joints, -1)
	}
	for i := range n {
		angleIndex := int32(-1)
		if withAngles {
			angleIndex = int32(i)
		}
		t.revolutes.angleIndex = append(t.revolutes.angleIndex, angleIndex)
		t.revolutes.strengthIndex = append(t.revolutes.strengthIndex, int32(max(sharedStrength, i+1-n/2)))
	}
	t.attachTables()
	return t
}

// randomizeImpulses gives the bundles other impulses.
func (t *tableFixture) randomizeImpulses(r guard.Source) {
	for i := range t.bundles.Inner {
		p, x := &t.bundles.Inner[i], &t.angles.Inner[i]
		for l := range Lanes {
			p.jx[l], p.jy[l] = r.Num(1), r.Num(1)
			if r.IntN(50) == 0 { // turns its bodies far in a sub-step
				p.jx[l] *= 1000
			}
			x.springImpulse[l], x.motorImpulse[l], x.lower[l], x.upper[l] = r.Num(1), r.Num(1), r.Num(1), r.Num(1)
			p.tx[l], p.ty[l], x.total[l] = r.Num(1), r.Num(1), r.Num(1)
		}
	}
}

// Preparing and storing against the portable functions, in ranges and with bundles that are
// not full. The impulses in between are random.
func TestVectorPrepareAndStoreEqualPortable(t *testing.T) {
	leftout.VectorKernels(t)
	for _, withAngles := range []bool{false, true} {
		for _, share := range []int{0, 200, 20, 3} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(11, uint64(share))), SpecialEvery: share}
			for try := range 170 {
				n, lanes := 1+try%17, 1+r.IntN(Lanes)
				x := makeTableFixture(r, n, lanes, withAngles)
				y := x.clone()
				cut := r.IntN(n + 1)
				for _, c := range []column.Span{{Lo: 0, Hi: cut}, {Lo: cut, Hi: n}} {
					withPortableKernels(func() { x.revolutes.prepareAll(&x.store, x.bodies, &x.params, c.Lo, c.Hi) })
					y.revolutes.prepareAll(&y.store, y.bodies, &y.params, c.Lo, c.Hi)
				}
				require.Empty(t, x.difference(y), "preparing %d bundles, %d lanes in the last, angles %v, one number in %d special", n, lanes, withAngles, share)
				x.randomizeImpulses(r)
				copy(y.bundles.All, x.bundles.All)
				copy(y.angles.All, x.angles.All)
				for _, c := range []column.Span{{Lo: 0, Hi: cut}, {Lo: cut, Hi: n}} {
					withPortableKernels(func() { x.revolutes.storeAll(&x.store, &x.params, c.Lo, c.Hi) })
					y.revolutes.storeAll(&y.store, &y.params, c.Lo, c.Hi)
				}
				require.Empty(t, x.difference(y), "storing %d bundles, %d lanes in the last, angles %v, one number in %d special", n, lanes, withAngles, share)
				require.Equal(t, x.store.Link, y.store.Link)
			}
		}
	}
}

// With ordinary numbers the kernels prepare all bundles, whatever the angles, and the angles are
// the same to the last bit.
func TestVectorPrepareHandlesAllRegularBundles(t *testing.T) {
	leftout.VectorKernels(t)
	r := guard.Source{Rand: rand.New(rand.NewPCG(12, 13))}
	for range 200 {
		x := makeTableFixture(r, 9, Lanes, true)
		y := x.clone()
		require.Equal(t, 9, x.revolutes.prepareVector(&x.store, x.bodies, &x.params, 0, 9))
		withPortableKernels(func() { y.revolutes.prepareAll(&y.store, y.bodies, &y.params, 0, 9) })
		for i := range x.pointRecords.Inner {
			require.Equal(t, math.Float64bits(y.pointRecords.Inner[i].Angle), math.Float64bits(x.pointRecords.Inner[i].Angle))
		}
	}
}

func benchmarkTables(b *testing.B, withAngles bool, f func(t *tableFixture)) {
	r := guard.Source{Rand: rand.New(rand.NewPCG(14, 15))}
	t := makeTableFixture(r, 64, Lanes, withAngles)
	for i := range t.revolutes.strengthIndex {
		t.revolutes.strengthIndex[i] = sharedStrength
	}
	for _, way := range []struct {
		name string
		run  func(func())
	}{{"lanes", func(f func()) { f() }}, {"portable", withPortableKernels}} {
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

func prepareTables(t *tableFixture) { t.revolutes.prepareAll(&t.store, t.bodies, &t.params, 0, 64) }
func storeTables(t *tableFixture)   { t.revolutes.storeAll(&t.store, &t.params, 0, 64) }

func BenchmarkPrepareRevolutePoints(b *testing.B) { benchmarkTables(b, false, prepareTables) }
func BenchmarkPrepareRevoluteAngles(b *testing.B) { benchmarkTables(b, true, prepareTables) }
func BenchmarkStoreRevolutePoints(b *testing.B)   { benchmarkTables(b, false, storeTables) }
func BenchmarkStoreRevoluteAngles(b *testing.B)   { benchmarkTables(b, true, storeTables) }
