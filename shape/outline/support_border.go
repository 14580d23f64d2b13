package outline

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// A shape with nothing but a support function gets lines and parabolas. Between two support
// points the border lies inside the triangle of the points and the corner in which their
// tangents meet. The parabola in that triangle follows a smooth border with an error of the
// fifth order in the angle between the tangents. Each piece is halved at the point farthest
// from its chord until the parabola has the area of its halves.

const (
	supportPieces  = 12   // before any piece is halved
	supportDepth   = 16   // halvings of a piece
	areaTolerance  = 1e-8 // of the squared bounding radius, by which a piece may differ from its halves
	lengthAccuracy = 1e-12
)

// borderPoint is a point of the border with the unit direction whose support point it is.
type borderPoint struct{ point, normal geom.Vec2 }

func supportAt(c *shape.Convex, normal geom.Vec2) borderPoint {
	return borderPoint{c.Support(normal), normal}
}

func appendSupportPieces(dst []Piece, c shape.Convex) []Piece {
	start := supportAt(&c, geom.Vec2{X: 1})
	p := start
	for i := 1; i <= supportPieces; i++ {
		q := start
		if i < supportPieces {
			q = supportAt(&c, geom.RotFromAngle(twoPi*float64(i)/supportPieces).X())
		}
		dst = appendSupportPiece(dst, &c, p, q, supportDepth)
		p = q
	}
	return dst
}

// appendSupportPiece appends the border from p to q.
func appendSupportPiece(dst []Piece, c *shape.Convex, p, q borderPoint, depth int) []Piece {
	normal, length := q.point.Sub(p.point).RightPerp().Unit()
	if !(length > float64(lengthAccuracy*c.BoundingRadius)) {
		if p.point == q.point {
			return dst
		}
		return append(dst, line(p.point, q.point)) // too short for a direction, but the outline stays closed
	}
	m := supportAt(c, normal)
	if !(m.point.Sub(p.point).Dot(normal) > float64(lengthAccuracy*c.BoundingRadius)) {
		return append(dst, line(p.point, q.point))
	}
	whole, first, second := between(p, q), between(p, m), between(m, q)
	// The area between a chord and its parabola is a third of the cross product of the
	// sides of the control point.
	missing := segmentArea(&whole) - segmentArea(&first) - segmentArea(&second) -
		float64(0.5*m.point.Sub(p.point).Cross(q.point.Sub(m.point)))
	if depth == 0 || math.Abs(missing) <= float64(areaTolerance*c.BoundingRadius*c.BoundingRadius) {
		return append(dst, first, second)
	}
	dst = appendSupportPiece(dst, c, p, m, depth-1)
	return appendSupportPiece(dst, c, m, q, depth-1)
}

// between returns the parabola that touches the tangents of two border points.
func between(p, q borderPoint) Piece {
	control := p.point.Lerp(q.point, 0.5)
	t := p.normal.LeftPerp()
	if sine := t.Dot(q.normal); sine > 1e-9 {
		s := q.point.Sub(p.point).Dot(q.normal) / sine
		s = min(max(s, 0), q.point.Distance(p.point)) // against rounding
		control = p.point.MulAdd(s, t)
	}
	return parabola(p.point, control, q.point)
}

// segmentArea returns the area between a parabola and its chord.
func segmentArea(p *Piece) float64 {
	return float64(p.C.Sub(p.A).Cross(p.B.Sub(p.C)) / 3)
}
