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
type ccdScratch struct {
	fast          []state.BodyRow
	paths         []motionPath // of fast bodies, by their place in that list
	bullets       []bulletSweep
	kinematics    []kinematicMotion
	queries       []*ccdQuery // by worker
	moved         boxMoves
	task          ccdTask
	kinematicHits kinematicHitQuery
}

// mover is a kinematic body that moves so much in this tick that it may pass over
// something.
type kinematicMotion struct {
	row   state.BodyRow
	delta geom.Transform // where it carries the points of the world
}

// ccdBlock is the number of fast bodies in a block: most come near nothing, and a
// sweep of one that does is dear.
const ccdBlock = 32

// ccdGroup is the number of fast bodies that are first looked at together.
const ccdGroup = 8

type ccdTask struct{ p *Pipeline }

func (t *ccdTask) Do(block, worker int) {
	lo, hi := par.Span(block, len(t.p.ccd.fast), ccdBlock)
	s := &t.p.ccd
	q := s.queries[worker]
	if len(s.bullets) > 0 {
		for i, row := range s.fast[lo:hi] {
			path := &s.paths[lo+i]
			path.row, path.n = row, 0
			q.sweepBody(row, path)
		}
		return
	}
	for ; lo < hi; lo += ccdGroup {
		group := s.fast[lo:min(lo+ccdGroup, hi)]
		if q.clearOfStatic(group) {
			continue
		}
		for _, row := range group {
			q.sweepBody(row, nil)
		}
	}
}

// Continuous takes fast bodies back to where they first met something that no
// impulse moves: static and kinematic bodies. Fast are bodies that moved by more
// than half their thinness, and those that a kinematic body passed by as much.
// Each is swept alone and writes its own pose, so the cut into blocks cannot be
// told from the result. Bullets wait for Bullets.
func (p *Pipeline) Continuous(pool *par.Pool) {
	s := &p.ccd
	s.fast, s.bullets, s.kinematics = s.fast[:0], s.bullets[:0], s.kinematics[:0]
	for r := range p.Bodies.Awake() {
		stepFlags := p.Bodies.Motion[r].StepFlags
		if p.Bodies.State[r].Flags&state.FlagDynamic == 0 {
			p.sweepKinematicBoxes(state.BodyRow(r))
		} else if stepFlags&state.StepFlagFast != 0 {
			p.addFast(state.BodyRow(r))
		}
	}
	if len(s.moved.ids) > 0 {
		p.Broadphase.Update(s.moved.ids, s.moved.boxes)
		s.moved.ids, s.moved.boxes = s.moved.ids[:0], s.moved.boxes[:0]
	}
	p.enlistHit()
	s.task.p = p
	for len(s.queries) < pool.Workers() {
		s.queries = append(s.queries, newCCDQuery(p))
	}
	if n := len(s.fast); n > len(s.paths) && len(s.bullets) > 0 {
		s.paths = append(s.paths, make([]motionPath, n+n/2-len(s.paths))...)
	}
	if p.Rules.ShouldCollide != nil {
		pool = nil // the game's filter runs on the caller's goroutine
	}
	pool.Run(par.Blocks(len(s.fast), ccdBlock), &s.task)
}

// addFast puts a dynamic body among those to be swept.
func (p *Pipeline) addFast(row state.BodyRow) {
	if p.Bodies.Motion[row].StepFlags&state.StepFlagBullet != 0 {
		p.ccd.bullets = append(p.ccd.bullets, bulletSweep{row: row})
	} else {
		p.ccd.fast = append(p.ccd.fast, row)
	}
}

// sweepKinematicBoxes sees to it that the boxes of a kinematic body cover its whole way
// through the tick, so that what flies towards it finds it.
func (p *Pipeline) sweepKinematicBoxes(row state.BodyRow) {
	lastPose, pose := p.Bodies.LastPose[row], p.Bodies.Pose[row]
	if lastPose == pose {
		return
	}
	s := &p.ccd
	sweep := narrowphase.Sweep{Start: lastPose, End: pose}
	delta := pose.Mul(lastPose.Inverse())
	boxes := p.Broadphase.Boxes()
	for c := p.Bodies.Motion[row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		box := p.sweptBox(shape.Slot(c), &sweep)
		if !boxes[c].ToBox().Contains(box) {
			s.moved.ids = append(s.moved.ids, c)
			s.moved.boxes = append(s.moved.boxes, box.Grow(p.Tolerance.speculativeMargin()).ToBox32())
		}
	}
	s.kinematics = append(s.kinematics, kinematicMotion{row, delta})
}

// kinematicHitQuery looks for slow bodies that a kinematic body moves against.
type kinematicHitQuery struct {
	p         *Pipeline
	kinematic kinematicMotion
	visit     func(other uint32) bool
}

// enlistHit enlists the awake bodies that are slow, but fast as seen from a kinematic
// body whose way they are in.
func (p *Pipeline) enlistHit() {
	s := &p.ccd
	if s.kinematicHits.p == nil {
		s.kinematicHits.p = p
		s.kinematicHits.visit = s.kinematicHits.test
	}
	for _, m := range s.kinematics {
		s.kinematicHits.kinematic = m
		sweep := narrowphase.Sweep{Start: p.Bodies.LastPose[m.row], End: p.Bodies.Pose[m.row]}
		for c := p.Bodies.Motion[m.row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
			if p.Shapes.Link[c].Flags&shape.ColliderSensor == 0 {
				p.Broadphase.QueryClass(broadphase.Moving, p.sweptBox(shape.Slot(c), &sweep).ToBox32(), ^uint64(0), s.kinematicHits.visit)
			}
		}
	}
	if len(s.kinematics) > 0 { // they came in the order of the broadphase
		slices.SortFunc(s.bullets, func(a, b bulletSweep) int { return int(a.row) - int(b.row) })
	}
}

func (q *kinematicHitQuery) test(other uint32) bool {
	p := q.p
	row := p.Bodies.Rows[p.Shapes.Link[other].Owner]
	motion := &p.Bodies.Motion[row]
	if int(row) >= p.Bodies.Awake() || motion.StepFlags&state.StepFlagFast != 0 {
		return true
	}
	// Where the body would be had it moved along, and where it is.
	expected, actual := q.kinematic.delta.Mul(p.Bodies.LastPose[row]), p.Bodies.Pose[row]
	motionBound := expected.P.Distance(actual.P) + float64(chordLength(expected.R.InverseMul(actual.R))*float64(motion.MaxExtent))
	if motionBound > float64(0.5*float64(motion.MinExtent)) {
		motion.StepFlags |= state.StepFlagFast
		p.addFast(row)
	}
	return true
}

// chord returns how far a turn moves a point at distance one.
func chordLength(q geom.Rot) float64 {
	c := q.C - 1
	return math.Sqrt(float64(c*c) + float64(q.S*q.S))
}

// sweptBox returns a box around a collider during a sweep. A turn carries points
// along arcs; an arc leaves its chord by no more than its sagitta.
func (p *Pipeline) sweptBox(c shape.Slot, sweep *narrowphase.Sweep) geom.Box {
	convex := p.Shapes.Convex(c)
	box := shape.BoxOf(convex, sweep.Start).Union(shape.BoxOf(convex, sweep.End))
	rot := sweep.Start.R.InverseMul(sweep.End.R)
	cosHalf := math.Sqrt(max(0, 0.5*(1+rot.C)))
	extent := convex.Center.Length() + convex.BoundingRadius
	return box.Grow(float64(extent*(1-cosHalf)) + p.Tolerance.Slop)
}

// canBlock reports whether a collider can stop another in a sweep. The dearer
// filters are asked when a stop is at hand.
func (p *Pipeline) canBlock(self state.BodySlot, c, other shape.Slot, bullet bool) bool {
	link := &p.Shapes.Link[other]
	owner := state.BodySlot(link.Owner)
	if owner == self || link.Flags&shape.ColliderSensor != 0 {
		return false
	}
	if p.callsPreSolve(link.Flags | p.Shapes.Link[c].Flags) {
		return false // whether it is solid is decided contact by contact
	}
	if !bullet && p.Bodies.Meta[owner].Type == body.Dynamic {
		return false
	}
	return p.Shapes.Filter[c].Accepts(p.Shapes.Filter[other])
}

// callsPreSolve reports whether the game is asked about the contacts of colliders with such
// flags.
func (p *Pipeline) callsPreSolve(flags shape.ColliderFlags) bool {
	return p.Rules.PreSolve && flags&shape.ColliderPreSolve != 0
}

// shouldBlock asks what blocks left out.
func (p *Pipeline) shouldBlock(self state.BodySlot, c, other shape.Slot) bool {
	a, b, bodyA, bodyB := c, other, self, state.BodySlot(p.Shapes.Link[other].Owner)
	if a > b {
		a, b, bodyA, bodyB = b, a, bodyB, bodyA
	}
	return p.shouldCollide(a, b, bodyA, bodyB)
}
