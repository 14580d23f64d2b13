package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// vertex is a support point of the Minkowski difference A - B, with the two
// support points that it came from and the direction that it is farthest along,
// all in A's frame. IA and IB count the vertices of polygonal cores as
// shape.Convex.CoreSupport does.
type vertex struct {
	P, A, B geom.Vec2 // P = A - B
	D       geom.Vec2
	IA, IB  uint32
}

// minkowskiDifference is the Minkowski difference of the cores of two shapes.
type minkowskiDifference struct {
	a, b           shape.Convex
	countA, countB uint32 // vertices of the cores
	pose           geom.Transform
	tolerance      float64 // a few roundings of the largest coordinate, m

	lastDirection geom.Vec2 // unit, of a round core: the last direction searched towards the origin
}

// supportUlps is the largest error of a support point after a rotation, a translation, a
// subtraction and a projection, in units in the last place of the largest coordinate.
const supportUlps = 4

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52

// init makes m the difference of a and b posed in a's frame. It fills m in place: a
// returned struct would be copied before the processor has stored its fields.
func (m *minkowskiDifference) init(a, b shape.Convex, pose *geom.Transform) {
	m.a, m.b, m.countA, m.countB = a, b, coreVertexCount(a), coreVertexCount(b)
	m.pose.P, m.pose.R = pose.P, pose.R
	m.tolerance = supportUlps * epsilon * (coordinateBound(a) + coordinateBound(b) + sumAbs(pose.P))
}

// coordinateBound bounds the coordinates of a shape in its own frame.
func coordinateBound(c shape.Convex) float64 { return sumAbs(c.Center) + c.BoundingRadius }

// sumAbs is the sum of the absolute coordinates: never below the length of v, and faster
// to compute.
func sumAbs(v geom.Vec2) float64 { return math.Abs(v.X) + math.Abs(v.Y) }

// Support returns the support point p of the Minkowski difference A - B of two cores
// along d, with b posed in a's frame: the point onA that is farthest along d less the
// point onB that is farthest along -d.
func Support(a, b shape.Convex, pose *geom.Transform, d geom.Vec2) (p, onA, onB geom.Vec2) {
	m := minkowskiDifference{a: a, b: b, pose: *pose}
	v := m.support(d)
	return v.P, v.A, v.B
}

func (m *minkowskiDifference) support(d geom.Vec2) (v vertex) {
	m.supportInto(&v, d)
	return v
}

// supportInto overwrites v with the support point along d. The searches use it because a
// vertex is large to return.
func (m *minkowskiDifference) supportInto(v *vertex, d geom.Vec2) {
	v.setSupport(m.a, m.b, &m.pose, d)
}

// setSupport makes v the support point of the difference of two cores along d.
func (v *vertex) setSupport(a, b shape.Convex, pose *geom.Transform, d geom.Vec2) {
	v.A, v.IA = a.CoreSupport(d)
	onB, ib := b.CoreSupport(pose.R.ApplyInverse(d.Neg()))
	v.B, v.IB = pose.Apply(onB), ib
	v.P, v.D = v.A.Sub(v.B), d
}

// vertexInto overwrites v with the vertex made of two vertices of polygonal cores.
func (m *minkowskiDifference) vertexInto(v *vertex, ia, ib uint32) {
	v.A, v.IA = m.a.CoreVertex(ia), ia
	v.B, v.IB = m.pose.Apply(m.b.CoreVertex(ib)), ib
	v.P, v.D = v.A.Sub(v.B), geom.Vec2{}
}

// BetweenCenters returns the vector from the centre of a's bounding circle to the centre of b's, in
// a's frame, with b posed in it. Its length decides whether the circles overlap. Its direction is
// the first direction of every search by GJK and EPA without a cache, because it separates most
// pairs that are apart.
func BetweenCenters(a, b shape.Convex, pose *geom.Transform) geom.Vec2 {
	return pose.Apply(b.Center).Sub(a.Center)
}

// centerDirection returns the first direction of a search, not of unit length: the direction
// between the centres of the bounding circles, or a fixed direction when the centres coincide.
func (m *minkowskiDifference) centerDirection() geom.Vec2 {
	d := BetweenCenters(m.a, m.b, &m.pose)
	if _, length := d.Unit(); length == 0 { // too close to have a direction
		return geom.Vec2{X: 1}
	}
	return d
}

// polygonal reports whether the difference of the cores is a polygon: then its
// support points are finitely many and an answer can be exact.
func (m *minkowskiDifference) polygonal() bool { return m.countA > 0 && m.countB > 0 }

// anyRound reports whether one of two bounded cores is round.
func anyRound(a, b shape.Convex) bool {
	return !hasHalfPlane(a, b) && (coreVertexCount(a) == 0 || coreVertexCount(b) == 0)
}

// coreVertexCount returns the number of vertices of a core, zero for a round one.
func coreVertexCount(c shape.Convex) uint32 {
	switch c.Kind {
	case shape.KindCircle:
		return 1
	case shape.KindCapsule, shape.KindSegment, shape.KindChainSegment:
		return 2
	case shape.KindBox, shape.KindPolygon:
		return uint32(c.Count)
	}
	return 0
}
