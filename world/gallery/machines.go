package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

const degree = math.Pi / 180

func jointGrid(b *builder) {
	b.config.NoSleep = true
	b.createWorld()
	const n = 100
	def := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: ^uint64(2)}}
	ball := shape.Circle{Radius: 0.4}
	grid := make([]world.Body, n*n)
	for k := range n {
		for i := range n {
			kind := body.Dynamic
			if i == 0 && k >= n/2-3 && k <= n/2+3 {
				kind = body.Static
			}
			created := b.body(body.Def{Type: kind, Position: mgl64.Vec2{float64(k), -float64(i)}})
			b.attach(created, ball, def)
			if i > 0 {
				b.addRevolute(grid[k*n+i-1], created, mgl64.Vec2{0, -0.5}, mgl64.Vec2{0, 0.5})
			}
			if k > 0 {
				b.addRevolute(grid[(k-1)*n+i], created, mgl64.Vec2{0.5, 0}, mgl64.Vec2{-0.5, 0})
			}
			grid[k*n+i] = created
		}
	}
}

// addRevolute joins two bodies at a point given in the frame of each.
func (b *builder) addRevolute(a, c world.Body, anchorA, anchorC mgl64.Vec2) {
	if a.Type() == body.Static && c.Type() == body.Static {
		return // nothing to join
	}
	world.Must(b.run.CreateRevolute(a, c, joint.Revolute{
		LocalAnchorA: anchorA, LocalAnchorB: anchorC,
	}))
}

func tumbler(b *builder) {
	b.createWorld()
	drum := b.body(body.Def{Position: mgl64.Vec2{0, 10}})
	for _, side := range []shape.Support{
		shape.OffsetBox(0.5, 10, mgl64.Vec2{10, 0}, 0),
		shape.OffsetBox(0.5, 10, mgl64.Vec2{-10, 0}, 0),
		shape.OffsetBox(10, 0.5, mgl64.Vec2{0, 10}, 0),
		shape.OffsetBox(10, 0.5, mgl64.Vec2{0, -10}, 0),
	} {
		b.attach(drum, side, world.ColliderDef{Density: 50})
	}
	world.Must(b.run.CreateRevolute(b.ground, drum, joint.Revolute{
		LocalAnchorA: mgl64.Vec2{0, 10},
		MotorSpeed:   25 * degree, MaxMotorTorque: 1e8,
	}))
	box := shape.Box(0.125, 0.125)
	for i := range 45 {
		for j := range 45 {
			b.addDynamic(-9+float64(0.4*float64(j)), 1+float64(0.4*float64(i)), box, world.ColliderDef{})
		}
	}
}

func washer(b *builder) {
	b.createWorld()
	drum := b.body(body.Def{
		Type: body.Kinematic, Position: mgl64.Vec2{0, 10},
		AngularVelocity: 25 * degree, LinearVelocity: mgl64.Vec2{0.001, -0.002},
	})
	quad := func(from, to, inner, outer float64) {
		s1, c1 := geom.SinCos(from)
		s2, c2 := geom.SinCos(to)
		b.attach(drum, world.Must(shape.NewPolygon([]mgl64.Vec2{
			{inner * c1, inner * s1}, {outer * c1, outer * s1}, {outer * c2, outer * s2}, {inner * c2, inner * s2},
		}, 0)), world.ColliderDef{})
	}
	for i := range 36 {
		from := float64(float64(10*i)*degree) - degree
		to := float64(float64(10*i+10)*degree) + degree
		quad(from, to, 16, 18)
		if i%9 == 0 {
			quad(from, to, 14, 16)
		}
	}
	box := shape.Box(0.1, 0.1)
	for i := range 90 {
		for j := range 90 {
			b.addDynamic(-9.9+float64(0.21*float64(j)), 0.1+float64(0.21*float64(i)), box, world.ColliderDef{HitEvents: true})
		}
	}
}

func spinner(b *builder) {
	b.createWorld()
	var rim []mgl64.Vec2
	for i := range 360 {
		// Clockwise: the open side of a chain is on the right of its direction.
		sin, cos := geom.SinCos(-float64(i) * degree)
		rim = append(rim, mgl64.Vec2{40 * cos, 32 + float64(40*sin)})
	}
	world.Must(b.ground.AttachChain(
		shape.Chain{Points: rim, Closed: true, Materials: []*shape.Material{material(0.1, 0)}}, world.ColliderDef{},
	))
	bar := b.body(body.Def{Position: mgl64.Vec2{0, 12}, NeverSleep: true})
	b.attach(bar, shape.RoundedBox(0.4, 20, 0.2), world.ColliderDef{Material: material(0, 0)})
	world.Must(b.run.CreateRevolute(b.ground, bar, joint.Revolute{
		LocalAnchorA: mgl64.Vec2{0, 12},
		MotorSpeed:   5, MaxMotorTorque: math.MaxFloat32,
	}))
	shapes := [...]shape.Support{
		shape.Capsule{A: mgl64.Vec2{-0.25, 0}, B: mgl64.Vec2{0.25, 0}, Radius: 0.25},
		shape.Circle{Radius: 0.35},
		shape.Box(0.35, 0.35),
	}
	def := world.ColliderDef{Density: 0.25, Material: material(0.1, 0.1)}
	for i := range 2 * 3038 {
		b.addDynamic(-23+float64(0.5*float64(i%92)), 2+float64(0.5*float64(i/92)), shapes[i%3], def)
	}
}
