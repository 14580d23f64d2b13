package geom_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

func ExampleVec2() {
	a, b := geom.Vec2{X: 3, Y: 4}, geom.Vec2{X: 1, Y: -2}
	fmt.Println(a.Add(b), a.Sub(b), a.Mul(2), a.Neg())
	fmt.Println(a.MulAdd(10, b), a.MulSub(10, b))
	fmt.Println(a.Length(), a.LengthSquared(), a.Distance(b.Neg()))
	fmt.Println(a.Min(b), a.Max(b), b.Abs())
	fmt.Println(a.Lerp(b, 0.5))
	// Output:
	// {4 2} {2 6} {6 8} {-3 -4}
	// {13 -16} {-7 24}
	// 5 25 4.47213595499958
	// {1 -2} {3 4} {1 2}
	// {2 1}
}

// The cross product is positive for a vector to the left, the dot product for one ahead.
func ExampleVec2_Cross() {
	east, north := geom.Vec2{X: 1}, geom.Vec2{Y: 1}
	fmt.Println(east.Cross(north), north.Cross(east))
	fmt.Println(east.Dot(north), east.Dot(east))
	fmt.Println(east.LeftPerp() == north, north.RightPerp() == east)
	// Output:
	// 1 -1
	// 0 1
	// true true
}

// A vector without a direction gives zero, not NaN.
func ExampleVec2_Unit() {
	fmt.Println(geom.Vec2{X: 3, Y: 4}.Unit())
	fmt.Println(geom.Vec2{}.Unit())
	// Output:
	// {0.6000000000000001 0.8} 5
	// {0 0} 0
}

// Games use mgl64.Vec2.
func ExampleFrom() {
	v := geom.From(mgl64.Vec2{1, 2})
	fmt.Println(v.X, v.Mgl())
	// Output: 1 [1 2]
}

func ExampleFinite() {
	fmt.Println(geom.Finite(1e300), geom.Finite(math.Inf(1)), geom.Vec2{X: math.NaN()}.Finite())
	// Output: true false false
}

func ExampleRotFromAngle() {
	q := geom.RotFromAngle(math.Pi / 2)
	fmt.Printf("%.3f\n", q.Apply(geom.Vec2{X: 2}))
	fmt.Printf("%.3f\n", q.ApplyInverse(geom.Vec2{Y: 2}))
	fmt.Printf("%.3f %.3f\n", q.X(), q.Y())
	// Output:
	// {0.000 2.000}
	// {2.000 0.000}
	// {0.000 1.000} {-1.000 0.000}
}

// Rotations are composed like matrices, without any angle.
func ExampleRot_Mul() {
	q, r := geom.RotFromAngle(0.5), geom.RotFromAngle(0.25)
	fmt.Printf("%.2f\n", q.Mul(r).Angle())
	fmt.Printf("%.2f\n", q.InverseMul(r).Angle())
	fmt.Printf("%.2f\n", q.Inverse().Angle())
	fmt.Printf("%.2f\n", geom.Rot{C: 3, S: 4}.Unit())
	fmt.Println(geom.Identity.Mul(q) == q)
	// Output:
	// 0.75
	// -0.25
	// -0.50
	// {0.60 0.80}
	// true
}

func ExampleTransform() {
	car := geom.Transform{P: geom.Vec2{X: 10, Y: 5}, R: geom.RotFromAngle(math.Pi / 2)}
	wheel := geom.Transform{P: geom.Vec2{X: 2}, R: geom.Identity}
	fmt.Printf("%.1f\n", car.Apply(geom.Vec2{X: 1}))
	fmt.Printf("%.1f\n", car.ApplyInverse(geom.Vec2{X: 10, Y: 6}))
	fmt.Printf("%.1f\n", car.Mul(wheel).P)
	fmt.Printf("%.1f\n", car.Inverse().P)
	fmt.Println(car.Finite(), geom.IdentityTransform.Apply(geom.Vec2{X: 1}))
	// Output:
	// {10.0 6.0}
	// {1.0 0.0}
	// {10.0 7.0}
	// {-5.0 10.0}
	// true {1 0}
}

func ExampleTransform_InverseMul() {
	car := geom.Transform{P: geom.Vec2{X: 10, Y: 5}, R: geom.RotFromAngle(math.Pi / 2)}
	house := geom.Transform{P: geom.Vec2{X: 10, Y: 8}, R: geom.Identity}
	relative := car.InverseMul(house)
	fmt.Printf("%.1f m ahead, turned by %.2f rad\n", relative.P.X, relative.R.Angle())
	// Output: 3.0 m ahead, turned by -1.57 rad
}

// The sine and cosine have the same bits on every platform, for every finite argument.
func ExampleSinCos() {
	s, c := geom.SinCos(1e300)
	fmt.Printf("%.12f %.12f\n", s, c)
	// Output: -0.817881912116 -0.575386111958
}

func ExampleAtan2() {
	fmt.Println(geom.Atan2(1, 1) == math.Pi/4, geom.Atan2(0, -1) == math.Pi)
	// Output: true true
}

// The sign of Orient is exact. The rounded determinant of these points is zero.
func ExampleOrient() {
	a, b := geom.Vec2{X: 0.5, Y: 0.5}, geom.Vec2{X: 12, Y: 12}
	fmt.Println(geom.Orient(a, b, geom.Vec2{X: 24, Y: 24}) == 0)
	c := geom.Vec2{X: 24, Y: math.Nextafter(24, 25)}
	fmt.Println(geom.Orient(a, b, c) > 0)
	// Output:
	// true
	// true
}

// TurnSign compares the directions of two segments.
func ExampleTurnSign() {
	o, east, north := geom.Vec2{}, geom.Vec2{X: 1}, geom.Vec2{Y: 1}
	fmt.Println(geom.TurnSign(o, east, o, north) > 0, geom.TurnSign(o, east, east, o) == 0)
	// Output: true true
}

// Segments that touch intersect, and do not cross.
func ExampleSegmentsIntersect() {
	a, b := geom.Vec2{}, geom.Vec2{X: 2}
	above, below, on := geom.Vec2{X: 1, Y: 1}, geom.Vec2{X: 1, Y: -1}, geom.Vec2{X: 1}
	fmt.Println(geom.SegmentsIntersect(a, b, above, below), geom.SegmentsCross(a, b, above, below))
	fmt.Println(geom.SegmentsIntersect(a, b, above, on), geom.SegmentsCross(a, b, above, on))
	// Output:
	// true true
	// true false
}

func ExampleClosestOnSegment() {
	a, b := geom.Vec2{}, geom.Vec2{X: 2}
	fmt.Println(geom.ClosestOnSegment(a, b, geom.Vec2{X: 0.5, Y: 3}), geom.ClosestOnSegment(a, b, geom.Vec2{X: 9, Y: 3}))
	// Output: {0.5 0} {2 0}
}

func ExampleBox() {
	b := geom.Box{Max: geom.Vec2{X: 4, Y: 2}}
	c := geom.Box{Min: geom.Vec2{X: 3, Y: 1}, Max: geom.Vec2{X: 5, Y: 5}}
	fmt.Println(b.Center(), b.Extents())
	fmt.Println(b.Overlaps(c), b.Contains(c), b.ContainsPoint(geom.Vec2{X: 4, Y: 2}))
	fmt.Println(b.Union(c))
	fmt.Println(b.Grow(1), b.Valid())
	// Output:
	// {2 1} {2 1}
	// true false true
	// {{0 0} {5 5}}
	// {{-1 -1} {5 3}} true
}

// The box around some points begins empty.
func ExampleEmptyBox() {
	b := geom.EmptyBox()
	fmt.Println(b.Valid())
	for _, p := range []geom.Vec2{{X: 1, Y: 5}, {X: 3, Y: 2}, {X: 2, Y: 3}} {
		b = b.Include(p)
	}
	fmt.Println(b)
	// Output:
	// false
	// {{1 2} {3 5}}
}

// A Box32 contains the box that it is made from: it is rounded outward.
func ExampleBox_ToBox32() {
	b := geom.Box{Min: geom.Vec2{X: 0.1, Y: 0.1}, Max: geom.Vec2{X: 0.3, Y: 0.3}}
	fmt.Println(b.ToBox32().ToBox().Contains(b))
	// Output: true
}

func ExampleBox32() {
	b, c := geom.Box32{MaxX: 1, MaxY: 1}, geom.Box32{MinX: 1, MaxX: 2, MaxY: 1}
	fmt.Println(b.Overlaps(c), b.Contains(c), b.Union(c))
	// Output: true false {0 0 2 1}
}

func ExampleRay() {
	r := geom.Ray{Origin: geom.Vec2{X: 1, Y: 1}, Translation: geom.Vec2{X: 4, Y: -2}}
	fmt.Println(r.At(0.5), r.Box())
	// Output: {3 0} {{1 -1} {5 1}}
}
