package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Vertex is a support point of the Minkowski difference A - B, with the two
// support points that it came from and the direction that it is farthest along,
// all in A's frame. IA and IB count the vertices of polygonal cores as
// shape.Convex.CoreSupport does.
type Vertex struct {
	P, A, B geom.Vec2 // P = A - B
	D       geom.Vec2
	IA, IB  uint32
}

// minkowskiDifference is the Minkowski difference of the cores of two shapes.
type minkowskiDifference struct {
	a, b           shape.Convex
	countA, countB uint32 // corners of the cores
	pose           geom.Transform
	tolerance      float64 // a few roundings of the largest coordinate, m

	lastDirection geom.Vec2 // unit, the last direction in which the origin was sought from a round core
}

// supportUlps is how many units in the last place of the largest coordinate the
// sums of a support point may be off: turn, translate, subtract, project.
const supportUlps = 4

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52

// init makes m the difference of a and b posed in a's frame. To return one would
// copy it before the processor has stored its fields, and wait for that.
func (m *minkowskiDifference) init(a, b shape.Convex, pose *geom.Transform) {
	m.a, m.b, m.countA, m.countB = a, b, coreVertexCount(a), coreVertexCount(b)
	m.pose.P, m.pose.R = pose.P, pose.R
	m.tolerance = supportUlps * epsilon * (coordinateBound(a) + coordinateBound(b) + sumAbs(pose.P))
}

// reach bounds the coordinates of a shape in its own frame.
func coordinateBound(c shape.Convex) float64 { return sumAbs(c.Center) + c.BoundingRadius }

// sumAbs is the sum of the absolute coordinates: never below the length of v, and
// cheaper.
func sumAbs(v geom.Vec2) float64 { return math.Abs(v.X) + math.Abs(v.Y) }

// Support returns the support point of the difference of the cores of a and b
// along d, with b posed in a's frame.
func Support(a, b shape.Convex, pose *geom.Transform, d geom.Vec2) Vertex {
	m := minkowskiDifference{a: a, b: b, pose: *pose}
	return m.support(d)
}

func (m *minkowskiDifference) support(d geom.Vec2) (v Vertex) {
	m.supportInto(&v, d)
	return v
}

// supportInto overwrites v with the support point along d. The searches use it: a vertex
// is large to return.
func (m *minkowskiDifference) supportInto(v *Vertex, d geom.Vec2) {
	v.A, v.IA = m.a.CoreSupport(d)
	b, ib := m.b.CoreSupport(m.pose.R.ApplyInverse(d.Neg()))
	v.B, v.IB = m.pose.Apply(b), ib
	v.P, v.D = v.A.Sub(v.B), d
}

// vertexInto overwrites v with the vertex made of two vertices of polygonal cores.
func (m *minkowskiDifference) vertexInto(v *Vertex, ia, ib uint32) {
	v.A, v.IA = m.a.CoreVertex(ia), ia
	v.B, v.IB = m.pose.Apply(m.b.CoreVertex(ib)), ib
	v.P, v.D = v.A.Sub(v.B), geom.Vec2{}
}

// centerDirection returns the way from the centre of A to the centre of B, or some fixed
// direction when the centres coincide.
func (m *minkowskiDifference) centerDirection() geom.Vec2 {
	d := m.pose.Apply(m.b.Center).Sub(m.a.Center)
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

// corners returns the number of vertices of a core, zero for a round one.
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
