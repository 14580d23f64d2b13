package shape

import (
	"math"
	"slices"
)

// partition finds the fewest convex pieces of one loop by dynamic programming
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
type partition struct {
	*sights
	parts []part // by i*n + j
	fans  []fan
	trial []fan // the best of the part being solved
}

// part is what is known of the corners from i to j, once solved.
type part struct {
	solved     bool
	cuts       int32
	begin, end int32 // its fans
}

// fan is a piece beside a cut ij: its corners next to i and to j, and the corner
// k of its first triangle. It goes on as the fan rest of the part between the
// centre and k, or ends there if rest is noEdge.
type fan struct{ nextI, nextJ, k, rest int32 }

// fewestPieces appends the convex pieces of loop l of c, by point ids.
func fewestPieces(c *cutting, l int32, pieces [][]int32) [][]int32 {
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
	p := &partition{sights: newSights(c, l, shift), parts: make([]part, n*n)}
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
func (p *partition) cost(i, j int32) (int32, bool) {
	if j == i+1 {
		return 0, true
	}
	if part := &p.parts[i*p.n+j]; part.solved && p.at(i, j) == seen {
		return part.cuts + 1, true
	}
	return 0, false
}

// solve finds the fewest cuts for the corners from i to j and the narrowest
// pieces beside ij. With the centre at j everything is seen in a mirror.
func (p *partition) solve(i, j int32) {
	v := p.view(i, j)
	p.trial = p.trial[:0]
	best := int32(math.MaxInt32)
	offer := func(cuts int32, f fan) {
		if cuts < best {
			best, p.trial = cuts, p.trial[:0]
		}
		if cuts == best {
			p.keep(i, j, f)
		}
	}
	for k := i + 1; k < j; k++ {
		if p.at(v.centre, k) == hidden || v.turn*p.orient(v.centre, k, v.end) < 0 {
			continue
		}
		far, ok := p.cost(min(k, v.end), max(k, v.end))
		if !ok {
			continue
		}
		a, b := min(v.centre, k), max(v.centre, k)
		if near, ok := p.cost(a, b); ok {
			offer(far+near, fan{nextI: k, nextJ: k, k: k, rest: noEdge})
		}
		if inner := &p.parts[a*p.n+b]; inner.solved {
			if f, ok := p.extend(inner, v, k); ok {
				offer(far+inner.cuts, f)
			}
		}
	}
	if len(p.trial) > 0 {
		begin := int32(len(p.fans))
		p.fans = append(p.fans, p.trial...)
		p.parts[i*p.n+j] = part{solved: true, cuts: best, begin: begin, end: int32(len(p.fans))}
	}
}

// view is a part seen from its centre: turn is 1 when the other end lies
// counter-clockwise around the piece, the centre being i, and -1 otherwise.
type view struct {
	centre, end int32
	turn        float64
}

func (p *partition) view(i, j int32) view {
	if p.concave[i] {
		return view{i, j, 1}
	}
	return view{j, i, -1}
}

// extend adds the triangle (centre, k, end) to the piece of the inner part that
// is narrowest at the centre among those that stay convex at k and there.
func (p *partition) extend(inner *part, v view, k int32) (fan, bool) {
	near, rest := int32(0), int32(noEdge)
	for r := inner.begin; r < inner.end; r++ {
		x, y := p.fans[r].nextI, p.fans[r].nextJ
		if v.turn < 0 {
			x, y = y, x
		}
		if v.turn*p.orient(y, k, v.end) < 0 || v.turn*p.orient(v.centre, x, v.end) < 0 {
			continue
		}
		if rest == noEdge || p.narrower(v, x, near) > 0 {
			near, rest = x, r
		}
	}
	if v.turn < 0 {
		return fan{nextI: k, nextJ: near, k: k, rest: rest}, rest != noEdge
	}
	return fan{nextI: near, nextJ: k, k: k, rest: rest}, rest != noEdge
}

// narrower compares the corners that two pieces beside one cut have next to the
// centre: positive if a is nearer to the direction of the end than b, zero if
// both lie in one direction. Neither is more than half a turn from the end, and
// they never are half a turn apart: one would have to lie on the cut itself, and
// then every piece beside that cut begins there.
func (p *partition) narrower(v view, a, b int32) float64 {
	return v.turn * p.orient(v.centre, b, a)
}

// keep adds a fan to the trial unless one there is as narrow at both ends, and
// drops those that it outdoes.
func (p *partition) keep(i, j int32, f fan) {
	asNarrow := func(a, b fan) bool {
		return p.narrower(view{i, j, 1}, a.nextI, b.nextI) >= 0 && p.narrower(view{j, i, -1}, a.nextJ, b.nextJ) >= 0
	}
	for _, g := range p.trial {
		if asNarrow(g, f) {
			return
		}
	}
	p.trial = slices.DeleteFunc(p.trial, func(g fan) bool { return asNarrow(f, g) })
	p.trial = append(p.trial, f)
}

// collect lists the corners of every piece, following the first fan of each part.
func (p *partition) collect() [][]int32 {
	var pieces [][]int32
	open := [][2]int32{{0, p.n - 1}}
	push := func(i, j int32) {
		if i, j := min(i, j), max(i, j); j > i+1 {
			open = append(open, [2]int32{i, j})
		}
	}
	for len(open) > 0 {
		i, j := open[len(open)-1][0], open[len(open)-1][1]
		open = open[:len(open)-1]
		piece := []int32{i, j}
		for f := p.fans[p.parts[i*p.n+j].begin]; ; f = p.fans[f.rest] {
			v := p.view(i, j)
			piece = append(piece, f.k)
			push(f.k, v.end)
			if f.rest == noEdge {
				push(v.centre, f.k)
				break
			}
			i, j = min(v.centre, f.k), max(v.centre, f.k)
		}
		slices.Sort(piece)
		pieces = append(pieces, piece)
	}
	return pieces
}
