package outline

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Facet is a straight part of an outline, with the inside on the left of the direction from
// A to B.
type Facet struct{ A, B geom.Vec2 }

// Normal returns the outward unit normal and the length.
func (f Facet) Normal() (n geom.Vec2, length float64) { return f.B.Sub(f.A).RightPerp().Unit() }

// Round pieces become chords of at most the 24th part of a revolution, by parameter. The chord
// of a circle then lies within 0.9 % of the radius below the arc.
const maxTurn = twoPi / 24

// parabolaChords is the number of chords of a parabola, which turns less than arcs do.
const parabolaChords = 3

// AppendFacets appends the facets of an outline without its cuts. No facet has a part that faces
// along a direction and a part that faces against it.
func AppendFacets(dst []Facet, pieces []Piece, along geom.Vec2) []Facet {
	for i := range pieces {
		p := &pieces[i]
		if !p.Cut {
			dst = appendChords(dst, p, p.turning(along))
		}
	}
	return dst
}

// AppendFacetsFrom appends the facets of an outline without its cuts. No facet has a part that is
// visible from a point and a part that is not.
func AppendFacetsFrom(dst []Facet, pieces []Piece, eye geom.Vec2) []Facet {
	for i := range pieces {
		p := &pieces[i]
		if !p.Cut {
			q := *p
			q.A, q.B, q.C = p.A.Sub(eye), p.B.Sub(eye), p.C.Sub(eye)
			dst = appendChords(dst, p, q.seen())
		}
	}
	return dst
}

// turning returns the cross product of the direction d with the tangent of a piece, up to a
// positive factor, for its zeros.
func (p *Piece) turning(d geom.Vec2) polynomial {
	switch p.Kind {
	case Arc: // the tangent is v cos t - u sin t
		return polynomial{0, d.Cross(p.V), -d.Cross(p.U)}
	case Parabola:
		first, last := p.C.Sub(p.A), p.B.Sub(p.C)
		a := d.Cross(first)
		return polynomial{a: a, b: d.Cross(last) - a}
	}
	return polynomial{a: 1}
}

// seen returns the cross product of position and tangent, up to a positive factor, for its
// zeros.
func (p *Piece) seen() polynomial {
	switch p.Kind {
	case Arc: // (c + u cos t + v sin t) x (v cos t - u sin t)
		return polynomial{p.U.Cross(p.V), p.C.Cross(p.V), -p.C.Cross(p.U)}
	case Parabola: // (a + b t + c t^2) x (b + 2 c t)
		b, c := p.C.Sub(p.A).Mul(2), p.A.Sub(p.C).Add(p.B.Sub(p.C))
		return polynomial{p.A.Cross(b), float64(2 * p.A.Cross(c)), b.Cross(c)}
	}
	return polynomial{a: 1}
}

// appendChords appends the chords of a piece, cut where a polynomial changes its sign.
func appendChords(dst []Facet, p *Piece, f polynomial) []Facet {
	if p.Kind == Line {
		return append(dst, Facet{p.A, p.B})
	}
	cuts := p.cutsOf(f)
	a := p.A
	for k := 1; k < cuts.n; k++ {
		from, to := cuts.at[k-1], cuts.at[k]
		n := parabolaChords
		if p.Kind == Arc {
			n = 1 + int((to-from)/maxTurn)
		}
		for i := 1; i <= n; i++ {
			b := p.B
			if k < cuts.n-1 || i < n {
				b = p.at(from + float64((to-from)*(float64(i)/float64(n))))
			}
			dst = append(dst, Facet{a, b})
			a = b
		}
	}
	return dst
}

// AppendChords appends chords of an outline, cuts included, that lie within a tolerance (m) of it.
// An arc of a revolution has between least and most chords.
func AppendChords(dst []Facet, pieces []Piece, tolerance float64, least, most int) []Facet {
	for i := range pieces {
		p := &pieces[i]
		from, to := p.span()
		n := 1
		switch p.Kind {
		case Arc: // r - r cos(h/2), about r h^2 / 8, for chords that turn by h
			r := math.Sqrt(max(p.U.LengthSquared(), p.V.LengthSquared()))
			revolutions := (to - from) / twoPi
			n = chordCount(float64((to-from)*math.Sqrt(r/(8*tolerance))), float64(float64(least)*revolutions), float64(float64(most)*revolutions))
		case Parabola: // h^2 / 4 times the length of a - 2 c + b
			bend := p.A.Sub(p.C).Add(p.B.Sub(p.C)).Length()
			n = chordCount(math.Sqrt(bend/(4*tolerance)), 1, float64(most))
		}
		a := p.A
		for k := 1; k <= n; k++ {
			b := p.B
			if k < n {
				b = p.at(from + float64((to-from)*(float64(k)/float64(n))))
			}
			dst = append(dst, Facet{a, b})
			a = b
		}
	}
	return dst
}

func chordCount(n, least, most float64) int { return int(math.Ceil(max(min(max(n, least), most), 1))) }

// GaussNodes holds the nodes on [0, 1] of the Gauss-Legendre rule of two points of equal weight. An
// integral of a cubic along a facet is exact. Nothing writes to it.
var GaussNodes = [2]float64{(1 - 1/math.Sqrt(3)) / 2, (1 + 1/math.Sqrt(3)) / 2}
