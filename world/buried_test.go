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

// A shape whose middle is in a bar of tiles sticks out on both sides of the bar. At a seam each
// tile covers the side of the next, and all faces have the middle of the shape behind them. The bar
// pushes the shape all the same.
func TestBuriedShapesArePushedOutOfTiles(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 1))
	for trial := range 100 {
		w := newWorld(t, world.Config{})
		const halfWidth, halfHeight = 0.3, 0.1
		bar := addBody(t, w, body.Def{Type: body.Static}, shape.Box(halfWidth, halfHeight), world.ColliderDef{})
		for i := 1; i < 6; i++ {
			tile := shape.OffsetBox(halfWidth, halfHeight, mgl64.Vec2{2 * halfWidth * float64(i), 0}, 0)
			if trial%2 == 0 {
				world.Must(bar.Attach(tile, world.ColliderDef{}))
			} else {
				addBody(t, w, body.Def{Type: body.Static}, tile, world.ColliderDef{})
			}
		}
		at := mgl64.Vec2{1 + r.Float64(), 0.18*r.Float64() - 0.09}
		size := 0.15 + 0.15*r.Float64()
		s := []shape.Support{shape.Circle{Radius: size}, shape.Box(size, size), shape.RegularPolygon(6, 1.2*size)}[r.IntN(3)]
		b := addBody(t, w, body.Def{Position: at, Angle: 2 * math.Pi * r.Float64()}, s, world.ColliderDef{})
		runTicks(w, 30)
		require.Greater(t, math.Abs(b.Position()[1]-at[1]), 0.02, "trial %d: %T of %.3f at %.3f", trial, s, size, at)
		require.Less(t, b.LinearVelocity().Len(), 4.0)
	}
}
