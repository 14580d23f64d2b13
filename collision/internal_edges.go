package collision

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// Internal edges.
//
// Ground is often made of many shapes side by side, and each pair is evaluated alone. So a body
// that slides from one tile to the next overlaps the second tile a little from the side, and a
// little more from above. It would be pushed back sideways and trip over an edge that does not
// exist: the first tile covers the side of the second.
//
// The union of the solids decides whether a contact is real. Let s be a point of a solid and n an
// outward direction in which it may push. The point is on the surface of the union and may push
// there only if every other solid that contains s could push that way too: s must be among the
// solid's farthest points along n. Otherwise the step from s along n leads into that solid, or
// around its corner, and the solid covers s for n. At a seam of level ground only the ground's
// normal is left, at a ridge all directions between its two faces, and in a hollow none. In a
// hollow the faces push, from points beside the seam.
//
// For a corner only the corner point is tested: the solid itself covers its other points for the
// normal of a corner. The contact of a face is internal when the whole face around the contact is
// covered. Three points are tested: one a little to each side, or at the end of the face, and their
// midpoint. The other solids are convex, but one may cover one end and another one the other end,
// like the walls of a well that a body fits into exactly.
//
// Solids are rigidly connected when they belong to one body or to two static bodies. Solids near
// enough are known: a solid that covers a point next to a body has a contact with that body. The
// parts of a compound are such solids on dynamic bodies too.

// The tolerances of covering. A gap or step between tiles counts from a quarter of a slop on, a
// change of direction from a millionth on. The face around a contact extends a speculative distance
// to each side, more than the depth of resting bodies.
const (
	internalEdgeTolerance = 0.25 // slops
	parallelSlope         = 1.0 / 512
	internalEdgeBend      = 1e-6
	sameDirection         = 0.95 // cosine
	parallelCos           = 1 - 0.5*parallelSlope*parallelSlope
)

// filterInternalEdge tests the contact of a dynamic body with the ground, which is static or
// kinematic. If the normal is parallel to the normal of the ground's face within parallelSlope, the
// face's normal replaces it: a body that rests on a level floor and is tilted a little must not be
// driven sideways.
//
// A contact that pushes only where other solids cover the ground is replaced by the contact of the
// best face that may push. In the corner of two walls a body may overlap both, and each wall covers
// the point at which the other would push: if both contacts were only dropped, nothing would hold
// the body. No replacement is needed if the covering solids already push along that face's normal,
// or along the normal of the covered contact. Shapes that are apart need a replacement unless these
// normals are parallel: in a hollow they meet the next face soon. It reports false if no contact is
// left.
//
// OnB means that B is the ground. With keepNormal a parallel normal is not replaced.
func (p *Pipeline) filterInternalEdge(c *recomputed, onB, keepNormal bool) bool {
	var g groundContact
	pair, m := c.pair, c.manifold
	g.set(pair, c.a, c.b, c.rel, onB)
	g.read(m)
	normal := m.Normal
	facePushes := g.snapToFace(m, g.convex.CoreFeature(g.n), p.Tolerance.Speculative)
	if keepNormal {
		m.Normal = normal
	}
	mayBeCovered := p.Bodies.Meta[g.other].ContactCount >= 2 && canTile(g.convex.Kind)
	if mayBeCovered && p.isInternal(&g, facePushes) {
		covering := g
		g.apart = m.Count > 0 && m.Points[0].Separation > 0 && m.Points[m.Count-1].Separation > 0
		keepNormal = false
		var ok bool
		if facePushes, ok = p.replace(m, &g); !ok {
			return false
		}
		covering.apart = g.apart
		if p.coveringPush(&covering, g.n) || p.coveringPush(&covering, covering.n) {
			return false
		}
	}
	if keepNormal {
		return true
	}
	pair.Flags &^= state.ContactNormalOfB
	if facePushes && g.onB {
		pair.Flags |= state.ContactNormalOfB
	}
	return true
}

// replace replaces a covered contact. It reports whether a face pushes, and whether anything does.
func (p *Pipeline) replace(m *manifold.Manifold, g *groundContact) (facePushes, ok bool) {
	covered := *g
	if p.pushByFace(m, g) {
		return true, true
	}
	*g = covered
	if p.pushByArc(m, g) {
		return false, true
	}
	*g = covered
	ok = p.pushOut(m, g)
	return ok, ok
}

// groundIsB reports which collider of a contact is the ground: the one whose body is not dynamic.
func (p *Pipeline) groundIsB(pair *state.ContactPair) bool {
	return p.Bodies.IsDynamic(state.BodySlot(pair.BodyA))
}

// filterParts is filterInternalEdge for the parts of compounds on dynamic bodies. Each part is the
// ground for the other body, whatever its type. The face of a body that cannot move still gives the
// normal.
func (p *Pipeline) filterParts(c *recomputed) bool {
	static := c.pair.Flags&state.ContactStaticPair != 0
	for side, collider := range [2]uint32{c.pair.ColliderA, c.pair.ColliderB} {
		link := &p.Shapes.Link[collider]
		if link.Flags&state.ColliderPart == 0 || p.Bodies.Meta[link.Owner].Type != body.Dynamic {
			continue
		}
		if !p.filterInternalEdge(c, side == 1, static || side == 1) {
			return false
		}
	}
	return true
}

// groundContact is a contact in the frame of the ground's solid.
type groundContact struct {
	_            [0]func() // not comparable, so no program has code for a comparison
	a, b         shape.Convex
	rel          geom.Transform // of b in a's frame
	onB          bool           // b is the ground
	convex       shape.Convex   // the ground
	owner, other uint32         // the body of the solid, and the body that touches it
	collider     uint32         // the solid
	n            geom.Vec2
	points       [2]geom.Vec2 // points on the solid
	own          [2]geom.Vec2 // the first and the last point of a contact of a face
	count        int
	buried       bool // the middle of the other shape is in the ground, so it is behind the faces
	apart        bool // the shapes do not overlap, so they do not overlap along a face either

	covering      [3]state.ContactRow // the contacts of the solids that cover points
	coveringCount int
}

// set sets the solid and the bodies of a contact. B is the ground if onB is set, else A.
func (g *groundContact) set(pair *state.ContactPair, a, b shape.Convex, rel *geom.Transform, onB bool) {
	*g = groundContact{a: a, b: b, rel: *rel, convex: a, owner: pair.BodyA, other: pair.BodyB, collider: pair.ColliderA}
	if onB {
		g.onB, g.convex, g.owner, g.other, g.collider = true, b, pair.BodyB, pair.BodyA, pair.ColliderB
	}
}

// read takes over the normal and the points of a manifold.
func (g *groundContact) read(m *manifold.Manifold) {
	sign := -0.5
	g.n, g.count = m.Normal, m.Count
	if g.onB {
		sign = 0.5
		g.n = g.rel.R.ApplyInverse(m.Normal).Neg()
	}
	for i := range m.Count {
		q := &m.Points[i]
		g.points[i] = q.Anchor.MulAdd(sign*q.Separation, m.Normal)
		if g.onB {
			g.points[i] = g.rel.ApplyInverse(g.points[i])
		}
	}
}

// otherShape returns the shape that touches the ground, and its pose in the ground's frame.
func (g *groundContact) otherShape() (shape.Convex, geom.Transform) {
	if g.onB {
		return g.a, g.rel.Inverse()
	}
	return g.b, g.rel
}

// snapToFace reports whether the contact pushes along the normal of a face of the ground, within
// parallelSlope. Then the face's normal replaces the contact's normal. The contact's points are
// replaced by the points of the face that must be covered for an internal contact.
func (g *groundContact) snapToFace(m *manifold.Manifold, face shape.Feature, margin float64) bool {
	tangent, length := face.B.Sub(face.A).Unit()
	if face.Point || length == 0 || math.Abs(tangent.Dot(g.n)) > parallelSlope {
		return false
	}
	g.n = tangent.RightPerp()
	g.sampleFace(face, tangent, length, margin)
	m.Normal = g.n
	if g.onB {
		m.Normal = g.rel.R.Apply(g.n).Neg()
	}
	return true
}

// sampleFace replaces the contact points on a face by the two outer points that must be covered for
// the contact to be internal. It keeps the contact's own points.
func (g *groundContact) sampleFace(face shape.Feature, tangent geom.Vec2, length, margin float64) {
	first, last := length, 0.0
	for _, s := range g.points[:g.count] {
		x := s.Sub(face.A).Dot(tangent)
		if x < 0 { // the face is ahead of the other shape in a hollow
			x = 0
		} else if x > length {
			x = length
		}
		if x < first {
			first = x
		}
		if x > last {
			last = x
		}
	}
	start := face.A.MulAdd(g.convex.Radius, g.n)
	g.own = [2]geom.Vec2{start.MulAdd(first, tangent), start.MulAdd(last, tangent)}
	if first -= margin; first < 0 {
		first = 0
	}
	if last += margin; last > length {
		last = length
	}
	g.points[0], g.points[1] = start.MulAdd(first, tangent), start.MulAdd(last, tangent)
	g.count = 2
}

// isInternal reports whether other solids cover all points at which a contact pushes. A point of a
// face beside the other shape is replaced by the contact's own point. Without a face, points that
// the solid itself covers do not count.
func (p *Pipeline) isInternal(g *groundContact, facePushes bool) bool {
	g.coveringCount = 0
	tolerance := float64(internalEdgeTolerance * p.Tolerance.Slop)
	for i, s := range g.points[:g.count] {
		if p.isCovered(g, s) || !facePushes && coversPoint(g.convex, s, g.n, tolerance) {
			continue
		}
		if !facePushes || p.mayPush(g, g.own[i], true) || p.mayPush(g, s, false) {
			return false
		}
		g.points[i] = g.own[i]
	}
	return !facePushes && g.coveringCount > 0 || facePushes && !p.mayPush(g, g.points[0].Lerp(g.points[1], 0.5), true)
}

// mayPush reports whether a face may push at a point: no solid covers the point, and none is
// between the point and the other shape. Where the shape is farther than nearFace speculative
// distances the face pushes only if beside is set.
func (p *Pipeline) mayPush(g *groundContact, s geom.Vec2, beside bool) bool {
	if p.isCovered(g, s) {
		return false
	}
	other, pose := g.otherShape()
	reach := float64(nearFace * p.Tolerance.Speculative)
	hit, below := shape.RayCast(other, geom.Ray{Origin: pose.ApplyInverse(s), Translation: pose.R.ApplyInverse(g.n).Mul(reach)})
	if !below {
		return beside
	}
	height := float64(hit.Fraction*reach) - float64(internalEdgeTolerance*p.Tolerance.Slop)
	return height <= 0 || !p.isHidden(g, s, height)
}

// nearFace is the height above a face up to which mayPush looks, in speculative distances. A corner
// of a body that stands in a hollow rises from one of the two faces by less than 76 degrees, whose
// tangent is 4.
const nearFace = 4

// coveringPush reports whether all solids that cover a contact push along a direction, to within
// sameDirection, or parallelSlope of shapes that are apart: their contacts have points and are not
// internal themselves.
func (p *Pipeline) coveringPush(g *groundContact, n geom.Vec2) bool {
	same := sameDirection
	if g.apart {
		same = parallelCos
	}
	n = p.Bodies.Pose[p.Bodies.Rows[g.owner]].R.Apply(n)
	for _, row := range g.covering[:g.coveringCount] {
		var other groundContact
		if !p.pushes(&other, row, g.other) || p.Bodies.Pose[p.Bodies.Rows[other.owner]].R.Apply(other.n).Dot(n) < same {
			return false
		}
	}
	return true
}

// pushes computes a contact of a body with a solid that covers points. It reports whether the
// contact has points and is not internal.
func (p *Pipeline) pushes(g *groundContact, row state.ContactRow, other uint32) bool {
	pair := &p.Contacts.Pair[row]
	a, b := p.shapesOf(pair)
	rel := p.relativePose(pair)
	var m manifold.Manifold
	manifold.CollideConvex(&m, a, b, &rel, p.Tolerance.Speculative)
	if m.Count == 0 {
		return false
	}
	g.set(pair, a, b, &rel, pair.BodyA == other)
	g.read(&m)
	facePushes := g.snapToFace(&m, g.convex.CoreFeature(g.n), p.Tolerance.Speculative)
	return !p.isInternal(g, facePushes)
}

// pushOut is pushByFace for a shape whose middle is in the ground, but which sticks out of a face.
// It is the last resort: if no solid that covers the contact pushes, nothing would move the shape
// out of the ground. A shape that is inside altogether stays there: its way out is not known.
func (p *Pipeline) pushOut(m *manifold.Manifold, g *groundContact) (ok bool) {
	*m = manifold.Manifold{Hint: m.Hint}
	other, pose := g.otherShape()
	middle, _ := shape.InnerCircle(other)
	if g.buried = shape.Contains(g.convex, pose.Apply(middle)); !g.buried {
		return false
	}
	for _, row := range g.covering[:g.coveringCount] {
		var neighbor groundContact
		if p.pushes(&neighbor, row, g.other) {
			return false
		}
	}
	return p.pushByFace(m, g)
}

// pushByFace replaces a covered contact by the contact with the exposed ground face of the smallest
// penetration: a face that the other shape is in front of and that is not covered where they touch.
// Shapes that are apart do not penetrate a face. The manifold has no points if there is no such
// face.
func (p *Pipeline) pushByFace(m *manifold.Manifold, g *groundContact) (ok bool) {
	depth := math.Inf(-1)
	var found manifold.Manifold
	var n geom.Vec2
	for i := range faceCount(g.convex) {
		face := faceOf(g.convex, i)
		separation, inFront := g.overFace(face, p.Tolerance.Speculative)
		if !inFront || separation <= depth || separation > p.Tolerance.Speculative || g.apart && separation < 0 {
			continue
		}
		manifold.CollideFace(m, g.a, g.b, &g.rel, manifold.Side{Feature: face, OnB: g.onB}, p.Tolerance.Speculative)
		if m.Count == 0 {
			continue
		}
		g.read(m)
		if !g.snapToFace(m, face, p.Tolerance.Speculative) || p.isInternal(g, true) {
			continue
		}
		found, n, depth, ok = *m, g.n, separation, true
	}
	*m, g.n = found, n
	return ok
}

// pushByArc is pushByFace for a solid with a curved border. In a hollow the direction to the other
// shape's centre is open, and the direction of the covered contact is not. Between the two
// directions is the corner of the hollow: the last point of the border that no other solid covers.
// It pushes along the normal of the border there.
func (p *Pipeline) pushByArc(m *manifold.Manifold, g *groundContact) (ok bool) {
	*m = manifold.Manifold{Hint: m.Hint}
	if g.convex.Kind != shape.KindCircle && g.convex.Kind < shape.KindEllipse {
		return false
	}
	other, pose := g.otherShape()
	covered := g.n
	deepest, _ := other.CoreSupport(pose.R.ApplyInverse(covered).Neg())
	if q, ok := surfaceOver(g.convex, pose.Apply(deepest), covered); ok && !p.isCovered(g, q) {
		return p.pushAt(m, g, q, covered) // the search may have found another point where a border is almost flat
	}
	inner, _ := shape.InnerCircle(other)
	at := geom.Transform{P: pose.Apply(inner), R: geom.IdentityTransform.R}
	toward := narrowphase.SignedDistance(g.convex, narrowphase.Point, &at, nil).Normal
	if p.isCoveredAlong(g, toward) {
		return false
	}
	open := p.lastOpen(g, toward, covered)
	if side := g.convex.CoreFeature(open); !side.Point {
		manifold.CollideFace(m, g.a, g.b, &g.rel, manifold.Side{Feature: side, OnB: g.onB}, p.Tolerance.Speculative)
		if m.Count > 0 {
			g.read(m)
			if g.snapToFace(m, side, p.Tolerance.Speculative) && !p.isInternal(g, true) {
				return true
			}
		}
	}
	for range overSteps {
		corner, _ := g.convex.CoreSupport(open)
		if p.pushAt(m, g, corner.MulAdd(g.convex.Radius, open), open) {
			return true
		}
		open, _ = open.Add(toward).Unit() // the other shape ends before the corner
	}
	return false
}

// overSteps is the number of times that pushByArc halves the way from the corner of a hollow to
// below the other shape's centre.
const overSteps = 6

// pushAt writes the contact at a point of the border of the ground. It reports false if the other
// shape has no surface over that point.
func (p *Pipeline) pushAt(m *manifold.Manifold, g *groundContact, at, n geom.Vec2) bool {
	border := manifold.BorderPoint{P: at.MulSub(g.convex.Radius, n), Normal: n, OnB: g.onB}
	manifold.CollidePoint(m, g.a, g.b, &g.rel, border, p.Tolerance.Speculative)
	g.n = n
	return m.Count > 0
}

// surfaceOver returns the point of the border of a shape over a point inside, along a direction.
func surfaceOver(c shape.Convex, q, n geom.Vec2) (geom.Vec2, bool) {
	far := float64(2*c.BoundingRadius) + q.Sub(c.Center).Length()
	ray := geom.Ray{Origin: q.MulAdd(far, n), Translation: n.Mul(-far)}
	hit, ok := shape.RayCast(c, ray)
	return ray.Origin.MulAdd(hit.Fraction, ray.Translation), ok && !hit.Inside
}

// openDirectionSteps is the largest number of times that lastOpen halves an angle. Where a border
// is almost flat, points a slop apart may have directions that differ by less than a millionth.
const openDirectionSteps = 40

// lastOpen returns the last open direction between an open and a covered one, to within the
// tolerance of covering along the border.
func (p *Pipeline) lastOpen(g *groundContact, open, covered geom.Vec2) geom.Vec2 {
	tolerance := float64(internalEdgeTolerance * p.Tolerance.Slop)
	from, _ := g.convex.CoreSupport(open)
	to, _ := g.convex.CoreSupport(covered)
	for range openDirectionSteps {
		n, _ := open.Add(covered).Unit()
		if n == open || n == covered || from.Sub(to).LengthSquared() <= float64(tolerance*tolerance) {
			break
		}
		at, _ := g.convex.CoreSupport(n)
		if p.isCoveredAlong(g, n) {
			covered, to = n, at
		} else {
			open, from = n, at
		}
	}
	return open
}

// isCoveredAlong reports whether other solids cover the point of the ground that is farthest along
// a direction.
func (p *Pipeline) isCoveredAlong(g *groundContact, n geom.Vec2) bool {
	g.n = n
	at, _ := g.convex.CoreSupport(n)
	return p.isCovered(g, at.MulAdd(g.convex.Radius, n))
}

// overFace returns the separation of the other shape along the normal of a face of the ground, and
// whether the shape is in front of the face: the middle of its extent along the normal is in front,
// to within the speculative distance. A part of a buried shape in front is enough.
func (g *groundContact) overFace(face shape.Feature, speculative float64) (separation float64, inFront bool) {
	n, _ := face.B.Sub(face.A).RightPerp().Unit()
	other, pose := g.otherShape()
	down := pose.R.ApplyInverse(n.Neg())
	low, _ := other.CoreSupport(down)
	high, _ := other.CoreSupport(down.Neg())
	lowest, highest := n.Dot(pose.Apply(low).Sub(face.A)), n.Dot(pose.Apply(high).Sub(face.A))
	if g.buried {
		return lowest - (other.Radius + g.convex.Radius), highest+(other.Radius-g.convex.Radius) >= 0
	}
	return lowest - (other.Radius + g.convex.Radius), lowest+highest >= -2*speculative
}

// faceCount returns the number of flat sides of a tile. The sides of round shapes count as
// none.
func faceCount(c shape.Convex) int {
	switch c.Kind {
	case shape.KindSegment, shape.KindCapsule:
		return 2
	case shape.KindBox, shape.KindPolygon:
		return len(c.Points())
	}
	return 0
}

// faceOf returns a flat side of a tile.
func faceOf(c shape.Convex, i int) shape.Feature {
	n := faceCount(c)
	j := i + 1
	if j == n {
		j = 0
	}
	return shape.Feature{A: c.CoreVertex(uint32(i)), B: c.CoreVertex(uint32(j)), IA: uint32(i), IB: uint32(j)}
}

// canTile reports whether shapes of a kind may be tiles side by side. Chains know their
// neighbours, and a half-plane has none.
func canTile(k shape.Kind) bool {
	return k != shape.KindChainSegment && k != shape.KindHalfPlane
}

// isCovered reports whether a solid that is rigidly connected with the ground covers a point of the
// ground.
func (p *Pipeline) isCovered(g *groundContact, s geom.Vec2) bool { return p.isHidden(g, s, 0) }

// isHidden reports whether a solid that is rigidly connected with the ground covers a point of the
// ground, or with a height whether it meets the line from the point up to that height. It must not
// read the flags of other contacts, which their own workers write at the same time.
func (p *Pipeline) isHidden(g *groundContact, s geom.Vec2, height float64) bool {
	tolerance := float64(internalEdgeTolerance * p.Tolerance.Slop)
	pose, boxes := &p.Bodies.Pose[p.Bodies.Rows[g.owner]], p.Broadphase.Boxes()
	half := float64(0.5 * height)
	nearBox := boxAround(pose.Apply(s.MulAdd(half, g.n)), float64(2*tolerance)+half)
	first, side := p.Bodies.Meta[g.other].FirstContact, uint32(0)
	if owner := &p.Bodies.Meta[g.owner]; owner.Type == body.Dynamic && owner.ContactCount < p.Bodies.Meta[g.other].ContactCount {
		first, side = owner.FirstContact, 1 // the other parts are on the list's own side
	}
	for key := first; key != state.None; key = p.Contacts.Next(key) {
		c := &p.Contacts.Pair[p.Contacts.Rows[key>>1]]
		neighbor, neighborBody, other := c.ColliderA, c.BodyA, c.BodyB
		if key&1 == side {
			neighbor, neighborBody, other = c.ColliderB, c.BodyB, c.BodyA
		}
		if other != g.other {
			continue
		}
		if neighbor == g.collider || !nearBox.Overlaps(boxes[neighbor]) {
			continue // most are not near the point, and the boxes are cheap to read
		}
		if !p.sameRigid(g.owner, neighborBody) || p.Rules.CallsPreSolve(p.Shapes.Link[neighbor].Flags) {
			continue
		}
		if p.oneWay(c) && !p.Contacts.OneWay[key>>1].Holds() {
			continue
		}
		convex := p.Shapes.Convex(state.ColliderSlot(neighbor))
		if !canTile(convex.Kind) {
			continue
		}
		point, direction := s, g.n
		if neighborBody != g.owner {
			neighborPose := &p.Bodies.Pose[p.Bodies.Rows[neighborBody]]
			rel := neighborPose.InverseMul(*pose)
			point, direction = rel.Apply(s), rel.R.Apply(g.n)
		}
		if height > 0 {
			if _, meets := shape.RayCast(convex, geom.Ray{Origin: point, Translation: direction.Mul(height)}); meets {
				return true
			}
		} else if coversPoint(convex, point, direction, tolerance) {
			g.covering[g.coveringCount%len(g.covering)] = p.Contacts.Rows[key>>1]
			g.coveringCount++
			return true
		}
	}
	return false
}

// boxAround returns the box around all points within r of a point.
func boxAround(p geom.Vec2, r float64) geom.Box32 {
	r = float64(r)
	return geom.Box{Min: geom.Vec2{X: p.X - r, Y: p.Y - r}, Max: geom.Vec2{X: p.X + r, Y: p.Y + r}}.ToBox32()
}

// sameRigid reports whether two bodies cannot move relative to each other.
func (p *Pipeline) sameRigid(a, b uint32) bool {
	return a == b || p.Bodies.Meta[a].Type == body.Static && p.Bodies.Meta[b].Type == body.Static
}

// coversPoint reports whether a solid contains the point s, to within a tolerance, and
// extends noticeably farther along n than s.
func coversPoint(c shape.Convex, s, n geom.Vec2, tolerance float64) bool {
	limit := c.BoundingRadius + tolerance
	if s.Sub(c.Center).LengthSquared() > float64(limit*limit) {
		return false
	}
	toSupport := c.Support(n).Sub(s)
	if distance := toSupport.Length(); distance <= tolerance || toSupport.Dot(n) <= float64(internalEdgeBend*distance) {
		return false
	}
	return shape.ClosestPoint(c, s).Sub(s).LengthSquared() <= float64(tolerance*tolerance)
}
