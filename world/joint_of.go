package world

import (
	"reflect"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
)

// defOf returns the definition of a joint, which is a D. Def and Edit are methods of every kind of
// handle and not of a generic type that has the methods of Joint: each package that mentions a
// world would compile these again for every kind, which takes a second.
func defOf[D any, P joint.DefinitionOf[D]](j Joint) D {
	return state.JointDef[D, P](j.w.joints, j.slot())
}

// change edits the definition of a joint, which is a D.
func change[D any, P joint.DefinitionOf[D]](j Joint, by func(*D)) error {
	slot, err := j.checkChange(by == nil)
	if err != nil {
		return err
	}
	def := state.JointDef[D, P](j.w.joints, slot)
	by(&def)
	return j.edit(P(&def))
}

// edit gives the joint another definition of its kind.
func (j Joint) edit(def joint.Definition) error {
	slot, err := j.beginChange(recording.JointEdit, func(r callRecorder) { r.value(definitionOf{def}) }) // the code that made the definition may have ended the joint or the world
	if err != nil {
		return err
	}
	defer j.w.endChange()
	a, b := j.w.joints.Pair(slot)
	if err := j.w.checkJoint(a, b, def); err != nil {
		return err
	}
	before := j.w.joints.Link[j.w.joints.Row(slot)].Flags
	j.w.joints.Edit(j.w.bodies, slot, def)
	j.w.linking.EditJoint(slot, before)
	return nil
}

// CreateJoint makes a joint of any kind except a gear, which couples joints. Def points to a
// definition of package joint; the world keeps a copy. It returns a *geom.FieldError for bodies or
// a definition that cannot be used, and then the world is unchanged. Both bodies wake up.
//
// A motor speed that the bodies can never reach is geom.ErrOutOfRange, with the speed that they can
// reach. Attach the colliders first, because that speed depends on them: see Body.SetFastRotation
// and Config.MaxSpeed. Kinematic bodies, and bodies without colliders, reach any speed.
//
// The method of a kind, such as CreateRevolute, does the same and returns a handle of that kind.
func (w *World) CreateJoint(a, b Body, def joint.Definition) (Joint, error) {
	if v := reflect.ValueOf(def); v.Kind() == reflect.Pointer && v.IsNil() {
		def = nil
	}
	if def != nil {
		def = def.Clone()
	}
	return w.createJoint(a, b, def)
}

// createJoint is CreateJoint for a definition that the world may keep.
func (w *World) createJoint(a, b Body, def joint.Definition) (Joint, error) {
	if err := w.beginChange(recording.CreateJoint, 0, func(r callRecorder) { r.body(a).body(b).value(definitionOf{def}) }); err != nil {
		return Joint{}, err
	}
	defer w.endChange()
	if def == nil {
		return Joint{}, geom.NewFieldError("Definition", nil, geom.ErrDegenerate)
	}
	if err := w.checkBodies([]Body{a, b}, "BodyA", "BodyB"); err != nil {
		return Joint{}, err
	}
	if kind := def.Kind(); kind == joint.KindGear {
		return Joint{}, geom.NewFieldError("Definition", kind, geom.ErrOutOfRange)
	}
	slotA, slotB := w.bodies.SlotOf(a.id), w.bodies.SlotOf(b.id)
	if err := w.checkJoint(slotA, slotB, def); err != nil {
		return Joint{}, err
	}
	return w.finishJoint(w.joints.Add(w.bodies, slotA, slotB, def)), nil
}

// checkJoint returns a *geom.FieldError for the first field of a definition that cannot be used
// between two bodies.
func (w *World) checkJoint(a, b state.BodySlot, def joint.Definition) error {
	if err := state.CheckJoint(w.bodies, a, b, def); err != nil {
		return err
	}
	return state.CheckMotorSpeed(w.bodies, &w.params, a, b, def)
}

// create makes a joint of a kind known when compiling.
func create[D any, P joint.DefinitionOf[D]](w *World, a, b Body, def D) (Joint, error) {
	return w.createJoint(a, b, P(&def))
}

// as returns the joint, and whether its definition is a D.
func as[D any, P joint.DefinitionOf[D]](j Joint) (Joint, bool) {
	if j.Kind() != P(nil).Kind() {
		return Joint{}, false
	}
	return j, true
}

// Definition returns a copy of the present definition: a pointer to the type of package joint that
// the joint was made from.
func (j Joint) Definition() joint.Definition { return j.w.joints.Definition(j.slot()) }

// Picture says how the joint is drawn, by its definition.
func (j Joint) Picture() joint.Picture { return j.w.joints.Picture(j.slot()) }

// checkBodies checks the bodies of a joint. The fields are the names of the bodies in errors: one
// for each body, or one for all.
func (w *World) checkBodies(bodies []Body, fields ...string) error {
	last := len(fields) - 1
	if len(bodies) < 2 {
		return geom.NewFieldError(fields[last], len(bodies), geom.ErrOutOfRange)
	}
	movable := false
	for i, b := range bodies {
		field := fields[min(i, last)]
		switch {
		case b.w != w:
			return geom.NewFieldError(field, b, ErrForeign)
		case !b.alive():
			return geom.NewFieldError(field, b, ErrDestroyed)
		case slices.Contains(bodies[:i], b):
			return geom.NewFieldError(field, b, ErrSameBody)
		}
		movable = movable || w.bodies.Meta[w.bodies.SlotOf(b.id)].Type == body.Dynamic
	}
	if !movable {
		return geom.NewFieldError(fields[last], bodies[last], ErrImmovable)
	}
	return nil
}

func (j Joint) coordinate(i int) float64 { return j.w.joints.Coordinate(j.w.bodies, j.slot(), i) }
func (j Joint) coordinateRate(i int) float64 {
	return state.Finite(constraint.Rate(j.w.joints, j.w.bodies, j.slot(), i))
}
func (j Joint) motorForce(i int) float64 { return state.Finite(j.w.joints.MotorForce(j.slot(), i)) }
func (j Joint) springForce() float64     { return state.Finite(j.w.joints.SpringForce(j.slot(), 0)) }

// definitionOf holds the definition of a joint in a field of known type.
type definitionOf struct{ Of joint.Definition }
