package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// pairFunc is the number of a pair function.
type pairFunc uint8

const (
	general pairFunc = iota
	circles
	circleCapsule
	circleBox
	circlePolygon
	circleChain
	capsules
	capsuleBox
	capsulePolygon
	capsuleChain
	boxes
	polygons
	polygonChain
	halfPlane
	chainRound
	halfPlaneRound
	nothing // two pieces of ground do not touch
)

// pairFuncs holds the pair functions of the kinds a <= b, in the order of the kinds. The general
// pair function serves all pairs that are not listed.
var pairFuncs = [shape.KindCount][shape.KindCount]pairFunc{
	shape.KindCircle:       {circles, circleCapsule, circleCapsule, circleBox, circlePolygon, circleChain, halfPlane},
	shape.KindCapsule:      {1: capsules, capsules, capsuleBox, capsulePolygon, capsuleChain, halfPlane},
	shape.KindSegment:      {2: capsules, capsuleBox, capsulePolygon, capsuleChain, halfPlane},
	shape.KindBox:          {3: boxes, polygons, polygonChain, halfPlane},
	shape.KindPolygon:      {4: polygons, polygonChain, halfPlane},
	shape.KindChainSegment: {5: nothing, halfPlane, chainRound, chainRound, chainRound, chainRound},
	shape.KindHalfPlane:    {6: nothing, halfPlaneRound, halfPlaneRound, halfPlaneRound, halfPlaneRound},
}

// Collide finds the manifold of two shapes whose kinds are in order: the kind of a is not above the
// kind of b. The pose is b's in a's frame, in which the result is; points are up to speculative
// apart (m). It overwrites dst, of which it reads only Hint. If Count is zero, Normal and Points
// have no meaning, because rejecting a pair must not take more than a few nanoseconds.
//
// The functions are called by name. With a table of functions the compiler could not see that no
// function keeps the pose, and every caller would allocate its pose on the heap.
func Collide(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	switch pairFuncs[a.Kind][b.Kind] {
	case circles:
		collideCircles(dst, a, b, pose, speculative)
	case circleCapsule:
		collideCircleCapsule(dst, a, b, pose, speculative)
	case circleBox:
		collideCircleBox(dst, a, b, pose, speculative)
	case circlePolygon:
		collideCirclePolygon(dst, a, b, pose, speculative)
	case circleChain:
		collideCircleChain(dst, a, b, pose, speculative)
	case capsules:
		collideCapsules(dst, a, b, pose, speculative)
	case capsuleBox:
		collideCapsuleBox(dst, a, b, pose, speculative)
	case capsulePolygon:
		collideCapsulePolygon(dst, a, b, pose, speculative)
	case capsuleChain:
		collideCapsuleChain(dst, a, b, pose, speculative)
	case boxes:
		collideBoxes(dst, a, b, pose, speculative)
	case polygons:
		collidePolygons(dst, a, b, pose, speculative)
	case polygonChain:
		collidePolygonChain(dst, a, b, pose, speculative)
	case halfPlane:
		collideHalfPlane(dst, a, b, pose, speculative)
	case chainRound:
		collideChainRound(dst, a, b, pose, speculative)
	case halfPlaneRound:
		collideHalfPlaneRound(dst, a, b, pose, speculative)
	case nothing:
		dst.setEmpty(0)
	default:
		collideGeneral(dst, a, b, pose, speculative)
	}
}

// CollideConvex is Collide and CollideLying for shapes in any order. The normal points from a to b.
// Features are in the order in which Collide takes the shapes: they stay the same from call to
// call, but are not mirrored when the caller swaps two shapes of different kinds.
func CollideConvex(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	dst.Hint = 0
	if a.Kind <= b.Kind {
		Collide(dst, a, b, pose, speculative)
		CollideLying(dst, a, b, pose, speculative)
		return
	}
	inverse := pose.Inverse()
	Collide(dst, b, a, &inverse, speculative)
	CollideLying(dst, b, a, &inverse, speculative)
	dst.Flip(pose)
}

// Flip turns the manifold of (b, a), in b's frame, into the manifold of (a, b), in a's; pose is b's
// pose in a's frame.
func (m *Manifold) Flip(pose *geom.Transform) {
	m.Normal = pose.R.Apply(m.Normal).Neg()
	for i := range m.Count {
		m.Points[i].Anchor = pose.Apply(m.Points[i].Anchor)
	}
}

// setSinglePoint makes the manifold a single point between two cores at a distance, of
// which pointOnA is on A's core; ra and rb are the skins.
func (m *Manifold) setSinglePoint(normal, pointOnA geom.Vec2, coreDistance, ra, rb float64, id uint32) {
	m.Normal = normal
	m.Points[0] = Point{
		Anchor:     pointOnA.MulAdd(0.5*(coreDistance+(ra-rb)), normal),
		Separation: coreDistance - (ra + rb),
		Feature:    id,
	}
	m.Count = 1
}
