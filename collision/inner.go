package collision

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// Inner contacts.
//
// Ground is often many shapes side by side. Each pair is looked at alone, so
// what slides from one tile to the next overlaps the next one by a hair sideways
// and by a hair and a half downwards, is pushed out sideways, and trips over an
// edge that is not there: the side of the second tile is covered by the first.
//
// Whether a contact is real shows on the union of the solids. A point s of a
// solid, with an outward direction n in which it may push, is on the surface of
// the union and may push there only if every other solid that s belongs to could
// push that way too: s must be among its points farthest along n, else the step
// from s along n leads into it, or around its corner. Then the other solid
// covers s for n. Flat ground leaves only its one normal at a seam, a ridge all
// directions between its two faces, and a hollow none: there the faces push, from
// points beside the seam.
//
// A corner needs only its own point looked at. A face that pushes is inner when
// all of it around the contact is covered, which is told from two points a little
// to both sides, or the face's ends, and the one between them: the other solids are
// convex, but one may cover one end and one the other, as the walls of a well do
// that a body fits into exactly.
//
// Solids are of one piece when they belong to one body or to two that stay where
// they are. Which of them are near enough is known: whatever covers a point next
// to a body is a neighbour of that body, so it has a contact with it.

// The measures of covering. A gap or step between tiles below a quarter of a
// slop is none; so is a bend by a ten thousandth. The face around a contact
// begins a speculative distance beside it, which is deeper than things sink in.
const (
	innerGap  = 0.25 // slops
	innerFace = 1.0 / 512
	innerBend = 1e-6
)

// onGround judges the contact of a body that may move with one that may not. It
// reports false when the contact pushes only where the latter is covered by
// others. A normal that is the latter's own, but for a slope that counts as
// parallel, becomes so exactly: what rests on a level floor and is tilted a
// little must not drive off.
func (p *Pipeline) onGround(m *manifold.Manifold, pair *manifold.Pair, a, b shape.Convex, rel *geom.Transform) bool {
	g := ground{solid: a, owner: pair.BodyA, other: pair.BodyB, collider: pair.ColliderA, n: m.Normal, count: m.Count}
	side := -0.5
	atB := p.Bodies.Meta[pair.BodyA].Type == body.Dynamic
	if atB {
		g = ground{solid: b, owner: pair.BodyB, other: pair.BodyA, collider: pair.ColliderB, n: rel.R.ApplyInverse(m.Normal).Neg(), count: m.Count}
		side = 0.5
	}
	for i := range m.Count {
		q := &m.Points[i]
		g.on[i] = q.Anchor.MulAdd(side*q.Separation, m.Normal)
		if atB {
			g.on[i] = rel.ApplyInverse(g.on[i])
		}
	}
	face := g.solid.CoreFeature(g.n)
	along, length := face.B.Sub(face.A).Unit()
	pair.Flags &^= manifold.NormalOfB
	pushes := false
	if !face.Point && length > 0 && math.Abs(along.Dot(g.n)) <= innerFace {
		g.n = along.RightPerp()
		pushes = true
		g.spread(face, along, length, p.Tolerance.Speculative)
		m.Normal = g.n
		if atB {
			m.Normal = rel.R.Apply(g.n).Neg()
			pair.Flags |= manifold.NormalOfB
		}
	}
	if p.Bodies.Meta[g.other].ContactCount < 2 || !seamed(g.solid.Kind) {
		return true
	}
	for _, s := range g.on[:g.count] {
		if !p.covered(&g, s) {
			return true
		}
	}
	return pushes && !p.covered(&g, g.on[0].Lerp(g.on[1], 0.5))
}

// ground is a contact seen from the solid that may not move, in its frame.
type ground struct {
	solid        shape.Convex
	owner, other uint32 // the bodies of the solid and of what touches it
	collider     uint32 // the solid
	n            geom.Vec2
	on           [2]geom.Vec2 // points on the solid
	count        int
}

// spread replaces the contact points on a face by those that must be covered for
// the contact to be inner.
func (g *ground) spread(face shape.Feature, along geom.Vec2, length, by float64) {
	first, last := math.Inf(1), math.Inf(-1)
	for _, s := range g.on[:g.count] {
		x := s.Sub(face.A).Dot(along)
		first, last = min(first, x), max(last, x)
	}
	from := face.A.MulAdd(g.solid.Radius, g.n)
	g.on[0] = from.MulAdd(max(0, first-by), along)
	g.on[1] = from.MulAdd(min(length, last+by), along)
	g.count = 2
}

// seamed reports whether shapes of a kind are laid side by side as tiles. Chains
// know their neighbours.
func seamed(k shape.Kind) bool {
	return k != shape.KindChainSegment && k != shape.KindHalfPlane
}

// covered reports whether a solid of one piece with the ground covers a point of
// it. The flags of other contacts are not its to read: their own workers write them.
func (p *Pipeline) covered(g *ground, s geom.Vec2) bool {
	gap := float64(innerGap * p.Tolerance.Slop)
	pose, boxes := &p.Bodies.Pose[p.Bodies.Rows[g.owner]], p.Broad.Boxes()
	near := around(pose.Apply(s), 2*gap)
	for key := p.Bodies.Meta[g.other].FirstContact; key != manifold.None; key = p.next(key) {
		c := &p.Contacts.Pair[p.Contacts.Rows[key>>1]]
		neighbour, holder := c.ColliderA, c.BodyA
		if key&1 == 0 {
			neighbour, holder = c.ColliderB, c.BodyB
		}
		if neighbour == g.collider || !near.Overlaps(boxes[neighbour]) {
			continue // most are not near the point, and their boxes are at hand
		}
		if !p.joined(g.owner, holder) || p.asked(p.Shapes.Link[neighbour].Flags) {
			continue
		}
		x := p.Shapes.Convex(shape.Slot(neighbour))
		if !seamed(x.Kind) {
			continue
		}
		q, d := s, g.n
		if holder != g.owner {
			its := &p.Bodies.Pose[p.Bodies.Rows[holder]]
			rel := its.InverseMul(*pose)
			q, d = rel.Apply(s), rel.R.Apply(g.n)
		}
		if covers(x, q, d, gap) {
			return true
		}
	}
	return false
}

// around returns the box of all within r of a point.
func around(p geom.Vec2, r float64) geom.Box32 {
	r = float64(r)
	return geom.Box{Min: geom.Vec2{X: p.X - r, Y: p.Y - r}, Max: geom.Vec2{X: p.X + r, Y: p.Y + r}}.ToBox32()
}

// joined reports whether two bodies cannot move against each other.
func (p *Pipeline) joined(a, b uint32) bool {
	return a == b || p.Bodies.Meta[a].Type == body.Static && p.Bodies.Meta[b].Type == body.Static
}

// covers reports whether a solid contains the point s, to within a gap, and
// reaches noticeably farther along n than s does.
func covers(c shape.Convex, s, n geom.Vec2, gap float64) bool {
	reach := c.BoundingRadius + gap
	if s.Sub(c.Center).LengthSquared() > float64(reach*reach) {
		return false
	}
	ahead := c.Support(n).Sub(s)
	if distance := ahead.Length(); distance <= gap || ahead.Dot(n) <= float64(innerBend*distance) {
		return false
	}
	return shape.ClosestPoint(c, s).Sub(s).LengthSquared() <= float64(gap*gap)
}
