package polygon

import (
	"math"
	"slices"
)

// convexPartition finds the fewest convex pieces of one loop by dynamic programming
// over the pairs of corners that may be joined (after Keil, Decomposing a
// Polygon into Simpler Components, 1985).
//
// A cut ij separates the corners i, i+1, ..., j from the others. These corners are the subproblem
// ij. A cut between two convex pieces that could be one is unnecessary, so one end of every cut is
// a concave corner, the pivot. The piece beside the cut begins with a triangle (pivot, k, other
// end). It ends there, or it continues as the piece beside (pivot, k) of a smaller subproblem. So
// subproblems are solved from small to large.
//
// Two facts keep the number of candidates small. A solution with one cut more than
// the minimum is no better than adding the cut (pivot, k). And among solutions with
// equally few cuts, only those with a narrow piece at i or at j matter, because the
// angles there alone limit how the piece can grow.
type convexPartition struct {
	*visibility
	subproblems []subproblem // by i*n + j
	candidates  []candidate
	current     []candidate // the best of the subproblem being solved
}

// subproblem is the solution for the corners from i to j.
type subproblem struct {
	solved     bool
	cuts       int32
	begin, end int32 // its candidates
}

// candidate is a piece beside a cut ij: its corners next to i and to j, and the corner
// k of its first triangle. It continues as the candidate next of the subproblem between
// the pivot and k, or ends there if next is noEdge.
type candidate struct{ nextI, nextJ, k, next int32 }

// appendFewestPieces appends the convex pieces of loop l of c, by point ids.
func appendFewestPieces(c *cutMesh, l int32, pieces [][]int32) [][]int32 {
	edges := c.loops[l]
	n := int32(len(edges))
	point := func(i int32) int32 { return c.org[edges[i%n]] }
	shift := int32(0)
	for shift < n && c.orient(point(shift+n-1), point(shift), point(shift+1)) >= 0 {
		shift++
	}
	if shift == n { // convex
		piece := make([]int32, n)
		for i := range n {
			piece[i] = point(i)
		}
		return append(pieces, piece)
	}
	p := &convexPartition{visibility: newVisibility(c, l, shift), subproblems: make([]subproblem, n*n)}
	for span := int32(2); span < n; span++ {
		for i := int32(0); i+span < n; i++ {
			if p.at(i, i+span) != hidden && (p.concave[i] || p.concave[i+span]) {
				p.solve(i, i+span)
			}
		}
	}
	for _, corners := range p.collect() {
		piece := make([]int32, len(corners))
		for i, k := range corners {
			piece[i] = point(k + shift)
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// cost returns the number of cuts that separate the corners from i to j, i < j, from the
// others and divide them into convex pieces. An edge of the loop needs none.
func (p *convexPartition) cost(i, j int32) (int32, bool) {
	if j == i+1 {
		return 0, true
	}
	if sub := &p.subproblems[i*p.n+j]; sub.solved && p.at(i, j) == visible {
		return sub.cuts + 1, true
	}
	return 0, false
}

// solve finds the fewest cuts for the corners from i to j and the narrowest
// pieces beside ij. With the pivot at j all turns are mirrored.
func (p *convexPartition) solve(i, j int32) {
	v := p.pivotView(i, j)
	p.current = p.current[:0]
	best := int32(math.MaxInt32)
	propose := func(cuts int32, f candidate) {
		if cuts < best {
			best, p.current = cuts, p.current[:0]
		}
		if cuts == best {
			p.keepNarrowest(i, j, f)
		}
	}
	for k := i + 1; k < j; k++ {
		if p.at(v.pivot, k) == hidden || v.turn*p.orient(v.pivot, k, v.end) < 0 {
			continue
		}
		far, ok := p.cost(min(k, v.end), max(k, v.end))
		if !ok {
			continue
		}
		a, b := min(v.pivot, k), max(v.pivot, k)
		if near, ok := p.cost(a, b); ok {
			propose(far+near, candidate{nextI: k, nextJ: k, k: k, next: noEdge})
		}
		if inner := &p.subproblems[a*p.n+b]; inner.solved {
			if f, ok := p.extend(inner, v, k); ok {
				propose(far+inner.cuts, f)
			}
		}
	}
	if len(p.current) > 0 {
		begin := int32(len(p.candidates))
		p.candidates = append(p.candidates, p.current...)
		p.subproblems[i*p.n+j] = subproblem{solved: true, cuts: best, begin: begin, end: int32(len(p.candidates))}
	}
}

// pivotView is a subproblem seen from its pivot: turn is 1 when the pivot is i, so that
// the other end lies counter-clockwise around the piece, and -1 when it is j.
type pivotView struct {
	pivot, end int32
	turn       float64
}

func (p *convexPartition) pivotView(i, j int32) pivotView {
	if p.concave[i] {
		return pivotView{i, j, 1}
	}
	return pivotView{j, i, -1}
}

// extend adds the triangle (pivot, k, end) to a piece of the inner subproblem. Among the pieces
// that remain convex at the pivot and at k, it takes the piece that is narrowest at the pivot.
func (p *convexPartition) extend(inner *subproblem, v pivotView, k int32) (candidate, bool) {
	near, next := int32(0), int32(noEdge)
	for r := inner.begin; r < inner.end; r++ {
		x, y := p.candidates[r].nextI, p.candidates[r].nextJ
		if v.turn < 0 {
			x, y = y, x
		}
		if v.turn*p.orient(y, k, v.end) < 0 || v.turn*p.orient(v.pivot, x, v.end) < 0 {
			continue
		}
		if next == noEdge || p.narrower(v, x, near) > 0 {
			near, next = x, r
		}
	}
	if v.turn < 0 {
		return candidate{nextI: k, nextJ: near, k: k, next: next}, next != noEdge
	}
	return candidate{nextI: near, nextJ: k, k: k, next: next}, next != noEdge
}

// narrower compares the corners that two pieces beside one cut have next to the
// pivot: positive if a is nearer to the direction of the end than b, zero if
// both lie in one direction. Neither is more than half a turn from the end. They
// are never half a turn apart: one of them would lie on the cut itself, and then
// every piece beside that cut would begin there.
func (p *convexPartition) narrower(v pivotView, a, b int32) float64 {
	return v.turn * p.orient(v.pivot, b, a)
}

// keepNarrowest adds a candidate unless another is as narrow at both ends, and removes
// the candidates that are no narrower than the new one at either end.
func (p *convexPartition) keepNarrowest(i, j int32, f candidate) {
	asNarrow := func(a, b candidate) bool {
		return p.narrower(pivotView{i, j, 1}, a.nextI, b.nextI) >= 0 && p.narrower(pivotView{j, i, -1}, a.nextJ, b.nextJ) >= 0
	}
	for _, g := range p.current {
		if asNarrow(g, f) {
			return
		}
	}
	p.current = slices.DeleteFunc(p.current, func(g candidate) bool { return asNarrow(f, g) })
	p.current = append(p.current, f)
}

// collect lists the corners of every piece, following the first candidate of each
// subproblem.
func (p *convexPartition) collect() [][]int32 {
	var pieces [][]int32
	stack := [][2]int32{{0, p.n - 1}}
	push := func(i, j int32) {
		if i, j := min(i, j), max(i, j); j > i+1 {
			stack = append(stack, [2]int32{i, j})
		}
	}
	for len(stack) > 0 {
		i, j := stack[len(stack)-1][0], stack[len(stack)-1][1]
		stack = stack[:len(stack)-1]
		piece := []int32{i, j}
		for f := p.candidates[p.subproblems[i*p.n+j].begin]; ; f = p.candidates[f.next] {
			v := p.pivotView(i, j)
			piece = append(piece, f.k)
			push(f.k, v.end)
			if f.next == noEdge {
				push(v.pivot, f.k)
				break
			}
			i, j = min(v.pivot, f.k), max(v.pivot, f.k)
		}
		slices.Sort(piece)
		pieces = append(pieces, piece)
	}
	return pieces
}
