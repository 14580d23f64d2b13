package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/go-gl/mathgl/mgl64"
)

// createBody makes a joint between two bodies from a definition of any kind but
// revolute, gear and custom.
func create[D any, P joint.DefinitionOf[D]](w *World, a, b Body, def D) (Joint, error) {
	slotA, slotB, err := w.checkBodyPair(a, b)
	if err != nil {
		return Joint{}, err
	}
	if err := state.CheckJoint(w.bodies, slotA, slotB, P(&def)); err != nil {
		return Joint{}, err
	}
	return w.finishJoint(state.AddJoint[D, P](w.joints, w.bodies, slotA, slotB, &def)), nil
}

// edit changes a definition of any kind but revolute.
func edit[D any, P joint.DefinitionOf[D]](j Joint, change func(*D)) error {
	slot, err := j.mutableSlot()
	if err != nil {
		return err
	}
	def := state.JointDef[D, P](j.w.joints, slot)
	change(&def)
	if _, err := j.mutableSlot(); err != nil { // change may have ended the joint or the world
		return err
	}
	a, b := j.w.bodyPair(slot)
	if err := state.CheckJoint(j.w.bodies, a, b, P(&def)); err != nil {
		return err
	}
	before := j.link().Flags
	state.EditJoint[D, P](j.w.joints, j.w.bodies, slot, &def)
	j.w.afterEdit(slot, before)
	return nil
}

// defOf returns a definition of any kind but revolute.
func defOf[D any, P joint.DefinitionOf[D]](j Joint) D {
	return state.JointDef[D, P](j.w.joints, j.slot())
}

func (j Joint) coordinate(i int) float64 { return j.w.joints.Coordinate(j.w.bodies, j.slot(), i) }
func (j Joint) coordinateRate(i int) float64 {
	return constraint.Rate(j.w.joints, j.w.bodies, j.slot(), i)
}
func (j Joint) motorForce(i int) float64  { return j.w.joints.MotorForce(j.slot(), i) }
func (j Joint) springForce(i int) float64 { return j.w.joints.SpringForce(j.slot(), i) }

// Base returns the part of the definition that all kinds share, as it stands.
func (j Joint) Base() joint.Base { return j.w.joints.Base(j.slot()) }

// EditBase changes the part of the definition that all kinds share, and wakes the
// bodies. It returns a *geom.FieldError, and changes nothing, when the result
// cannot be used.
//
//	rope.EditBase(func(b *joint.Base) { b.BreakForce = 500 })
func (j Joint) EditBase(change func(*joint.Base)) error {
	slot, err := j.mutableSlot()
	if err != nil {
		return err
	}
	base := j.w.joints.Base(slot)
	change(&base)
	if _, err := j.mutableSlot(); err != nil {
		return err
	}
	before := j.link().Flags
	if err := j.w.joints.EditBase(j.w.bodies, slot, base); err != nil {
		return err
	}
	j.w.afterEdit(slot, before)
	return nil
}

// SetEnabled makes the joint act or not, and wakes its bodies.
func (j Joint) SetEnabled(on bool) error {
	return j.EditBase(func(b *joint.Base) { b.Disabled = !on })
}

// SetUserData changes the game's own data.
func (j Joint) SetUserData(data any) error {
	slot, err := j.mutableSlot()
	if err != nil {
		return err
	}
	j.w.joints.SetUserData(slot, data)
	return nil
}

// LinearSeparation returns how far the joint is from what it holds rigidly, and beyond
// its limits, m. A gear, an angle and what has only springs have none.
func (j Joint) LinearSeparation() float64 {
	linear, _ := constraint.Separations(j.w.joints, j.w.bodies, j.slot())
	return linear
}

// AngularSeparation returns by what angle the joint is off from what it holds rigidly,
// and beyond its limits, rad. That of a gear is the error of its sum, in rad or m.
func (j Joint) AngularSeparation() float64 {
	_, angular := constraint.Separations(j.w.joints, j.w.bodies, j.slot())
	return angular
}

// Anchors returns where the joint holds its two bodies, in the world; where it
// does not hold a point, their centres of mass.
func (j Joint) Anchors() (anchorA, anchorB mgl64.Vec2) {
	a, b := j.w.joints.Anchors(j.w.bodies, j.slot())
	return a.Mgl(), b.Mgl()
}

// checkBodies checks the bodies of a joint of many.
func (w *World) checkBodies(bodies []Body) error {
	if err := w.checkMutable(); err != nil {
		return err
	}
	if len(bodies) < 2 {
		return geom.NewFieldError("Bodies", len(bodies), geom.ErrOutOfRange)
	}
	movable := false
	for i, x := range bodies {
		if x.w != w {
			return geom.NewFieldError("Bodies", x, ErrForeign)
		}
		if !x.Valid() {
			return geom.NewFieldError("Bodies", x, ErrDestroyed)
		}
		for _, y := range bodies[:i] {
			if x == y {
				return geom.NewFieldError("Bodies", x, ErrSameBody)
			}
		}
		movable = movable || x.Type() == body.Dynamic
	}
	if !movable {
		return geom.NewFieldError("Bodies", bodies[0], ErrImmovable)
	}
	return nil
}
