package state

import (
	"slices"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// Sensors holds the colliders that overlapped each sensor when the last tick ended, and the sensors
// near which a body has moved or changed since.
type Sensors struct {
	List     []ColliderSlot `column:"state"` // ascending
	Visitors [][]ColliderID `column:"state"` // by sensor, in the order of List; ascending
	IsMarked []bool         `column:"state"` // by collider slot
	Marked   []ColliderSlot `column:"state"` // sensors to look at, some of them gone
}

// Add adds a sensor without visitors and marks it.
func (s *Sensors) Add(c ColliderSlot) {
	i, _ := slices.BinarySearch(s.List, c)
	s.List, s.Visitors = append(s.List, 0), append(s.Visitors, nil)
	copy(s.List[i+1:], s.List[i:])
	copy(s.Visitors[i+1:], s.Visitors[i:])
	s.List[i], s.Visitors[i] = c, nil
	s.Mark(c)
}

// Remove removes a sensor and returns its visitors.
func (s *Sensors) Remove(c ColliderSlot) []ColliderID {
	i, ok := slices.BinarySearch(s.List, c)
	if !ok {
		return nil
	}
	visitors := s.Visitors[i]
	s.List = slices.Delete(s.List, i, i+1)
	s.Visitors = slices.Delete(s.Visitors, i, i+1)
	return visitors
}

// Mark makes the next tick update a sensor.
func (s *Sensors) Mark(c ColliderSlot) {
	for int(c) >= len(s.IsMarked) {
		s.IsMarked = grow.Append(s.IsMarked, false)
	}
	if !s.IsMarked[c] {
		s.IsMarked[c] = true
		s.Marked = append(s.Marked, c)
	}
}

// VisitorsOf returns the visitors of a sensor, and none for another collider.
func (s *Sensors) VisitorsOf(c ColliderSlot) []ColliderID {
	if i, ok := slices.BinarySearch(s.List, c); ok {
		return s.Visitors[i]
	}
	return nil
}

// Columns adds the columns of the sensors to a list, with a function that hashes a visitor.
func (s *Sensors) Columns(l *column.List, hash func(*column.Hasher, ColliderID)) {
	l.State("list", column.Slice(&s.List))
	l.State("overlaps", column.Lists(&s.Visitors, hash))
	l.State("isMarked", column.Slice(&s.IsMarked))
	l.State("marked", column.Slice(&s.Marked).HashedBy(column.HashSorted(&s.Marked))) // queries fill it in the order of the trees
}
