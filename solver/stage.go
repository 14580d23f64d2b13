package solver

import (
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/joint"
)

// A chunk is rows of one class of contacts of a colour, or joints of one kind.
type chunk struct {
	contacts class      // when kind is joint.NoKind
	kind     joint.Kind // of joints
	lo, hi   int32
	single   bool // one contact in each row, because it is the overflow
	trees    bool // lo up to hi are trees of joints
}

// bodyGrain is how many bodies a pass goes over at a time: it does so more than once, and
// they stay in the first-level cache meanwhile.
const bodyGrain = 256

// stage is a step of a pass over the rest of the world, with a barrier behind it, or
// all there is to do in all groups.
type stage struct {
	what   work
	colour int32 // or trees
}

type work uint8

const (
	workBallast work = iota
	workPrepare
	workAccelerateFirst
	workAccelerate
	workWarm
	workSolve
	workMove
	workRelax
	workStore
	workRelieve
	workGroups
)

// overBodies reports whether a pass goes over bodies; others go over constraints.
func (w work) overBodies() bool {
	switch w {
	case workBallast, workRelieve, workAccelerateFirst, workAccelerate, workMove:
		return true
	}
	return false
}

// plan lists the passes of the tick and the stages they make.
func (s *Solver) plan(workers int) {
	s.passes = append(s.passes[:0], workBallast, workPrepare)
	for k := range s.in.Params.SubSteps {
		if k == 0 {
			s.passes = append(s.passes, workAccelerateFirst, workWarm)
		} else {
			s.passes = append(s.passes, workAccelerate)
		}
		s.passes = append(s.passes, workSolve, workMove, workRelax)
	}
	s.passes = append(s.passes, workStore, workRelieve)

	s.stages = s.stages[:0]
	if len(s.grouping.groups) > 1 {
		s.stages = append(s.stages, stage{what: workGroups})
		s.furnish(workers)
	}
	s.rest.load(rest)
	if len(s.grouping.blocks) == 0 {
		return
	}
	for _, what := range s.passes {
		if what.overBodies() || what == workPrepare {
			s.stages = append(s.stages, stage{what: what})
		} else {
			s.eachColour(what)
		}
	}
}

// eachColour adds a stage for every colour in use, in the order of a pass.
func (s *Solver) eachColour(what work) {
	if s.rest.trees > 0 {
		s.stages = append(s.stages, stage{what, trees})
	}
	for i, sp := range s.rest.byColour {
		if sp.hi > sp.lo {
			s.stages = append(s.stages, stage{what, int32(i)})
		}
	}
}

// furnish gives every worker room for the rows of any group.
func (s *Solver) furnish(workers int) {
	var most [classes]int
	for of := range s.grouping.groups[1:] {
		for k := range most {
			c := s.sorting.contactsOf(of+1, class(k))
			most[k] = max(most[k], int(c[colourCap]-c[0])/Lanes)
		}
	}
	for len(s.desks) < workers {
		s.desks = append(s.desks, &batch{of: s, chunks: make([]chunk, 0, colourCap*(int(classes)+int(joint.Kinds)))})
	}
	// Who solves which group is left open, so what one desk has grown to, all get.
	for _, b := range s.desks {
		b.rows.resize(most)
		s.desks[0].joints.RoomLike(&b.joints)
	}
	for _, b := range s.desks {
		b.joints.RoomLike(&s.desks[0].joints)
	}
}

// runStages runs the stages on the pool. When joints run code of the game's own,
// the passes over the overflow, where those joints are, stay on this goroutine.
func (s *Solver) runStages(pool *par.Pool) {
	s.now = span{0, len(s.stages)}
	if !s.rest.joints.Asks() {
		pool.RunStages((*pass)(s))
		return
	}
	first := 0
	for i, st := range s.stages {
		if st.colour != overflow || st.what != workWarm && st.what != workSolve && st.what != workRelax {
			continue
		}
		s.now = span{first, i}
		pool.RunStages((*pass)(s))
		s.now = span{i, i + 1}
		(*pass)(s).Do(0, 0, 0)
		first = i + 1
	}
	s.now = span{first, len(s.stages)}
	pool.RunStages((*pass)(s))
}

// pass is a Solver as the pool sees it.
type pass Solver

// Stages returns the number of stages to run.
func (p *pass) Stages() int { return p.now.hi - p.now.lo }

// Blocks returns into how many pieces a stage is cut.
func (p *pass) Blocks(i int) int {
	st := p.stages[p.now.lo+i]
	switch {
	case st.what == workGroups:
		return len(p.grouping.groups) - 1
	case st.what == workPrepare:
		return len(p.rest.first)
	case st.what.overBodies():
		return len(p.grouping.blocks)
	case st.colour == trees:
		return p.rest.trees
	default:
		sp := p.rest.byColour[st.colour]
		return sp.hi - sp.lo
	}
}

// Do runs one piece of a stage.
func (p *pass) Do(i, block, worker int) {
	s := (*Solver)(p)
	st := s.stages[s.now.lo+i]
	b := &s.rest
	switch {
	case st.what == workGroups:
		s.desks[worker].solve(block + 1)
	case st.what == workPrepare:
		for _, c := range b.chunks[b.first[block].lo:b.first[block].hi] {
			b.prepare(c)
		}
	case st.what.overBodies():
		pieces := s.grouping.blocks[block]
		for _, sp := range s.grouping.pieces[pieces.lo:pieces.hi] {
			for lo := sp.lo; lo < sp.hi; lo += bodyGrain {
				s.runBodies(st.what, lo, min(lo+bodyGrain, sp.hi))
			}
		}
	default:
		if st.colour == trees {
			b.run(st.what, b.chunks[block])
			return
		}
		sp := b.blocks[b.byColour[st.colour].lo+block]
		for _, c := range b.chunks[sp.lo:sp.hi] {
			b.run(st.what, c)
		}
	}
}

// runBodies does the part of a stage that goes over bodies.
func (s *Solver) runBodies(what work, lo, hi int) {
	switch what {
	case workBallast:
		s.ballast(lo, hi)
	case workRelieve:
		s.relieve(lo, hi)
	case workMove:
		s.in.Motion.Move(lo, hi)
	default:
		s.in.Motion.Accelerate(what == workAccelerateFirst, lo, hi)
	}
}
