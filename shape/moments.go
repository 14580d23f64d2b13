package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// moments is the sum of area, first and second moments over pieces of a shape. All
// positions are relative to a reference point close to the shape, so that a shape far
// from its origin loses no digits.
type moments struct {
	area   float64
	first  geom.Vec2 // area times centroid
	second float64   // polar: the integral of the squared distance
}

// add adds a piece with the given area, centroid and own second moment about
// that centroid.
func (m *moments) add(area float64, centroid geom.Vec2, central float64) {
	m.area += area
	m.first = m.first.MulAdd(area, centroid)
	m.second += central + float64(area*centroid.LengthSquared())
}

// mass returns the mass for a density, in the frame of the reference point.
func (m *moments) mass(reference geom.Vec2, density float64) Mass {
	if !(m.area > 0) {
		return Mass{Center: reference}
	}
	centroid := m.first.Mul(1 / m.area)
	central := m.second - float64(m.area*centroid.LengthSquared())
	return Mass{
		Mass:    float64(m.area * density),
		Center:  reference.Add(centroid),
		Inertia: float64(max(central, 0) * density),
	}
}

// triangle adds the triangle a, b, c, negative when clockwise. The sum of the
// squared sides over 36 is its own second moment per area.
func (m *moments) triangle(a, b, c geom.Vec2) {
	ab, ac := b.Sub(a), c.Sub(a)
	area := float64(0.5 * ab.Cross(ac))
	sides := ab.LengthSquared() + ac.LengthSquared() + c.Sub(b).LengthSquared()
	m.add(area, a.Add(ab.Add(ac).Mul(1.0/3)), float64(area*sides)/36)
}

// strip adds the rectangle of thickness r on the right of the edge from a to b:
// the skin of a flat side of a counter-clockwise core.
func (m *moments) strip(a, b geom.Vec2, r float64) {
	n, length := b.Sub(a).RightPerp().Unit()
	area := float64(length * r)
	central := float64(area*(float64(length*length)+float64(r*r))) / 12
	m.add(area, a.Lerp(b, 0.5).MulAdd(r/2, n), central)
}

// cornerSkin adds the circular sector of radius r about p between the unit directions
// from and to, counter-clockwise and at most half a revolution: the skin of a corner.
func (m *moments) cornerSkin(p, from, to geom.Vec2, r float64) {
	t := geom.Atan2(from.Cross(to), from.Dot(to))
	if !(t > 0) {
		return // a straight angle after rounding
	}
	m.sector(p, geom.RotFromAngle(t/2).Apply(from), t, r)
}

// sector adds the circular sector of radius r and angle t about p with the given
// axis. Its area is r^2 t/2, its centroid lies 4 r sin(t/2)/(3 t) from p, and its
// polar moment about p is r^4 t/4, that is half the area times r^2.
func (m *moments) sector(p, axis geom.Vec2, t, r float64) {
	sin, _ := geom.SinCos(t / 2)
	squared := float64(r * r)
	area := float64(float64(squared*t) * 0.5)
	centroidDistance := 4 * r * sin / (3 * t)
	central := float64(area * (float64(squared*0.5) - float64(centroidDistance*centroidDistance)))
	m.add(area, p.MulAdd(centroidDistance, axis), central)
}

// annularSector adds the part of the sector of radius r + skin that lies beyond r.
func (m *moments) annularSector(p, axis geom.Vec2, t, r, skin float64) {
	var outer, inner moments
	outer.sector(p, axis, t, r+skin)
	inner.sector(p, axis, t, r)
	m.area += outer.area - inner.area
	m.first = m.first.Add(outer.first.Sub(inner.first))
	m.second += outer.second - inner.second
}

// halfEllipse adds the upper half of the ellipse with semi-axes r about the
// reference point. Its centroid is 4 r.Y/(3 pi) above the flat side.
func (m *moments) halfEllipse(r geom.Vec2) {
	area := float64(math.Pi * 0.5 * r.X * r.Y)
	height := 4 * r.Y / (3 * math.Pi)
	central := float64(area * (float64(r.LengthSquared()*0.25) - float64(height*height)))
	m.add(area, geom.Vec2{Y: height}, central)
}

// arcSkin adds the skin along the upper half of that ellipse. Beyond the point p with outward
// normal n, the skin is p + s n with 0 <= s <= skin, and its element of area is (1 + curvature s)
// ds times the element of arc length. The integral over s has a closed form; the integral along the
// arc has none, as the arc length has none.
func (m *moments) arcSkin(r geom.Vec2, skin float64) {
	// Integrals over s of (1, s, s^2) without and with the curvature's factor s.
	s1, s2, s3, s4 := skin, float64(skin*skin)/2, float64(skin*skin*skin)/3, float64(skin*skin*skin*skin)/4
	sum := integrate(func(t float64) [3]float64 {
		sin, cos := geom.SinCos(t)
		p := geom.Vec2{X: float64(r.X * cos), Y: float64(r.Y * sin)}
		normal, speed := geom.Vec2{X: float64(r.Y * cos), Y: float64(r.X * sin)}.Unit()
		normalRate := float64(r.X*r.Y) / float64(speed*speed) // of the normal, per t
		w0 := float64(s1*speed) + float64(s2*normalRate)
		w1 := float64(s2*speed) + float64(s3*normalRate)
		w2 := float64(s3*speed) + float64(s4*normalRate)
		return [3]float64{
			w0,
			float64(p.Y*w0) + float64(normal.Y*w1),
			float64(p.LengthSquared()*w0) + float64(2*p.Dot(normal)*w1) + w2,
		}
	}, 0, math.Pi/2)
	m.area += float64(2 * sum[0])
	m.first.Y += float64(2 * sum[1])
	m.second += float64(2 * sum[2])
}
