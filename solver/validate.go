package solver

import (
	"fmt"

	"github.com/carom2d/carom/internal/state"
)

// Validate panics when a colour holds two constraints of one dynamic body, when the colours of a
// body differ from the colours of its constraints, or when the Meta of a constraint does not name
// its place. A nil joint table has no joints.
func (s *Solver) Validate(c *state.Contacts, j *state.Joints, bodies *state.Bodies) {
	claimed := make([]uint32, max(bodies.Cap(), len(s.colorsOf))) // the correct colours of the bodies
	for i := range s.constraints {
		list := &s.constraints[i]
		claim := func(slot uint32, dynamic bool) {
			if i == overflow || !dynamic {
				return
			}
			if claimed[slot]>>i&1 != 0 {
				panic(fmt.Sprintf("solver: body %d has two constraints in colour %d", slot, i))
			}
			claimed[slot] |= 1 << i
		}
		for at, slot := range list.Contacts {
			m, p := &c.Meta[slot], &c.Pair[c.Rows[slot]]
			if m.Color != uint32(i) || m.Index != uint32(at) {
				panic(fmt.Sprintf("solver: contact %d has another place in colour %d than its Meta says", slot, i))
			}
			if c.Colors[c.Rows[slot]] != uint8(i) {
				panic(fmt.Sprintf("solver: the row of contact %d has not its colour %d", slot, i))
			}
			noted := *p
			noted.UpdatePointFlag(&c.Solver[c.Rows[slot]])
			surface := c.SurfaceAt(c.Rows[slot])
			noted.UpdateSurfaceFlags(&surface)
			if noted.Flags != p.Flags {
				panic(fmt.Sprintf("solver: the flags of contact %d are out of date", slot))
			}
			e := bodyPairOf(bodies, p.BodyA, p.BodyB)
			claim(e.a, e.dynamicA)
			claim(e.b, e.dynamicB)
		}
		for at, slot := range list.Joints {
			m, l := &j.Meta[slot], &j.Link[j.Rows[slot]]
			if m.Color != uint32(i) || m.Index != uint32(at) {
				panic(fmt.Sprintf("solver: joint %d has another place in colour %d than its Meta says", slot, i))
			}
			e := bodyPairOf(bodies, l.BodyA, l.BodyB)
			claim(e.a, e.dynamicA)
			claim(e.b, e.dynamicB)
		}
	}
	for slot, want := range claimed {
		if slot >= len(s.colorsOf) && want != 0 || slot < len(s.colorsOf) && want != s.colorsOf[slot] {
			panic(fmt.Sprintf("solver: the colours of body %d are not those of its constraints", slot))
		}
	}
}
