package collision

import (
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// sweeps is the scratch of the continuous stages.
type sweeps struct {
	fast     []state.BodyRow
	trails   []trail // of fast bodies, by their place in that list
	flights  []flight
	movers   []mover
	sweepers []*sweeper // by worker
	moved    moves
	task     sweepTask
	strike   striker
}

// mover is a kinematic body that moves so much in this tick that it may pass over
// something.
type mover struct {
	row  state.BodyRow
	step geom.Transform // where it carries the points of the world
}

// sweepBlock is the number of fast bodies in a block: most come near nothing, and a
// sweep of one that does is dear.
const sweepBlock = 32

// sweepGroup is the number of fast bodies that are first looked at together.
const sweepGroup = 8

type sweepTask struct{ p *Pipeline }

func (t *sweepTask) Do(block, worker int) {
	lo, hi := par.Span(block, len(t.p.sweeps.fast), sweepBlock)
	s := &t.p.sweeps
	w := s.sweepers[worker]
	if len(s.flights) > 0 {
		for i, row := range s.fast[lo:hi] {
			note := &s.trails[lo+i]
			note.row, note.n = row, 0
			w.run(row, note)
		}
		return
	}
	for ; lo < hi; lo += sweepGroup {
		group := s.fast[lo:min(lo+sweepGroup, hi)]
		if w.alone(group) {
			continue
		}
		for _, row := range group {
			w.run(row, nil)
		}
	}
}

// Continuous takes fast bodies back to where they first met something that no
// impulse moves: static and kinematic bodies. Fast are bodies that moved by more
// than half their thinness, and those that a kinematic body passed by as much.
// Each is swept alone and writes its own pose, so the cut into blocks cannot be
// told from the result. Bullets wait for Bullets.
func (p *Pipeline) Continuous(pool *par.Pool) {
	s := &p.sweeps
	s.fast, s.flights, s.movers = s.fast[:0], s.flights[:0], s.movers[:0]
	for r := range p.Bodies.Awake() {
		traits := p.Bodies.Motion[r].StepFlags
		if p.Bodies.State[r].Flags&state.FlagDynamic == 0 {
			p.carryBoxes(state.BodyRow(r))
		} else if traits&state.StepFlagFast != 0 {
			p.enlist(state.BodyRow(r))
		}
	}
	if len(s.moved.ids) > 0 {
		p.Broad.Update(s.moved.ids, s.moved.boxes)
		s.moved.ids, s.moved.boxes = s.moved.ids[:0], s.moved.boxes[:0]
	}
	p.struck()
	s.task.p = p
	for len(s.sweepers) < pool.Workers() {
		s.sweepers = append(s.sweepers, newSweeper(p))
	}
	if n := len(s.fast); n > len(s.trails) && len(s.flights) > 0 {
		s.trails = append(s.trails, make([]trail, n+n/2-len(s.trails))...)
	}
	if p.Rules.Filter != nil {
		pool = nil // the game's filter runs on the caller's goroutine
	}
	pool.Run(par.Blocks(len(s.fast), sweepBlock), &s.task)
}

// enlist puts a dynamic body among those to be swept.
func (p *Pipeline) enlist(row state.BodyRow) {
	if p.Bodies.Motion[row].StepFlags&state.StepFlagBullet != 0 {
		p.sweeps.flights = append(p.sweeps.flights, flight{row: row})
	} else {
		p.sweeps.fast = append(p.sweeps.fast, row)
	}
}

// carryBoxes sees to it that the boxes of a kinematic body cover its whole way
// through the tick, so that what flies towards it finds it.
func (p *Pipeline) carryBoxes(row state.BodyRow) {
	last, pose := p.Bodies.LastPose[row], p.Bodies.Pose[row]
	if last == pose {
		return
	}
	s := &p.sweeps
	sweep := narrowphase.Sweep{Start: last, End: pose}
	step := pose.Mul(last.Inverse())
	boxes := p.Broad.Boxes()
	for c := p.Bodies.Motion[row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		box := p.swept(shape.Slot(c), &sweep)
		if !boxes[c].ToBox().Contains(box) {
			s.moved.ids = append(s.moved.ids, c)
			s.moved.boxes = append(s.moved.boxes, box.Grow(p.Tolerance.reach()).ToBox32())
		}
	}
	s.movers = append(s.movers, mover{row, step})
}

// striker looks for slow bodies that a kinematic body moves against.
type striker struct {
	p     *Pipeline
	mover mover
	visit func(other uint32) bool
}

// struck enlists the awake bodies that are slow, but fast as seen from a kinematic
// body whose way they are in.
func (p *Pipeline) struck() {
	s := &p.sweeps
	if s.strike.p == nil {
		s.strike.p = p
		s.strike.visit = s.strike.consider
	}
	for _, m := range s.movers {
		s.strike.mover = m
		sweep := narrowphase.Sweep{Start: p.Bodies.LastPose[m.row], End: p.Bodies.Pose[m.row]}
		for c := p.Bodies.Motion[m.row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
			if p.Shapes.Link[c].Flags&shape.ColliderSensor == 0 {
				p.Broad.QueryClass(broadphase.Moving, p.swept(shape.Slot(c), &sweep).ToBox32(), ^uint64(0), s.strike.visit)
			}
		}
	}
	if len(s.movers) > 0 { // they came in the order of the broadphase
		slices.SortFunc(s.flights, func(a, b flight) int { return int(a.row) - int(b.row) })
	}
}

func (t *striker) consider(other uint32) bool {
	p := t.p
	row := p.Bodies.Rows[p.Shapes.Link[other].Owner]
	motion := &p.Bodies.Motion[row]
	if int(row) >= p.Bodies.Awake() || motion.StepFlags&state.StepFlagFast != 0 {
		return true
	}
	// Where the body would be had it moved along, and where it is.
	along, is := t.mover.step.Mul(p.Bodies.LastPose[row]), p.Bodies.Pose[row]
	way := along.P.Distance(is.P) + float64(chord(along.R.InverseMul(is.R))*float64(motion.MaxExtent))
	if way > float64(0.5*float64(motion.MinExtent)) {
		motion.StepFlags |= state.StepFlagFast
		p.enlist(row)
	}
	return true
}

// chord returns how far a turn moves a point at distance one.
func chord(q geom.Rot) float64 {
	c := q.C - 1
	return math.Sqrt(float64(c*c) + float64(q.S*q.S))
}

// swept returns a box around a collider during a sweep. A turn carries points
// along arcs; an arc leaves its chord by no more than its sagitta.
func (p *Pipeline) swept(c shape.Slot, sweep *narrowphase.Sweep) geom.Box {
	convex := p.Shapes.Convex(c)
	box := shape.BoxOf(convex, sweep.Start).Union(shape.BoxOf(convex, sweep.End))
	turn := sweep.Start.R.InverseMul(sweep.End.R)
	cosHalf := math.Sqrt(max(0, 0.5*(1+turn.C)))
	reach := convex.Center.Length() + convex.BoundingRadius
	return box.Grow(float64(reach*(1-cosHalf)) + p.Tolerance.Slop)
}

// blocks reports whether a collider can stop another in a sweep. The dearer
// filters are asked when a stop is at hand.
func (p *Pipeline) blocks(self state.BodySlot, c, other shape.Slot, bullet bool) bool {
	link := &p.Shapes.Link[other]
	owner := state.BodySlot(link.Owner)
	if owner == self || link.Flags&shape.ColliderSensor != 0 {
		return false
	}
	if p.asked(link.Flags | p.Shapes.Link[c].Flags) {
		return false // whether it is solid is decided contact by contact
	}
	if !bullet && p.Bodies.Meta[owner].Type == body.Dynamic {
		return false
	}
	return p.Shapes.Filter[c].Accepts(p.Shapes.Filter[other])
}

// asked reports whether the game is asked about the contacts of colliders with such
// flags.
func (p *Pipeline) asked(flags shape.ColliderFlags) bool {
	return p.Rules.PreSolve && flags&shape.ColliderPreSolve != 0
}

// mayStop asks what blocks left out.
func (p *Pipeline) mayStop(self state.BodySlot, c, other shape.Slot) bool {
	a, b, bodyA, bodyB := c, other, self, state.BodySlot(p.Shapes.Link[other].Owner)
	if a > b {
		a, b, bodyA, bodyB = b, a, bodyB, bodyA
	}
	return p.mayTouch(a, b, bodyA, bodyB)
}
