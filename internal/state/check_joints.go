package state

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/joint"
)

// Check checks the joints. The rows of all tables are known.
func (s *Joints) Check(bodies *Bodies, colors uint32) {
	s.ValidateIdentities("joints", len(s.Meta))
	s.Table.Validate("joints", len(s.Link), len(s.Load))
	invariant.Check(s.AsleepEnd() == len(s.Slots), "joints: a joint is neither awake nor asleep")
	s.checkRecords()
	invariant.Check(len(s.IsChanged) <= len(bodies.Meta) && len(s.StabilizingInertia) <= len(bodies.Meta), "joints: columns by body differ in length")
	s.checkChanged()
	for i := range s.Meta {
		invariant.Check(s.Meta[i].ID == JointID(s.IDAt(JointSlot(i))), "joints: joint %d has another identity", i)
	}
	for row := range s.Link {
		l, slot := &s.Link[row], s.Slots[row]
		for _, b := range [2]uint32{l.BodyA, l.BodyB} {
			invariant.Check(uint(b) < uint(len(bodies.Meta)) && bodies.Meta[b].ID != 0, "joints: joint %d is of no body", slot)
		}
		invariant.Check(l.BodyA != l.BodyB, "joints: joint %d is of one body", slot)
		m := &s.Meta[slot]
		invariant.Check(m.Color == None || m.Color < colors && int(m.Index) < s.Awake() && row < s.Awake() && l.Flags&JointLinked != 0,
			"joints: joint %d has no place in a colour", slot)
		s.checkJoint(bodies, slot, l)
	}
	for _, x := range s.StabilizingInertia {
		invariant.Check(inRange32(x), "joints: an inertia is out of range")
	}
}

func (s *Joints) checkChanged() {
	marked := 0
	for _, on := range s.IsChanged {
		if on {
			marked++
		}
	}
	seen := make([]bool, len(s.IsChanged))
	for _, b := range s.Changed {
		invariant.Check(uint(b) < uint(len(seen)) && s.IsChanged[b] && !seen[b], "joints: the list of changed bodies is broken")
		seen[b] = true
	}
	invariant.Check(marked == len(s.Changed), "joints: a changed body is not listed")
	invariant.Check(len(s.StabilizingInertia) == len(s.IsChanged), "joints: columns by body differ in length")
}

func (s *Joints) checkRecords() {
	revolutes, generics, multiBodies := s.revolutes.usage(), s.generics.usage(), s.multiBodies.usage()
	invariant.Check(len(s.RevolutePoints) == len(s.revolutes.table) && len(s.RevoluteAngles) <= len(s.revolutes.table), "joints: columns of revolute joints differ in length")
	for row := range s.Link {
		l := &s.Link[row]
		invariant.Check(l.Kind > joint.NoKind && l.Kind <= JointCompanion, "joints: a joint is of kind %d", l.Kind)
		used := generics
		switch l.Kind {
		case joint.KindRevolute:
			used = revolutes
		case joint.KindGear, joint.KindCustom:
			used = multiBodies
		case JointCompanion:
			continue
		}
		invariant.Check(uint(l.Data) < uint(len(used)) && !used[l.Data], "joints: two joints have one record")
		used[l.Data] = true
	}
	for _, used := range [][]bool{revolutes, generics, multiBodies} {
		for _, on := range used {
			invariant.Check(on, "joints: a record is of no joint")
		}
	}
}

// usage returns which records are free.
func (r *jointRecords[T]) usage() []bool {
	used := make([]bool, len(r.table))
	for _, i := range r.freeList {
		invariant.Check(uint(i) < uint(len(used)) && !used[i], "joints: a record is free twice")
		used[i] = true
	}
	return used
}

func (s *Joints) checkJoint(bodies *Bodies, slot JointSlot, l *JointLink) {
	switch l.Kind {
	case JointCompanion:
		owner := JointSlot(l.Data)
		invariant.Check(uint(owner) < uint(len(s.Meta)) && s.Meta[owner].ID != 0, "joints: companion %d is of no joint", slot)
		w := s.MultiBodyOf(owner)
		invariant.Check(w != nil, "joints: companion %d is of no joint", slot)
		listed := 0
		for _, c := range w.companions {
			if c == slot {
				listed++
			}
		}
		invariant.Check(listed == 1, "joints: companion %d is not one of its joint", slot)
	case joint.KindGear, joint.KindCustom:
		s.checkMultiBody(bodies, slot, l)
	case joint.KindRevolute:
		d := s.revolutes.at(l.Data)
		invariant.Check(d.Validate() == nil, "joints: joint %d has a definition that cannot be used", slot)
		invariant.Check(l.Flags&JointHasAngularPart == 0 || uint(l.Data) < uint(len(s.RevoluteAngles)), "joints: joint %d has no angular part", slot)
	default:
		b := s.generics.at(l.Data)
		invariant.Check(b.def != nil && b.def.Kind() == l.Kind && b.def.Validate() == nil, "joints: joint %d has a definition that cannot be used", slot)
		fresh := GenericJoint{def: b.def, Angle: b.Angle, AngleA: b.AngleA, AngleB: b.AngleB}
		compileGeneric(&fresh, bodies, l)
		invariant.Check(b.Block.N == fresh.Block.N && b.Block.Linear == fresh.Block.Linear && b.Block.On == fresh.Block.On &&
			b.Block.Spring == fresh.Block.Spring && b.PlanarMotor.On == fresh.PlanarMotor.On, "joints: joint %d is not as it was defined", slot)
		for k := range b.Scalars {
			x, y := &b.Scalars[k], &fresh.Scalars[k]
			invariant.Check(x.Features == y.Features && x.Angular == y.Angular && (x.ForceLaw == nil) == (y.ForceLaw == nil),
				"joints: joint %d is not as it was defined", slot)
			invariant.Check(math.Abs(x.Lower) <= Unlimited && math.Abs(x.Upper) <= Unlimited, "joints: a limit of joint %d is out of range", slot)
		}
		law := fresh.Scalars[0].ForceLaw != nil || fresh.Scalars[1].ForceLaw != nil
		invariant.Check((l.Flags&JointHasCallbacks != 0) == law, "joints: the flags of joint %d are wrong", slot)
	}
}

func (s *Joints) checkMultiBody(bodies *Bodies, slot JointSlot, l *JointLink) {
	w := s.multiBodies.at(l.Data)
	invariant.Check(w.Def != nil && w.Def.Kind() == l.Kind && w.Def.Validate() == nil, "joints: joint %d has a definition that cannot be used", slot)
	n := len(w.Bodies)
	invariant.Check(n >= 2 && n <= len(bodies.Meta) && uint32(w.Bodies[0]) == l.BodyA && uint32(w.Bodies[1]) == l.BodyB, "joints: joint %d has other bodies", slot)
	invariant.Check((l.Flags&JointHasCallbacks != 0) == (l.Kind == joint.KindCustom), "joints: the flags of joint %d are wrong", slot)
	seen, dynamic := map[BodySlot]bool{}, false
	for _, b := range w.Bodies {
		invariant.Check(uint(b) < uint(len(bodies.Meta)) && bodies.Meta[b].ID != 0 && !seen[b], "joints: joint %d has other bodies", slot)
		seen[b] = true
		dynamic = dynamic || bodies.Meta[b].Type == body.Dynamic
	}
	invariant.Check(len(w.companions) == n*(n-1)/2-1, "joints: joint %d has too few companions", slot)
	next := 0
	for k := 2; k < n; k++ {
		for _, a := range w.Bodies[:k] {
			c := w.companions[next]
			next++
			invariant.Check(uint(c) < uint(len(s.Meta)) && s.Meta[c].ID != 0, "joints: joint %d has a companion that is none", slot)
			x := &s.Link[s.Rows[c]]
			invariant.Check(x.Kind == JointCompanion && x.Data == uint32(slot) && x.BodyA == uint32(a) && x.BodyB == uint32(w.Bodies[k]),
				"joints: joint %d has a companion that is none", slot)
		}
	}
	if l.Kind == joint.KindGear {
		s.checkGear(slot, w)
	}
}

func (s *Joints) checkGear(slot JointSlot, w *MultiBodyJoint) {
	for _, i := range w.Gear.Joints {
		invariant.Check(s.Alive(i) && s.CanGear(s.SlotOf(i)), "joints: gear %d couples no joint", slot)
	}
	want := s.GearBodies(s.SlotOf(w.Gear.Joints[0]), s.SlotOf(w.Gear.Joints[1]))
	invariant.Check(len(want) == len(w.Bodies), "joints: gear %d has other bodies", slot)
	for i := range want {
		invariant.Check(want[i] == w.Bodies[i], "joints: gear %d has other bodies", slot)
	}
}
