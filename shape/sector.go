package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Sector is a slice of a disc: the points within Radius of Center whose
// direction differs from Angle by at most half of Sweep. Sweep is the whole
// opening, above zero and at most pi (half a disc); both angles in radians. A
// skin of thickness Skin lies around it.
type Sector struct {
	Center mgl64.Vec2 // the apex
	Radius float64
	Angle  float64
	Sweep  float64
	Skin   float64
}

// Support returns the boundary point farthest along dir.
func (s Sector) Support(dir mgl64.Vec2) mgl64.Vec2 {
	half := s.half()
	return frameSupport(s.Center, s.Angle, s.Skin, dir, func(d geom.Vec2) geom.Vec2 {
		end := geom.RotFromAngle(half).X()
		switch sectorPart(end, d) {
		case sectorArc:
			return d.Mul(s.Radius)
		case sectorLower:
			return geom.Vec2{X: float64(s.Radius * end.X), Y: -float64(s.Radius * end.Y)}
		case sectorUpper:
			return end.Mul(s.Radius)
		}
		return geom.Vec2{}
	})
}

// half returns half of the sweep, at most a right angle also after rounding: otherwise
// half a disc would not be convex.
func (s Sector) half() float64 { return min(s.Sweep/2, math.Pi/2) }

// SkinRadius returns the thickness of the skin.
func (s Sector) SkinRadius() float64 { return s.Skin }

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (s Sector) Validate() error {
	if err := geom.CheckExtent("Center", geom.From(s.Center)); err != nil {
		return err
	}
	if err := geom.CheckSize("Radius", s.Radius); err != nil {
		return err
	}
	if err := geom.CheckFinite("Angle", s.Angle); err != nil {
		return err
	}
	if err := geom.CheckPositive("Sweep", s.Sweep); err != nil {
		return err
	}
	if s.Sweep > math.Pi {
		return geom.NewFieldError("Sweep", s.Sweep, geom.ErrOutOfRange)
	}
	if s.Sweep < minSweep {
		return geom.NewFieldError("Sweep", s.Sweep, geom.ErrDegenerate)
	}
	return geom.CheckThickness("Skin", s.Skin)
}

// minSweep is the smallest opening of a sector, in radians: below it the two flat
// sides can no longer be distinguished.
const minSweep = 1e-6

// The parts of a sector's border that can be farthest along a direction. The
// first three are also the order of its vertices in the arena.
const (
	sectorApex = iota
	sectorLower
	sectorUpper
	sectorArc
)

// sectorPart returns the part of a sector that is farthest along d, in its own frame:
// the axis is +x and end is the direction of the upper end of the arc.
func sectorPart(end, d geom.Vec2) int {
	absY := math.Abs(d.Y)
	if d.X > 0 && float64(absY*end.X) <= float64(d.X*end.Y) {
		return sectorArc
	}
	// By symmetry in the upper half: the end of the arc is farther than the apex if d points
	// towards it.
	if (geom.Vec2{X: d.X, Y: absY}).Dot(end) < 0 {
		return sectorApex
	}
	if d.Y < 0 {
		return sectorLower
	}
	return sectorUpper
}

// sectorEnd returns the direction of the upper end of the arc in the sector's
// own frame. It is read from the normals, which saves a sine.
func (c Convex) sectorEnd() geom.Vec2 {
	return c.Rotation().ApplyInverse(c.Arena.Normals[c.First+sectorUpper].RightPerp())
}

func (c Convex) sectorSupport(d geom.Vec2) (geom.Vec2, uint32) {
	part := sectorPart(c.sectorEnd(), c.Rotation().ApplyInverse(d))
	if part == sectorArc {
		u, _ := d.Unit()
		return c.Center.MulAdd(c.A.X, u), 0
	}
	return c.Arena.Vertices[c.First+uint32(part)], 0
}

// sectorFeature returns one of the flat sides or a point. The two flat sides of
// half a disc are one side.
func (c Convex) sectorFeature(d geom.Vec2) Feature {
	points, normals := c.Points(), c.EdgeNormals()
	lower, upper := normals[sectorApex].Dot(d), normals[sectorUpper].Dot(d)
	part := sectorPart(c.sectorEnd(), c.Rotation().ApplyInverse(d))
	threshold := float64(cos45 * d.Length())
	switch {
	case part == sectorArc,
		part == sectorLower && lower < threshold,
		part == sectorUpper && upper < threshold:
		p, _ := c.sectorSupport(d)
		return Feature{A: p, B: p, Point: true}
	case c.A.Y > math.Pi/2-minSweep:
		return Feature{A: points[sectorUpper], B: points[sectorLower], IA: sectorUpper, IB: sectorLower}
	case part == sectorLower, part == sectorApex && lower > upper:
		return Feature{A: points[sectorApex], B: points[sectorLower], IA: sectorApex, IB: sectorLower}
	default:
		return Feature{A: points[sectorUpper], B: points[sectorApex], IA: sectorUpper, IB: sectorApex}
	}
}
