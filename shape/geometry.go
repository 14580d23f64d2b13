package shape

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Kind selects the formulas for a Geometry. The order matters: pair functions are
// written for kinds (a, b) with a <= b, and the caller swaps the shapes of other pairs.
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

// Geometry is a compiled shape: one row without pointers. In a world its frame is the body's frame
// moved to the centre of mass, so a contact needs only this row and the pose of the body.
//
//	kind          A                   B                     Radius   vertices and normals
//	Circle        centre              -                     radius   -
//	Capsule       first end           second end            radius   -
//	Segment       first end           second end            skin     -
//	Box           half extents        (cos, sin) of angle   skin     4, first the corner (-, -) of the rotated axes
//	Polygon       -                   -                     skin     Count
//	ChainSegment  first end           second end            0        2: the ghosts before and after, and the normals of their edges
//	HalfPlane     a point on the edge unit outward normal   0        -
//	Ellipse       semi-axes           (cos, sin) of angle   skin     -
//	HalfEllipse   semi-axes           (cos, sin) of angle   skin     -
//	Sector        (radius, half angle)(cos, sin) of angle   skin     3: apex, lower and upper end of the arc; the normal between the ends is the axis
//	Custom        offset              (cos, sin) of angle   skin     First indexes Customs
//
// Center and BoundingRadius are the bounding circle, skin included, up to the rounding
// of coordinates. For a polygon it is the smallest one. For a box, ellipse, half
// ellipse (the middle of its flat side) and sector (its apex), Center is also the
// reference point of A. The BoundingRadius of a half-plane is geom.MaxExtent.
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

// Arena holds the parts of compiled shapes that do not fit in a Geometry: vertices in
// counter-clockwise order, the outward unit normal of the edge that starts at each of
// them, and custom shapes. The zero Arena is empty and ready for Compile.
type Arena struct {
	Vertices []geom.Vec2
	Normals  []geom.Vec2
	Customs  []Support

	// Wrap, if it is not nil, is called with each custom shape that is compiled, and its result
	// replaces the shape. The result must give the same answers as the shape. Programs that record
	// the answers of shapes use it.
	Wrap func(Support) Support
}

// Convex is a compiled shape: its row and the arena of the row. It is the argument of
// the functions of this package, narrowphase and manifold. Two words, passed in registers.
type Convex struct {
	*Geometry
	Arena *Arena
}

// Points returns the shape's own part of the arena's vertices: see Geometry. It is not a
// copy.
func (c Convex) Points() []geom.Vec2 {
	end := c.First + uint32(c.Count)
	return c.Arena.Vertices[c.First:end:end]
}

// EdgeNormals returns the shape's own part of the arena's normals. For a box or
// polygon, normal i belongs to the edge from vertex i to vertex i+1. It is not a copy.
func (c Convex) EdgeNormals() []geom.Vec2 {
	end := c.First + uint32(c.Count)
	return c.Arena.Normals[c.First:end:end]
}

// Support is a convex shape, defined by its support function. Every built-in
// shape implements it, and so do the custom shapes of a game.
type Support interface {
	// Support returns a point of the shape, in its local frame, that is farthest
	// along dir. dir is not zero and need not be unit length. For a shape with a
	// skin, the point lies on the surface of the skin.
	Support(dir mgl64.Vec2) mgl64.Vec2
}
