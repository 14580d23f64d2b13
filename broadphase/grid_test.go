package broadphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

// TestPackedBoxOverlapIsExact compares packed boxes with their sides, at all
// distances that occur between neighbouring cells and around all wraps.
func TestPackedBoxOverlapIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	overlapping := 0
	for range 300000 {
		at := func() int64 { return int64(int32(r.Uint32())>>2 + 1<<29) }
		x, y := at(), at()
		interval := func(v int64) (lo, hi int64) {
			lo = v + int64(r.IntN(1200)) - 600
			return lo, lo + int64(r.IntN(255))
		}
		ax0, ax1 := interval(x)
		ay0, ay1 := interval(y)
		bx0, bx1 := interval(x)
		by0, by1 := interval(y)
		a, b := packBox(ax0, ay0, ax1, ay1), packBox(bx0, by0, bx1, by1)
		want := ax0 <= bx1 && bx0 <= ax1 && ay0 <= by1 && by0 <= ay1
		if want {
			overlapping++
		}
		if (a.apart(b.probe()) == 0) != want || (b.apart(a.probe()) == 0) != want {
			t.Fatalf("%d..%d, %d..%d and %d..%d, %d..%d: touch is not %v", ax0, ax1, ay0, ay1, bx0, bx1, by0, by1, want)
		}
	}
	require.Greater(t, overlapping, 3000)
}

// TestPackedPairsKeepEveryNewPair compares packed pairs with the boxes that they are made of, at
// all distances that occur between neighbouring cells: a pair that is new is never left out, and
// few that are not are kept. Old boxes lie where the present ones do, near them, far away or
// nowhere.
func TestPackedPairsKeepEveryNewPair(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	level := gridLevel{scale: 100}
	isNew, resting, keptResting := 0, 0, 0
	for range 300000 {
		x, y := float64(r.IntN(20000)-10000), float64(r.IntN(20000)-10000)
		boxes := [2]geom.Box32{boxNear(r, x, y, 3), boxNear(r, x, y, 3)}
		var old [2]geom.Box32
		for i, b := range boxes {
			switch r.IntN(8) {
			case 0:
				old[i] = noBox
			case 1:
				old[i] = boxNear(r, float64(b.MinX), float64(b.MinY), 25)
			case 2:
				// A multiple of 2^15 quanta and not much more.
				old[i] = boxNear(r, float64(b.MinX)+327.68*float64(r.IntN(5)-2), float64(b.MinY)+327.68*float64(r.IntN(5)-2), 3)
			case 3:
				old[i] = geom.Box32{MinX: b.MinX - 300*r.Float32(), MinY: b.MinY, MaxX: b.MaxX, MaxY: b.MaxY + 30*r.Float32()}
			case 4:
				old[i] = geom.Box32{MinX: b.MinX + 0.01, MinY: b.MinY - 0.01, MaxX: b.MaxX + 0.01, MaxY: b.MaxY - 0.01}
			default:
				old[i] = b
			}
		}
		var a, b entry
		if !level.locate(&a, &boxes[0], &old[0]) || !level.locate(&b, &boxes[1], &old[1]) {
			t.Fatalf("%v or %v has no cell", boxes[0], boxes[1])
		}
		if max(a.cell.x-b.cell.x, b.cell.x-a.cell.x, a.cell.y-b.cell.y, b.cell.y-a.cell.y) > 1 {
			require.False(t, boxes[0].Overlaps(boxes[1]), "boxes overlap across cells")
			continue
		}
		keep := a.packed.maybeNew(b.packed.probe()) < 0
		require.True(t, keep == (b.packed.maybeNew(a.packed.probe()) < 0), "the answer depends on the order")
		if !boxes[0].Overlaps(boxes[1]) {
			continue
		}
		if old == boxes {
			resting++
			if keep {
				keptResting++
			}
		}
		if !old[0].Overlaps(old[1]) {
			isNew++
			require.True(t, keep, "%v and %v, before %v and %v: left out", boxes[0], boxes[1], old[0], old[1])
		}
	}
	require.Greater(t, isNew, 3000)
	require.Less(t, keptResting, resting/20)
}

// boxNear returns a box no longer than 2.5 whose lower left corner is not far from a point.
func boxNear(r *rand.Rand, x, y, far float64) geom.Box32 {
	x, y = x+far*(r.Float64()-0.5), y+far*(r.Float64()-0.5)
	return geom.Box{Min: geom.Vec2{X: x, Y: y}, Max: geom.Vec2{X: x + 2.5*r.Float64(), Y: y + 2.5*r.Float64()}}.ToBox32()
}

// TestBucketBoundsSize: a box is never larger than the top of its bucket, nor much smaller.
func TestBucketBoundsSize(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	for range 20000 {
		b := randomBox(r, 100, 1e-4, 1e4)
		size := float64(max(b.MaxX-b.MinX, b.MaxY-b.MinY))
		top := bucketTop(bucketOf(&b))
		require.True(t, size <= top && size >= top*0.94, "size %v in a bucket up to %v", size, top)
	}
}

// gridCase is a world that the grid lays out in a certain way.
type gridCase struct {
	name      string
	boxes     func(r *rand.Rand) []geom.Box32
	levels    int
	dense     bool // the finest level
	oversized int  // at least
}

func randomBoxes(r *rand.Rand, n int, half, smallest, largest float64) []geom.Box32 {
	var boxes []geom.Box32
	for range n {
		boxes = append(boxes, randomBox(r, half, smallest, largest))
	}
	return boxes
}

var gridCases = []gridCase{
	{"pile", func(r *rand.Rand) []geom.Box32 { return randomBoxes(r, 900, 15, 0.9, 1) }, 1, true, 0},
	{"mixed", func(r *rand.Rand) []geom.Box32 { return randomBoxes(r, 900, 7, 0.2, 1) }, 2, true, 0},
	{"two sizes", func(r *rand.Rand) []geom.Box32 {
		return append(randomBoxes(r, 600, 2, 0.1, 0.11), randomBoxes(r, 300, 10, 3, 3.1)...)
	}, 2, true, 0},
	{"a few large", func(r *rand.Rand) []geom.Box32 {
		return append(randomBoxes(r, 900, 15, 0.9, 1), randomBoxes(r, 5, 15, 8, 30)...)
	}, 1, true, 3},
	{"one box far away", func(r *rand.Rand) []geom.Box32 {
		far := geom.Box32{MinX: 1e5, MinY: -3e5, MaxX: 1e5 + 0.9375, MaxY: -3e5}
		return append(randomBoxes(r, 900, 15, 0.9, 1), far)
	}, 1, false, 0},
	{"far strays", func(r *rand.Rand) []geom.Box32 {
		return append(randomBoxes(r, 900, 15, 0.9, 1),
			geom.Box32{MinX: -1e18, MaxX: -1e18}, geom.Box32{MinX: 1e18, MaxX: 1e18},
			geom.Box32{MinY: -1e18, MaxY: -1e18}, geom.Box32{MinY: 1e18, MaxY: 1e18})
	}, 1, true, 4},
	{"sparse", func(r *rand.Rand) []geom.Box32 { return randomBoxes(r, 900, 4000, 10, 100) }, 3, false, 0},
	{"sparse under a sheet", func(r *rand.Rand) []geom.Box32 {
		return append(randomBoxes(r, 900, 4000, 10, 100), geom.Box32{MinX: -9000, MinY: -8000, MaxX: 7000, MaxY: 9000})
	}, 3, false, 1},
	{"many far out", func(r *rand.Rand) []geom.Box32 {
		boxes := randomBoxes(r, 400, 15, 0.9, 1)
		for i := range boxes[:120] {
			b := &boxes[i*3]
			b.MinX, b.MaxX = 1e12+1e6*b.MinX, 1e12+1e6*b.MinX
		}
		return boxes
	}, 1, true, 120},
	{"two clusters", func(r *rand.Rand) []geom.Box32 {
		boxes := randomBoxes(r, 900, 15, 0.9, 1)
		for i := range boxes[:450] {
			boxes[i].MinX, boxes[i].MaxX = boxes[i].MinX+1e5, boxes[i].MaxX+1e5
		}
		return boxes
	}, 1, false, 0},
	{"line", func(r *rand.Rand) []geom.Box32 {
		var boxes []geom.Box32
		for i := range 900 {
			boxes = append(boxes, geom.Box32{MinX: float32(i) * 0.9, MaxX: float32(i)*0.9 + 1, MaxY: 1})
		}
		return boxes
	}, 1, true, 0},
	{"points", func(r *rand.Rand) []geom.Box32 {
		var boxes []geom.Box32
		for i := range 300 {
			x := float32(i % 20)
			boxes = append(boxes, geom.Box32{MinX: x, MinY: 1, MaxX: x, MaxY: 1})
		}
		return boxes
	}, 1, false, 0},
}

// TestGridLayouts: the grid chooses the layout that it should, and finds the
// same pairs in each as Brute, when all are new and when some have moved.
func TestGridLayouts(t *testing.T) {
	for i, c := range gridCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(8, 10+uint64(i)))
			boxes := c.boxes(r)
			tree, brute := NewTree(), NewBrute()
			tree.SetPool(par.New(1 + i%3))
			for id, b := range boxes {
				tree.Insert(Proxy{ID: uint32(id), Class: Moving, Box: b})
				brute.Insert(Proxy{ID: uint32(id), Class: Moving, Box: b})
			}
			for id := range uint32(200) { // ground below them
				p := Proxy{ID: 2000 + id, Class: Static, Box: boxes[r.IntN(len(boxes))]}
				tree.Insert(p)
				brute.Insert(p)
			}
			for step := range 4 {
				want, got := brute.Pairs(nil), tree.Pairs(nil)
				require.True(t, slices.Equal(want, got), "step %d: %d pairs, wanted %d", step, len(got), len(want))
				g := &tree.grid
				if step == 0 {
					require.Len(t, g.levels, c.levels)
					require.Equal(t, c.dense, g.levels[len(g.levels)-1].stride != 0)
					require.GreaterOrEqual(t, len(g.oversized), c.oversized)
				}
				last := g.levels[len(g.levels)-1]
				slots, located := int(last.base)+int(last.mask)+segmentCells, 0
				if last.stride != 0 {
					slots = int(last.base + last.stride*(last.high.y-last.low.y+2))
				}
				for i := range g.levels {
					located += g.levels[i].count
				}
				require.LessOrEqual(t, slots, 8*len(boxes)+200*len(g.levels), "memory is linear")
				require.Equal(t, len(boxes), located+len(g.oversized))
				for id := range uint32(len(boxes)) {
					if step%2 == 0 || r.IntN(4) == 0 { // all, or so few that they look around
						b := tree.Box(id)
						x, y := (r.Float32()-0.5)*(b.MaxX-b.MinX), (r.Float32()-0.5)*(b.MaxY-b.MinY)
						b = geom.Box32{MinX: b.MinX + x, MinY: b.MinY + y, MaxX: b.MaxX + x, MaxY: b.MaxY + y}
						tree.Move(id, b)
						brute.Move(id, b)
					}
				}
				for id := uint32(2000); id < 2200; id += 7 {
					b := boxes[r.IntN(len(boxes))]
					tree.Move(id, b)
					brute.Move(id, b)
				}
			}
		})
	}
}

// TestGridIsNotQuadraticWithBoxesInOneCell: the worst layout, thousands of small boxes in
// one place beside large ones, does not make the search quadratic.
func TestGridIsNotQuadraticWithBoxesInOneCell(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	tree := NewTree()
	for id, b := range append(randomBoxes(r, 4000, 0.4, 0.001, 0.0011), randomBoxes(r, 4000, 200, 5, 5.1)...) {
		tree.Insert(Proxy{ID: uint32(id), Class: Moving, Box: b})
	}
	tree.Pairs(nil)
	g := &tree.grid
	fullest := int32(0)
	for i := 1; i < len(g.slotEnds); i++ {
		fullest = max(fullest, g.slotEnds[i]-g.slotEnds[i-1])
	}
	require.Less(t, fullest, int32(40))
}

// All passes over the boxes of the grid are cut into blocks, but those that count them by cell.
func TestGridIsMadeInBlocks(t *testing.T) {
	pool := par.New(4)
	defer pool.Close()
	var trace par.Trace
	pool.SetTrace(&trace)
	tree := NewTree()
	tree.SetPool(pool)
	const boxes = 5000
	for i := range uint32(boxes) {
		x := float32(i)
		tree.Insert(Proxy{ID: i, Box: geom.Box32{MinX: x, MinY: 0, MaxX: x + 1.5, MaxY: 1}, Class: Moving, Category: 1})
	}
	require.Len(t, tree.Pairs(nil), boxes-1)
	require.True(t, tree.pairSearch.useGrid)
	var blocks []int
	for _, s := range trace.Stages {
		blocks = append(blocks, s.Blocks)
	}
	require.Len(t, blocks, stageCount)
	for _, stage := range []int{stageCountSizes, stageLocate, stageFindSlots, stageScatter, stageCommit} {
		require.Greater(t, blocks[stage], 1, "stage %d: %v", stage, blocks)
	}
	require.Equal(t, pool.Workers()+par.Blocks(boxes, commitBlock), blocks[stageCommit], "the pairs of each worker are sorted beside the commit")
}

// A block with more steps than can wait runs them in parts: all boxes are in a few cells.
func TestSearchOfCrowdedCells(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, half := range []float64{0.3, 1.5} {
		boxes := randomBoxes(r, 900, half, 0.9, 1)
		require.Equal(t, allPairs(boxes), new(Grid).Pairs(nil, boxes))
	}
}

// One Grid after the other sees lists of all lengths and sizes of boxes, so that
// nothing of a call may be left in the next. The pairs of all boxes with all others
// are the oracle.
func TestGridFindsAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 17))
	shared := new(Grid)
	shared.SetPool(par.New(3))
	for _, g := range []*Grid{new(Grid), shared} {
		for round := range 60 {
			boxes := make([]geom.Box32, r.IntN(400))
			largest := []float64{0.5, 5, 100}[round%3]
			for i := range boxes {
				boxes[i] = randomBox(r, 10, 0.1, largest)
			}
			addSpecialBoxes(r, boxes)
			require.Equal(t, allPairs(boxes), g.Pairs(nil, boxes))
			g.tree.Validate()
		}
	}
}

// addSpecialBoxes puts a few boxes that are empty, infinite or far away into a list.
func addSpecialBoxes(r *rand.Rand, boxes []geom.Box32) {
	if len(boxes) == 0 {
		return
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, b := range []geom.Box32{
		{MinX: 1, MaxX: -1}, {MinX: nan, MinY: nan, MaxX: nan, MaxY: nan}, {MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf},
		{MinX: 0, MinY: -inf, MaxX: 1, MaxY: 0}, {MinX: 1e30, MinY: 1e30, MaxX: 1e30, MaxY: 1e30}, {MaxX: 1e30, MaxY: 1e30},
	} {
		boxes[r.IntN(len(boxes))] = b
	}
}

// allPairs compares every box with every other.
func allPairs(boxes []geom.Box32) []Pair {
	var pairs []Pair
	for i := range boxes {
		for j := i + 1; j < len(boxes); j++ {
			if !isEmptyBox(boxes[i]) && !isEmptyBox(boxes[j]) && boxesOverlap(boxes[i], boxes[j]) {
				pairs = append(pairs, Pair{uint32(i), uint32(j)})
			}
		}
	}
	return pairs
}

func TestGridDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 18))
	boxes := make([]geom.Box32, 1000)
	for i := range boxes {
		boxes[i] = randomBox(r, 20, 0.1, 3)
	}
	g := new(Grid)
	pairs := g.Pairs(nil, boxes)
	for range 8 {
		g.Pairs(pairs[:0], boxes)
	}
	require.NotEmpty(t, pairs)
	require.Zero(t, testing.AllocsPerRun(20, func() { pairs = g.Pairs(pairs[:0], boxes) }))
}
