package collision

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// OneWaySearch is the scratch of the search for neighbours of a platform. Each goroutine has
// its own.
type OneWaySearch struct {
	found []uint32
	visit func(uint32) bool
}

// NewOneWaySearch returns the scratch of one goroutine.
func NewOneWaySearch() *OneWaySearch {
	s := &OneWaySearch{}
	s.visit = func(c uint32) bool {
		s.found = append(s.found, c)
		return true
	}
	return s
}

// sideOfBoth says where each of two colliders is, seen from the other where that is one-way, at
// the given poses.
func (p *Pipeline) sideOfBoth(pair *state.ContactPair, poses []geom.Transform, tolerance float64, rule oneWayRule) oneWaySide {
	if p.oneWaySearch == nil {
		p.oneWaySearch = NewOneWaySearch()
	}
	a, b := state.ColliderSlot(pair.ColliderA), state.ColliderSlot(pair.ColliderB)
	poseA, poseB := &poses[p.Bodies.Rows[pair.BodyA]], &poses[p.Bodies.Rows[pair.BodyB]]
	side := p.sideOf(p.oneWaySearch, a, b, poseA, poseB, tolerance, rule)
	return side.or(p.sideOf(p.oneWaySearch, b, a, poseB, poseA, tolerance, rule))
}

// sideOf says where a shape is, seen from a platform. It is beyond a platform that is not
// one-way.
func (p *Pipeline) sideOf(search *OneWaySearch, platform, other state.ColliderSlot, pose, otherPose *geom.Transform, tolerance float64, rule oneWayRule) oneWaySide {
	n := p.Shapes.OneWayOf(platform)
	if n == (geom.Vec2{}) {
		return beyond
	}
	o := oneWayPair{
		platform: p.Shapes.Convex(platform), other: p.Shapes.Convex(other),
		direction: n, pose: pose.InverseMul(*otherPose), slop: p.Tolerance.Slop,
	}
	side := o.locate(tolerance, rule)
	if side == beyond {
		return beyond
	}
	if depth, held := p.depthInNeighbor(platform, other, &o); held && depth+p.Tolerance.Slop > tolerance {
		tolerance = depth + p.Tolerance.Slop
		side = o.locate(tolerance, rule)
	}
	if side != beyond && side != below && p.goesOn(search, platform, other, pose, otherPose, &o, side, tolerance) {
		return beyond
	}
	return side
}

// maxNeighbors is the number of neighbours over which a shape may hang down from a platform.
const maxNeighbors = 64

// goesOn reports whether the surface of a platform goes on beyond one of its ends, through
// neighbours that the shape is above, as far as the lowest point of the shape.
func (p *Pipeline) goesOn(search *OneWaySearch, platform, other state.ColliderSlot, pose, otherPose *geom.Transform, o *oneWayPair, side oneWaySide, tolerance float64) bool {
	n, here := pose.R.Apply(o.direction), platform
	end := pose.Apply(o.end(side))
	for range maxNeighbors {
		neighbor, next, found := p.nextNeighbor(search, here, platform, other, pose, otherPose, end, n, side, tolerance)
		if found == beyond {
			return true
		} else if found == below {
			return false
		}
		here, end = neighbor, next
	}
	return false
}

// nextNeighbor finds a collider that carries the surface on from an end, in the world: the
// one with the smallest slot of those that lead further and that the shape is above. It
// returns the collider and its end on that side, and beyond if the shape does not hang down
// beside that, or below if there is none.
func (p *Pipeline) nextNeighbor(search *OneWaySearch, here, platform, other state.ColliderSlot, pose, otherPose *geom.Transform, end, n geom.Vec2, side oneWaySide, tolerance float64) (state.ColliderSlot, geom.Vec2, oneWaySide) {
	s, gap := p.Shapes, float64(oneWayGap*p.Tolerance.Slop)
	owner, outward := s.Link[platform].Owner, side.outward(n)
	best, bestEnd, result := state.ColliderSlot(state.None), geom.Vec2{}, below
	for _, i := range p.collidersAt(search, owner, boxAround(end, 2*gap)) {
		c := state.ColliderSlot(i)
		if c == here || c >= best || s.Link[c].Flags&state.ColliderSensor != 0 || !p.sameRigid(uint32(owner), uint32(s.Link[c].Owner)) ||
			!s.Filter[c].Accepts(s.Filter[other]) {
			continue
		}
		at := pose
		if s.Link[c].Owner != owner {
			at = &p.Bodies.Pose[p.Bodies.Rows[s.Link[c].Owner]]
		}
		local := at.ApplyInverse(end)
		o := oneWayPair{
			platform: s.Convex(c), other: s.Convex(other),
			direction: at.R.ApplyInverse(n), pose: at.InverseMul(*otherPose), slop: p.Tolerance.Slop,
		}
		if o.platform.Kind == shape.KindHalfPlane || shape.ClosestPoint(o.platform, local).Sub(local).LengthSquared() > float64(gap*gap) {
			continue
		}
		last := at.Apply(o.end(side))
		if last.Sub(end).Dot(outward) <= gap {
			continue
		}
		if found := o.locate(tolerance, mustNotHang); found == side || found == beyond {
			best, bestEnd, result = c, last, found
		}
	}
	return best, bestEnd, result
}

// collidersAt returns the colliders that may be rigidly connected with a body and overlap a box.
func (p *Pipeline) collidersAt(search *OneWaySearch, owner state.BodySlot, box geom.Box32) []uint32 {
	search.found = search.found[:0]
	if p.Bodies.Meta[owner].Type != body.Dynamic {
		p.Broadphase.QueryClass(broadphase.Immovable, box, ^uint64(0), search.visit)
		return search.found
	}
	for c := p.Bodies.Motion[p.Bodies.Rows[owner]].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		search.found = append(search.found, c)
	}
	return search.found
}

// depthInNeighbor returns how deep a shape is in colliders that hold it, are rigidly
// connected with a platform and adjoin an end of its surface, and whether there are any.
func (p *Pipeline) depthInNeighbor(platform, other state.ColliderSlot, o *oneWayPair) (depth float64, held bool) {
	owner, self := p.Shapes.Link[platform].Owner, p.Shapes.Link[other].Owner
	pose := &p.Bodies.Pose[p.Bodies.Rows[owner]]
	n := pose.R.Apply(o.direction)
	for key := p.Bodies.Meta[self].FirstContact; key != state.None; key = p.next(key) {
		row := p.Contacts.Rows[key>>1]
		c, sc := &p.Contacts.Pair[row], &p.Contacts.Solver[row]
		if sc.Count == 0 || p.oneWay(c) && !p.Contacts.OneWay[key>>1].Holds() {
			continue
		}
		neighbor, rigid, mine, up := c.ColliderA, c.BodyA, c.ColliderB, 1.0
		if key&1 == 0 {
			neighbor, rigid, mine, up = c.ColliderB, c.BodyB, c.ColliderA, -1
		}
		normal := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}
		if neighbor == uint32(platform) || mine != uint32(other) || !p.sameRigid(uint32(owner), rigid) || float64(up*normal.Dot(n)) < oneWayPushCos {
			continue
		}
		convex, at := p.Shapes.Convex(state.ColliderSlot(neighbor)), &p.Bodies.Pose[p.Bodies.Rows[rigid]]
		limit := float64(oneWayGap * p.Tolerance.Slop)
		left, right := at.ApplyInverse(pose.Apply(o.end(left))), at.ApplyInverse(pose.Apply(o.end(right)))
		if shape.ClosestPoint(convex, left).Sub(left).LengthSquared() > float64(limit*limit) &&
			shape.ClosestPoint(convex, right).Sub(right).LengthSquared() > float64(limit*limit) {
			continue
		}
		held = true
		for i := range sc.Count {
			depth = max(depth, -float64(sc.Points[i].Separation))
		}
	}
	return depth, held
}

// oneWayRule says which shapes above a platform count as beyond it.
type oneWayRule int

const (
	mustNotHang oneWayRule = iota // those that do not hang down beside it
	mayHang                       // all that share columns with it: it came there by the other rule
)

// oneWaySide says where a shape is, seen from a platform.
type oneWaySide int

const (
	below  oneWaySide = iota // or overlapping
	beyond                   // wholly above
	left                     // above, but hanging down beside the left end
	right                    // above, but hanging down beside the right end
)

// or returns the worse of two sides.
func (s oneWaySide) or(other oneWaySide) oneWaySide {
	if s == below || other == beyond {
		return s
	}
	return other
}

// outward returns the direction to the side of an end, with n taken for up.
func (s oneWaySide) outward(n geom.Vec2) geom.Vec2 {
	if s == left {
		return n.LeftPerp()
	}
	return n.RightPerp()
}

// oneWayPair is a platform and a shape.
type oneWayPair struct {
	platform, other shape.Convex
	direction       geom.Vec2      // unit, in the platform's frame; it is up
	pose            geom.Transform // of the shape in the platform's frame
	slop            float64        // overlaps of columns up to this do not count, m
}

// locate says where the shape is, to within a tolerance.
func (o *oneWayPair) locate(tolerance float64, rule oneWayRule) oneWaySide {
	n, g := o.direction, o.platform
	if g.Kind == shape.KindHalfPlane {
		if g.B.Dot(n) > 0 && o.support(g.B.Neg()).Sub(g.A).Dot(g.B) >= -tolerance {
			return beyond
		}
		return below
	}
	low := o.support(n.Neg())
	lowest := low.Dot(n) + tolerance
	if lowest >= g.Support(n).Dot(n) {
		return beyond
	}
	raised := geom.Transform{P: o.pose.P.MulAdd(tolerance, n), R: o.pose.R}
	r := narrowphase.SignedDistance(g, o.other, &raised, nil)
	if r.Distance < 0 {
		return below
	}
	if o.other.Kind == shape.KindHalfPlane {
		if r.Normal.Dot(n) > 0 {
			return beyond
		}
		return below
	}
	// Two convex shapes that are apart and share columns: the normal tells which is above.
	toRight, first, last := right.outward(n), o.end(left), o.end(right)
	from, to := toRight.Dot(o.support(toRight.Neg())), toRight.Dot(o.support(toRight))
	if from < toRight.Dot(last)-o.slop && to > toRight.Dot(first)+o.slop {
		if r.Normal.Dot(n) <= 0 {
			return below
		}
		if rule == mayHang {
			return beyond
		}
	}
	switch x := toRight.Dot(low); {
	case x < toRight.Dot(first) && lowest < first.Dot(n):
		return left
	case x > toRight.Dot(last) && lowest < last.Dot(n):
		return right
	}
	return beyond
}

// support returns the shape's point farthest along a direction, in the platform's frame.
func (o *oneWayPair) support(d geom.Vec2) geom.Vec2 {
	return o.pose.Apply(o.other.Support(o.pose.R.ApplyInverse(d)))
}

// end returns an end of the platform's upper surface: of its points farthest to that side the
// upper one.
func (o *oneWayPair) end(side oneWaySide) geom.Vec2 {
	const upward = 1e-4 // decides between the ends of an upright side
	return o.platform.Support(side.outward(o.direction).MulAdd(upward, o.direction))
}
