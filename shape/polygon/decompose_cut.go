package polygon

import (
	"cmp"
	"slices"
)

// cutMesh is the region of a mesh with some inner edges made into cuts. Constraints and cuts form
// its border, a set of loops with the region on their left. A point that a loop passes several
// times is a separate corner each time. A corner owns the triangles between its arriving and its
// leaving edge.
type cutMesh struct {
	*mesh
	border []bool    // per half-edge: a constraint or a cut
	loops  [][]int32 // half-edges in order; corner i of a loop is where number i leaves
	loop   []int32   // per half-edge of the region: the loop of the corner that it leaves
	corner []int32   // per half-edge of the region: the index of that corner
}

func newCutMesh(m *mesh) *cutMesh {
	n := len(m.org)
	c := &cutMesh{mesh: m, border: make([]bool, n), loop: make([]int32, n), corner: make([]int32, n)}
	for h, w := range m.constraint {
		c.border[h] = w != 0
	}
	c.traceLoops()
	return c
}

// traceLoops finds the loops, in the order of their lowest half-edges.
func (c *cutMesh) traceLoops() {
	c.loops = c.loops[:0]
	for h := range c.loop {
		c.loop[h] = noEdge
	}
	for h := range int32(len(c.org)) {
		if !c.border[h] || !c.inside[h/3] || c.loop[h] != noEdge {
			continue
		}
		var edges []int32
		for e := h; ; {
			c.assignCorner(e, int32(len(c.loops)), int32(len(edges)))
			edges = append(edges, e)
			for e = nextEdge(e); !c.border[e]; e = nextEdge(c.twin[e]) {
			}
			if e == h {
				break
			}
		}
		c.loops = append(c.loops, edges)
	}
}

// assignCorner gives the triangles around a corner, where e leaves, to that corner.
func (c *cutMesh) assignCorner(e, loop, corner int32) {
	for {
		c.loop[e], c.corner[e] = loop, corner
		back := prevEdge(e)
		if c.border[back] {
			return
		}
		e = c.twin[back]
	}
}

// cut is an inner edge that may become part of the border.
type cut struct {
	h        int32
	resolves int     // number of its ends that are concave corners which it would make convex
	length   float64 // squared
}

func (c *cutMesh) cutAt(h int32) cut {
	return cut{
		h:        h,
		resolves: c.resolves(h) + c.resolves(c.twin[h]),
		length:   c.points[c.org[h]].Sub(c.points[c.dest(h)]).LengthSquared(),
	}
}

// resolves returns 1 if the corner where h leaves is concave and h would split it
// into two convex ones, else 0.
func (c *cutMesh) resolves(h int32) int {
	edges, i := c.loops[c.loop[h]], int(c.corner[h])
	v, after, far := c.org[h], c.dest(edges[i]), c.dest(h)
	before := c.org[edges[(i+len(edges)-1)%len(edges)]]
	if c.orient(before, v, after) < 0 && c.orient(v, after, far) >= 0 && c.orient(v, far, before) >= 0 {
		return 1
	}
	return 0
}

func (c *cutMesh) makeBorder(h int32) { c.border[h], c.border[c.twin[h]] = true, true }

// connectHoles cuts from loop to loop until each connected part of the region has a
// single loop. The cuts are a spanning tree (Kruskal, 1956) that prefers cuts which
// make concave corners convex, then short ones.
func (c *cutMesh) connectHoles() {
	if len(c.loops) < 2 {
		return
	}
	var cuts []cut
	for h, g := range c.twin {
		if h := int32(h); h < g && c.inside[h/3] && !c.border[h] && c.loop[h] != c.loop[g] {
			cuts = append(cuts, c.cutAt(h))
		}
	}
	slices.SortFunc(cuts, func(a, b cut) int {
		return cmp.Or(cmp.Compare(b.resolves, a.resolves), cmp.Compare(a.length, b.length), cmp.Compare(a.h, b.h))
	})
	parent := make([]int32, len(c.loops)) // per loop: one it is joined to, or itself
	for l := range parent {
		parent[l] = int32(l)
	}
	find := func(l int32) int32 {
		for parent[l] != l {
			parent[l] = parent[parent[l]]
			l = parent[l]
		}
		return l
	}
	for _, x := range cuts {
		a, b := find(c.loop[x.h]), find(c.loop[c.twin[x.h]])
		if a != b {
			parent[max(a, b)] = min(a, b)
			c.makeBorder(x.h)
		}
	}
	c.traceLoops()
}

// loopLimit is the largest number of corners of a loop that is partitioned as a whole. The work for
// a loop grows with the cube of its number of corners at worst.
const loopLimit = 256

// splitLargeLoops divides loops in two until none has more than loopLimit corners. Each side keeps
// at least a quarter of the corners, because every triangulated loop has an edge that leaves so
// many.
func (c *cutMesh) splitLargeLoops() {
	for split := true; split; {
		split = false
		best := make([]cut, len(c.loops))
		balance := make([]int, len(c.loops))
		for h, g := range c.twin {
			h := int32(h)
			if h > g || !c.inside[h/3] || c.border[h] {
				continue
			}
			l := c.loop[h]
			n := len(c.loops[l])
			side := max(c.corner[h], c.corner[g]) - min(c.corner[h], c.corner[g])
			smaller := min(int(side), n-int(side))
			if n <= loopLimit || smaller < n/4 {
				continue
			}
			x := c.cutAt(h)
			if balance[l] == 0 || x.resolves > best[l].resolves || x.resolves == best[l].resolves && smaller > balance[l] {
				best[l], balance[l] = x, smaller
			}
		}
		for l, smaller := range balance {
			if smaller > 0 {
				c.makeBorder(best[l].h)
				split = true
			}
		}
		if split {
			c.traceLoops()
		}
	}
}
