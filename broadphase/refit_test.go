package broadphase

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
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
