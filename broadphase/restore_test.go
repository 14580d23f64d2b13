package broadphase

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
)

// A restore looks only at proxies whose status or category differs. Whatever happened since the
// copy, the broadphase then holds the proxies of the copy: it is consistent, and its queries have
// the answers of a loop over the boxes.
func TestRestoreFindsEveryProxyThatDiffers(t *testing.T) {
	for name, fresh := range map[string]func() Broadphase{
		"tree": func() Broadphase { return NewTree() }, "sweep": func() Broadphase { return NewSweep() }, "brute": func() Broadphase { return NewBrute() },
	} {
		for _, ids := range []uint32{20, 150} {
			t.Run(fmt.Sprint(name, ids), func(t *testing.T) { restoreAtRandom(t, name, fresh(), ids) })
		}
	}
}

// A copy that is made between the change of a box and the search of its pairs has the box as
// changed, and a copy after the search does not.
func TestCopyAroundCommit(t *testing.T) {
	tree := NewTree()
	for id, b := range randomBoxes(rand.New(rand.NewPCG(5, 1)), 4096, 200, 0.5, 4) {
		tree.Insert(Proxy{ID: uint32(id), Class: Moving, Box: b, Category: 1})
	}
	calls, roots := uint64(0), []column.Root{tree.Root()}
	store := column.NewStore(column.SchemeOf("copy around a commit", roots, func() *column.List {
		l := &column.List{Calls: func() uint64 { return calls }}
		tree.Columns(l)
		return l
	}), roots, &calls)
	var copies [2]column.Copy
	for id := range uint32(3) {
		tree.Pairs(nil)
		tree.Update([]uint32{70}, []geom.Box32{tree.Box(id)})
		store.Save(&copies[0])
		tree.Pairs(nil)
		store.Save(&copies[1])
		for i, changed := range []bool{true, false} {
			tree.BeforeRestore()
			store.Restore(&copies[i])
			tree.AfterRestore(store)
			require.Equal(t, changed, tree.state[70]&flagChanged != 0)
			require.Equal(t, changed, tree.old[70] != tree.boxes[70])
		}
	}
}

func restoreAtRandom(t *testing.T, name string, b Broadphase, ids uint32) {
	rng := rand.New(rand.NewPCG(uint64(ids), 31))
	k, calls := b.(Keeper), uint64(0)
	roots := []column.Root{k.Root()}
	scheme := column.SchemeOf("restore at random "+name, roots, func() *column.List {
		l := &column.List{Calls: func() uint64 { return calls }}
		k.Columns(l)
		return l
	})
	store, copies, models := column.NewStore(scheme, roots, &calls), [3]column.Copy{}, [3]map[uint32]Proxy{}
	model := map[uint32]Proxy{}
	for i := range 800 {
		calls++
		changeAtRandom(b, model, rng, uint32(rng.IntN(int(ids))))
		switch place := rng.IntN(len(copies)); {
		case i%7 == 0:
			store.Save(&copies[place])
			models[place] = maps.Clone(model)
		case i%5 == 0 && models[place] != nil:
			k.BeforeRestore()
			store.Restore(&copies[place])
			k.AfterRestore(store)
			model = maps.Clone(models[place])
			b.Validate()
		}
		if rng.IntN(3) == 0 {
			requireAnswersOfLoop(t, b, model, rng)
		}
	}
}

func changeAtRandom(b Broadphase, model map[uint32]Proxy, rng *rand.Rand, id uint32) {
	p, present := model[id]
	box, class, category := randomBox(rng, 20, 0.5, 4), Class(rng.IntN(classes)), uint64(1+rng.IntN(3))
	switch choice := rng.IntN(6); {
	case !present:
		model[id] = Proxy{ID: id, Class: class, Category: category, Box: box}
		b.Insert(model[id])
	case choice == 0:
		delete(model, id)
		b.Remove(id)
	case choice == 1:
		model[id] = Proxy{ID: id, Class: class, Category: category, Box: p.Box}
		b.Reclassify(id, class, category)
	case choice == 2:
		b.Pairs(nil)
	default:
		p.Box = box
		model[id] = p
		b.Update([]uint32{id}, []geom.Box32{box})
	}
}

func requireAnswersOfLoop(t *testing.T, b Broadphase, model map[uint32]Proxy, rng *rand.Rand) {
	t.Helper()
	box, class, mask := randomBox(rng, 20, 1, 30), Class(rng.IntN(classes)), uint64(1+rng.IntN(3))
	want, got := map[uint32]bool{}, map[uint32]bool{}
	for id, p := range model {
		if p.Class == class && p.Category&mask != 0 && p.Box.Overlaps(box) {
			want[id] = true
		}
	}
	b.QueryClasses(1<<class, box, mask, func(id uint32) bool {
		got[id] = true
		return true
	})
	require.Equal(t, want, got)
	require.Equal(t, len(model), b.Len())
}
