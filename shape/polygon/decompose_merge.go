package polygon

import (
	"cmp"
	"sort"

	"github.com/carom2d/carom/geom"
)

// mergeConvex joins neighbouring convex pieces wherever the union is convex, the
// longest common edge first, until no two can be joined (Hertel and Mehlhorn,
// 1983). Then it removes corners that do not turn. Pieces are rings of point
// indices, counter-clockwise, and share whole edges. One pass is enough: joining
// pieces only widens the corners at the ends of other edges, so an edge that cannot
// be removed now cannot be removed later.
func mergeConvex(points []geom.Vec2, pieces [][]int32) [][]int32 {
	r := newPolygonRings(points, pieces)
	for _, h := range r.sharedEdges() {
		if g := r.twin[h]; r.convexWithout(h, g) && r.convexWithout(g, h) {
			r.remove(h, g)
		}
	}
	return r.collect()
}

// polygonRings is a set of polygons as linked half-edges.
type polygonRings struct {
	points          []geom.Vec2
	org, next, prev []int32
	twin            []int32 // the half-edge of the neighbouring polygon, or noEdge
	removed         []bool
}

func newPolygonRings(points []geom.Vec2, pieces [][]int32) *polygonRings {
	r := &polygonRings{points: points}
	for _, piece := range pieces {
		base, n := int32(len(r.org)), int32(len(piece))
		for i, id := range piece {
			r.org = append(r.org, id)
			r.next = append(r.next, base+(int32(i)+1)%n)
			r.prev = append(r.prev, base+(int32(i)+n-1)%n)
		}
	}
	r.removed = make([]bool, len(r.org))
	r.twin = make([]int32, len(r.org))
	order := make([]int32, len(r.org))
	for h := range order {
		order[h], r.twin[h] = int32(h), noEdge
	}
	sort.Sort(&byOrder{order, func(g, h int32) int {
		return cmp.Or(cmp.Compare(r.edgeKey(g), r.edgeKey(h)), cmp.Compare(g, h))
	}})
	for i := 1; i < len(order); i++ {
		if g, h := order[i-1], order[i]; r.edgeKey(g) == r.edgeKey(h) {
			r.twin[g], r.twin[h] = h, g
		}
	}
	return r
}

// edgeKey returns one number for the two points of an edge, in either direction.
func (r *polygonRings) edgeKey(h int32) int64 {
	a, b := r.org[h], r.org[r.next[h]]
	return int64(min(a, b))<<32 | int64(max(a, b))
}

// sharedEdges lists one half-edge of every edge between two polygons, longest first.
func (r *polygonRings) sharedEdges() []int32 {
	var list []int32
	for h, g := range r.twin {
		if int32(h) < g {
			list = append(list, int32(h))
		}
	}
	length := func(h int32) float64 {
		return r.points[r.org[h]].Sub(r.points[r.org[r.next[h]]]).LengthSquared()
	}
	sort.Sort(&byOrder{list, func(g, h int32) int {
		return cmp.Or(cmp.Compare(length(h), length(g)), cmp.Compare(g, h))
	}})
	return list
}

// convexWithout reports whether the corner where h leaves is convex without h and its
// twin g.
func (r *polygonRings) convexWithout(h, g int32) bool {
	before, after := r.org[r.prev[h]], r.org[r.next[r.next[g]]]
	return geom.Orient(r.points[before], r.points[r.org[h]], r.points[after]) >= 0
}

// remove joins the polygons on both sides of h and g.
func (r *polygonRings) remove(h, g int32) {
	r.link(r.prev[h], r.next[g])
	r.link(r.prev[g], r.next[h])
	r.removed[h], r.removed[g] = true, true
}

func (r *polygonRings) link(g, h int32) { r.next[g], r.prev[h] = h, g }

// collect lists the corners of each polygon, from the lowest half-edge on.
func (r *polygonRings) collect() [][]int32 {
	var out [][]int32
	for h := range int32(len(r.org)) {
		if r.removed[h] {
			continue
		}
		var ring []int32
		for e := h; !r.removed[e]; e = r.next[e] {
			r.removed[e] = true
			a, b, c := r.org[r.prev[e]], r.org[e], r.org[r.next[e]]
			if geom.Orient(r.points[a], r.points[b], r.points[c]) > 0 {
				ring = append(ring, b)
			}
		}
		out = append(out, ring)
	}
	return out
}
