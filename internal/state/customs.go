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
