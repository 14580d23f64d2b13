package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
)

// depth returns the number of nodes on the longest path of a tree.
func (t *Tree) depth(n int32) int {
	deepest := 0
	for _, c := range t.nodes[n].child {
		if c.inner() {
			deepest = max(deepest, t.depth(int32(c)))
		}
	}
	return deepest + 1
}

// effort returns how many nodes a search visits for the overlaps of a proxy's
// box, on average.
func (t *Tree) effort(class Class) float64 {
	visits, searches := 0, 0
	for i, s := range t.state {
		if s&present == 0 || s.class() != class {
			continue
		}
		searches++
		box := rankBox(t.boxes[i])
		stack := []ref{ref(class)}
		for len(stack) > 0 {
			nd := &t.nodes[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			visits++
			for k := range 2 {
				if nd.child[k].inner() && nd.box[k].apart(&box) >= 0 {
					stack = append(stack, nd.child[k])
				}
			}
		}
	}
	return float64(visits) / float64(searches)
}

// keenTree returns a tree that takes in at once what is inserted, as one does
// that has been asked for something.
func keenTree() *Tree {
	tree := NewTree()
	for class := range Class(classes) {
		tree.freshen(class)
	}
	return tree
}

// TestDepthStaysLogarithmic inserts in the orders that are worst for greedy
// insertion, without ever giving the tree time to rebuild.
func TestDepthStaysLogarithmic(t *testing.T) {
	const n = 4000
	orders := map[string]func(i int) geom.Box32{
		"line":   func(i int) geom.Box32 { x := float32(i); return geom.Box32{MinX: x, MaxX: x + 1, MaxY: 1} },
		"nested": func(i int) geom.Box32 { x := float32(i + 1); return geom.Box32{MinX: -x, MinY: -x, MaxX: x, MaxY: x} },
		"shrink": func(i int) geom.Box32 { x := float32(n - i); return geom.Box32{MinX: -x, MinY: -x, MaxX: x, MaxY: x} },
		"growth": func(i int) geom.Box32 {
			x := float32(math.Pow(1.01, float64(i)))
			return geom.Box32{MinX: x, MaxX: x * 1.005, MaxY: 1}
		},
		"scales": func(i int) geom.Box32 {
			x := float32(math.Pow(1.9, float64(i%120)))
			return geom.Box32{MinX: -x / 3, MinY: -x, MaxX: x, MaxY: x / 2}
		},
		"same": func(int) geom.Box32 { return geom.Box32{MaxX: 1, MaxY: 1} },
		"all": func(int) geom.Box32 {
			inf := float32(math.Inf(1))
			return geom.Box32{MinX: -inf, MinY: -inf, MaxX: inf}
		},
	}
	for name, box := range orders {
		t.Run(name, func(t *testing.T) {
			tree := keenTree()
			for i := range n {
				tree.Insert(Proxy{ID: uint32(i), Box: box(i)})
				if i&(i-1) == 0 || i == n-1 {
					require.LessOrEqual(t, tree.depth(0), highest(i+1), "after %d", i+1)
				}
			}
			tree.Validate()
			require.LessOrEqual(t, tree.work.built, 12*n, "an insertion may rebuild log2(n) leaves on average")
			tree.Pairs(nil)
			tree.Validate()
			require.LessOrEqual(t, tree.depth(0), 24, "halving 4000 leaves takes 12 levels, uneven halves and large boxes take some more")
		})
	}
}

// TestQualityLasts: after hundreds of steps a search takes hardly longer than
// in a tree that is built anew, however few or many boxes move at a time.
func TestQualityLasts(t *testing.T) {
	for _, c := range []struct {
		every int
		most  float64
	}{{1, 1.25}, {5, 1.25}, {9, 1.1}, {64, 1.1}} { // an Update of many tolerates more
		tree, s := keenTree(), newSwarm(1000)
		s.fill(tree)
		for range 100 {
			s.fly(c.every)
			tree.Update(s.ids, s.next)
			tree.Pairs(nil)
			tree.freshen(Moving)
		}
		worn := tree.effort(Moving)
		tree.renovate(int32(Moving))
		require.Less(t, worn, c.most*tree.effort(Moving), "one in %d moves", c.every)
	}
}

// TestQualityUnderChurn: the same while proxies come and go one by one, without
// a rebuild in between.
func TestQualityUnderChurn(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	tree := keenTree()
	place := func(id uint32) {
		tree.Insert(Proxy{ID: id, Class: Resting, Category: 1, Box: randomBox(r, 40, 0.5, 2)})
	}
	for id := range uint32(1500) {
		place(id)
	}
	filled := tree.effort(Resting)
	for range 3000 {
		id := uint32(r.IntN(1500))
		tree.Remove(id)
		place(id)
	}
	tree.Validate()
	worn := tree.effort(Resting)
	tree.renovate(int32(Resting))
	fresh := tree.effort(Resting)
	require.Less(t, filled, 1.15*fresh)
	require.Less(t, worn, 1.15*fresh)
}

// TestHugeBoxesStayOnTop: a few boxes as wide as the world, or wider, slow down
// the searches of small ones by less than a visit each, on average.
func TestHugeBoxesStayOnTop(t *testing.T) {
	s := newSwarm(2000)
	plain, mixed := keenTree(), keenTree()
	s.fill(plain)
	s.fill(mixed)
	inf := float32(math.Inf(1))
	for i := range uint32(12) {
		box := s.boxes[i*90]
		box.MinX, box.MaxX = box.MinX-15, box.MaxX+15
		if i%2 == 0 {
			box.MinX, box.MaxX = -inf, inf
		}
		mixed.Insert(Proxy{ID: 5000 + i, Class: Moving, Box: box})
	}
	small := plain.effort(Moving)
	require.Less(t, mixed.effort(Moving), small+12, "inserted")
	mixed.renovate(int32(Moving))
	require.Less(t, mixed.effort(Moving), small+6, "rebuilt")
}

// TestNodesAreUsedAgain: a tree that is emptied and filled does not grow.
func TestNodesAreUsedAgain(t *testing.T) {
	tree, s := keenTree(), newSwarm(500)
	s.fill(tree)
	room := len(tree.nodes)
	require.Equal(t, classes+500-2, room, "the root holds two, and every further leaf brings a node")
	for range 3 {
		for id := range uint32(500) {
			tree.Remove(id)
		}
		tree.Validate()
		require.Zero(t, tree.Len())
		s.fill(tree)
		tree.Validate()
	}
	require.Len(t, tree.nodes, room)
}

// TestValidateFinds breaks every part of a tree and asks whether Validate notices.
func TestValidateFinds(t *testing.T) {
	breaks := map[string]func(t *Tree){
		"box":      func(t *Tree) { t.nodes[Moving].box[0].minX-- },
		"mask":     func(t *Tree) { t.nodes[Moving].mask[1] ^= 2 },
		"count":    func(t *Tree) { t.nodes[Moving].weight += oneLeaf },
		"height":   func(t *Tree) { t.nodes[Moving].weight-- },
		"parent":   func(t *Tree) { t.nodes[t.nodes[Moving].child[0]].parent = unplaced },
		"leaf":     func(t *Tree) { t.leafAt[7] ^= 1 },
		"class":    func(t *Tree) { t.state[7] = t.state[7]&^classBits | status(Resting) },
		"number":   func(t *Tree) { t.count[Moving]++ },
		"unlisted": func(t *Tree) { t.changed = t.changed[:len(t.changed)-1] },
		"unmarked": func(t *Tree) { t.state[7] &^= listed },
		"vacant":   func(t *Tree) { t.vacant = -1 },
		"column":   func(t *Tree) { t.old = t.old[:len(t.old)-1] },
		"blank":    func(t *Tree) { t.boxes[3] = geom.Box32{} },
		"empty":    func(t *Tree) { t.boxes[7].MaxX = t.boxes[7].MinX - 1 },
		"changed":  func(t *Tree) { t.boxes[20].MaxX++ },
	}
	for name, spoil := range breaks {
		t.Run(name, func(t *testing.T) {
			tree, s := keenTree(), newSwarm(40)
			s.fill(tree)
			tree.Pairs(nil)
			tree.Remove(3)
			tree.Move(7, s.boxes[7])
			tree.Validate()
			spoil(tree)
			require.Panics(t, tree.Validate)
		})
	}
}
