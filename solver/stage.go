package solver

import (
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/joint"
)

// A chunk is a piece of a colour that one worker takes: rows of one class of
// contacts, or joints of one kind. Chunks are cut by the scene alone.
type chunk struct {
	contacts class      // when kind is joint.NoKind
	kind     joint.Kind // of joints
	lo, hi   int32
	single   bool // one contact in each row, because it is the overflow
}

// The sizes of a piece of work, in rows, joints and bodies. About half a microsecond
// each: small enough to share out evenly, large beside the cost of a block.
const (
	rowGrain   = 16
	jointGrain = 128
	bodyGrain  = 256
)

// stage is a step of a pass, with a barrier behind it.
type stage struct {
	what   work
	colour int32
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
)

// plan cuts the rows into chunks and lists the stages of the tick.
func (s *Solver) plan() {
	s.chunks = s.chunks[:0]
	s.joints.Reset()
	for i := range s.colours {
		first := len(s.chunks)
		if s.in.Joints != nil {
			s.jobs[i] = s.joints.Gather(s.in.Joints, s.colours[i].joints, i == overflow)
			for kind, sp := range s.jobs[i] {
				grain := jointGrain
				if joint.Kind(kind) == joint.KindRevolute {
					grain /= joint.Lanes
				}
				s.cut(chunk{kind: joint.Kind(kind)}, sp.Lo, sp.Hi, grain)
			}
		}
		for k, sp := range s.spans[i] {
			s.cut(chunk{contacts: class(k), single: i == overflow}, sp.lo, sp.hi, rowGrain)
		}
		s.byColour[i] = span{first, len(s.chunks)}
	}
	s.stages = append(s.stages[:0], stage{what: workBallast}, stage{what: workPrepare})
	for k := range s.in.Params.SubSteps {
		if k == 0 {
			s.stages = append(s.stages, stage{what: workAccelerateFirst})
			s.eachColour(workWarm)
		} else {
			s.stages = append(s.stages, stage{what: workAccelerate})
		}
		s.eachColour(workSolve)
		s.stages = append(s.stages, stage{what: workMove})
		s.eachColour(workRelax)
	}
	s.eachColour(workStore)
	s.stages = append(s.stages, stage{what: workRelieve})
}

func (s *Solver) cut(c chunk, lo, hi, grain int) {
	for ; lo < hi; lo += grain {
		c.lo, c.hi = int32(lo), int32(min(lo+grain, hi))
		s.chunks = append(s.chunks, c)
	}
}

// eachColour adds a stage for every colour in use, in the order of a pass.
func (s *Solver) eachColour(what work) {
	for i, sp := range s.byColour {
		if sp.hi > sp.lo {
			s.stages = append(s.stages, stage{what, int32(i)})
		}
	}
}

// runStages runs the stages on the pool. When joints run code of the game's own,
// the passes over the overflow, where those joints are, stay on this goroutine.
func (s *Solver) runStages(pool *par.Pool) {
	s.now = span{0, len(s.stages)}
	if !s.joints.Asks() {
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

// Blocks returns into how many pieces a stage is cut. The overflow is one piece.
func (p *pass) Blocks(i int) int {
	switch st := p.stages[p.now.lo+i]; st.what {
	case workPrepare:
		return len(p.chunks)
	case workBallast, workRelieve, workAccelerateFirst, workAccelerate, workMove:
		return par.Blocks(p.in.Bodies.Awake(), bodyGrain)
	default:
		if st.colour == overflow {
			return 1
		}
		return p.byColour[st.colour].hi - p.byColour[st.colour].lo
	}
}

// Do runs one piece of a stage.
func (p *pass) Do(i, block, _ int) {
	s := (*Solver)(p)
	st := s.stages[s.now.lo+i]
	switch st.what {
	case workPrepare:
		s.prepare(s.chunks[block])
	case workBallast, workRelieve, workAccelerateFirst, workAccelerate, workMove:
		lo, hi := par.Span(block, s.in.Bodies.Awake(), bodyGrain)
		s.runBodies(st.what, lo, hi)
	default:
		sp := s.byColour[st.colour]
		if st.colour == overflow {
			for _, c := range s.chunks[sp.lo:sp.hi] {
				s.run(st.what, c)
			}
			return
		}
		s.run(st.what, s.chunks[sp.lo+block])
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

// run does one pass over a chunk.
func (s *Solver) run(what work, c chunk) {
	if what == workStore {
		s.store(c)
		return
	}
	states := s.in.Bodies.State
	if c.kind != joint.NoKind {
		switch lo, hi := int(c.lo), int(c.hi); what {
		case workWarm:
			s.joints.WarmStart(states, c.kind, lo, hi)
		case workSolve:
			s.joints.Solve(states, c.kind, lo, hi)
		default:
			s.joints.Relax(states, c.kind, lo, hi)
		}
		return
	}
	if what == workWarm {
		s.handDown(c)
	}
	if vector && !c.single {
		s.vectorPass(what, c)
		return
	}
	switch what {
	case workWarm:
		s.warmChunk(c)
	case workSolve:
		s.solveChunk(c)
	default:
		s.relaxChunk(c)
	}
}

func (s *Solver) prepare(c chunk) {
	if c.kind != joint.NoKind {
		s.joints.Prepare(s.in.Joints, s.in.Bodies, s.in.Params, c.kind, int(c.lo), int(c.hi))
		return
	}
	if vector && !c.single {
		c.lo = s.prepareVector(c)
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		s.prepareRow(c.contacts, i, s.in.Bodies, s.in.Contacts)
	}
}

func (s *Solver) store(c chunk) {
	if c.kind != joint.NoKind {
		s.joints.Store(s.in.Joints, s.in.Params, c.kind, int(c.lo), int(c.hi))
		return
	}
	if vector && !c.single {
		c.lo = s.storeVector(c)
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		s.storeRow(c.contacts, i, s.in.Contacts)
	}
}

// warmChunk applies the kept impulses of rows.
func (s *Solver) warmChunk(c chunk) {
	states, r := s.in.Bodies.State, &s.rows
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, surf := r.at(c.contacts, i)
		for l := range r.lanes(c.contacts, i) {
			warmStart(states, h, points, l)
			if surf != nil {
				warmRoll(states, h, surf, l)
			}
		}
	}
}

// solveChunk solves rows with position correction.
func (s *Solver) solveChunk(c chunk) {
	states, r := s.in.Bodies.State, &s.rows
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, _ := r.at(c.contacts, i)
		for l := range r.lanes(c.contacts, i) {
			solve(states, h, points, l, &s.soft)
		}
	}
}

// relaxChunk solves rows without position correction, with friction.
func (s *Solver) relaxChunk(c chunk) {
	states, r := s.in.Bodies.State, &s.rows
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, surf := r.at(c.contacts, i)
		for l := range r.lanes(c.contacts, i) {
			if surf == nil {
				relax(states, h, points, l, &s.soft, 0)
				continue
			}
			relax(states, h, points, l, &s.soft, surf.speed[l])
			roll(states, h, points, surf, l)
		}
	}
}
