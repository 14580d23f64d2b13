package state

import (
	"math"

	"github.com/carom2d/carom/joint"
)

// add makes an awake joint and puts it in the lists of its bodies.
func (s *Joints) add(bodies *Bodies, l JointLink, base *joint.Base) JointSlot {
	slot, row := s.Insert(s, Awake)
	s.Link[row], s.Strength[row], s.Load[row] = l, JointStrength{}, JointLoad{}
	if int(slot) == len(s.Meta) {
		s.Meta = append(s.Meta, JointMeta{})
	}
	s.Meta[slot] = JointMeta{ID: JointID(s.IDAt(slot)), Color: None}
	s.compileBase(slot, base)
	s.link(bodies, slot, 0, BodySlot(l.BodyA))
	s.link(bodies, slot, 1, BodySlot(l.BodyB))
	return slot
}

// minJointHertz is the least stiffness of a rigid part, 1/s. Below it, the mass scale of a soft
// constraint is not a number in float32.
const minJointHertz = 1e-6

// compileBase compiles the part of a definition that all kinds share.
func (s *Joints) compileBase(slot JointSlot, b *joint.Base) {
	row := s.Rows[slot]
	s.Meta[slot].UserData = b.UserData
	s.Strength[row] = strengthOf(b)
	f := s.Link[row].Flags &^ (JointCollideConnected | JointDisabled | JointReportOnly | JointStressed | JointOwnStrength)
	if s.Strength[row] != UnboundedStrength {
		f |= JointOwnStrength
	}
	if b.CollideConnected {
		f |= JointCollideConnected
	}
	if b.Disabled {
		f |= JointDisabled
	}
	if b.ReportOnly {
		f |= JointReportOnly
	}
	s.Link[row].Flags = f
	s.noteChange(slot)
}

// strengthOf compiles the bounds and the stiffness of a definition.
func strengthOf(b *joint.Base) JointStrength {
	x := JointStrength{
		Hertz: float32(b.Hertz), Damping: float32(b.Damping),
		MaxForce: orInfinite(b.MaxForce), MaxTorque: orInfinite(b.MaxTorque),
		BreakForce: orInfinite(b.BreakForce), BreakTorque: orInfinite(b.BreakTorque),
	}
	if b.Hertz > 0 {
		x.Hertz = float32(max(b.Hertz, minJointHertz))
	}
	return x
}

// UnboundedStrength is the Strength of the zero Base.
var UnboundedStrength = JointStrength{MaxForce: orInfinite(0), MaxTorque: orInfinite(0), BreakForce: orInfinite(0), BreakTorque: orInfinite(0)}

// orInfinite returns a limit whose zero means none.
func orInfinite(x float64) float32 {
	if x == 0 {
		return float32(math.Inf(1))
	}
	return float32(x)
}

// Remove destroys a joint with its companions. None must be in a colour.
func (s *Joints) Remove(bodies *Bodies, slot JointSlot) {
	for _, m := range s.Companions(slot) {
		s.Remove(bodies, m)
	}
	s.setCallbacks(&s.Link[s.Rows[slot]], false)
	s.setDriven(&s.Link[s.Rows[slot]], false)
	l := s.Link[s.Rows[slot]]
	s.unlink(bodies, slot, 0, BodySlot(l.BodyA))
	s.unlink(bodies, slot, 1, BodySlot(l.BodyB))
	switch l.Kind {
	case joint.KindRevolute:
		s.revolutes.free(l.Data)
	case joint.KindGear, joint.KindCustom:
		s.multiBodies.free(l.Data)
	case JointCompanion:
		s.companionCount--
	default:
		s.generics.free(l.Data)
	}
	s.Table.Remove(s, slot)
	s.Meta[slot] = JointMeta{Color: None}
}

// Wake moves a joint into the awake partition.
func (s *Joints) Wake(slot JointSlot) { s.Move(s, slot, Awake) }

// Sleep moves a joint into the sleeping partition.
func (s *Joints) Sleep(slot JointSlot) { s.Move(s, slot, Asleep) }

// AppendRow, TruncateRows, CopyRow, HoldRow and ReleaseRow move the columns for the table.
func (s *Joints) AppendRow() {
	s.Link = append(s.Link, JointLink{})
	s.Strength = append(s.Strength, JointStrength{})
	s.Load = append(s.Load, JointLoad{})
}

// TruncateRows shortens all columns.
func (s *Joints) TruncateRows(n int) {
	s.Link, s.Strength, s.Load = s.Link[:n], s.Strength[:n], s.Load[:n]
}

// CopyRow copies one row over another in all columns.
func (s *Joints) CopyRow(to, from int) {
	s.Link[to], s.Strength[to], s.Load[to] = s.Link[from], s.Strength[from], s.Load[from]
}

// HoldRow keeps a copy of a row.
func (s *Joints) HoldRow(r int) {
	s.held = heldJoint{link: s.Link[r], strength: s.Strength[r], load: s.Load[r]}
}

// ReleaseRow writes the kept row.
func (s *Joints) ReleaseRow(r int) {
	s.Link[r], s.Strength[r], s.Load[r] = s.held.link, s.held.strength, s.held.load
}
