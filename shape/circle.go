package shape

import (
	"errors"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Circle is a solid disc.
type Circle struct {
	Center mgl64.Vec2
	Radius float64
}

// Support returns the boundary point farthest along dir.
func (c Circle) Support(dir mgl64.Vec2) mgl64.Vec2 {
	return geom.From(c.Center).MulAdd(c.Radius, direction(dir)).Mgl()
}

// SkinRadius returns the radius: a circle is a point with a skin.
func (c Circle) SkinRadius() float64 { return c.Radius }

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (c Circle) Validate() error {
	if err := geom.CheckExtent("Center", geom.From(c.Center)); err != nil {
		return err
	}
	return geom.CheckSize("Radius", c.Radius)
}

// Capsule is all points within Radius of the segment from A to B. Where the ends are equal, or
// closer together than geom.MinSize, it is the circle about their middle.
type Capsule struct {
	A, B   mgl64.Vec2
	Radius float64
}

// Support returns the boundary point farthest along dir.
func (c Capsule) Support(dir mgl64.Vec2) mgl64.Vec2 {
	if c.isCircle() {
		return Circle{Center: c.middle(), Radius: c.Radius}.Support(dir)
	}
	return segmentSupport(c.A, c.B, c.Radius, dir)
}

// SkinRadius returns the radius: a capsule is a segment with a skin.
func (c Capsule) SkinRadius() float64 { return c.Radius }

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (c Capsule) Validate() error {
	if err := checkEnds(c.A, c.B); err != nil && !errors.Is(err, geom.ErrDuplicate) {
		return err
	}
	return geom.CheckSize("Radius", c.Radius)
}

// isCircle reports whether the ends are too close together for a direction between them.
func (c Capsule) isCircle() bool { return checkEnds(c.A, c.B) != nil }

func (c Capsule) middle() mgl64.Vec2 { return c.A.Add(c.B).Mul(0.5) }

// Segment is the straight line from A to B. It collides on both sides. Radius is an
// optional skin around it: without a skin a segment has no area and no mass, with one
// it has the mass of a capsule.
type Segment struct {
	A, B   mgl64.Vec2
	Radius float64
}

// Support returns the boundary point farthest along dir.
func (s Segment) Support(dir mgl64.Vec2) mgl64.Vec2 {
	return segmentSupport(s.A, s.B, s.Radius, dir)
}

// SkinRadius returns the thickness of the skin.
func (s Segment) SkinRadius() float64 { return s.Radius }

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (s Segment) Validate() error {
	if err := checkEnds(s.A, s.B); err != nil {
		return err
	}
	return geom.CheckThickness("Radius", s.Radius)
}

func segmentSupport(a, b mgl64.Vec2, radius float64, dir mgl64.Vec2) mgl64.Vec2 {
	d := direction(dir)
	p := geom.From(a)
	if d.Dot(geom.From(b).Sub(p)) > 0 {
		p = geom.From(b)
	}
	return p.MulAdd(radius, d).Mgl()
}
