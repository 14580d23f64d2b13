package shape

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// massOfCompound returns the mass of the union of the parts.
func massOfCompound(c Compound, density float64, arena *Arena) (total Mass, err error) {
	if len(c.Parts) == 0 {
		return Mass{}, c.Validate()
	}
	masses, err := arena.MassesOfParts(c.Parts, density)
	for _, m := range masses {
		total = total.Add(m)
	}
	return total, err
}

// MassesOfParts returns the masses of the parts of a Compound, with the arena as scratch. The
// overlap of several parts counts for the first of them, so the masses add up to the mass of the
// union. This is exact for polygons without a skin. For other overlaps, shapes with curved borders
// count as polygons of 256 corners. Custom shapes count whole, and do not reduce other parts. The
// error names the part.
func (a *Arena) MassesOfParts(parts []Support, density float64) ([]Mass, error) {
	masses := make([]Mass, len(parts))
	hulls := make([]hull, 0, len(parts))
	for i, part := range parts {
		m, err := a.massOfPart(part, density)
		if err != nil {
			return nil, partError(i, err)
		}
		masses[i] = m
		if m.Mass == 0 || len(parts) == 1 {
			continue
		}
		own, ok := a.hullOf(part)
		if !ok {
			continue
		}
		var covered, all moments
		first := own.points[0]
		own.divide(hulls, nil, func(piece []geom.Vec2) { covered.fan(piece, first) })
		if covered.area > 0 {
			all.fan(own.points, first)
			n := covered.mass(first, density)
			masses[i] = m.without(n.Scale(m.Mass / float64(all.area*density)))
		}
		hulls = append(hulls, own)
	}
	return masses, nil
}

// Disjoint returns the same compound made of parts that do not overlap: the overlap of several
// parts stays in the first of them, and the others are cut into convex polygons. Custom shapes stay
// whole.
func (c Compound) Disjoint() Compound {
	var out Compound
	var a Arena
	var hulls []hull
	for _, part := range c.Parts {
		own, ok := a.hullOf(part)
		var all, covered moments
		if ok && len(own.points) > 2 {
			all.fan(own.points, own.points[0])
			own.divide(hulls, nil, func(piece []geom.Vec2) { covered.fan(piece, own.points[0]) })
		}
		if !(covered.area > float64(smallestOverlap*all.area)) {
			out.Parts = append(out.Parts, part)
		} else {
			own.divide(hulls, out.addPiece, nil)
		}
		if all.area > 0 {
			hulls = append(hulls, own)
		}
	}
	return out
}

// addPiece adds a convex polygon, unless it is too thin.
func (c *Compound) addPiece(points []geom.Vec2) {
	corners := make([]mgl64.Vec2, len(points))
	for i, p := range points {
		corners[i] = p.Mgl()
	}
	if p, err := NewHullPolygon(corners, 0); err == nil {
		c.Parts = append(c.Parts, p)
	}
}

// massOfPart returns the mass of a shape that is no compound.
func (a *Arena) massOfPart(part Support, density float64) (Mass, error) {
	if _, nested := dereference(part).(Compound); nested {
		_, err := New(part)
		return Mass{}, err
	}
	return a.MassOf(part, density)
}

// fan adds a convex polygon, seen from a point.
func (m *moments) fan(points []geom.Vec2, from geom.Vec2) {
	a := points[0].Sub(from)
	for i := 1; i+1 < len(points); i++ {
		m.triangle(a, points[i].Sub(from), points[i+1].Sub(from))
	}
}

// smallestOverlap is the fraction of a mass below which an overlap counts as rounding.
const smallestOverlap = 1e-9

// without returns the mass without a part of it.
func (m Mass) without(n Mass) Mass {
	left := m.Mass - n.Mass
	switch {
	case n.Mass <= smallestOverlap*m.Mass:
		return m
	case left <= smallestOverlap*m.Mass:
		return Mass{}
	}
	center := m.Center.MulSub(n.Mass/left, n.Center.Sub(m.Center))
	return Mass{Mass: left, Center: center, Inertia: max(0, m.InertiaAbout(center)-n.InertiaAbout(center))}
}

// hull is a convex polygon, counter-clockwise.
type hull struct {
	points []geom.Vec2
	box    geom.Box
}

// hullCorners is the number of points of the hull of a round shape.
const hullCorners = 256

// hullOf returns a polygon that equals or approximates a convex shape with an area, and false for a
// custom shape. The arena is left as it was.
func (a *Arena) hullOf(s Support) (h hull, ok bool) {
	vertices, customs := len(a.Vertices), len(a.Customs)
	g, err := Compile(s, geom.Vec2{}, a)
	if err != nil {
		panic("shape: a part was refused that had a mass: " + err.Error())
	}
	c := Convex{Geometry: &g, Arena: a}
	h.box = geom.EmptyBox()
	if (c.Kind == KindBox || c.Kind == KindPolygon) && c.Radius == 0 {
		h.points = append(h.points, c.Points()...)
	} else if c.Kind != KindCustom {
		for i := range hullCorners {
			sin, cos := geom.SinCos(twoPi * float64(i) / hullCorners)
			p := c.Support(geom.Vec2{X: cos, Y: sin})
			if n := len(h.points); n == 0 || p != h.points[n-1] {
				h.points = append(h.points, p)
			}
		}
		// A corner of the shape is the point of many directions, the first and the last among them.
		// An edge without length would lie on every line.
		if n := len(h.points); n > 1 && h.points[0] == h.points[n-1] {
			h.points = h.points[:n-1]
		}
	}
	for _, p := range h.points {
		h.box = h.box.Include(p)
	}
	clear(a.Customs[customs:])
	a.Vertices, a.Normals, a.Customs = a.Vertices[:vertices], a.Normals[:vertices], a.Customs[:customs]
	return h, c.Kind != KindCustom
}

// divide cuts a hull into convex pieces. It calls one function with the pieces that lie in none of
// a list of other hulls, and another with the pieces that lie in any of them. A nil function is not
// called.
func (h hull) divide(by []hull, free, covered func(piece []geom.Vec2)) {
	for i := range by {
		if !h.box.Overlaps(by[i].box) {
			continue
		}
		rest, corners := h.points, by[i].points
		if liesBeside(rest, corners) {
			continue
		}
		a := corners[len(corners)-1]
		for _, b := range corners {
			inside, outside := split(rest, a, b)
			if len(outside) > 2 {
				hull{outside, h.box}.divide(by[i+1:], free, covered)
			}
			if rest = inside; len(rest) < 3 {
				return
			}
			a = b
		}
		if covered != nil {
			covered(rest)
		}
		return
	}
	if free != nil {
		free(h.points)
	}
}

// besideTolerance is the width of an overlap, in parts of the length of the edge beside it and of
// the distance from the edge, that is due to rounding.
const besideTolerance = 1e-13

// liesBeside reports whether an edge of a convex polygon has all of some points on its outer side.
// Parts that lie side by side would otherwise be cut into slivers, and each sliver again by all
// other parts.
func liesBeside(points, corners []geom.Vec2) bool {
	a := corners[len(corners)-1]
	for _, b := range corners {
		along, outer := b.Sub(a), true
		for _, p := range points {
			off := p.Sub(a)
			if along.Cross(off) > float64(besideTolerance*(sumAbs(along)*sumAbs(off))) {
				outer = false
				break
			}
		}
		if outer {
			return true
		}
		a = b
	}
	return false
}

// split returns the parts of a convex polygon on the left and on the right of a line.
func split(points []geom.Vec2, a, b geom.Vec2) (left, right []geom.Vec2) {
	along := b.Sub(a)
	p := points[len(points)-1]
	sideOfP := along.Cross(p.Sub(a))
	for _, q := range points {
		sideOfQ := along.Cross(q.Sub(a))
		if sideOfP < 0 && sideOfQ > 0 || sideOfP > 0 && sideOfQ < 0 {
			x := p.Lerp(q, sideOfP/(sideOfP-sideOfQ))
			left, right = append(left, x), append(right, x)
		}
		if sideOfQ >= 0 {
			left = append(left, q)
		}
		if sideOfQ <= 0 {
			right = append(right, q)
		}
		p, sideOfP = q, sideOfQ
	}
	return left, right
}
