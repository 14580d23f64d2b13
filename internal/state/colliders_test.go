package state

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestMaterialHandleIgnoresSignOfZero(t *testing.T) {
	minus := math.Copysign(0, -1)
	a := MaterialAndDensity{
		Material: shape.Material{Friction: minus, Restitution: minus, RollingResistance: minus, TangentSpeed: minus, ID: 3},
		Density:  minus,
	}
	require.False(t, math.Signbit(a.Handle().Value().Material.TangentSpeed))
	require.Equal(t, MaterialAndDensity{Material: shape.Material{ID: 3}}.Handle(), a.Handle())
}

// convexDisc is a custom shape: a disc of radius one.
type convexDisc struct{}

func (convexDisc) Support(dir mgl64.Vec2) mgl64.Vec2 { return dir.Normalize() }

// The table of colliders gives the masses of shape.MassOf, whatever colliders it
// holds and after an error, and allocates nothing.
func TestStoreMassOf(t *testing.T) {
	var store Colliders
	for _, s := range []shape.Support{
		shape.Box(1, 2), shape.RegularPolygon(5, 1), shape.Circle{Radius: 3}, convexDisc{},
		shape.Capsule{A: mgl64.Vec2{0, 1}, Radius: 1}, shape.Sector{Radius: 1, Sweep: 1},
	} {
		want, err := shape.MassOf(s, 2)
		require.NoError(t, err)
		got, err := store.MassOf(s, 2)
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, err = store.Add(s, geom.Vec2{})
		require.NoError(t, err)
		_, err = store.MassOf(s, -1)
		require.EqualError(t, err, "Density: -1 must not be negative")
		_, err = store.MassOf(shape.Circle{Radius: -1}, 1)
		require.EqualError(t, err, "Radius: -1 must be positive")
	}
	pentagon := shape.Support(shape.RegularPolygon(5, 1))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, err := store.MassOf(pentagon, 1); err != nil {
			panic(err)
		}
	}))
}

// The geometry of a collider equals the geometry of its shape compiled alone, except for
// its place in the arena.
func TestStoreCompilesAsNew(t *testing.T) {
	var store Colliders
	for _, s := range []shape.Support{shape.Circle{Radius: 1}, shape.Box(1, 2), shape.RegularPolygon(5, 1), convexDisc{}, shape.Sector{Radius: 1, Sweep: 1}} {
		slot, err := store.Add(s, geom.Vec2{})
		require.NoError(t, err)
		alone, err := shape.New(s)
		require.NoError(t, err)
		row := store.Geometry[slot]
		row.First = alone.First
		require.Equal(t, *alone.Geometry, row)
	}
}
