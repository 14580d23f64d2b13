package world_test

import (
	"errors"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// changeMedia changes the surface of a fluid or lets something explode.
func (s *script) changeMedia() {
	if a, ok := pick(s, s.areas); ok && s.flag() {
		if err := a.SetSurface(s.surface()); !errors.Is(err, world.ErrNoFluid) {
			require.NoError(s, err)
		}
		return
	}
	require.NoError(s, s.w.Explode(world.Explosion{
		Point: s.worldPoint(), Radius: s.size(), Falloff: s.size(), ImpulsePerLength: s.number(), NoShielding: s.flag(),
	}))
	for hit := range s.w.ExplosionHits() {
		require.True(s, hit.Body.Awake())
	}
}

// appendMedium appends a wind, or a fluid if there is none yet.
func (s *script) appendMedium(list []area.Effect) []area.Effect {
	for _, e := range list {
		if _, ok := e.(area.Fluid); ok {
			return append(list, area.Wind{Velocity: s.point(), Density: s.size(), Lift: s.size(), Replace: s.flag()})
		}
	}
	return append(list, area.Fluid{
		Density: s.size(), Flow: s.point(), LinearDrag: s.size(), QuadraticDrag: s.size(), Surface: s.surface(), Replace: s.flag(),
	})
}

// surface returns up to three points.
func (s *script) surface() (points []mgl64.Vec2) {
	x := s.number()
	for range s.intN(4) {
		points = append(points, mgl64.Vec2{x, s.number()})
		x += s.size()
	}
	return points
}
