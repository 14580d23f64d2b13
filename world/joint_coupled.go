package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// Gear is a handle to a gear.
type Gear struct{ Joint }

// Def returns the definition as it stands.
func (j Gear) Def() joint.Gear { return defOf[joint.Gear](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Gear) Edit(by func(*joint.Gear)) error { return change(j.Joint, by) }

// CreateGear couples two joints, each revolute or prismatic, which move different
// bodies as their BodyB. It returns a *geom.FieldError for joints or a definition
// that cannot be used, and then the world is unchanged. All bodies wake up. The
// gear ends with either joint.
func (w *World) CreateGear(first, second Joint, def joint.Gear) (Gear, error) {
	if err := w.beginChange(recording.CreateGear, 0, func(r callRecorder) {
		r.handle(first.w, uint64(first.id)).handle(second.w, uint64(second.id)).value(def)
	}); err != nil {
		return Gear{}, err
	}
	defer w.endChange()
	for i, x := range [2]Joint{first, second} {
		field := [2]string{"First", "Second"}[i]
		if x.w != w {
			return Gear{}, geom.NewFieldError(field, x, ErrForeign)
		}
		if !w.joints.HasJoint(x.id) {
			return Gear{}, geom.NewFieldError(field, x, ErrDestroyed)
		}
		if slot := w.joints.SlotOf(x.id); !w.joints.CanGear(slot) {
			return Gear{}, geom.NewFieldError(field, w.joints.Link[w.joints.Row(slot)].Kind, geom.ErrOutOfRange)
		}
	}
	slots := [2]state.JointSlot{w.joints.SlotOf(first.id), w.joints.SlotOf(second.id)}
	if w.joints.GearBodies(slots[0], slots[1]) == nil {
		_, b := w.joints.Pair(slots[1])
		return Gear{}, geom.NewFieldError("Second", w.bodyAt(b), ErrSameBody)
	}
	if err := def.Validate(); err != nil {
		return Gear{}, err
	}
	j := w.finishJoint(w.joints.AddGear(w.bodies, slots[0], slots[1], &def))
	return Gear{j}, nil
}

// Gear returns the handle of the kind, and whether the joint is a gear.
func (j Joint) Gear() (Gear, bool) {
	k, ok := as[joint.Gear](j)
	return Gear{k}, ok
}

// Joints returns the two joints that the gear couples.
func (j Gear) Joints() (first, second Joint) {
	ids := j.w.joints.GearedJoints(j.slot())
	return Joint{j.w, ids[0]}, Joint{j.w, ids[1]}
}

// Separation returns the difference between the sum of the coordinates and the value that the gear
// holds, in rad if the first joint is revolute, in m if it is prismatic.
func (j Gear) Separation() float64 { return j.w.joints.GearSeparation(j.w.bodies, j.slot()) }

// Custom is a handle to a joint of the game's own.
type Custom struct{ Joint }

// Def returns the definition as it stands.
func (j Custom) Def() joint.Custom { return defOf[joint.Custom](j.Joint) }

// Edit changes the definition and wakes the bodies. It returns a *geom.FieldError, and changes
// nothing, when the result cannot be used.
func (j Custom) Edit(by func(*joint.Custom)) error { return change(j.Joint, by) }

// CreateCustom makes a joint of the game's own between two or more bodies, all
// different. It returns a *geom.FieldError for bodies or a definition that cannot be
// used, and then the world is unchanged. All bodies wake up. Every pair of the bodies takes a
// record of some 140 bytes: a joint of a thousand bodies takes 70 MB.
func (w *World) CreateCustom(bodies []Body, def joint.Custom) (Custom, error) {
	if err := w.beginChange(recording.CreateCustom, 0, func(r callRecorder) { r.value(bodies).value(def) }); err != nil {
		return Custom{}, err
	}
	defer w.endChange()
	if err := w.checkBodies(bodies, "Bodies"); err != nil {
		return Custom{}, err
	}
	if err := def.Validate(); err != nil {
		return Custom{}, err
	}
	w.scratch.bodies = w.scratch.bodies[:0]
	for _, b := range bodies {
		w.scratch.bodies = append(w.scratch.bodies, w.bodies.SlotOf(b.id))
	}
	j := w.finishJoint(w.joints.AddCustom(w.bodies, w.scratch.bodies, &def))
	return Custom{j}, nil
}

// Custom returns the handle of the kind, and whether the joint is a custom joint.
func (j Joint) Custom() (Custom, bool) {
	k, ok := as[joint.Custom](j)
	return Custom{k}, ok
}

// Bodies returns the bodies in the order of CreateCustom.
func (j Custom) Bodies() []Body {
	var list []Body
	for _, b := range j.w.joints.Bodies(j.slot()) {
		list = append(list, j.w.bodyAt(b))
	}
	return list
}
