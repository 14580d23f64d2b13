package joint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Definition is the definition of a joint of any kind: a pointer to one of the types
// of this package, or to a struct that embeds one and counts as that.
type Definition interface {
	// Validate returns a *geom.FieldError for the first field that cannot be used.
	Validate() error
	// Shared returns what the definitions of all kinds share.
	Shared() *Base
	kind() Kind // of a nil pointer too
	clone() Definition
	// compile writes what the definition asks for into a record whose plan is empty.
	// Kinds whose records are not generic have nothing to write.
	compile(b *genericJoint, bodies *state.Bodies, l *Link)
}

// DefinitionOf is what a pointer to a definition D is.
type DefinitionOf[D any] interface {
	*D
	Definition
}

// KindOf returns the kind of joint that a definition makes. The pointer may be nil.
func KindOf(def Definition) Kind { return def.kind() }

// Clone returns a copy of a definition.
func Clone(def Definition) Definition { return def.clone() }

// Shared returns the part that the definitions of all kinds share.
func (b *Base) Shared() *Base { return b }

// bond is the record of a living joint of any kind that is neither revolute nor
// wide: what its definition asks for, and what lasts between ticks.
type genericJoint struct {
	def              Definition
	anchorA, anchorB geom.Vec2 // from the centres of mass, m
	axis             geom.Vec2 // unit, in A's frame
	wheelA, wheelB   geom.Vec2 // where a pulley's rope leaves its wheels, in the world
	ratio            float64
	angle            float64 // of B against A, with whole turns, when last looked at
	angleA, angleB   float64 // of the bodies, with whole turns
	reference        float64 // angle or length that the block holds
	tooth            float64 // the angle that a ratchet does not let pass
	hasTooth         bool    // tooth has been set

	block       blockPlan
	scalars     [2]scalarPlan
	planarMotor planarMotorPlan

	blockImpulses  [3]float32
	scalarImpulses [2]scalarImpulses
	planarImpulses [2]float32
	invH           float32 // of the sub-steps that they are per, 1/s
}

// blockPlan says what the block of a joint is.
type blockPlan struct {
	n, linear      int8
	on             bool
	spring         bool
	hertz, damping float64 // of the spring
}

// scalarPlan says what acts along an axis.
type scalarPlan struct {
	features             features
	target               float64 // of spring and hold
	hertz, damping       float64 // of the spring, or
	stiffness, viscosity float64 // N/m and N s/m, N m/rad and N m s/rad
	springMin, springMax float64 // N or N m that the spring may hold; both zero: no bounds
	forceLaw             ForceLaw
	lower, upper         float64
	motorSpeed, motorMax float64 // of the motor
	angular              bool    // an angle: bounded by MaxTorque
}

// planarMotorPlan says what drives the anchors past each other.
type planarMotorPlan struct {
	on       bool
	speed    geom.Vec2 // m/s in A's frame
	maxForce float64   // N
}

// ForceLaw is a force law of the game's own: what a spring holds, N or N m, for its
// length or angle and the rate of that. Positive pushes towards larger values. It
// should not grow with either, or the joint drives what it holds. It must depend
// on its arguments alone. It runs on the goroutine that steps the world.
type ForceLaw func(value, rate float64) float64

// Add makes an awake joint from a definition that Check accepts, of any kind that
// joins two bodies. The bodies exist and differ. The store keeps def, which the
// caller must not use again.
func (s *Store) Add(bodies *state.Bodies, a, b state.BodySlot, def Definition) Slot {
	switch d := def.(type) {
	case *Revolute:
		return s.AddRevolute(bodies, a, b, d)
	case *Custom:
		return s.AddCustom(bodies, []state.BodySlot{a, b}, d)
	}
	i := s.generics.alloc()
	slot := s.add(bodies, Link{BodyA: uint32(a), BodyB: uint32(b), Kind: def.kind(), Data: i}, def.Shared())
	*s.generics.at(i) = genericJoint{def: def}
	s.compile(bodies, slot)
	return slot
}

// Def returns the definition of a joint as it stands.
func Def[D any, P DefinitionOf[D]](s *Store, slot Slot) D {
	d, ok := s.definition(slot).(P)
	if !ok {
		panic(wrongKind)
	}
	return *d
}

// Definition returns a copy of the definition of a joint of any kind, as it stands.
func (s *Store) Definition(slot Slot) Definition { return s.definition(slot).clone() }

// wrongKind is said when a joint is used as one of another kind: its record would be
// looked up in the table of that.
const wrongKind = "joint: use of a joint as one of another kind"

// Edit replaces the definition of a living joint with another that Check accepts. The
// impulses stay, so that small changes do not disturb bodies at rest. The store keeps
// def, which the caller must not use again.
func (s *Store) Edit(bodies *state.Bodies, slot Slot, def Definition) {
	if s.Link[s.Rows[slot]].Kind != def.kind() {
		panic(wrongKind)
	}
	if d, ok := def.(*Revolute); ok {
		s.EditRevolute(bodies, slot, d)
		return
	}
	if w := s.multiBodyOf(slot); w != nil {
		w.def = def
	} else {
		s.generics.at(s.Link[s.Rows[slot]].Data).def = def
	}
	s.compileBase(slot, def.Shared())
	for _, m := range s.Companions(slot) {
		s.compileBase(m, def.Shared())
	}
	s.compile(bodies, slot)
}

// definition returns the definition that the store holds of a joint.
func (s *Store) definition(slot Slot) Definition {
	if l := &s.Link[s.Rows[slot]]; l.Kind == KindRevolute {
		return s.revolutes.at(l.Data)
	}
	if w := s.multiBodyOf(slot); w != nil {
		return w.def
	}
	return s.genericOf(slot).def
}

// genericOf returns the bond of a joint, which must be of a kind that has one.
func (s *Store) genericOf(slot Slot) *genericJoint {
	l := &s.Link[s.Rows[slot]]
	if l.Kind == KindRevolute || l.Kind == KindGear || l.Kind == KindCustom {
		panic(wrongKind)
	}
	return s.generics.at(l.Data)
}

// compile derives what the definition and the bodies fix.
func (s *Store) compile(bodies *state.Bodies, slot Slot) {
	s.noteChange(slot)
	l := &s.Link[s.Rows[slot]]
	l.Flags &^= HasCallbacks
	if s.multiBodyOf(slot) != nil {
		s.compileMultiBody(bodies, slot)
		return
	}
	b := s.generics.at(l.Data)
	b.block, b.scalars, b.planarMotor = blockPlan{}, [2]scalarPlan{}, planarMotorPlan{}
	b.updateAngles(bodies, l)
	b.def.compile(b, bodies, l)
	for i := range b.scalars {
		if b.scalars[i].features&featureForceLaw != 0 {
			l.Flags |= HasCallbacks
		}
	}
}

// updateAngles brings the angles that the kind reads up to date, as continuations of those
// last looked at.
func (b *genericJoint) updateAngles(bodies *state.Bodies, l *Link) {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	switch l.Kind {
	case KindDistance, KindPulley, KindMouse, KindFriction:
	case KindAngle:
		b.angleA = unwrap(qa.Angle(), b.angleA)
		b.angleB = unwrap(qb.Angle(), b.angleB)
	default:
		b.angle = unwrap(qa.InverseMul(qb).Angle(), b.angle)
	}
}

// setAnchors places the anchors that a definition gives from the bodies' origins.
func (b *genericJoint) setAnchors(bodies *state.Bodies, l *Link, a, c [2]float64) {
	b.anchorA = geom.From(a).Sub(bodies.Meta[l.BodyA].LocalCenter)
	b.anchorB = geom.From(c).Sub(bodies.Meta[l.BodyB].LocalCenter)
}

// gap returns the anchor of B as seen from that of A, in the world's axes, m.
func (b *genericJoint) gap(bodies *state.Bodies, l *Link) geom.Vec2 {
	pa, pb := bodies.Pose[bodies.Rows[l.BodyA]], bodies.Pose[bodies.Rows[l.BodyB]]
	return pb.P.Sub(pa.P).Add(pb.R.Apply(b.anchorB).Sub(pa.R.Apply(b.anchorA)))
}

// translation returns how far B's anchor has come along the axis from A's, m.
func (b *genericJoint) translation(bodies *state.Bodies, l *Link) float64 {
	return bodies.Pose[bodies.Rows[l.BodyA]].R.Apply(b.axis).Dot(b.gap(bodies, l))
}

// coordinates returns the coordinates of the axes now; look comes first.
func (b *genericJoint) coordinates(bodies *state.Bodies, l *Link) [2]float64 {
	switch l.Kind {
	case KindDistance:
		return [2]float64{b.gap(bodies, l).Length()}
	case KindPrismatic, KindWheel, KindGroove:
		return [2]float64{b.translation(bodies, l), b.angle}
	case KindAngle:
		return [2]float64{b.angleB - float64(b.ratio*b.angleA)}
	case KindPulley:
		a, c := b.ropes(bodies, l)
		return [2]float64{a.Length() + float64(b.ratio*c.Length())}
	default:
		return [2]float64{b.angle}
	}
}

// advance carries what changes of itself from tick to tick: a ratchet's tooth.
func (b *genericJoint) advanceRatchet(value float64) {
	d, ok := b.def.(*Ratchet)
	if !ok {
		return
	}
	if d.Reverse {
		value = -value
	}
	passed := value
	if d.Step > 0 {
		passed = d.Phase + float64(d.Step*math.Floor((value-d.Phase)/d.Step+1e-6))
	}
	if !b.hasTooth || passed > b.tooth {
		b.tooth, b.hasTooth = passed, true
	}
	x := &b.scalars[0]
	if d.Reverse {
		x.lower, x.upper = -unlimited, -b.tooth
	} else {
		x.lower, x.upper = b.tooth, unlimited
	}
}
