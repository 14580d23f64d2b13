package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// A ball of 3 cm without friction hits another ball, a peg and a corner off its centre, or passes
// them by up to 6 mm, and bounces as at the place where they touch. When the tick begins they are
// near in another direction. The velocities were off by .22 of the speed at a ball and .58 at a
// peg, and at 60 Hz half of the balls that pass bounced too.
func TestBallsBounceWhereTheyTouch(t *testing.T) {
	const radius = 0.03
	smooth := shape.Material{Restitution: 1}
	for _, c := range []struct {
		name   string
		target shape.Support
		turn   float64
		reach  float64 // of both, from the centre of the one to the centre or the corner of the other
		moves  bool
	}{
		{"ball", shape.Circle{Radius: radius}, 0, 2 * radius, true},
		{"peg", shape.Circle{Radius: radius / 2}, 0, 1.5 * radius, false},
		{"corner", shape.OffsetBox(0.1, 0.1, mgl64.Vec2{0.1, 0.1}, 0), -math.Pi / 4, radius, false},
	} {
		for i := range 200 / sampleStep {
			for k, m := range []struct{ rate, speed float64 }{{60, 0.5}, {60, 1}, {240, 0.5}, {240, 1}, {240, 3}} {
				w, speed := newWorld(t, world.Config{Timestep: 1 / m.rate, Workers: 1}), m.speed
				off := c.reach * (0.05 + 1.15*float64(i%20)/20)
				if c.name == "corner" && off > 0.6*c.reach {
					continue // it hits a side
				}
				def := body.Def{Type: body.Static, Angle: c.turn, NeverSleep: true}
				if c.moves {
					def.Type = body.Dynamic
				}
				target := addBody(t, w, def, c.target, world.ColliderDef{Material: &smooth})
				ball := addBody(t, w, body.Def{Position: mgl64.Vec2{-0.2 - 0.0003*float64(i/20+k), off}, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Circle{Radius: radius}, world.ColliderDef{Material: &smooth})
				for range int(0.3 / speed * m.rate) {
					w.Tick()
				}
				v, share := mgl64.Vec2{speed, 0}, 2.0
				if c.moves {
					share = 1
				}
				if sin := off / c.reach; sin < 1 {
					n := mgl64.Vec2{math.Sqrt(1 - sin*sin), -sin} // from the ball to the target
					v = v.Sub(n.Mul(share * v.Dot(n)))
				}
				requireNear(t, v, ball.LinearVelocity(), 5e-3*speed)
				if c.moves {
					requireNear(t, mgl64.Vec2{speed, 0}.Sub(v), target.LinearVelocity(), 5e-3*speed)
				}
				w.Close()
			}
		}
	}
}
