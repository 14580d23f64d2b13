package shape

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// HalfPlane is everything behind an endless straight edge: the points p with
// (p - Point) . Normal <= 0. Normal points out of the solid and need not be
// unit length. It has no mass: attach it to static bodies.
type HalfPlane struct {
	Point  mgl64.Vec2
	Normal mgl64.Vec2
}

// HalfPlaneExtent is the distance from Point, in metres, of the support points of a
// half-plane along and below its edge, where exact ones would be infinitely far away.
// Functions with a formula of their own for half-planes have no such limit.
const HalfPlaneExtent = 1e6

// infiniteExtent stands for infinity in boxes and bounding circles of half-planes,
// in metres. It is finite, so the differences of such boxes are not NaN.
const infiniteExtent = geom.MaxExtent

// Support returns a corner of the square that stands for the half-plane. Its sides are
// 2 HalfPlaneExtent long, and Point is the middle of the upper one.
func (h HalfPlane) Support(dir mgl64.Vec2) mgl64.Vec2 {
	n := direction(h.Normal)
	return halfPlaneVertex(geom.From(h.Point), n, halfPlaneCorner(n, geom.From(dir))).Mgl()
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (h HalfPlane) Validate() error {
	if err := geom.CheckExtent("Point", geom.From(h.Point)); err != nil {
		return err
	}
	if err := geom.CheckPoint("Normal", geom.From(h.Normal)); err != nil {
		return err
	}
	if direction(h.Normal) == (geom.Vec2{}) {
		return geom.NewFieldError("Normal", geom.From(h.Normal), geom.ErrDegenerate)
	}
	return nil
}

// halfPlaneCorner returns the farthest corner along d of the square that stands for a
// half-plane with normal n. Corners are counted as the corners of a box with n as its y axis,
// so the edge runs from corner 2 to corner 3.
func halfPlaneCorner(n, d geom.Vec2) uint32 {
	return boxCorner(geom.Vec2{X: d.Dot(n.RightPerp()), Y: d.Dot(n)})
}

func halfPlaneVertex(point, n geom.Vec2, i uint32) geom.Vec2 {
	side := HalfPlaneExtent
	if i == 0 || i == 3 {
		side = -HalfPlaneExtent
	}
	p := point.MulAdd(side, n.RightPerp())
	if i < 2 {
		p = p.MulSub(2*HalfPlaneExtent, n)
	}
	return p
}
