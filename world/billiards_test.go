package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
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
				runTicks(w, int(0.3/speed*m.rate))
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

// Spinning balls of 3 to 30 cm bounce off a rough floor, and off each other, with the velocity and
// spin of Coulomb's law, wherever in a tick they meet. Friction acted half way between the
// surfaces, up to 10 mm too far from the centre: the spin of a ball of 3 cm was off by .17 of its
// speed.
func TestRoughBouncesHaveTheirSpin(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 3))
	for i := range 400 / sampleStep {
		w := newWorld(t, world.Config{Timestep: 1.0 / 120, Workers: 1}) // balls move by less than the range of contacts
		rough := shape.Material{Friction: r.Float64(), Restitution: 0.1 + 0.9*r.Float64()}
		radius, angle := 0.03*math.Pow(10, r.Float64()), math.Pi*(0.25+0.5*r.Float64())
		ball := func(def body.Def, radius float64) world.Body {
			def.FastRotation, def.NeverSleep = true, true
			return addBody(t, w, def, shape.Circle{Radius: radius}, world.ColliderDef{Material: &rough})
		}
		const speed = 2
		var other world.Body
		if i%2 == 0 {
			addBody(t, w, body.Def{Type: body.Static}, shape.Segment{A: mgl64.Vec2{-9, 0}, B: mgl64.Vec2{9, 0}}, world.ColliderDef{Material: &rough})
		} else {
			other = ball(body.Def{Position: mgl64.Vec2{0, -radius}}, radius)
		}
		v := mgl64.Vec2{math.Cos(angle), -math.Sin(angle)}.Mul(speed)
		spin := (2*r.Float64() - 1) * speed / radius
		start := mgl64.Vec2{0, radius}.Sub(v.Mul(0.1 + 0.02*r.Float64()))
		hitter := ball(body.Def{Position: start, LinearVelocity: v, AngularVelocity: spin}, radius)
		runTicks(w, 24)
		share := 1.0 // of the change that the hitter takes
		if i%2 == 1 {
			share = 0.5
		}
		normal := -share * (1 + rough.Restitution) * v[1]
		tangent := -share * (v[0] + spin*radius) / 3 // stops the sliding
		tangent = max(min(tangent, rough.Friction*normal), -rough.Friction*normal)
		want := v.Add(mgl64.Vec2{tangent, normal})
		requireNear(t, want, hitter.LinearVelocity(), 1e-4*speed)
		require.InDelta(t, (spin+2*tangent/radius)*radius, hitter.AngularVelocity()*radius, 1e-4*speed)
		if i%2 == 1 {
			requireNear(t, v.Sub(want), other.LinearVelocity(), 1e-4*speed)
			require.InDelta(t, 2*tangent, other.AngularVelocity()*radius, 1e-4*speed)
		}
		w.Close()
	}
}
