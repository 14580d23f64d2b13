package state

import (
	"github.com/carom2d/carom/joint"
)

// ClearImpulses drops the impulses and the load of a joint that no longer acts, so that it
// starts without warm starting when it acts again: old impulses do not predict new ones, and may
// not be finite. Angles with whole turns are kept if they are finite.
func (s *Joints) ClearImpulses(slot JointSlot) { s.ClearRow(s.Rows[slot]) }

// ClearRow is ClearImpulses for the joint in a row.
func (s *Joints) ClearRow(row JointRow) {
	s.Load[row] = JointLoad{}
	l := &s.Link[row]
	l.Flags &^= JointStressed
	switch l.Kind {
	case joint.KindRevolute:
		r := &s.RevolutePoints[l.Data]
		r.Jx, r.Jy, r.Angle = 0, 0, finiteOrZero(r.Angle)
		if int(l.Data) < len(s.RevoluteAngles) {
			s.RevoluteAngles[l.Data].clearImpulses()
		}
	case joint.KindGear, joint.KindCustom:
		w := s.multiBodies.at(l.Data)
		clear(w.Impulses)
		g := &w.Gear
		g.Impulse = 0
		g.Angles = [2]float64{finiteOrZero(g.Angles[0]), finiteOrZero(g.Angles[1])}
	case JointCompanion:
	default:
		b := s.generics.at(l.Data)
		b.BlockImpulses = [3]float32{}
		b.ScalarImpulses = [2]ScalarImpulses{}
		b.PlanarImpulses = [2]float32{}
		b.Angle, b.AngleA, b.AngleB = finiteOrZero(b.Angle), finiteOrZero(b.AngleA), finiteOrZero(b.AngleB)
		if b.tooth != b.tooth {
			b.tooth, b.hasTooth = 0, false
		}
	}
}

// finiteOrZero returns x if it is finite, or else zero.
func finiteOrZero(x float64) float64 {
	if x-x != 0 {
		return 0
	}
	return x
}

func (x *RevoluteAngle) clearImpulses() {
	x.SpringImpulse, x.MotorImpulse, x.LowerImpulse, x.UpperImpulse, x.MotorTorque = 0, 0, 0, 0, 0
}
