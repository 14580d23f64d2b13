package state

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
)

// Add makes an awake joint from a definition that CheckJoint accepts, of any kind that joins
// two bodies. The bodies exist and differ. The table keeps def, which the caller must not use
// again.
func (s *Joints) Add(bodies *Bodies, a, b BodySlot, def joint.Definition) JointSlot {
	switch d := def.(type) {
	case *joint.Revolute:
		return s.AddRevolute(bodies, a, b, d)
	case *joint.Custom:
		return s.AddCustom(bodies, []BodySlot{a, b}, d)
	}
	i := s.generics.alloc()
	slot := s.add(bodies, JointLink{BodyA: uint32(a), BodyB: uint32(b), Kind: def.Kind(), Data: i}, def.Shared())
	*s.generics.at(i) = GenericJoint{def: def}
	s.compile(bodies, slot)
	return slot
}

// Definition returns a copy of the present definition of a joint.
func (s *Joints) Definition(slot JointSlot) joint.Definition { return s.definition(slot).Clone() }

// Picture says how a joint is drawn.
func (s *Joints) Picture(slot JointSlot) joint.Picture { return s.definition(slot).Picture() }

// JointDef returns the present definition of a joint.
func JointDef[D any, P joint.DefinitionOf[D]](s *Joints, slot JointSlot) D {
	d, ok := s.definition(slot).(P)
	if !ok {
		panic(wrongJointKind)
	}
	return *d
}

// wrongJointKind is the panic when a joint is used as one of another kind.
const wrongJointKind = "joint: use of a joint as one of another kind"

// Edit replaces the definition of a living joint with another that CheckJoint accepts. The
// impulses stay, so that small changes do not disturb bodies at rest. The table keeps def,
// which the caller must not use again.
func (s *Joints) Edit(bodies *Bodies, slot JointSlot, def joint.Definition) {
	if s.Link[s.Rows[slot]].Kind != def.Kind() {
		panic(wrongJointKind)
	}
	if d, ok := def.(*joint.Revolute); ok {
		s.EditRevolute(bodies, slot, d)
		return
	}
	s.setDefinition(slot, def)
	s.compileBase(slot, def.Shared())
	for _, m := range s.Companions(slot) {
		s.compileBase(m, def.Shared())
	}
	s.compile(bodies, slot)
}

// setDefinition replaces the definition of a joint. It does not change the old definition, which a
// snapshot may hold.
func (s *Joints) setDefinition(slot JointSlot, def joint.Definition) {
	if d, ok := def.(*joint.Revolute); ok {
		*s.revolutes.at(s.Link[s.Rows[slot]].Data) = *d
	} else if w := s.MultiBodyOf(slot); w != nil {
		w.Def = def
	} else {
		b := s.GenericOf(slot)
		b.hasTooth = b.hasTooth && keepsTooth(b.def, def)
		b.def = def
	}
}

// definition returns the definition of a joint, to be read only.
func (s *Joints) definition(slot JointSlot) joint.Definition {
	if l := &s.Link[s.Rows[slot]]; l.Kind == joint.KindRevolute {
		return s.revolutes.at(l.Data)
	}
	if w := s.MultiBodyOf(slot); w != nil {
		return w.Def
	}
	return s.GenericOf(slot).def
}

// GenericOf returns the record of a joint, which must be of a generic kind.
func (s *Joints) GenericOf(slot JointSlot) *GenericJoint {
	l := &s.Link[s.Rows[slot]]
	if l.Kind == joint.KindRevolute || l.Kind == joint.KindGear || l.Kind == joint.KindCustom {
		panic(wrongJointKind)
	}
	return s.generics.at(l.Data)
}

// compile derives the record of a joint from its definition and its bodies.
func (s *Joints) compile(bodies *Bodies, slot JointSlot) {
	s.noteChange(slot)
	l := &s.Link[s.Rows[slot]]
	s.setCallbacks(l, false)
	if s.MultiBodyOf(slot) != nil {
		s.compileMultiBody(bodies, slot)
		return
	}
	b := s.generics.at(l.Data)
	b.Block, b.Scalars, b.PlanarMotor = jointBlock{}, [2]JointCoordinate{}, jointPlanarMotor{}
	b.UpdateAngles(bodies, l)
	compileGeneric(b, bodies, l)
	for i := range b.Scalars {
		if b.Scalars[i].Features&FeatureForceLaw != 0 {
			s.setCallbacks(l, true)
		}
	}
	s.setDriven(l, b.Scalars[0].isDriven() || b.Scalars[1].isDriven() || b.PlanarMotor.On && b.PlanarMotor.Speed != (geom.Vec2{}))
}

// RecenterBody tells the joints of a body that its centre of mass has moved in its
// own frame.
func (s *Joints) RecenterBody(bodies *Bodies, b BodySlot) {
	for key := bodies.Meta[b].FirstJoint; key != None; key = s.Next(key) {
		s.recompile(bodies, JointSlot(key>>1))
	}
}

// recompile compiles a joint again.
func (s *Joints) recompile(bodies *Bodies, slot JointSlot) {
	s.noteChange(slot)
	l := &s.Link[s.Rows[slot]]
	switch l.Kind {
	case joint.KindRevolute:
		r := &s.RevolutePoints[l.Data]
		r.Angle = r.UnwrappedAngle(bodies, l)
		s.compileRevolute(bodies, l)
		r.Angle = r.UnwrappedAngle(bodies, l)
	case JointCompanion:
	default:
		s.compile(bodies, slot)
	}
}

// Base returns the part of a joint's definition that all kinds share.
func (s *Joints) Base(slot JointSlot) joint.Base { return *s.definition(slot).Shared() }

// EditBase replaces the part of a joint's definition that all kinds share. It returns a
// *geom.FieldError, and changes nothing, when the definition cannot be used with it.
func (s *Joints) EditBase(bodies *Bodies, slot JointSlot, base joint.Base) error {
	def := s.Definition(slot)
	*def.Shared() = base
	if err := def.Validate(); err != nil {
		return err
	}
	s.setDefinition(slot, def)
	s.compileBase(slot, &base)
	if def.Kind() == joint.KindRevolute {
		s.recompile(bodies, slot)
	}
	for _, m := range s.Companions(slot) {
		s.compileBase(m, &base)
	}
	return nil
}

// SetUserData changes the game's own data of a joint.
func (s *Joints) SetUserData(slot JointSlot, data any) {
	s.Meta[slot].UserData = data
	def := s.Definition(slot)
	def.Shared().UserData = data
	s.setDefinition(slot, def)
}
