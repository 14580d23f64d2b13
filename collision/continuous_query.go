package collision

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// ccdQuery takes one body at a time along its way. It is kept from tick to tick,
// because a visitor made at the call would allocate.
type ccdQuery struct {
	p            *Pipeline
	self         state.BodySlot
	row          state.BodyRow
	motion       motionSegment
	bullet       bool
	candidates   []uint32 // whose boxes the way passes
	addCandidate func(other uint32) bool
	foundAny     bool // the question whether there is anything: what was found
	findAny      func(other uint32) bool

	moving         shape.Slot // of the body's colliders, the one that looks for stops
	innerRadius    float64    // its thinness
	startDepth     startDepth
	best           ccdHit
	obstacleMotion motionSegment // scratch
	pair           motionPair    // scratch: it points into itself
}

// ccdHit is the earliest thing that a sweep met.
type ccdHit struct {
	time           float64   // fraction of the tick
	normal         geom.Vec2 // out of what was met
	moving         shape.Slot
	collider       uint32        // what was met
	obstacleMotion motionSegment // its motion
	coreOnly       bool          // the body is so deep in it that only its heart was stopped
}

// noHit is later than any time of a tick.
const noHit = 2

func newCCDQuery(p *Pipeline) *ccdQuery {
	q := &ccdQuery{p: p}
	q.addCandidate = func(other uint32) bool {
		q.candidates = append(q.candidates, other)
		return true
	}
	q.findAny = func(uint32) bool {
		q.foundAny = true
		return false
	}
	return q
}

// clearOfStatic reports whether bodies come nowhere near anything at rest. Neighbours in
// the table are often neighbours in the world, so one look for many is worth it.
func (q *ccdQuery) clearOfStatic(rows []state.BodyRow) bool {
	p := q.p
	box, extent := geom.EmptyBox(), float32(0)
	for _, row := range rows {
		box = box.Include(p.Bodies.LastPose[row].P).Include(p.Bodies.Pose[row].P)
		extent = max(extent, p.Bodies.Motion[row].MaxExtent)
	}
	q.foundAny = false
	p.Broadphase.QueryClass(broadphase.Immovable, p.expandedBox(box, extent), ^uint64(0), q.findAny)
	return !q.foundAny
}

// collectCandidates gathers whose boxes a body may touch on a straight way of its centre. It
// looks at all colliders at once and takes the body for a circle.
func (q *ccdQuery) collectCandidates(from, to geom.Vec2) {
	p := q.p
	box := p.expandedBox(geom.Box{Min: from.Min(to), Max: from.Max(to)}, p.Bodies.Motion[q.row].MaxExtent)
	q.candidates = q.candidates[:0]
	p.Broadphase.QueryClass(broadphase.Immovable, box, ^uint64(0), q.addCandidate)
	if q.bullet {
		p.Broadphase.QueryClass(broadphase.Moving, box, ^uint64(0), q.addCandidate)
	}
}

// expandedBox returns a box around all that reaches so far from a point of another box.
// That it is a little too large costs less than to round it outward.
func (p *Pipeline) expandedBox(box geom.Box, extent float32) geom.Box32 {
	r := float64(extent) + p.Tolerance.Slop
	// Narrowing is off by 2^-24 of a coordinate.
	r += float64((1.0 / (1 << 23)) * (r + max(-box.Min.X, box.Max.X) + max(-box.Min.Y, box.Max.Y)))
	return geom.Box32{
		MinX: float32(box.Min.X - r), MinY: float32(box.Min.Y - r),
		MaxX: float32(box.Max.X + r), MaxY: float32(box.Max.Y + r),
	}
}

// hasRecordedPath reports whether the way of what a bullet may meet is written down
// elsewhere: that of fast bodies.
func (q *ccdQuery) hasRecordedPath(other uint32) bool {
	if !q.bullet {
		return false
	}
	row := q.p.Bodies.Rows[q.p.Shapes.Link[other].Owner]
	return int(row) < q.p.Bodies.Awake() && q.p.Bodies.State[row].Flags&state.FlagDynamic != 0 &&
		q.p.Bodies.Motion[row].StepFlags&state.StepFlagFast != 0
}

// sweepBody takes a fast body back to where it first met something. A body that was
// stopped goes on along the surface with the part of its motion that does not
// lead into it; the part that does is left for the contact of the next tick,
// which the velocity still knows about. Its way is noted down if there is a trail.
func (q *ccdQuery) sweepBody(row state.BodyRow, path *motionPath) {
	p := q.p
	q.row, q.bullet = row, false
	q.collectCandidates(p.Bodies.LastPose[row].P, p.Bodies.Pose[row].P)
	if len(q.candidates) == 0 && path == nil {
		return
	}
	q.self, q.startDepth, q.motion = p.Bodies.Slots[row], startDepth{}, p.fullMotion(row)
	gravity, stopped := p.GravityPerTick, false
	for slides := 0; len(q.candidates) > 0 && (q.motion.sweep.Start != q.motion.sweep.End || len(p.ccd.kinematics) > 0); slides++ {
		q.best.time = noHit
		q.findHit()
		if q.best.time > 1 {
			break
		}
		stopped = true
		if path != nil {
			path.add(motionSegment{from: q.motion.from, to: q.best.time, sweep: narrowphase.Sweep{Start: q.motion.sweep.Start, End: q.motion.at(q.best.time)}})
		}
		q.motion = p.motionAfterHit(&q.motion, &q.best, slides)
		gravity = p.removeGravityAfterHit(row, &q.best, gravity)
		if slides > maxSlides {
			break
		}
		q.collectCandidates(q.motion.sweep.Start.P, q.motion.sweep.End.P)
	}
	if stopped {
		p.Bodies.Pose[row] = q.motion.sweep.End
	}
	if path != nil {
		path.add(q.motion)
		path.box = geom.EmptyBox()
		for i := range path.n {
			path.box = path.box.Union(p.sweptBodyBox(row, &path.segments[i]))
		}
	}
}

// findHit finds the earliest impact of any of the body's colliders. Ties go to
// the smaller collider that was met.
func (q *ccdQuery) findHit() {
	p := q.p
	boxes := p.Broadphase.Boxes()
	for c := p.Bodies.Motion[q.row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		if !q.selectCollider(shape.Slot(c)) {
			continue
		}
		box := q.motionBox(p.Shapes.Convex(q.moving))
		for _, other := range q.candidates {
			if box.Overlaps(boxes[other].ToBox()) && p.canBlock(q.self, q.moving, shape.Slot(other), q.bullet) && !q.hasRecordedPath(other) {
				q.obstacleMotion = p.fullMotion(p.Bodies.Rows[p.Shapes.Link[other].Owner])
				q.testCollider(shape.Slot(other), &q.obstacleMotion)
			}
		}
		if q.bullet {
			q.testFastBodies(box)
		}
	}
}

// selectCollider makes a collider of the body the one that looks for stops. It reports
// false for a collider that stops nowhere: a sensor, or one that is too slow
// itself to pass through anything. Without kinematic bodies on the move that
// settles it.
func (q *ccdQuery) selectCollider(c shape.Slot) bool {
	p := q.p
	if p.Shapes.Link[c].Flags&shape.ColliderSensor != 0 {
		return false
	}
	q.moving = c
	if motion := &p.Bodies.Motion[q.row]; motion.FirstCollider == uint32(c) && p.Shapes.Link[c].Next == state.None {
		q.innerRadius = float64(motion.MinExtent) // the body is the collider
		return true
	}
	convex := p.Shapes.Convex(c)
	q.innerRadius = shape.InnerRadius(convex)
	if q.bullet || len(p.ccd.kinematics) > 0 || q.motion.from > 0 {
		return true
	}
	a, b := q.motion.sweep.Start, q.motion.sweep.End
	motionBound := a.Apply(convex.Center).Distance(b.Apply(convex.Center)) + float64(chordLength(a.R.InverseMul(b.R))*convex.BoundingRadius)
	return motionBound > float64(0.5*q.innerRadius)
}

// motionBox returns a box around the way of a collider: that of its bounding circle
// unless the shape is slim.
func (q *ccdQuery) motionBox(c shape.Convex) geom.Box {
	if c.BoundingRadius > 3*q.innerRadius && c.Kind != shape.KindCustom {
		return q.p.sweptBox(q.moving, &q.motion.sweep)
	}
	from, to := q.motion.sweep.Start, q.motion.sweep.End
	margin := c.BoundingRadius + q.p.Tolerance.Slop
	if from.R != to.R {
		b := angleBound(from.R.InverseMul(to.R))
		margin += float64(0.125 * float64(c.Center.Length()*float64(b*b)))
	}
	a, b := from.Apply(c.Center), to.Apply(c.Center)
	return geom.Box{Min: a.Min(b), Max: a.Max(b)}.Grow(margin)
}

// testCollider keeps the impact on another collider if it is the earliest so far. The leg
// is the motion of the other's body; what counts is the time that it has in common
// with the way.
func (q *ccdQuery) testCollider(other shape.Slot, obstacle *motionSegment) {
	p := q.p
	from, to := max(q.motion.from, obstacle.from), min(q.motion.to, obstacle.to)
	if from > to || from > q.best.time || q.motion.carried == (carriedPair{uint32(q.moving) + 1, uint32(other) + 1}) {
		return
	}
	pair := &q.pair
	pair.fixed, pair.moving = p.Shapes.Convex(other), p.Shapes.Convex(q.moving)
	obstacle.subSweep(&pair.fixedSweep, from, to)
	q.motion.subSweep(&pair.movingSweep, from, to)
	pair.measureMotion()
	if from == 0 && pair.motionBound <= float64(0.5*q.innerRadius) {
		return
	}
	hit, ok := q.impact(pair, from, to)
	if !ok {
		return
	}
	time := from + float64(hit.Time*(to-from))
	if time > q.best.time || time == q.best.time && uint32(other) >= q.best.collider {
		return
	}
	if p.shouldBlock(q.self, q.moving, other) {
		q.best = ccdHit{time, hit.Normal, q.moving, uint32(other), *obstacle, hit.Distance < -float64(allowedPenetrationLimitRatio*q.innerRadius)}
	}
}
