package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// collideFuncs holds the pair functions for a <= b.
var collideFuncs = [shape.KindCount][shape.KindCount]CollideFunc{
	shape.KindCircle: {
		shape.KindCircle:       collideCircles,
		shape.KindCapsule:      collideCircleCapsule,
		shape.KindSegment:      collideCircleCapsule,
		shape.KindBox:          collideCircleBox,
		shape.KindPolygon:      collideCirclePolygon,
		shape.KindChainSegment: collideCircleChain,
		shape.KindHalfPlane:    collideHalfPlane,
		shape.KindEllipse:      collideGeneral,
		shape.KindHalfEllipse:  collideGeneral,
		shape.KindSector:       collideGeneral,
		shape.KindCustom:       collideGeneral,
	},
	shape.KindCapsule: {
		shape.KindCapsule:      collideCapsules,
		shape.KindSegment:      collideCapsules,
		shape.KindBox:          collideCapsuleBox,
		shape.KindPolygon:      collideCapsulePolygon,
		shape.KindChainSegment: collideCapsuleChain,
		shape.KindHalfPlane:    collideHalfPlane,
		shape.KindEllipse:      collideGeneral,
		shape.KindHalfEllipse:  collideGeneral,
		shape.KindSector:       collideGeneral,
		shape.KindCustom:       collideGeneral,
	},
	shape.KindSegment: {
		shape.KindSegment:      collideCapsules,
		shape.KindBox:          collideCapsuleBox,
		shape.KindPolygon:      collideCapsulePolygon,
		shape.KindChainSegment: collideCapsuleChain,
		shape.KindHalfPlane:    collideHalfPlane,
		shape.KindEllipse:      collideGeneral,
		shape.KindHalfEllipse:  collideGeneral,
		shape.KindSector:       collideGeneral,
		shape.KindCustom:       collideGeneral,
	},
	shape.KindBox: {
		shape.KindBox:          collideBoxes,
		shape.KindPolygon:      collidePolygons,
		shape.KindChainSegment: collidePolygonChain,
		shape.KindHalfPlane:    collideHalfPlane,
		shape.KindEllipse:      collideGeneral,
		shape.KindHalfEllipse:  collideGeneral,
		shape.KindSector:       collideGeneral,
		shape.KindCustom:       collideGeneral,
	},
	shape.KindPolygon: {
		shape.KindPolygon:      collidePolygons,
		shape.KindChainSegment: collidePolygonChain,
		shape.KindHalfPlane:    collideHalfPlane,
		shape.KindEllipse:      collideGeneral,
		shape.KindHalfEllipse:  collideGeneral,
		shape.KindSector:       collideGeneral,
		shape.KindCustom:       collideGeneral,
	},
	shape.KindChainSegment: {
		shape.KindChainSegment: collideNothing,
		shape.KindHalfPlane:    collideHalfPlane,
		shape.KindEllipse:      collideChainRound,
		shape.KindHalfEllipse:  collideChainRound,
		shape.KindSector:       collideChainRound,
		shape.KindCustom:       collideChainRound,
	},
	shape.KindHalfPlane: {
		shape.KindHalfPlane:   collideNothing,
		shape.KindEllipse:     collideHalfPlaneRound,
		shape.KindHalfEllipse: collideHalfPlaneRound,
		shape.KindSector:      collideHalfPlaneRound,
		shape.KindCustom:      collideHalfPlaneRound,
	},
	shape.KindEllipse: {
		shape.KindEllipse:     collideGeneral,
		shape.KindHalfEllipse: collideGeneral,
		shape.KindSector:      collideGeneral,
		shape.KindCustom:      collideGeneral,
	},
	shape.KindHalfEllipse: {
		shape.KindHalfEllipse: collideGeneral,
		shape.KindSector:      collideGeneral,
		shape.KindCustom:      collideGeneral,
	},
	shape.KindSector: {
		shape.KindSector: collideGeneral,
		shape.KindCustom: collideGeneral,
	},
	shape.KindCustom: {
		shape.KindCustom: collideGeneral,
	},
}

// FuncFor returns the pair function of two kinds. When flip is true the function wants
// the shapes swapped and its result flipped, as CollideConvex does.
func FuncFor(a, b shape.Kind) (fn CollideFunc, flip bool) {
	if a > b {
		return collideFuncs[b][a], true
	}
	return collideFuncs[a][b], false
}

// CollideConvex finds the manifold of any two shapes, b at pose in the frame of a, with
// points of up to speculative apart (m). The result is in the frame of a and its normal
// points from a to b, in whatever order the pair function wants the shapes. Features are
// in that function's order: they stay the same from call to call, but are not mirrored
// when the caller swaps two shapes of different kinds.
func CollideConvex(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	dst.Hint = 0
	if a.Kind <= b.Kind {
		collideOrdered(dst, a, b, pose, speculative)
		return
	}
	inverse := pose.Inverse()
	collideOrdered(dst, b, a, &inverse, speculative)
	dst.Flip(pose)
}

// collideOrdered calls the function that the table holds. Through the table the compiler
// cannot see that no pair function keeps the pose, and every flip would put its inverse on
// the heap.
func collideOrdered(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	isCircle := a.Kind == shape.KindCircle
	isSegment := a.Kind == shape.KindCapsule || a.Kind == shape.KindSegment
	switch kind := b.Kind; {
	case kind == shape.KindCircle:
		collideCircles(dst, a, b, pose, speculative)
	case kind <= shape.KindSegment && isCircle:
		collideCircleCapsule(dst, a, b, pose, speculative)
	case kind <= shape.KindSegment:
		collideCapsules(dst, a, b, pose, speculative)
	case kind == shape.KindBox && isCircle:
		collideCircleBox(dst, a, b, pose, speculative)
	case kind == shape.KindBox && isSegment:
		collideCapsuleBox(dst, a, b, pose, speculative)
	case kind == shape.KindBox:
		collideBoxes(dst, a, b, pose, speculative)
	case kind == shape.KindPolygon && isCircle:
		collideCirclePolygon(dst, a, b, pose, speculative)
	case kind == shape.KindPolygon && isSegment:
		collideCapsulePolygon(dst, a, b, pose, speculative)
	case kind == shape.KindPolygon:
		collidePolygons(dst, a, b, pose, speculative)
	case a.Kind == kind && kind <= shape.KindHalfPlane:
		collideNothing(dst, a, b, pose, speculative)
	case kind == shape.KindChainSegment && isCircle:
		collideCircleChain(dst, a, b, pose, speculative)
	case kind == shape.KindChainSegment && isSegment:
		collideCapsuleChain(dst, a, b, pose, speculative)
	case kind == shape.KindChainSegment:
		collidePolygonChain(dst, a, b, pose, speculative)
	case kind == shape.KindHalfPlane:
		collideHalfPlane(dst, a, b, pose, speculative)
	case a.Kind == shape.KindHalfPlane:
		collideHalfPlaneRound(dst, a, b, pose, speculative)
	case a.Kind == shape.KindChainSegment:
		collideChainRound(dst, a, b, pose, speculative)
	default:
		collideGeneral(dst, a, b, pose, speculative)
	}
}

// Flip turns the manifold of (b, a), in b's frame, into that of (a, b), in a's;
// pose is that of b in a's frame.
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
