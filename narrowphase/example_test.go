package narrowphase_test

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

func compile(s shape.Support) shape.Convex {
	c, err := shape.New(s)
	if err != nil {
		panic(err)
	}
	return c
}

// at returns a pose without rotation.
func at(x, y float64) geom.Transform {
	return geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.Identity}
}

func ExampleIntersects() {
	box := compile(shape.Box(1, 1))
	ball := compile(shape.Circle{Radius: 0.5})
	beside, corner := at(1.4, 0), at(1.4, 1.4) // of the ball in the box's frame
	fmt.Println(narrowphase.Intersects(box, ball, &beside))
	fmt.Println(narrowphase.Intersects(box, ball, &corner)) // their boxes overlap, they do not
	// Output:
	// true
	// false
}

func ExampleDistance() {
	box := compile(shape.Box(1, 1))
	ball := compile(shape.Circle{Radius: 0.5})
	pose := at(3, 0.25)
	r := narrowphase.Distance(box, ball, &pose, nil)
	fmt.Println(r.Distance, r.PointA, r.PointB, r.Normal)
	// Output: 1.5 {1 0.25} {2.5 0.25} {1 0}
}

// A cache lets the next search start where the last one ended.
func ExampleCache() {
	hexagon := compile(shape.RegularPolygon(6, 1))
	var cache narrowphase.Cache
	for _, x := range []float64{5, 4.99, 4.98} {
		pose := at(x, 2)
		r := narrowphase.Distance(hexagon, hexagon, &pose, &cache)
		fmt.Printf("%.3f m after %d support points\n", r.Distance, r.Iterations)
	}
	// Output:
	// 3.598 m after 2 support points
	// 3.589 m after 1 support points
	// 3.581 m after 1 support points
}

func ExampleSignedDistance() {
	box := compile(shape.Box(1, 1))
	pose := at(1.75, 0.5)
	r := narrowphase.SignedDistance(box, box, &pose, nil)
	fmt.Println(r.Distance, r.Normal.X)
	// Output: -0.25 1
}

// A caller that wants distances of up to 10 cm need not pay for the distances of shapes that are
// farther apart.
func ExampleSignedDistanceUpTo() {
	ellipse := compile(shape.Ellipse{RX: 2, RY: 1})
	var r narrowphase.Result
	for _, x := range []float64{4.05, 9} {
		pose := at(x, 0)
		gap, ok := narrowphase.SignedDistanceUpTo(&r, ellipse, ellipse, &pose, 0.1)
		if ok {
			fmt.Printf("%.2f m\n", r.Distance)
		} else {
			fmt.Printf("over 0.1 m by %.2f m\n", gap)
		}
	}
	// Output:
	// 0.05 m
	// over 0.1 m by 4.90 m
}

// Penetration is the answer of the expanding polytope algorithm (EPA).
func ExamplePenetration() {
	triangle := compile(shape.Triangle(mgl64.Vec2{4, 11}, mgl64.Vec2{4, 5}, mgl64.Vec2{9, 9}))
	quad, err := shape.NewPolygon([]mgl64.Vec2{{5, 7}, {7, 3}, {10, 2}, {12, 7}}, 0)
	if err != nil {
		panic(err)
	}
	r, ok := narrowphase.Penetration(triangle, compile(quad), &geom.IdentityTransform)
	fmt.Printf("%v: %.3f m along (%.3f, %.3f)\n", ok, r.Distance, r.Normal.X, r.Normal.Y)
	// Output: true: 0.937 m along (0.625, -0.781)
}

// The separating axis test tries the normals of the faces.
func ExampleSAT() {
	box := compile(shape.Box(1, 1))
	for _, x := range []float64{1.5, 2.5} {
		pose := at(x, 0.25)
		c, ok := narrowphase.SAT(box, box, &pose)
		fmt.Println(ok, c.Depth, c.Normal, "after", c.Axes, "axes")
	}
	// Output:
	// true 0.5 {1 0} after 8 axes
	// false 0 {0 0} after 2 axes
}

func ExampleRayCast() {
	box := compile(shape.Box(1, 1))
	pose := at(10, 5)
	ray := geom.Ray{Origin: geom.Vec2{X: 0, Y: 5.5}, Translation: geom.Vec2{X: 18}}
	hit, ok := narrowphase.RayCast(box, &pose, ray)
	fmt.Println(ok, hit.Fraction, hit.Point, hit.Normal.X)
	// Output: true 0.5 {9 5.5} -1
}

func ExampleShapeCast() {
	wall := compile(shape.Box(0.5, 10))
	ball := compile(shape.Circle{Radius: 0.5})
	pose := at(-6, 0)
	hit, ok := narrowphase.ShapeCast(wall, ball, &pose, geom.Vec2{X: 20}, 1)
	fmt.Println(ok, hit.Fraction, hit.Point, hit.Normal)
	// Output: true 0.25 {-0.5 0} {-1 0}
}

// A capsule, such as a character of a game, against a polygon: in closed form.
func ExampleCapsuleCast() {
	crate := compile(shape.Box(1, 1))
	walker := compile(shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.5}, Radius: 0.5})
	pose := at(-5.5, 0)
	hit, ok := narrowphase.CapsuleCast(crate, walker, &pose, geom.Vec2{X: 8}, 1)
	fmt.Println(ok, hit.Fraction, hit.Normal.X)
	// Output: true 0.5 -1
}

func ExampleTimeOfImpact() {
	floor := compile(shape.Box(10, 0.5))
	crate := compile(shape.Box(0.5, 0.5))
	still := narrowphase.StaticSweep(geom.IdentityTransform)
	fall := narrowphase.Sweep{
		Start: at(0, 5),
		End:   geom.Transform{P: geom.Vec2{Y: -5}, R: geom.RotFromAngle(0.5)},
	}
	impact := narrowphase.TimeOfImpact(floor, &still, crate, &fall, 0.01, 0.001)
	fmt.Printf("%v at %.2f, %.2f m apart\n", impact.State == narrowphase.ReachedTarget, impact.Time, impact.Distance)
	// Output: true at 0.39, 0.01 m apart
}

// A rotation takes the shorter way around.
func ExampleSweep() {
	sweep := narrowphase.Sweep{Start: at(0, 0), End: geom.Transform{P: geom.Vec2{X: 2}, R: geom.RotFromAngle(1)}}
	half := sweep.At(0.5)
	fmt.Printf("x %.1f m, %.2f rad\n", half.P.X, half.R.Angle())
	// Output: x 1.0 m, 0.50 rad
}

// The support point of the Minkowski difference, with the points of both shapes that it
// comes from.
func ExampleSupport() {
	box := compile(shape.Box(1, 1))
	pose := at(3, 0)
	p, onA, onB := narrowphase.Support(box, box, &pose, geom.Vec2{X: 1, Y: 0.5})
	fmt.Println(p, onA, onB)
	// Output: {-1 2} {1 1} {2 -1}
}

// Two bounding circles overlap when their centres are no farther apart than the sum of
// their radii.
func ExampleBetweenCenters() {
	box, ball := compile(shape.Box(3, 4)), compile(shape.Circle{Radius: 1})
	pose := at(3, 4)
	between := narrowphase.BetweenCenters(box, ball, &pose)
	fmt.Printf("%.1f m apart, radii %.1f m and %.1f m\n", between.Length(), box.BoundingRadius, ball.BoundingRadius)
	// Output: 5.0 m apart, radii 5.0 m and 1.0 m
}
