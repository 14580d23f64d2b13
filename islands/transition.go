package islands

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// transition is scratch of a Transition.
type transition struct {
	changes   []state.ContactChange
	linking   []state.ContactChange // those that link works on
	linked    int                   // changes whose colours and islands are known
	workers   int                   // that share link
	begun     []state.ContactSlot   // contacts that report their begin
	ended     []state.ContactSlot   // contacts that report their end
	shrinkers struct{ begun, ended grow.Shrinker }
}

// Transition begins, ends and destroys contacts by the flags that the evaluation set, in
// ascending order of contact slots: the order in which colours are given and islands
// merge is part of the result. It returns the contacts that began and report it, ascending; they
// are valid until the next call.
func (s *Stage) Transition(pool *par.Pool) []state.ContactSlot {
	t := &s.transition
	s.findSilent()
	t.changes, t.linked = s.p.Changes(pool), 0
	t.begun = grow.Empty(t.begun, &t.shrinkers.begun)
	t.ended = grow.Empty(t.ended, &t.shrinkers.ended)
	bodies := s.p.Bodies
	for i := range t.changes {
		c := &t.changes[i]
		if c.Rests && c.Begins() && (bodies.PartitionOf(c.BodyA) == state.Asleep || bodies.PartitionOf(c.BodyB) == state.Asleep) {
			s.link(i, pool)
			s.Wake(c.BodyA)
			s.Wake(c.BodyB)
		}
	}
	s.link(len(t.changes), pool)
	s.finish(pool)
	t.changes = nil
	return t.begun
}

// minSharedLinks is the number of changes from which workers share them.
const minSharedLinks = 64

// link changes the colours and islands of the changes up to one. None of these wakes a body, which
// would give colours to contacts that slept.
func (s *Stage) link(end int, pool *par.Pool) {
	t := &s.transition
	if t.linked == end {
		return
	}
	if end-t.linked < minSharedLinks {
		pool = nil
	}
	t.linking, t.workers = t.changes[t.linked:end], pool.Workers()
	pool.RunStages((*linkTask)(s))
	s.Solver.EndRecolor()
	t.linked, t.linking = end, nil
}

// finish does the work that may wait until the colours and islands are known: it reports the
// contacts that ended, destroys the contacts that leave, and restarts the sleep timers of the
// bodies of contacts that began.
func (s *Stage) finish(pool *par.Pool) {
	t := &s.transition
	if len(t.ended) > 0 {
		s.calls.EndsEach(t.ended)
	}
	for i := range t.changes {
		if c := &t.changes[i]; c.Rests && c.Flags&state.ContactDisjoint == 0 {
			s.Wake(c.BodyA)
			s.Wake(c.BodyB)
		}
	}
	s.p.Contacts.Fit()
	s.p.DestroyEach(t.changes, pool)
}

// linkTask is the parallel task of link. Colours, islands and reports depend on the order of the
// changes, but not on each other.
type linkTask Stage

// The stages of a linkTask.
const (
	linkStageChanges = iota // blocks: colours, islands, reports
	linkStageLists          // of the colours
	linkStageCount
)

func (t *linkTask) Stages() int { return linkStageCount }

func (t *linkTask) Blocks(stage int) int {
	if stage == linkStageChanges {
		return 3
	}
	return t.Solver.RecolorBlocks(len(t.transition.linking), t.transition.workers)
}

func (t *linkTask) Do(stage, block, _ int) {
	s := (*Stage)(t)
	changes := s.transition.linking
	switch {
	case stage == linkStageLists:
		s.Solver.RecolorLists(block)
	case block == 0:
		s.Solver.Recolor(s.p.Contacts, changes, s.p.Bodies)
	case block == 1:
		s.linkIslands(changes)
	default:
		s.noteReports(changes)
	}
}

// linkIslands merges the islands of contacts that begin, and counts the links that islands lost.
func (s *Stage) linkIslands(changes []state.ContactChange) {
	for i := range changes {
		switch c := &changes[i]; {
		case c.Begins():
			s.Islands.Link(c.BodyA, c.BodyB)
		case c.Ends():
			s.Islands.Unlink(c.BodyA, c.BodyB)
		}
	}
}

// noteReports lists the contacts that report their begin or end. A contact of parts that begins
// takes the number of a sibling.
func (s *Stage) noteReports(changes []state.ContactChange) {
	t := &s.transition
	for i := range changes {
		c := &changes[i]
		begins := c.Begins()
		if begins && c.Flags&state.ContactParts != 0 {
			s.takeUserNumber(c.Slot)
		}
		if c.Flags&state.ContactNoEvents != 0 || s.isSilent(c.Slot) {
			continue
		}
		switch {
		case begins:
			t.begun = append(t.begun, c.Slot)
		case c.Flags&state.ContactDisjoint != 0 && c.Flags&state.ContactTouching != 0,
			c.Flags&state.ContactDisjoint == 0 && c.Ends():
			t.ended = append(t.ended, c.Slot)
		}
	}
}
