package world_test

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A display that is faster than the ticks draws bodies between the last two.
func ExampleBody_RenderPose() {
	w := world.Must(world.New(world.Config{Timestep: 0.1}))
	defer w.Close()
	world.Must(w.CreateBody(body.Def{Name: "cart", LinearVelocity: mgl64.Vec2{1, 0}}))
	for range 5 {
		ticks := w.Step(0.04)
		for b := range w.Bodies() {
			position, _ := b.RenderPose()
			fmt.Printf("%d ticks, %s is drawn at %.2f m\n", ticks, b.Name(), position[0])
		}
	}
	// Output:
	// 0 ticks, cart is drawn at 0.00 m
	// 0 ticks, cart is drawn at 0.00 m
	// 1 ticks, cart is drawn at 0.02 m
	// 0 ticks, cart is drawn at 0.06 m
	// 1 ticks, cart is drawn at 0.10 m
}

// A fan blows at the bodies before it. Forces last one tick, so they are applied
// before each, whatever the frame rate.
func ExampleConfig_beforeTick() {
	var balloon world.Body
	w := world.Must(world.New(world.Config{BeforeTick: func(w *world.World) {
		if balloon.Position()[0] < 2 {
			world.Check(balloon.ApplyForceToCenter(mgl64.Vec2{2, 0}))
		}
	}}))
	defer w.Close()
	balloon = world.Must(w.CreateBody(body.Def{LinearDamping: 1}))
	world.Must(balloon.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	for w.Time() < 3 {
		w.Step(1.0 / 144)
	}
	fmt.Printf("%.1f m, %.1f m/s\n", balloon.Position()[0], balloon.LinearVelocity()[0])
	// Output: 3.5 m, 0.5 m/s
}

// A player who stands on the ground may jump. Normals lead towards the player.
func ExampleBody_Touching() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(ground.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	player := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1}}))
	world.Must(player.Attach(shape.Box(0.3, 0.5), world.ColliderDef{}))

	grounded := func() bool {
		for touch := range player.Touching() {
			if touch.Normal[1] > 0.7 && touch.Points()[0].Separation < 0.01 {
				return true
			}
		}
		return false
	}
	for range 3 {
		fmt.Printf("%.2f s: on the ground %v\n", w.Time(), grounded())
		for range 30 {
			w.Tick()
		}
		if grounded() {
			world.Check(player.ApplyImpulseToCenter(mgl64.Vec2{0, 5 * player.Mass()}))
		}
	}
	// Output:
	// 0.00 s: on the ground false
	// 0.50 s: on the ground true
	// 1.00 s: on the ground false
}

// A ferry goes to and fro on a path of the game's and takes along the crate that stands on it.
func ExampleBody_MoveTo() {
	var ferry world.Body
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10},
		BeforeTick: func(w *world.World) {
			next := w.Time() + w.Config().Timestep
			world.Check(ferry.MoveTo(mgl64.Vec2{2 - 2*math.Cos(next), 0}, 0))
		},
	}))
	defer w.Close()
	ferry = world.Must(w.CreateBody(body.Def{Type: body.Kinematic}))
	world.Must(ferry.Attach(shape.Box(2, 0.1), world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 0.6}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	for range 3 {
		for range 30 {
			w.Step(1.0 / 30)
		}
		fmt.Printf("%.0f s: ferry at %.2f m, crate at %.2f m\n", w.Time(), ferry.Position()[0], crate.Position()[0])
	}
	// Output:
	// 1 s: ferry at 0.92 m, crate at 0.92 m
	// 2 s: ferry at 2.83 m, crate at 2.83 m
	// 3 s: ferry at 3.98 m, crate at 3.98 m
}

// A car with a driven rear wheel. Turning clockwise, to negative angles, a wheel
// rolls to the right.
func ExampleWorld_CreateWheel() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	road := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(road.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	car := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1}}))
	world.Must(car.Attach(shape.Box(1.2, 0.3), world.ColliderDef{}))
	for _, x := range []float64{-0.8, 0.8} {
		hub := mgl64.Vec2{x, 0.5}
		wheel := world.Must(w.CreateBody(body.Def{Position: hub}))
		world.Must(wheel.Attach(shape.Circle{Radius: 0.4}, world.ColliderDef{}))
		def := world.WheelAt(car, wheel, hub, mgl64.Vec2{0, 1})
		def.SpringHertz, def.SpringDamping = 4, 0.7
		def.Limit, def.Lower, def.Upper = true, -0.2, 0.2
		if x < 0 {
			def.MotorSpeed, def.MaxMotorTorque = -10, 5
		}
		world.Must(w.CreateWheel(car, wheel, def))
	}
	for w.Time() < 5 {
		w.Step(1.0 / 60)
	}
	fmt.Printf("%.1f m/s\n", car.LinearVelocity()[0])
	// Output: 4.0 m/s
}

// The mouse takes hold of a crate at a corner and lifts it.
func ExampleMouseAt() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	box := world.Must(w.CreateBody(body.Def{}))
	world.Must(box.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))

	click := mgl64.Vec2{0.4, 0.4} // draw.Camera.ToWorld of a pixel, perhaps
	var crate world.Body
	for c := range w.OverlapPoint(click, world.QueryFilter{}) {
		if c.Body().Type() == body.Dynamic {
			crate = c.Body()
			break
		}
	}
	def := world.MouseAt(crate, click)
	def.MaxForce = 100 * crate.Mass()
	hold := world.Must(w.CreateMouse(w.Ground(), crate, def))
	for range 120 {
		world.Check(hold.SetTarget(mgl64.Vec2{2, 3}))
		w.Step(1.0 / 60)
	}
	at := crate.WorldPoint(click)
	fmt.Printf("held at %.1f, %.1f m\n", at[0], at[1])
	world.Check(hold.Destroy())
	// Output: held at 2.0, 3.0 m
}

// An explosion: bodies near it get an impulse away from it, the weaker the farther they
// are.
func ExampleWorld_OverlapShape() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	for _, x := range []float64{1, 2, 8} {
		crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{x, 0}}))
		world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	center, radius, strength := mgl64.Vec2{0, 0}, 4.0, 10.0
	hit := map[world.Body]mgl64.Vec2{}
	blast := world.Must(shape.New(shape.Circle{Radius: radius}))
	for c := range w.OverlapShape(blast, center, 0, world.QueryFilter{}) {
		hit[c.Body()] = c.ClosestPoint(center)
	}
	for b := range w.Bodies() { // in an order that is the same in every run
		if point, ok := hit[b]; ok {
			away := point.Sub(center)
			impulse := away.Normalize().Mul(strength * (1 - away.Len()/radius))
			world.Check(b.ApplyImpulse(impulse, point))
		}
		fmt.Printf("crate at %.0f m: %.2f m/s\n", b.Position()[0], b.LinearVelocity()[0])
	}
	// Output:
	// crate at 1 m: 8.75 m/s
	// crate at 2 m: 6.25 m/s
	// crate at 8 m: 0.00 m/s
}

// A thick ray: how far a ball of a metre can roll.
func ExampleWorld_ShapeCast() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	post := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{5, 0.8}}))
	world.Must(post.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	translation := mgl64.Vec2{10, 0}
	_, ray := w.RayCast(mgl64.Vec2{}, translation, world.QueryFilter{})
	ball := world.Must(shape.New(shape.Circle{Radius: 0.5}))
	hit, ok := w.ShapeCast(ball, mgl64.Vec2{}, 0, translation, world.QueryFilter{})
	fmt.Println("ray:", ray)
	fmt.Printf("ball: %v, after %.1f m\n", ok, hit.Fraction*translation.Len())
	// Output:
	// ray: false
	// ball: true, after 4.1 m
}

// A bumper of a pinball table kicks the ball back at one and a half times its speed.
func Example_bumper() {
	w := world.Must(world.New(world.Config{})) // seen from above: no gravity
	defer w.Close()
	bumper := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(bumper.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &shape.Material{Restitution: 1.5}}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{2, 0}, LinearVelocity: mgl64.Vec2{-10, 0}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.1}, world.ColliderDef{}))
	for range 30 {
		w.Tick()
	}
	fmt.Printf("%.1f m/s, at most %v times as fast\n", ball.LinearVelocity()[0], shape.MaxRestitution)
	// Output: 15.0 m/s, at most 8 times as fast
}

// A charge goes off between two crates, one of them behind a wall.
func ExampleWorld_Explode() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{-2, 0}}))
	world.Must(wall.Attach(shape.Box(0.1, 2), world.ColliderDef{}))
	for _, c := range []body.Def{
		{Name: "open", Position: mgl64.Vec2{4, 0}},
		{Name: "behind the wall", Position: mgl64.Vec2{-4, 0}},
	} {
		crate := world.Must(w.CreateBody(c))
		world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	err := w.Explode(world.Explosion{Radius: 3, Falloff: 4, ImpulsePerLength: 10})
	fmt.Println(err)
	for hit := range w.ExplosionHits() {
		fmt.Printf("%s: %.1f N s, %.1f m/s\n", hit.Body.Name(), hit.Impulse.Len(), hit.Body.LinearVelocity()[0])
	}
	// Output:
	// <nil>
	// open: 8.7 N s, 8.7 m/s
}
