package shape

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Ellipse is a solid ellipse with semi-axes RX and RY, rotated by Angle
// (radians), with a skin of thickness Skin around it.
type Ellipse struct {
	Center mgl64.Vec2
	RX, RY float64
	Angle  float64
	Skin   float64
}

// HalfEllipse is the half of an ellipse on the +y side of its flat side, rotated
// by Angle (radians). Center is the middle of the flat side, which is 2 RX long;
// RY is the height. A skin of thickness Skin lies around it.
type HalfEllipse struct {
	Center mgl64.Vec2
	RX, RY float64
	Angle  float64
	Skin   float64
}

// Support returns the boundary point farthest along dir.
func (e Ellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	return frameSupport(e.Center, e.Angle, e.Skin, dir, func(d geom.Vec2) geom.Vec2 {
		return ellipseSupport(geom.Vec2{X: e.RX, Y: e.RY}, d)
	})
}

// Support returns the boundary point farthest along dir.
func (e HalfEllipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	return frameSupport(e.Center, e.Angle, e.Skin, dir, func(d geom.Vec2) geom.Vec2 {
		return halfEllipseSupport(geom.Vec2{X: e.RX, Y: e.RY}, d)
	})
}

// SkinRadius returns the thickness of the skin.
func (e Ellipse) SkinRadius() float64 { return e.Skin }

// SkinRadius returns the thickness of the skin.
func (e HalfEllipse) SkinRadius() float64 { return e.Skin }

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (e Ellipse) Validate() error {
	return checkEllipse(e.Center, e.RX, e.RY, e.Angle, e.Skin)
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (e HalfEllipse) Validate() error {
	return checkEllipse(e.Center, e.RX, e.RY, e.Angle, e.Skin)
}

func checkEllipse(center mgl64.Vec2, rx, ry, angle, skin float64) error {
	return cmp.Or(
		geom.CheckExtent("Center", geom.From(center)), geom.CheckSize("RX", rx), geom.CheckSize("RY", ry),
		geom.CheckFinite("Angle", angle), geom.CheckThickness("Skin", skin),
	)
}

// frameSupport returns the support point of a shape, given the support function of its
// core in its own frame.
func frameSupport(center mgl64.Vec2, angle, skin float64, dir mgl64.Vec2, core func(geom.Vec2) geom.Vec2) mgl64.Vec2 {
	rot := geom.RotFromAngle(angle)
	d := direction(dir)
	p := geom.From(center).Add(rot.Apply(core(rot.ApplyInverse(d))))
	return p.MulAdd(skin, d).Mgl()
}

// direction returns the unit vector along dir, for any length of dir but zero.
func direction(dir mgl64.Vec2) geom.Vec2 {
	d := geom.From(dir)
	if l := max(math.Abs(d.X), math.Abs(d.Y)); l > 0 && (l < 1e-100 || l > 1e100) {
		d = geom.Vec2{X: d.X / l, Y: d.Y / l}
	}
	d, _ = d.Unit()
	return d
}

// ellipseSupport returns the point of the ellipse with semi-axes r farthest
// along d: the image of the unit circle's support under the scaling by r.
func ellipseSupport(r, d geom.Vec2) geom.Vec2 {
	u, _ := geom.Vec2{X: float64(r.X * d.X), Y: float64(r.Y * d.Y)}.Unit()
	return geom.Vec2{X: float64(r.X * u.X), Y: float64(r.Y * u.Y)}
}

// halfEllipseSupport is ellipseSupport for the half with y >= 0.
func halfEllipseSupport(r, d geom.Vec2) geom.Vec2 {
	if d.Y > 0 {
		return ellipseSupport(r, d)
	}
	if d.X > 0 {
		return geom.Vec2{X: r.X}
	}
	return geom.Vec2{X: -r.X}
}

// cos45 limits the directions for which a flat side beside a round one is the farthest
// feature: 45 degrees is half of the right angle between their normals at the end.
const cos45 = math.Sqrt2 / 2

// halfEllipseFeature returns the flat side, from -RX to +RX, or a point.
func (c Convex) halfEllipseFeature(d geom.Vec2) Feature {
	rot := c.Rotation()
	local := rot.ApplyInverse(d)
	if local.Y < 0 && -local.Y >= float64(cos45*local.Length()) {
		side := rot.X().Mul(c.A.X)
		return Feature{A: c.Center.Sub(side), B: c.Center.Add(side), IA: 0, IB: 1}
	}
	p := c.Center.Add(rot.Apply(halfEllipseSupport(c.A, local)))
	return Feature{A: p, B: p, Point: true}
}
