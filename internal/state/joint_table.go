package state

import (
	"math"

	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/joint"
)

// add makes an awake joint and puts it in the lists of its bodies.
func (s *Joints) add(bodies *Bodies, l JointLink, base *joint.Base) JointSlot {
	jid := JointID(s.ids.New())
	slot := jid.Slot()
	if int(slot) == len(s.Meta) {
		s.Meta = append(s.Meta, JointMeta{})
		s.Rows = append(s.Rows, 0)
	}
	s.Link = append(s.Link, l)
	s.Strength = append(s.Strength, JointStrength{})
	s.Load = append(s.Load, JointLoad{})
	s.Slots = append(s.Slots, slot)
	s.Rows[slot] = JointRow(len(s.Slots) - 1)
	s.Meta[slot] = JointMeta{ID: jid, Color: None}
	s.compileBase(slot, base)
	s.Wake(slot)
	s.link(bodies, slot, 0, BodySlot(l.BodyA))
	s.link(bodies, slot, 1, BodySlot(l.BodyB))
	return slot
}

// minJointHertz is the least stiffness of a rigid part, 1/s; below, the mass scale of a soft
// constraint is no number in float32.
const minJointHertz = 1e-6

// compileBase compiles the part of a definition that all kinds share.
func (s *Joints) compileBase(slot JointSlot, b *joint.Base) {
	row := s.Rows[slot]
	s.Meta[slot].UserData = b.UserData
	s.Strength[row] = JointStrength{
		Hertz: float32(b.Hertz), Damping: float32(b.Damping),
		MaxForce: orInfinite(b.MaxForce), MaxTorque: orInfinite(b.MaxTorque),
		BreakForce: orInfinite(b.BreakForce), BreakTorque: orInfinite(b.BreakTorque),
	}
	if b.Hertz > 0 {
		s.Strength[row].Hertz = float32(max(b.Hertz, minJointHertz))
	}
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

// UnboundedStrength is the Strength of the zero Base.
var UnboundedStrength = JointStrength{MaxForce: orInfinite(0), MaxTorque: orInfinite(0), BreakForce: orInfinite(0), BreakTorque: orInfinite(0)}

// orInfinite returns a limit whose zero means none.
func orInfinite(x float64) float32 {
	if x == 0 {
		return float32(math.Inf(1))
	}
	return float32(x)
}

// Remove destroys a joint with its members. None must be in a colour.
func (s *Joints) Remove(bodies *Bodies, slot JointSlot) {
	for _, m := range s.Companions(slot) {
		s.Remove(bodies, m)
	}
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
	s.Sleep(slot)
	last := JointRow(len(s.Slots) - 1)
	s.swap(s.Rows[slot], last)
	s.Link = s.Link[:last]
	s.Strength = s.Strength[:last]
	s.Load = s.Load[:last]
	s.Slots = s.Slots[:last]
	s.ids.Free(id.ID(s.Meta[slot].ID))
	s.Meta[slot] = JointMeta{Color: None}
}

// Wake moves a joint into the awake part.
func (s *Joints) Wake(slot JointSlot) {
	if m := &s.Meta[slot]; !m.Awake {
		s.swap(s.Rows[slot], JointRow(s.awake))
		s.awake++
		m.Awake = true
	}
}

// Sleep moves a joint into the sleeping part.
func (s *Joints) Sleep(slot JointSlot) {
	if m := &s.Meta[slot]; m.Awake {
		s.awake--
		s.swap(s.Rows[slot], JointRow(s.awake))
		m.Awake = false
	}
}

// swap exchanges two rows in every column: the only place where rows move.
func (s *Joints) swap(a, b JointRow) {
	if a == b {
		return
	}
	s.Version++
	s.Link[a], s.Link[b] = s.Link[b], s.Link[a]
	s.Strength[a], s.Strength[b] = s.Strength[b], s.Strength[a]
	s.Load[a], s.Load[b] = s.Load[b], s.Load[a]
	s.Slots[a], s.Slots[b] = s.Slots[b], s.Slots[a]
	s.Rows[s.Slots[a]] = a
	s.Rows[s.Slots[b]] = b
}
