package state

import "github.com/carom2d/carom/shape"

// WrapCustoms replaces the shapes of the game's own in the table by the results of a function, and
// does so for shapes compiled from now on. Nil ends this.
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

// AskCustoms calls the shapes of the game's own with the questions of reading the table from a
// file: for the samples from which a shape is compiled, and in the pose of the collider.
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
