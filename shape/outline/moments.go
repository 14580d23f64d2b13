package outline

import "github.com/carom2d/carom/geom"

// Moments are the integrals over the area inside an outline.
type Moments struct {
	Area   float64   // m^2
	First  geom.Vec2 // of the position relative to Origin, m^3
	Second float64   // of the squared distance from Origin, m^4
	Origin geom.Vec2
}

// Centroid returns the middle of the area: the origin if there is none.
func (m Moments) Centroid() geom.Vec2 {
	if !(m.Area > 0) {
		return m.Origin
	}
	return m.Origin.MulAdd(1/m.Area, m.First)
}

// Central returns the second moment about the centroid.
func (m Moments) Central() float64 {
	if !(m.Area > 0) {
		return 0
	}
	return max(m.Second-float64(m.First.LengthSquared()/m.Area), 0)
}

// Add returns the moments of two areas with the same origin.
func (m Moments) Add(n Moments) Moments {
	m.Area += n.Area
	m.First = m.First.Add(n.First)
	m.Second += n.Second
	return m
}

// MomentsOf integrates the area inside a closed outline. The origin should lie close to it.
//
// By Green's theorem the moments are the integrals of p x dp / 2, p (p x dp) / 3 and
// p.p (p x dp) / 4 along the outline. An area that is negative by rounding is zero.
func MomentsOf(pieces []Piece, origin geom.Vec2) Moments {
	m := Moments{Origin: origin}
	for i := range pieces {
		switch p := &pieces[i]; p.Kind {
		case Line:
			m.addLine(p.A.Sub(origin), p.B.Sub(origin))
		case Arc:
			m.addArc(p, p.C.Sub(origin))
		case Parabola:
			m.addParabola(p.A.Sub(origin), p.C.Sub(origin), p.B.Sub(origin))
		}
	}
	if !(m.Area > 0) {
		return Moments{Origin: origin}
	}
	m.Second = max(m.Second, 0)
	return m
}

// addLine adds the triangle of the origin and a line.
func (m *Moments) addLine(a, b geom.Vec2) {
	cross := a.Cross(b)
	m.Area += float64(cross / 2)
	m.First = m.First.MulAdd(cross/6, a.Add(b))
	m.Second += float64(cross * (a.LengthSquared() + a.Dot(b) + b.LengthSquared()) / 12)
}

// addArc adds the area between the origin and the arc c + u cos t + v sin t. There
// p x dp/dt is k + a cos t - b sin t with k = u x v, a = c x v, b = c x u.
func (m *Moments) addArc(p *Piece, c geom.Vec2) {
	u, v := p.U, p.V
	k, a, b := u.Cross(v), c.Cross(v), c.Cross(u)
	s0, c0 := geom.SinCos(p.T0)
	s1, c1 := geom.SinCos(p.T1)
	// The integrals of 1, cos, sin, cos^2, cos sin and sin^2.
	one, cos, sin := p.T1-p.T0, s1-s0, c0-c1
	quarter := float64((float64(s1*c1) - float64(s0*c0)) / 2)
	cos2, sin2 := float64(one/2)+quarter, float64(one/2)-quarter
	mixed := float64((float64(s1*s1) - float64(s0*s0)) / 2)

	swept := float64(k*one) + float64(a*cos) - float64(b*sin)
	sweptCos := float64(k*cos) + float64(a*cos2) - float64(b*mixed)
	sweptSin := float64(k*sin) + float64(a*mixed) - float64(b*sin2)
	m.Area += float64(swept / 2)
	m.First = m.First.MulAdd(swept/3, c).MulAdd(sweptCos/3, u).MulAdd(sweptSin/3, v)

	// p.p holds squares of sine and cosine, so third powers are needed too.
	cos3 := cos - float64((float64(s1*s1*s1)-float64(s0*s0*s0))/3)
	sin3 := sin - float64((float64(c0*c0*c0)-float64(c1*c1*c1))/3)
	cosSin2, sinCos2 := cos-cos3, sin-sin3
	// Of sin cos weighted by the integrand: k mixed + a cos^2 sin - b cos sin^2, and so on.
	sweptCos2 := float64(k*cos2) + float64(a*cos3) - float64(b*sinCos2)
	sweptSin2 := float64(k*sin2) + float64(a*cosSin2) - float64(b*sin3)
	sweptMixed := float64(k*mixed) + float64(a*sinCos2) - float64(b*cosSin2)
	m.Second += float64((float64(c.LengthSquared()*swept) + float64(u.LengthSquared()*sweptCos2) + float64(v.LengthSquared()*sweptSin2) +
		float64(2*c.Dot(u)*sweptCos) + float64(2*c.Dot(v)*sweptSin) + float64(2*u.Dot(v)*sweptMixed)) / 4)
}

// gauss4 holds the nodes on [0, 1] and the weights of the Gauss-Legendre rule of four
// points, exact up to degree seven: p.p (p x dp) of a parabola has six.
var gauss4 = [4][2]float64{
	{(1 - 0.8611363115940525752239) / 2, 0.3478548451374538573731 / 2},
	{(1 - 0.3399810435848562648027) / 2, 0.6521451548625461426269 / 2},
	{(1 + 0.3399810435848562648027) / 2, 0.6521451548625461426269 / 2},
	{(1 + 0.8611363115940525752239) / 2, 0.3478548451374538573731 / 2},
}

// addParabola adds the area between the origin and a parabola.
func (m *Moments) addParabola(a, control, b geom.Vec2) {
	for _, node := range gauss4 {
		ac, cb := a.Lerp(control, node[0]), control.Lerp(b, node[0])
		p, dp := ac.Lerp(cb, node[0]), cb.Sub(ac)
		swept := float64(2 * node[1] * p.Cross(dp))
		m.Area += float64(swept / 2)
		m.First = m.First.MulAdd(swept/3, p)
		m.Second += float64(swept * p.LengthSquared() / 4)
	}
}
