package islands

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// transition is scratch of a Transition.
type transition struct {
	changes   []state.ContactChange
	finished  int                 // changes of which nothing is left to do
	begun     []state.ContactSlot // contacts that report their begin
	ended     []state.ContactSlot // contacts that report their end, since finish was called last
	shrinkers struct{ begun, ended grow.Shrinker }
}

// Transition begins, ends and destroys contacts by the flags that the evaluation set, in
// ascending order of contact slots: the order in which colours are given and islands
// merge is part of the result. Workers share what is not colours and islands. It returns the
// contacts that began and report it, ascending; they are valid until the next call.
func (s *Stage) Transition(pool *par.Pool) []state.ContactSlot {
	t := &s.transition
	s.findSilent()
	t.changes, t.finished = s.p.Changes(pool), 0
	t.begun = grow.Empty(t.begun, &t.shrinkers.begun)
	t.ended = grow.Empty(t.ended, &t.shrinkers.ended)
	for i := range t.changes {
		c := &t.changes[i]
		reports := c.Flags&state.ContactNoEvents == 0 && !s.isSilent(c.Slot)
		switch {
		case c.Flags&state.ContactDisjoint != 0:
			if c.Flags&state.ContactLinked != 0 {
				s.endContact(c)
			}
			if reports && c.Flags&state.ContactTouching != 0 {
				t.ended = append(t.ended, c.Slot)
			}
		case c.Flags&state.ContactStarted != 0:
			if reports {
				t.begun = append(t.begun, c.Slot)
			}
			if c.Flags&state.ContactParts != 0 {
				s.takeUserNumber(c.Slot)
			}
			s.beginContact(c, i, pool)
		case c.Flags&state.ContactStopped != 0:
			if reports {
				t.ended = append(t.ended, c.Slot)
			}
			s.endContact(c)
		}
	}
	s.finish(len(t.changes), pool)
	t.changes = nil
	return t.begun
}

// beginContact gives a contact a colour and merges the islands of its bodies, which wake. It is
// change i.
func (s *Stage) beginContact(c *state.ContactChange, i int, pool *par.Pool) {
	bodies := s.p.Bodies
	if c.Rests && (bodies.PartitionOf(c.BodyA) == state.Asleep || bodies.PartitionOf(c.BodyB) == state.Asleep) {
		s.finish(i, pool) // waking moves rows
		s.Wake(c.BodyA)
		s.Wake(c.BodyB)
	}
	s.Islands.Link(c.BodyA, c.BodyB)
	s.Solver.BeginContact(s.p.Contacts, c, bodies)
}

// endContact takes a contact out of its colour and counts the link that its island lost.
func (s *Stage) endContact(c *state.ContactChange) {
	if s.p.Contacts.Meta[c.Slot].Color != state.None {
		s.Solver.EndContact(s.p.Contacts, c)
	}
	s.Islands.Unlink(c.BodyA, c.BodyB)
}

// finish does what may wait until the colours and islands of the changes up to one are known: it
// reports the contacts that ended, destroys those that leave, and restarts the sleep timers of the
// bodies of those that began.
func (s *Stage) finish(end int, pool *par.Pool) {
	t := &s.transition
	changes := t.changes[t.finished:end]
	t.finished = end
	if len(t.ended) > 0 {
		s.calls.EndsEach(t.ended)
		t.ended = t.ended[:0]
	}
	for i := range changes {
		if c := &changes[i]; c.Rests && c.Flags&state.ContactDisjoint == 0 {
			s.Wake(c.BodyA)
			s.Wake(c.BodyB)
		}
	}
	s.p.DestroyEach(changes, pool)
}
