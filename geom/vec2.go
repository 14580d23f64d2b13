package geom

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Vec2 is a point or a free vector in the plane, in metres unless said.
type Vec2 struct{ X, Y float64 }

// From converts a vector of the public interface.
func From(v mgl64.Vec2) Vec2 { return Vec2{v[0], v[1]} }

// Mgl converts to a vector of the public interface.
func (a Vec2) Mgl() mgl64.Vec2 { return mgl64.Vec2{a.X, a.Y} }

// Add returns a + b.
func (a Vec2) Add(b Vec2) Vec2 { return Vec2{a.X + b.X, a.Y + b.Y} }

// Sub returns a - b.
func (a Vec2) Sub(b Vec2) Vec2 { return Vec2{a.X - b.X, a.Y - b.Y} }

// Mul returns s a.
func (a Vec2) Mul(s float64) Vec2 { return Vec2{float64(s * a.X), float64(s * a.Y)} }

// MulAdd returns a + s b, with the product rounded before the sum.
func (a Vec2) MulAdd(s float64, b Vec2) Vec2 {
	return Vec2{a.X + float64(s*b.X), a.Y + float64(s*b.Y)}
}

// MulSub returns a - s b, with the product rounded before the difference.
func (a Vec2) MulSub(s float64, b Vec2) Vec2 {
	return Vec2{a.X - float64(s*b.X), a.Y - float64(s*b.Y)}
}

// Neg returns -a.
func (a Vec2) Neg() Vec2 { return Vec2{-a.X, -a.Y} }

// Dot returns a . b.
func (a Vec2) Dot(b Vec2) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) }

// Cross returns the third component of a x b: positive when b lies to the left of a.
func (a Vec2) Cross(b Vec2) float64 { return float64(a.X*b.Y) - float64(a.Y*b.X) }

// LeftPerp returns a turned a quarter turn counter-clockwise; it equals 1 x a.
func (a Vec2) LeftPerp() Vec2 { return Vec2{-a.Y, a.X} }

// RightPerp returns a turned a quarter turn clockwise; it equals a x 1.
func (a Vec2) RightPerp() Vec2 { return Vec2{a.Y, -a.X} }

// LengthSquared returns |a|^2.
func (a Vec2) LengthSquared() float64 { return a.Dot(a) }

// Length returns |a|. It overflows beyond 1e154, far outside any world.
func (a Vec2) Length() float64 { return math.Sqrt(a.Dot(a)) }

// Distance returns |a - b|.
func (a Vec2) Distance(b Vec2) float64 { return a.Sub(b).Length() }

// Unit returns a / |a| and |a|. A vector too short to have a direction, the
// zero vector above all, gives the zero vector and zero.
func (a Vec2) Unit() (Vec2, float64) {
	l := a.Length()
	if l < minLength {
		return Vec2{}, 0
	}
	inv := 1 / l
	return Vec2{float64(inv * a.X), float64(inv * a.Y)}, l
}

// minLength is the length below which a vector has no usable direction: its
// square is still a normal float64, so 1/length is finite and accurate.
const minLength = 1e-150

// Lerp returns (1-t) a + t b, exact at both ends.
func (a Vec2) Lerp(b Vec2, t float64) Vec2 {
	return Vec2{
		float64((1-t)*a.X) + float64(t*b.X),
		float64((1-t)*a.Y) + float64(t*b.Y),
	}
}

// Min returns the componentwise minimum.
func (a Vec2) Min(b Vec2) Vec2 { return Vec2{min(a.X, b.X), min(a.Y, b.Y)} }

// Max returns the componentwise maximum.
func (a Vec2) Max(b Vec2) Vec2 { return Vec2{max(a.X, b.X), max(a.Y, b.Y)} }

// Abs returns the componentwise absolute value.
func (a Vec2) Abs() Vec2 { return Vec2{math.Abs(a.X), math.Abs(a.Y)} }

// Finite reports whether neither component is NaN or infinite.
func (a Vec2) Finite() bool { return Finite(a.X) && Finite(a.Y) }

// Finite reports whether x is neither NaN nor infinite.
func Finite(x float64) bool { return x-x == 0 }
