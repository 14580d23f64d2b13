package collision

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// OneWaySearch is the scratch of the search for neighbours of a platform. Each goroutine has its
// own scratch.
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

// oneWayCase is a platform and a shape at their poses.
type oneWayCase struct {
	search          *OneWaySearch
	platform, other state.ColliderSlot
	pose, otherPose *geom.Transform // of their bodies
	tolerance       float64         // m
}

// reversed returns the case with the two colliders exchanged.
func (c oneWayCase) reversed() oneWayCase {
	c.platform, c.other, c.pose, c.otherPose = c.other, c.platform, c.otherPose, c.pose
	return c
}

// sideOfBoth returns the side of each of two colliders relative to the other if the other is
// one-way, at the given poses. It returns the worse of the two sides.
func (p *Pipeline) sideOfBoth(pair *state.ContactPair, poses []geom.Transform, tolerance float64, rule oneWayRule) oneWaySide {
	if p.oneWaySearch == nil {
		p.oneWaySearch = NewOneWaySearch()
	}
	c := oneWayCase{
		search: p.oneWaySearch, platform: state.ColliderSlot(pair.ColliderA), other: state.ColliderSlot(pair.ColliderB),
		pose: &poses[p.Bodies.Rows[pair.BodyA]], otherPose: &poses[p.Bodies.Rows[pair.BodyB]], tolerance: tolerance,
	}
	return p.sideOf(c, rule).or(p.sideOf(c.reversed(), rule))
}

// sideOf returns the side of a shape relative to a platform. The shape is beyond a platform that is
// not one-way.
func (p *Pipeline) sideOf(c oneWayCase, rule oneWayRule) oneWaySide {
	n := p.Shapes.OneWayOf(c.platform)
	if n == (geom.Vec2{}) {
		return beyond
	}
	o := oneWayPair{
		platform: p.Shapes.Convex(c.platform), other: p.Shapes.Convex(c.other),
		direction: n, pose: c.pose.InverseMul(*c.otherPose), slop: p.Tolerance.Slop,
	}
	side := o.locate(c.tolerance, rule)
	if side == beyond {
		return beyond
	}
	if depth, held := p.depthInNeighbor(&c, &o); held && depth+p.Tolerance.Slop > c.tolerance {
		c.tolerance = depth + p.Tolerance.Slop
		side = o.locate(c.tolerance, rule)
	}
	if side != beyond && side != below && p.goesOn(&c, &o, side) {
		return beyond
	}
	return side
}

// maxNeighbors is the largest number of neighbours over which a shape may hang down from a
// platform.
const maxNeighbors = 64

// goesOn reports whether the surface of a platform continues beyond one of its ends, through
// neighbours that the shape is above, as far as the lowest point of the shape.
func (p *Pipeline) goesOn(c *oneWayCase, o *oneWayPair, side oneWaySide) bool {
	up := c.pose.R.Apply(o.direction)
	here := oneWayEnd{c.platform, c.pose.Apply(o.end(side))}
	for range maxNeighbors {
		next, found := p.nextNeighbor(c, here, up, side)
		if found == beyond || found == below {
			return found == beyond
		}
		here = next
	}
	return false
}

// oneWayEnd is an end of a collider's upper surface, in the world.
type oneWayEnd struct {
	collider state.ColliderSlot
	at       geom.Vec2
}

// nextNeighbor finds the collider that continues the surface from an end. Among the colliders that
// lead further and that the shape is above it takes the one with the smallest slot. It returns that
// collider's end on the same side. The result is beyond if the shape does not hang down beside the
// collider, or below if there is no collider.
func (p *Pipeline) nextNeighbor(c *oneWayCase, here oneWayEnd, up geom.Vec2, side oneWaySide) (next oneWayEnd, result oneWaySide) {
	s, gap := p.Shapes, float64(oneWayGap*p.Tolerance.Slop)
	owner := s.Link[c.platform].Owner
	next.collider = state.ColliderSlot(state.None)
	for _, i := range p.collidersAt(c.search, owner, boxAround(here.at, 2*gap)) {
		neighbor := state.ColliderSlot(i)
		link := &s.Link[neighbor]
		if neighbor == here.collider || neighbor >= next.collider || link.Flags&state.ColliderSensor != 0 ||
			!p.sameRigid(uint32(owner), uint32(link.Owner)) || !s.Filter(neighbor).Accepts(s.Filter(c.other)) {
			continue
		}
		pose := c.pose
		if link.Owner != owner {
			pose = &p.Bodies.Pose[p.Bodies.Rows[link.Owner]]
		}
		o := oneWayPair{
			platform: s.Convex(neighbor), other: s.Convex(c.other),
			direction: pose.R.ApplyInverse(up), pose: pose.InverseMul(*c.otherPose), slop: p.Tolerance.Slop,
		}
		if o.platform.Kind == shape.KindHalfPlane || !isWithin(o.platform, pose.ApplyInverse(here.at), gap) {
			continue
		}
		last := pose.Apply(o.end(side))
		if last.Sub(here.at).Dot(side.outward(up)) <= gap {
			continue
		}
		if found := o.locate(c.tolerance, mustNotHang); found == side || found == beyond {
			next, result = oneWayEnd{neighbor, last}, found
		}
	}
	return next, result
}

// isWithin reports whether a point is no farther from a shape than a distance.
func isWithin(c shape.Convex, point geom.Vec2, distance float64) bool {
	return shape.ClosestPoint(c, point).Sub(point).LengthSquared() <= float64(distance*distance)
}

// collidersAt returns the colliders that may be rigidly connected with a body and overlap a box.
func (p *Pipeline) collidersAt(search *OneWaySearch, owner state.BodySlot, box geom.Box32) []uint32 {
	search.found = search.found[:0]
	if p.Bodies.Meta[owner].Type != body.Dynamic {
		p.Broadphase.QueryClasses(broadphase.Immovable, box, ^uint64(0), search.visit)
		return search.found
	}
	for c := p.Bodies.Motion[p.Bodies.Rows[owner]].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		search.found = append(search.found, c)
	}
	return search.found
}

// depthInNeighbor returns the depth of a shape in colliders that hold it, are rigidly connected
// with a platform and adjoin an end of its surface. It reports whether there are any.
func (p *Pipeline) depthInNeighbor(c *oneWayCase, o *oneWayPair) (depth float64, held bool) {
	owner, gap := p.Shapes.Link[c.platform].Owner, float64(oneWayGap*p.Tolerance.Slop)
	up := c.pose.R.Apply(o.direction)
	for key := p.Bodies.Meta[p.Shapes.Link[c.other].Owner].FirstContact; key != state.None; key = p.Contacts.Next(key) {
		row := p.Contacts.Rows[key>>1]
		pair, sc := &p.Contacts.Pair[row], &p.Contacts.Solver[row]
		if sc.Count == 0 || p.oneWay(pair) && !p.Contacts.OneWay[key>>1].Holds() {
			continue
		}
		neighbor, rigid, own := pair.ColliderA, pair.BodyA, pair.ColliderB
		normal := geom.Vec2{X: float64(sc.NormalX), Y: float64(sc.NormalY)}
		if key&1 == 0 {
			neighbor, rigid, own, normal = pair.ColliderB, pair.BodyB, pair.ColliderA, normal.Neg()
		}
		if neighbor == uint32(c.platform) || own != uint32(c.other) || !p.sameRigid(uint32(owner), rigid) || normal.Dot(up) < oneWayPushCos {
			continue
		}
		convex, pose := p.Shapes.Convex(state.ColliderSlot(neighbor)), &p.Bodies.Pose[p.Bodies.Rows[rigid]]
		if rigid == uint32(owner) {
			pose = c.pose
		}
		if !isWithin(convex, pose.ApplyInverse(c.pose.Apply(o.end(left))), gap) && !isWithin(convex, pose.ApplyInverse(c.pose.Apply(o.end(right))), gap) {
			continue
		}
		held = true
		for i := range sc.Count {
			depth = max(depth, -float64(sc.Points[i].Separation))
		}
	}
	return depth, held
}

// oneWayRule selects the shapes above a platform that count as beyond it.
type oneWayRule int

const (
	mustNotHang oneWayRule = iota // shapes that do not hang down beside it
	mayHang                       // all that share columns with it: they came by the other rule
)

// oneWaySide is the side of a shape relative to a platform.
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

// outward returns the direction to the side of an end, with n as up.
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

// locate returns the side of the shape, to within a tolerance.
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
	// Two convex shapes are apart and share columns: the normal tells which is above.
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

// end returns an end of the platform's upper surface: the upper one of the platform's points
// farthest to that side.
func (o *oneWayPair) end(side oneWaySide) geom.Vec2 {
	const upward = 1e-4 // decides between the ends of an upright side
	return o.platform.Support(side.outward(o.direction).MulAdd(upward, o.direction))
}
