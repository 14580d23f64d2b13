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

// visitsPerQuery returns how many nodes a search visits for the overlaps of a proxy's
// box, on average.
func (t *Tree) visitsPerQuery(class Class) float64 {
	visits, searches := 0, 0
	for i, s := range t.state {
		if s&flagPresent == 0 || s.class() != class {
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
				if nd.child[k].inner() && nd.box[k].overlapSign(&box) >= 0 {
					stack = append(stack, nd.child[k])
				}
			}
		}
	}
	return float64(visits) / float64(searches)
}

// freshTree returns a tree without dirty parts, so that it links inserted proxies at
// once.
func freshTree() *Tree {
	tree := NewTree()
	for class := range Class(classes) {
		tree.ensureFresh(1 << class)
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
			tree := freshTree()
			for i := range n {
				tree.Insert(Proxy{ID: uint32(i), Box: box(i)})
				if i&(i-1) == 0 || i == n-1 {
					require.LessOrEqual(t, tree.depth(0), heightLimit(i+1), "after %d", i+1)
				}
			}
			tree.Validate()
			require.LessOrEqual(t, tree.builder.leavesBuilt, 12*n, "an insertion may rebuild log2(n) leaves on average")
			tree.Pairs(nil)
			tree.Validate()
			require.LessOrEqual(t, tree.depth(0), 24, "halving 4000 leaves takes 12 levels, uneven halves and large boxes take some more")
		})
	}
}

// TestTreeQualityUnderMotion: after hundreds of steps a search takes hardly longer than
// in a tree that was just rebuilt, however few or many boxes move at a time.
func TestTreeQualityUnderMotion(t *testing.T) {
	for _, c := range []struct {
		every int
		limit float64
	}{{1, 1.25}, {5, 1.25}, {9, 1.1}, {64, 1.1}} { // an Update of many boxes lets the cost grow more
		tree, s := freshTree(), newBoxCloud(1000)
		s.fill(tree)
		for range 100 {
			s.step(c.every)
			tree.Update(s.ids, s.newBoxes)
			tree.Pairs(nil)
			tree.ensureFresh(1 << Moving)
		}
		used := tree.visitsPerQuery(Moving)
		tree.rebuildTree(int32(Moving))
		require.Less(t, used, c.limit*tree.visitsPerQuery(Moving), "one in %d moves", c.every)
	}
}

// TestTreeQualityUnderChurn: the same while proxies are inserted and removed one by one, without
// a rebuild in between.
func TestTreeQualityUnderChurn(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	tree := freshTree()
	insert := func(id uint32) {
		tree.Insert(Proxy{ID: id, Class: Static, Category: 1, Box: randomBox(r, 40, 0.5, 2)})
	}
	for id := range uint32(1500) {
		insert(id)
	}
	filled := tree.visitsPerQuery(Static)
	for range 3000 {
		id := uint32(r.IntN(1500))
		tree.Remove(id)
		insert(id)
	}
	tree.Validate()
	used := tree.visitsPerQuery(Static)
	tree.rebuildTree(int32(Static))
	rebuilt := tree.visitsPerQuery(Static)
	require.Less(t, filled, 1.15*rebuilt)
	require.Less(t, used, 1.15*rebuilt)
}

// TestHugeBoxesDoNotSlowSmallQueries: a few boxes as wide as the world, or wider, slow down
// the searches of small ones by less than a visit each, on average.
func TestHugeBoxesDoNotSlowSmallQueries(t *testing.T) {
	s := newBoxCloud(2000)
	plain, mixed := freshTree(), freshTree()
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
	small := plain.visitsPerQuery(Moving)
	require.Less(t, mixed.visitsPerQuery(Moving), small+12, "inserted")
	mixed.rebuildTree(int32(Moving))
	require.Less(t, mixed.visitsPerQuery(Moving), small+6, "rebuilt")
}

// TestNodesAreReused: a tree that is emptied and filled does not grow.
func TestNodesAreReused(t *testing.T) {
	tree, s := freshTree(), newBoxCloud(500)
	s.fill(tree)
	nodeCount := len(tree.nodes)
	require.Equal(t, classes+500-2, nodeCount, "the root holds two, and every further leaf brings a node")
	for range 3 {
		for id := range uint32(500) {
			tree.Remove(id)
		}
		tree.Validate()
		require.Zero(t, tree.Len())
		s.fill(tree)
		tree.Validate()
	}
	require.Len(t, tree.nodes, nodeCount)
}

// TestValidateFindsCorruption corrupts every part of a tree, which Validate must find.
func TestValidateFindsCorruption(t *testing.T) {
	corruptions := map[string]func(t *Tree){
		"box":       func(t *Tree) { t.nodes[Moving].box[0].minX-- },
		"mask":      func(t *Tree) { t.nodes[Moving].mask[1] ^= 2 },
		"count":     func(t *Tree) { t.nodes[Moving].weight += oneLeaf },
		"height":    func(t *Tree) { t.nodes[Moving].weight-- },
		"parent":    func(t *Tree) { t.nodes[t.nodes[Moving].child[0]].parent = noSlot },
		"leaf":      func(t *Tree) { t.leafSlot[7] ^= 1 },
		"class":     func(t *Tree) { t.state[7] = t.state[7]&^classMask | status(Static) },
		"number":    func(t *Tree) { t.count[Moving]++ },
		"unlisted":  func(t *Tree) { t.changed = t.changed[:len(t.changed)-1] },
		"unmarked":  func(t *Tree) { t.state[7] &^= flagChanged },
		"free list": func(t *Tree) { t.freeHead = -1 },
		"column":    func(t *Tree) { t.old = t.old[:len(t.old)-1] },
		"free box":  func(t *Tree) { t.boxes[3] = geom.Box32{} },
		"empty":     func(t *Tree) { t.boxes[7].MaxX = t.boxes[7].MinX - 1 },
		"changed":   func(t *Tree) { t.boxes[20].MaxX++ },
	}
	for name, corrupt := range corruptions {
		t.Run(name, func(t *testing.T) {
			tree, s := freshTree(), newBoxCloud(40)
			s.fill(tree)
			tree.Pairs(nil)
			tree.Remove(3)
			tree.Move(7, s.boxes[7])
			tree.Validate()
			corrupt(tree)
			require.Panics(t, tree.Validate)
		})
	}
}
