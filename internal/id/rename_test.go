package id

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Slots take over the IDs of another pool, in another order, and keep their numbers when they are
// freed and taken again.
func TestRenamedIDs(t *testing.T) {
	var old, p Pool
	old.Fresh = true
	ids := []ID{old.New(), old.New(), old.New(), old.New()}
	old.Free(ids[1])
	ids = append(ids, old.New())
	require.Equal(t, Slot(4), ids[4].Slot(), "no slot is used twice")
	require.True(t, old.HasFirstIDs())

	for range 4 {
		p.New()
	}
	p.Rename([]Slot{3, 0, 4, 2}, old.Cap())
	p.Validate("ids")
	require.True(t, p.Renamed())
	for slot, number := range []int{3, 0, 4, 2} {
		require.Equal(t, ids[number], p.At(Slot(slot)))
		require.Equal(t, Slot(slot), p.SlotOf(ids[number]))
		require.True(t, p.Alive(ids[number]))
		require.Equal(t, Make(Slot(slot), 1), p.Canonical(ids[number]))
	}
	require.False(t, p.Alive(ids[1]), "it was dead before")
	require.False(t, p.Alive(Make(99, 1)))

	p.Free(ids[0])
	require.False(t, p.Alive(ids[0]))
	again, next := p.New(), p.New()
	require.Equal(t, Make(0, 3), again, "the number stays with the slot")
	require.Equal(t, Slot(1), p.SlotOf(again))
	require.Equal(t, Make(5, 1), next)
	require.Equal(t, Slot(4), p.SlotOf(next))
	p.Validate("ids")

	var copied Pool
	copied.CopyNames(&p)
	require.Equal(t, Slot(1), copied.SlotOf(again))
	copied.CopyNames(&old)
	require.Equal(t, Slot(0), copied.SlotOf(again))
	require.Panics(t, func() { new(Pool).Rename([]Slot{0}, 1) })
}

func TestNamesFromFilesAreChecked(t *testing.T) {
	for name, names := range map[string][]Slot{"twice": {0, 0}, "too many": {0, 1, 2}, "outside": {0, 7}} {
		p := Pool{generations: []uint32{1, 1}, names: names, numbers: 3}
		require.Panics(t, func() { p.RebuildNames("ids") }, name)
	}
	for _, numbers := range []int{-1, 1, 1 << 30} {
		p := Pool{generations: []uint32{1, 1}, names: []Slot{0, 1}, numbers: numbers}
		require.Panics(t, func() { p.RebuildNames("ids") }, numbers)
	}
	p := Pool{generations: []uint32{1, 1}, names: []Slot{2, 0}, numbers: 3}
	p.RebuildNames("ids")
	p.Validate("ids")
}
