package terrain

import (
	"image"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
)

// unevenness is the largest distance, in cells, of a point from a line that counts as straight.
// Stored densities are exact to half of a 16384th, so points of a straight border are this near to
// the chord of any two of them.
const unevenness = 1.0 / 8192

// square is a square of cells.
type square struct {
	low  image.Point
	side int
}

// onBorder reports whether a point lies on a side of the square. The neighbours need such points.
func (s square) onBorder(p mgl64.Vec2) bool {
	x, y := p[0]-float64(s.low.X), p[1]-float64(s.low.Y)
	return x == 0 || y == 0 || x == float64(s.side) || y == float64(s.side)
}

// straight returns a loop without points inside of the square that hardly differ from straight
// lines. With them, a straight border would be cut into slivers of some micrometres, at which
// bodies rock.
func (s square) straight(loop []mgl64.Vec2) []mgl64.Vec2 {
	first := slices.IndexFunc(loop, s.onBorder)
	if first < 0 {
		return loop
	}
	closed := slices.Concat(loop[first:], loop[:first+1])
	var out []mgl64.Vec2
	for i := 0; i < len(loop); {
		out = append(out, closed[i])
		end := i + 1
		for end < len(loop) && !s.onBorder(closed[end]) && isStraight(closed[i:end+2]) {
			end++
		}
		i = end
	}
	if len(out) < 3 {
		return loop
	}
	return out
}

// isStraight reports whether all points are near to the line from the first to the last.
func isStraight(points []mgl64.Vec2) bool {
	a, chord := points[0], points[len(points)-1].Sub(points[0])
	limit := float64(unevenness * math.Sqrt(float64(chord[0]*chord[0])+float64(chord[1]*chord[1])))
	for _, p := range points[1 : len(points)-1] {
		d := p.Sub(a)
		if math.Abs(float64(chord[0]*d[1])-float64(chord[1]*d[0])) > limit {
			return false
		}
	}
	return limit > 0
}
