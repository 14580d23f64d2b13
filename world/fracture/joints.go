package fracture

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/turns"
)

// moveJoints creates the joints of the parent again on its pieces, then the gears on them. It
// returns the replacement of each joint, in the order of the parent's list.
func (f *fracturer) moveJoints() ([]MovedJoint, error) {
	var moved []MovedJoint
	for j := range f.parent.Joints() {
		var err error
		switch j.Kind() {
		case joint.KindGear: // later
		case joint.KindCustom:
			moved = append(moved, MovedJoint{Old: j.ID()})
		case joint.KindNoCollision:
			moved, err = f.moveToAll(moved, j)
		default:
			moved, err = f.moveToNearest(moved, j)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(moved) == 0 {
		return nil, nil
	}
	return f.moveGears(moved)
}

// moveToAll creates a joint again on every piece.
func (f *fracturer) moveToAll(moved []MovedJoint, j world.Joint) ([]MovedJoint, error) {
	for _, x := range f.fragments {
		if !x.piece.Valid() {
			continue
		}
		made, err := f.move(j, x.piece)
		if err != nil {
			return nil, err
		}
		moved = append(moved, MovedJoint{j.ID(), made})
	}
	return moved, nil
}

// moveToNearest creates a joint again on the piece nearest to its anchor. A joint whose fragment
// did not become a body has no replacement.
func (f *fracturer) moveToNearest(moved []MovedJoint, j world.Joint) ([]MovedJoint, error) {
	m := MovedJoint{Old: j.ID()}
	if piece := f.nearest(j).piece; piece.Valid() {
		made, err := f.move(j, piece)
		if err != nil {
			return nil, err
		}
		m.New = made
	}
	return append(moved, m), nil
}

// nearest returns the fragment that has the anchor of a joint, or is nearest to it.
func (f *fracturer) nearest(j world.Joint) *fragment {
	a, b := j.Anchors()
	if j.BodyB() == f.parent {
		a = b
	}
	anchor := geom.From(f.local(a))
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

// move makes a copy of a joint, with a piece in place of the parent.
func (f *fracturer) move(j world.Joint, piece world.Body) (world.Joint, error) {
	a, b := j.BodyA(), j.BodyB()
	if a == f.parent {
		a = piece
	} else {
		b = piece
	}
	return f.parent.World().CreateJoint(a, b, turns.Definition(j))
}

// moveGears creates the gears of moved joints again.
func (f *fracturer) moveGears(moved []MovedJoint) ([]MovedJoint, error) {
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
			made, err := w.CreateGear(newFirst, newSecond, g.Def())
			if err != nil {
				return nil, err
			}
			m.New = made.Joint
		}
		moved = append(moved, m)
	}
	return moved, nil
}
