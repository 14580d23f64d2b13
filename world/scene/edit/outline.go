package edit

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// mostOutline is the largest number of points of a hand-drawn outline.
const mostOutline = 5000

// outline makes convex polygons of a hand-drawn outline, which may cross itself.
func outline(points []mgl64.Vec2, tolerance float64) (polygons [][]mgl64.Vec2, err error) {
	if len(points) > mostOutline {
		return nil, geom.NewFieldError("Points", len(points), geom.ErrOutOfRange)
	}
	if tolerance > 0 {
		if points, err = polygon.Simplify(points, tolerance, true); err != nil {
			return nil, err
		}
	}
	regions, err := polygon.Regions([][]mgl64.Vec2{points}, polygon.NonZero)
	if err != nil {
		return nil, err
	}
	for _, r := range regions {
		for i := range r.Holes {
			roundPoints(r.Holes[i])
		}
		parts, err := polygon.Decompose(roundPoints(r.Outer), r.Holes...)
		if err != nil {
			return nil, err
		}
		for _, part := range parts {
			if _, err := shape.NewPolygon(part, 0); err == nil { // a sliver is left out
				polygons = append(polygons, part)
			}
		}
	}
	return polygons, nil
}

// roundPoints brings points to a millionth of a metre, as an editor writes them: then writing them
// moves no corner.
func roundPoints(points []mgl64.Vec2) []mgl64.Vec2 {
	for i, p := range points {
		points[i] = mgl64.Vec2{math.Round(p[0]*1e6) / 1e6, math.Round(p[1]*1e6) / 1e6}
	}
	return points
}
