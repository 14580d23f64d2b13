package shape

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// Polygon is a solid convex polygon of up to 65535 vertices, with an optional skin
// that rounds its corners. It is immutable. Box, RoundedBox, OffsetBox, RegularPolygon
// and Triangle make polygons of common forms: they return no error, but Validate of
// the result does if an argument is unusable, and so does attaching it. NewPolygon
// takes corners in order, NewHullPolygon points in any order. The zero Polygon is not
// valid.
//
// A Polygon is one pointer: copies share the vertices.
type Polygon struct{ ptr *polygonData }

// polygonData holds the arguments of a Polygon. It is never changed.
type polygonData struct {
	points []geom.Vec2 // convex, counter-clockwise
	radius float64
	err    error
}

var emptyPolygon polygonData

// data returns the data of a polygon, with no points for the zero Polygon.
func (p Polygon) data() *polygonData {
	if p.ptr == nil {
		return &emptyPolygon
	}
	return p.ptr
}

func invalidPolygon(err error) Polygon { return Polygon{&polygonData{err: err}} }

// Box returns a rectangle around the origin with half extents hx and hy.
//
//go:noinline
func Box(hx, hy float64) Polygon { return RoundedBox(hx, hy, 0) }

// RoundedBox returns a rectangle around the origin with half extents hx and hy
// and a skin of the given radius around it. Like every skin it adds to the size:
// the total width is 2 (hx + radius).
func RoundedBox(hx, hy, radius float64) Polygon {
	if err := geom.CheckSize("hx", hx); err != nil {
		return invalidPolygon(err)
	}
	if err := geom.CheckSize("hy", hy); err != nil {
		return invalidPolygon(err)
	}
	if err := geom.CheckThickness("radius", radius); err != nil {
		return invalidPolygon(err)
	}
	return Polygon{&polygonData{
		points: []geom.Vec2{{X: -hx, Y: -hy}, {X: hx, Y: -hy}, {X: hx, Y: hy}, {X: -hx, Y: hy}},
		radius: radius,
	}}
}

// OffsetBox returns a rectangle with half extents hx and hy, rotated by angle
// (radians) about its center.
func OffsetBox(hx, hy float64, center mgl64.Vec2, angle float64) Polygon {
	p := Box(hx, hy)
	if p.data().err != nil {
		return p
	}
	if err := geom.CheckExtent("center", geom.From(center)); err != nil {
		return invalidPolygon(err)
	}
	if err := geom.CheckFinite("angle", angle); err != nil {
		return invalidPolygon(err)
	}
	return p.moved(geom.Transform{P: geom.From(center), R: geom.RotFromAngle(angle)})
}

// RegularPolygon returns a polygon of n equal sides, n at least three, whose
// vertices lie at the given distance from the origin, the first of them on the
// +x axis.
func RegularPolygon(n int, radius float64) Polygon {
	switch {
	case n < 3:
		return invalidPolygon(geom.NewFieldError("n", n, geom.ErrTooFewPoints))
	case n > maxPoints:
		return invalidPolygon(geom.NewFieldError("n", n, ErrTooManyPoints))
	}
	if err := geom.CheckSize("radius", radius); err != nil {
		return invalidPolygon(err)
	}
	points := make([]mgl64.Vec2, n)
	for i := range points {
		s, c := geom.SinCos(twoPi * float64(i) / float64(n))
		points[i] = mgl64.Vec2{radius * c, radius * s}
	}
	return makePolygon(points, 0)
}

const twoPi = 6.28318530717958647692528676655900576839

// Triangle returns the triangle with the given corners, in either order.
// Validate names them Points[0] to Points[2].
func Triangle(a, b, c mgl64.Vec2) Polygon { return makePolygon([]mgl64.Vec2{a, b, c}, 0) }

// NewPolygon returns the polygon with the given vertices, in order around it,
// and a skin of the given radius (zero for none). The order may be
// counter-clockwise or clockwise; clockwise points are reversed, keeping the
// first one first. The error is a *geom.FieldError that names the point at fault
// and wraps geom.ErrTooFewPoints, ErrTooManyPoints, geom.ErrNotFinite,
// geom.ErrOutOfRange, geom.ErrDuplicate, geom.ErrCollinear, geom.ErrSelfIntersecting or
// geom.ErrNotConvex; for the radius, geom.ErrNegative and the like.
func NewPolygon(points []mgl64.Vec2, radius float64) (Polygon, error) {
	p := makePolygon(points, radius)
	if p.data().err != nil {
		return Polygon{}, p.data().err
	}
	return p, nil
}

// NewHullPolygon returns the smallest convex polygon around points in any order, with a skin of the
// given radius. It is NewPolygon for the corners of polygon.Hull, without those that NewPolygon
// would refuse as too flat. The error is the error of polygon.Hull, or the error of NewPolygon for
// the remaining corners.
func NewHullPolygon(points []mgl64.Vec2, radius float64) (Polygon, error) {
	hull, err := polygon.Hull(points)
	if err != nil {
		return Polygon{}, err
	}
	return NewPolygon(dropFlatCorners(hull), radius)
}

// makePolygon is NewPolygon with the error in the polygon.
func makePolygon(points []mgl64.Vec2, radius float64) Polygon {
	ordered, err := convexOrder(points)
	if err != nil {
		return invalidPolygon(err)
	}
	if err := geom.CheckThickness("radius", radius); err != nil {
		return invalidPolygon(err)
	}
	return Polygon{&polygonData{points: ordered, radius: radius}}
}

// Points returns a copy of the vertices, counter-clockwise, without the skin.
func (p Polygon) Points() []mgl64.Vec2 {
	return mglPoints(p.data().points)
}

// Len returns the number of vertices.
func (p Polygon) Len() int { return len(p.data().points) }

// SkinRadius returns the thickness of the skin.
func (p Polygon) SkinRadius() float64 { return p.data().radius }

// Support returns the boundary point farthest along dir, and the origin for an invalid
// polygon.
func (p Polygon) Support(dir mgl64.Vec2) mgl64.Vec2 {
	if len(p.data().points) == 0 {
		return mgl64.Vec2{}
	}
	d := direction(dir)
	return p.data().points[supportVertex(p.data().points, d)].MulAdd(p.data().radius, d).Mgl()
}

// Validate returns the error about the arguments of the constructor, nil if there is none.
func (p Polygon) Validate() error {
	if p.data().err == nil && len(p.data().points) == 0 {
		return geom.NewFieldError("Points", 0, geom.ErrTooFewPoints)
	}
	return p.data().err
}

// moved returns the polygon after it is rotated and translated by t.
func (p Polygon) moved(t geom.Transform) Polygon {
	if p.Validate() != nil {
		return p
	}
	points := make([]mgl64.Vec2, len(p.data().points))
	for i, v := range p.data().points {
		points[i] = t.Apply(v).Mgl()
	}
	return makePolygon(points, p.data().radius)
}
