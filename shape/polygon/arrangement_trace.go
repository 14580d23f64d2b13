package polygon

import (
	"cmp"
	"slices"
	"sort"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Region is the inside of an outer loop without the insides of its holes. In a result the outer
// loop is counter-clockwise, the holes are clockwise, and no loop passes a point twice.
type Region struct {
	Outer []mgl64.Vec2
	Holes [][]mgl64.Vec2
}

// Area returns the area of a region with the orientation of this package's results, in square
// metres.
func (r Region) Area() float64 {
	sum := loopArea(r.Outer)
	for _, h := range r.Holes {
		sum += loopArea(h)
	}
	return sum
}

// loopArea returns the area inside a loop, negative if it runs clockwise. The first point is the
// origin, so that a loop far out loses no digits.
func loopArea(loop []mgl64.Vec2) float64 {
	if len(loop) < 3 {
		return 0
	}
	origin, sum := geom.From(loop[0]), 0.0
	for i := 2; i < len(loop); i++ {
		sum += geom.From(loop[i-1]).Sub(origin).Cross(geom.From(loop[i]).Sub(origin))
	}
	return float64(sum / 2)
}

// Loops returns the loops of regions in one list, as the operations of this package take them.
func Loops(regions []Region) [][]mgl64.Vec2 {
	var loops [][]mgl64.Vec2
	for _, r := range regions {
		loops = append(append(loops, r.Outer), r.Holes...)
	}
	return loops
}

// regionTracer joins the border of a part of an arrangement to loops, and the loops to regions.
type regionTracer struct {
	*arrangement
	snapGrid
	border []int32 // per half-edge: 0 if the part is not on its left or is also on its right, else notTraced or a cycle, from 1 on
	cycles []borderCycle
	walk   []int32 // the points of the cycle being traced
	seen   []int32 // per point: where it is in loop, or noEdge
	loop   []int32
	leave  []uint8 // per point: the number of half-edges of the border that leave it, counted up to two
}

const notTraced = -1

// borderCycle is a walk along the border of a connected part, with the part on the left.
type borderCycle struct {
	region int32 // index of the region
	start  int32 // its leftmost point
	loops  [][]geom.Vec2
	outer  int // index of the outer loop, or noEdge
}

// regions returns the part of the plane in which inside accepts the winding numbers, as regions in
// the order of their leftmost points.
func (g *arrangement) regions(l snapGrid, inside func(windings) bool) []Region {
	var border []int32
	for h := range int32(2 * len(g.edges)) {
		if left, right := g.sides(h); inside(left) && !inside(right) {
			border = append(border, h)
		}
	}
	return newRegionTracer(g, l).regions(border)
}

func newRegionTracer(g *arrangement, l snapGrid) *regionTracer {
	t := &regionTracer{arrangement: g, snapGrid: l,
		border: make([]int32, 2*len(g.edges)), seen: make([]int32, len(g.points)), leave: make([]uint8, len(g.points))}
	for i := range t.seen {
		t.seen[i] = noEdge
	}
	return t
}

// regions traces a border: all half-edges with the part on their left and not on their right.
func (t *regionTracer) regions(border []int32) []Region {
	t.cycles = nil
	for _, h := range border {
		t.border[h] = notTraced
		from, _ := t.ends(h)
		t.leave[from] = min(t.leave[from]+1, 2)
	}
	sort.Sort(&byOrder{border, func(g, h int32) int { return cmp.Compare(t.place[g], t.place[h]) }})
	for _, h := range border { // by points from the left
		if t.border[h] == notTraced {
			t.trace(h)
		}
	}
	found := t.group()
	for _, h := range border { // for the next one
		t.border[h] = 0
		from, _ := t.ends(h)
		t.leave[from] = 0
	}
	return found
}

// group makes regions of the cycles, which are in the order of their leftmost points.
func (t *regionTracer) group() []Region {
	var found []Region
	for i := range t.cycles {
		c := &t.cycles[i]
		if c.outer >= 0 {
			c.region = int32(len(found))
			found = append(found, Region{})
		} else {
			c.region = t.regionLeftOf(c.start)
		}
		r := &found[c.region]
		for k, loop := range c.loops {
			if k == c.outer {
				r.Outer = mglPoints(loop)
			} else {
				r.Holes = append(r.Holes, mglPoints(loop))
			}
		}
	}
	return found
}

// regionLeftOf returns the region around a hole, given its leftmost point: it lies above the
// next edge of the border below, whose cycle begins farther left.
func (t *regionTracer) regionLeftOf(v int32) int32 {
	e := t.edgeBelow(v, func(e int32) bool { return t.border[2*e]|t.border[2*e+1] != 0 })
	return t.cycles[t.border[2*e]-1].region
}

// trace walks along the border from half-edge h, which leaves the leftmost point of its cycle. At
// each point it continues with the first border clockwise from the arriving half-edge, so only the
// inside lies between the two.
func (t *regionTracer) trace(h int32) {
	start, _ := t.ends(h)
	t.cycles = append(t.cycles, borderCycle{start: start, outer: noEdge})
	number := int32(len(t.cycles))
	t.walk = t.walk[:0]
	for t.border[h] == notTraced {
		t.border[h] = number
		from, to := t.ends(h)
		t.walk = append(t.walk, from)
		first, n := t.first[to], t.first[to+1]-t.first[to]
		for i := t.place[h^1] - first; ; {
			i = (i + n - 1) % n
			if h = t.around[first+i]; t.border[h] != 0 {
				break
			}
		}
	}
	t.split(&t.cycles[number-1])
}

// split cuts the walk into loops that pass no point twice. The area is connected, so at most one of
// these loops is an outer loop.
func (t *regionTracer) split(c *borderCycle) {
	t.loop = t.loop[:0]
	for _, v := range t.walk {
		if at := t.seen[v]; at >= 0 {
			t.emit(c, t.loop[at:])
			t.loop = t.loop[:at]
		}
		t.seen[v] = int32(len(t.loop))
		t.loop = append(t.loop, v)
	}
	t.emit(c, t.loop)
}

// emit adds a loop to a cycle, from its leftmost point on, without the points between two
// edges of one line. A point where borders meet stays.
func (t *regionTracer) emit(c *borderCycle, loop []int32) {
	n, leftmost := len(loop), 0
	for i, v := range loop {
		t.seen[v] = noEdge
		if v < loop[leftmost] {
			leftmost = i
		}
	}
	var corners []geom.Vec2
	at := func(i int) geom.Vec2 { return t.points[loop[(leftmost+i)%n]] }
	for i := range n {
		v := loop[(leftmost+i)%n]
		if t.leave[v] < 2 && geom.Orient(at(i+n-1), at(i), at(i+1)) == 0 {
			continue
		}
		corners = append(corners, t.world(t.points[v]))
	}
	if geom.Orient(at(n-1), at(0), at(1)) > 0 {
		c.outer = len(c.loops)
	}
	c.loops = append(c.loops, slices.Clip(corners))
}
