package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// superellipse has the half extents a and b.
type superellipse struct{ a, b float64 }

// Support returns the point whose outward normal is dir. The normal at (x, y) is
// along (x^3/a^4, y^3/b^4), so x is along a (a dx)^(1/3), y likewise, and both
// are scaled on to the curve.
func (s superellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	u, v := math.Cbrt(s.a*dir[0]), math.Cbrt(s.b*dir[1])
	scale := math.Sqrt(math.Sqrt(u*u*u*u + v*v*v*v))
	return mgl64.Vec2{s.a * u / scale, s.b * v / scale}
}

func main() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))

	pebble := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}, Angle: 0.4}))
	world.Must(pebble.Attach(superellipse{1, 0.5}, world.ColliderDef{
		Material: &shape.Material{Friction: 0.6, RollingResistance: 0.05}, // or it would rock for long
	}))
	// The area of |x/a|^4 + |y/b|^4 <= 1 is 3.7081 a b.
	fmt.Printf("mass %.3f kg\n", pebble.Mass())

	for w.Time() < 20 && pebble.Awake() {
		w.Tick()
	}
	fmt.Printf("rests at a height of %.2f m, asleep: %v\n", pebble.Position()[1], !pebble.Awake())

	hit, ok := w.RayCast(mgl64.Vec2{-5, 0.5}, mgl64.Vec2{10, 0}, world.QueryFilter{})
	if ok && hit.Collider.Body() == pebble {
		fmt.Printf("a ray from the left meets it %.2f m from its middle\n", pebble.Position()[0]-hit.Point[0])
	}
}
