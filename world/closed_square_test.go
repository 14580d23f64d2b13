package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// squareHit flies a box squarely into a wall, without gravity or restitution, and returns
// the largest depth and spin after any tick.
func squareHit(t testing.TB, half, speed, phase float64, wall string) (depth, spin float64) {
	w := newWorld(t, world.Config{Workers: 1})
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	switch wall {
	case "box":
		attachShape(t, ground, shape.OffsetBox(1, 20, mgl64.Vec2{1, 0}, 0))
	case "segment":
		attachShape(t, ground, shape.Segment{A: mgl64.Vec2{0, -20}, B: mgl64.Vec2{0, 20}})
	case "half-plane":
		attachShape(t, ground, shape.HalfPlane{Normal: mgl64.Vec2{-1, 0}})
	case "chain":
		world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{0, 20}, {0, -20}}}, world.ColliderDef{}))
	}
	start := -half - speed*dt*(2+phase) - 0.01
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{start, 0.03}, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Box(half, half), world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
	for range 60 {
		w.Tick()
		p, a := b.WorldCenter(), b.Angle()
		reach := half * (math.Abs(math.Cos(a)) + math.Abs(math.Sin(a)))
		depth, spin = max(depth, p[0]+reach), max(spin, math.Abs(b.AngularVelocity()))
	}
	return depth, spin
}

var squareSpeeds = []float64{5, 10, 20, 50, 100, 200, 399}

// The limits of a square hit. Two points of contact are solved one after the other, which
// leaves some spin.
const (
	squareDepth = 0.01 // m, two slops
	squareSpin  = 0.03 // times the half size over the speed
)

// A box that flies squarely into a wall stops there: it does not sink in, and hardly spins.
func TestSquareHit(t *testing.T) {
	for _, wall := range []string{"box", "segment", "half-plane", "chain"} {
		for _, half := range []float64{0.1, 0.5} {
			for _, speed := range squareSpeeds {
				maxDepth, maxSpin := 0.0, 0.0
				for i := range 16 {
					depth, spin := squareHit(t, half, speed, float64(i)/16, wall)
					maxDepth, maxSpin = max(maxDepth, depth), max(maxSpin, spin)
				}
				name := fmt.Sprintf("%s, half %.1f m at %v m/s", wall, half, speed)
				t.Logf("%s: %.1f mm, %.3g rad/s (%.2g of the speed)", name, 1000*maxDepth, maxSpin, maxSpin*half/speed)
				require.Less(t, maxDepth, squareDepth, name)
				require.Less(t, maxSpin*half, squareSpin*speed, name)
			}
		}
	}
}
