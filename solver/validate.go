package solver

import (
	"fmt"

	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// Validate panics when a colour holds two constraints of one dynamic body, when
// its set of bodies is not that of its constraints, or when a constraint does not
// know its place. A nil joint store has no joints.
func (s *Solver) Validate(c *state.Contacts, j *joint.Joints, bodies *state.Bodies) {
	for i := range s.colors {
		col := &s.colors[i]
		var seen bitset.Set
		seen.Grow(bodies.Cap())
		claim := func(slot uint32, dynamic bool) {
			if i == overflow || !dynamic {
				return
			}
			if seen.Has(slot) {
				panic(fmt.Sprintf("solver: body %d has two constraints in colour %d", slot, i))
			}
			seen.Set(slot)
			if !col.bodies.Has(slot) {
				panic(fmt.Sprintf("solver: body %d is missing in colour %d", slot, i))
			}
		}
		for at, slot := range col.contacts {
			m, p := &c.Meta[slot], &c.Pair[c.Rows[slot]]
			if m.Color != uint32(i) || m.Index != uint32(at) {
				panic(fmt.Sprintf("solver: contact %d does not know its place in colour %d", slot, i))
			}
			noted := *p
			noted.UpdatePointFlag(&c.Solver[c.Rows[slot]])
			noted.UpdateSurfaceFlags(&c.Surface[c.Rows[slot]])
			if noted.Flags != p.Flags {
				panic(fmt.Sprintf("solver: contact %d was not noted after a change", slot))
			}
			e := bodyPairOf(bodies, p.BodyA, p.BodyB)
			claim(e.a, e.dynamicA)
			claim(e.b, e.dynamicB)
		}
		for at, slot := range col.joints {
			m, l := &j.Meta[slot], &j.Link[j.Rows[slot]]
			if m.Color != uint32(i) || m.Index != uint32(at) {
				panic(fmt.Sprintf("solver: joint %d does not know its place in colour %d", slot, i))
			}
			e := bodyPairOf(bodies, l.BodyA, l.BodyB)
			claim(e.a, e.dynamicA)
			claim(e.b, e.dynamicB)
		}
		if seen.Count() != col.bodies.Count() {
			panic(fmt.Sprintf("solver: colour %d holds bodies without constraints", i))
		}
	}
}

// validateOrder panics when a contact or joint does not lie in the cell of its group,
// class and colour, and in its part, or not just once.
func (s *Solver) validateOrder() {
	c, t, missing := s.in.Contacts, &s.sort, 0
	for i := range s.colors {
		missing += len(s.colors[i].contacts) + len(s.colors[i].joints)
	}
	for group := range s.grouping.groups {
		for i := range s.colors {
			for k := range classes {
				buckets, partition := t.contactBucketsOf(group, k), uint8(0)
				for _, row := range t.contactOrder[buckets[i]:buckets[i+1]] {
					if row < 0 {
						continue
					}
					missing--
					t := s.sortKeyOf(&c.Pair[row])
					if s.grouping.groupOfIsland[t>>keyIslandShift] != int32(group) || class(t&keyClassMask) != k || c.Meta[c.Slots[row]].Color != uint32(i) {
						panic(fmt.Sprintf("solver: contact %d is sorted into the wrong bucket", c.Slots[row]))
					}
					if group != global || i == overflow {
						continue
					}
					p := s.grouping.partitionOf[t>>keyBlockShift%rowBlocks]
					if p < partition {
						panic(fmt.Sprintf("solver: contact %d is sorted into the wrong partition", c.Slots[row]))
					}
					partition = p
				}
			}
			for _, slot := range s.jointsOfGroup(group, i) {
				missing--
				if s.in.Joints.Meta[slot].Color != uint32(i) || len(s.grouping.groups) > 1 && s.groupOfJoint(slot) != int32(group) {
					panic(fmt.Sprintf("solver: joint %d is sorted into the wrong bucket", slot))
				}
			}
		}
	}
	if missing != 0 {
		panic(fmt.Sprintf("solver: %d constraints too few are sorted", missing))
	}
}
