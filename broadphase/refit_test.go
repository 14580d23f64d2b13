package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// The two ways to refit a tree leave the same boxes, and costs that are equal to the last bit,
// while proxies come, go and move and the tree is rebuilt.
func TestOrderedRefitEqualsRecursion(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	tree := NewTree()
	for i := range uint32(300) {
		tree.Insert(Proxy{ID: i, Class: Class(i % 7 / 6 * uint32(QueryOnly)), Category: 1, Box: randomBox(r, 20, 0.1, 2)})
	}
	for id := range uint32(300) {
		tree.Reclassify(id, []Class{Moving, Moving, Moving, Static}[id%4], 1)
	}
	for round := range 400 {
		tree.ensureFresh(AllClasses)
		switch id := uint32(r.IntN(300)); {
		case round%3 == 0 && tree.has(id):
			tree.Remove(id)
		case round%3 == 1 && !tree.has(id):
			tree.Insert(Proxy{ID: id, Class: Moving, Category: 1, Box: randomBox(r, 20, 0.1, 2)})
		}
		for id, s := range tree.state {
			if s&flagPresent != 0 && r.IntN(2) == 0 { // as an Update that leaves the tree dirty
				tree.boxes[id] = randomBox(r, 20, 0.1, 2)
			}
		}
		_, want := tree.refitSubtree(int32(Moving))
		boxes := make([][2]intBox, len(tree.nodes))
		for n := range tree.nodes {
			boxes[n] = tree.nodes[n].box
		}
		for _, n := range tree.appendNodes(nil, int32(Moving)) {
			tree.nodes[n].box = [2]intBox{rankBox(geom.Box32{}), rankBox(geom.Box32{})}
		}
		require.Equal(t, want, tree.refitOrdered(int32(Moving)))
		for n := range tree.nodes {
			require.Equal(t, boxes[n], tree.nodes[n].box)
		}
		tree.refitSubtree(int32(Static))
		if round%50 == 49 {
			tree.rebuildTree(int32(Moving))
		}
		tree.Validate()
	}
}

// An Update of a few proxies writes all their boxes and then relinks one after the other.
// When a subtree becomes too high by that it is rebuilt, with the new boxes of proxies that
// are yet to be relinked. The boxes above must be refitted too, or proxies that have moved
// out of them are not found any more.
func TestSmallUpdateDuringRebuildRefitsAncestors(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 203))
	for range 300 {
		tree := NewTree()
		box := func() geom.Box32 {
			x, y := float32(math.Exp(r.Float64()*20)), float32(math.Exp(r.Float64()*20))
			size := float32(math.Exp(r.Float64()*18 - 2))
			return geom.Box32{MinX: x, MinY: y, MaxX: x + size, MaxY: y + size}
		}
		const n = maxSmallTree + 12
		for id := range uint32(n) {
			tree.Insert(Proxy{ID: id, Class: Moving, Category: 1, Box: box()})
			tree.Query(AllClasses, box(), 1, func(uint32) bool { return true }) // brings the tree up to date
		}
		for range 30 {
			var ids []uint32
			var boxes []geom.Box32
			first := r.Uint32N(n)
			for i := range uint32(1 + r.IntN(5)) {
				ids, boxes = append(ids, (first+7*i)%n), append(boxes, box())
			}
			tree.Update(ids, boxes)
			tree.Validate()
		}
	}
}

// The number of changes of a class rises with all that a query of the class may notice, and with
// nothing of another class.
func TestChangesRise(t *testing.T) {
	for name, b := range map[string]Broadphase{"tree": NewTree(), "sweep": NewSweep(), "brute": NewBrute()} {
		box := func(x float32) geom.Box32 { return geom.Box32{MinX: x, MinY: 0, MaxX: x + 1, MaxY: 1} }
		var last [classes]uint64
		expect := func(what string, risen ...Class) {
			t.Helper()
			for class := range Class(classes) {
				now := b.Changes(class)
				rose := false
				for _, c := range risen {
					rose = rose || c == class
				}
				require.Equal(t, rose, now > last[class], "%s: %s of class %d", name, what, class)
				last[class] = now
			}
		}
		b.Insert(Proxy{ID: 2, Class: Kinematic, Category: 1, Box: box(0)})
		expect("insertion", Kinematic)
		b.Move(2, box(1))
		expect("move", Kinematic)
		b.Insert(Proxy{ID: 0, Class: Static, Category: 1, Box: box(0)})
		expect("insertion", Static)
		b.Insert(Proxy{ID: 1, Class: Moving, Category: 1, Box: box(0)})
		expect("insertion", Moving)
		b.Move(0, box(1))
		expect("move", Static)
		b.Update([]uint32{1}, []geom.Box32{box(2)})
		expect("update", Moving)
		b.Update([]uint32{0}, []geom.Box32{box(2)})
		expect("update", Static)
		b.Pairs(nil)
		b.QueryClasses(Immovable, box(0), 1, func(uint32) bool { return true })
		expect("nothing")
		b.Reclassify(0, Static, 2)
		expect("category", Static)
		b.Reclassify(1, QueryOnly, 1)
		expect("class", Moving, QueryOnly)
		b.Remove(0)
		expect("removal", Static)
		k := b.(Keeper)
		k.BeforeRestore()
		k.AfterRestore(nil)
		expect("restore", Static, Moving, QueryOnly, Kinematic)
	}
}
