package outline

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// A shape with nothing but a support function gets lines and conics. Between two support points p
// and q the border lies inside the triangle of the points and the corner in which their tangents
// meet, and the point m farthest from the chord lies between the two. The conic through m with
// these tangents follows a smooth border closely, and an ellipse exactly. Each piece is halved at m
// until its conic has the same area as the conics of its halves.

const (
	supportPieces  = 8    // before any piece is halved
	supportDepth   = 16   // halvings of a piece
	areaTolerance  = 5e-7 // of the squared bounding radius, by which a piece may differ from its halves
	lengthAccuracy = 1e-12
)

// borderPoint is a point of the border with the unit direction whose support point it is.
type borderPoint struct{ point, normal geom.Vec2 }

func supportAt(c *shape.Convex, normal geom.Vec2) borderPoint {
	return borderPoint{c.Support(normal), normal}
}

// borderArc is the border between two points. The middle is farthest from the chord.
type borderArc struct {
	from, middle, to borderPoint
	flat             bool // the border is the chord
}

func borderArcOf(c *shape.Convex, p, q borderPoint) borderArc {
	s := borderArc{from: p, to: q, flat: true}
	normal, length := q.point.Sub(p.point).RightPerp().Unit()
	if length > float64(lengthAccuracy*c.BoundingRadius) {
		s.middle = supportAt(c, normal)
		s.flat = !(s.middle.point.Sub(p.point).Dot(normal) > float64(lengthAccuracy*c.BoundingRadius))
	}
	return s
}

func appendSupportPieces(dst []Piece, c shape.Convex) []Piece {
	start := supportAt(&c, geom.Vec2{X: 1})
	p := start
	for i := 1; i <= supportPieces; i++ {
		q := start
		if i < supportPieces {
			q = supportAt(&c, geom.RotFromAngle(twoPi*float64(i)/supportPieces).X())
		}
		dst = appendBorderArc(dst, &c, borderArcOf(&c, p, q), supportDepth)
		p = q
	}
	return dst
}

func appendBorderArc(dst []Piece, c *shape.Convex, s borderArc, depth int) []Piece {
	if s.flat {
		if s.from.point == s.to.point {
			return dst
		}
		return append(dst, line(s.from.point, s.to.point))
	}
	first, second := borderArcOf(c, s.from, s.middle), borderArcOf(c, s.middle, s.to)
	whole, a, b := s.conic(), first.conic(), second.conic()
	triangle := float64(0.5 * s.middle.point.Sub(s.from.point).Cross(s.to.point.Sub(s.middle.point)))
	missing := areaOverChord(&whole) - areaOverChord(&a) - areaOverChord(&b) - triangle
	if depth == 0 || math.Abs(missing) <= float64(areaTolerance*c.BoundingRadius*c.BoundingRadius) {
		return append(dst, a, b)
	}
	dst = appendBorderArc(dst, c, first, depth-1)
	return appendBorderArc(dst, c, second, depth-1)
}

// conic returns the arc of an ellipse with the tangents and the height of an arc, or a parabola if
// there is none. On the arc from -t to t of the unit circle the chord lies at cos t, the corner of
// the tangents at 1/cos t, and the middle at 1, which is 1/(1 + 1/cos t) of the way. An affine map
// makes it the ellipse.
func (s *borderArc) conic() Piece {
	p, q := s.from.point, s.to.point
	if s.flat {
		return line(p, q)
	}
	chord := p.Lerp(q, 0.5)
	tangent := s.from.normal.LeftPerp()
	sine := tangent.Dot(s.to.normal)
	if !(sine > 1e-9) {
		return parabola(p, chord, q)
	}
	corner := p.MulAdd(min(max(q.Sub(p).Dot(s.to.normal)/sine, 0), p.Distance(q)), tangent)
	up := s.middle.normal
	height, middle := corner.Sub(p).Dot(up), s.middle.point.Sub(p).Dot(up)
	cos := middle / (height - middle)
	sin2 := (1 - cos) * (1 + cos)
	if !(height > middle && cos > 0 && sin2 > 1e-3) {
		return parabola(p, corner, q)
	}
	sin := math.Sqrt(sin2)
	u := corner.Sub(chord).Mul(cos / sin2)
	t := geom.Atan2(sin, cos)
	return Piece{Kind: Arc, A: p, B: q, C: chord.MulSub(cos, u), U: u, V: q.Sub(p).Mul(0.5 / sin), T0: -t, T1: t}
}

// areaOverChord returns the area between a piece and its chord.
func areaOverChord(p *Piece) float64 {
	switch p.Kind {
	case Arc: // symmetric about zero
		sin, cos := geom.SinCos(p.T1)
		return float64(p.U.Cross(p.V) * (p.T1 - float64(sin*cos)))
	case Parabola:
		return float64(p.C.Sub(p.A).Cross(p.B.Sub(p.C)) / 3)
	}
	return 0
}
