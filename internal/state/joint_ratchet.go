package state

import (
	"math"

	"github.com/carom2d/carom/joint"
)

// keepsTooth reports whether a ratchet holds at the last tooth that it passed after a change of its
// definition. It does if the teeth stay the same: under load the angle is a little below that
// tooth, so that the angle alone would give the tooth before it. With other teeth, and after a time
// in which it was disabled, a ratchet starts from its angle.
func keepsTooth(old, now joint.Definition) bool {
	a, okA := old.(*joint.Ratchet)
	b, okB := now.(*joint.Ratchet)
	return okA && okB && !b.Disabled && a.Step == b.Step && a.Phase == b.Phase && a.Reverse == b.Reverse
}

// AdvanceRatchet moves the tooth of a ratchet to the last tooth passed at the given angle, rad.
func (b *GenericJoint) AdvanceRatchet(value float64) {
	d, ok := b.def.(*joint.Ratchet)
	if !ok {
		return
	}
	phase := d.Phase
	if d.Reverse {
		value, phase = -value, -phase
	}
	passed := value
	if d.Step > 0 {
		passed = phase + float64(d.Step*math.Floor((value-phase)/d.Step+1e-6))
	}
	if !b.hasTooth || passed > b.tooth {
		b.tooth, b.hasTooth = passed, true
	}
	x := &b.Scalars[0]
	if d.Reverse {
		x.Lower, x.Upper = -Unlimited, -b.tooth
	} else {
		x.Lower, x.Upper = b.tooth, Unlimited
	}
}

// Tooth returns the angle below which a ratchet does not fall, rad; with Reverse,
// above which it does not rise.
func (s *Joints) Tooth(bodies *Bodies, slot JointSlot) float64 {
	l := &s.Link[s.Rows[slot]]
	now := *s.GenericOf(slot)
	d, ok := now.def.(*joint.Ratchet)
	if !ok {
		panic(wrongJointKind)
	}
	now.UpdateAngles(bodies, l)
	now.AdvanceRatchet(now.Angle)
	if d.Reverse {
		return -now.tooth
	}
	return now.tooth
}
