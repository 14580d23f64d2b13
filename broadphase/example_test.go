package broadphase_test

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
)

// square returns a box with sides of one metre.
func square(x, y float32) geom.Box32 { return geom.Box32{MinX: x, MinY: y, MaxX: x + 1, MaxY: y + 1} }

// row returns a Tree with five squares along the x axis, two metres from one to the
// next, that belong to category 1.
func row() *broadphase.Tree {
	tree := broadphase.NewTree()
	for id := range uint32(5) {
		tree.Insert(broadphase.Proxy{ID: id, Class: broadphase.Moving, Category: 1, Box: square(2*float32(id), 0)})
	}
	return tree
}

// Pairs reports each overlap once, when it begins.
func ExampleTree() {
	tree := broadphase.NewTree()
	tree.Insert(broadphase.Proxy{ID: 0, Class: broadphase.Static, Category: 1, Box: square(0, 0)})
	tree.Insert(broadphase.Proxy{ID: 1, Class: broadphase.Moving, Category: 1, Box: square(5, 0)})
	fmt.Println(tree.Pairs(nil))
	tree.Move(1, square(0.5, 0))
	fmt.Println(tree.Pairs(nil))
	fmt.Println(tree.Pairs(nil))
	// Output:
	// []
	// [{0 1}]
	// []
}

// All implementations report the same pairs in the same order.
func ExampleBroadphase() {
	for _, b := range []broadphase.Broadphase{broadphase.NewTree(), broadphase.NewSweep(), broadphase.NewBrute()} {
		for id := range uint32(4) {
			b.Insert(broadphase.Proxy{ID: id, Class: broadphase.Moving, Category: 1, Box: square(0.75*float32(id), 0)})
		}
		fmt.Println(b.Len(), "boxes", b.Pairs(nil))
	}
	// Output:
	// 4 boxes [{0 1} {1 2} {2 3}]
	// 4 boxes [{0 1} {1 2} {2 3}]
	// 4 boxes [{0 1} {1 2} {2 3}]
}

// A Sweep sorts boxes by their left edges. Update moves many boxes at once.
func ExampleSweep() {
	sweep := broadphase.NewSweep()
	for id := range uint32(3) {
		sweep.Insert(broadphase.Proxy{ID: id, Class: broadphase.Moving, Category: 1, Box: square(10*float32(id), 0)})
	}
	sweep.Update([]uint32{0, 2}, []geom.Box32{square(9.5, 0), square(10.5, 0.5)})
	fmt.Println(sweep.Pairs(nil))
	fmt.Println(sweep.Box(2).MinX)
	// Output:
	// [{0 1} {0 2} {1 2}]
	// 10.5
}

// A Brute compares every box with every other, which serves for a few dozen.
func ExampleBrute() {
	brute := broadphase.NewBrute()
	brute.Insert(broadphase.Proxy{ID: 7, Class: broadphase.Static, Category: 1, Box: square(0, 0)})
	brute.Insert(broadphase.Proxy{ID: 8, Class: broadphase.Static, Category: 1, Box: square(0.5, 0)})
	fmt.Println(brute.Pairs(nil)) // two immovable boxes are no pair
	brute.Reclassify(8, broadphase.Moving, 1)
	fmt.Println(brute.Pairs(nil))
	// Output:
	// []
	// [{7 8}]
}

// Invalidate asks for the pairs of a proxy again, for example when the rules by which
// a game ignores pairs have changed. A removed proxy is in no pair and its ID is free.
func ExampleTree_Invalidate() {
	tree := broadphase.NewTree()
	tree.Insert(broadphase.Proxy{ID: 0, Class: broadphase.Moving, Category: 1, Box: square(0, 0)})
	tree.Insert(broadphase.Proxy{ID: 1, Class: broadphase.Moving, Category: 1, Box: square(0.5, 0)})
	fmt.Println(tree.Pairs(nil), tree.Pairs(nil))
	tree.Invalidate(0)
	fmt.Println(tree.Pairs(nil))
	tree.Invalidate(0)
	tree.Remove(1)
	fmt.Println(tree.Pairs(nil), tree.Len())
	// Output:
	// [{0 1}] []
	// [{0 1}]
	// [] 1
}

// A query visits the proxies whose boxes overlap a box, in no order that a caller
// should rely on.
func ExampleTree_Query() {
	tree := row()
	var found []uint32
	tree.Query(broadphase.AllClasses, geom.Box32{MinX: 1.5, MinY: 0, MaxX: 4.5, MaxY: 1}, 1, func(id uint32) bool {
		found = append(found, id)
		return true // go on
	})
	slices.Sort(found)
	fmt.Println(found)
	// Output: [1 2]
}

// A proxy of the class QueryOnly is in no pair. QueryClasses looks for some classes alone.
func ExampleTree_QueryClasses() {
	tree := row()
	tree.Insert(broadphase.Proxy{ID: 9, Class: broadphase.QueryOnly, Category: 1, Box: square(2.5, 0)})
	fmt.Println(tree.Pairs(nil))
	tree.QueryClasses(1<<broadphase.QueryOnly, square(3, 0), 1, func(id uint32) bool {
		fmt.Println("zone", id)
		return true
	})
	// Output:
	// []
	// zone 9
}

// A ray visits boxes. The visitor returns how far the ray shall go on: here it stops at
// the left side of the nearest box, so boxes behind that are not visited any more.
func ExampleTree_RayCast() {
	tree := row()
	ray := geom.Ray{Origin: geom.Vec2{X: 1.5, Y: 0.5}, Translation: geom.Vec2{X: 100}}
	nearest, fraction := uint32(0), 1.0
	tree.RayCast(ray, 0, 1, 1, func(id uint32, limit float64) float64 {
		t := (float64(tree.Box(id).MinX) - ray.Origin.X) / ray.Translation.X
		if t < 0 || t > limit {
			return limit // no hit: go on as far as before
		}
		nearest, fraction = id, t
		return t
	})
	fmt.Println(nearest, ray.At(fraction))
	// Output: 1 {2 0.5}
}

// A moving box visits everything that it meets on its way.
func ExampleTree_BoxCast() {
	tree := row()
	var met []uint32
	tree.BoxCast(square(4, 5), geom.Vec2{X: 2, Y: -4.5}, 1, 1, func(id uint32, limit float64) float64 {
		met = append(met, id)
		return limit // look for all of them
	})
	slices.Sort(met)
	fmt.Println(met)
	// Output: [3]
}

// Boxes gives all boxes without a call for each, for example to draw them.
func ExampleTree_Boxes() {
	tree := row()
	tree.Remove(1)
	for id, b := range tree.Boxes() {
		if b.MinX <= b.MaxX { // the box of a free ID is not a number
			fmt.Print(id, ":", b.MinX, " ")
		}
	}
	fmt.Println()
	// Output: 0:0 2:4 3:6 4:8
}

// A test of a program that drives a broadphase may call Validate after each change.
func ExampleTree_Validate() {
	tree := row()
	for id := range uint32(5) {
		tree.Move(id, square(0, float32(id)))
		tree.Validate()
	}
	fmt.Println(len(tree.Pairs(nil)))
	// Output: 4
}

// A Grid takes the whole list at once. The ID of a box is its index.
func ExampleGrid() {
	var grid broadphase.Grid
	var pairs []broadphase.Pair
	boxes := []geom.Box32{square(0, 0), square(5, 5), square(0.5, 0.5), square(5.5, 5)}
	pairs = grid.Pairs(pairs[:0], boxes)
	fmt.Println(pairs)
	boxes[1] = square(1, 1)
	pairs = grid.Pairs(pairs[:0], boxes)
	fmt.Println(pairs)
	// Output:
	// [{0 2} {1 3}]
	// [{0 1} {0 2} {1 2}]
}

// A mirror answers as the tree did when it was copied.
func ExampleMirror() {
	tree := row()
	var mirror broadphase.Mirror
	mirror.Copy(tree)
	tree.Move(0, square(100, 0))
	mirror.Queries().Query(broadphase.AllClasses, square(0, 0), 1, func(id uint32) bool {
		fmt.Println("box", id, "was here")
		return true
	})
	// Output:
	// box 0 was here
}
