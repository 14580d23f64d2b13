package polygon

import (
	"cmp"
	"slices"
	"sort"

	"github.com/carom2d/carom/geom"
)

// arrangement is a set of edges that share end points at most, with the winding numbers of two
// operands on both sides of each. Half-edge 2e runs along edge e, from its left end to its
// right one, and half-edge 2e+1 back.
type arrangement struct {
	points []geom.Vec2 // of the lattice, sorted by x and then y
	edges  []segment   // ascending, sorted
	left   []windings  // per edge, on the left of half-edge 2e
	first  []int32     // per point: its first half-edge in around; one more entry at the end
	around []int32     // the half-edges that leave each point, counter-clockwise from straight down
	place  []int32     // per half-edge: where it is in around
	tree   *boxTree
}

// windings holds the winding numbers of the operands at a place.
type windings struct{ a, b int32 }

// newArrangement rounds segments between points of the lattice and finds the winding numbers.
func newArrangement(points []geom.Vec2, segments []segment) *arrangement {
	g := &arrangement{}
	g.points, g.edges = snap(points, segments)
	g.tree = newBoxTree(g.edges, g.points)
	g.sortAround()
	g.findWindings()
	return g
}

// ends returns the points that half-edge h leaves and reaches.
func (g *arrangement) ends(h int32) (from, to int32) {
	e := &g.edges[h/2]
	if h%2 == 0 {
		return e.from, e.to
	}
	return e.to, e.from
}

// delta returns how much larger the winding numbers are on the left of h than on its right.
func (g *arrangement) delta(h int32) windings {
	e := &g.edges[h/2]
	if h%2 == 0 {
		return windings{e.a, e.b}
	}
	return windings{-e.a, -e.b}
}

// sides returns the winding numbers on the left and on the right of h.
func (g *arrangement) sides(h int32) (left, right windings) {
	e := &g.edges[h/2]
	left = g.left[h/2]
	right = windings{left.a - e.a, left.b - e.b}
	if h%2 != 0 {
		left, right = right, left
	}
	return left, right
}

// sortAround lists the half-edges around each point. Edges to the right of a point are even
// half-edges and come first; the others follow, in the same direction of turning.
func (g *arrangement) sortAround() {
	g.first = make([]int32, len(g.points)+1)
	for _, e := range g.edges {
		g.first[e.from+1]++
		g.first[e.to+1]++
	}
	for i := 1; i < len(g.first); i++ {
		g.first[i] += g.first[i-1]
	}
	g.around = make([]int32, 2*len(g.edges))
	g.place = make([]int32, 2*len(g.edges))
	next := slices.Clone(g.first)
	for h := range int32(2 * len(g.edges)) {
		from, _ := g.ends(h)
		g.around[next[from]] = h
		next[from]++
	}
	by := byOrder{compare: func(h, k int32) int {
		if c := cmp.Compare(h%2, k%2); c != 0 {
			return c
		}
		from, to := g.ends(h)
		_, other := g.ends(k)
		return cmp.Compare(0, geom.Orient(g.points[from], g.points[to], g.points[other]))
	}}
	for v := range g.points {
		by.list = g.around[g.first[v]:g.first[v+1]]
		sort.Sort(&by)
	}
	for i, h := range g.around {
		g.place[h] = int32(i)
	}
}

// findWindings walks over each connected part from its leftmost point. The winding numbers to the
// left of that point equal the numbers above the next edge below, which belongs to an earlier part.
func (g *arrangement) findWindings() {
	g.left = make([]windings, len(g.edges))
	seen := make([]bool, len(g.points))
	var stack []int32
	for v := range int32(len(g.points)) {
		if seen[v] || g.first[v] == g.first[v+1] {
			continue
		}
		var outside windings
		if e := g.edgeBelow(v, nil); e >= 0 {
			outside = g.left[e]
		}
		seen[v] = true
		stack = g.windAround(g.first[v], outside, stack[:0])
		for len(stack) > 0 {
			h := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			_, to := g.ends(h)
			if seen[to] {
				continue
			}
			seen[to] = true
			back := h ^ 1
			_, right := g.sides(back)
			stack = g.windAround(g.place[back], right, stack)
		}
	}
}

// windAround sets the winding numbers of the edges around a point. It starts at the half-edge at
// place, which has the given winding numbers on its right. It appends the half-edges.
func (g *arrangement) windAround(place int32, right windings, stack []int32) []int32 {
	from, _ := g.ends(g.around[place])
	first, n := g.first[from], g.first[from+1]-g.first[from]
	for i := range n {
		h := g.around[first+(place-first+i)%n]
		d := g.delta(h)
		left := windings{right.a + d.a, right.b + d.b}
		if h%2 == 0 {
			g.left[h/2] = left
		} else {
			g.left[h/2] = right
		}
		right = left
		stack = append(stack, h)
	}
	return stack
}

// edgeBelow returns the first edge straight below a place just left of point v, or noEdge. It
// considers the edges that wanted accepts, or all edges if wanted is nil. v must be the leftmost
// point of its part.
func (g *arrangement) edgeBelow(v int32, wanted func(e int32) bool) int32 {
	p, best := g.points[v], int32(noEdge)
	reaches := func(b geom.Box) bool {
		return b.Min.X < p.X && p.X <= b.Max.X && b.Min.Y <= p.Y && (best < 0 || b.Max.Y >= g.lowerEnd(best))
	}
	g.tree.visit(reaches, func(i int32) {
		e := &g.edges[i]
		if wanted != nil && !wanted(i) || geom.Orient(g.points[e.from], g.points[e.to], p) <= 0 {
			return
		}
		if best < 0 || g.above(i, best) {
			best = i
		}
	})
	return best
}

func (g *arrangement) lowerEnd(e int32) float64 {
	return min(g.points[g.edges[e].from].Y, g.points[g.edges[e].to].Y)
}

// above reports whether edge i lies above edge j where a vertical line meets both.
func (g *arrangement) above(i, j int32) bool {
	e, f := g.edges[i], g.edges[j]
	a, b, c, d := g.points[e.from], g.points[e.to], g.points[f.from], g.points[f.to]
	if a.X >= c.X { // a lies over or under cd
		side := geom.Orient(c, d, a)
		if side == 0 {
			side = geom.Orient(c, d, b)
		}
		return side > 0
	}
	side := geom.Orient(a, b, c)
	if side == 0 {
		side = geom.Orient(a, b, d)
	}
	return side < 0
}
