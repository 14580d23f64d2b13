package collision

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// stillFits reports whether a tight box cannot have left its fat box since fit was computed.
//
// A rotation moves a point x of the body's frame to q x, as complex numbers. So since the rotation
// q0 the point has moved by |q - q0| |x| relative to the centre of mass. No side of the box has
// moved farther than the farthest point.
func stillFits(fit *state.BoxFit, pose *geom.Transform) bool {
	dc, ds := pose.R.C-float64(fit.C), pose.R.S-float64(fit.S)
	turned := float64(math.Sqrt(float64(dc*dc)+float64(ds*ds)) * float64(fit.Reach))
	x, y := pose.P.X, pose.P.Y
	return x-turned >= float64(fit.MinX) && x+turned <= float64(fit.MaxX) &&
		y-turned >= float64(fit.MinY) && y+turned <= float64(fit.MaxY)
}

// LeftBox reports whether a collider of a body has left its fat box.
func (p *Pipeline) LeftBox(row state.BodyRow) bool {
	pose, links := &p.Bodies.Pose[row], p.Shapes.Link
	fits, version := p.Shapes.BoxFits()
	for c := p.Bodies.Motion[row].FirstCollider; c != state.None; c = links[c].Next {
		if fit := &fits[c]; fit.Known(version) && stillFits(fit, pose) {
			continue
		}
		if !p.Broadphase.Boxes()[c].ToBox().Contains(p.Shapes.BoundsOf(state.ColliderSlot(c), *pose)) {
			return true
		}
	}
	return false
}

// noteFit computes how far a body may move before the tight box of a collider, which is inside the
// fat box, may leave it. It leaves the entry alone for shapes without a bound.
//
// The bounds are narrower than in exact arithmetic by more than all errors: fit is rounded to 24
// bits, the boxes and stillFits to 53.
func noteFit(fit *state.BoxFit, version uint32, g *shape.Geometry, pose *geom.Transform, tight, fat *geom.Box) {
	reach := float64(reachOf(g) * (1 + 0x1p-20))
	const roundoff = 0x1p-22
	errorBound := float64(roundoff * (reach + math.Abs(pose.P.X) + math.Abs(fat.Min.X) + math.Abs(fat.Max.X) +
		math.Abs(pose.P.Y) + math.Abs(fat.Min.Y) + math.Abs(fat.Max.Y)))
	if !(errorBound < 1) { // far out, without a bound, or not a number
		return
	}
	fit.MinX = float32(pose.P.X - (tight.Min.X - fat.Min.X) + errorBound)
	fit.MinY = float32(pose.P.Y - (tight.Min.Y - fat.Min.Y) + errorBound)
	fit.MaxX = float32(pose.P.X + (fat.Max.X - tight.Max.X) - errorBound)
	fit.MaxY = float32(pose.P.Y + (fat.Max.Y - tight.Max.Y) - errorBound)
	fit.C, fit.S, fit.Reach = float32(pose.R.C), float32(pose.R.S), float32(reach)
	fit.Know(version)
}

// reachOf bounds the distance of a shape's points, without its skin, from the centre of mass.
// It is infinite for shapes whose box does not follow the motion of points.
func reachOf(g *shape.Geometry) float64 {
	switch g.Kind {
	case shape.KindCircle:
		return g.A.Length()
	case shape.KindCapsule, shape.KindSegment:
		return max(g.A.Length(), g.B.Length())
	case shape.KindBox:
		return g.Center.Length() + g.A.Length()
	case shape.KindPolygon, shape.KindEllipse:
		return g.Center.Length() + g.BoundingRadius
	}
	return math.Inf(1)
}
