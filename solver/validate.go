package solver

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/manifold"
)

// Validate panics when a colour holds two constraints of one dynamic body, when
// its set of bodies is not that of its constraints, or when a constraint does not
// know its place. A nil joint store has no joints.
func (s *Solver) Validate(c *manifold.Contacts, j *joint.Store, bodies *body.Store) {
	for i := range s.colours {
		col := &s.colours[i]
		var seen bitset.Set
		seen.Grow(bodies.Cap())
		mark := func(slot uint32, dynamic bool) {
			if i == overflow || !dynamic {
				return
			}
			if seen.Has(slot) {
				panic(fmt.Sprintf("solver: body %d has two constraints in colour %d", slot, i))
			}
			seen.Set(slot)
			if !col.taken.Has(slot) {
				panic(fmt.Sprintf("solver: body %d is missing in colour %d", slot, i))
			}
		}
		for at, slot := range col.contacts {
			m, p := &c.Meta[slot], &c.Pair[c.Rows[slot]]
			if m.Colour != uint32(i) || m.Index != uint32(at) {
				panic(fmt.Sprintf("solver: contact %d does not know its place in colour %d", slot, i))
			}
			noted := *p
			if noted.Note(&c.Solid[c.Rows[slot]]); noted.Flags != p.Flags {
				panic(fmt.Sprintf("solver: contact %d was not noted after a change", slot))
			}
			e := endsOf(bodies, p.BodyA, p.BodyB)
			mark(e.a, e.dynamicA)
			mark(e.b, e.dynamicB)
		}
		for at, slot := range col.joints {
			m, l := &j.Meta[slot], &j.Link[j.Rows[slot]]
			if m.Colour != uint32(i) || m.Index != uint32(at) {
				panic(fmt.Sprintf("solver: joint %d does not know its place in colour %d", slot, i))
			}
			e := endsOf(bodies, l.BodyA, l.BodyB)
			mark(e.a, e.dynamicA)
			mark(e.b, e.dynamicB)
		}
		if seen.Count() != col.taken.Count() {
			panic(fmt.Sprintf("solver: colour %d holds bodies without constraints", i))
		}
	}
}
