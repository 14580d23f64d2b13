package outline

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Append appends the outline of a compiled shape in a pose. Half-planes have none. A segment
// without skin has its two sides, and a segment of a chain the side that collides.
func Append(dst []Piece, c shape.Convex, pose geom.Transform) []Piece {
	first := len(dst)
	switch c.Kind {
	case shape.KindHalfPlane:
		return dst
	case shape.KindCircle:
		dst = append(dst, circle(c.A, geom.Vec2{X: 1}, c.Radius, twoPi))
	case shape.KindCapsule, shape.KindSegment:
		dst = appendCapsule(dst, c)
	case shape.KindChainSegment:
		dst = append(dst, line(c.A, c.B))
	case shape.KindBox, shape.KindPolygon:
		dst = appendPolygon(dst, c)
	case shape.KindEllipse, shape.KindHalfEllipse, shape.KindSector:
		if c.Radius > 0 {
			dst = appendSupportPieces(dst, c)
		} else {
			dst = appendElliptic(dst, c)
		}
	default:
		dst = appendSupportPieces(dst, c)
	}
	for i := first; i < len(dst); i++ {
		dst[i].transform(pose)
	}
	return dst
}

func (p *Piece) transform(pose geom.Transform) {
	p.A, p.B = pose.Apply(p.A), pose.Apply(p.B)
	if p.Kind != Line {
		p.C = pose.Apply(p.C)
		p.U, p.V = pose.R.Apply(p.U), pose.R.Apply(p.V)
	}
}

// circle returns the arc about a centre that begins along a unit direction.
func circle(center, from geom.Vec2, radius, sweep float64) Piece {
	p := arc(center, from.Mul(radius), from.LeftPerp().Mul(radius), 0, sweep)
	if sweep == twoPi {
		p.B = p.A
	}
	return p
}

func appendCapsule(dst []Piece, c shape.Convex) []Piece {
	n, _ := c.B.Sub(c.A).RightPerp().Unit()
	side := n.Mul(c.Radius)
	dst = append(dst, line(c.A.Add(side), c.B.Add(side)))
	if c.Radius > 0 {
		dst = append(dst, circle(c.B, n, c.Radius, math.Pi))
	}
	dst = append(dst, line(c.B.Sub(side), c.A.Sub(side)))
	if c.Radius > 0 {
		dst = append(dst, circle(c.A, n.Neg(), c.Radius, math.Pi))
	}
	return dst
}

// appendPolygon appends an edge and a round corner for each vertex.
func appendPolygon(dst []Piece, c shape.Convex) []Piece {
	points, normals := c.Points(), c.EdgeNormals()
	a := points[0]
	for i, n := range normals {
		next := i + 1
		if next == len(points) {
			next = 0
		}
		b := points[next]
		if c.Radius == 0 {
			dst = append(dst, line(a, b))
		} else {
			dst = append(dst, line(a.MulAdd(c.Radius, n), b.MulAdd(c.Radius, n)))
			m := normals[next]
			if t := geom.Atan2(n.Cross(m), n.Dot(m)); t > 0 {
				dst = append(dst, circle(b, n, c.Radius, t))
			}
		}
		a = b
	}
	return dst
}

// appendElliptic appends an ellipse, half ellipse or sector without skin.
func appendElliptic(dst []Piece, c shape.Convex) []Piece {
	x := c.Rotation().X()
	switch c.Kind {
	case shape.KindEllipse:
		p := arc(c.Center, x.Mul(c.A.X), x.LeftPerp().Mul(c.A.Y), 0, twoPi)
		p.B = p.A
		return append(dst, p)
	case shape.KindHalfEllipse:
		p := arc(c.Center, x.Mul(c.A.X), x.LeftPerp().Mul(c.A.Y), 0, math.Pi)
		return append(dst, p, line(p.B, p.A))
	}
	p := arc(c.Center, x.Mul(c.A.X), x.LeftPerp().Mul(c.A.X), -c.A.Y, c.A.Y)
	return append(dst, line(c.Center, p.A), p, line(p.B, c.Center))
}
