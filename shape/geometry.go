package shape

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Kind says which formulas a Geometry obeys. The order matters: a pair function
// is written for kinds (a, b) with a <= b and the other triangle is a flip.
type Kind uint8

// The kinds of compiled geometry.
const (
	KindCircle Kind = iota
	KindCapsule
	KindSegment
	KindBox
	KindPolygon
	KindChainSegment
	KindHalfPlane
	KindEllipse
	KindHalfEllipse
	KindSector
	KindCustom
	KindCount = iota
)

// Geometry is what the narrowphase sees of a shape: one pointer-free row. Its
// frame is the body's frame moved to the centre of mass, so the pose of a body
// is all that a contact needs besides.
//
//	kind          A                   B                     Radius   vertices and normals
//	Circle        centre              -                     radius   -
//	Capsule       first end           second end            radius   -
//	Segment       first end           second end            skin     -
//	Box           half extents        (cos, sin) of turn    skin     4, first the corner (-, -) of the turned axes
//	Polygon       -                   -                     skin     Count
//	ChainSegment  first end           second end            0        2: the ghosts before and after, and the normals of their edges
//	HalfPlane     a point on the edge unit outward normal   0        -
//	Ellipse       semi-axes           (cos, sin) of turn    skin     -
//	HalfEllipse   semi-axes           (cos, sin) of turn    skin     -
//	Sector        (radius, half angle)(cos, sin) of turn    skin     3: apex, lower and upper end of the arc; the normal between the ends is the axis
//	Custom        offset              (cos, sin) of turn    skin     First indexes Customs
//
// Centre and Bound are the bounding circle, skin included, up to the rounding of
// coordinates. Of a polygon it is the smallest one. Of a box, ellipse, half
// ellipse (the middle of its flat side) and sector (its apex) Centre is also the
// point from which A is measured. A half-plane's Bound is Boundless.
type Geometry struct {
	Kind           Kind
	Count          uint16
	First          uint32
	Radius         float64
	Center         geom.Vec2
	BoundingRadius float64
	A, B           geom.Vec2
}

var _ [72]byte = [unsafe.Sizeof(Geometry{})]byte{}

// Arena holds what does not fit in a Geometry: vertices in counter-clockwise
// order, the outward unit normal of the edge that starts at each of them, and
// custom supports.
type Arena struct {
	Vertices []geom.Vec2
	Normals  []geom.Vec2
	Customs  []Support
}

// Convex is a compiled shape ready for the narrowphase: its row and the arena
// that the row points into. Two words, passed in registers.
type Convex struct {
	*Geometry
	Arena *Arena
}

// Points returns the shape's own part of the arena's vertices: see Geometry.
func (c Convex) Points() []geom.Vec2 {
	return c.Arena.Vertices[c.First : c.First+uint32(c.Count)]
}

// EdgeNormals returns the shape's own part of the arena's normals. Of a box or
// polygon, normal i belongs to the edge from vertex i to vertex i+1.
func (c Convex) EdgeNormals() []geom.Vec2 {
	return c.Arena.Normals[c.First : c.First+uint32(c.Count)]
}

// Support is a convex shape known only by its support function. Every built-in
// shape implements it too; a game brings its own shapes by implementing it.
type Support interface {
	// Support returns a point of the shape, in its local frame, that is farthest
	// along dir. dir is not zero and need not be unit length. A shape with a skin
	// answers a point of the skin's surface.
	Support(dir mgl64.Vec2) mgl64.Vec2
}
