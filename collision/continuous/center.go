package continuous

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// A body that begins a tick deep in an obstacle may move on in it, or it could never come out, and in
// a sharp corner a body that spins by nearly half a turn per tick is deep in one wall or the other
// after every tick. What bounds its depth then is its centre: it does not pass into an obstacle at
// rest. A body that would is left where the tick found it.

// keepsCenters reports whether no collider of the body carries its centre into an obstacle at rest
// by more than a slop, on the straight line from one pose to the other.
func (q *ccdQuery) keepsCenters(from, to geom.Transform) bool {
	p := q.p
	boxes := p.Broadphase.Boxes()
	first := p.Bodies.Motion[q.row].FirstCollider
	for c := first; c != state.None; c = p.Shapes.Link[c].Next {
		moving := state.ColliderSlot(c)
		if p.Shapes.Link[c].Flags&state.ColliderSensor != 0 {
			continue
		}
		center := geom.Vec2{} // the centre of mass lies in the only collider
		if p.Shapes.Link[first].Next != state.None {
			center, _ = shape.InnerCircle(p.Shapes.Convex(moving))
		}
		ray := geom.Ray{Origin: from.Apply(center)}
		ray.Translation = to.Apply(center).Sub(ray.Origin)
		box := geom.Box{Min: ray.Origin, Max: ray.Origin}.Include(to.Apply(center))
		for _, other := range q.candidates {
			if box.Overlaps(boxes[other].ToBox()) && q.centerEnters(moving, state.ColliderSlot(other), ray) {
				return false
			}
		}
	}
	return true
}

// centerEnters reports whether a ray leads into an obstacle at rest by more than a slop. One-way
// colliders, and those about which the game decides contact by contact, are none.
func (q *ccdQuery) centerEnters(moving, other state.ColliderSlot, ray geom.Ray) bool {
	p := q.p
	row := p.Bodies.Rows[p.Shapes.Link[other].Owner]
	motion := q.s.fullMotion(row)
	if (p.Shapes.Link[moving].Flags|p.Shapes.Link[other].Flags)&(state.ColliderOneWay|state.ColliderPreSolve) != 0 {
		return false
	}
	if motion.sweep.Start != motion.sweep.End || !q.s.canBlock(q.self, moving, other, false) {
		return false
	}
	hit, ok := narrowphase.RayCast(p.Shapes.Convex(other), &p.Bodies.Pose[row], ray)
	return ok && hit.Fraction > 0 && -float64((1-hit.Fraction)*ray.Translation.Dot(hit.Normal)) > p.Tolerance.Slop &&
		q.s.shouldBlock(q.self, moving, other)
}
