package shape

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// Polygon is a solid convex polygon of any number of vertices up to 65535, with
// an optional skin that rounds it. It is immutable and made by Box, NewPolygon
// and their like; the zero Polygon is refused. Constructors that return a plain
// Polygon carry what is wrong with their arguments to Validate, and so to
// whatever the polygon is attached to.
//
// A Polygon is one pointer: a thousand bodies that are given the same one share
// its vertices.
type Polygon struct{ ptr *polygonData }

// ring is what a Polygon was made from. Nothing changes it.
type polygonData struct {
	points []geom.Vec2 // convex, counter-clockwise
	radius float64
	err    error
}

var emptyPolygon polygonData

// data returns the ring, an empty one for the zero Polygon.
func (p Polygon) data() *polygonData {
	if p.ptr == nil {
		return &emptyPolygon
	}
	return p.ptr
}

// invalidPolygon returns a Polygon that carries an error.
func invalidPolygon(err error) Polygon { return Polygon{&polygonData{err: err}} }

// Box returns a rectangle around the origin with half extents hx and hy.
func Box(hx, hy float64) Polygon { return RoundedBox(hx, hy, 0) }

// RoundedBox returns a rectangle around the origin with half extents hx and hy
// and a skin of the given radius around it. Like every skin it adds to the size:
// the whole is 2 (hx + radius) wide.
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

// OffsetBox returns a rectangle with half extents hx and hy, turned by angle
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
// first one first. The error is a *geom.FieldError that names the guilty point
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

// NewHullPolygon returns the smallest convex polygon around points in any
// order, with a skin of the given radius. Points inside, repeated points and
// corners too flat to have an edge on either side are left out. The error is
// that of Hull, or that of NewPolygon for the corners that are left.
func NewHullPolygon(points []mgl64.Vec2, radius float64) (Polygon, error) {
	hull, err := polygon.Hull(points)
	if err != nil {
		return Polygon{}, err
	}
	return NewPolygon(dropFlatCorners(hull), radius)
}

// makePolygon is NewPolygon with the error carried.
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

// Support returns the boundary point farthest along dir. A polygon that
// Validate refuses answers the origin.
func (p Polygon) Support(dir mgl64.Vec2) mgl64.Vec2 {
	if len(p.data().points) == 0 {
		return mgl64.Vec2{}
	}
	d := direction(dir)
	return p.data().points[supportVertex(p.data().points, d)].MulAdd(p.data().radius, d).Mgl()
}

// Validate returns what is wrong with the arguments the polygon was made from.
func (p Polygon) Validate() error {
	if p.data().err == nil && len(p.data().points) == 0 {
		return geom.NewFieldError("Points", 0, geom.ErrTooFewPoints)
	}
	return p.data().err
}

// moved returns the polygon turned and then shifted.
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
