package polygon

import (
	"slices"
	"sort"

	"github.com/carom2d/carom/geom"
)

// segment is an edge of an outline between two points by their numbers, directed. The winding
// numbers of the operands A and B are larger by a and b on its left than on its right.
type segment struct {
	from, to int32
	a, b     int32
}

// snapper turns segments that cross, touch and overlap in any way into edges that share at
// most end points, by snap rounding (Hobby, Practical Segment Intersection with Finite
// Precision Output, 1999; Guibas and Marimont, Rounding Arrangements Dynamically, 1998).
//
// A pixel is hot if a segment begins, ends or crosses another in it. Each segment becomes the
// chain of the hot pixels that it passes, from middle to middle. The chains cross nowhere, and
// none is farther than half a diagonal of a pixel from its segment. Both follow from exact
// decisions about pixels alone; no tolerance is involved.
type snapper struct {
	points   []geom.Vec2 // of the lattice, sorted by x and then y
	segments []segment
}

// snap returns the points of the hot pixels, sorted, and the edges between them. Edges that lie on
// each other become one edge. Edges without effect on a winding number are removed.
func snap(points []geom.Vec2, segments []segment) ([]geom.Vec2, []segment) {
	s := &snapper{}
	s.collect(points, segments)
	tree := newBoxTree(s.segments, s.points)
	hot := s.hotPoints(tree)
	return hot, mergeEdges(s.chains(tree, hot))
}

// collect copies the input. It joins equal points and drops segments of no length.
func (s *snapper) collect(points []geom.Vec2, segments []segment) {
	s.points = sortPoints(slices.Clone(points))
	number := make([]int32, len(points))
	for i, p := range points {
		k, _ := slices.BinarySearchFunc(s.points, p, comparePoints)
		number[i] = int32(k)
	}
	s.segments = make([]segment, 0, len(segments))
	for _, e := range segments {
		e.from, e.to = number[e.from], number[e.to]
		if e.from != e.to {
			s.segments = append(s.segments, e.ascending())
		}
	}
	// Outlines that lie on each other, such as the outlines of neighbouring parts, then cost no
	// extra time.
	s.segments = mergeEdges(s.segments)
}

// sortPoints sorts points in place and returns them without repetitions.
func sortPoints(points []geom.Vec2) []geom.Vec2 {
	sort.Sort((*byPoint)(&points))
	return slices.Compact(points)
}

// byOrder sorts numbers by a function. Package sort adds no code to a program for each type that it
// sorts.
type byOrder struct {
	list    []int32
	compare func(i, j int32) int
}

func (x *byOrder) Len() int           { return len(x.list) }
func (x *byOrder) Swap(i, j int)      { x.list[i], x.list[j] = x.list[j], x.list[i] }
func (x *byOrder) Less(i, j int) bool { return x.compare(x.list[i], x.list[j]) < 0 }

// byPoint sorts points in the order of comparePoints.
type byPoint []geom.Vec2

func (x *byPoint) Len() int      { return len(*x) }
func (x *byPoint) Swap(i, j int) { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
func (x *byPoint) Less(i, j int) bool {
	p, q := &(*x)[i], &(*x)[j]
	return p.X < q.X || p.X == q.X && p.Y < q.Y
}

// ascending returns the segment directed to the point with the larger number.
func (e segment) ascending() segment {
	if e.from > e.to {
		return segment{e.to, e.from, -e.a, -e.b}
	}
	return e
}

// byEnds sorts segments by their ends.
type byEnds []segment

func (x *byEnds) Len() int      { return len(*x) }
func (x *byEnds) Swap(i, j int) { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }

func (x *byEnds) Less(i, j int) bool {
	e, f := &(*x)[i], &(*x)[j]
	return e.from < f.from || e.from == f.from && e.to < f.to
}

// mergeEdges joins ascending segments with the same ends. It drops segments without effect.
func mergeEdges(edges []segment) []segment {
	sort.Sort((*byEnds)(&edges))
	merged := edges[:0]
	for i := 0; i < len(edges); {
		e := edges[i]
		for i++; i < len(edges) && edges[i].from == e.from && edges[i].to == e.to; i++ {
			e.a += edges[i].a
			e.b += edges[i].b
		}
		if e.a != 0 || e.b != 0 {
			merged = append(merged, e)
		}
	}
	return merged
}

// hotPoints returns the ends of segments and the rounded crossings, sorted.
func (s *snapper) hotPoints(tree *boxTree) []geom.Vec2 {
	var hot []geom.Vec2
	var near []int32
	for i, e := range s.segments {
		a, b := s.points[e.from], s.points[e.to]
		hot = append(hot, a, b)
		near = tree.appendOverlaps(near[:0], geom.Box{Min: a.Min(b), Max: a.Max(b)})
		for _, j := range near {
			if int(j) <= i {
				continue
			}
			c, d := s.points[s.segments[j].from], s.points[s.segments[j].to]
			if side, other := geom.Orient(a, b, c), geom.Orient(a, b, d); side < 0 == (other < 0) || side == 0 || other == 0 {
				continue // most of the remaining overlaps of boxes
			}
			if geom.SegmentsCross(a, b, c, d) {
				hot = append(hot, roundedCrossing(a, b, c, d))
			}
		}
	}
	return sortPoints(hot)
}

// pass is a segment that passes a hot pixel.
type pass struct{ segment, point int32 }

// passOrder sorts passes by their segments, and along each segment.
type passOrder struct {
	s      *snapper
	passes []pass
	hot    []geom.Vec2
}

func (x *passOrder) Len() int      { return len(x.passes) }
func (x *passOrder) Swap(i, j int) { x.passes[i], x.passes[j] = x.passes[j], x.passes[i] }

func (x *passOrder) Less(i, j int) bool {
	p, q := x.passes[i], x.passes[j]
	if p.segment != q.segment {
		return p.segment < q.segment
	}
	e, a, b := x.s.segments[p.segment], x.hot[p.point], x.hot[q.point]
	if x.s.points[e.from].Y > x.s.points[e.to].Y {
		a.Y, b.Y = -a.Y, -b.Y
	}
	return comparePoints(a, b) < 0
}

// chains returns the segments cut at the hot pixels that they pass.
func (s *snapper) chains(tree *boxTree, hot []geom.Vec2) []segment {
	var passes []pass
	var near []int32
	for k, p := range hot {
		near = tree.appendOverlaps(near[:0], geom.Box{Min: p, Max: p})
		for _, i := range near {
			if e := s.segments[i]; passesPixel(s.points[e.from], s.points[e.to], p) {
				passes = append(passes, pass{i, int32(k)})
			}
		}
	}
	// A segment passes its pixels from left to right, and neither up and down by turns.
	sort.Sort(&passOrder{s, passes, hot})
	edges := make([]segment, 0, len(passes))
	for i := 1; i < len(passes); i++ {
		if p, q := passes[i-1], passes[i]; p.segment == q.segment {
			e := s.segments[p.segment]
			edges = append(edges, segment{p.point, q.point, e.a, e.b}.ascending())
		}
	}
	return edges
}
