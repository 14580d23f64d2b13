package state

import "github.com/carom2d/carom/shape"

// WrapCustoms replaces the shapes of the game's own in the table by what a function makes of them,
// and those that are compiled from now on too. nil ends that.
func (s *Colliders) WrapCustoms(wrap func(shape.Support) shape.Support) {
	s.scratch.Wrap = wrap
	if wrap != nil {
		s.ReplaceCustoms(wrap)
	}
}

// ReplaceCustoms replaces the shapes of the game's own in the table.
func (s *Colliders) ReplaceCustoms(by func(shape.Support) shape.Support) {
	for i, custom := range s.Arena.Customs {
		if custom != nil {
			s.Arena.Customs[i] = by(custom)
		}
	}
	s.shapes++ // a copy of the table has the old ones
}

// AskCustoms asks the shapes of the game's own what they are asked when the table is read from a
// file: for the samples that a shape is compiled from, and in the pose that the collider gives it.
func (s *Colliders) AskCustoms() {
	for i := range s.Geometry {
		slot := ColliderSlot(i)
		if s.At(slot) == 0 || !s.IsCustom(slot) {
			continue
		}
		_, _ = shape.New(s.Arena.Customs[s.Geometry[i].First])
		_ = describeCustom(s.Meta[slot].Shape, s.Convex(slot))
	}
}
