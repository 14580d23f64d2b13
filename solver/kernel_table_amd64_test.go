//go:build !purego

package solver

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/stretchr/testify/require"
)

// table is a solver with rows to write and the tables that they come from and go
// back to, with guard bands around everything that a kernel may write.
type table struct {
	solver Solver
	states arena[body.State]
	solids arena[manifold.Solid]
	one    arena[row1]
	two    arena[row2]
	surf   arena[surface]
}

// makeTable makes tables with n rows of a class, the last with the given number of
// lanes. What the rows hold already is garbage: preparing must not read it.
func makeTable(r source, k class, n, lanes int) *table {
	const count = 50
	bodies := body.NewStore()
	for range count - 1 {
		bodies.Add(body.Part(r.IntN(2)), geom.Stay)
	}
	contacts := 8*n - 8 + lanes
	t := &table{
		states: makeArena[body.State](count), solids: makeArena[manifold.Solid](contacts),
		one: makeArena[row1](n), two: makeArena[row2](n), surf: makeArena[surface](n),
	}
	for i := range t.states.inner {
		s := &t.states.inner[i]
		*s = body.State{VX: r.num(3), VY: r.num(3), W: r.num(3), Flags: body.Flags(r.IntN(16)), DC: 1}
		if r.IntN(3) > 0 {
			s.Flags = body.FlagDynamic
		}
		bodies.Drive[i].InvMass, bodies.Drive[i].InvInertia = r.positive(), r.positive()
	}
	bodies.State = t.states.inner
	table := &manifold.Contacts{Solid: t.solids.inner}
	for range contacts {
		a, b := uint32(r.IntN(count)), uint32(r.IntN(count))
		table.Pair = append(table.Pair, manifold.Pair{ColliderA: r.Uint32(), ColliderB: r.Uint32(), BodyA: a, BodyB: b})
	}
	for i := range t.solids.inner {
		t.fillSolid(r, &t.solids.inner[i], k)
	}
	s := &t.solver
	c := testCoefficients()
	s.wide.set(&c)
	s.in = Input{Bodies: bodies, Contacts: table}
	s.burden = make([]burden, count)
	s.upY = 1
	for _, i := range r.Perm(contacts) {
		s.rows.contact[k] = append(s.rows.contact[k], int32(i))
	}
	s.rows.contact[k] = pad(s.rows.contact[k])
	t.attach()
	return t
}

func (t *table) fillSolid(r source, s *manifold.Solid, k class) {
	*s = manifold.Solid{NormalX: r.num(1), NormalY: r.num(1), Friction: r.positive(), RollingImpulse: r.num(1)}
	if r.IntN(3) == 0 {
		s.Restitution = r.num(1)
	}
	if k >= class1Surface {
		s.Rolling, s.TangentSpeed = r.positive(), r.num(1)
	}
	s.Count = uint32(r.IntN(3)) // a callback may have emptied it
	for i := range s.Points {
		s.Points[i] = manifold.SolidPoint{
			AX: r.num(1), AY: r.num(1), BX: r.num(1), BY: r.num(1), Separation: r.num(0.1), NormalImpulse: r.num(1),
			TangentImpulse: r.num(1), TotalImpulse: r.num(1), NormalVelocity: r.num(1), Feature: r.Uint32() >> 9,
		}
	}
}

// attach makes the solver work on the arenas.
func (t *table) attach() {
	r := &t.solver.rows
	r.one, r.oneSurf = t.one.inner, t.one.inner
	r.two, r.twoSurf = t.two.inner, t.two.inner
	r.surfOne, r.surfTwo = t.surf.inner, t.surf.inner
}

func (t *table) clone() *table {
	c := *t
	c.states, c.solids = t.states.clone(), t.solids.clone()
	c.one, c.two, c.surf = t.one.clone(), t.two.clone(), t.surf.clone()
	bodies, contacts := *t.solver.in.Bodies, *t.solver.in.Contacts
	bodies.State, contacts.Solid = c.states.inner, c.solids.inner
	c.solver.in.Bodies, c.solver.in.Contacts = &bodies, &contacts
	c.solver.burden = slices.Clone(t.solver.burden)
	c.attach()
	return &c
}

func (t *table) difference(o *table) string {
	x, y := twins{t.states, t.one, t.two, t.surf}, twins{o.states, o.one, o.two, o.surf}
	if d := x.difference(y); d != "" {
		return d
	}
	if d := differentWord(words(t.solids.all), words(o.solids.all)); d != "" {
		return "contacts, " + d
	}
	if d := differentWord(words(t.solver.burden), words(o.solver.burden)); d != "" {
		return "burdens, " + d
	}
	return ""
}

// Preparing and storing against the portable functions, in chunks and with rows that
// are not full; the impulses in between are anything.
func TestVectorTablesEqualPortableOnes(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	for k := range classes {
		for _, share := range []int{0, 200, 20, 3} {
			r := source{rand.New(rand.NewPCG(uint64(k), uint64(share))), share}
			for try := range samples {
				n, lanes := 1+try%17, 1+r.IntN(Lanes)
				x := makeTable(r, k, n, lanes)
				y := x.clone()
				cut := int32(r.IntN(n + 1))
				for _, c := range []chunk{{contacts: k, lo: 0, hi: cut}, {contacts: k, lo: cut, hi: int32(n)}} {
					portably(func() { x.solver.prepare(c) })
					y.solver.prepare(c)
				}
				require.Empty(t, x.difference(y), "class %d, preparing %d rows, %d lanes in the last", k, n, lanes)
				x.scramble(r)
				copy(words(y.one.all), words(x.one.all))
				copy(words(y.two.all), words(x.two.all))
				copy(words(y.surf.all), words(x.surf.all))
				for _, c := range []chunk{{contacts: k, lo: 0, hi: cut}, {contacts: k, lo: cut, hi: int32(n)}} {
					portably(func() { x.solver.store(c) })
					y.solver.store(c)
				}
				require.Empty(t, x.difference(y), "class %d, storing %d rows, %d lanes in the last", k, n, lanes)
			}
		}
	}
}

// scramble gives the rows other impulses.
func (t *table) scramble(r source) {
	change := func(h *head, points []point) {
		for l := range Lanes {
			h.tangentImpulse[l] = r.num(1)
			for k := range points {
				points[k].impulse[l], points[k].total[l] = r.positive(), r.positive()
			}
		}
	}
	for i := range t.one.inner {
		change(&t.one.inner[i].head, t.one.inner[i].points[:])
		change(&t.two.inner[i].head, t.two.inner[i].points[:])
		t.surf.inner[i].rollingImpulse[i%Lanes] = r.num(1)
	}
}

// portably runs something with the portable kernels.
func portably(f func()) {
	defer func(old bool) { vector = old }(vector)
	vector = false
	f()
}
