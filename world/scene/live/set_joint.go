package live

import (
	"reflect"
	"slices"

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
