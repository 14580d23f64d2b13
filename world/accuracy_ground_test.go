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

// slideAcross slides a smooth body over ground that is flat at y = 0. It returns the
// largest rise above its start and the fraction of its speed that it loses.
func slideAcross(t *testing.T, w *world.World, s shape.Support, height, speed float64) (rise, loss float64) {
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{-45, height}, LinearVelocity: mgl64.Vec2{speed, 0}, NeverSleep: true}, s, frictionless())
	turned := 0.0
	for range int(math.Ceil(90 / speed / dt)) {
		w.Tick()
		rise = max(rise, b.Position()[1]-height)
		turned = max(turned, math.Abs(b.Angle()))
		if b.Position()[1] < height-0.02 {
			t.Fatalf("fell to %v", b.Position())
		}
	}
	if b.Position()[0] < 40 {
		t.Logf("stuck at %v, angle %v", b.Position(), b.Angle())
	}
	return rise, 1 - b.LinearVelocity()[0]/speed
}

// Ground of static boxes side by side is as smooth as one box.
func TestAccuracyTiles(t *testing.T) {
	for _, moving := range slidingShapes() {
		for _, speed := range []float64{1, 5, 10, 30} {
			t.Run(fmt.Sprintf("%s/%v", moving.name, speed), func(t *testing.T) {
				w := newGravityWorld(t)
				for i := range 100 {
					addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{float64(i) - 49.5, -0.5}}, shape.Box(0.5, 0.5), frictionless())
				}
				rise, loss := slideAcross(t, w, moving.shape, moving.height, speed)
				t.Logf("rise %.3f mm, loss of speed %.2g", 1000*rise, loss)
				require.Less(t, rise, 1e-4)
				require.InDelta(t, 0, loss, 1e-5)
			})
		}
	}
}

func TestAccuracyChainGround(t *testing.T) {
	for _, moving := range slidingShapes() {
		for _, speed := range []float64{1, 5, 10, 30} {
			t.Run(fmt.Sprintf("%s/%v", moving.name, speed), func(t *testing.T) {
				w := newGravityWorld(t)
				ground, err := w.CreateBody(body.Def{Type: body.Static})
				require.NoError(t, err)
				var points []mgl64.Vec2
				for i := range 101 {
					points = append(points, mgl64.Vec2{50 - float64(i), 0})
				}
				_, err = ground.AttachChain(shape.Chain{Points: points}, frictionless())
				require.NoError(t, err)
				rise, loss := slideAcross(t, w, moving.shape, moving.height, speed)
				t.Logf("rise %.3f mm, loss of speed %.2g", 1000*rise, loss)
				require.Less(t, rise, 1e-4)
				require.InDelta(t, 0, loss, 1e-5)
			})
		}
	}
}

type slidingShape struct {
	name   string
	shape  shape.Support
	height float64
}

func slidingShapes() []slidingShape {
	return []slidingShape{
		{"box", shape.Box(0.5, 0.5), 0.5},
		{"rounded", shape.RoundedBox(0.4, 0.4, 0.1), 0.5},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.25}, 0.25},
		{"circle", shape.Circle{Radius: 0.5}, 0.5},
		{"hexagon", shape.RegularPolygon(6, 0.5), 0.5 * math.Cos(math.Pi/6)},
		{"ellipse", shape.Ellipse{RX: 0.6, RY: 0.4}, 0.4},
	}
}
