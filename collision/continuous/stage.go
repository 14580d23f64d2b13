package continuous

import (
	"math"
	"runtime"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// Stage holds the settings of the two stages and their scratch.
type Stage struct {
	GravityPerTick geom.Vec2 `column:"derived"` // the change of a velocity by the world's gravity in a tick, m/s
	MaxSpeed       float32   `column:"derived"` // of dynamic bodies, m/s

	p             *collision.Pipeline `column:"fixed"`
	fast          []fastBody          `column:"scratch"`
	near          bitset.Set          `column:"scratch"` // dynamic bodies, by row, that may have entered a static body although they are slow
	firstTouched  []int32             `column:"scratch"` // of each body, by row: index into touched
	touched       []touchedContact    `column:"scratch"`
	slowSearch    slowTask            `column:"scratch"`
	fastSearch    fastTask            `column:"scratch"`
	cells         cellStamp           `column:"scratch"`
	useCells      bool                `column:"scratch"`
	paths         []motionPath        `column:"scratch"` // of fast bodies, by their index in fast
	bullets       []bulletSweep       `column:"scratch"` // in the order of their rows
	bulletSearch  bulletSearch        `column:"scratch"`
	kinematics    []kinematicMotion   `column:"scratch"`
	queries       []*ccdQuery         `column:"scratch"` // by worker, while a stage runs
	moved         movedBoxes          `column:"scratch"`
	task          ccdTask             `column:"scratch"`
	kinematicHits kinematicHits       `column:"scratch"`
	traversed     traversed           `column:"scratch"`
}

// New returns the stages for the bodies, shapes and contacts of a pipeline.
func New(p *collision.Pipeline) Stage { return Stage{p: p} }

// ccdBlock is the number of fast bodies in a block. Most of them come near nothing, but the sweep
// of a body that comes near something takes long.
const ccdBlock = 32

// ccdGroup is the number of fast bodies that are first tested together.
const ccdGroup = 8

// fastBody is a body to be swept.
type fastBody struct {
	_     [0]func() // not comparable, so no program has code for a comparison
	row   state.BodyRow
	unmet bool // only the colliders count that its own had not met when the tick began: see slow.go
}

type ccdTask struct{ s *Stage }

func (t *ccdTask) Do(block, worker int) {
	s := t.s
	lo, hi := par.Span(block, len(s.fast), ccdBlock)
	q := s.queries[worker]
	if len(s.bullets) > 0 {
		for i, b := range s.fast[lo:hi] {
			path := &s.paths[lo+i]
			path.row, path.n = b.row, 0
			q.sweepBody(b, path)
		}
		return
	}
	if s.useCells {
		q.sweepRemembering(s.fast[lo:hi])
		return
	}
	for ; lo < hi; lo += ccdGroup {
		q.sweepGroup(s.fast[lo:min(lo+ccdGroup, hi)])
	}
}

// FastBodies moves fast bodies back to where they first met a static or kinematic body. Each body
// is swept alone and writes its own pose, so the result does not depend on the blocks. Bullets are
// left to the stage Bullets.
func (s *Stage) FastBodies(pool *par.Pool) {
	p := s.p
	s.fast, s.bullets, s.kinematics = s.fast[:0], s.bullets[:0], s.kinematics[:0]
	s.kinematicHits.sweeps = s.kinematicHits.sweeps[:0]
	s.traversed.reset()
	s.findSlow(pool)
	s.findFast(pool)
	if len(s.moved.ids) > 0 {
		p.Broadphase.Update(s.moved.ids, s.moved.boxes)
		s.moved.ids, s.moved.boxes = s.moved.ids[:0], s.moved.boxes[:0]
	}
	if s.kinematicHits.possible && len(s.kinematics) > 0 {
		s.enlistHit(pool)
	}
	s.task.s = s
	if len(s.fast) == 0 {
		return
	}
	s.takeQueries(pool.Workers())
	if n := len(s.fast); n > len(s.paths) && len(s.bullets) > 0 {
		s.paths = append(s.paths, make([]motionPath, n+n/2-len(s.paths))...)
	}
	if p.Rules.ShouldCollide != nil || p.Rules.PreSolve && p.PreSolveColliders > 0 {
		pool, s.useCells = nil, false // the game's code runs on the caller's goroutine, in the order of rows
	} else {
		s.prepareCells(pool)
	}
	pool.Run(par.Blocks(len(s.fast), ccdBlock), &s.task)
	s.gatherTraversed()
	s.giveQueries()
}

// canBlock reports whether a collider can stop another in a sweep. It applies the cheap filters
// only; shouldBlock applies the others once a hit is found.
func (s *Stage) canBlock(self state.BodySlot, c, other state.ColliderSlot, bullet bool) bool {
	p := s.p
	link := &p.Shapes.Link[other]
	owner := state.BodySlot(link.Owner)
	if owner == self || link.Flags&state.ColliderSensor != 0 {
		return false
	}
	if !bullet && p.Bodies.Meta[owner].Type == body.Dynamic {
		return false
	}
	return p.Shapes.Filter(c).Accepts(p.Shapes.Filter(other))
}

// oneWayBlocks reports whether the one-way rules of a pair's colliders allow a stop at a hit. The
// hit's time is a time of the pair's sweeps.
func (s *Stage) oneWayBlocks(q *ccdQuery, pair *motionPair, other state.ColliderSlot, hit *narrowphase.Impact) bool {
	link := s.p.Shapes.Link
	if (link[q.moving].Flags|link[other].Flags)&state.ColliderOneWay == 0 {
		return true
	}
	return s.p.OneWayStops(q.oneWaySearch, &collision.OneWayImpact{
		Moving: q.moving, Obstacle: other, MovingSweep: &pair.movingSweep, ObstacleSweep: &pair.fixedSweep,
		Time: hit.Time, Normal: hit.Normal,
	})
}

// preSolveBlocks asks the game whether a pair is stopped at a hit, if the game has asked for that.
func (s *Stage) preSolveBlocks(q *ccdQuery, pair *motionPair, other state.ColliderSlot, hit *narrowphase.Impact, time float64) bool {
	p := s.p
	if !p.Rules.CallsPreSolve(p.Shapes.Link[q.moving].Flags | p.Shapes.Link[other].Flags) {
		return true
	}
	moving, fixed := pair.movingSweep.At(hit.Time), pair.fixedSweep.At(hit.Time)
	rel := fixed.InverseMul(moving)
	d := narrowphase.SignedDistance(pair.fixed, pair.moving, &rel, nil)
	q.swept = collision.SweptContact{
		Moving: q.moving, Obstacle: other, Normal: hit.Normal, Point: fixed.Apply(d.PointA.Lerp(d.PointB, 0.5)),
		Separation: d.Distance, Fraction: time,
	}
	return p.Rules.PreSolveSweep(&q.swept)
}

// shouldBlock applies all filters of contacts to a hit.
func (s *Stage) shouldBlock(self state.BodySlot, c, other state.ColliderSlot) bool {
	a, b, bodyA, bodyB := c, other, self, state.BodySlot(s.p.Shapes.Link[other].Owner)
	if a > b {
		a, b, bodyA, bodyB = b, a, bodyB, bodyA
	}
	return s.p.ShouldCollide(a, b, bodyA, bodyB)
}

// fullMotion returns the unstopped motion of a body. The LastPose of a body that takes no part in
// the tick comes from an earlier tick. It is not inlined, since that is a kilobyte more.
//
//go:noinline
func (s *Stage) fullMotion(row state.BodyRow) motionSegment {
	bodies := s.p.Bodies
	motion := narrowphase.StaticSweep(bodies.Pose[row])
	if int(row) < bodies.Awake() {
		motion.Start = bodies.LastPose[row]
	}
	return motionSegment{Segment: Segment{0, 1, motion}}
}

// sweptBodyBox returns a box around a body during a segment.
func (s *Stage) sweptBodyBox(row state.BodyRow, segment *motionSegment) geom.Box {
	box := geom.EmptyBox()
	for c := s.p.Bodies.Motion[row].FirstCollider; c != state.None; c = s.p.Shapes.Link[c].Next {
		box = box.Union(s.sweptBox(state.ColliderSlot(c), &segment.Sweep))
	}
	return box
}

// sweptBox returns a box around a collider during a sweep. A rotation moves points along arcs; an
// arc leaves its chord by no more than its sagitta.
func (s *Stage) sweptBox(c state.ColliderSlot, sweep *narrowphase.Sweep) geom.Box {
	convex := s.p.Shapes.Convex(c)
	box := shape.BoxOf(convex, sweep.Start).Union(shape.BoxOf(convex, sweep.End))
	rot := sweep.Start.R.InverseMul(sweep.End.R)
	cosHalf := math.Sqrt(max(0, 0.5*(1+rot.C)))
	extent := convex.Center.Length() + convex.BoundingRadius
	return box.Grow(float64(extent*(1-cosHalf)) + s.p.Tolerance.Slop)
}

// motionCircleBox returns a box around a body, treated as a circle, while its centre of mass moves
// along a straight line.
func (s *Stage) motionCircleBox(row state.BodyRow, from, to geom.Vec2) geom.Box32 {
	box := geom.Box{Min: from, Max: to}
	if runtime.GOARCH == "wasm" { // where min and max are calls
		if to.X < from.X {
			box.Min.X, box.Max.X = to.X, from.X
		}
		if to.Y < from.Y {
			box.Min.Y, box.Max.Y = to.Y, from.Y
		}
	} else {
		box = geom.Box{Min: from.Min(to), Max: from.Max(to)}
	}
	return s.expandedBox(box, s.p.Bodies.Motion[row].MaxExtent)
}

// expandedBox returns a box around all points within extent plus a slop of another box. A box that
// is a little too large costs less than rounding outward.
func (s *Stage) expandedBox(box geom.Box, extent float32) geom.Box32 {
	r := float64(extent) + s.p.Tolerance.Slop
	// The rounding to float32 has an error of 2^-24 of a coordinate.
	farX, farY := box.Max.X, box.Max.Y
	if -box.Min.X > farX {
		farX = -box.Min.X
	}
	if -box.Min.Y > farY {
		farY = -box.Min.Y
	}
	r += float64((1.0 / (1 << 23)) * (r + farX + farY))
	return geom.Box32{
		MinX: float32(box.Min.X - r), MinY: float32(box.Min.Y - r),
		MaxX: float32(box.Max.X + r), MaxY: float32(box.Max.Y + r),
	}
}

// chordLength returns the distance by which a rotation moves a point at distance one.
func chordLength(q geom.Rot) float64 {
	c := q.C - 1
	return math.Sqrt(float64(c*c) + float64(q.S*q.S))
}
