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
			noted.Note(&c.Solid[c.Rows[slot]])
			noted.NoteSurface(&c.Surface[c.Rows[slot]])
			if noted.Flags != p.Flags {
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

// validateOrder panics when a contact or joint does not lie in the cell of its group,
// class and colour, and in its part, or not just once.
func (s *Solver) validateOrder() {
	c, t, left := s.in.Contacts, &s.sorting, 0
	for i := range s.colours {
		left += len(s.colours[i].contacts) + len(s.colours[i].joints)
	}
	for of := range s.grouping.groups {
		for i := range s.colours {
			for k := range classes {
				cells, part := t.contactsOf(of, k), uint8(0)
				for _, row := range t.order[cells[i]:cells[i+1]] {
					if row < 0 {
						continue
					}
					left--
					t := s.tagOf(&c.Pair[row])
					if s.grouping.of[t>>tagIsland] != int32(of) || class(t&tagClass) != k || c.Meta[c.Slots[row]].Colour != uint32(i) {
						panic(fmt.Sprintf("solver: contact %d is sorted into the wrong cell", c.Slots[row]))
					}
					if of != rest || i == overflow {
						continue
					}
					p := s.grouping.partOf[t>>tagTract%tracts]
					if p < part {
						panic(fmt.Sprintf("solver: contact %d is sorted into the wrong part", c.Slots[row]))
					}
					part = p
				}
			}
			for _, slot := range s.jobsOf(of, i) {
				left--
				if s.in.Joints.Meta[slot].Colour != uint32(i) || len(s.grouping.groups) > 1 && s.groupOfJoint(slot) != int32(of) {
					panic(fmt.Sprintf("solver: joint %d is sorted into the wrong cell", slot))
				}
			}
		}
	}
	if left != 0 {
		panic(fmt.Sprintf("solver: %d constraints too few are sorted", left))
	}
}
