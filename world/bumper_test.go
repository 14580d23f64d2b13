package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// bumpers are of every kind that a pinball table has, with their faces at x = 0.
var bumpers = []shape.Support{
	shape.Circle{Center: mgl64.Vec2{0.5, 0}, Radius: 0.5},
	shape.OffsetBox(0.5, 1, mgl64.Vec2{0.5, 0}, 0),
	shape.OffsetBox(0.01, 1, mgl64.Vec2{0.01, 0}, 0),
	shape.Segment{A: mgl64.Vec2{0, 1}, B: mgl64.Vec2{0, -1}},
	shape.Capsule{A: mgl64.Vec2{0.25, 1}, B: mgl64.Vec2{0.25, -1}, Radius: 0.25},
	shape.HalfPlane{Normal: mgl64.Vec2{-1, 0}},
}

// kick throws a ball, or a box, straight at a bumper and returns the speed at which it comes back
// over that at which it came. No tick may show a speed beyond the limit.
func kick(t *testing.T, c world.Config, bumper, thrown shape.Support, speed, distance, restitution float64, bullet bool) float64 {
	c.Workers = 1
	w := newRecordedWorld(t, c)
	defer w.Close()
	limit := c.MaxSpeed
	if limit == 0 {
		limit = 400
	}
	material := &shape.Material{Friction: 0.6, Restitution: restitution}
	addBody(t, w, body.Def{Type: body.Static}, bumper, world.ColliderDef{Material: material})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{-0.1 - distance, 0}, LinearVelocity: mgl64.Vec2{speed, 0}, Bullet: bullet}, thrown, world.ColliderDef{})
	for range int(distance/speed/dt) + 10 {
		w.Tick()
		require.LessOrEqual(t, b.LinearVelocity().Len(), limit*(1+1e-6))
		require.Less(t, b.Position()[0], 0.0, "through the bumper")
	}
	return -b.LinearVelocity()[0] / speed
}

// A bumper of restitution 1.5 kicks at 1.5 times the speed, whatever its shape and however fast
// the ball comes, from 1 m/s on: that is the threshold, and what is not slower bounces.
func TestBumpersKick(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 8))
	worst := 0.0
	for i, bumper := range bumpers {
		for _, thrown := range []shape.Support{shape.Circle{Radius: 0.1}, shape.Box(0.1, 0.1)} {
			for _, speed := range []float64{1, 1.5, 2, 5, 10, 20, 35, 50} {
				for range 6 / sampleStep {
					distance, bullet := 0.3+2*r.Float64(), r.IntN(2) == 0
					name := fmt.Sprintf("bumper %d, %T at %v m/s from %v m, bullet %v", i, thrown, speed, distance, bullet)
					ratio := kick(t, world.Config{NoContinuous: speed < 5 && r.IntN(2) == 0}, bumper, thrown, speed, distance, 1.5, bullet)
					worst = max(worst, math.Abs(ratio-1.5))
					require.InDelta(t, 1.5, ratio, 0.03*1.5, name)
				}
			}
		}
	}
	t.Logf("off by %.2g at most", worst)
	for _, bumper := range bumpers {
		require.InDelta(t, 8, kick(t, world.Config{}, bumper, shape.Circle{Radius: 0.1}, 40, 1.234, 8, true), 0.03*8)
		require.InDelta(t, 4, kick(t, world.Config{}, bumper, shape.Circle{Radius: 0.1}, 100, 2.345, 8, false), 1e-5, "as fast as a body may be")
		require.InDelta(t, 3, kick(t, world.Config{MaxSpeed: 30}, bumper, shape.Circle{Radius: 0.1}, 10, 0.5, 8, false), 1e-5)
	}
}

// Two bumpers kick a ball to and fro, eight times as fast each time. It stays between them and
// below the largest speed, and so do twenty balls in a room of such walls.
func TestBumpersNeverExceedMaxSpeed(t *testing.T) {
	bouncy := world.ColliderDef{Material: &shape.Material{Restitution: 8}}
	for _, bullet := range []bool{false, true} {
		w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})
		walls := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		for k := range 4 {
			turn := float64(k) * math.Pi / 2
			world.Must(walls.Attach(shape.OffsetBox(0.5, 3, mgl64.Vec2{2.5 * math.Cos(turn), 2.5 * math.Sin(turn)}, turn), bouncy))
		}
		var balls []world.Body
		for i := range 20 {
			at := mgl64.Vec2{float64(i%5)*0.7 - 1.4, float64(i/5)*0.7 - 1}
			balls = append(balls, addBody(t, w, body.Def{Position: at, LinearVelocity: mgl64.Vec2{3, 1}, Bullet: bullet}, shape.Circle{Radius: 0.2}, world.ColliderDef{}))
		}
		fastest := 0.0
		for range 600 {
			w.Tick()
			require.Empty(t, w.Events().Quarantines)
			for _, b := range balls {
				p, v := b.Position(), b.LinearVelocity().Len()
				if out := max(math.Abs(p[0]), math.Abs(p[1])); !(out < 2.2) {
					t.Fatalf("left the room at %v", p)
				}
				fastest = max(fastest, v)
			}
		}
		require.Greater(t, fastest, 300.0)
		require.LessOrEqual(t, fastest, 400*(1+1e-6))
	}
}

// The game's own mixing is held to the bound of the materials.
func TestMixRestitutionBound(t *testing.T) {
	for _, c := range []struct {
		mixed float64
		panic string
	}{{8, ""}, {8.001, "world: MixRestitution returned 8.001"}, {-1, "world: MixRestitution returned -1"}, {math.Inf(1), "world: MixRestitution returned +Inf"}} {
		w := newWorld(t, world.Config{Workers: 1, MixRestitution: func(a, b shape.Material) float64 { return c.mixed }})
		addBody(t, w, body.Def{Type: body.Static}, bumpers[1], world.ColliderDef{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{-0.11, 0}, LinearVelocity: mgl64.Vec2{10, 0}}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
		if c.panic != "" {
			require.PanicsWithValue(t, c.panic, w.Tick)
			continue
		}
		w.Tick()
		require.InDelta(t, -80, b.LinearVelocity()[0], 0.1)
	}
}

// newTouchingConflict is newConflict with bodies that touch each other.
func newTouchingConflict(t testing.TB, seed uint64) *conflict {
	c := newConflict(t, seed)
	for b := range c.w.Bodies() {
		for collider := range b.Colliders() {
			require.NoError(t, collider.SetFilter(shape.Filter{}))
		}
	}
	return c
}

// A kinematic body that comes on at 50 km/s leaves the bodies that it runs into with
// Config.MaxSpeed. Those that the sweep answered for had its speed: 54, 58 and 66 km/s.
func TestDrivenBodiesNeverExceedMaxSpeed(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2, 3, 11, 30, 109} {
		c := newTouchingConflict(t, seed)
		limit := c.w.Config().MaxSpeed
		for tick := range 40 {
			c.tick(t, tick)
			for b := range c.w.Bodies() {
				if b.Type() == body.Dynamic {
					require.LessOrEqual(t, b.LinearVelocity().Len(), limit*(1+1e-6), "seed %d, tick %d", seed, tick) // rounding of float32
				}
			}
		}
	}
}

// A locked coordinate has no speed after a tick, whatever runs into the body: a sweep that
// answered for it gave it some.
func TestLockedCoordinatesStayAtRestWhenDriven(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2, 3, 11, 30, 109} {
		c := newTouchingConflict(t, seed)
		for b := range c.w.Bodies() {
			if b.Type() == body.Dynamic {
				require.NoError(t, b.SetLocks(true, false, false))
			}
		}
		for tick := range 40 {
			c.tick(t, tick)
			for b := range c.w.Bodies() {
				if b.Type() == body.Dynamic {
					require.Zero(t, b.LinearVelocity()[0], "seed %d, tick %d", seed, tick)
				}
			}
		}
	}
}
