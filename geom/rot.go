package geom

import "math"

// Rot is a rotation: the cosine and sine of its angle. The zero Rot is not a
// rotation; use Identity.
type Rot struct{ C, S float64 }

// Identity is the rotation by zero.
var Identity = Rot{C: 1}

// RotFromAngle returns the rotation by the given angle in radians.
func RotFromAngle(radians float64) Rot {
	s, c := SinCos(radians)
	return Rot{c, s}
}

// Angle returns the angle in radians, in [-pi, pi].
func (q Rot) Angle() float64 { return Atan2(q.S, q.C) }

// Apply turns v by q.
func (q Rot) Apply(v Vec2) Vec2 {
	return Vec2{
		float64(q.C*v.X) - float64(q.S*v.Y),
		float64(q.S*v.X) + float64(q.C*v.Y),
	}
}

// ApplyInverse turns v by the inverse of q.
func (q Rot) ApplyInverse(v Vec2) Vec2 {
	return Vec2{
		float64(q.C*v.X) + float64(q.S*v.Y),
		float64(q.C*v.Y) - float64(q.S*v.X),
	}
}

// Mul returns the rotation by q after r.
func (q Rot) Mul(r Rot) Rot {
	return Rot{
		float64(q.C*r.C) - float64(q.S*r.S),
		float64(q.S*r.C) + float64(q.C*r.S),
	}
}

// InverseMul returns the rotation by r followed by the inverse of q: r as seen from q.
func (q Rot) InverseMul(r Rot) Rot {
	return Rot{
		float64(q.C*r.C) + float64(q.S*r.S),
		float64(q.C*r.S) - float64(q.S*r.C),
	}
}

// Inverse returns the rotation by the opposite angle.
func (q Rot) Inverse() Rot { return Rot{q.C, -q.S} }

// Unit returns q scaled to unit length; a degenerate q gives Identity.
func (q Rot) Unit() Rot {
	l := math.Sqrt(float64(q.C*q.C) + float64(q.S*q.S))
	if !(l > minLength) {
		return Identity
	}
	return Rot{q.C / l, q.S / l}
}

// X returns the rotated x axis.
func (q Rot) X() Vec2 { return Vec2{q.C, q.S} }

// Y returns the rotated y axis.
func (q Rot) Y() Vec2 { return Vec2{-q.S, q.C} }

// Transform maps local points to the world: p = P + R p.
type Transform struct {
	P Vec2 // where the local origin lies
	R Rot
}

// IdentityTransform is the transform that moves nothing.
var IdentityTransform = Transform{R: Identity}

// Apply maps a local point to the outer frame.
func (t Transform) Apply(p Vec2) Vec2 { return t.R.Apply(p).Add(t.P) }

// ApplyInverse maps a point of the outer frame to the local one.
func (t Transform) ApplyInverse(p Vec2) Vec2 { return t.R.ApplyInverse(p.Sub(t.P)) }

// Mul returns the transform that applies u first and then t.
func (t Transform) Mul(u Transform) Transform {
	return Transform{P: t.Apply(u.P), R: t.R.Mul(u.R)}
}

// InverseMul returns u as seen from the frame of t. The difference of positions is computed first,
// so two transforms far from the origin lose no digits.
func (t Transform) InverseMul(u Transform) Transform {
	return Transform{P: t.R.ApplyInverse(u.P.Sub(t.P)), R: t.R.InverseMul(u.R)}
}

// Inverse returns the transform that undoes t.
func (t Transform) Inverse() Transform {
	return Transform{P: t.R.ApplyInverse(t.P).Neg(), R: t.R.Inverse()}
}

// Finite reports whether no component is NaN or infinite.
func (t Transform) Finite() bool {
	return t.P.Finite() && Finite(t.R.C) && Finite(t.R.S)
}
