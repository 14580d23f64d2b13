package id

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// New takes a slot and returns its ID.
func (p *Pool) New() ID { return p.At(p.NewSlot()) }

// Free ends the life of an ID.
func (p *Pool) Free(i ID) {
	if !p.Alive(i) {
		panic("id: free of a slot that is not alive")
	}
	p.FreeSlot(p.SlotOf(i))
}

func TestSlotAndGeneration(t *testing.T) {
	i := Make(0xfffffffe, 0x12345679)
	require.Equal(t, Slot(0xfffffffe), i.Slot())
	require.Equal(t, uint32(0x12345679), i.Generation())
}

func TestZeroIDIsNeverAlive(t *testing.T) {
	var p Pool
	require.False(t, p.Alive(0))
	require.Zero(t, p.At(0))
	p.New()
	require.False(t, p.Alive(0), "also when slot 0 is taken")
	require.PanicsWithValue(t, "id: free of a slot that is not alive", func() { p.Free(0) })
}

func TestFreeListIsLIFO(t *testing.T) {
	var p Pool
	a, b, c := p.New(), p.New(), p.New()
	require.Equal(t, []Slot{0, 1, 2}, []Slot{a.Slot(), b.Slot(), c.Slot()})
	p.Free(a)
	p.Free(c)
	require.Equal(t, Slot(2), p.New().Slot())
	require.Equal(t, Slot(0), p.New().Slot())
	require.Equal(t, Slot(3), p.New().Slot())
}

func TestStaleAndForgedIDsAreNotAlive(t *testing.T) {
	var p Pool
	old := p.New()
	p.Free(old)
	require.False(t, p.Alive(old))
	require.Zero(t, p.At(0))
	require.PanicsWithValue(t, "id: free of a slot that is not alive", func() { p.Free(old) })
	fresh := p.New()
	require.Equal(t, old.Slot(), fresh.Slot())
	require.NotEqual(t, old, fresh)
	require.False(t, p.Alive(old))
	require.True(t, p.Alive(fresh))
	require.Equal(t, fresh, p.At(0))

	p.Free(fresh)
	require.False(t, p.Alive(Make(0, 4)), "the even generation of a free slot is not alive")
	require.False(t, p.Alive(Make(77, 1)), "a slot never handed out")
	require.Zero(t, p.At(77))
}

// The model knows every ID ever made and whether it was freed.
func TestAgainstModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var p Pool
	alive := []ID{}
	made := map[ID]bool{} // value: alive
	for range 5000 {
		if rng.IntN(5) < 3 || len(alive) == 0 {
			i := p.New()
			_, known := made[i]
			require.False(t, known, "an ID is never made twice")
			made[i] = true
			alive = append(alive, i)
		} else {
			k := rng.IntN(len(alive))
			p.Free(alive[k])
			made[alive[k]] = false
			alive[k] = alive[len(alive)-1]
			alive = alive[:len(alive)-1]
		}
		require.Equal(t, len(alive), p.Len())
	}
	top := Slot(0)
	for i, living := range made {
		require.Equal(t, living, p.Alive(i))
		require.Equal(t, living, p.At(i.Slot()) == i)
		top = max(top, i.Slot())
	}
	require.Equal(t, int(top)+1, p.Cap())
}

// After 2^31 lives a slot is retired: the ID of its first life never comes back.
func TestSlotWithoutGenerationsIsRetired(t *testing.T) {
	var p Pool
	first, other := p.New(), p.New()
	p.Free(first)
	p.generations[0] = math.MaxUint32 - 3 // two lives are left
	made := map[ID]bool{first: true, other: true}
	for range 2 {
		i := p.New()
		require.Zero(t, i.Slot())
		require.False(t, made[i])
		made[i] = true
		p.Free(i)
	}
	for n := range 4 {
		require.Equal(t, n+1, p.Len())
		i := p.New()
		require.Equal(t, Slot(n+2), i.Slot(), "a new slot instead of the retired one")
		require.False(t, made[i])
		made[i] = true
	}
	require.False(t, p.Alive(first))
	require.False(t, p.Alive(0))
	require.False(t, p.Alive(Make(0, math.MaxUint32)))
	require.Zero(t, p.At(0))
	require.Equal(t, 6, p.Cap())
	require.PanicsWithValue(t, "id: free of a slot that is not alive", func() { p.Free(Make(0, math.MaxUint32)) })
	p.Free(other)
	require.Equal(t, other.Slot(), p.New().Slot())
}

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
