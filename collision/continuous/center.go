package continuous

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// A body that begins a tick deep in an obstacle may move on inside it, otherwise it could never
// come out. In a sharp corner a body that spins by nearly half a turn per tick is deep in one wall
// or the other after every tick. The centre of the body then bounds its depth: the centre does not
// pass into an obstacle. A body whose centre would pass into an obstacle stays in front of it,
// without the velocity into it.

// enteredObstacle is an obstacle that a body's centre would enter.
type enteredObstacle struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	collider state.ColliderSlot
	row      state.BodyRow
	moves    bool              // it is kinematic and moves
	depth    float64           // of the centre, m; zero means none
	normal   geom.Vec2         // outward
	motion   narrowphase.Sweep // of the obstacle
	excess   float64           // distance from there back to in front of the obstacle, m
}

// isWorseThan reports whether an obstacle takes precedence over another one. An obstacle at rest
// precedes a moving one. Then the greater depth decides, then the smaller slot, because candidates
// have no order.
func (o *enteredObstacle) isWorseThan(other *enteredObstacle) bool {
	switch {
	case other.depth == 0:
		return true
	case o.moves != other.moves:
		return other.moves
	case o.depth != other.depth:
		return o.depth > other.depth
	}
	return o.collider < other.collider
}

// carry returns the pose at the end of the tick of a body with the given pose at the beginning that
// moves along with the obstacle.
func (o *enteredObstacle) carry(pose geom.Transform) geom.Transform {
	if !o.moves {
		return pose
	}
	return o.motion.End.Mul(o.motion.Start.InverseMul(pose))
}

// keepsCenters reports whether all centres of the body's colliders stay out of obstacles on the
// straight lines from one pose to the other, relative to the obstacle. A centre that is inside an
// obstacle already may not get deeper.
func (q *ccdQuery) keepsCenters(from, to geom.Transform) bool {
	p := q.p
	boxes := p.Broadphase.Boxes()
	first := p.Bodies.Motion[q.row].FirstCollider
	q.entered.depth = 0
	for c := first; c != state.None; c = p.Shapes.Link[c].Next {
		moving := state.ColliderSlot(c)
		if p.Shapes.Link[c].Flags&state.ColliderSensor != 0 {
			continue
		}
		center := geom.Vec2{} // the centre of mass lies in the only collider
		if p.Shapes.Link[first].Next != state.None {
			center, _ = shape.InnerCircle(p.Shapes.Convex(moving))
		}
		start, end := from.Apply(center), to.Apply(center)
		box := geom.Box{Min: start, Max: start}.Include(end)
		for _, other := range q.candidates {
			if box.Overlaps(boxes[other].ToBox()) {
				q.testCenter(moving, state.ColliderSlot(other), start, end)
			}
		}
	}
	return q.entered.depth == 0
}

// testCenter keeps an obstacle if a centre that moves from one point to another enters it and it is
// the worst so far. One-way colliders, colliders for which the game decides each contact, and
// dynamic bodies do not count.
func (q *ccdQuery) testCenter(moving, other state.ColliderSlot, start, end geom.Vec2) {
	p := q.p
	owner := p.Shapes.Link[other].Owner
	row := p.Bodies.Rows[owner]
	if (p.Shapes.Link[moving].Flags|p.Shapes.Link[other].Flags)&(state.ColliderOneWay|state.ColliderPreSolve) != 0 {
		return
	}
	if p.Bodies.Meta[owner].Type == body.Dynamic || !q.s.canBlock(q.self, moving, other, false) {
		return
	}
	motion := q.s.fullMotion(row).Sweep
	ray := geom.Ray{Origin: motion.Start.ApplyInverse(start)}
	ray.Translation = motion.End.ApplyInverse(end).Sub(ray.Origin)
	depth, normal := enteredDepth(p.Shapes.Convex(other), ray)
	found := enteredObstacle{
		collider: other, row: row, moves: motion.Start != motion.End, depth: depth, normal: motion.End.R.Apply(normal), motion: motion,
	}
	if !(depth > 0) || !found.isWorseThan(&q.entered) || !q.s.shouldBlock(q.self, moving, other) {
		return
	}
	// Exactly on the surface, a centre would be let through.
	found.excess = depth + min(p.Tolerance.Slop, float64(centerGapRatio*shape.InnerRadius(p.Shapes.Convex(moving))))
	q.entered = found
}

// enteredDepth returns the depth at which a point that moves along a ray ends inside a shape, and
// the normal there: the normal of the surface that the point passes, or the nearest normal if the
// point starts inside and ends deeper. Otherwise the depth is zero.
func enteredDepth(c shape.Convex, ray geom.Ray) (depth float64, normal geom.Vec2) {
	hit, ok := shape.RayCast(c, ray)
	switch {
	case !ok:
		return 0, normal
	case !hit.Inside:
		return -float64((1 - hit.Fraction) * ray.Translation.Dot(hit.Normal)), hit.Normal
	}
	at := geom.Transform{P: ray.Origin, R: geom.IdentityTransform.R}
	start := narrowphase.SignedDistance(c, narrowphase.Point, &at, nil)
	sinks := -ray.Translation.Dot(start.Normal)
	if sinks <= 0 {
		return 0, normal
	}
	return sinks - start.Distance, start.Normal
}

// centerGapRatio is the distance from an obstacle at which a centre is put back, as a share of the
// collider's inner radius.
const centerGapRatio = 0.25

// holdSteps is the number of times that holdCenters moves a body back along a normal, for a corner
// of several walls.
const holdSteps = 4

// holdCenters changes the end of a body's motion so that its centres stay out of obstacles, and
// reports whether it did. The body moves back along the normal of the obstacle that it entered. The
// way back may be long and lead into other obstacles. If the steps do not help, the body returns to
// its pose at the beginning of the tick, carried along if the obstacle moves. In a sharp corner the
// body loses its velocity: the way out of one wall leads into the other. A moving obstacle does not
// press a body against one at rest, but passes through the body.
func (q *ccdQuery) holdCenters() bool {
	start, end := q.p.Bodies.LastPose[q.row], q.motion.Sweep.End
	if q.keepsCenters(start, end) {
		return false
	}
	pressed := q.entered.moves
	if pressed && q.touchesStatic() {
		return false
	}
	var before passedWall
	for range holdSteps {
		last := q.entered
		end.P = end.P.MulAdd(last.excess, last.normal)
		q.collectCandidates(start.P, end.P)
		if q.keepsCenters(start, end); pressed && q.entered.depth > 0 && !q.entered.moves {
			return false
		}
		wall := passedWall{last.row, last.normal}
		q.s.stopInCorner(q.row, before, wall)
		before = wall
		if q.entered.depth == 0 || q.entered.moves != pressed {
			break
		}
	}
	if q.entered.depth > 0 && q.entered.moves == pressed {
		if end = q.entered.carry(start); !q.keepsCenters(start, end) && !q.entered.moves && pressed {
			return false
		}
	}
	q.stopApproaches()
	q.motion = motionSegment{Segment: Segment{0, 1, narrowphase.Sweep{Start: start, End: end}}}
	return true
}

// touchesStatic reports whether the body had points of contact with a static body at the beginning
// of the tick.
func (q *ccdQuery) touchesStatic() bool {
	for i := q.s.firstTouched[q.row]; i != 0; i = q.s.touched[i].link {
		pair := &q.p.Contacts.Pair[q.s.touched[i].contact]
		if meta := q.p.Bodies.Meta; meta[pair.BodyA].Type == body.Static || meta[pair.BodyB].Type == body.Static {
			return true
		}
	}
	return false
}
