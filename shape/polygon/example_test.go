package polygon_test

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

func ExampleHull() {
	hull, err := polygon.Hull([]mgl64.Vec2{{0, 0}, {4, 0}, {2, 1}, {2, 0}, {4, 3}, {0, 3}, {4, 3}})
	fmt.Println(hull, err)
	// Output: [[0 0] [4 0] [4 3] [0 3]] <nil>
}

func ExampleMinkowskiSum() {
	box := []mgl64.Vec2{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}
	diamond := []mgl64.Vec2{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}
	sum, err := polygon.MinkowskiSum(box, diamond)
	fmt.Println(sum, err)
	// Output: [[-2 -1] [-1 -2] [1 -2] [2 -1] [2 1] [1 2] [-1 2] [-2 1]] <nil>
}

func ExampleSimplify() {
	coast := []mgl64.Vec2{{0, 0}, {1, 0.1}, {2, -0.1}, {3, 5}, {4, 6}, {5, 7}, {6, 8.1}, {7, 9}}
	rough, err := polygon.Simplify(coast, 0.5, false)
	fmt.Println(rough, err)
	// Output: [[0 0] [2 -0.1] [3 5] [7 9]] <nil>
}

func ExampleSimplifyByArea() {
	island := []mgl64.Vec2{{0, 0}, {5, 0.1}, {10, 0}, {10, 5}, {9.9, 6}, {10, 10}, {0, 10}}
	rough, err := polygon.SimplifyByArea(island, 0.6, true)
	fmt.Println(rough, err)
	// Output: [[0 0] [10 0] [10 10] [0 10]] <nil>
}

func ExampleTriangulate() {
	triangles, err := polygon.Triangulate([]mgl64.Vec2{{0, 0}, {2, 0}, {2, 2}, {1, 0.5}, {0, 2}})
	for _, t := range triangles {
		fmt.Println(t)
	}
	fmt.Println(err)
	// Output:
	// [[0 2] [0 0] [1 0.5]]
	// [[1 0.5] [2 0] [2 2]]
	// [[1 0.5] [0 0] [2 0]]
	// <nil>
}

func ExampleDecompose() {
	wall := []mgl64.Vec2{{0, 0}, {6, 0}, {6, 4}, {0, 4}}
	door := []mgl64.Vec2{{2, 1}, {4, 1}, {4, 3}, {2, 3}}
	parts, err := polygon.Decompose(wall, door)
	for _, part := range parts {
		fmt.Println(part)
	}
	fmt.Println(err)
	// Output:
	// [[2 3] [0 4] [0 0] [2 1]]
	// [[2 3] [4 3] [6 4] [0 4]]
	// [[4 3] [4 1] [6 0] [6 4]]
	// [[4 1] [2 1] [0 0] [6 0]]
	// <nil>
}

func ExampleOutlineTiles() {
	level := []string{
		"####",
		"#..#",
		"####",
	}
	loops, err := polygon.OutlineTiles(polygon.TileGrid{
		Width: 4, Height: 3, Size: 0.5,
		Solid: func(x, y int) bool { return level[2-y][x] == '#' },
	})
	for _, loop := range loops {
		fmt.Println(loop)
	}
	fmt.Println(err)
	// Output:
	// [[0 0] [2 0] [2 1.5] [0 1.5]]
	// [[0.5 0.5] [0.5 1] [1.5 1] [1.5 0.5]]
	// <nil>
}

func ExampleTileGrid() {
	// A grid without solid tiles has no outline.
	empty := polygon.TileGrid{Width: 8, Height: 8, Solid: func(x, y int) bool { return false }}
	loops, err := polygon.OutlineTiles(empty)
	fmt.Println(len(loops), err)

	// Two solid tiles that touch at a corner are joined there: one loop passes it twice.
	checkers := polygon.TileGrid{Width: 2, Height: 2, Solid: func(x, y int) bool { return x == y }}
	loops, _ = polygon.OutlineTiles(checkers)
	fmt.Println(loops)
	// Output:
	// 0 <nil>
	// [[[0 0] [1 0] [1 1] [2 1] [2 2] [1 2] [1 1] [0 1]]]
}

// Errors name the point at fault and can be told apart.
func ExampleDecompose_errors() {
	room := []mgl64.Vec2{{0, 0}, {4, 0}, {4, 4}, {0, 4}}
	outside := []mgl64.Vec2{{5, 1}, {6, 1}, {6, 2}}
	_, err := polygon.Decompose(room, outside)
	fmt.Println(err)
	fmt.Println(errors.Is(err, polygon.ErrHoleOutside))

	_, err = polygon.Decompose([]mgl64.Vec2{{0, 0}, {4, 4}, {4, 0}, {0, 4}})
	fmt.Println(err)
	// Output:
	// Holes[0][2]: {6 2} starts an edge of a hole that has no region around it
	// true
	// Outer[2]: {4 0} starts an edge that crosses the edge from Outer[0]
}

func ExampleUnion() {
	wall := [][]mgl64.Vec2{{{0, 0}, {6, 0}, {6, 4}, {0, 4}}, {{2, 1}, {4, 1}, {4, 3}, {2, 3}}} // with a window
	tower := [][]mgl64.Vec2{{{5, 0}, {8, 0}, {8, 7}, {5, 7}}}
	regions, err := polygon.Union(wall, tower, polygon.EvenOdd)
	for _, r := range regions {
		fmt.Println(r.Outer, r.Holes, r.Area())
	}
	fmt.Println(err)
	// Output:
	// [[0 0] [8 0] [8 7] [5 7] [5 4] [0 4]] [[[2 1] [2 3] [4 3] [4 1]]] 37
	// <nil>
}

// A hole in the ground, and the pieces of what is left as convex polygons.
func ExampleDifference() {
	ground := [][]mgl64.Vec2{{{-8, -4}, {8, -4}, {8, 0}, {-8, 0}}}
	blast := [][]mgl64.Vec2{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}
	regions, err := polygon.Difference(ground, blast, polygon.EvenOdd)
	for _, r := range regions {
		parts, err := polygon.Decompose(r.Outer, r.Holes...)
		fmt.Println(len(parts), "convex parts", err)
	}
	fmt.Println(err)
	// Output:
	// 3 convex parts <nil>
	// <nil>
}

func ExampleOffset() {
	room := [][]mgl64.Vec2{{{0, 0}, {4, 0}, {4, 3}, {0, 3}}}
	reachable, err := polygon.Offset(room, polygon.OffsetDef{Distance: -0.5}) // for a body of radius 0.5
	fmt.Println(reachable[0].Outer, err)
	// Output: [[0.5 0.5] [3.5 0.5] [3.5 2.5] [0.5 2.5]] <nil>
}

func ExampleCut() {
	plank := [][]mgl64.Vec2{{{0, 0}, {4, 0}, {4, 1}, {0, 1}}}
	left, right, err := polygon.Cut(plank, mgl64.Vec2{1, 0}, mgl64.Vec2{1, 1}, polygon.EvenOdd)
	fmt.Println(left[0].Outer, right[0].Outer, err)
	// Output: [[0 0] [1 0] [1 1] [0 1]] [[1 0] [4 0] [4 1] [1 1]] <nil>
}

func ExampleShatter() {
	pane := [][]mgl64.Vec2{{{0, 0}, {4, 0}, {4, 2}, {0, 2}}}
	pieces, err := polygon.Shatter(pane, []mgl64.Vec2{{1, 1}, {2, 1}, {3.5, 1}}, polygon.EvenOdd)
	for _, regions := range pieces {
		fmt.Println(regions[0].Area())
	}
	fmt.Println(err)
	// Output:
	// 3
	// 2.5
	// 2.5
	// <nil>
}

func ExampleContour() {
	hill := polygon.ScalarGrid{Width: 3, Height: 3, Values: []float64{
		0, 0, 0,
		0, 4, 0,
		0, 0, 0,
	}}
	loops, err := polygon.Contour(hill, 1)
	fmt.Println(loops, err)
	// Output: [[[0.25 1] [1 0.25] [1.75 1] [1 1.75]]] <nil>
}
