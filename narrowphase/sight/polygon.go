package sight

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// AppendPolygon appends the visibility polygon: the pieces, and arcs of the circle of the
// radius between them. It is counter-clockwise and begins along the x axis.
func (s *Search) AppendPolygon(dst []geom.Vec2) []geom.Vec2 {
	start := len(dst)
	turn, direction := 0.0, firstDirection
	for i := range s.pieces {
		p := &s.pieces[i]
		if p.from > turn {
			dst = s.appendArc(dst, start, direction, p.fromPoint, p.from-turn)
		}
		e := &s.edges[p.edge]
		dst = s.appendSeen(dst, start, e.at(p.fromPoint))
		dst = s.appendSeen(dst, start, e.at(p.toward))
		turn, direction = p.to, p.toward
	}
	if turn < fullTurn {
		dst = s.appendArc(dst, start, direction, firstDirection, fullTurn-turn)
	}
	if n := len(dst) - 1; n > start && dst[n] == dst[start] {
		dst = dst[:n]
	}
	return dst
}

// appendSeen appends a point that is given relative to the eye, unless it is the last one.
func (s *Search) appendSeen(dst []geom.Vec2, start int, p geom.Vec2) []geom.Vec2 {
	v := s.eye.Add(p)
	if n := len(dst); n > start && dst[n-1] == v {
		return dst
	}
	return append(dst, v)
}

// arcStep is the angle, rad, between two vertices of the circle of the radius. Its chord is
// 1 - cos(arcStep/2) < 1/1000 of the radius inside the circle.
const arcStep = 2 * math.Pi / 72

// appendArc appends the circle of the radius from one direction to another, which is a
// number of turns (see turnOf) further.
func (s *Search) appendArc(dst []geom.Vec2, start int, from, to geom.Vec2, turns float64) []geom.Vec2 {
	u, _ := from.Unit()
	v, _ := to.Unit()
	angle := geom.Atan2(u.Cross(v), u.Dot(v))
	switch {
	case angle < 0 && turns > 1, angle < 1 && turns > 2: // more than half a turn
		angle += 2 * math.Pi
	case angle < 0:
		angle = 0
	}
	steps := max(math.Ceil(angle/arcStep), 1)
	for i := 0.0; i < steps; i++ {
		dst = s.appendSeen(dst, start, geom.RotFromAngle(float64(angle*(i/steps))).Apply(u).Mul(s.radius))
	}
	return s.appendSeen(dst, start, v.Mul(s.radius))
}
