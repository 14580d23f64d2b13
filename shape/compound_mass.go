package shape

import (
	"github.com/carom2d/carom/geom"
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

// MassesOfParts returns the masses of the parts of a Compound, with the arena as scratch. What lies
// in several parts counts for the first of them, so the masses add up to that of the union: exactly
// for polygons without a skin. For the overlaps of others, shapes with curved borders count as
// polygons of 256 corners. The error names the part.
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
		own := a.hullOf(part)
		var covered, all moments
		first := own.points[0]
		own.eachCovered(hulls, func(piece []geom.Vec2) { covered.fan(piece, first) })
		if covered.area > 0 {
			all.fan(own.points, first)
			n := covered.mass(first, density)
			masses[i] = m.without(n.Scale(m.Mass / float64(all.area*density)))
		}
		hulls = append(hulls, own)
	}
	return masses, nil
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

// smallestOverlap is the part of a mass below which an overlap is a rounding.
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

// hullOf returns a polygon that is a convex shape with an area, or almost. The arena is left as it
// was.
func (a *Arena) hullOf(s Support) hull {
	vertices, customs := len(a.Vertices), len(a.Customs)
	g, err := Compile(s, geom.Vec2{}, a)
	if err != nil {
		panic("shape: a part was refused that had a mass: " + err.Error())
	}
	c := Convex{Geometry: &g, Arena: a}
	h := hull{box: geom.EmptyBox()}
	if (c.Kind == KindBox || c.Kind == KindPolygon) && c.Radius == 0 {
		h.points = append(h.points, c.Points()...)
	} else {
		for i := range hullCorners {
			sin, cos := geom.SinCos(float64(twoPi * float64(i) / hullCorners))
			p := c.Support(geom.Vec2{X: cos, Y: sin})
			if n := len(h.points); n == 0 || p != h.points[n-1] {
				h.points = append(h.points, p)
			}
		}
	}
	for _, p := range h.points {
		h.box = h.box.Include(p)
	}
	clear(a.Customs[customs:])
	a.Vertices, a.Normals, a.Customs = a.Vertices[:vertices], a.Normals[:vertices], a.Customs[:customs]
	return h
}

// eachCovered calls a function with convex pieces of a hull that are together what lies in any of
// some others.
func (h hull) eachCovered(by []hull, found func(piece []geom.Vec2)) {
	for i := range by {
		if !h.box.Overlaps(by[i].box) {
			continue
		}
		rest, corners := h.points, by[i].points
		a := corners[len(corners)-1]
		for _, b := range corners {
			inside, outside := split(rest, a, b)
			if len(outside) > 2 {
				hull{outside, h.box}.eachCovered(by[i+1:], found)
			}
			if rest = inside; len(rest) < 3 {
				return
			}
			a = b
		}
		found(rest)
		return
	}
}

// split returns what of a convex polygon lies on the left of a line, and what on its right.
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
