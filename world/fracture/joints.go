package fracture

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/turns"
)

// moveJoints creates the joints of the parent again on its pieces, then the gears on them. It
// returns the replacement of each joint, in the order of the parent's list. A joint that the world
// refuses for a piece ends.
func (f *fracturer) moveJoints() (moved []MovedJoint) {
	for j := range f.parent.Joints() {
		switch j.Kind() {
		case joint.KindGear: // later
		case joint.KindCustom:
			moved = append(moved, MovedJoint{Old: j.ID()})
		case joint.KindNoCollision:
			moved = f.moveToAll(moved, j)
		default:
			moved = append(moved, f.move(j, f.nearest(j).piece))
		}
	}
	if len(moved) == 0 {
		return nil
	}
	return f.moveGears(moved)
}

// moveToAll creates a joint again on every piece.
func (f *fracturer) moveToAll(moved []MovedJoint, j world.Joint) []MovedJoint {
	for _, x := range f.fragments {
		if x.piece.Valid() {
			moved = append(moved, f.move(j, x.piece))
		}
	}
	return moved
}

// nearest returns the fragment that has the anchor of a joint, or is nearest to it.
func (f *fracturer) nearest(j world.Joint) *fragment {
	a, b := j.Anchors()
	if j.BodyB() == f.parent {
		a = b
	}
	anchor := geom.From(f.parent.LocalPoint(a))
	least, best := math.Inf(1), f.fragments[0]
	for _, x := range f.fragments {
		for _, r := range x.Outlines {
			if d := distanceTo(r.Outer, anchor); d < least {
				least, best = d, x
			}
		}
	}
	return best
}

// move makes a copy of a joint, with a piece in place of the parent. A joint whose fragment did not
// become a body has no replacement.
func (f *fracturer) move(j world.Joint, piece world.Body) MovedJoint {
	m := MovedJoint{Old: j.ID()}
	if !piece.Valid() {
		return m
	}
	a, b := j.BodyA(), j.BodyB()
	if a == f.parent {
		a = piece
	} else {
		b = piece
	}
	if made, err := f.parent.World().CreateJoint(a, b, turns.Definition(j)); err == nil {
		m.New = made
	}
	return m
}

// moveGears creates the gears of moved joints again.
func (f *fracturer) moveGears(moved []MovedJoint) []MovedJoint {
	w := f.parent.World()
	inPlace := func(j world.Joint) (world.Joint, bool) {
		for _, m := range moved {
			if m.Old == j.ID() {
				return m.New, true
			}
		}
		return j, false
	}
	var gears []world.Gear
	for j := range w.Joints() {
		if g, ok := j.Gear(); ok {
			gears = append(gears, g)
		}
	}
	for _, g := range gears {
		first, second := g.Joints()
		newFirst, a := inPlace(first)
		newSecond, b := inPlace(second)
		if !a && !b {
			continue
		}
		m := MovedJoint{Old: g.ID()}
		if newFirst.Valid() && newSecond.Valid() && newFirst.BodyB() != newSecond.BodyB() {
			if made, err := w.CreateGear(newFirst, newSecond, g.Def()); err == nil {
				m.New = made.Joint
			}
		}
		moved = append(moved, m)
	}
	return moved
}
