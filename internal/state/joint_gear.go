package state

import (
	"cmp"

	"github.com/carom2d/carom/joint"
)

// gearJoint is the part of a gear's record that other joints of many bodies do not have.
type gearJoint struct {
	Joints  [2]JointID
	Angles  [2]float64 // of revolute joints, with whole turns, when last updated
	Ratio   float64
	Sum     float64 // of the coordinates, that the gear holds
	Impulse float32
}

// CanGear reports whether a gear can couple a joint.
func (s *Joints) CanGear(slot JointSlot) bool {
	k := s.Link[s.Rows[slot]].Kind
	return k == joint.KindRevolute || k == joint.KindPrismatic
}

// GearBodies returns the bodies that a gear of two joints would hold: body B of each joint, then
// those bodies A that are not among them. It returns nil when both joints have the same body B.
func (s *Joints) GearBodies(first, second JointSlot) []BodySlot {
	l, m := s.Link[s.Rows[first]], s.Link[s.Rows[second]]
	if l.BodyB == m.BodyB {
		return nil
	}
	list := []BodySlot{BodySlot(l.BodyB), BodySlot(m.BodyB)}
	for _, b := range [2]uint32{l.BodyA, m.BodyA} {
		if b != l.BodyB && b != m.BodyB && (len(list) == 2 || list[2] != BodySlot(b)) {
			list = append(list, BodySlot(b))
		}
	}
	return list
}

// AddGear makes an awake gear from a valid definition and two joints for which
// GearBodies does not return nil.
func (s *Joints) AddGear(bodies *Bodies, first, second JointSlot, def *joint.Gear) JointSlot {
	defCopy := *def
	slot := s.addMultiBody(bodies, s.GearBodies(first, second), &defCopy)
	g := &s.MultiBodyOf(slot).Gear
	g.Joints = [2]JointID{s.Meta[first].ID, s.Meta[second].ID}
	s.compileMultiBody(bodies, slot)
	return slot
}

// setRatio changes the ratio, and measures the sum that the gear holds again.
func (s *Joints) setRatio(bodies *Bodies, g *gearJoint, ratio float64) {
	ratio = cmp.Or(ratio, 1)
	if g.Ratio != ratio {
		g.Ratio = ratio
		g.Sum = s.GearSum(bodies, g)
	}
}

// GearedJoints returns the two joints that a gear couples.
func (s *Joints) GearedJoints(slot JointSlot) [2]JointID { return s.gearOf(slot).Joints }

// GearBodiesA returns the bodies A of the two joints that a gear couples.
func (s *Joints) GearBodiesA(slot JointSlot) (list [2]BodySlot) {
	for i, id := range s.gearOf(slot).Joints {
		list[i] = BodySlot(s.Link[s.Rows[s.SlotOf(id)]].BodyA)
	}
	return list
}

// AppendGears appends the gears that couple a joint.
func (s *Joints) AppendGears(dst []JointSlot, bodies *Bodies, slot JointSlot) []JointSlot {
	l := &s.Link[s.Rows[slot]]
	if !s.CanGear(slot) {
		return dst
	}
	for key := bodies.Meta[l.BodyB].FirstJoint; key != None; key = s.Next(key) {
		owner, first := s.OwnerOfEdge(key)
		if w := s.MultiBodyOf(owner); first && w != nil && s.Link[s.Rows[owner]].Kind == joint.KindGear {
			if id := s.Meta[slot].ID; w.Gear.Joints[0] == id || w.Gear.Joints[1] == id {
				dst = append(dst, owner)
			}
		}
	}
	return dst
}

// GearSum returns the sum that a gear holds, and counts the turns of its revolute joints.
func (s *Joints) GearSum(bodies *Bodies, g *gearJoint) float64 {
	var x [2]float64
	for i, id := range g.Joints {
		l := &s.Link[s.Rows[s.SlotOf(id)]]
		if l.Kind == joint.KindPrismatic {
			x[i] = s.generics.at(l.Data).translation(bodies, l)
			continue
		}
		qa := bodies.Pose[bodies.Rows[l.BodyA]].R
		qb := bodies.Pose[bodies.Rows[l.BodyB]].R
		g.Angles[i] = Unwrap(qa.InverseMul(qb).Angle(), g.Angles[i])
		x[i] = g.Angles[i]
	}
	return x[0] + float64(g.Ratio*x[1])
}

// GearSeparation returns the sum of the coordinates minus the sum that the gear holds, rad or m.
func (s *Joints) GearSeparation(bodies *Bodies, slot JointSlot) float64 {
	g := *s.gearOf(slot) // a copy, because reading counts no turns
	return s.GearSum(bodies, &g) - g.Sum
}

// gearOf returns the record of a joint, which must be a gear.
func (s *Joints) gearOf(slot JointSlot) *gearJoint {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != joint.KindGear {
		panic(wrongJointKind)
	}
	return &s.multiBodies.at(l.Data).Gear
}
