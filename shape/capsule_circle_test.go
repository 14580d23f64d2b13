package shape_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A capsule with equal ends is compiled to the row of the circle, so all that follows is the same.
func TestCapsuleWithEqualEndsIsCircle(t *testing.T) {
	for _, a := range []mgl64.Vec2{{}, {1.5, -2}, {1e5, 3}} {
		capsule, circle := shape.Capsule{A: a, B: a, Radius: 0.75}, shape.Circle{Center: a, Radius: 0.75}
		require.NoError(t, capsule.Validate())
		got, want := compiled(t, capsule), compiled(t, circle)
		require.Equal(t, *want.Geometry, *got.Geometry)

		mass, err := shape.MassOf(capsule, 2)
		require.NoError(t, err)
		wantMass, err := shape.MassOf(circle, 2)
		require.NoError(t, err)
		require.Equal(t, wantMass, mass)
		require.InDelta(t, 2*math.Pi*0.75*0.75, mass.Mass, 1e-12)
		require.Equal(t, shape.Outline(circle, 0.01), shape.Outline(capsule, 0.01))
		require.Equal(t, circle.Support(mgl64.Vec2{3, 4}), capsule.Support(mgl64.Vec2{3, 4}))
		require.Equal(t, circle.Support(mgl64.Vec2{}), capsule.Support(mgl64.Vec2{}))

		moved := shape.Transformed(capsule, 1, mgl64.Vec2{3, 4})
		require.IsType(t, shape.Capsule{}, moved)
		require.NoError(t, moved.(shape.Capsule).Validate())
	}
}

// From the length of geom.MinSize on it is a capsule, and the mass does not jump there.
func TestShortestCapsule(t *testing.T) {
	mass := func(length float64) shape.Mass {
		m, err := shape.MassOf(shape.Capsule{B: mgl64.Vec2{length, 0}, Radius: 0.5}, 1)
		require.NoError(t, err)
		return m
	}
	below, above := mass(0.99*geom.MinSize), mass(1.01*geom.MinSize)
	require.Equal(t, shape.KindCircle, compiled(t, shape.Capsule{B: mgl64.Vec2{0.99 * geom.MinSize, 0}, Radius: 0.5}).Kind)
	require.Equal(t, shape.KindCapsule, compiled(t, shape.Capsule{B: mgl64.Vec2{1.01 * geom.MinSize, 0}, Radius: 0.5}).Kind)
	require.InDelta(t, below.Mass, above.Mass, 2*geom.MinSize)
	require.InDelta(t, below.Inertia, above.Inertia, 2*geom.MinSize)
	require.InDelta(t, below.Center.X, above.Center.X, geom.MinSize)
}

func TestCapsuleOfEqualEndsStillNeedsRadius(t *testing.T) {
	err := shape.Capsule{A: mgl64.Vec2{1, 2}, B: mgl64.Vec2{1, 2}}.Validate()
	require.ErrorIs(t, err, geom.ErrNotPositive)
	err = shape.Capsule{A: mgl64.Vec2{math.NaN(), 2}, B: mgl64.Vec2{1, 2}, Radius: 1}.Validate()
	require.ErrorIs(t, err, geom.ErrNotFinite)
	err = shape.Segment{A: mgl64.Vec2{1, 2}, B: mgl64.Vec2{1, 2}, Radius: 1}.Validate()
	require.ErrorIs(t, err, geom.ErrDuplicate, "a segment has two ends")
}

func compiled(t *testing.T, s shape.Support) shape.Convex {
	c, err := shape.New(s)
	require.NoError(t, err)
	return c
}
