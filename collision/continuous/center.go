package continuous

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// A body that begins a tick deep in an obstacle may move on in it, or it could never come out, and
// in a sharp corner a body that spins by nearly half a turn per tick is deep in one wall or the
// other after every tick. What bounds its depth then is its centre: it does not pass into an
// obstacle. A body that would stays in front, without the velocity that leads there.

// enteredObstacle is an obstacle into which a body would get.
type enteredObstacle struct {
	collider state.ColliderSlot
	row      state.BodyRow
	moves    bool              // it is kinematic and moves
	depth    float64           // of the centre, m; zero means none
	normal   geom.Vec2         // out of it
	motion   narrowphase.Sweep // of the obstacle
	excess   float64           // how far back from there the centre is in front, m
}

// isWorseThan reports whether an obstacle decides before another one: at rest before one that
// moves, then the deeper one, then the one with the smaller slot, for candidates have no order.
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

// carry returns where a pose at the beginning of the tick is at its end, if it moves along with the
// obstacle.
func (o *enteredObstacle) carry(pose geom.Transform) geom.Transform {
	if !o.moves {
		return pose
	}
	return o.motion.End.Mul(o.motion.Start.InverseMul(pose))
}

// keepsCenters reports whether no collider of the body carries its centre into an obstacle, on the
// straight line from one pose to the other as seen from the obstacle. A centre that is inside
// already may not get deeper.
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

// testCenter keeps an obstacle if a centre that moves from one point to another gets into it, and
// it is the worst so far. One-way colliders, and those about which the game decides contact by
// contact, are none, nor are dynamic ones.
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
	motion := q.s.fullMotion(row).sweep
	ray := geom.Ray{Origin: motion.Start.ApplyInverse(start)}
	ray.Translation = motion.End.ApplyInverse(end).Sub(ray.Origin)
	depth, normal := enteredDepth(p.Shapes.Convex(other), ray)
	found := enteredObstacle{
		collider: other, row: row, moves: motion.Start != motion.End, depth: depth, normal: motion.End.R.Apply(normal), motion: motion,
	}
	if !(depth > 0) || !found.isWorseThan(&q.entered) || !q.s.shouldBlock(q.self, moving, other) {
		return
	}
	// Once on the surface, a centre would be let through.
	found.excess = depth + min(p.Tolerance.Slop, float64(centerGapRatio*shape.InnerRadius(p.Shapes.Convex(moving))))
	q.entered = found
}

// enteredDepth returns how deep a point ends in a shape that moves along a ray, and the normal
// there: the normal of the surface that it passes, or the nearest one if it starts inside and ends
// deeper. Otherwise the depth is zero.
func enteredDepth(c shape.Convex, ray geom.Ray) (depth float64, normal geom.Vec2) {
	hit, ok := shape.RayCast(c, ray)
	switch {
	case !ok:
		return 0, normal
	case !hit.Inside:
		return -float64((1 - hit.Fraction) * ray.Translation.Dot(hit.Normal)), hit.Normal
	}
	point := shape.Geometry{Kind: shape.KindCircle}
	at := geom.Transform{P: ray.Origin, R: geom.IdentityTransform.R}
	start := narrowphase.SignedDistance(c, shape.Convex{Geometry: &point}, &at, nil)
	sinks := -ray.Translation.Dot(start.Normal)
	if sinks <= 0 {
		return 0, normal
	}
	return sinks - start.Distance, start.Normal
}

// centerGapRatio is how far from an obstacle a centre is put back, as a share of its inner radius.
const centerGapRatio = 0.25

// holdSteps is how often holdCenters moves a body back along a normal, for a corner of several
// walls.
const holdSteps = 4

// holdCenters changes the end of a body's motion so that its centres stay out of obstacles, and
// reports whether it has. The body moves back along the normal of the obstacle that it got into.
// The way back may be long and lead into other obstacles. If it does not help, the body goes to
// where the tick found it, carried along if the obstacle moves. An obstacle that moves does not
// press a body against one at rest, but passes.
func (q *ccdQuery) holdCenters() bool {
	start, end := q.p.Bodies.LastPose[q.row], q.motion.sweep.End
	if q.keepsCenters(start, end) {
		return false
	}
	pressed := q.entered.moves
	if pressed && q.touchesStatic() {
		return false
	}
	for range holdSteps {
		last := q.entered
		end.P = end.P.MulAdd(last.excess, last.normal)
		q.collectCandidates(start.P, end.P)
		if q.keepsCenters(start, end); pressed && q.entered.depth > 0 && !q.entered.moves {
			return false
		}
		q.s.stopApproach(q.row, last.row, last.normal)
		if q.entered.depth == 0 || q.entered.moves != pressed {
			break
		}
	}
	if q.entered.depth > 0 && q.entered.moves == pressed {
		if end = q.entered.carry(start); !q.keepsCenters(start, end) && !q.entered.moves && pressed {
			return false
		}
	}
	q.motion = motionSegment{to: 1, sweep: narrowphase.Sweep{Start: start, End: end}}
	return true
}

// touchesStatic reports whether the body had points of contact with a static one when the tick
// began.
func (q *ccdQuery) touchesStatic() bool {
	for i := q.s.firstTouched[q.row]; i != 0; i = q.s.touched[i].next {
		if q.p.Bodies.Meta[q.p.Shapes.Link[q.s.touched[i].collider].Owner].Type == body.Static {
			return true
		}
	}
	return false
}
