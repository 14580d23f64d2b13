package continuous

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// ccdQuery sweeps one body at a time. It is reused, because a visitor that is made at each call
// would allocate.
type ccdQuery struct {
	s            *Stage
	p            *collision.Pipeline // of the stage
	self         state.BodySlot
	row          state.BodyRow
	motion       motionSegment
	bullet       bool
	unmet        bool     // see fastBody
	again        bool     // a former sweep has stopped the body in this tick: see SweepAgain
	candidates   []uint32 // colliders whose boxes the motion may touch
	addCandidate func(other uint32) bool
	near         [maxNear]nearItem // static and kinematic colliders that a group of bodies may touch, see group.go
	nearCount    int               // their number, maxNear+1 for any greater
	found        [32]uint32        // scratch of takeCandidates, maxNear or more
	addNear      func(other uint32) bool
	cells        neighborCache

	moving         state.ColliderSlot // the body's collider under test
	innerRadius    float64            // of that collider
	startDepth     startDepth
	extra          float64 // the extra depth that the body may get in the obstacle under test
	lies           bool    // when the tick began the body lay on ground that faces as the obstacle does
	best           ccdHit
	obstacleMotion motionSegment   // scratch
	pair           motionPair      // scratch: it points into itself
	entered        enteredObstacle // the last one that keepsCenters found
	passed         passedWalls     // of the body
	walls          lastWalls       // of the body
	oneWaySearch   *collision.OneWaySearch
	traversed      traversed              // of the bodies that this worker swept
	swept          collision.SweptContact // scratch
}

// ccdHit is the earliest hit of a sweep.
type ccdHit struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	time           float64   // fraction of the tick
	normal         geom.Vec2 // out of the obstacle
	moving         state.ColliderSlot
	collider       uint32 // the obstacle
	obstacleMotion motionSegment
	coreOnly       bool // the body is so deep in the obstacle that only its inner circle was stopped
	lies           bool // see ccdQuery
}

// noHit is later than any time of a tick.
const noHit = 2

// idleQueries lends queries to the worlds that cache no cells in them: most worlds are small, and
// there are many.
var idleQueries par.Shelf[ccdQuery]

// takeQueries provides a query for each worker.
func (s *Stage) takeQueries(workers int) {
	for len(s.queries) < workers {
		q := idleQueries.Take()
		if q.oneWaySearch == nil {
			q.init()
		}
		q.s, q.p = s, s.p
		s.queries = append(s.queries, q)
	}
}

// giveQueries returns the queries, unless they cache cells.
func (s *Stage) giveQueries() {
	if s.cells.places > 0 {
		return
	}
	for i, q := range s.queries {
		q.s, q.p, q.pair = nil, nil, motionPair{} // the shapes belong to the world
		idleQueries.Give(q)
		s.queries[i] = nil
	}
	s.queries = s.queries[:0]
}

func (q *ccdQuery) init() {
	q.oneWaySearch = collision.NewOneWaySearch()
	q.addCandidate = func(other uint32) bool {
		q.candidates = append(q.candidates, other)
		return true
	}
	q.addNear = func(other uint32) bool {
		if q.nearCount++; q.nearCount > maxNear {
			return false
		}
		q.near[q.nearCount-1].id = other
		return true
	}
}

// collectCandidates finds the colliders whose boxes a body may touch while its centre of mass moves
// along a straight line. One query serves all colliders of the body: it treats the body as a
// circle.
func (q *ccdQuery) collectCandidates(from, to geom.Vec2) {
	p := q.p
	box := q.s.motionCircleBox(q.row, from, to)
	q.candidates = q.candidates[:0]
	p.Broadphase.QueryClasses(broadphase.Immovable, box, ^uint64(0), q.addCandidate)
	if q.bullet {
		p.Broadphase.QueryClasses(1<<broadphase.Moving, box, ^uint64(0), q.addCandidate)
	}
}

// hasRecordedPath reports whether a bullet is tested against the recorded path of a collider's
// body. Fast bodies have recorded paths.
func (q *ccdQuery) hasRecordedPath(other uint32) bool {
	if !q.bullet {
		return false
	}
	row := q.p.Bodies.Rows[q.p.Shapes.Link[other].Owner]
	return int(row) < q.p.Bodies.Awake() && q.p.Bodies.State[row].Flags&state.FlagDynamic != 0 &&
		q.p.Bodies.Motion[row].StepFlags&state.StepFlagFast != 0
}

// sweepBody moves a fast body back to its first hit. From there the body goes on along the surface
// with the part of its motion that does not lead into the obstacle. The other part is left to the
// contact of the next tick, because the velocity still includes it. The path is recorded unless
// path is nil.
func (q *ccdQuery) sweepBody(b fastBody, path *motionPath) {
	q.row, q.bullet, q.unmet = b.row, false, b.unmet
	q.collectCandidates(q.p.Bodies.LastPose[b.row].P, q.p.Bodies.Pose[b.row].P)
	if len(q.candidates) > 0 || path != nil {
		q.sweepAmong(path)
	}
}

// sweepAmong is sweepBody once the candidates of the whole motion are known.
func (q *ccdQuery) sweepAmong(path *motionPath) {
	s, p, row := q.s, q.p, q.row
	q.self, q.startDepth, q.motion = p.Bodies.Slots[row], startDepth{}, s.fullMotion(row)
	q.passed.n = 0
	gravity, stopped := s.gravityPerTick(row), false
	if q.again {
		gravity = geom.Vec2{} // the former sweep has removed it
	}
	q.walls = lastWalls{}
	for slides := 0; len(q.candidates) > 0 && (q.motion.Sweep.Start != q.motion.Sweep.End || len(s.kinematics) > 0); slides++ {
		q.best.time = noHit
		q.findHit()
		if q.best.time > 1 {
			break
		}
		stopped = true
		q.walls.note(s, &q.best)
		if path != nil {
			path.add(motionSegment{Segment: q.motion.until(q.best.time)})
		}
		q.traversed.add(row, &q.motion, &q.best)
		q.traversed.addStop(&q.best)
		q.passed.note(p, &q.best)
		answered := s.answerStop(row, &q.best)
		q.motion = q.motionAfterHit(row, &q.motion, &q.best, slides, answered)
		gravity = s.removeGravityAfterHit(row, &q.best, gravity)
		if slides > maxSlides {
			break
		}
		q.collectCandidates(q.motion.Sweep.Start.P, q.motion.Sweep.End.P)
	}
	start := p.Bodies.LastPose[row]
	if stopped {
		q.collectCandidates(start.P, q.motion.Sweep.End.P) // q had the candidates of the last segment
	}
	if len(q.candidates) > 0 && q.holdCenters() {
		stopped = true
		if path != nil {
			path.n = 0
		}
	}
	if stopped {
		p.Bodies.Pose[row] = q.motion.Sweep.End
		s.stopHeld(row, &q.walls)
	}
	if path != nil {
		path.add(q.motion)
		path.box = geom.EmptyBox()
		for i := range path.n {
			path.box = path.box.Union(s.sweptBodyBox(row, &path.segments[i]))
		}
	}
}

// findHit finds the earliest hit of any of the body's colliders. Ties go to the obstacle
// with the smaller slot.
func (q *ccdQuery) findHit() {
	p := q.p
	boxes, owner := p.Broadphase.Boxes(), state.BodySlot(state.None)
	for c := p.Bodies.Motion[q.row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		if !q.selectCollider(state.ColliderSlot(c)) {
			continue
		}
		box := q.motionBox(p.Shapes.Convex(q.moving))
		for _, other := range q.candidates {
			if !box.Overlaps(boxes[other].ToBox()) || !q.s.canBlock(q.self, q.moving, state.ColliderSlot(other), q.bullet) || q.hasRecordedPath(other) {
				continue
			}
			if link := &p.Shapes.Link[other]; link.Owner != owner { // colliders of one body are often near each other
				owner = link.Owner
				q.obstacleMotion = q.s.fullMotion(p.Bodies.Rows[owner])
			}
			q.testCollider(state.ColliderSlot(other), &q.obstacleMotion)
		}
		if q.bullet {
			q.testFastBodies(box)
		}
	}
}

// selectCollider selects the collider of the body to test. It reports false for a sensor, which
// nothing stops.
func (q *ccdQuery) selectCollider(c state.ColliderSlot) bool {
	p := q.p
	if p.Shapes.Link[c].Flags&state.ColliderSensor != 0 {
		return false
	}
	q.moving = c
	if motion := &p.Bodies.Motion[q.row]; motion.FirstCollider == uint32(c) && p.Shapes.Link[c].Next == state.None {
		q.innerRadius = float64(motion.MinExtent) // the body has no other collider
	} else {
		q.innerRadius = shape.InnerRadius(p.Shapes.Convex(c))
	}
	return true
}

// hasContact reports whether the collider under test met another one when the tick began.
func (q *ccdQuery) hasContact(other state.ColliderSlot) bool {
	_, ok := q.p.ContactOf(q.moving, other)
	return ok
}

// motionBox returns a box around the motion of a collider. It is the box of the bounding circle's
// motion unless the shape is slender.
func (q *ccdQuery) motionBox(c shape.Convex) geom.Box {
	if c.BoundingRadius > 3*q.innerRadius && c.Kind != shape.KindCustom {
		return q.s.sweptBox(q.moving, &q.motion.Sweep)
	}
	from, to := q.motion.Sweep.Start, q.motion.Sweep.End
	margin := c.BoundingRadius + q.p.Tolerance.Slop
	if from.R != to.R {
		b := angleBound(from.R.InverseMul(to.R))
		margin += float64(0.125 * float64(c.Center.Length()*float64(b*b)))
	}
	a, b := from.Apply(c.Center), to.Apply(c.Center)
	return geom.Box{Min: a.Min(b), Max: a.Max(b)}.Grow(margin)
}

// testCollider keeps the hit on another collider if it is the earliest so far. The segment is the
// motion of the other collider's body. The two are tested for the time that both segments have in
// common.
func (q *ccdQuery) testCollider(other state.ColliderSlot, obstacle *motionSegment) {
	p := q.p
	from, to := max(q.motion.From, obstacle.From), min(q.motion.To, obstacle.To)
	if from > to || from > q.best.time || q.motion.carried == (carriedPair{uint32(q.moving) + 1, uint32(other) + 1}) {
		return
	}
	if q.unmet && from == 0 && q.hasContact(other) {
		return
	}
	pair := &q.pair
	pair.fixed, pair.moving = p.Shapes.Convex(other), p.Shapes.Convex(q.moving)
	obstacle.Part(&pair.fixedSweep, from, to)
	q.motion.Part(&pair.movingSweep, from, to)
	pair.measureMotion()
	hit, ok := q.impact(pair, other, from, to)
	if !ok {
		return
	}
	time := from + float64(hit.Time*(to-from))
	if time > q.best.time || time == q.best.time && uint32(other) >= q.best.collider {
		return
	}
	if q.s.oneWayBlocks(q, pair, other, &hit) && q.s.shouldBlock(q.self, q.moving, other) && q.s.preSolveBlocks(q, pair, other, &hit, time) {
		q.best = ccdHit{
			time: time, normal: hit.Normal, moving: q.moving, collider: uint32(other), obstacleMotion: *obstacle,
			lies: q.lies, coreOnly: hit.Distance < -float64(allowedPenetrationLimitRatio*q.innerRadius),
		}
	}
}
