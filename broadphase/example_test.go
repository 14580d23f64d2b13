package broadphase_test

import (
	"fmt"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
)

func at(x float64) geom.Box32 {
	return geom.Box{Min: geom.Vec2{X: x}, Max: geom.Vec2{X: x + 1, Y: 1}}.ToBox32()
}

// Pairs reports each overlap once, when it begins.
func ExampleNewTree() {
	tree := broadphase.NewTree()
	tree.Insert(broadphase.Proxy{ID: 0, Class: broadphase.Immovable, Category: 1, Box: at(0)})
	tree.Insert(broadphase.Proxy{ID: 1, Class: broadphase.Moving, Category: 1, Box: at(5)})
	fmt.Println(tree.Pairs(nil))
	tree.Move(1, at(0.5))
	fmt.Println(tree.Pairs(nil))
	fmt.Println(tree.Pairs(nil))
	// Output:
	// []
	// [{0 1}]
	// []
}
