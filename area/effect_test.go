package area_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestValidateNamesTheField(t *testing.T) {
	nan := math.NaN()
	for field, e := range map[string]area.Effect{
		"Acceleration": area.Gravity{Acceleration: mgl64.Vec2{nan, 0}},
		"Strength":     area.PointGravity{Strength: math.Inf(1)},
		"Angular":      area.Damping{Angular: -1},
		"Linear":       area.Damping{Linear: 1e19},
		"Velocity":     area.Wind{Velocity: mgl64.Vec2{1e10, 0}},
		"Density":      area.Fluid{Density: nan},
		"Surface[1]":   area.Fluid{Surface: []mgl64.Vec2{{1, 0}, {1, 2}}},
	} {
		var fieldError *geom.FieldError
		require.ErrorAs(t, area.Validate(e, 1), &fieldError, "%T", e)
		require.Equal(t, field, fieldError.Field)
	}
	require.ErrorContains(t, area.Validate(area.Field[int]{}, 1), "Acceleration")
}

// The effects of an area are its own, with defaults filled in.
func TestCheckedEffectsShareNothing(t *testing.T) {
	surface := []mgl64.Vec2{{0, 1}, {2, 3}}
	given := []area.Effect{area.PointGravity{Strength: 1}, area.Fluid{Surface: surface}}
	own, err := area.Check(given, 2)
	require.NoError(t, err)
	surface[0] = mgl64.Vec2{9, 9}
	require.Equal(t, area.PointGravity{Strength: 1, Distance: 2, InnerRadius: 0.2}, own[0])
	fluid, ok := area.FluidOf(own)
	require.True(t, ok)
	require.Equal(t, area.Fluid{Density: 1, Surface: []mgl64.Vec2{{0, 1}, {2, 3}}}, fluid)
	_, ok = area.FluidOf(own[:1])
	require.False(t, ok)

	_, err = area.Check([]area.Effect{area.Fluid{}, area.Wind{}, area.Fluid{}}, 1)
	require.ErrorIs(t, err, area.ErrSecondFluid)
	_, err = area.Check(make([]area.Effect, area.MaxEffects+1), 1)
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	_, err = area.Check([]area.Effect{nil}, 1)
	require.ErrorContains(t, err, "Effects[0]")
}

// Within the inner radius the pull is a spring, outside of it the pull of a planet.
func TestPointGravity(t *testing.T) {
	checked, err := area.Check([]area.Effect{area.PointGravity{Strength: 8, Distance: 1, InnerRadius: 0.5}}, 1)
	require.NoError(t, err)
	for distance, want := range map[float64]float64{4: 0.5, 1: 8, 0.5: 32, 0.25: 16, 0: 0} {
		a, replace := area.GravityOf(checked[0], geom.IdentityTransform, geom.Vec2{X: distance})
		require.False(t, replace)
		require.InDelta(t, -want, a.X, 1e-12)
	}
}
