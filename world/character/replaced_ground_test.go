package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Terrain that is dug or built beside the feet replaces the collider of the ground, here by one of
// another body. The character stands on, goes on downhill, and does not creep.
func TestCharacterStandsOnReplacedGround(t *testing.T) {
	for _, angle := range []float64{0, -0.5, 0.5} {
		for _, walk := range []float64{0, 3} {
			l := newLevel(t, 60)
			slope := func(x float64) world.Body {
				b := addBody(l.w, body.Def{Type: body.Static, Position: mgl64.Vec2{x * math.Cos(angle), x * math.Sin(angle)}},
					shape.OffsetBox(30, 1, mgl64.Vec2{math.Sin(angle), -math.Cos(angle)}, angle), world.ColliderDef{})
				return b
			}
			ground := slope(0)
			c := l.spawn(character.Def{}, 0, 0.5+0.3/math.Cos(angle))
			l.run(0.5)
			l.speed = walk
			begin := c.Position()
			ticks := 0
			l.before = func() {
				if ticks++; ticks%3 == 0 {
					world.Check(ground.Destroy())
					ground = slope(float64(ticks%2) - 0.5)
				}
			}
			l.after = func() { require.True(t, c.OnFloor(), "slope %v, walk %v", angle, walk) }
			l.run(1)
			require.InDelta(t, walk, c.Position().Sub(begin).Len(), 1e-3, "slope %v", angle)
		}
	}
}
