package sight

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
)

// edge is a straight piece of the near side of an obstacle, relative to the eye. Seen
// from there, b lies to the left of a.
type edge struct {
	a, b     geom.Vec2
	obstacle int32
}

// piece is the part of an edge between two directions. A direction is any point on the
// ray from the eye, together with its turn, which sorts the directions.
type piece struct {
	from, to          float64
	fromPoint, toward geom.Vec2
	edge              int32
}

// turnOf grows with the angle of a direction, from 0 along x to 4 after a full turn. It is
// exact along the axes and rises with the angle, up to ties by rounding.
func turnOf(v geom.Vec2) float64 {
	switch {
	case v.Y >= 0 && v.X > 0:
		return v.Y / (v.X + v.Y)
	case v.Y > 0:
		return 1 - v.X/(v.Y-v.X)
	case v.X < 0:
		return 2 + v.Y/(v.X+v.Y)
	}
	return 3 + v.X/(v.X-v.Y)
}

var (
	firstDirection = geom.Vec2{X: 1} // at turn 0 and at turn fullTurn
	fullTurn       = 4.0
)

// mergeAll leaves in pieces the parts of the edges that are seen from the origin, in ascending
// order of their turns: the lower envelope of the edges' distances over the directions.
//
// The edges of one obstacle are an envelope. Two envelopes are merged in one walk around the eye,
// until one is left. Between two neighbouring breakpoints of both envelopes only two edges compete.
// So edges may cross, overlap and share ends in any way, and rounding changes a decision only where
// both outcomes are right. With n edges the work is O(n log n), for an envelope of edges that do
// not cross has at most 2n pieces (Hershberger, Finding the upper envelope of n line segments in
// O(n log n) time, 1989).
func (s *Search) mergeAll() {
	for len(s.ends) > 1 {
		s.spare, s.spareEnds = s.spare[:0], s.spareEnds[:0]
		begin := 0
		for i := 0; i < len(s.ends); i += 2 {
			middle := s.ends[i]
			end := middle
			if i+1 < len(s.ends) {
				end = s.ends[i+1]
			}
			s.mergeEnvelopes(s.pieces[begin:middle], s.pieces[middle:end])
			s.spareEnds = append(s.spareEnds, len(s.spare))
			begin = end
		}
		s.pieces, s.spare = s.spare, s.pieces
		s.ends, s.spareEnds = s.spareEnds, s.ends
	}
}

// beginObstacle begins the envelope of one obstacle, whose edges follow from right to left.
func (s *Search) beginObstacle() { s.begin, s.wrapped = len(s.pieces), len(s.pieces) }

// addEdge adds an edge of the obstacle: a piece, or two if it crosses the first direction.
func (s *Search) addEdge(e edge) {
	if !(e.a.Cross(e.b) > 0) {
		return // seen from its end
	}
	i := int32(len(s.edges))
	s.edges = append(s.edges, e)
	p := piece{turnOf(e.a), turnOf(e.b), e.a, e.b, i}
	if e.a.Y < 0 && e.b.Y >= 0 {
		s.addPiece(piece{p.from, fullTurn, p.fromPoint, firstDirection, i})
		s.wrapped = len(s.pieces)
		p.from, p.fromPoint = 0, firstDirection
	} else if n := len(s.pieces); n > s.begin && p.to < s.pieces[n-1].from-2 {
		s.wrapped = n // the edges before end at the first direction
	}
	s.addPiece(p)
}

// addPiece appends the next piece of an obstacle. It cuts off any overlap with the previous piece,
// which is due to rounding.
func (s *Search) addPiece(p piece) {
	if n := len(s.pieces); n > s.wrapped && p.from < s.pieces[n-1].to {
		p.from, p.fromPoint = s.pieces[n-1].to, s.pieces[n-1].toward
	}
	if p.from < p.to {
		s.pieces = append(s.pieces, p)
	}
}

// endObstacle ends the envelope of one obstacle. The pieces that follow the first direction go
// before the other pieces.
func (s *Search) endObstacle() {
	if s.wrapped > s.begin {
		slices.Reverse(s.pieces[s.begin:s.wrapped])
		slices.Reverse(s.pieces[s.wrapped:])
		slices.Reverse(s.pieces[s.begin:])
	}
	if len(s.pieces) > s.begin {
		s.ends = append(s.ends, len(s.pieces))
	}
}

// mergeEnvelopes appends the lower envelope of two envelopes to the spare pieces.
func (s *Search) mergeEnvelopes(a, b []piece) {
	first := len(s.spare)
	var p, q piece // the remaining parts of the first pieces of both
	for {
		if p.from >= p.to && len(a) > 0 {
			p, a = a[0], a[1:]
		}
		if q.from >= q.to && len(b) > 0 {
			q, b = b[0], b[1:]
		}
		hasP, hasQ := p.from < p.to, q.from < q.to
		switch {
		case !hasP && !hasQ:
			return
		case !hasQ || hasP && p.to <= q.from:
			s.appendPiece(first, p)
			p.from = p.to
			continue
		case !hasP || q.to <= p.from:
			s.appendPiece(first, q)
			q.from = q.to
			continue
		case p.from < q.from:
			s.appendPiece(first, piece{p.from, q.from, p.fromPoint, q.fromPoint, p.edge})
			p.from, p.fromPoint = q.from, q.fromPoint
		case q.from < p.from:
			s.appendPiece(first, piece{q.from, p.from, q.fromPoint, p.fromPoint, q.edge})
			q.from, q.fromPoint = p.from, p.fromPoint
		}
		end, toward := p.to, p.toward
		if q.to < end {
			end, toward = q.to, q.toward
		}
		s.appendNearer(first, piece{p.from, end, p.fromPoint, toward, p.edge}, q.edge)
		p.from, p.fromPoint = end, toward
		q.from, q.fromPoint = end, toward
	}
}

// appendNearer appends the nearer of two edges over the range of a piece of one of them. It appends
// parts of both edges if they cross in that range.
func (s *Search) appendNearer(first int, p piece, other int32) {
	e, f := &s.edges[p.edge], &s.edges[other]
	atStart := e.at(p.fromPoint).Sub(f.at(p.fromPoint)).Dot(p.fromPoint)
	atEnd := e.at(p.toward).Sub(f.at(p.toward)).Dot(p.toward)
	q := p
	q.edge = other
	switch {
	case atStart == 0 && atEnd == 0:
		if other < p.edge && f.obstacle != e.obstacle { // the edges lie in the order of the obstacles
			p = q
		}
	case atStart >= 0 && atEnd >= 0:
		p = q
	case atStart > 0 || atEnd > 0:
		if x, ok := e.crossing(f); ok {
			turn := min(max(turnOf(x), p.from), p.to)
			near, far := p, q
			if atStart > 0 {
				near, far = q, p
			}
			near.to, near.toward = turn, x
			far.from, far.fromPoint = turn, x
			s.appendPiece(first, near)
			p = far
		} else if atStart+atEnd > 0 {
			p = q
		}
	}
	s.appendPiece(first, p)
}

// appendPiece appends a piece to the envelope that begins at index first, or lengthens the
// last piece.
func (s *Search) appendPiece(first int, p piece) {
	if p.from >= p.to {
		return
	}
	if n := len(s.spare); n > first {
		if last := &s.spare[n-1]; last.edge == p.edge && last.to == p.from {
			last.to, last.toward = p.to, p.toward
			return
		}
	}
	s.spare = append(s.spare, p)
}

// at returns the point of the edge on the ray from the eye through u. Seen from the eye, u lies
// between the ends of the edge.
func (e *edge) at(u geom.Vec2) geom.Vec2 {
	if u == e.b {
		return e.b
	}
	// a + t (b - a) is parallel to u.
	across := u.Cross(e.b.Sub(e.a))
	if !(across > 0) {
		if e.b.LengthSquared() < e.a.LengthSquared() {
			return e.b
		}
		return e.a
	}
	return e.a.Lerp(e.b, min(max(e.a.Cross(u)/across, 0), 1))
}

// crossing returns the point where the lines of two edges cross. If rounding puts that point beyond
// an end of e, it returns that end.
func (e *edge) crossing(f *edge) (x geom.Vec2, ok bool) {
	along := e.b.Sub(e.a)
	across := along.Cross(f.b.Sub(f.a))
	t := f.a.Sub(e.a).Cross(f.b.Sub(f.a)) / across
	if across == 0 || !(t >= 0 && t <= 1) {
		t = math.Round(min(max(t, 0), 1))
		return e.a.Lerp(e.b, t), across != 0 && t == t
	}
	return e.a.Lerp(e.b, t), true
}
