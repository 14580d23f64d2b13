package world_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// longGrounds are level at height zero and a kilometre long.
var longGrounds = []struct {
	name          string
	build         func(b world.Body)
	seamTolerance float64 // how deep or high a ball goes at seams, m
}{
	{"half-plane", func(b world.Body) {
		world.Must(b.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	}, 0},
	{"box", func(b world.Body) {
		world.Must(b.Attach(shape.OffsetBox(600, 1, mgl64.Vec2{500, -1}, 0), world.ColliderDef{}))
	}, 0},
	{"segment", func(b world.Body) {
		world.Must(b.Attach(shape.Segment{A: mgl64.Vec2{-100, 0}, B: mgl64.Vec2{1100, 0}}, world.ColliderDef{}))
	}, 0},
	{"chain", func(b world.Body) {
		var c shape.Chain
		for i := range 300 {
			c.Points = append(c.Points, mgl64.Vec2{1100 - 4*float64(i), 0})
		}
		world.Must(b.AttachChain(c, world.ColliderDef{}))
	}, 0.0025},
	{"tiles", func(b world.Body) {
		for i := range 600 {
			world.Must(b.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{2*float64(i) - 5, -1}, 0), world.ColliderDef{}))
		}
	}, 0.0025},
}

// A ball that rolls fast lies as deep in the ground as one that rests, 0.044 mm, and rolls
// on without loss. So does a ball that is known by its support function alone.
func TestBallRollsWithoutSinking(t *testing.T) {
	for _, ground := range longGrounds {
		for i, wrap := range []func(shape.Support) shape.Support{asIs, asSupportOnly} {
			for j, r := range []float64{0.25, 0.5} {
				for k, v := range []float64{0, 1, 10, 30, 100} {
					if (i+j+k)%wideStep != 0 {
						continue
					}
					name := fmt.Sprintf("%s, %T, radius %v, %v m/s", ground.name, wrap(shape.Circle{Radius: r}), r, v)
					w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
					ground.build(world.Must(w.CreateBody(body.Def{Type: body.Static})))
					b := addBody(t, w, body.Def{
						Position: mgl64.Vec2{0, r}, LinearVelocity: mgl64.Vec2{v, 0}, AngularVelocity: -v / r, FastRotation: true,
					}, wrap(shape.Circle{Radius: r}), world.ColliderDef{})
					maxDepth, maxHeight := 0.0, 0.0
					for range 600 {
						w.Tick()
						maxDepth, maxHeight = max(maxDepth, r-b.Position()[1]), max(maxHeight, b.Position()[1]-r)
					}
					speed, spin := b.LinearVelocity()[0], -b.AngularVelocity()*r
					t.Logf("%s: deepest %.3f mm, highest %.3f mm, %.5f m/s, rim %.5f m/s", name, 1000*maxDepth, 1000*maxHeight, speed, spin)
					require.Less(t, maxDepth, 0.0001+ground.seamTolerance, name)
					require.LessOrEqual(t, maxHeight, ground.seamTolerance, name)
					require.InDelta(t, v, speed, 0.001*v+1e-6, name)
					require.InDelta(t, v, spin, 0.001*v+1e-6, name)
				}
			}
		}
	}
}

// Two balls that roll on each other overlap no more than two at rest: the rule for the
// ground holds for both sides of a contact.
func TestBallRollsOnBall(t *testing.T) {
	overlap := func(spin float64) float64 {
		w := newGravityWorld(t)
		roller := func(y, spin float64, held bool) world.Body {
			return addBody(t, w, body.Def{
				Position: mgl64.Vec2{0, y}, AngularVelocity: spin, LockX: true, LockY: held, FastRotation: true, NeverSleep: true,
			}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		}
		low, high := roller(0, spin, true), roller(1, -spin, false)
		worst := 0.0
		for range 300 {
			w.Tick()
			worst = max(worst, 1-high.Position()[1])
		}
		require.InDelta(t, spin, low.AngularVelocity(), 0.001*spin)
		require.InDelta(t, -spin, high.AngularVelocity(), 0.001*spin)
		return worst
	}
	rest := overlap(0)
	require.Less(t, rest, 0.001)
	for _, spin := range []float64{1, 10, 40, 100} {
		require.InDelta(t, rest, overlap(spin), 1e-6, "%v rad/s", spin)
	}
}
