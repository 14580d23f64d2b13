//go:build !purego && (amd64 || arm64 || js)

package solver

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/schedule"
	"github.com/stretchr/testify/require"
)

// tableFixture is a solver with bundles and the tables from which they are prepared and to which
// they are stored, with guard bands around everything that a kernel may write.
type tableFixture struct {
	solver         Solver
	states         guard.Slice[state.BodyState]
	solverContacts guard.Slice[state.SolverContact]
	surfaces       guard.Slice[state.Surface]
	onePoint       guard.Slice[bundle1]
	twoPoints      guard.Slice[bundle2]
	bundleSurfaces guard.Slice[surface]
	arcs           guard.Slice[arc]
}

// makeTableFixture makes tables with n bundles of a class, the last with the given number of
// lanes. The bundles hold garbage, which preparing must not read.
func makeTableFixture(r guard.Source, k schedule.Class, n, lanes int) *tableFixture {
	const count = 50
	bodies := state.NewBodies()
	for range count - 1 {
		bodies.Add(state.Partition(r.IntN(2)), geom.IdentityTransform)
	}
	contacts := 8*n - 8 + lanes
	t := &tableFixture{
		states: guard.Make[state.BodyState](count), solverContacts: guard.Make[state.SolverContact](contacts), surfaces: guard.Make[state.Surface](contacts),
		onePoint: guard.Make[bundle1](n), twoPoints: guard.Make[bundle2](n), bundleSurfaces: guard.Make[surface](n), arcs: guard.Make[arc](n),
	}
	for i := range t.states.Inner {
		s := &t.states.Inner[i]
		*s = state.BodyState{VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: state.BodyFlags(r.IntN(16)), DC: 1}
		if r.IntN(3) > 0 {
			s.Flags = state.FlagDynamic
		}
		bodies.Dynamics[i].InvMass, bodies.Dynamics[i].InvInertia = r.Positive(), r.Positive()
	}
	bodies.State = t.states.Inner
	contactTable := &state.Contacts{Solver: t.solverContacts.Inner, Surface: t.surfaces.Inner}
	for range contacts {
		a, b := uint32(r.IntN(count)), uint32(r.IntN(count))
		contactTable.Pair = append(contactTable.Pair, state.ContactPair{ColliderA: r.Uint32(), ColliderB: r.Uint32(), BodyA: a, BodyB: b, Flags: state.ContactFlags(r.Uint32())})
	}
	for i := range t.solverContacts.Inner {
		t.fillSolverContact(r, &t.solverContacts.Inner[i], &t.surfaces.Inner[i], k)
		contactTable.Pair[i].UpdateSurfaceFlags(&t.surfaces.Inner[i])
	}
	s := &t.solver
	s.scratch = new(scratch)
	c := testCoefficients()
	s.wide.set(&c)
	s.in = Input{Bodies: bodies, Contacts: contactTable}
	s.clusters.loads = make([]bodyLoad, count)
	for _, i := range r.Perm(contacts) {
		s.global.bundles.contactRows[k] = append(s.global.bundles.contactRows[k], int32(i))
	}
	for len(s.global.bundles.contactRows[k])%bundleSize != 0 {
		s.global.bundles.contactRows[k] = append(s.global.bundles.contactRows[k], -1)
	}
	t.attach()
	return t
}

func (t *tableFixture) fillSolverContact(r guard.Source, s *state.SolverContact, surface *state.Surface, k schedule.Class) {
	*s = state.SolverContact{NormalX: r.Num(1), NormalY: r.Num(1), Friction: r.Positive()}
	*surface = state.Surface{RollingImpulse: r.Num(1)}
	if r.IntN(3) == 0 {
		surface.Restitution = r.Num(1)
	}
	if k == schedule.OnePointSurface || k == schedule.TwoPointsSurface {
		surface.RollingResistance, surface.TangentSpeed = r.Positive(), r.Num(1)
	}
	s.Count = uint32(r.IntN(3)) // a callback may have emptied it
	for i := range s.Points {
		s.Points[i] = state.SolverPoint{
			AX: r.Num(1), AY: r.Num(1), BX: r.Num(1), BY: r.Num(1), Separation: r.Num(0.1), NormalImpulse: r.Num(1),
			TangentImpulse: r.Num(1), TotalImpulse: r.Num(1), NormalVelocity: r.Num(1), Feature: r.Uint32() >> 9,
		}
	}
}

// attach makes the solver work on the guarded slices.
func (t *tableFixture) attach() {
	t.solver.global.solver = &t.solver
	t.inputs().attach(&t.solver.global.bundles)
}

// inputs returns the states and bundles.
func (t *tableFixture) inputs() kernelInputs {
	return kernelInputs{t.states, t.onePoint, t.twoPoints, t.bundleSurfaces, t.arcs}
}

func (t *tableFixture) clone() *tableFixture {
	c := *t
	c.states, c.solverContacts, c.surfaces = t.states.Clone(), t.solverContacts.Clone(), t.surfaces.Clone()
	c.onePoint, c.twoPoints, c.bundleSurfaces = t.onePoint.Clone(), t.twoPoints.Clone(), t.bundleSurfaces.Clone()
	c.arcs = t.arcs.Clone()
	bodies, contacts := *t.solver.in.Bodies, *t.solver.in.Contacts
	bodies.State, contacts.Solver, contacts.Surface = c.states.Inner, c.solverContacts.Inner, c.surfaces.Inner
	c.solver.in.Bodies, c.solver.in.Contacts = &bodies, &contacts
	own := *t.solver.scratch
	c.solver.scratch = &own
	c.solver.clusters.loads = slices.Clone(t.solver.clusters.loads)
	c.attach()
	return &c
}

func (t *tableFixture) difference(o *tableFixture) string {
	x, y := t.inputs(), o.inputs()
	d := cmp.Or(x.difference(y), guard.Difference("contacts", t.solverContacts, o.solverContacts), guard.Difference("their surfaces", t.surfaces, o.surfaces))
	if d == "" && !slices.Equal(guard.Words(t.solver.clusters.loads), guard.Words(o.solver.clusters.loads)) {
		d = "load records"
	}
	return d
}

// Preparing and storing against the portable functions, in ranges and with bundles that
// are not full. The impulses in between are random.
func TestVectorTableKernelsEqualPortableOnes(t *testing.T) {
	leftout.VectorKernels(t)
	for k := range schedule.OnePointCone {
		for _, share := range []int{0, 200, 20, 3} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(k), uint64(share))), SpecialEvery: share}
			for try := range samples {
				n, lanes := 1+try%17, 1+r.IntN(bundleSize)
				x := makeTableFixture(r, k, n, lanes)
				y := x.clone()
				split := int32(r.IntN(n + 1))
				for _, c := range []batchRange{{class: k, lo: 0, hi: split}, {class: k, lo: split, hi: int32(n)}} {
					withPortableKernels(func() { x.solver.global.prepare(c) })
					y.solver.global.prepare(c)
				}
				require.Empty(t, x.difference(y), "class %d, preparing %d bundles, %d lanes in the last", k, n, lanes)
				x.randomizeImpulses(r)
				copy(y.onePoint.All, x.onePoint.All)
				copy(y.twoPoints.All, x.twoPoints.All)
				copy(y.bundleSurfaces.All, x.bundleSurfaces.All)
				for _, c := range []batchRange{{class: k, lo: 0, hi: split}, {class: k, lo: split, hi: int32(n)}} {
					withPortableKernels(func() { x.solver.global.store(c) })
					y.solver.global.store(c)
				}
				require.Empty(t, x.difference(y), "class %d, storing %d bundles, %d lanes in the last", k, n, lanes)
			}
		}
	}
}

// randomizeImpulses gives the bundles other impulses.
func (t *tableFixture) randomizeImpulses(r guard.Source) {
	change := func(h *header, points []point) {
		for l := range bundleSize {
			h.tangentImpulse[l] = r.Num(1)
			for k := range points {
				points[k].impulse[l], points[k].totalImpulse[l] = r.Positive(), r.Positive()
			}
		}
	}
	for i := range t.onePoint.Inner {
		change(&t.onePoint.Inner[i].header, t.onePoint.Inner[i].points[:])
		change(&t.twoPoints.Inner[i].header, t.twoPoints.Inner[i].points[:])
		t.bundleSurfaces.Inner[i].rollingImpulse[i%bundleSize] = r.Num(1)
	}
}

// withPortableKernels runs something with the portable kernels.
func withPortableKernels(f func()) {
	defer func(old bool) { vectorKernels = old }(vectorKernels)
	vectorKernels = false
	f()
}
