package shape

import (
	"fmt"

	"github.com/carom2d/carom/geom"
)

// Compile checks a shape and returns its row, with a given point of its own frame as
// the new origin: a local point p becomes p - origin. Vertices, normals and custom
// supports are appended to the arena. Rectangles in any position become KindBox.
//
// Compile is for programs that keep many compiled shapes in one arena: a
// Convex{Geometry: &g, Arena: arena} can be used as long as both exist. New is simpler
// for one shape.
//
// The error is a *geom.FieldError or the error of the shape's own Validate. The arena
// is then as it was.
func Compile(s Support, origin geom.Vec2, arena *Arena) (Geometry, error) {
	s = dereference(s)
	if _, concave := s.(Compound); concave {
		return Geometry{}, geom.NewFieldError("Shape", fmt.Sprintf("%T", s), ErrConcave)
	}
	if err := validate(s); err != nil {
		return Geometry{}, err
	}
	first := len(arena.Vertices)
	n := vertexCount(s)
	for range n {
		arena.Vertices = append(arena.Vertices, geom.Vec2{})
		arena.Normals = append(arena.Normals, geom.Vec2{})
	}
	g := Geometry{First: uint32(first), Count: uint16(n)}
	if isCustom(s) {
		g.First = uint32(len(arena.Customs))
		arena.Customs = append(arena.Customs, nil)
	}
	if err := fill(s, origin, arena, &g); err != nil {
		arena.Customs = arena.Customs[:g.First]
		return Geometry{}, err
	}
	return g, nil
}

// New compiles a shape alone, in its own frame. The result is the argument of all functions here,
// in narrowphase and in manifold that take a Convex. The error is the error of Compile.
func New(s Support) (Convex, error) {
	arena := new(Arena)
	g, err := Compile(s, geom.Vec2{}, arena)
	if err != nil {
		return Convex{}, err
	}
	return Convex{Geometry: &g, Arena: arena}, nil
}

func validate(s Support) error {
	if s == nil {
		return geom.NewFieldError("Shape", s, ErrNoShape)
	}
	if v, ok := s.(Validator); ok {
		return v.Validate()
	}
	return nil
}

// vertexCount returns the number of vertices of a valid shape in the arena. s is no pointer.
func vertexCount(s Support) int {
	switch s := s.(type) {
	case Polygon:
		return len(s.data().points)
	case ChainSegment:
		return 2
	case Sector:
		return 3
	}
	return 0
}

func isCustom(s Support) bool {
	switch s.(type) {
	case Circle, Capsule, Segment, Polygon, Ellipse, HalfEllipse, Sector, HalfPlane, ChainSegment:
		return false
	}
	return true
}

// fill writes the row of a valid shape, and its part of the arena at g.First. s is no
// pointer. Only custom shapes can fail.
func fill(s Support, origin geom.Vec2, arena *Arena, g *Geometry) error {
	c := Convex{Geometry: g, Arena: arena}
	switch s := s.(type) {
	case Circle:
		g.Kind, g.Radius = KindCircle, s.Radius
		g.A = geom.From(s.Center).Sub(origin)
		g.Center, g.BoundingRadius = g.A, s.Radius
	case Capsule:
		if s.isCircle() {
			return fill(Circle{Center: s.middle(), Radius: s.Radius}, origin, arena, g)
		}
		g.Kind = KindCapsule
		g.fillSegment(geom.From(s.A).Sub(origin), geom.From(s.B).Sub(origin), s.Radius)
	case Segment:
		g.Kind = KindSegment
		g.fillSegment(geom.From(s.A).Sub(origin), geom.From(s.B).Sub(origin), s.Radius)
	case ChainSegment:
		c.fillChainSegment(s, origin)
	case Polygon:
		c.fillPolygon(s, origin)
	case HalfPlane:
		g.Kind = KindHalfPlane
		g.A, g.B = geom.From(s.Point).Sub(origin), direction(s.Normal)
		g.Center, g.BoundingRadius = g.A, infiniteExtent
	case Ellipse:
		g.Kind = KindEllipse
		g.fillElliptic(geom.From(s.Center).Sub(origin), geom.Vec2{X: s.RX, Y: s.RY}, s.Angle, s.Skin)
	case HalfEllipse:
		g.Kind = KindHalfEllipse
		g.fillElliptic(geom.From(s.Center).Sub(origin), geom.Vec2{X: s.RX, Y: s.RY}, s.Angle, s.Skin)
	case Sector:
		c.fillSector(s, origin)
	default:
		return c.fillCustom(s, origin)
	}
	return nil
}

func (g *Geometry) fillSegment(a, b geom.Vec2, radius float64) {
	g.A, g.B, g.Radius = a, b, radius
	g.Center = a.Lerp(b, 0.5)
	g.BoundingRadius = inflatedRadius(max(a.Distance(g.Center), b.Distance(g.Center)), radius)
}

// inflatedRadius returns the radius of a bounding circle around a core of the given
// radius and its skin, rounded up by more than the rounding error of the sum.
func inflatedRadius(core, skin float64) float64 { return float64((core + skin) * (1 + 1e-15)) }

func (c Convex) fillChainSegment(s ChainSegment, origin geom.Vec2) {
	c.Kind = KindChainSegment
	a, b := geom.From(s.A).Sub(origin), geom.From(s.B).Sub(origin)
	c.fillSegment(a, b, 0)
	points, normals := c.Points(), c.EdgeNormals()
	points[0], points[1] = geom.From(s.Before).Sub(origin), geom.From(s.After).Sub(origin)
	normals[0], _ = a.Sub(points[0]).RightPerp().Unit()
	normals[1], _ = points[1].Sub(b).RightPerp().Unit()
}

// fillElliptic fills the row of an ellipse, half ellipse or sector, whose bounding
// circle is centred on the centre of the ellipse or disc it is a part of.
func (g *Geometry) fillElliptic(center, axes geom.Vec2, angle, skin float64) {
	g.Center, g.A, g.Radius = center, axes, skin
	g.B = geom.RotFromAngle(angle).X()
	g.BoundingRadius = inflatedRadius(max(axes.X, axes.Y), skin)
}

func (c Convex) fillSector(s Sector, origin geom.Vec2) {
	c.Kind = KindSector
	center, half := geom.From(s.Center).Sub(origin), s.half()
	c.fillElliptic(center, geom.Vec2{X: s.Radius}, s.Angle, s.Skin)
	c.A.Y = half
	rot, end := c.Rotation(), geom.RotFromAngle(half)
	lower, upper := rot.Apply(end.Inverse().X()), rot.Apply(end.X())
	points, normals := c.Points(), c.EdgeNormals()
	points[sectorApex] = center
	points[sectorLower] = center.MulAdd(s.Radius, lower)
	points[sectorUpper] = center.MulAdd(s.Radius, upper)
	normals[sectorApex] = lower.RightPerp()
	normals[sectorLower] = rot.X()
	normals[sectorUpper] = upper.LeftPerp()
}

func (c Convex) fillPolygon(s Polygon, origin geom.Vec2) {
	c.Kind, c.Radius = KindPolygon, s.data().radius
	points, normals := c.Points(), c.EdgeNormals()
	if r, ok := rectangleOf(s.data().points); ok {
		c.Kind = KindBox
		c.A, c.B = r.half, r.axis
		c.Center = r.center.Sub(origin)
		c.BoundingRadius = inflatedRadius(r.half.Length(), s.data().radius)
		x, y := r.axis.Mul(r.half.X), r.axis.LeftPerp().Mul(r.half.Y)
		points[0], points[1] = c.Center.Sub(x).Sub(y), c.Center.Add(x).Sub(y)
		points[2], points[3] = c.Center.Add(x).Add(y), c.Center.Sub(x).Add(y)
		normals[0], normals[1] = r.axis.RightPerp(), r.axis
		normals[2], normals[3] = r.axis.LeftPerp(), r.axis.Neg()
		return
	}
	for i, p := range s.data().points {
		points[i] = p.Sub(origin)
	}
	for i, p := range points {
		next := points[(i+1)%len(points)]
		normals[i], _ = next.Sub(p).RightPerp().Unit()
	}
	center, radius := enclosingCircle(points)
	c.Center, c.BoundingRadius = center, inflatedRadius(radius, s.data().radius)
}
