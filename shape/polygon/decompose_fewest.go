package polygon

import (
	"math"
	"slices"
)

// convexPartition finds the fewest convex pieces of one loop by dynamic programming
// over the pairs of corners that may be joined (after Keil, Decomposing a
// Polygon into Simpler Components, 1985).
//
// A cut ij parts the corners i, i+1, ..., j from the rest. A cut whose removal
// leaves a convex piece is waste, so one end of every cut is concave: call it
// the centre. The piece beside the cut begins with a triangle (centre, k, other
// end). It ends there, or it goes on as the piece beside (centre, k) of a smaller
// part. Thus parts are solved from small to large. Two facts keep it small: a
// solution with a cut more than needed is no better than making the cut
// (centre, k); and among solutions with equally few cuts only those matter whose
// piece is narrow at i or at j, since only that limits how it can grow.
type convexPartition struct {
	*visibility
	subproblems []subproblem // by i*n + j
	candidates  []candidate
	current     []candidate // the best of the part being solved
}

// part is what is known of the corners from i to j, once solved.
type subproblem struct {
	solved     bool
	cuts       int32
	begin, end int32 // its fans
}

// candidate is a piece beside a cut ij: its corners next to i and to j, and the corner
// k of its first triangle. It goes on as the fan rest of the part between the
// centre and k, or ends there if rest is noEdge.
type candidate struct{ nextI, nextJ, k, rest int32 }

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

// cost returns the cuts needed to part off the corners from i to j, i < j, and
// to cut them up. An edge of the loop needs none.
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
// pieces beside ij. With the centre at j everything is seen in a mirror.
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
			propose(far+near, candidate{nextI: k, nextJ: k, k: k, rest: noEdge})
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

// pivotView is a part seen from its centre: turn is 1 when the other end lies
// counter-clockwise around the piece, the centre being i, and -1 otherwise.
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

// extend adds the triangle (centre, k, end) to the piece of the inner part that
// is narrowest at the centre among those that stay convex at k and there.
func (p *convexPartition) extend(inner *subproblem, v pivotView, k int32) (candidate, bool) {
	near, rest := int32(0), int32(noEdge)
	for r := inner.begin; r < inner.end; r++ {
		x, y := p.candidates[r].nextI, p.candidates[r].nextJ
		if v.turn < 0 {
			x, y = y, x
		}
		if v.turn*p.orient(y, k, v.end) < 0 || v.turn*p.orient(v.pivot, x, v.end) < 0 {
			continue
		}
		if rest == noEdge || p.narrower(v, x, near) > 0 {
			near, rest = x, r
		}
	}
	if v.turn < 0 {
		return candidate{nextI: k, nextJ: near, k: k, rest: rest}, rest != noEdge
	}
	return candidate{nextI: near, nextJ: k, k: k, rest: rest}, rest != noEdge
}

// narrower compares the corners that two pieces beside one cut have next to the
// centre: positive if a is nearer to the direction of the end than b, zero if
// both lie in one direction. Neither is more than half a turn from the end, and
// they never are half a turn apart: one would have to lie on the cut itself, and
// then every piece beside that cut begins there.
func (p *convexPartition) narrower(v pivotView, a, b int32) float64 {
	return v.turn * p.orient(v.pivot, b, a)
}

// keepNarrowest adds a fan to the trial unless one there is as narrow at both ends, and
// drops those that it outdoes.
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

// collect lists the corners of every piece, following the first fan of each part.
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
		for f := p.candidates[p.subproblems[i*p.n+j].begin]; ; f = p.candidates[f.rest] {
			v := p.pivotView(i, j)
			piece = append(piece, f.k)
			push(f.k, v.end)
			if f.rest == noEdge {
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
