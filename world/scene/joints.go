package scene

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
)

// walkJoint describes a joint. The first field names the kind, which knows the rest.
func walkJoint(f visitor, j *Joint) {
	name := ""
	if k := kindOf(j.Def); k != nil {
		name = k.name
	}
	f.choice("type", &name, true, jointNames()...)
	f.text("a", &j.A, MaxText)
	f.text("b", &j.B, MaxText)
	kinds := jointKinds()
	for i := range kinds {
		if k := &kinds[i]; k.name == name {
			k.walk(f, j)
			return
		}
	}
	f.fail("type", fmt.Errorf("%T %w", j.Def, ErrNotInScene))
}

// checkGear checks the joints that a gear couples: they are earlier in the list, turn or slide, and
// move different bodies.
func (s *Scene) checkGear(first *firstError, at *docPath, i int, g *Gear) {
	var movedBodies [2]string
	for k, j := range [2]int{g.First, g.Second} {
		field := at.field([2]string{"first", "second"}[k])
		if j >= i {
			first.record(field, fmt.Errorf("%d %w: must be a joint before this", j, geom.ErrOutOfRange))
			return
		}
		switch s.Joints[j].Def.(type) {
		case joint.Revolute, joint.Prismatic:
			movedBodies[k] = s.Joints[j].B
		case nil: // an error of its own
			return
		default:
			first.record(field, fmt.Errorf("%d %w: must be revolute or prismatic", j, geom.ErrOutOfRange))
			return
		}
	}
	if movedBodies[0] == movedBodies[1] {
		first.record(at.field("second"), fmt.Errorf("%q %w", shorten(movedBodies[1]), world.ErrSameBody))
	}
	if s.Joints[i].A != "" || s.Joints[i].B != "" {
		first.record(at.field("a"), fmt.Errorf("%q %w: a gear names joints", shorten(s.Joints[i].A+s.Joints[i].B), geom.ErrOutOfRange))
	}
}
