package shape

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// The reasons for which a Compound is refused.
var (
	ErrConcave = errors.New("is a Compound where one convex shape is needed")
	ErrNoParts = errors.New("is no number of parts")
)

// Compound is a shape made of convex parts, so it may be concave. Its parts are any shapes but
// compounds, and may be round. Attached to a body of a world it is one collider: see
// world.Body.Attach. Functions of one convex shape, such as New, refuse it with ErrConcave.
//
// A compound has the mass of the union of its parts: the overlap of parts counts once. A custom
// shape always counts with its whole mass.
type Compound struct {
	Parts []Support
}

// NewCompound returns the compound of convex polygons, such as those that polygon.Decompose and
// polygon.Triangulate return, each with a skin of the given radius. The error names the polygon
// and its field: it is the error of NewPolygon.
func NewCompound(polygons [][]mgl64.Vec2, radius float64) (Compound, error) {
	c := Compound{Parts: make([]Support, 0, len(polygons))}
	for i, points := range polygons {
		p, err := NewPolygon(points, radius)
		if err != nil {
			return Compound{}, partError(i, err)
		}
		c.Parts = append(c.Parts, p)
	}
	return c, c.Validate()
}

// Support returns the point of the parts that is farthest along dir, and the origin for a compound
// without parts.
func (c Compound) Support(dir mgl64.Vec2) mgl64.Vec2 {
	var farthest mgl64.Vec2
	along, most := geom.From(dir), math.Inf(-1)
	for _, part := range c.Parts {
		p := part.Support(dir)
		if x := geom.From(p).Dot(along); x > most {
			farthest, most = p, x
		}
	}
	return farthest
}

// Validate returns an error that names the first part that New refuses, or ErrNoParts.
func (c Compound) Validate() error {
	if len(c.Parts) == 0 {
		return geom.NewFieldError("Parts", 0, ErrNoParts)
	}
	for i, part := range c.Parts {
		if _, err := New(part); err != nil {
			return partError(i, err)
		}
	}
	return nil
}

// partError adds the index of a part to the field of its error.
func partError(i int, err error) error { return geom.InField(err, fmt.Sprintf("Parts[%d]", i)) }

// Outlines returns the union of the parts, skins included, for drawing. Curved borders are replaced
// by chords as Outline does. Parts without an area, such as segments without a skin, add nothing.
// It is nil for a compound that Validate refuses.
func (c Compound) Outlines(tolerance float64) []polygon.Region {
	if c.Validate() != nil {
		return nil
	}
	var loops [][]mgl64.Vec2
	for _, part := range c.Parts {
		if loop := Outline(part, tolerance); len(loop) > 2 {
			loops = append(loops, loop)
		}
	}
	regions, _ := polygon.Regions(loops, polygon.NonZero) // outlines of valid shapes are valid loops
	return regions
}
