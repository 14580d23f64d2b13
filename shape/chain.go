package shape

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Chain is a line of segments for the ground and walls of a level. It collides
// on one side only. Every segment knows its neighbours, so sliding bodies do not
// catch on inner vertices.
//
// The side that collides is to the right of the direction from each point to the
// next, as with polygons: a closed chain listed counter-clockwise is a solid
// island, one listed clockwise is a cave. With y upward, ground must therefore
// be listed from right to left:
//
//	ground := shape.Chain{Points: []mgl64.Vec2{{20, 0}, {5, 1}, {-20, 0}}}
//
// A body that comes from behind passes through, and collides once half of it is in front. A
// platform that holds only bodies that came wholly from above is a one-way chain: see
// world.ColliderDef.
//
// The end of an open chain acts as the corner of a solid block: a body that rolls over it
// is supported by the corner and then falls. Chains have no mass and may cross themselves.
type Chain struct {
	Points []mgl64.Vec2
	Closed bool // a last segment runs from the last point to the first

	// Materials is empty for the default material, or holds one entry for all
	// segments, or one for each of them in order; nil entries mean the default.
	Materials []*Material
}

// ChainSegment is one segment of a chain: A to B, solid on its left and open on
// its right, with the point before A and the point after B. It may be attached
// alone, for example to load terrain piece by piece.
type ChainSegment struct {
	Before, A, B, After mgl64.Vec2
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
// An open chain needs two points, a closed one three; no two points in a row may
// coincide.
func (c Chain) Validate() error {
	n, minPoints := len(c.Points), 2
	if c.Closed {
		minPoints = 3
	}
	if n < minPoints {
		return geom.NewFieldError("Points", n, geom.ErrTooFewPoints)
	}
	if err := geom.CheckExtents("Points", c.Points); err != nil {
		return err
	}
	for i := range c.Points {
		j := (i + 1) % n
		if j == 0 && !c.Closed {
			break
		}
		a, b := geom.From(c.Points[i]), geom.From(c.Points[j])
		if a.Distance(b) < mergeDistance(a, b) {
			return duplicateError(max(i, j), min(i, j), c.Points[max(i, j)])
		}
	}
	return c.validateMaterials()
}

func (c Chain) validateMaterials() error {
	switch len(c.Materials) {
	case 0, 1, c.Len():
	default:
		return geom.NewFieldError("Materials", len(c.Materials),
			fmt.Errorf("%w: want none, one or %d", geom.ErrOutOfRange, c.Len()))
	}
	for i, m := range c.Materials {
		if m == nil {
			continue
		}
		if err := m.Validate(); err != nil {
			return fmt.Errorf("Materials[%d].%w", i, err)
		}
	}
	return nil
}

// Len returns the number of segments.
func (c Chain) Len() int {
	if c.Closed {
		return len(c.Points)
	}
	return max(0, len(c.Points)-1)
}

// Material returns the material of segment i, nil for the default.
func (c Chain) Material(i int) *Material {
	switch len(c.Materials) {
	case 0:
		return nil
	case 1:
		return c.Materials[0]
	}
	return c.Materials[i]
}

// Segments returns the segments in the order of their first points, or the
// error of Validate.
func (c Chain) Segments() ([]ChainSegment, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n := len(c.Points)
	segments := make([]ChainSegment, c.Len())
	for i := range segments {
		segments[i] = ChainSegment{
			Before: c.Points[(i+n-1)%n],
			A:      c.Points[i],
			B:      c.Points[(i+1)%n],
			After:  c.Points[(i+2)%n],
		}
	}
	if !c.Closed {
		first, last := &segments[0], &segments[len(segments)-1]
		first.Before = endGhost(first.A, first.A, first.B)
		last.After = endGhost(last.B, last.A, last.B)
	}
	return segments, nil
}

// endGhost returns the ghost vertex that makes the end p of an open chain a right-angled
// corner: it lies one segment length inside the solid.
func endGhost(p, a, b mgl64.Vec2) mgl64.Vec2 {
	return geom.From(p).Add(geom.From(b).Sub(geom.From(a)).LeftPerp()).Mgl()
}

// Support returns A or B.
func (s ChainSegment) Support(dir mgl64.Vec2) mgl64.Vec2 {
	return segmentSupport(s.A, s.B, 0, dir)
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (s ChainSegment) Validate() error {
	if err := checkEnds(s.A, s.B); err != nil {
		return err
	}
	if err := checkGhost("Before", s.Before, s.A); err != nil {
		return err
	}
	return checkGhost("After", s.After, s.B)
}

func checkGhost(field string, ghost, end mgl64.Vec2) error {
	if err := geom.CheckExtent(field, geom.From(ghost)); err != nil {
		return err
	}
	a, b := geom.From(ghost), geom.From(end)
	if a.Distance(b) < mergeDistance(a, b) {
		return geom.NewFieldError(field, a, geom.ErrDegenerate)
	}
	return nil
}
