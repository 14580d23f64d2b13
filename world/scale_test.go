package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// scale is a change of units: a metre becomes length, and a kilogram becomes mass. Both are powers
// of two, so every number of a scene changes without rounding.
type scale struct{ length, mass float64 }

func (s scale) point(x, y float64) mgl64.Vec2 { return mgl64.Vec2{x * s.length, y * s.length} }

func (s scale) box(x, y float64) shape.Support { return shape.Box(x*s.length, y*s.length) }

func (s scale) density(d float64) float64 { return d * s.mass / (s.length * s.length) }

func (s scale) world(t *testing.T) *world.World {
	return newWorld(t, world.Config{Gravity: s.point(0, -10), Workers: 1, LengthUnit: s.length})
}

// requireEqualMotion runs a scene in metres and kilograms, and then in other units.
func requireEqualMotion(t *testing.T, ticks int, scales []scale, build func(scale) (*world.World, []world.Body)) {
	type motion struct {
		position, velocity mgl64.Vec2
		angle, spin        float64
	}
	run := func(s scale) (all []motion) {
		w, bodies := build(s)
		for range ticks {
			w.Tick()
			for _, b := range bodies {
				all = append(all, motion{b.Position().Mul(1 / s.length), b.LinearVelocity().Mul(1 / s.length), b.Angle(), b.AngularVelocity()})
			}
		}
		return all
	}
	want := run(scale{1, 1})
	for _, s := range scales {
		got := run(s)
		for i := range want {
			if want[i] == got[i] {
				continue
			}
			require.Equal(t, want[i], got[i], "length %v, mass %v: tick %d", s.length, s.mass, i*ticks/len(want))
		}
	}
}

// A press comes down on a stack. Contacts that contradict each other were recognised by a speed in
// metres per second, whatever the unit of length. In units of two micrometres the boxes flew about
// at 400 sides per second.
func TestPressesInEveryLengthUnit(t *testing.T) {
	scales := []scale{{1.0 / (1 << 19), 1}, {1 << 19, 1}}
	requireEqualMotion(t, 240, scales, func(s scale) (*world.World, []world.Body) {
		w := s.world(t)
		addBody(t, w, body.Def{Type: body.Static, Position: s.point(0, -1)}, s.box(100, 1), world.ColliderDef{})
		var boxes []world.Body
		for i := range 3 {
			def := body.Def{Position: s.point(0, float64(i)*0.5+0.25)}
			boxes = append(boxes, addBody(t, w, def, s.box(0.25, 0.25), world.ColliderDef{Density: s.density(1)}))
		}
		press := addBody(t, w, body.Def{Type: body.Kinematic, Position: s.point(0, 1.8), LinearVelocity: s.point(0, -0.5)}, s.box(2, 0.2), world.ColliderDef{})
		require.NoError(t, w.SetConfig(withBeforeTick(w, func(*world.World) {
			if press.Position()[1] < 0.35*s.length {
				world.Check(press.SetLinearVelocity(mgl64.Vec2{}))
			}
		})))
		return w, boxes
	})
}

// A box that bears a load of 400 times its density is pushed until it slides. The slip by which the
// static friction ends was taken from the momentum, not from the velocity: heavy bodies lost static
// friction in the first sub-step that slipped.
func TestStaticFrictionUnderLoadsOfEveryMass(t *testing.T) {
	scales := []scale{{1, 1.0 / 4096}, {1, 4096}, {64, 1 << 20}}
	requireEqualMotion(t, 240, scales, func(s scale) (*world.World, []world.Body) {
		w := s.world(t)
		m := &shape.Material{Friction: 0.3, StaticFriction: 0.6}
		addBody(t, w, body.Def{Type: body.Static, Position: s.point(0, -1)}, s.box(100, 1), world.ColliderDef{Material: m})
		low := addBody(t, w, body.Def{Position: s.point(0, 0.5)}, s.box(0.5, 0.5), world.ColliderDef{Material: m, Density: s.density(1)})
		load := addBody(t, w, body.Def{Position: s.point(0, 1.5)}, s.box(0.5, 0.5), world.ColliderDef{Material: m, Density: s.density(400)})
		push := 0.0
		require.NoError(t, w.SetConfig(withBeforeTick(w, func(*world.World) {
			push += 20 * s.mass * s.length
			world.Check(low.ApplyForceToCenter(mgl64.Vec2{push, 0}))
		})))
		return w, []world.Body{low, load}
	})
}

// A light body that may not move along x is squeezed between a wall and a heavy one. A locked axis
// once counted as one kilogram where contacts contradict each other.
func TestSqueezedLocksOfEveryMass(t *testing.T) {
	scales := []scale{{1, 1.0 / 1024}, {1, 1024}}
	r := rand.New(rand.NewPCG(3, 8))
	for range 20 {
		x, angle, speed := 0.8+0.1*r.Float64(), r.Float64(), 2+6*r.Float64()
		requireEqualMotion(t, 60, scales, func(s scale) (*world.World, []world.Body) {
			w := s.world(t)
			ground := addBody(t, w, body.Def{Type: body.Static, Position: s.point(0, -1)}, s.box(100, 1), world.ColliderDef{})
			attachShape(t, ground, shape.OffsetBox(0.5*s.length, 4*s.length, s.point(1.5, 2), 0))
			light := addBody(t, w, body.Def{Position: s.point(x, 0.25), Angle: angle, LockX: true}, s.box(0.25, 0.2), world.ColliderDef{Density: s.density(0.05)})
			heavy := addBody(t, w, body.Def{Position: s.point(-1, 0.5), LinearVelocity: s.point(speed, 0)}, s.box(0.5, 0.5), world.ColliderDef{Density: s.density(40)})
			return w, []world.Body{light, heavy}
		})
	}
}

func withBeforeTick(w *world.World, f func(*world.World)) world.Config {
	c := w.Config()
	c.BeforeTick = f
	return c
}

// Two bodies swing on slides, far from their centres. The whip of an articulation was recognised by
// the error of the angle that a slide holds, in radians, against a speed in metres per second.
func TestWhipsInEveryLengthUnit(t *testing.T) {
	scales := []scale{{1.0 / 4096, 1}, {4096, 1}}
	r := rand.New(rand.NewPCG(11, 80))
	for range 60 {
		x, y := 3.8+0.1*r.Float64(), -9.7-0.1*r.Float64()
		requireEqualMotion(t, 80, scales, func(s scale) (*world.World, []world.Body) {
			w := s.world(t)
			first := addBody(t, w, body.Def{Position: s.point(5.12, 5.99), Angle: -1.6, LinearVelocity: s.point(4.03, -2.49), AngularVelocity: -3.5, Dominance: 1},
				shape.Capsule{A: s.point(-0.54, 0), B: s.point(0.2, 0.1), Radius: 0.338 * s.length}, world.ColliderDef{Density: s.density(0.57)})
			second := addBody(t, w, body.Def{Position: s.point(-4.2, 1.45), Angle: -0.48, LinearVelocity: s.point(-3.65, -2.89), AngularVelocity: 2.94, Bullet: true},
				shape.Circle{Radius: 0.438 * s.length}, world.ColliderDef{Density: s.density(4.13)})
			world.Must(w.CreatePrismatic(first, second, joint.Prismatic{LocalAnchorA: s.point(x, y), LocalAnchorB: s.point(-0.91, 0.63), LocalAxisA: mgl64.Vec2{-0.33, 0.99}, Angle: 1.117}))
			world.Must(w.CreatePrismatic(w.Ground(), second, joint.Prismatic{LocalAnchorA: s.point(-4.49, 2.23), LocalAnchorB: s.point(-0.62, 0.55), LocalAxisA: mgl64.Vec2{1, 0.3}, Angle: -0.48}))
			return w, []world.Body{first, second}
		})
	}
}

// A light end of a rope is drawn into its wheel. The line of the rope then acts on the other end
// alone, and was taken for the line of an angle: its speed was compared with radians per second.
func TestPulleysInEveryLengthUnit(t *testing.T) {
	requireEqualMotion(t, 120, []scale{{64, 1}, {1.0 / 64, 1}}, func(s scale) (*world.World, []world.Body) {
		w := s.world(t)
		load := addBody(t, w, body.Def{Position: s.point(0, -3)}, s.box(0.5, 0.5), world.ColliderDef{Density: s.density(1)})
		end := addBody(t, w, body.Def{Position: s.point(2, -0.5), LinearVelocity: s.point(3, 0)}, s.box(0.1, 0.1), world.ColliderDef{Density: s.density(0.01)})
		world.Must(w.CreatePulley(load, end, joint.Pulley{WheelB: s.point(2, 0), LocalAnchorA: s.point(0.5, 0), LocalAnchorB: s.point(0.3, 0.1), Rigid: true}))
		return w, []world.Body{load, end}
	})
}
