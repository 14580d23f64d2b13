package world

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// PlacedShape is a shape at a place: the argument of queries for near colliders. The shape comes
// from shape.New, once for any number of queries. ShapeAt and PointAt make one.
type PlacedShape struct {
	Shape    shape.Convex
	Position mgl64.Vec2 // of the shape's origin, m
	Angle    float64    // rad
}

// ShapeAt returns a shape at a position (m) and an angle (rad).
func ShapeAt(s shape.Convex, position mgl64.Vec2, angle float64) PlacedShape {
	return PlacedShape{Shape: s, Position: position, Angle: angle}
}

// PointAt returns a point as a shape.
func PointAt(p mgl64.Vec2) PlacedShape { return PlacedShape{Shape: narrowphase.Point, Position: p} }

// pose returns the pose of the shape, and whether its numbers are finite and no coordinate
// is beyond a limit.
func (s *PlacedShape) pose(limit float64) (pose geom.Transform, ok bool) {
	if s.Shape.Geometry == nil {
		panic("world: a query with the zero shape.Convex")
	}
	pose = geom.Transform{P: geom.From(s.Position), R: geom.Identity}
	if s.Angle != 0 {
		pose.R = geom.RotFromAngle(s.Angle)
	}
	return pose, math.Abs(pose.P.X) <= limit && math.Abs(pose.P.Y) <= limit && geom.Finite(s.Angle)
}

// Separation is how far two shapes A and B are apart, or how deep they overlap.
type Separation struct {
	Distance float64    // m; of shapes that overlap, minus the shortest way that parts them
	Normal   mgl64.Vec2 // unit, from A to B: moving B by -Distance along it leaves the two touching
	PointA   mgl64.Vec2 // the point of A's border nearest to B; of shapes that overlap, the one they leave last
	PointB   mgl64.Vec2 // of B's border: PointA + Distance Normal
}

// Manifold is where two shapes A and B touch: the points at which a contact between them
// would act.
type Manifold struct {
	Normal mgl64.Vec2 // unit, from A to B

	points [2]ManifoldPoint
	count  int
}

// ManifoldPoint is a point at which two shapes touch.
type ManifoldPoint struct {
	Position   mgl64.Vec2 // in the middle between the two borders, m
	Separation float64    // m along the normal, negative where the shapes overlap
	Feature    uint32     // identifies the features that touch; constant while they do
}

// Points returns the points: one or two, or none of the zero Manifold.
func (m *Manifold) Points() []ManifoldPoint { return m.points[:m.count] }

// Depth returns the overlap at the deepest point, m, and zero if there is none.
func (m *Manifold) Depth() float64 {
	depth := 0.0
	for i := range m.count {
		depth = max(depth, -m.points[i].Separation)
	}
	return depth
}

// Distance returns how far b is from a, which is A of the result, and whether there is an answer.
// There is none for numbers that are not finite or beyond 1e12 m, nor for two half-planes that
// overlap everywhere.
func (a PlacedShape) Distance(b PlacedShape) (s Separation, ok bool) {
	poseA, okA := a.pose(geom.MaxExtent)
	poseB, okB := b.pose(geom.MaxExtent)
	if !okA || !okB {
		return Separation{}, false
	}
	return separationOf(a.Shape, &poseA, b.Shape, &poseB)
}

// Manifold returns where a, which is A of the result, and b touch, and whether they do. Points that
// are up to margin apart, m, count too. Numbers that are not finite or beyond 1e12 m touch nothing.
// A segment of a chain touches only shapes in front of it, and leaves the contacts at its ends to
// the neighbouring segments. Two segments of chains never touch, and neither do two half-planes.
func (a PlacedShape) Manifold(b PlacedShape, margin float64) (m Manifold, ok bool) {
	poseA, okA := a.pose(geom.MaxExtent)
	poseB, okB := b.pose(geom.MaxExtent)
	if !okA || !okB {
		return Manifold{}, false
	}
	return manifoldOf(a.Shape, &poseA, b.Shape, &poseB, margin)
}

func separationOf(a shape.Convex, poseA *geom.Transform, b shape.Convex, poseB *geom.Transform) (s Separation, ok bool) {
	rel := poseA.InverseMul(*poseB)
	var r narrowphase.Result
	if narrowphase.ThinDistance(&r, a, b, &rel) {
		return separationAt(&r, poseA), true
	}
	r = narrowphase.SignedDistance(a, b, &rel, nil)
	if math.IsInf(r.Distance, -1) {
		return Separation{}, false
	}
	return separationAt(&r, poseA), true
}

// separationAt turns a result in a's frame into the world's.
func separationAt(r *narrowphase.Result, poseA *geom.Transform) Separation {
	return Separation{
		Distance: r.Distance,
		Normal:   poseA.R.Apply(r.Normal).Mgl(),
		PointA:   poseA.Apply(r.PointA).Mgl(),
		PointB:   poseA.Apply(r.PointB).Mgl(),
	}
}

func manifoldOf(a shape.Convex, poseA *geom.Transform, b shape.Convex, poseB *geom.Transform, margin float64) (m Manifold, ok bool) {
	if !(margin > 0) {
		margin = 0
	}
	rel := poseA.InverseMul(*poseB)
	var local manifold.Manifold
	manifold.CollideConvex(&local, a, b, &rel, min(margin, geom.MaxExtent))
	if local.Count == 0 {
		return Manifold{}, false
	}
	m.Normal, m.count = poseA.R.Apply(local.Normal).Mgl(), local.Count
	for i := range local.Count {
		p := &local.Points[i]
		m.points[i] = ManifoldPoint{poseA.Apply(p.Anchor).Mgl(), p.Separation, p.Feature}
	}
	return m, true
}

// Distance returns how far a shape is from the collider, which is A of the result, and whether
// there is an answer. There is none for numbers that are not finite or beyond 1e9 length units, nor
// for two half-planes. Distance takes a segment of a chain as a line with two sides; Manifold takes
// its front side alone.
func (c Collider) Distance(s PlacedShape) (Separation, bool) {
	slot := c.slot()
	pose, ok := s.pose(maxPosition * c.w.config.LengthUnit)
	if !ok {
		return Separation{}, false
	}
	part := c.w.nearestPart(slot, s.Shape, &pose)
	return separationOf(c.w.shapes.Convex(part), c.w.poseOf(slot), s.Shape, &pose)
}

// nearestPart returns the part of a compound that is nearest to a shape or overlaps it the most,
// and any other collider itself.
func (w *World) nearestPart(whole state.ColliderSlot, s shape.Convex, pose *geom.Transform) state.ColliderSlot {
	nearest, least := whole, Separation{Distance: math.Inf(1)}
	if w.shapes.NextPart(uint32(whole)) == state.None {
		return whole
	}
	for p := uint32(whole); p != state.None; p = w.shapes.NextPart(p) {
		at, ok := separationOf(w.shapes.Convex(state.ColliderSlot(p)), w.poseOf(whole), s, pose)
		if ok && compareParts(&at, &least) < 0 {
			nearest, least = state.ColliderSlot(p), at
		}
	}
	return nearest
}

// compareParts orders the parts of a compound by their distance. Between parts at the same distance
// the other numbers decide, for the broadphase visits the parts in any order.
func compareParts(a, b *Separation) int {
	if order := cmp.Compare(a.Distance, b.Distance); order != 0 {
		return order
	}
	return cmp.Or(compareVectors(a.Normal, b.Normal), compareVectors(a.PointA, b.PointA), compareVectors(a.PointB, b.PointB))
}

// Manifold returns where the collider, which is A of the result, and a shape touch, and whether
// they do: see PlacedShape.Manifold. A contact of the two would have the same manifold, except that
// a contact leaves out the inner corners of neighbouring colliders. For a compound it is the
// manifold of the part that is nearest to the shape or overlaps it the most.
func (c Collider) Manifold(s PlacedShape, margin float64) (Manifold, bool) {
	slot := c.slot()
	pose, ok := s.pose(maxPosition * c.w.config.LengthUnit)
	if !ok {
		return Manifold{}, false
	}
	part := c.w.nearestPart(slot, s.Shape, &pose)
	return manifoldOf(c.w.shapes.Convex(part), c.w.poseOf(slot), s.Shape, &pose, margin)
}
