//go:build !race

package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestExplosionDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := newWorld(t, world.Config{Workers: 1})
	for i := range 20 {
		at := mgl64.Vec2{float64(i%5)*2 - 4, float64(i/5)*2 + 1}
		addBody(t, w, body.Def{Position: at}, shape.RoundedBox(0.4, 0.3, 0.1), world.ColliderDef{})
	}
	n := 0
	call := func() {
		_ = w.Explode(world.Explosion{Radius: 9, ImpulsePerLength: 1e-6})
		for range w.ExplosionHits() {
			n++
		}
	}
	call()
	require.Zero(t, testing.AllocsPerRun(20, call))
	require.Positive(t, n)
}
