package live

import (
	"reflect"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// canEdit reports whether the world can change a joint into another one: the two have the same
// bodies or joints and the same kind.
func canEdit(was, now *scene.Joint) bool {
	if was.A != now.A || was.B != now.B || reflect.TypeOf(was.Def) != reflect.TypeOf(now.Def) {
		return false
	}
	first, ok := was.Def.(scene.Gear)
	if !ok {
		return true
	}
	second := now.Def.(scene.Gear)
	return first.First == second.First && first.Second == second.Second
}

// editJoint changes the fields of a joint that differ between two definitions. The joint keeps its
// whole turns, its tooth and the lengths that it has measured.
func editJoint(j world.Joint, was, now any) error {
	switch now := now.(type) {
	case joint.Revolute:
		r, _ := j.Revolute()
		return editFields(r.Edit, was, now)
	case joint.Distance:
		d, _ := j.Distance()
		return editFields(d.Edit, was, now)
	case joint.Prismatic:
		p, _ := j.Prismatic()
		return editFields(p.Edit, was, now)
	case joint.Weld:
		w, _ := j.Weld()
		return editFields(w.Edit, was, now)
	case joint.Wheel:
		w, _ := j.Wheel()
		return editFields(w.Edit, was, now)
	case joint.Motor:
		m, _ := j.Motor()
		return editFields(m.Edit, was, now)
	case joint.Mouse:
		m, _ := j.Mouse()
		return editFields(m.Edit, was, now)
	case joint.Angle:
		a, _ := j.Angle()
		return editFields(a.Edit, was, now)
	case scene.Gear:
		g, _ := j.Gear()
		return editFields(g.Edit, was.(scene.Gear).Gear, now.Gear)
	case joint.Pulley:
		p, _ := j.Pulley()
		return editFields(p.Edit, was, now)
	case joint.Ratchet:
		r, _ := j.Ratchet()
		return editFields(r.Edit, was, now)
	case joint.Groove:
		g, _ := j.Groove()
		return editFields(g.Edit, was, now)
	case joint.RotarySpring:
		r, _ := j.RotarySpring()
		return editFields(r.Edit, was, now)
	case joint.Friction:
		f, _ := j.Friction()
		return editFields(f.Edit, was, now)
	}
	n, _ := j.NoCollision()
	return editFields(n.Edit, was, now.(joint.NoCollision))
}

// editFields changes the fields of a definition that differ between two others.
func editFields[D any](edit func(func(*D)) error, was any, now D) error {
	return edit(func(d *D) { copyChanges(reflect.ValueOf(d).Elem(), reflect.ValueOf(was), reflect.ValueOf(now)) })
}

// copyChanges copies the fields that differ between two structs. Documents have no functions.
func copyChanges(to, was, now reflect.Value) {
	for i := range to.NumField() {
		switch f := to.Field(i); {
		case f.Kind() == reflect.Struct:
			copyChanges(f, was.Field(i), now.Field(i))
		case f.Kind() != reflect.Func && was.Field(i).Interface() != now.Field(i).Interface():
			f.Set(now.Field(i))
		}
	}
}
