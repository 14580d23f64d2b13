package sight

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// chordTolerance is the largest distance of a round border from its chords, in radii of the
// shape or of the sight, whichever is smaller.
const chordTolerance = 1.0 / 500

// addNearSide adds the near side of an obstacle, which does not contain the eye.
func (s *Search) addNearSide(c shape.Convex, pose *geom.Transform, obstacle int32) {
	eye := pose.ApplyInverse(s.eye)
	s.beginObstacle()
	defer s.endObstacle()
	switch {
	case c.Kind == shape.KindHalfPlane:
		// The chord of the circle of sight.
		height := eye.Sub(c.A).Dot(c.B)
		if half := math.Sqrt(float64(s.radius*s.radius) - float64(height*height)); half > 0 {
			foot := c.B.Mul(-height)
			s.addEdgeOf(pose, foot.MulAdd(half, c.B.RightPerp()), foot.MulAdd(half, c.B.LeftPerp()), obstacle)
		}
	case c.Kind == shape.KindChainSegment || c.Kind == shape.KindSegment && c.Radius == 0:
		a, b := c.A.Sub(eye), c.B.Sub(eye)
		if c.Kind == shape.KindSegment && a.Cross(b) > 0 {
			a, b = b, a
		}
		s.addEdgeOf(pose, a, b, obstacle)
	case c.Radius == 0 && (c.Kind == shape.KindBox || c.Kind == shape.KindPolygon):
		s.addPolygon(c, pose, eye, obstacle)
	default:
		s.addRound(c, pose, eye, obstacle)
	}
}

// addEdgeOf adds an edge that runs from left to right as seen from the eye, in the axes of
// a pose and relative to the eye, as far as the sight reaches.
func (s *Search) addEdgeOf(pose *geom.Transform, left, right geom.Vec2, obstacle int32) {
	a, b := pose.R.Apply(right), pose.R.Apply(left)
	// The part of a + t (b - a) in the circle: |d|^2 t^2 + 2 a.d t + |a|^2 - r^2 <= 0.
	d := b.Sub(a)
	squared, dot := d.LengthSquared(), a.Dot(d)
	c := a.LengthSquared() - float64(s.radius*s.radius)
	root := float64(dot*dot) - float64(squared*c)
	if !(root > 0) {
		return
	}
	root = math.Sqrt(root)
	from, to := (-dot-root)/squared, (root-dot)/squared
	if from >= 1 || to <= 0 {
		return
	}
	start, end := a, b
	if from > 0 {
		a = start.Lerp(end, from)
	}
	if to < 1 {
		b = start.Lerp(end, to)
	}
	if limit := float64(2 * s.radius * s.radius); a.LengthSquared() <= limit && b.LengthSquared() <= limit { // no NaN
		s.addEdge(edge{a, b, obstacle})
	}
}

// addPolygon adds the edges that face the eye, from right to left, which is clockwise. It begins
// with an edge whose counter-clockwise successor does not face the eye.
func (s *Search) addPolygon(c shape.Convex, pose *geom.Transform, eye geom.Vec2, obstacle int32) {
	points, normals := c.Points(), c.EdgeNormals()
	n := len(points)
	faces := func(i int) bool { return points[i].Sub(eye).Dot(normals[i]) < 0 }
	last := n - 1
	for last > 0 && !(faces(last) && !faces((last+1)%n)) {
		last--
	}
	for k := range n {
		i := (last + n - k) % n
		if !faces(i) {
			break
		}
		s.addEdgeOf(pose, points[i].Sub(eye), points[(i+1)%n].Sub(eye), obstacle)
	}
}

// addRound adds the near side of a shape with a curved border, as chords between points of
// the border. The first and the last are where the tangents from the eye touch, so the
// shadow behind is exact.
func (s *Search) addRound(c shape.Convex, pose *geom.Transform, eye geom.Vec2, obstacle int32) {
	left, right := tangentPoint(c, eye, 1), tangentPoint(c, eye, -1)
	s.tolerance = float64(chordTolerance * min(c.BoundingRadius, s.radius))
	s.near = append(s.near[:0], left)
	s.appendNear(c, eye, left, right, maxNearDepth)
	s.near = append(s.near, right)
	for i := len(s.near) - 1; i > 0; i-- {
		s.addEdgeOf(pose, s.near[i-1], s.near[i], obstacle)
	}
}

// Bounds of the near side of a shape: the halvings, and the points of a custom shape that is
// not convex.
const (
	maxNearDepth  = 24
	maxNearPoints = 1 << 10
)

// appendNear appends the points that the near side of a shape needs between two points of
// its border, all relative to the eye.
//
// The border between p and q lies in the triangle of the two and the eye. There it lies no nearer
// to the eye than the parallel to pq through its farthest point m. So the distance of this parallel
// shows when the border is out of sight.
func (s *Search) appendNear(c shape.Convex, eye, p, q geom.Vec2, depth int) {
	n, length := q.Sub(p).RightPerp().Unit()
	if length == 0 || depth == 0 || len(s.near) >= maxNearPoints {
		return
	}
	m := c.Support(n).Sub(eye)
	chord, top := p.Dot(n), m.Dot(n)
	if top-chord <= s.tolerance {
		return
	}
	nearest := geom.ClosestOnSegment(p, q, geom.Vec2{}).Length()
	if chord < 0 && top < 0 && top/chord*nearest > s.radius {
		return
	}
	s.appendNear(c, eye, p, m, depth-1)
	s.near = append(s.near, m)
	s.appendNear(c, eye, m, q, depth-1)
}

// tangentPoint returns the point of a shape that lies farthest to the left as seen from the
// eye outside of it (side 1), or to the right (side -1), relative to the eye.
//
// The direction turns to the left until no point of the shape is to its left. Each step goes to the
// point farthest to the left of the last direction. On a polygon the search ends exactly. On a
// curve it is Newton's method, and each step squares the error.
func tangentPoint(c shape.Convex, eye geom.Vec2, side float64) geom.Vec2 {
	d := c.Center.Sub(eye)
	for range maxTangentSteps {
		u, _ := d.Unit()
		next := c.Support(u.LeftPerp().Mul(side)).Sub(eye)
		if float64(u.Cross(next)*side) <= tangentUlps*next.Length() {
			if d == c.Center.Sub(eye) {
				d = next
			}
			break
		}
		d = next
	}
	return d
}

const (
	maxTangentSteps = 64
	tangentUlps     = 0x1p-51
)
