package shape

import "github.com/carom2d/carom/geom"

// Rotation returns the rotation of a box, ellipse, half ellipse, sector or custom shape.
func (g *Geometry) Rotation() geom.Rot { return geom.Rot{C: g.B.X, S: g.B.Y} }

// Feature is the part of a core that lies farthest along a direction: an edge
// from A to B, counter-clockwise around the core so that its outward normal is
// to the right of B - A, or a single point, and then A equals B.
type Feature struct {
	A, B   geom.Vec2
	IA, IB uint32 // the indices of the vertices as from CoreSupport; for a custom shape numbers of its corners, or 0 and 1
	Point  bool
}

// CoreSupport returns a point of the core, the shape without its skin, that is
// farthest along d, and the index of that vertex. The index is zero for round cores
// (circle, ellipse, half ellipse, sector, custom). d need not be unit length;
// a zero d gives some point of the core.
func (c Convex) CoreSupport(d geom.Vec2) (p geom.Vec2, index uint32) {
	switch c.Kind {
	case KindCircle:
		return c.A, 0
	case KindCapsule, KindSegment, KindChainSegment:
		if d.Dot(c.B.Sub(c.A)) > 0 {
			return c.B, 1
		}
		return c.A, 0
	case KindBox:
		i := boxCorner(c.Rotation().ApplyInverse(d))
		return c.Arena.Vertices[c.First+i], i
	case KindPolygon:
		points := c.Points()
		i := supportVertex(points, d)
		return points[i], i
	case KindHalfPlane:
		i := halfPlaneCorner(c.B, d)
		return c.CoreVertex(i), i
	case KindCustom:
		return c.customCoreSupport(d), 0
	}
	rot := c.Rotation()
	local := rot.ApplyInverse(d)
	switch c.Kind {
	case KindEllipse:
		local = ellipseSupport(c.A, local)
	case KindHalfEllipse:
		local = halfEllipseSupport(c.A, local)
	case KindSector:
		return c.sectorSupport(d)
	}
	return c.Center.Add(rot.Apply(local)), 0
}

// Polygonal reports whether the core has vertices, so that the index from
// CoreSupport is the index of a vertex and CoreVertex returns it.
func (c Convex) Polygonal() bool {
	switch c.Kind {
	case KindCircle, KindEllipse, KindHalfEllipse, KindSector, KindCustom:
		return false
	}
	return true
}

// CoreVertex returns the vertex of a polygonal core with the index i from CoreSupport. The
// only vertex of a circle is its centre; other round cores panic.
func (c Convex) CoreVertex(i uint32) geom.Vec2 {
	switch c.Kind {
	case KindCircle:
		return c.A
	case KindCapsule, KindSegment, KindChainSegment:
		if i == 0 {
			return c.A
		}
		return c.B
	case KindBox, KindPolygon:
		return c.Arena.Vertices[c.First+i]
	case KindHalfPlane:
		return halfPlaneVertex(c.A, c.B, i)
	}
	panic("shape: CoreVertex of a round shape")
}

// Support returns a point of the whole shape, skin included, that is farthest
// along d, in the frame of the geometry.
func (c Convex) Support(d geom.Vec2) geom.Vec2 {
	p, _ := c.CoreSupport(d)
	if c.Radius > 0 {
		u, _ := d.Unit()
		p = p.MulAdd(c.Radius, u)
	}
	return p
}

// CoreFeature returns the feature of the core that lies farthest along d: of
// the two edges that meet in the support vertex, the one more perpendicular to
// d. For circles and ellipses it is a point. For half ellipses and sectors it is a flat
// side if that ends in the support point and d is less than 45 degrees from its normal.
// The feature of a custom shape comes from its FarthestFeature method or, without one,
// from probing its support function on both sides of d.
func (c Convex) CoreFeature(d geom.Vec2) Feature {
	switch c.Kind {
	case KindCapsule, KindSegment:
		if d.Cross(c.B.Sub(c.A)) < 0 { // d points to the left of A->B
			return Feature{A: c.B, B: c.A, IA: 1, IB: 0}
		}
		return Feature{A: c.A, B: c.B, IA: 0, IB: 1}
	case KindChainSegment:
		return Feature{A: c.A, B: c.B, IA: 0, IB: 1}
	case KindBox:
		return c.edgeAt(boxCorner(c.Rotation().ApplyInverse(d)), d)
	case KindPolygon:
		return c.edgeAt(supportVertex(c.Points(), d), d)
	case KindHalfPlane:
		return Feature{A: c.CoreVertex(2), B: c.CoreVertex(3), IA: 2, IB: 3}
	case KindHalfEllipse:
		return c.halfEllipseFeature(d)
	case KindSector:
		return c.sectorFeature(d)
	case KindCustom:
		return c.customFeature(d)
	}
	p, i := c.CoreSupport(d)
	return Feature{A: p, B: p, IA: i, IB: i, Point: true}
}

// edgeAt returns the edge at vertex i that is more perpendicular to d; on a tie
// the edge that starts there.
func (c Convex) edgeAt(i uint32, d geom.Vec2) Feature {
	points, normals := c.Points(), c.EdgeNormals()
	n := uint32(len(points))
	before := i - 1
	if i == 0 {
		before = n - 1
	}
	if normals[i].Dot(d) < normals[before].Dot(d) {
		i = before
	}
	next := i + 1
	if next == n {
		next = 0
	}
	return Feature{A: points[i], B: points[next], IA: i, IB: next}
}

// boxCorner returns the corner of a box that is farthest along d, with d in the
// box's own axes. The corners have the order of Box: (-,-) (+,-) (+,+) (-,+).
func boxCorner(d geom.Vec2) uint32 {
	var right, up uint32 // no branches: a processor could not foresee them
	if d.X > 0 {
		right = 1
	}
	if d.Y > 0 {
		up = 1
	}
	return 2*up + (right ^ up)
}

// bisectMinPoints is the number of vertices from which bisection is faster than a loop.
const bisectMinPoints = 48

// supportVertex returns the vertex of a convex counter-clockwise polygon with the
// largest projection on d.
func supportVertex(points []geom.Vec2, d geom.Vec2) uint32 {
	if len(points) >= bisectMinPoints {
		return climb(points, d, bisect(points, d))
	}
	best, index := points[0].Dot(d), 0
	for i := 1; i < len(points); i++ {
		if s := points[i].Dot(d); s > best {
			best, index = s, i
		}
	}
	return uint32(index)
}

// CoreSupports returns the support points of CoreSupport in two directions. It is faster for boxes,
// and for polygons of few vertices, over which it takes one pass.
func (c Convex) CoreSupports(d, e geom.Vec2) (p, q geom.Vec2) {
	if c.Kind == KindBox {
		rot, corners := c.Rotation(), c.Arena.Vertices[c.First:c.First+4]
		return corners[boxCorner(rot.ApplyInverse(d))&3], corners[boxCorner(rot.ApplyInverse(e))&3]
	}
	if c.Kind != KindPolygon || c.Count >= bisectMinPoints {
		p, _ = c.CoreSupport(d)
		q, _ = c.CoreSupport(e)
		return p, q
	}
	points := c.Points()
	p, q = points[0], points[0]
	along, beside := p.Dot(d), q.Dot(e)
	for _, v := range points[1:] {
		if s := v.Dot(d); s > along {
			p, along = v, s
		}
		if s := v.Dot(e); s > beside {
			q, beside = v, s
		}
	}
	return p, q
}

// bisect finds the maximum of the projections on d, which rise and fall once around
// the polygon, up to ties. The maximum lies between lo and hi. Whether it lies after the
// middle follows from the slope there, and from its height relative to the start.
func bisect(points []geom.Vec2, d geom.Vec2) int {
	n := len(points)
	start := points[0].Dot(d)
	rises := points[1].Dot(d) > start
	lo, hi := 0, n
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		at := points[mid].Dot(d)
		up := points[(mid+1)%n].Dot(d) > at
		var ahead bool
		if rises {
			ahead = up && at >= start // else it is past the maximum, or past the minimum after it
		} else {
			ahead = up || at < start // else it is past the maximum
		}
		if ahead {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi % n
}

// climb walks from vertex i to the nearest maximum. From the result of bisect that takes
// a step or two, more only after ties near the minimum.
func climb(points []geom.Vec2, d geom.Vec2, i int) uint32 {
	n := len(points)
	at := points[i].Dot(d)
	for _, step := range [2]int{1, n - 1} {
		for range n {
			next := (i + step) % n
			s := points[next].Dot(d)
			if s <= at {
				break
			}
			i, at = next, s
		}
	}
	return uint32(i)
}
