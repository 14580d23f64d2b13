package live

import (
	"reflect"
	"slices"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
)

// setJoint changes a joint. A joint with other bodies or of another kind is replaced, and so are
// the gears that end with it.
func (d *Document) setJoint(s *scene.Scene, index int) error {
	old := d.joints[index]
	if !old.Valid() {
		return ErrGone
	}
	was, now := &d.scene.Joints[index], &s.Joints[index]
	if reflect.DeepEqual(was, now) {
		return nil
	}
	if canEdit(was, now) {
		return editJoint(old, was, now)
	}
	joints := slices.Clone(d.joints)
	var created []world.Joint
	for i := index; i < len(joints); i++ {
		if i != index && !(isGearOf(s, i, index) && joints[i].Valid()) {
			continue
		}
		j, err := d.createJoint(s, joints, i)
		if err != nil {
			for _, j := range slices.Backward(created) {
				world.Check(destroy(j))
			}
			return err
		}
		j.SetUserData(joints[i].UserData())
		created = append(created, j)
		joints[i] = j
	}
	d.joints = joints
	return old.Destroy() // its gears go with it
}

// isGearOf reports whether a joint is a gear of another one.
func isGearOf(s *scene.Scene, i, of int) bool {
	g, ok := s.Joints[i].Def.(scene.Gear)
	return ok && (g.First == of || g.Second == of)
}

// createJoint makes the joint at a place of the list. A gear couples two of the joints before it.
func (d *Document) createJoint(s *scene.Scene, joints []world.Joint, at int) (world.Joint, error) {
	j := &s.Joints[at]
	if g, ok := j.Def.(scene.Gear); ok {
		first, second := joints[g.First], joints[g.Second]
		if !first.Valid() || !second.Valid() {
			return world.Joint{}, ErrGone
		}
		created, err := d.world.CreateGear(first, second, g.Gear)
		return created.Joint, err
	}
	a, b := d.bodyNamed(s, j.A), d.bodyNamed(s, j.B)
	if !a.Valid() || !b.Valid() {
		return world.Joint{}, ErrGone
	}
	return d.world.CreateJoint(a, b, j.Definition())
}

// canEdit reports whether the world can change a joint into another one: the two have the same
// bodies or joints and the same kind.
func canEdit(was, now *scene.Joint) bool {
	first, second := gearOf(was), gearOf(now)
	return was.A == now.A && was.B == now.B && reflect.TypeOf(was.Def) == reflect.TypeOf(now.Def) &&
		first.First == second.First && first.Second == second.Second
}

// gearOf returns the gear of a joint that is one, else the zero Gear.
func gearOf(j *scene.Joint) scene.Gear {
	g, _ := j.Def.(scene.Gear)
	return g
}

// editJoint changes the fields of a joint that differ between two definitions of its kind. The
// joint keeps its whole turns, its tooth and the length that it has measured. A length that the
// document leaves out is measured again if the ends of the joint have moved.
func editJoint(j world.Joint, was, now *scene.Joint) error {
	return j.EditDefinition(func(d joint.Definition) {
		to, fields := reflect.ValueOf(d).Elem(), definitionIn(now)
		moved := copyChanges(to, definitionIn(was), fields)
		if length := to.FieldByName("Length"); moved && length.IsValid() && fields.FieldByName("Length").IsZero() {
			length.SetZero()
		}
	})
}

// definitionIn returns the definition of package joint in a joint of a scene.
func definitionIn(j *scene.Joint) reflect.Value {
	if g, ok := j.Def.(scene.Gear); ok {
		return reflect.ValueOf(g.Gear)
	}
	return reflect.ValueOf(j.Def)
}

// copyChanges copies the fields that differ between two structs, and reports whether a point, or
// another field on which the length of a joint depends, is one of them. Functions are left out:
// documents have none.
func copyChanges(to, was, now reflect.Value) (moved bool) {
	for i := range to.NumField() {
		switch f := to.Field(i); {
		case f.Kind() == reflect.Struct:
			copyChanges(f, was.Field(i), now.Field(i))
		case f.Kind() != reflect.Func && was.Field(i).Interface() != now.Field(i).Interface():
			f.Set(now.Field(i))
			name := to.Type().Field(i).Name
			moved = moved || f.Kind() == reflect.Array || name == "Ratio" || name == "Slack"
		}
	}
	return moved
}
