package state

import (
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
)

// Adopting: a new table copies the records of another table in a new order. The content of a record
// is copied bit for bit, with its ID. Lists, slots and rows are as if the records were created one
// after the other.

// Adopt makes a copy of a body of another table, without colliders, contacts and joints.
func (s *Bodies) Adopt(from *Bodies, slot BodySlot) BodySlot {
	old := from.Rows[slot]
	to := s.Add(from.PartitionOf(slot), from.Pose[old])
	row := s.Rows[to]
	s.State[row], s.Dynamics[row], s.LastPose[row] = from.State[old], from.Dynamics[old], from.LastPose[old]
	s.Motion[row] = from.Motion[old]
	s.SetOwnGravityAt(row, from.OwnGravityAt(old))
	s.Motion[row].FirstCollider = None
	s.adoptMeta(from, slot, to)
	return to
}

// AdoptGround copies the ground of another table.
func (s *Bodies) AdoptGround(from *Bodies) { s.adoptMeta(from, Ground, Ground) }

func (s *Bodies) adoptMeta(from *Bodies, slot, to BodySlot) {
	m, dominance := from.Meta[slot], from.Meta[slot].Dominance
	m.FirstContact, m.FirstJoint, m.ColliderCount, m.ContactCount, m.Dominance = None, None, 0, 0, 0
	s.Meta[to] = m
	s.SetDominance(to, dominance)
}

// Adopt makes a copy of a collider of another table, on a body. It is in no list.
func (s *Colliders) Adopt(from *Colliders, slot ColliderSlot, owner BodySlot) ColliderSlot {
	to := s.NewSlot()
	g := from.Geometry[slot]
	switch {
	case g.Kind == shape.KindCustom:
		s.Arena.Customs = append(s.Arena.Customs, from.Arena.Customs[g.First])
		s.customs = append(s.customs, from.customs[g.First])
		g.First = uint32(len(s.customs) - 1)
	case g.Count > 0:
		end := g.First + uint32(g.Count)
		g.First = s.outlines.acquire(&s.Arena, from.Arena.Vertices[g.First:end], from.Arena.Normals[g.First:end])
	}
	s.Geometry = grow.Append(s.Geometry, g)
	link, meta := from.Link[slot], from.Meta[slot]
	link.Owner, link.Next, meta.Prev = owner, None, None
	s.Link = grow.Append(s.Link, link)
	s.filters = grow.Append(s.filters, from.filters[slot])
	s.Meta = grow.Append(s.Meta, meta)
	if link.Flags&ColliderOneWay != 0 {
		s.SetOneWay(to, from.OneWay[slot])
	}
	s.shapes++
	return to
}

// Adopt makes a copy of a joint of another table, with its companions. bodyOf holds the slots of
// the bodies here by their slots in the other table. The islands and the solver do not know the
// joint, and it is awake.
func (s *Joints) Adopt(bodies *Bodies, from *Joints, slot JointSlot, bodyOf []BodySlot) JointSlot {
	l := &from.Link[from.Rows[slot]]
	data := uint32(0)
	switch l.Kind {
	case joint.KindRevolute:
		data = s.adoptRevolute(from, l.Data)
	case joint.KindGear, joint.KindCustom:
		data = s.multiBodies.alloc()
	default:
		data = s.generics.alloc()
		*s.generics.at(data) = *from.generics.at(l.Data)
	}
	to := s.adoptRow(bodies, from, slot, data, bodyOf)
	if w := from.MultiBodyOf(slot); w != nil {
		record := MultiBodyJoint{Def: w.Def, Gear: w.Gear, Impulses: slices.Clone(w.Impulses), Views: make([]joint.ConstraintBody, len(w.Bodies))}
		for _, b := range w.Bodies {
			record.Bodies = append(record.Bodies, bodyOf[b])
		}
		for _, c := range w.companions {
			record.companions = append(record.companions, s.adoptRow(bodies, from, c, uint32(to), bodyOf))
			s.companionCount++
		}
		*s.multiBodies.at(data) = record
	}
	return to
}

func (s *Joints) adoptRevolute(from *Joints, data uint32) uint32 {
	i := s.revolutes.alloc()
	*s.revolutes.at(i) = *from.revolutes.at(data)
	s.RevolutePoints = append(s.RevolutePoints, from.RevolutePoints[data])
	if int(data) < len(from.RevoluteAngles) && from.RevoluteAngles[data] != (RevoluteAngle{}) {
		s.RevoluteAngles = grow.Resize(s.RevoluteAngles, max(len(s.RevoluteAngles), int(i)+1))
		s.RevoluteAngles[i] = from.RevoluteAngles[data]
	}
	return i
}

// adoptRow makes the row of a joint or companion, whose record has the given index.
func (s *Joints) adoptRow(bodies *Bodies, from *Joints, slot JointSlot, data uint32, bodyOf []BodySlot) JointSlot {
	old := from.Rows[slot]
	l := from.Link[old]
	l.BodyA, l.BodyB, l.Data = uint32(bodyOf[l.BodyA]), uint32(bodyOf[l.BodyB]), data
	l.Flags &^= JointLinked | JointInArticulation
	to, row := s.Insert(s, Awake)
	s.Link[row], s.Strength[row], s.Load[row] = l, from.Strength[old], from.Load[old]
	s.Meta = append(s.Meta, JointMeta{ID: from.Meta[slot].ID, Color: None, UserData: from.Meta[slot].UserData})
	s.link(bodies, to, 0, BodySlot(l.BodyA))
	s.link(bodies, to, 1, BodySlot(l.BodyB))
	s.count(l.Flags)
	return to
}
