package world_test

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A shape that overlaps a wall is pushed out the shortest way.
func ExampleCollider_Distance() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{5, 0}}))
	wall := world.Must(b.Attach(shape.Box(1, 4), world.ColliderDef{}))

	ball := world.ShapeAt(world.Must(shape.New(shape.Circle{Radius: 0.5})), mgl64.Vec2{3.75, 1}, 0)
	s, _ := wall.Distance(ball)
	fmt.Printf("%.2f m along %.0f\n", s.Distance, s.Normal)
	ball.Position = ball.Position.Sub(s.Normal.Mul(s.Distance))
	fmt.Println(ball.Position)
	// Output:
	// -0.25 m along [-1 0]
	// [3.5 1]
}

// A box over the edge of another touches it at two points.
func ExamplePlacedShape_Manifold() {
	box := world.Must(shape.New(shape.Box(1, 1)))
	lower, upper := world.ShapeAt(box, mgl64.Vec2{0, 0}, 0), world.ShapeAt(box, mgl64.Vec2{0.5, 1.75}, 0)
	m, ok := lower.Manifold(upper, 0)
	fmt.Println(ok, m.Normal, m.Depth())
	for _, p := range m.Points() {
		fmt.Println(p.Position[0], p.Separation)
	}
	// Unordered output:
	// true [0 1] 0.25
	// -0.5 -0.25
	// 1 -0.25
}

// A capsule that stands a little in the ground walks along it, and does not walk deeper.
func ExampleCollider_ShapeCast() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	ground := world.Must(b.Attach(shape.Box(10, 1), world.ColliderDef{}))

	capsule := world.Must(shape.New(shape.Capsule{A: mgl64.Vec2{0, 0.25}, B: mgl64.Vec2{0, 1}, Radius: 0.25}))
	walker := world.ShapeAt(capsule, mgl64.Vec2{0, 0.875}, 0)
	_, along := ground.ShapeCast(walker, mgl64.Vec2{2, 0}, world.InsideLeaves)
	hit, down := ground.ShapeCast(walker, mgl64.Vec2{2, -1}, world.InsideLeaves)
	fmt.Println(along, down, hit.Depth, hit.Exit[1])
	// Output: false true 0.125 1
}

// An explosion pushes by how deep its disc reaches into what it finds.
func ExampleWorld_OverlapContacts() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	crate := world.Must(w.CreateBody(body.Def{Name: "crate", Position: mgl64.Vec2{2, 0}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))

	disc := world.Must(shape.New(shape.Circle{Radius: 1.75}))
	for o := range w.OverlapContacts(world.ShapeAt(disc, mgl64.Vec2{}, 0), world.QueryFilter{}) {
		b := o.Collider.Body()
		world.Check(b.ApplyImpulse(o.Normal.Mul(-10*o.Depth), o.Points()[0]))
		fmt.Printf("%s: %.2f m deep, pushed along %.0f\n", b.Name(), o.Depth, b.LinearVelocity().Normalize())
	}
	// Output: crate: 0.25 m deep, pushed along [1 0]
}

// A tower looks for the two nearest enemies within its range.
func ExampleWorld_NearestBodies() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	for i, x := range []float64{7, -3, 5, 30} {
		enemy := world.Must(w.CreateBody(body.Def{Name: fmt.Sprint("enemy ", i), Position: mgl64.Vec2{x, 0}}))
		world.Must(enemy.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	}
	for n := range w.NearestBodies(world.PointAt(mgl64.Vec2{}), 10, 2, world.QueryFilter{}) {
		fmt.Println(n.Collider.Body().Name(), n.Distance)
	}
	// Output:
	// enemy 1 2.5
	// enemy 2 4.5
}

// Two ships on their courses: how near they are, and when they will touch.
func ExampleBody_TimeOfImpact() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	ship := func(x, speed float64) world.Body {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{x, 0}, LinearVelocity: mgl64.Vec2{speed, 0}}))
		world.Must(b.Attach(shape.Capsule{A: mgl64.Vec2{-2, 0}, B: mgl64.Vec2{2, 0}, Radius: 1}, world.ColliderDef{}))
		return b
	}
	a, b := ship(0, 3), ship(20, -1)
	near, _ := a.Distance(b, world.QueryFilter{})
	hit, ok := a.TimeOfImpact(b, 60, world.QueryFilter{})
	fmt.Printf("%.0f m apart; %v after %.1f s at x = %.1f\n", near.Distance, ok, hit.Time, hit.Point[0])
	// Output: 14 m apart; true after 3.5 s at x = 13.5
}

// A lamp in a corridor lights all but what a pillar hides.
func ExampleWorld_AppendVisibility() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	pillar := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{2, 0}, Name: "pillar"}))
	world.Must(pillar.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	thief := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{4, 0.5}, Name: "thief"}))
	world.Must(thief.Attach(shape.Circle{Radius: 0.25}, world.ColliderDef{}))

	lamp := mgl64.Vec2{0, 0}
	outline := w.AppendVisibility(nil, lamp, 10, world.QueryFilter{})
	fmt.Println("a polygon of more than 50 points:", len(outline) > 50)
	for c := range w.VisibleColliders(lamp, 10, world.QueryFilter{}) {
		fmt.Println("seen:", c.Body().Name())
	}
	// Output:
	// a polygon of more than 50 points: true
	// seen: pillar
}

// A projectile that begins in the body of who fires it leaves it, and a rule may be asked of
// one collider alone.
func ExampleCollider_RayCast() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	tank := world.Must(b.Attach(shape.Box(2, 1), world.ColliderDef{}))
	muzzle, flight := mgl64.Vec2{1.75, 0}, mgl64.Vec2{5, 0}
	hit, ok := tank.RayCast(muzzle, flight, world.InsideHits)
	fmt.Println(ok, hit.Depth, hit.Exit[0])
	_, ok = tank.RayCast(muzzle, flight, world.InsideLeaves)
	fmt.Println(ok)
	_, ok = tank.RayCast(muzzle, flight.Mul(-1), world.InsideLeaves)
	fmt.Println(ok)
	// Output:
	// true 0.25 1
	// false
	// true
}

// Candidates of a move are collected once, into memory that is used again.
func ExampleWorld_AppendColliders() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	for i := range 100 {
		world.Must(ground.Attach(shape.OffsetBox(0.5, 0.5, mgl64.Vec2{float64(i), 0}, 0), world.ColliderDef{}))
	}
	var near []world.Collider
	near = w.AppendColliders(near[:0], mgl64.Vec2{9.75, 0.25}, mgl64.Vec2{11.25, 2}, world.QueryFilter{})
	foot := world.ShapeAt(world.Must(shape.New(shape.Circle{Radius: 0.25})), mgl64.Vec2{10.25, 1}, 0)
	for _, c := range near {
		s, _ := c.Distance(foot)
		fmt.Printf("%.2f\n", s.Distance)
	}
	// Output:
	// 0.25
	// 0.31
}
