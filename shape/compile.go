package shape

import (
	"github.com/carom2d/carom/geom"
)

// Compile checks a shape and turns it into the row that the narrowphase reads,
// in a frame whose origin is the given point of the shape's own: a local point p
// becomes p - origin. Vertices, normals and custom supports are appended to the
// arena. A bad shape is refused with a *geom.FieldError, or with what its own
// Validate returned, and leaves the arena as it was. Rectangles in any position
// become KindBox.
func Compile(s Support, origin geom.Vec2, arena *Arena) (Geometry, error) {
	s = plain(s)
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

// New compiles a shape alone, in its own frame.
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
		return geom.Refuse("Shape", s, ErrNoShape)
	}
	if v, ok := s.(Validator); ok {
		return v.Validate()
	}
	return nil
}

// vertexCount returns how many vertices a plain, valid shape takes in the arena.
func vertexCount(s Support) int {
	switch s := s.(type) {
	case Polygon:
		return len(s.get().points)
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

// fill writes the row of a plain, valid shape, and its part of the arena, whose
// place g.First and g.Count tell. Only custom shapes can fail.
func fill(s Support, origin geom.Vec2, arena *Arena, g *Geometry) error {
	c := Convex{Geometry: g, Arena: arena}
	switch s := s.(type) {
	case Circle:
		g.Kind, g.Radius = KindCircle, s.Radius
		g.A = geom.From(s.Center).Sub(origin)
		g.Centre, g.Bound = g.A, s.Radius
	case Capsule:
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
		g.Centre, g.Bound = g.A, Boundless
	case Ellipse:
		g.Kind = KindEllipse
		g.fillRound(geom.From(s.Center).Sub(origin), geom.Vec2{X: s.RX, Y: s.RY}, s.Angle, s.Skin)
	case HalfEllipse:
		g.Kind = KindHalfEllipse
		g.fillRound(geom.From(s.Center).Sub(origin), geom.Vec2{X: s.RX, Y: s.RY}, s.Angle, s.Skin)
	case Sector:
		c.fillSector(s, origin)
	default:
		return c.fillCustom(s, origin)
	}
	return nil
}

func (g *Geometry) fillSegment(a, b geom.Vec2, radius float64) {
	g.A, g.B, g.Radius = a, b, radius
	g.Centre = a.Lerp(b, 0.5)
	g.Bound = outward(max(a.Distance(g.Centre), b.Distance(g.Centre)), radius)
}

// outward returns the radius of a bounding circle around a core of the given
// radius and its skin, raised past what rounding may have lost.
func outward(core, skin float64) float64 { return float64((core + skin) * (1 + 1e-15)) }

func (c Convex) fillChainSegment(s ChainSegment, origin geom.Vec2) {
	c.Kind = KindChainSegment
	a, b := geom.From(s.A).Sub(origin), geom.From(s.B).Sub(origin)
	c.fillSegment(a, b, 0)
	points, normals := c.Points(), c.EdgeNormals()
	points[0], points[1] = geom.From(s.Before).Sub(origin), geom.From(s.After).Sub(origin)
	normals[0], _ = a.Sub(points[0]).Right().Unit()
	normals[1], _ = points[1].Sub(b).Right().Unit()
}

// fillRound fills the row of an ellipse, half ellipse or sector, whose bounding
// circle is centred on the centre of the ellipse or disc it is a part of.
func (g *Geometry) fillRound(centre, axes geom.Vec2, angle, skin float64) {
	g.Centre, g.A, g.Radius = centre, axes, skin
	g.B = geom.RotFromAngle(angle).X()
	g.Bound = outward(max(axes.X, axes.Y), skin)
}

func (c Convex) fillSector(s Sector, origin geom.Vec2) {
	c.Kind = KindSector
	centre, half := geom.From(s.Center).Sub(origin), s.half()
	c.fillRound(centre, geom.Vec2{X: s.Radius}, s.Angle, s.Skin)
	c.A.Y = half
	turn, end := c.Turn(), geom.RotFromAngle(half)
	lower, upper := turn.Apply(end.Inverse().X()), turn.Apply(end.X())
	points, normals := c.Points(), c.EdgeNormals()
	points[sectorApex] = centre
	points[sectorLower] = centre.MulAdd(s.Radius, lower)
	points[sectorUpper] = centre.MulAdd(s.Radius, upper)
	normals[sectorApex] = lower.Right()
	normals[sectorLower] = turn.X()
	normals[sectorUpper] = upper.Left()
}

func (c Convex) fillPolygon(s Polygon, origin geom.Vec2) {
	c.Kind, c.Radius = KindPolygon, s.get().radius
	points, normals := c.Points(), c.EdgeNormals()
	if r, ok := rectangleOf(s.get().points); ok {
		c.Kind = KindBox
		c.A, c.B = r.half, r.axis
		c.Centre = r.centre.Sub(origin)
		c.Bound = outward(r.half.Length(), s.get().radius)
		x, y := r.axis.Mul(r.half.X), r.axis.Left().Mul(r.half.Y)
		points[0], points[1] = c.Centre.Sub(x).Sub(y), c.Centre.Add(x).Sub(y)
		points[2], points[3] = c.Centre.Add(x).Add(y), c.Centre.Sub(x).Add(y)
		normals[0], normals[1] = r.axis.Right(), r.axis
		normals[2], normals[3] = r.axis.Left(), r.axis.Neg()
		return
	}
	for i, p := range s.get().points {
		points[i] = p.Sub(origin)
	}
	for i, p := range points {
		next := points[(i+1)%len(points)]
		normals[i], _ = next.Sub(p).Right().Unit()
	}
	centre, radius := enclosingCircle(points)
	c.Centre, c.Bound = centre, outward(radius, s.get().radius)
}
