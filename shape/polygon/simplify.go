package polygon

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Simplify removes points of a polyline, or of a loop if closed. No removed point lies farther than
// tolerance, in metres, from the segment that replaces it: the points that stand out most are kept
// (Ramer, 1972; Douglas and Peucker, 1973). The remaining points keep their order. A polyline keeps
// both ends, a loop at least three corners that are not collinear. Use Simplify for an outline that
// must not move farther than the tolerance, and SimplifyByArea for an outline that must look the
// same.
//
// With a coarse tolerance the result may cross itself; Decompose then returns an error.
//
// The error is a *geom.FieldError that names Tolerance or Points[3] and wraps
// geom.ErrNotFinite, geom.ErrNegative or geom.ErrOutOfRange, or names Points and
// wraps geom.ErrTooFewPoints (fewer than two distinct ones, or three if closed) or
// geom.ErrCollinear (closed only).
func Simplify(points []mgl64.Vec2, tolerance float64, closed bool) ([]mgl64.Vec2, error) {
	if err := geom.CheckNotNegative("Tolerance", tolerance); err != nil {
		return nil, err
	}
	path, err := checkedPath(points, closed)
	if err != nil {
		return nil, err
	}
	n := len(path)
	s := simplifier{path: path, keep: make([]bool, n), limit: float64(tolerance * tolerance)}
	if closed {
		corners := essentialCorners(path)
		s.simplifyRange(corners[0], corners[1])
		s.simplifyRange(corners[1], corners[2])
		s.simplifyRange(corners[2], corners[0]+n)
	} else {
		s.simplifyRange(0, n-1)
	}
	out := make([]mgl64.Vec2, 0, n)
	for i, keep := range s.keep {
		if keep {
			out = append(out, points[i])
		}
	}
	return out, nil
}

// checkedPath converts the points and refuses a path without length, or a loop without area.
func checkedPath(points []mgl64.Vec2, closed bool) ([]geom.Vec2, error) {
	if closed {
		if _, err := Hull(points); err != nil {
			return nil, err
		}
	}
	if err := geom.CheckExtents("Points", points); err != nil {
		return nil, err
	}
	path := geomPoints(points)
	if len(slices.Compact(slices.Clone(path))) < 2 {
		return nil, geom.NewFieldError("Points", len(points), geom.ErrTooFewPoints)
	}
	return path, nil
}

// essentialCorners returns, in order, three corners of a loop that every result keeps: an outermost
// corner, the corner farthest from it, and the corner farthest from the line through both.
func essentialCorners(path []geom.Vec2) [3]int {
	a, b, c := 0, 0, 0
	for i, p := range path {
		if comparePoints(p, path[a]) < 0 {
			a = i
		}
	}
	for i, p := range path {
		if p.Distance(path[a]) > path[b].Distance(path[a]) {
			b = i
		}
	}
	largest := 0.0
	for i, p := range path {
		if d := math.Abs(geom.Orient(path[a], path[b], p)); d > largest {
			largest, c = d, i
		}
	}
	corners := [3]int{a, b, c}
	slices.Sort(corners[:])
	return corners
}

// simplifier marks the points to keep.
type simplifier struct {
	path  []geom.Vec2
	keep  []bool
	limit float64 // tolerance squared
}

// simplifyRange keeps the points i and j and the necessary points between them; j may
// run past the end of a loop.
func (s *simplifier) simplifyRange(i, j int) {
	n := len(s.path)
	stack := [][2]int{{i, j}}
	for len(stack) > 0 {
		i, j := stack[len(stack)-1][0], stack[len(stack)-1][1]
		stack = stack[:len(stack)-1]
		a, b := s.path[i%n], s.path[j%n]
		s.keep[i%n], s.keep[j%n] = true, true
		worst, far := s.limit, -1
		for k := i + 1; k < j; k++ {
			if d := distanceSquaredToSegment(s.path[k%n], a, b); d > worst {
				worst, far = d, k
			}
		}
		if far >= 0 {
			stack = append(stack, [2]int{i, far}, [2]int{far, j})
		}
	}
}

// distanceSquaredToSegment is exact at the ends, and a may equal b.
func distanceSquaredToSegment(p, a, b geom.Vec2) float64 {
	ab, ap := b.Sub(a), p.Sub(a)
	along, length := ap.Dot(ab), ab.LengthSquared()
	switch {
	case along <= 0 || length == 0:
		return ap.LengthSquared()
	case along >= length:
		return p.Sub(b).LengthSquared()
	default:
		area2 := geom.Orient(a, b, p)
		return float64(area2*area2) / length
	}
}
