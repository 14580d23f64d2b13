package state

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
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
	s := Colliders{Meta: make([]ColliderMeta, 2)}
	s.SetMaterialAndDensity(0, a)
	s.SetMaterialAndDensity(1, MaterialAndDensity{Material: shape.Material{ID: 3}})
	require.False(t, math.Signbit(s.Meta[0].MaterialAndDensity.Value().Material.TangentSpeed))
	require.Same(t, s.Meta[0].MaterialAndDensity.value, s.Meta[1].MaterialAndDensity.value)
}

// Colliders share the values that came last, and keep their own when more have come.
func TestCollidersShareValues(t *testing.T) {
	s := Colliders{Meta: make([]ColliderMeta, 100), filters: make([]filterHandle, 100)}
	for i := range 100 {
		s.SetMaterialAndDensity(ColliderSlot(i), MaterialAndDensity{Density: float64(i / 3)})
		s.SetFilter(ColliderSlot(i), shape.Filter{Mask: uint64(i % 5)})
	}
	materials, filters := map[*MaterialAndDensity]bool{}, map[*shape.Filter]bool{}
	for i := range 100 {
		require.Equal(t, MaterialAndDensity{Density: float64(i / 3)}, s.Meta[i].MaterialAndDensity.Value())
		require.Equal(t, shape.Filter{Mask: uint64(i % 5)}, s.Filter(ColliderSlot(i)))
		materials[s.Meta[i].MaterialAndDensity.value], filters[s.filters[i].value] = true, true
	}
	require.Len(t, materials, 34)
	require.Len(t, filters, 5)
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
		slot := must.Get(store.Add(s, geom.Vec2{}))
		alone := must.Get(shape.New(s))
		row := store.Geometry[slot]
		row.First = alone.First
		require.Equal(t, *alone.Geometry, row)
	}
}
