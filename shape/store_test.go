package shape

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestMaterialHandleIgnoresSignOfZero(t *testing.T) {
	minus := math.Copysign(0, -1)
	a := MaterialAndDensity{
		Material: Material{Friction: minus, Restitution: minus, RollingResistance: minus, TangentSpeed: minus, ID: 3},
		Density:  minus,
	}
	require.False(t, math.Signbit(a.Handle().Value().Material.TangentSpeed))
	require.Equal(t, MaterialAndDensity{Material: Material{ID: 3}}.Handle(), a.Handle())
}

// convexDisc is a custom shape: a disc of radius one.
type convexDisc struct{}

func (convexDisc) Support(dir mgl64.Vec2) mgl64.Vec2 { return dir.Normalize() }

// TestStoreMassOf: a store gives the masses of MassOf, between the colliders that it
// holds and after an error, and makes no garbage.
func TestStoreMassOf(t *testing.T) {
	var store Store
	for _, s := range []Support{
		Box(1, 2), RegularPolygon(5, 1), Circle{Radius: 3}, convexDisc{},
		Capsule{A: mgl64.Vec2{0, 1}, Radius: 1}, Sector{Radius: 1, Sweep: 1},
	} {
		want, err := MassOf(s, 2)
		require.NoError(t, err)
		got, err := store.MassOf(s, 2)
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, err = store.Add(s, geom.Vec2{})
		require.NoError(t, err)
		_, err = store.MassOf(s, -1)
		require.EqualError(t, err, "Density: -1 must not be negative")
		_, err = store.MassOf(Circle{Radius: -1}, 1)
		require.EqualError(t, err, "Radius: -1 must be positive")
	}
	pentagon := Support(RegularPolygon(5, 1))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, err := store.MassOf(pentagon, 1); err != nil {
			panic(err)
		}
	}))
}

// TestStoreCompilesAsNew: a collider's row is that of its shape compiled alone, but for
// its place in the arena.
func TestStoreCompilesAsNew(t *testing.T) {
	var store Store
	for _, s := range []Support{Circle{Radius: 1}, Box(1, 2), RegularPolygon(5, 1), convexDisc{}, Sector{Radius: 1, Sweep: 1}} {
		slot, err := store.Add(s, geom.Vec2{})
		require.NoError(t, err)
		alone, err := New(s)
		require.NoError(t, err)
		row := store.Geometry[slot]
		row.First = alone.First
		require.Equal(t, *alone.Geometry, row)
	}
}
