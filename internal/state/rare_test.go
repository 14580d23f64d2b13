package state

import (
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/stretchr/testify/require"
)

// rareTables are tables of which a list of columns is made.
func rareTables(contacts int) (*Bodies, *Contacts, *column.List) {
	bodies, c, calls := NewBodies(), &Contacts{}, uint64(0)
	for range contacts {
		bodies.Add(Awake, geom.IdentityTransform)
		c.Add(ContactPair{})
	}
	l := &column.List{Calls: func() uint64 { calls++; return calls }, Settled: func() bool { return true }}
	bodies.Columns(l)
	c.Columns(l)
	return bodies, c, l
}

// digestsOf returns the digests of all turns.
func digestsOf(l *column.List) (list [16]uint64) {
	for turn := range list {
		list[turn] = l.Digest(uint64(turn))
	}
	return list
}

// A rare column without elements has the hashes of one that is zero.
func TestHashOfEmptyRareColumns(t *testing.T) {
	for _, n := range []int{0, 1, 7, 409, 410, 1000, 3000} {
		bodies, c, l := rareTables(n)
		hashes, digests := l.Hash(nil), digestsOf(l)
		require.Empty(t, c.Surface)
		require.Empty(t, c.Cone)
		require.Empty(t, bodies.Gravity)
		bodies.FillRare()
		c.FillRare()
		require.Len(t, c.Surface, n)
		require.Len(t, c.Cone, n)
		require.Len(t, bodies.Gravity, n+1)
		require.Equal(t, hashes, l.Hash(nil))
		require.Equal(t, digests, digestsOf(l))
		if n > 0 {
			c.Cone[n-1].Slip = float32(math.Copysign(0, -1))
			require.NotEqual(t, hashes, l.Hash(nil))
			require.NotEqual(t, digests, digestsOf(l))
		}
	}
}

// Copies go to and fro between a column that is empty and one that is not.
func TestCopiesOfRareColumns(t *testing.T) {
	bodies, c, l := rareTables(1000)
	var empty, full column.Copy
	roots, calls := []column.Root{column.RootOf(bodies), column.RootOf(c)}, uint64(0)
	store := column.NewStore(column.SchemeOf("rare", roots, func() *column.List { return l }), roots, &calls)
	store.Save(&empty)
	before := l.Hash(nil)
	c.SetSurface(500, 0.5, 0, 0)
	c.SetCone(999, &FrictionCone{Left: 1}, true)
	store.Save(&full)
	after := l.Hash(nil)
	require.NotEqual(t, before, after)
	for range 3 {
		store.Restore(&empty)
		require.Equal(t, before, l.Hash(nil))
		require.Empty(t, c.Surface)
		require.Equal(t, Surface{}, c.SurfaceAt(500))
		store.Restore(&full)
		require.Equal(t, after, l.Hash(nil))
		require.Equal(t, Surface{Restitution: 0.5}, c.SurfaceAt(500))
		require.Equal(t, float32(1), c.Cone[999].Left)
	}
}

// Only values of which a bit is set make a column longer.
func TestRareColumnsFill(t *testing.T) {
	bodies, c, _ := rareTables(10)
	c.SetSurface(3, 0, 0, 0)
	c.SetCone(3, &FrictionCone{}, false)
	bodies.SetOwnGravityAt(3, BodyGravity{})
	c.ClearRollingImpulse(3)
	require.Empty(t, c.Surface)
	require.Empty(t, c.Cone)
	require.Empty(t, bodies.Gravity)
	c.SetSurface(3, 0, 0, float32(math.Copysign(0, -1)))
	require.Len(t, c.Surface, 10)
	c.SetCone(3, &FrictionCone{}, true)
	require.Len(t, c.Cone, 10)
	require.NotZero(t, c.Pair[3].Flags&ContactCone)
	bodies.SetOwnGravityAt(3, BodyGravity{Y: 1})
	require.Len(t, bodies.Gravity, 11)
	require.Equal(t, BodyGravity{Y: 1}, bodies.OwnGravityAt(3))

	c.FilledSurface(3).RollingImpulse = 2
	c.SetSurface(3, 1, 2, 3)
	require.Equal(t, Surface{1, 2, 3, 2}, c.SurfaceAt(3))
	require.Equal(t, float32(1), c.RestitutionAt(3))
	require.Equal(t, ContactHasSurface|ContactBouncy|ContactCone, c.Pair[3].Flags)
	c.ClearRollingImpulse(3)
	require.Zero(t, c.SurfaceAt(3).RollingImpulse)
	for c.Len() > 0 { // the memory that is left holds old values
		c.Remove(c.Slots[0])
	}
	c.Add(ContactPair{})
	require.Equal(t, Surface{}, c.SurfaceAt(0))
	require.Zero(t, c.RestitutionAt(0))
	require.Equal(t, Surface{}, *c.FilledSurface(0))
}

// A file may hold zeros, or lack the elements that a flag says are there.
func TestRareColumnsFromFiles(t *testing.T) {
	_, c, _ := rareTables(10)
	c.FillRare()
	c.DropZeros()
	require.Empty(t, c.Surface)
	require.Empty(t, c.Cone)
	c.Pair[3].Flags |= ContactHasSurface | ContactCone
	c.DropZeros()
	require.Len(t, c.Surface, 10)
	require.Len(t, c.Cone, 10)
	c.Pair[3].Flags = 0
	c.Surface[9].TangentSpeed = float32(math.Copysign(0, -1))
	kept := slices.Clone(c.Surface)
	c.DropZeros()
	require.Empty(t, c.Cone)
	require.Equal(t, kept, c.Surface)
}

// The solver writes the impulses against rolling of contacts with a cone too.
func TestConesHaveSurfaces(t *testing.T) {
	_, c, _ := rareTables(10)
	c.SetCone(3, &FrictionCone{Left: 1}, true)
	require.Len(t, c.Surface, 10)
	c.DropZeros()
	require.Len(t, c.Surface, 10)
}
