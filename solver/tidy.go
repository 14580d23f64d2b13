package solver

import "github.com/carom2d/carom/body"

// Bodies that sleep, wake, come and go change rows, and in time those of one island lie
// all over the table. Then groups are ranges of few rows, which the kernels are
// made for many of, and the workers' parts of the table have nothing to do with each
// other from stage to stage.

const (
	leastToTidy = leastToGroup
	// A world is tidied when its islands are in more pieces than there are islands by
	// one for so many bodies: four times as early as groups would no longer be made.
	tidyGrain = 64
)

// Tidy brings the awake bodies of each island together, in the order of its list, if
// too many lie apart. The islands keep the order of their first rows.
func (s *Islands) Tidy(bodies *body.Store) {
	if bodies.Awake() < leastToTidy || s.scattered(bodies)*tidyGrain <= bodies.Awake() {
		return
	}
	s.flood++
	s.members = s.members[:0]
	for _, b := range bodies.Slots[:bodies.Awake()] {
		i := s.Of(b)
		if i == body.None {
			s.members = append(s.members, b)
			continue
		}
		if s.mark[b] == s.flood {
			continue
		}
		from := len(s.members)
		s.members = s.Bodies(s.members, i)
		for _, mate := range s.members[from:] {
			s.mark[mate] = s.flood
		}
	}
	bodies.Arrange(s.members)
}

// scattered returns in how many more pieces the awake islands lie than they are.
func (s *Islands) scattered(bodies *body.Store) int {
	s.flood++
	pieces, last := 0, uint32(body.None)
	for _, b := range bodies.Slots[:bodies.Awake()] {
		i := s.Of(b)
		if i != last && i != body.None {
			pieces++
			if head := s.table[i].head; s.mark[head] != s.flood {
				s.mark[head] = s.flood
				pieces--
			}
		}
		last = i
	}
	return pieces
}
