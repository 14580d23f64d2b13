package collision

import (
	"math"

	"github.com/carom2d/carom/collision/kernel"
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
	return allows(fit, pose.P, turnedBy(fit, pose.R))
}

// turnedBy bounds the length by which a rotation has moved the points of a shape.
func turnedBy(fit *state.BoxFit, r geom.Rot) float64 {
	dc, ds := r.C-float64(fit.C), r.S-float64(fit.S)
	return float64(math.Sqrt(float64(dc*dc)+float64(ds*ds)) * float64(fit.Reach))
}

// allows reports whether a centre of mass is within the bounds of a fit by a length.
func allows(fit *state.BoxFit, p geom.Vec2, by float64) bool {
	return p.X-by >= float64(fit.MinX) && p.X+by <= float64(fit.MaxX) &&
		p.Y-by >= float64(fit.MinY) && p.Y+by <= float64(fit.MaxY)
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

// measureReach gives a fit the reach of its shape, and forgets the rest of the fit.
func measureReach(fit *state.BoxFit, version uint32, g *shape.Geometry) {
	if !fit.Known(version) {
		fit.Reach = float32(reachOf(g) * (1 + 0x1p-20))
	}
	fit.Forget()
}

// noteFit computes how far a body may move before the tight box of a collider, which is inside the
// fat box, may leave it. The reach is known. The entry stays forgotten for shapes without a bound.
//
// The bounds are narrower than in exact arithmetic by more than all errors.
func noteFit(fit *state.BoxFit, version uint32, pose *geom.Transform, tight, fat *geom.Box) {
	reach, x, y := float64(fit.Reach), pose.P.X, pose.P.Y
	minX, minY := fitError(reach, x, fat.Min.X), fitError(reach, y, fat.Min.Y)
	maxX, maxY := fitError(reach, x, fat.Max.X), fitError(reach, y, fat.Max.Y)
	if !(minX < 1 && minY < 1 && maxX < 1 && maxY < 1) { // far out, without a bound, or not a number
		return
	}
	fit.MinX = float32(x - (tight.Min.X - fat.Min.X) + minX)
	fit.MinY = float32(y - (tight.Min.Y - fat.Min.Y) + minY)
	fit.MaxX = float32(x + (fat.Max.X - tight.Max.X) - maxX)
	fit.MaxY = float32(y + (fat.Max.Y - tight.Max.Y) - maxY)
	fit.C, fit.S = float32(pose.R.C), float32(pose.R.S)
	fit.Know(version)
}

// fitError bounds the error of one bound of a fit, from the coordinates of the centre of mass and
// of the side of the fat box.
func fitError(reach, center, side float64) float64 {
	return float64(kernel.FitRoundoff * (reach + math.Abs(center) + math.Abs(side)))
}

// noReach is the reach of shapes whose box does not follow the motion of points: with it noteFit
// finds no bound.
const noReach = 0x1p100

// reachOf bounds the distance of a shape's points, without its skin, from the centre of mass.
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
	return noReach
}
