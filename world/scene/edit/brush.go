package edit

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// stroke is a line that a round brush has drawn over ground.
type stroke struct {
	Loops  [][]mgl64.Vec2 `json:"loops"`  // of the ground: outer ones counter-clockwise, holes clockwise
	Points []mgl64.Vec2   `json:"points"` // of the line, m
	Radius float64        `json:"radius"` // of the brush, m
	Erase  bool           `json:"erase"`
}

// Limits of a stroke.
const (
	mostStrokePoints = 2000
	leastBrush       = 1e-3 // m
	greatestBrush    = 1e4  // m
)

const (
	brushSides     = 20   // of the polygon that stands for the round brush
	brushTolerance = 0.02 // of the radius: largest distance of simplified ground from the painted ground
)

// paint returns the loops of the ground after the stroke. The error is a *geom.FieldError that
// names Points, Radius or a field of package polygon.
func (s *stroke) paint() ([][]mgl64.Vec2, error) {
	if n := len(s.Points); n == 0 || n > mostStrokePoints {
		return nil, geom.NewFieldError("Points", n, fmt.Errorf("%w: want 1 to %d", geom.ErrOutOfRange, mostStrokePoints))
	}
	if !(s.Radius >= leastBrush && s.Radius <= greatestBrush) {
		return nil, geom.NewFieldError("Radius", s.Radius, geom.ErrOutOfRange)
	}
	painted, err := s.outline()
	if err != nil {
		return nil, err
	}
	join := polygon.Union
	if s.Erase {
		join = polygon.Difference
	}
	regions, err := join(s.Loops, painted, polygon.NonZero)
	if err != nil {
		return nil, err
	}
	loops := [][]mgl64.Vec2{}
	for _, loop := range polygon.Loops(regions) {
		// Ground thinner than the tolerance is dropped as dust.
		if simple, err := polygon.Simplify(loop, float64(brushTolerance*s.Radius), true); err == nil && len(simple) >= 3 {
			loops = append(loops, simple)
		}
	}
	return loops, nil
}

// outline returns the area that the brush covers, as loops that overlap: the hull of the brush at
// both ends of each piece of the line.
func (s *stroke) outline() ([][]mgl64.Vec2, error) {
	var loops [][]mgl64.Vec2
	for i := range s.Points {
		ends := s.around(s.Points[i])
		if i > 0 {
			ends = append(ends, s.around(s.Points[i-1])...)
		} else if len(s.Points) > 1 {
			continue
		}
		hull, err := polygon.Hull(ends)
		if err != nil {
			return nil, err
		}
		loops = append(loops, hull)
	}
	return loops, nil
}

// around returns the corners of the brush at a point.
func (s *stroke) around(at mgl64.Vec2) []mgl64.Vec2 {
	corners := make([]mgl64.Vec2, brushSides)
	for i := range corners {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / brushSides)
		corners[i] = mgl64.Vec2{at[0] + float64(s.Radius*cos), at[1] + float64(s.Radius*sin)}
	}
	return corners
}
