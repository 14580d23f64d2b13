package outline

import "github.com/carom2d/carom/geom"

// Kind is the form of a piece.
type Kind uint8

// The forms of pieces.
const (
	Line     Kind = iota // from A to B
	Arc                  // C + U cos t + V sin t for t from T0 to T1
	Parabola             // the quadratic Bezier curve with ends A and B and control point C
)

// Piece is a part of an outline, from A to B with the inside on its left. T0 is below T1,
// and the two differ by one revolution at most.
type Piece struct {
	_      [0]func() // not comparable, so no program has code for a comparison
	Kind   Kind
	Cut    bool // it lies on a line along which the outline was cut
	Seam   bool // a cut beyond which the same thing goes on, by the caller's mark
	A, B   geom.Vec2
	C      geom.Vec2 // the centre of an arc, the control point of a parabola
	U, V   geom.Vec2 // conjugate radii of an arc: a circle has two at right angles, of equal length
	T0, T1 float64   // radians
}

func line(a, b geom.Vec2) Piece { return Piece{Kind: Line, A: a, B: b} }

func parabola(a, control, b geom.Vec2) Piece { return Piece{Kind: Parabola, A: a, B: b, C: control} }

func arc(center, u, v geom.Vec2, t0, t1 float64) Piece {
	p := Piece{Kind: Arc, C: center, U: u, V: v, T0: t0, T1: t1}
	p.A, p.B = p.at(t0), p.at(t1)
	return p
}

// at returns the point at a parameter: of an arc the angle, else a fraction.
func (p *Piece) at(t float64) geom.Vec2 {
	switch p.Kind {
	case Arc:
		sin, cos := geom.SinCos(t)
		return p.C.MulAdd(cos, p.U).MulAdd(sin, p.V)
	case Parabola:
		return p.A.Lerp(p.C, t).Lerp(p.C.Lerp(p.B, t), t)
	}
	return p.A.Lerp(p.B, t)
}

func (p *Piece) span() (from, to float64) {
	if p.Kind == Arc {
		return p.T0, p.T1
	}
	return 0, 1
}

// part returns the piece between two parameters. The ends of the whole remain as they are.
func (p *Piece) part(from, to float64) Piece {
	part := *p
	first, last := p.span()
	if from != first {
		part.A = p.at(from)
	}
	if to != last {
		part.B = p.at(to)
	}
	switch p.Kind {
	case Arc:
		part.T0, part.T1 = from, to
	case Parabola:
		// The blossom of the curve: its value at both parameters.
		part.C = p.A.Lerp(p.C, from).Lerp(p.C.Lerp(p.B, from), to)
	}
	return part
}

// polynomial is a function along a piece: a + b cos t + c sin t on an arc, else
// a + b t + c t^2.
type polynomial struct{ a, b, c float64 }

// along returns (p - o) . n along a piece.
func (p *Piece) along(o, n geom.Vec2) polynomial {
	switch p.Kind {
	case Arc:
		return polynomial{p.C.Sub(o).Dot(n), p.U.Dot(n), p.V.Dot(n)}
	case Parabola:
		a, c, b := p.A.Sub(o).Dot(n), p.C.Sub(o).Dot(n), p.B.Sub(o).Dot(n)
		return polynomial{a, float64(2 * (c - a)), (a - c) + (b - c)}
	}
	a := p.A.Sub(o).Dot(n)
	return polynomial{a: a, b: p.B.Sub(o).Dot(n) - a}
}

func (p *Piece) value(f polynomial, t float64) float64 {
	if p.Kind == Arc {
		sin, cos := geom.SinCos(t)
		return f.a + float64(f.b*cos) + float64(f.c*sin)
	}
	return f.a + float64(t*(f.b+float64(t*f.c)))
}
