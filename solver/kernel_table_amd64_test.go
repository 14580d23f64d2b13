//go:build !purego

package solver

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/manifold"
	"github.com/stretchr/testify/require"
)

// table is a solver with rows to write and the tables that they come from and go
// back to, with guard bands around everything that a kernel may write.
type table struct {
	solver Solver
	states guard.Slice[body.State]
	solids guard.Slice[manifold.Solid]
	skins  guard.Slice[manifold.Surface]
	one    guard.Slice[row1]
	two    guard.Slice[row2]
	surf   guard.Slice[surface]
}

// makeTable makes tables with n rows of a class, the last with the given number of
// lanes. What the rows hold already is garbage: preparing must not read it.
func makeTable(r guard.Source, k class, n, lanes int) *table {
	const count = 50
	bodies := body.NewStore()
	for range count - 1 {
		bodies.Add(body.Part(r.IntN(2)), geom.Stay)
	}
	contacts := 8*n - 8 + lanes
	t := &table{
		states: guard.Make[body.State](count), solids: guard.Make[manifold.Solid](contacts), skins: guard.Make[manifold.Surface](contacts),
		one: guard.Make[row1](n), two: guard.Make[row2](n), surf: guard.Make[surface](n),
	}
	for i := range t.states.Inner {
		s := &t.states.Inner[i]
		*s = body.State{VX: r.Num(3), VY: r.Num(3), W: r.Num(3), Flags: body.Flags(r.IntN(16)), DC: 1}
		if r.IntN(3) > 0 {
			s.Flags = body.FlagDynamic
		}
		bodies.Drive[i].InvMass, bodies.Drive[i].InvInertia = r.Positive(), r.Positive()
	}
	bodies.State = t.states.Inner
	table := &manifold.Contacts{Solid: t.solids.Inner, Surface: t.skins.Inner}
	for range contacts {
		a, b := uint32(r.IntN(count)), uint32(r.IntN(count))
		table.Pair = append(table.Pair, manifold.Pair{ColliderA: r.Uint32(), ColliderB: r.Uint32(), BodyA: a, BodyB: b, Flags: manifold.Flags(r.Uint32())})
	}
	for i := range t.solids.Inner {
		t.fillSolid(r, &t.solids.Inner[i], &t.skins.Inner[i], k)
		table.Pair[i].NoteSurface(&t.skins.Inner[i])
	}
	s := &t.solver
	c := testCoefficients()
	s.wide.set(&c)
	s.in = Input{Bodies: bodies, Contacts: table}
	s.burden = make([]burden, count)
	s.upY = 1
	for _, i := range r.Perm(contacts) {
		s.rest.rows.contact[k] = append(s.rest.rows.contact[k], int32(i))
	}
	for len(s.rest.rows.contact[k])%Lanes != 0 {
		s.rest.rows.contact[k] = append(s.rest.rows.contact[k], -1)
	}
	t.attach()
	return t
}

func (t *table) fillSolid(r guard.Source, s *manifold.Solid, skin *manifold.Surface, k class) {
	*s = manifold.Solid{NormalX: r.Num(1), NormalY: r.Num(1), Friction: r.Positive()}
	*skin = manifold.Surface{RollingImpulse: r.Num(1)}
	if r.IntN(3) == 0 {
		skin.Restitution = r.Num(1)
	}
	if k >= class1Surface {
		skin.Rolling, skin.TangentSpeed = r.Positive(), r.Num(1)
	}
	s.Count = uint32(r.IntN(3)) // a callback may have emptied it
	for i := range s.Points {
		s.Points[i] = manifold.SolidPoint{
			AX: r.Num(1), AY: r.Num(1), BX: r.Num(1), BY: r.Num(1), Separation: r.Num(0.1), NormalImpulse: r.Num(1),
			TangentImpulse: r.Num(1), TotalImpulse: r.Num(1), NormalVelocity: r.Num(1), Feature: r.Uint32() >> 9,
		}
	}
}

// attach makes the solver work on the arenas.
func (t *table) attach() {
	t.solver.rest.of = &t.solver
	r := &t.solver.rest.rows
	r.one, r.oneSurf = t.one.Inner, t.one.Inner
	r.two, r.twoSurf = t.two.Inner, t.two.Inner
	r.surfOne, r.surfTwo = t.surf.Inner, t.surf.Inner
}

func (t *table) clone() *table {
	c := *t
	c.states, c.solids, c.skins = t.states.Clone(), t.solids.Clone(), t.skins.Clone()
	c.one, c.two, c.surf = t.one.Clone(), t.two.Clone(), t.surf.Clone()
	bodies, contacts := *t.solver.in.Bodies, *t.solver.in.Contacts
	bodies.State, contacts.Solid, contacts.Surface = c.states.Inner, c.solids.Inner, c.skins.Inner
	c.solver.in.Bodies, c.solver.in.Contacts = &bodies, &contacts
	c.solver.burden = slices.Clone(t.solver.burden)
	c.attach()
	return &c
}

func (t *table) difference(o *table) string {
	x, y := twins{t.states, t.one, t.two, t.surf}, twins{o.states, o.one, o.two, o.surf}
	d := cmp.Or(x.difference(y), guard.Difference("contacts", t.solids, o.solids), guard.Difference("their surfaces", t.skins, o.skins))
	if d == "" && !slices.Equal(guard.Words(t.solver.burden), guard.Words(o.solver.burden)) {
		d = "burdens"
	}
	return d
}

// Preparing and storing against the portable functions, in chunks and with rows that
// are not full; the impulses in between are anything.
func TestVectorTablesEqualPortableOnes(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	for k := range classes {
		for _, share := range []int{0, 200, 20, 3} {
			r := guard.Source{Rand: rand.New(rand.NewPCG(uint64(k), uint64(share))), Share: share}
			for try := range samples {
				n, lanes := 1+try%17, 1+r.IntN(Lanes)
				x := makeTable(r, k, n, lanes)
				y := x.clone()
				cut := int32(r.IntN(n + 1))
				for _, c := range []chunk{{contacts: k, lo: 0, hi: cut}, {contacts: k, lo: cut, hi: int32(n)}} {
					portably(func() { x.solver.rest.prepare(c) })
					y.solver.rest.prepare(c)
				}
				require.Empty(t, x.difference(y), "class %d, preparing %d rows, %d lanes in the last", k, n, lanes)
				x.scramble(r)
				copy(y.one.All, x.one.All)
				copy(y.two.All, x.two.All)
				copy(y.surf.All, x.surf.All)
				for _, c := range []chunk{{contacts: k, lo: 0, hi: cut}, {contacts: k, lo: cut, hi: int32(n)}} {
					portably(func() { x.solver.rest.store(c) })
					y.solver.rest.store(c)
				}
				require.Empty(t, x.difference(y), "class %d, storing %d rows, %d lanes in the last", k, n, lanes)
			}
		}
	}
}

// scramble gives the rows other impulses.
func (t *table) scramble(r guard.Source) {
	change := func(h *head, points []point) {
		for l := range Lanes {
			h.tangentImpulse[l] = r.Num(1)
			for k := range points {
				points[k].impulse[l], points[k].total[l] = r.Positive(), r.Positive()
			}
		}
	}
	for i := range t.one.Inner {
		change(&t.one.Inner[i].head, t.one.Inner[i].points[:])
		change(&t.two.Inner[i].head, t.two.Inner[i].points[:])
		t.surf.Inner[i].rollingImpulse[i%Lanes] = r.Num(1)
	}
}

// portably runs something with the portable kernels.
func portably(f func()) {
	defer func(old bool) { vector = old }(vector)
	vector = false
	f()
}
