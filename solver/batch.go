package solver

import (
	"github.com/carom2d/carom/joint"
)

// batch is constraints that are solved together, and their rows: those of a group, or
// the rest of the world.
type batch struct {
	of       *Solver
	rows     rows
	joints   joint.Rows
	spans    [colourCap][classes]span
	jointed  [colourCap]bool
	jobs     [colourCap]joint.Spans // where there are joints
	groups   int                    // how many there were when the joints of the rest were gathered
	chunks   []chunk                // by colour
	blocks   []span                 // of chunks, of the rest alone: what a worker takes at a time
	first    []span                 // the same for preparing, which needs no colours
	byColour [colourCap]span        // of blocks
	trees    int                    // of joints; theirs are the first chunks
}

// load makes room for the rows of a group's constraints and cuts them into chunks.
// Those of a group that stays with one worker are not cut.
func (b *batch) load(of int) {
	s := b.of
	var rows [classes]int
	for k := range rows {
		cells := s.sorting.contactsOf(of, class(k))
		lo, hi := cells[0], cells[colourCap]
		b.rows.contact[k] = s.sorting.order[lo:hi]
		for i := range b.spans {
			b.spans[i][k] = span{int(cells[i]-lo) / Lanes, int(cells[i+1]-lo) / Lanes}
		}
		rows[k] = int(hi-lo) / Lanes
	}
	b.rows.resize(rows)
	b.chunks, b.blocks = b.chunks[:0], b.blocks[:0]
	kept := of == rest && b.keepJoints()
	if !kept && s.in.Joints != nil {
		b.joints.Reset(s.in.Joints, s.in.Params)
	}
	b.loadTrees(of)
	for i := range b.spans {
		jobs := s.jobsOf(of, i)
		b.jointed[i] = len(jobs) > 0
		if b.jointed[i] {
			if kept {
				b.joints.GatherOthers(s.in.Joints, jobs, i == overflow, &b.jobs[i])
			} else {
				b.jobs[i] = b.joints.Gather(s.in.Joints, jobs, i == overflow)
			}
		}
		if of != rest {
			b.cut(i, 0, 1)
			continue
		}
		first, n := len(b.blocks), b.shares(i)
		for block := range n {
			from := len(b.chunks)
			b.cut(i, block, n)
			b.blocks = append(b.blocks, span{from, len(b.chunks)})
		}
		b.byColour[i] = span{first, len(b.blocks)}
	}
	if of == rest {
		b.loadFirst()
	}
}

// loadFirst cuts the rest for preparing.
func (b *batch) loadFirst() {
	b.first = b.first[:0]
	n := b.preparations()
	for i := range n {
		from := len(b.chunks)
		if lo, hi := b.trees*i/n, b.trees*(i+1)/n; lo < hi {
			b.chunks = append(b.chunks, chunk{trees: true, lo: int32(lo), hi: int32(hi)})
		}
		for colour, sp := range b.byColour {
			if sp.lo < sp.hi {
				b.cut(colour, i, n)
			}
		}
		b.first = append(b.first, span{from, len(b.chunks)})
	}
}

// cut appends the chunks of a colour that are in one of n pieces of it.
func (b *batch) cut(colour, piece, n int) {
	if b.jointed[colour] {
		for kind, spans := joint.Kind(0), &b.jobs[colour]; kind < joint.Kinds; kind++ {
			if spans[kind].Lo == spans[kind].Hi {
				continue
			}
			if c := b.jointsOf(colour, kind, piece, n); c.lo < c.hi {
				b.chunks = append(b.chunks, c)
			}
		}
	}
	for k, sp := range b.spans[colour] {
		if sp.lo == sp.hi {
			continue
		}
		if c := b.contactsOf(colour, class(k), piece, n); c.lo < c.hi {
			b.chunks = append(b.chunks, c)
		}
	}
}

// keepJoints keeps the rows of the rest's revolute joints where they are if they would
// come to lie there again. Gathering them is serial, and took a twentieth of the solver's
// time in one large island of joints.
func (b *batch) keepJoints() bool {
	s, groups := b.of, len(b.of.grouping.groups)
	same := groups == b.groups && (groups == 1 || !s.sorting.sorted) && s.woods.first[rest] == none
	b.groups = groups
	return same && s.in.Joints != nil && b.joints.Keep(s.in.Joints, s.in.Params)
}

// solve takes a group through all passes of the tick.
func (b *batch) solve(of int) {
	s := b.of
	b.load(of)
	for _, what := range s.passes {
		switch {
		case what.overBodies():
			s.eachRun(what, of)
		case what == workPrepare:
			for _, c := range b.chunks {
				b.prepare(c)
			}
		default:
			for _, c := range b.chunks {
				b.run(what, c)
			}
		}
	}
}

// rowGrain is how many rows of a chunk the first and the last pass take at a time.
const rowGrain = 16

// run does one pass over a chunk. Those which go over the rows more than once do so while
// these are in the first-level cache.
func (b *batch) run(what work, c chunk) {
	if what != workWarm && what != workStore {
		b.runPiece(what, c)
		return
	}
	for end := c.hi; c.lo < end; c.lo = c.hi {
		c.hi = min(c.lo+rowGrain, end)
		b.runPiece(what, c)
	}
}

func (b *batch) runPiece(what work, c chunk) {
	if what == workStore {
		b.store(c)
		return
	}
	s := b.of
	states := s.in.Bodies.State
	if c.trees {
		b.runTrees(what, c)
		return
	}
	if c.kind != joint.NoKind {
		switch lo, hi := int(c.lo), int(c.hi); what {
		case workWarm:
			b.joints.WarmStart(states, c.kind, lo, hi)
		case workSolve:
			b.joints.Solve(states, c.kind, lo, hi)
		default:
			b.joints.Relax(states, c.kind, lo, hi)
		}
		return
	}
	if what == workWarm {
		s.handDown(&b.rows, c)
	}
	if vector && !c.single {
		b.vectorPass(what, c)
		return
	}
	switch what {
	case workWarm:
		b.warmChunk(c)
	case workSolve:
		b.solveChunk(c)
	default:
		b.relaxChunk(c)
	}
}

func (b *batch) prepare(c chunk) {
	in := &b.of.in
	if c.trees {
		for i := c.lo; i < c.hi; i++ {
			b.joints.PrepareTree(in.Joints, in.Bodies, in.Params, int(i))
		}
		return
	}
	if c.kind != joint.NoKind {
		b.joints.Prepare(in.Joints, in.Bodies, in.Params, c.kind, int(c.lo), int(c.hi))
		return
	}
	if vector && !c.single {
		b.prepareVector(c)
		return
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		b.prepareRow(c.contacts, i, in.Bodies, in.Contacts)
	}
}

func (b *batch) store(c chunk) {
	in := &b.of.in
	if c.trees {
		for i := c.lo; i < c.hi; i++ {
			b.joints.StoreTree(in.Joints, in.Params, int(i))
		}
		return
	}
	if c.kind != joint.NoKind {
		b.joints.Store(in.Joints, in.Params, c.kind, int(c.lo), int(c.hi))
		return
	}
	if vector && !c.single {
		b.storeVector(c)
		return
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		b.storeRow(c.contacts, i, in.Contacts)
	}
}

// warmChunk applies the kept impulses of rows.
func (b *batch) warmChunk(c chunk) {
	states, r := b.of.in.Bodies.State, &b.rows
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
func (b *batch) solveChunk(c chunk) {
	states, r := b.of.in.Bodies.State, &b.rows
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, _ := r.at(c.contacts, i)
		for l := range r.lanes(c.contacts, i) {
			solve(states, h, points, l, &b.of.soft)
		}
	}
}

// relaxChunk solves rows without position correction, with friction.
func (b *batch) relaxChunk(c chunk) {
	states, r := b.of.in.Bodies.State, &b.rows
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, surf := r.at(c.contacts, i)
		for l := range r.lanes(c.contacts, i) {
			if surf == nil {
				relax(states, h, points, l, &b.of.soft, noSpeed)
				continue
			}
			relax(states, h, points, l, &b.of.soft, surf.speed[l])
			roll(states, h, points, surf, l)
		}
	}
}
