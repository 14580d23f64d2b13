package state

import (
	"math"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/joint"
)

// Columns adds the columns of the table to a list.
func (s *Joints) Columns(l *column.List) {
	s.Table.Columns(l)
	l.State("Link", column.Slice(&s.Link).HashedBy(column.Fold(&s.Link, hashJointLinks)))
	l.Derived("Strength", column.Slice(&s.Strength))
	l.State("Load", column.Slice(&s.Load))
	l.State("Meta", column.Slice(&s.Meta).HashedBy(column.Fold(&s.Meta, s.hashMeta)).Watched())
	l.State("revolutes", column.Slice(&s.revolutes.table).HashedBy(column.Fold(&s.revolutes.table, hashRevolutes)))
	l.State("revolutes.free", column.Slice(&s.revolutes.freeList))
	l.State("RevolutePoints", column.Slice(&s.RevolutePoints))
	l.State("RevoluteAngles", column.Slice(&s.RevoluteAngles))
	l.State("generics", column.Slice(&s.generics.table).HashedBy(column.Fold(&s.generics.table, hashGenerics)))
	l.State("generics.free", column.Slice(&s.generics.freeList))
	l.State("multiBodies", column.Records(&s.multiBodies.table, savedMultiBodyOf, restoreMultiBody, s.hashMultiBody))
	l.State("multiBodies.Impulses", column.ListsIn(&s.multiBodies.table, impulsesOfMultiBody, (*column.Hasher).Float64))
	l.State("multiBodies.free", column.Slice(&s.multiBodies.freeList))
	l.Derived("companionCount", column.Number(&s.companionCount))
	l.Derived("withCallbacks", column.Number(&s.withCallbacks))
	l.Derived("driven", column.Number(&s.driven))
	l.State("Changed", column.Slice(&s.Changed))
	l.State("IsChanged", column.Slice(&s.IsChanged))
	l.State("StabilizingInertia", column.Slice(&s.StabilizingInertia))
}

// Restored derives data from the columns after they were restored. It reports whether the
// solver must derive the colours again.
func (s *Joints) Restored(from *column.Store) (relink bool) {
	s.edits++
	return s.Table.Restored(from) || len(column.Changed(from, &s.Meta)) > 0
}

func impulsesOfMultiBody(w *MultiBodyJoint) *[]float64 { return &w.Impulses }

// savedMultiBody is the part of a MultiBodyJoint that does not change in place.
type savedMultiBody struct {
	def        joint.Definition
	bodies     []BodySlot
	companions []JointSlot
	gear       gearJoint
}

func savedMultiBodyOf(w *MultiBodyJoint) savedMultiBody {
	return savedMultiBody{w.Def, w.Bodies, w.companions, w.Gear}
}

// restoreMultiBody gives a record new views of its bodies, because it would share the views of a
// snapshot.
func restoreMultiBody(w *MultiBodyJoint, saved savedMultiBody) {
	*w = MultiBodyJoint{Def: saved.def, Bodies: saved.bodies, companions: saved.companions, Gear: saved.gear, Impulses: w.Impulses[:0], Views: w.Views}
	if n := len(saved.bodies); n <= cap(w.Views) {
		w.Views = w.Views[:n]
		clear(w.Views)
	} else {
		w.Views = make([]joint.ConstraintBody, n)
	}
}

func (s *Joints) hashMultiBody(h *column.Hasher, w savedMultiBody) {
	for _, b := range w.bodies {
		h.Uint64(uint64(b))
	}
	for _, c := range w.companions {
		h.Uint64(uint64(c))
	}
	g := &w.gear
	h.Uint64(s.canonical(g.Joints[0]))
	h.Uint64(s.canonical(g.Joints[1]))
	for _, x := range [...]float64{g.Angles[0], g.Angles[1], g.Ratio, g.Sum, float64(g.Impulse)} {
		h.Float64(x)
	}
}

func hashJointLinks(h *column.Hasher, list []JointLink) {
	for i := range list {
		l := &list[i]
		h.Uint64(uint64(l.BodyA)<<32 | uint64(l.BodyB))
		h.Uint64(uint64(l.Data)<<32 | uint64(l.Flags))
		h.Uint64(uint64(l.Kind))
	}
}

func (s *Joints) hashMeta(h *column.Hasher, list []JointMeta) {
	for i := range list {
		m := &list[i]
		h.Uint64(s.canonical(m.ID))
		h.Uint64(uint64(m.Color)<<32 | uint64(m.Index))
		for _, e := range m.Edges {
			h.Uint64(uint64(e.Next)<<32 | uint64(e.Prev))
		}
	}
}

// hashRevolutes leaves out the content of RevolutePoints and RevoluteAngles.
func hashRevolutes(h *column.Hasher, list []joint.Revolute) {
	for i := range list {
		hashBase(h, &list[i].Base)
	}
}

func hashBase(h *column.Hasher, b *joint.Base) {
	for _, x := range [...]float64{b.Hertz, b.Damping, b.MaxForce, b.MaxTorque, b.BreakForce, b.BreakTorque} {
		h.Float64(x)
	}
}

// hashGenerics hashes the compiled definitions, with the state.
func hashGenerics(h *column.Hasher, list []GenericJoint) {
	for i := range list {
		b := &list[i]
		if b.def == nil {
			continue
		}
		hashBase(h, b.def.Shared())
		for _, x := range [...]float64{
			b.AnchorA.X, b.AnchorA.Y, b.AnchorB.X, b.AnchorB.Y, b.Axis.X, b.Axis.Y, b.wheelA.X, b.wheelA.Y, b.wheelB.X, b.wheelB.Y,
			b.Ratio, b.Angle, b.AngleA, b.AngleB, b.Reference, b.tooth, b.Block.Hertz, b.Block.Damping,
			b.PlanarMotor.Speed.X, b.PlanarMotor.Speed.Y, b.PlanarMotor.MaxForce,
		} {
			h.Float64(x)
		}
		for _, on := range [...]bool{b.hasTooth, b.Block.On, b.Block.Spring, b.PlanarMotor.On} {
			h.Bool(on)
		}
		h.Uint64(uint64(uint8(b.Block.N))<<8 | uint64(uint8(b.Block.Linear)))
		for k := range b.Scalars {
			hashCoordinate(h, &b.Scalars[k])
			j := &b.ScalarImpulses[k]
			hashFloat32s(h, j.HoldImpulse, j.SpringImpulse, j.MotorImpulse, j.LowerImpulse, j.UpperImpulse)
		}
		hashFloat32s(h, b.BlockImpulses[0], b.BlockImpulses[1], b.BlockImpulses[2], b.PlanarImpulses[0], b.PlanarImpulses[1], b.InvH)
	}
}

func hashCoordinate(h *column.Hasher, x *JointCoordinate) {
	h.Uint64(uint64(x.Features))
	h.Bool(x.Angular)
	for _, v := range [...]float64{
		x.Target, x.Hertz, x.Damping, x.Stiffness, x.Viscosity, x.SpringMin, x.SpringMax, x.Lower, x.Upper, x.MotorSpeed, x.MotorMax,
	} {
		h.Float64(v)
	}
}

func hashFloat32s(h *column.Hasher, list ...float32) {
	for _, x := range list {
		h.Uint64(uint64(math.Float32bits(x)))
	}
}
