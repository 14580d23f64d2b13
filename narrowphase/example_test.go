package narrowphase_test

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

func compile(s shape.Support) shape.Convex {
	c, err := shape.New(s)
	if err != nil {
		panic(err)
	}
	return c
}

func ExampleDistance() {
	box := compile(shape.Box(1, 1))
	ball := compile(shape.Circle{Radius: 0.5})
	pose := geom.Transform{P: geom.Vec2{X: 3, Y: 0.25}, R: geom.Identity} // of the ball in the box's frame
	r := narrowphase.Distance(box, ball, &pose, nil)
	fmt.Println(r.Distance, r.PointA, r.PointB, r.Normal)
	// Output: 1.5 {1 0.25} {2.5 0.25} {1 0}
}

func ExampleSignedDistance() {
	box := compile(shape.Box(1, 1))
	pose := geom.Transform{P: geom.Vec2{X: 1.75, Y: 0.5}, R: geom.Identity}
	r := narrowphase.SignedDistance(box, box, &pose, nil)
	fmt.Println(r.Distance, r.Normal.X)
	// Output: -0.25 1
}

func ExampleShapeCast() {
	wall := compile(shape.Box(0.5, 10))
	ball := compile(shape.Circle{Radius: 0.5})
	pose := geom.Transform{P: geom.Vec2{X: -6}, R: geom.Identity}
	hit, ok := narrowphase.ShapeCast(wall, ball, &pose, geom.Vec2{X: 20}, 1)
	fmt.Println(ok, hit.Fraction, hit.Point, hit.Normal)
	// Output: true 0.25 {-0.5 0} {-1 0}
}

func ExampleTimeOfImpact() {
	floor := compile(shape.Box(10, 0.5))
	crate := compile(shape.Box(0.5, 0.5))
	still := narrowphase.StaticSweep(geom.IdentityTransform)
	fall := narrowphase.Sweep{
		Start: geom.Transform{P: geom.Vec2{Y: 5}, R: geom.Identity},
		End:   geom.Transform{P: geom.Vec2{Y: -5}, R: geom.RotFromAngle(0.5)},
	}
	impact := narrowphase.TimeOfImpact(floor, &still, crate, &fall, 0.01, 0.001)
	fmt.Printf("%v at %.2f, %.2f m apart\n", impact.State == narrowphase.ReachedTarget, impact.Time, impact.Distance)
	// Output: true at 0.39, 0.01 m apart
}
