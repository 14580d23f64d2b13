package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Mass is mass, centre of mass and inertia of a rigid body. The zero Mass has no mass.
type Mass struct {
	Mass    float64   // kg
	Center  geom.Vec2 // the centre of mass, in the frame of the shape
	Inertia float64   // rotational inertia about Center, kg m^2
}

// InertiaAbout returns the rotational inertia about any point, in kg m^2
// (the parallel-axis theorem).
func (m Mass) InertiaAbout(p geom.Vec2) float64 {
	return m.Inertia + float64(m.Mass*m.Center.Sub(p).LengthSquared())
}

// Add returns the mass of both together. Adding the same masses in another order
// may give other last bits.
func (m Mass) Add(n Mass) Mass {
	total := m.Mass + n.Mass
	if !(total > 0) {
		return Mass{}
	}
	// The common centre divides the line between the two. Computed from their
	// difference, it is accurate also far from the origin. The parallel-axis terms
	// sum up to the reduced mass times the squared distance.
	offset := n.Center.Sub(m.Center)
	share := n.Mass / total
	return Mass{
		Mass:    total,
		Center:  m.Center.MulAdd(share, offset),
		Inertia: m.Inertia + n.Inertia + float64(float64(m.Mass*share)*offset.LengthSquared()),
	}
}

// Scale returns the mass with factor times the density.
func (m Mass) Scale(factor float64) Mass {
	return Mass{Mass: float64(m.Mass * factor), Center: m.Center, Inertia: float64(m.Inertia * factor)}
}

// Transformed returns the mass of the shape after it is rotated and translated by t.
func (m Mass) Transformed(t geom.Transform) Mass {
	return Mass{Mass: m.Mass, Center: t.Apply(m.Center), Inertia: m.Inertia}
}

// MassOf returns the mass of a shape of the given density in kg/m^2, skin
// included, or the error of Compile; the density must be finite and not
// negative. Built-in shapes are exact to rounding. The mass of a custom shape comes from
// its Masser, or from an integral over its boundary: 1e-9 relative for polygons and smooth
// shapes, less accurate for slivers. Half-planes, chain segments and segments without a
// skin have mass zero, and a centre in their middle.
func MassOf(s Support, density float64) (Mass, error) { return new(Arena).MassOf(s, density) }

// MassOf is the function MassOf, with the arena as scratch, so that computing many masses allocates
// nothing. The arena is left as it was.
func (a *Arena) MassOf(s Support, density float64) (Mass, error) {
	vertices, customs := len(a.Vertices), len(a.Customs)
	m, err := massOf(s, density, a)
	clear(a.Customs[customs:]) // or the arena would keep the shape alive
	a.Vertices, a.Normals, a.Customs = a.Vertices[:vertices], a.Normals[:vertices], a.Customs[:customs]
	return m, err
}

func massOf(s Support, density float64, arena *Arena) (Mass, error) {
	if err := geom.CheckNotNegative("Density", density); err != nil {
		return Mass{}, err
	}
	if c, ok := dereference(s).(Compound); ok {
		return massOfCompound(c, density, arena)
	}
	g, err := Compile(s, geom.Vec2{}, arena)
	if err != nil {
		return Mass{}, err
	}
	c := Convex{Geometry: &g, Arena: arena}
	if c.Kind != KindCustom {
		m := momentsOf(c)
		return m.mass(c.Center, density), nil
	}
	provider, ok := c.customSupport().(Masser)
	if !ok {
		m, ok := boundaryMoments(c)
		if !ok {
			return Mass{}, geom.NewFieldError("Shape", s, ErrBadSupport)
		}
		return m.mass(c.Center, density), nil
	}
	m := provider.Mass(density)
	if err := m.validate(); err != nil {
		return Mass{}, err
	}
	return m.Transformed(geom.Transform{P: c.A, R: c.Rotation()}), nil
}

// validate checks the result of a Masser.
func (m Mass) validate() error {
	if err := geom.CheckNotNegative("Mass.Mass", m.Mass); err != nil {
		return err
	}
	if err := geom.CheckExtent("Mass.Center", geom.From(m.Center.Mgl())); err != nil {
		return err
	}
	return geom.CheckNotNegative("Mass.Inertia", m.Inertia)
}

// AreaOf returns the area of a shape in m^2, skin included, or the error of
// MassOf. It is the mass at density one; a custom Masser may define it otherwise.
func AreaOf(s Support) (float64, error) {
	m, err := MassOf(s, 1)
	return m.Mass, err
}

// momentsOf returns the moments of a built-in shape about its bounding centre: it adds the
// moments of the core and, piece by piece, of the skin.
func momentsOf(c Convex) moments {
	var m moments
	r := c.Radius
	switch c.Kind {
	case KindCircle:
		m.sector(c.A.Sub(c.Center), geom.Vec2{X: 1}, twoPi, r)
	case KindCapsule, KindSegment:
		a, b := c.A.Sub(c.Center), c.B.Sub(c.Center)
		along, _ := b.Sub(a).Unit()
		m.strip(a, b, r)
		m.strip(b, a, r)
		m.sector(b, along, math.Pi, r)
		m.sector(a, along.Neg(), math.Pi, r)
	case KindBox, KindPolygon:
		m.polygon(c)
	case KindEllipse:
		m.halfEllipse(c.A)
		m.arcSkin(c.A, r)
		m.area, m.first, m.second = float64(2*m.area), geom.Vec2{}, float64(2*m.second)
	case KindHalfEllipse:
		m.halfEllipse(c.A)
		m.arcSkin(c.A, r)
		left, right, down := geom.Vec2{X: -c.A.X}, geom.Vec2{X: c.A.X}, geom.Vec2{Y: -1}
		m.strip(left, right, r)
		m.cornerSkin(left, left.Mul(1/c.A.X), down, r)
		m.cornerSkin(right, down, right.Mul(1/c.A.X), r)
		m.first = c.Rotation().Apply(m.first)
	case KindSector:
		m.circularSector(c)
	}
	return m
}

// polygon adds a rounded polygon: triangles to the centre, a strip per edge and
// a sector per corner.
func (m *moments) polygon(c Convex) {
	points, normals := c.Points(), c.EdgeNormals()
	last := len(points) - 1
	a, before := points[last].Sub(c.Center), normals[last]
	for i, p := range points {
		b := p.Sub(c.Center)
		m.triangle(geom.Vec2{}, a, b)
		m.strip(a, b, c.Radius)
		m.cornerSkin(b, before, normals[i], c.Radius)
		a, before = b, normals[i]
	}
}

// circularSector adds a rounded sector about its apex.
func (m *moments) circularSector(c Convex) {
	points, normals := c.Points(), c.EdgeNormals()
	apex, axis, sweep, r := geom.Vec2{}, normals[sectorLower], 2*c.A.Y, c.Radius
	lower, upper := points[sectorLower].Sub(c.Center), points[sectorUpper].Sub(c.Center)
	below, above := normals[sectorApex], normals[sectorUpper]
	m.sector(apex, axis, sweep, c.A.X)
	m.annularSector(apex, axis, sweep, c.A.X, r)
	m.strip(apex, lower, r)
	m.strip(upper, apex, r)
	m.cornerSkin(lower, below, below.LeftPerp(), r)
	m.cornerSkin(upper, above.RightPerp(), above, r)
	m.cornerSkin(apex, above, below, r)
}
