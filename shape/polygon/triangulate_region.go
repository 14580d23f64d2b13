package polygon

import (
	"errors"
	"fmt"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// ErrHoleOutside is the error for a hole that does not lie entirely inside the outer
// loop, or lies inside another hole.
var ErrHoleOutside = errors.New("starts an edge of a hole that has no region around it")

// region is the input of a triangulation: distinct points sorted by x and y, and the
// edges of all loops, directed so that the region is on their left.
type region struct {
	points []geom.Vec2
	edges  []loopEdge
}

// loopEdge joins two points of a region. In the loop as the user gave it, it has the
// number index and begins at the point start. Loop 0 is the outer one.
type loopEdge struct {
	from, to, start int32
	loop, index     int32
}

// newRegion reads the loops and directs the edges of each.
func newRegion(outer []mgl64.Vec2, holes [][]mgl64.Vec2) (*region, error) {
	loops := append([][]mgl64.Vec2{outer}, holes...)
	r := &region{}
	for l, loop := range loops {
		if err := geom.CheckExtents(loopName(int32(l)), loop); err != nil {
			return nil, err
		}
		r.points = append(r.points, geomPoints(loop)...)
	}
	slices.SortStableFunc(r.points, comparePoints)
	r.points = slices.Compact(r.points)
	for l, loop := range loops {
		if err := r.addLoop(int32(l), loop); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// addLoop appends the edges of a loop, reversed if the loop was given in the other
// direction.
func (r *region) addLoop(l int32, loop []mgl64.Vec2) error {
	var ids, indices []int32
	for i, p := range loop {
		id, _ := slices.BinarySearchFunc(r.points, geom.From(p), comparePoints)
		if n := len(ids); n == 0 || ids[n-1] != int32(id) {
			ids, indices = append(ids, int32(id)), append(indices, int32(i))
		}
	}
	for len(ids) > 1 && ids[0] == ids[len(ids)-1] {
		ids, indices = ids[:len(ids)-1], indices[:len(ids)-1]
	}
	n := len(ids)
	if n < 3 {
		return geom.NewFieldError(loopName(l), n, geom.ErrTooFewPoints)
	}
	first, second, left := r.outermostEdge(ids)
	if second != noEdge {
		if r.collinear(ids) {
			return geom.NewFieldError(loopName(l), len(loop), geom.ErrCollinear)
		}
		return geom.NewFieldError(loopPointName(l, indices[first]), r.points[ids[first]],
			fmt.Errorf("%w %s", geom.ErrSelfIntersecting, loopPointName(l, indices[second])))
	}
	for i := range ids {
		j := (i + 1) % n
		e := loopEdge{from: ids[i], to: ids[j], start: ids[i], loop: l, index: indices[i]}
		if left != (l == 0) {
			e.from, e.to = e.to, e.from
		}
		r.edges = append(r.edges, e)
	}
	return nil
}

// outermostEdge returns the rightmost edge of a loop as seen from its lowest point, or two edges
// that overlap there. All edges at the lowest point lie within half a turn, however often the loop
// passes that point. The outside of the loop is to the right of the first of them, so a loop that
// leaves along it runs counter-clockwise, with its inside on the left. A single pass of the loop
// through the point does not decide, because the pass may enclose a bay of the outside between two
// other passes.
func (r *region) outermostEdge(ids []int32) (first, second int, left bool) {
	n, lowest := len(ids), slices.Min(ids)
	first, second = noEdge, noEdge
	var end int32 // the other end of first
	consider := func(edge int, far int32, leaves bool) {
		turn := -1.0
		if first != noEdge {
			turn = geom.Orient(r.points[lowest], r.points[end], r.points[far])
		}
		switch {
		case turn < 0:
			first, second, end, left = edge, noEdge, far, leaves
		case turn == 0:
			second = edge
		}
	}
	for i, id := range ids {
		if id == lowest {
			consider(i, ids[(i+1)%n], true)
			consider((i+n-1)%n, ids[(i+n-1)%n], false)
		}
	}
	return first, second, left
}

// collinear reports whether all points of a loop lie on one line.
func (r *region) collinear(ids []int32) bool {
	for _, id := range ids[2:] {
		if geom.Orient(r.points[ids[0]], r.points[ids[1]], r.points[id]) != 0 {
			return false
		}
	}
	return true
}

func loopName(loop int32) string {
	if loop == 0 {
		return "Outer"
	}
	return fmt.Sprintf("Holes[%d]", loop-1)
}

func loopPointName(loop, i int32) string { return fmt.Sprintf("%s[%d]", loopName(loop), i) }

// meetingError returns the error for edge k and its obstacle.
func (r *region) meetingError(k int32, hit blocker) error {
	if hit.edge == noEdge { // a point lies on the edge: name the edge that it starts
		hit.edge = int32(slices.IndexFunc(r.edges, func(e loopEdge) bool { return e.start == hit.point }))
	}
	e, f := r.edges[k], r.edges[hit.edge]
	return geom.NewFieldError(loopPointName(e.loop, e.index), r.points[e.start],
		fmt.Errorf("%w %s", geom.ErrSelfIntersecting, loopPointName(f.loop, f.index)))
}

// sideError returns the error for edge k, which has the region on the wrong side or on both sides.
// left is the winding number on the left of the edge. A loop that winds in the wrong direction
// around a part of itself crosses itself in a corner.
func (r *region) sideError(k, left int32) error {
	e := r.edges[k]
	return r.edgeError(e, e.loop > 0 && left <= 0)
}

func (r *region) edgeError(e loopEdge, outside bool) error {
	name, at := loopPointName(e.loop, e.index), r.points[e.start]
	if outside {
		return geom.NewFieldError(name, at, ErrHoleOutside)
	}
	return geom.NewFieldError(name, at, fmt.Errorf("%w %s", geom.ErrSelfIntersecting, r.crossingCorner(e)))
}

// ownSideError returns the error for edge k of a loop that crosses itself in a corner. left is the
// winding number of this loop alone on the left of the edge. A hole that winds around its left has
// no region on its outside.
func (r *region) ownSideError(k, left int32) error {
	e := r.edges[k]
	return r.edgeError(e, e.loop > 0 && left > 0)
}

// crossingCorner names an edge whose start is passed more than once, by its own loop or
// by another: the first one along the loop of e, from e onward.
func (r *region) crossingCorner(e loopEdge) string {
	visits := make([]int32, len(r.points))
	for _, f := range r.edges {
		visits[f.start]++
	}
	found := e
	for _, f := range r.edges {
		if f.loop == e.loop && visits[f.start] > 1 {
			found = f
			if f.index > e.index {
				break
			}
		}
	}
	return loopPointName(found.loop, found.index)
}
