package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A body that slides or rolls to and fro in a bowl of flat sides gains no energy. The contact with
// the next side began only after the body was in it. Each side lifted the body out, and a marble
// that began at half a radian had 1.2 times its energy after six seconds. Ellipses in fine chains,
// and all bodies in fine segments and polygons, stood almost still: friction acted at the ends of
// the sides.
func TestBodiesInABowlGainNoEnergy(t *testing.T) {
	const radius, size, from, g = 1.0, 0.06, 0.5, 10.0
	for _, c := range []struct {
		name           string
		shape          shape.Support
		friction, kept float64 // kept is the least energy after six seconds
	}{
		{"smooth disc", shape.Circle{Radius: size}, 0, 0.4},
		{"disc", shape.Circle{Radius: size}, 2, 0.55},
		{"smooth ellipse", shape.Ellipse{RX: size, RY: 0.999 * size}, 0, 0.4},
		{"ellipse", shape.Ellipse{RX: size, RY: 0.999 * size}, 2, 0.55},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, 0}, Radius: size}, 0, 0.4},
		{"box", shape.Box(size, size), 0, 0.4},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, sides := range []int{48, 96, 192, 384, 768} {
				m := &shape.Material{Friction: c.friction}
				loopOfSides{radius: radius, sides: sides}.eachLoop(t, g, m, func(t *testing.T, w *world.World) {
					sin, cos := math.Sincos(from)
					def := body.Def{Position: mgl64.Vec2{sin, -cos}.Mul(0.993 * (radius - size)), Angle: from, NeverSleep: true}
					b := addBody(t, w, def, c.shape, world.ColliderDef{Material: m})
					energy := func() float64 { return b.KineticEnergy() + b.Mass()*g*(b.Position()[1]+radius-size) }
					first := energy()
					for range 360 {
						w.Tick()
						require.LessOrEqual(t, energy(), first, "%d sides", sides)
					}
					if sides > 48 {
						require.Greater(t, energy(), c.kept*first, "%d sides", sides)
					}
				})
			}
		})
	}
}
