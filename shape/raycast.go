package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// RayResult is where a ray meets a shape.
type RayResult struct {
	Fraction float64   // of the ray's translation, in [0, 1]
	Point    geom.Vec2 // where the ray stops
	Normal   geom.Vec2 // unit, out of the shape
	Inside   bool      // the ray began inside: Fraction is 0
}

// RayCast returns the first point of a ray on a shape, skin and round corners
// included. It allocates nothing. The formulas are exact to rounding, except for custom
// shapes and rounded ellipses, half ellipses and sectors: their normals are accurate to
// 1e-7.
//
// A ray that begins inside hits at once: Fraction is 0, Inside is true and
// Normal points back along the ray (zero for a ray without length). A ray that
// begins on the border and points inward hits there. If it points outward it does not
// hit, even if rounding put its origin a billionth of the bounding radius
// inside: a reflected ray does not hit the same shape again. Rays hit a segment without
// skin from both sides, unless they begin on it, and a chain segment only
// from the side on which it collides. A ray of more than 1e140 metres hits nothing.
//
// A ray that runs along a segment without skin or a chain segment misses it, from either end: a
// line has no width to run into. The ray hits the segments that adjoin this segment at its ends, so
// no ray slips through a corner. "Along" means that both ends are within 1e-10 of the coordinates
// of the ray's line, because a turned body rounds the ray by as much. The edge of a polygon is not
// a segment: it belongs to a solid, and a ray exactly along it hits the corner where it arrives,
// with the normal of the edge before that corner.
func RayCast(c Convex, ray geom.Ray) (hit RayResult, ok bool) {
	// Most rays miss the bounding circle: the squares show that without a root.
	from, squared := ray.Origin.Sub(c.Center), ray.Translation.LengthSquared()
	cross := ray.Translation.Cross(from)
	discriminant := float64(float64(c.BoundingRadius*c.BoundingRadius)*squared) - float64(cross*cross)
	switch {
	case !(discriminant >= 0) || squared > maxRayLength2:
		return RayResult{}, false
	case squared < minRayLength2:
		if c.hasNoInterior() || !Contains(c, ray.Origin) {
			return RayResult{}, false
		}
		return RayResult{Point: ray.Origin, Inside: true}, true
	case c.Kind == KindCircle:
		return c.castDisc(ray, from, squared, discriminant)
	case c.Radius == 0 && (c.Kind == KindBox || c.Kind == KindPolygon):
		return c.castPolygon(ray, squared)
	}
	u, length := ray.Translation.Unit()
	s := lineInterval{from: ray.Origin, along: u, near: math.Inf(-1), far: math.Inf(1)}
	s.clip(c)
	switch {
	case !(s.near <= s.far) || s.near > length:
		return RayResult{}, false
	case s.far <= exitTolerance(c, ray, length):
		return RayResult{}, false
	case s.near >= 0:
		return RayResult{
			Fraction: min(s.near/length, 1),
			Point:    ray.Origin.MulAdd(s.near, u),
			Normal:   s.normal,
		}, true
	}
	return insideHit(ray), true
}

// Limits of the squared length of a ray, in m^2: below the first a ray counts as a point,
// above the second it hits nothing. Between them products with other squares stay
// within the range of float64.
const (
	minRayLength2 = 1e-280
	maxRayLength2 = 1e280
)

// castDisc is RayCast for circles: from leads from the centre to the ray's origin, squared
// is the squared length of the ray, and discriminant is squared times the difference of
// the squared radius and the squared distance of the line from the centre. Divisions by
// the length come last, after the ray has hit.
func (c Convex) castDisc(ray geom.Ray, from geom.Vec2, squared, discriminant float64) (hit RayResult, ok bool) {
	dot, half := ray.Translation.Dot(from), math.Sqrt(discriminant)
	near, far := -dot-half, half-dot // times the length
	limit := float64(exitRatio * c.BoundingRadius)
	switch {
	case near > squared || far <= 0 || float64(far*far) <= float64(float64(limit*limit)*squared):
		return RayResult{}, false
	case near < 0:
		return insideHit(ray), true
	}
	t := near / squared
	n, length := from.MulAdd(t, ray.Translation).Unit()
	if length == 0 {
		n, _ = ray.Translation.Neg().Unit()
	}
	return RayResult{Fraction: t, Point: ray.At(t), Normal: n}, true
}

// castPolygon is RayCast for polygons without a skin, given the squared length of the
// ray. The ray is inside from its last entry through a facing edge to its first exit
// through one of the others.
func (c Convex) castPolygon(ray geom.Ray, squared float64) (hit RayResult, ok bool) {
	points, normals := c.Points(), c.EdgeNormals()
	near, far, face := math.Inf(-1), math.Inf(1), 0
	for i, n := range normals {
		depth, speed := points[i].Sub(ray.Origin).Dot(n), ray.Translation.Dot(n)
		switch {
		case speed < 0:
			if t := depth / speed; t > near {
				near, face = t, i
			}
		case speed > 0:
			if t := depth / speed; t < far {
				far = t
			}
		case depth < 0:
			return RayResult{}, false
		}
	}
	limit := float64(exitRatio * c.BoundingRadius)
	switch {
	case !(near <= far) || near > 1 || far <= 0 || float64(float64(far*far)*squared) <= float64(limit*limit):
		return RayResult{}, false
	case near < 0:
		return insideHit(ray), true
	}
	return RayResult{Fraction: near, Point: ray.At(near), Normal: normals[face]}, true
}

func insideHit(ray geom.Ray) RayResult {
	u, _ := ray.Translation.Unit()
	return RayResult{Point: ray.Origin, Normal: u.Neg(), Inside: true}
}

// exitRatio is the distance from the border, relative to the bounding radius, within which
// a ray that begins inside and points outward counts as outside.
const exitRatio = 1e-9

// exitTolerance is that distance in metres. A half-plane has no radius, so the ray and its position
// give the scale.
func exitTolerance(c Convex, ray geom.Ray, length float64) float64 {
	if c.Kind == KindHalfPlane {
		return float64(exitRatio * min(length, max(1, sumAbs(ray.Origin)+sumAbs(c.A))))
	}
	return float64(exitRatio * c.BoundingRadius)
}

// hasNoInterior reports whether a shape has no inside.
func (g *Geometry) hasNoInterior() bool {
	return g.Kind == KindChainSegment || g.Kind == KindSegment && g.Radius == 0
}

// lineInterval is the part of a line inside a convex shape, as distances along the
// line: empty when near > far.
type lineInterval struct {
	from, along geom.Vec2 // the line; along is unit
	near, far   float64
	normal      geom.Vec2 // out of the shape where the line enters
}

func (s *lineInterval) setEmpty() { s.near, s.far = math.Inf(1), math.Inf(-1) }

// clip shortens the infinite interval to the part inside the shape. It is not called for
// circles and polygons without a skin: castDisc and castPolygon are faster.
func (s *lineInterval) clip(c Convex) {
	switch c.Kind {
	case KindCapsule, KindSegment:
		if c.Radius > 0 {
			s.clipByEntry(c, lineInterval.enterCapsule)
		} else {
			s.clipSegment(c.A, c.B)
		}
	case KindChainSegment:
		s.clipSegment(c.A, c.B)
		if s.along.Dot(c.B.Sub(c.A).RightPerp()) >= 0 || s.near < 0 {
			s.setEmpty()
		} else {
			s.far = math.Inf(1) // everything behind a chain is solid
		}
	case KindBox, KindPolygon:
		s.clipByEntry(c, lineInterval.enterRounded)
	case KindHalfPlane:
		s.clipHalfPlane(c.A, c.B)
	default:
		s.clipCurved(c)
	}
}

// clipCurved is clip for shapes with elliptical sides and for custom shapes.
func (s *lineInterval) clipCurved(c Convex) {
	if c.Radius > 0 || c.Kind == KindCustom {
		s.clipByEntry(c, lineInterval.enterPortal)
		return
	}
	switch c.Kind {
	case KindEllipse:
		s.clipEllipse(c)
	case KindHalfEllipse:
		s.clipEllipse(c)
		s.clipHalfPlane(c.Center, c.Rotation().Y().Neg())
	case KindSector:
		normals := c.EdgeNormals()
		s.clipDisc(c.Center, c.A.X)
		s.clipHalfPlane(c.Center, normals[sectorApex])
		s.clipHalfPlane(c.Center, normals[sectorUpper])
	}
}

// clipHalfPlane removes the part in front of the edge through p with normal n.
func (s *lineInterval) clipHalfPlane(p, n geom.Vec2) {
	depth, speed := p.Sub(s.from).Dot(n), s.along.Dot(n)
	switch {
	case speed < 0:
		if t := depth / speed; t > s.near {
			s.near, s.normal = t, n
		}
	case speed > 0:
		s.far = min(s.far, depth/speed)
	case depth < 0:
		s.setEmpty()
	}
}

// clipDisc removes the part outside a circle.
func (s *lineInterval) clipDisc(center geom.Vec2, r float64) {
	m := s.from.Sub(center)
	cross, dot := s.along.Cross(m), s.along.Dot(m)
	discriminant := float64(r*r) - float64(cross*cross)
	if discriminant < 0 {
		s.setEmpty()
		return
	}
	half := math.Sqrt(discriminant)
	if t := -dot - half; t > s.near {
		n, length := m.MulAdd(t, s.along).Unit()
		if length == 0 {
			n = s.along.Neg()
		}
		s.near, s.normal = t, n
	}
	s.far = min(s.far, half-dot)
}

// clipEllipse removes the part outside an ellipse, which is the unit circle
// after division by the semi-axes.
func (s *lineInterval) clipEllipse(c Convex) {
	rot := c.Rotation()
	m, u := rot.ApplyInverse(s.from.Sub(c.Center)), rot.ApplyInverse(s.along)
	m, u = geom.Vec2{X: m.X / c.A.X, Y: m.Y / c.A.Y}, geom.Vec2{X: u.X / c.A.X, Y: u.Y / c.A.Y}
	cross, dot, speed := u.Cross(m), u.Dot(m), u.LengthSquared()
	discriminant := speed - float64(cross*cross)
	if discriminant < 0 {
		s.setEmpty()
		return
	}
	half := math.Sqrt(discriminant)
	if t := (-dot - half) / speed; t > s.near {
		p := m.MulAdd(t, u)
		n, _ := rot.Apply(geom.Vec2{X: p.X / c.A.X, Y: p.Y / c.A.Y}).Unit()
		s.near, s.normal = t, n
	}
	s.far = min(s.far, (half-dot)/speed)
}

// clipSegment keeps the point in which the line crosses the segment ab. An end lies on one
// side of the line, on the other, or on the line itself, which has the width of
// alongTolerance. A line with both ends on it runs along the segment and misses it. On
// which side an end lies depends on that end alone. So no line passes between segments
// with common ends: on the way from one side to the other there is a segment with one end
// off the line and the other on it or beyond it.
func (s *lineInterval) clipSegment(a, b geom.Vec2) {
	da, db := s.along.Cross(a.Sub(s.from)), s.along.Cross(b.Sub(s.from))
	sa, sb := s.sideOf(a, da), s.sideOf(b, db)
	n, length := b.Sub(a).RightPerp().Unit()
	// A segment shorter than the line is wide may cross it.
	crosses := sa == 0 && (da < 0) != (db < 0) && math.Abs(da-db) > float64(alongSine*length)
	if sa == sb && !crosses {
		s.setEmpty()
		return
	}
	if s.along.Dot(n) > 0 {
		n = n.Neg()
	}
	// In proportion to the two distances from the line; both ends are exact. An end that
	// counts as on the line may lie beside it, with the segment wholly on that side.
	t := s.along.Dot(a.Lerp(b, min(max(da/(da-db), 0), 1)).Sub(s.from))
	s.near, s.far, s.normal = t, t, n
}

// sideOf returns the sign of a point's distance from the line, zero on the line.
func (s *lineInterval) sideOf(p geom.Vec2, distance float64) int {
	width := float64(alongTolerance * (sumAbs(p) + sumAbs(s.from)))
	switch {
	case distance > width:
		return 1
	case distance < -width:
		return -1
	}
	return 0
}

// alongTolerance is the half width of a line beside segments, relative to the coordinates
// of the point and of the ray's origin in the shape's frame. The ray was rounded in the
// world's frame, whose coordinates may be a hundred thousand times as large.
const alongTolerance = 1e-10

// alongSine is the sine of the angle between a line and a segment above which the line does not run
// along the segment.
const alongSine = 1e-3

func sumAbs(v geom.Vec2) float64 {
	a := v.Abs()
	return a.X + a.Y
}

// entryFunc finds the point in which a line enters a shape; ok is false if it misses.
type entryFunc = func(line lineInterval, c Convex) (t float64, n geom.Vec2, ok bool)

// clipByEntry sets the interval by finding the entry, and for rays that begin beyond it
// also the exit: the entry of the reversed line.
func (s *lineInterval) clipByEntry(c Convex, enter entryFunc) {
	t, n, ok := enter(*s, c)
	if !ok {
		s.setEmpty()
		return
	}
	s.near, s.normal = t, n
	if t >= 0 {
		return
	}
	back := *s
	back.along = s.along.Neg()
	back.near = math.Inf(-1)
	if t, _, ok := enter(back, c); ok {
		s.far = -t
	} else {
		s.far = s.near
	}
}

// enterRounded finds the entry into a polygon with a skin. It first finds the entry into
// the polygon of the edges moved outward by the skin, which has sharp corners. If that is
// beside an edge, it is the entry into the shape. If it is beyond the end of an edge,
// the line can enter only through the circle around that corner.
func (s lineInterval) enterRounded(c Convex) (t float64, n geom.Vec2, ok bool) {
	points, normals := c.Points(), c.EdgeNormals()
	side := 0
	for i, n := range normals {
		before := s.near
		s.clipHalfPlane(points[i].MulAdd(c.Radius, n), n)
		if s.near > before {
			side = i
		}
	}
	if !(s.near <= s.far) {
		return 0, n, false
	}
	a, b := points[side], points[(side+1)%len(points)]
	return s.enterSide(a, b, c.Radius)
}

// enterCapsule finds the entry into a capsule: through the side that faces the line, or
// through the circle at one of its ends.
func (s lineInterval) enterCapsule(c Convex) (t float64, n geom.Vec2, ok bool) {
	a, b := c.A, c.B
	if s.along.Dot(b.Sub(a).RightPerp()) > 0 {
		a, b = b, a
	}
	n, _ = b.Sub(a).RightPerp().Unit()
	s.clipHalfPlane(a.MulAdd(c.Radius, n), n)
	s.clipHalfPlane(b.MulSub(c.Radius, n), n.Neg())
	if !(s.near <= s.far) {
		return 0, n, false
	}
	if math.IsInf(s.near, -1) { // along the capsule
		if s.along.Dot(b.Sub(a)) < 0 {
			a = b
		}
		return s.enterDisc(a, c.Radius)
	}
	return s.enterSide(a, b, c.Radius)
}

// enterSide returns the entry of a line that crosses, at near, the line of the side ab moved
// outward by r. The entry is at near if near is beside ab, and otherwise on the circle around the
// nearer end.
func (s lineInterval) enterSide(a, b geom.Vec2, r float64) (t float64, n geom.Vec2, ok bool) {
	p, ab := s.from.MulAdd(s.near, s.along).Sub(a), b.Sub(a)
	switch along := p.Dot(ab); {
	case along < 0:
		return s.enterDisc(a, r)
	case along > ab.LengthSquared():
		return s.enterDisc(b, r)
	}
	return s.near, s.normal, true
}

func (s lineInterval) enterDisc(p geom.Vec2, r float64) (t float64, n geom.Vec2, ok bool) {
	s.near, s.far = math.Inf(-1), math.Inf(1)
	s.clipDisc(p, r)
	return s.near, s.normal, s.near <= s.far
}

// enterPortal finds the entry into any shape by its support function.
func (s lineInterval) enterPortal(c Convex) (t float64, n geom.Vec2, ok bool) {
	return c.lineEntry(s.from, s.along)
}
