package polygon

const noLoop = -1

// markInside marks the triangles of the region: those with winding number one for all loops
// together. Every loop has the region on its left, so the number is one inside and zero outside. It
// returns a constraint without winding number one on its left and zero on its right, of a hole if
// possible, and the number on its left. It returns -1 if there is no such constraint.
func (m *mesh) markInside() (bad, left int32) {
	winding := m.windings(func(int32) bool { return true })
	bad = noEdge
	m.eachConstraint(winding, func(k, l, r int32) {
		// Holes come after the outer loop: the largest index prefers them.
		if (l != 1 || r != 0) && k > bad {
			bad, left = k, l
		}
	})
	m.inside = make([]bool, len(winding))
	for t, w := range winding {
		m.inside[t] = w == 1
	}
	return bad, left
}

// windings returns the winding number of each triangle, for the constraints that count.
func (m *mesh) windings(counts func(k int32) bool) []int32 {
	const unknown = -1 << 30
	winding := make([]int32, len(m.org)/3)
	for t := range winding {
		winding[t] = unknown
	}
	var stack []int32
	enter := func(h, outside int32) { // the triangle of h, coming from the other side
		if t := h / 3; winding[t] == unknown {
			switch w := m.constraint[h]; {
			case w > 0 && counts(w-1):
				outside++
			case w < 0 && counts(-w-1):
				outside--
			}
			winding[t] = outside
			stack = append(stack, t)
		}
	}
	for h, g := range m.twin {
		if g == noEdge {
			enter(int32(h), 0)
		}
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for h := 3 * t; h < 3*t+3; h++ {
			if g := m.twin[h]; g != noEdge {
				enter(g, winding[t])
			}
		}
	}
	return winding
}

// eachConstraint calls visit for every constraint k with the winding numbers on its left
// and right. A constraint between two triangles is visited twice.
func (m *mesh) eachConstraint(winding []int32, visit func(k, left, right int32)) {
	for h, g := range m.twin {
		near, far := winding[h/3], int32(0)
		if g != noEdge {
			far = winding[g/3]
		}
		switch w := m.constraint[h]; {
		case w > 0:
			visit(w-1, near, far)
		case w < 0:
			visit(-w-1, far, near)
		}
	}
}

// selfCrossingLoop returns the last loop that crosses itself in a corner, or noLoop. The winding
// numbers of all loops together, which markInside tests, do not reveal such a loop. A hole in the
// form of an eight through a corner of the outer loop, with one half outside, makes this half a
// part of the region. An outer loop that continues inside a hole has the same effect.
//
// Around a corner, leaving and arriving edges of one loop must alternate; otherwise
// the inside changes sides from one edge to the next. If they alternate in every
// corner, the whole loop has its inside on the same side as its outermost edge.
// Constraints meet in corners only. So if every loop is valid by itself, the winding
// numbers of markInside prove that each hole lies inside the outer loop and in no
// other hole.
func (m *mesh) selfCrossingLoop(r *region) int32 {
	type turn struct {
		point int32 // the last corner of the loop
		leave bool
	}
	loops := r.edges[len(r.edges)-1].loop + 1
	last := make([]turn, loops)
	for l := range last {
		last[l].point = noEdge
	}
	crossing := int32(noLoop)
	for p := range int32(len(m.points)) {
		m.constraintsAround(p, func(k int32, leave bool) {
			l := r.edges[k].loop
			if last[l] == (turn{p, leave}) {
				crossing = max(crossing, l)
			}
			last[l] = turn{p, leave}
		})
	}
	return crossing
}

// constraintsAround calls visit for the constraints that leave point p or arrive there,
// counter-clockwise.
func (m *mesh) constraintsAround(p int32, visit func(k int32, leave bool)) {
	emit := func(w int32) {
		switch {
		case w > 0:
			visit(w-1, true)
		case w < 0:
			visit(-w-1, false)
		}
	}
	first := m.outgoing[p]
	for h := first; ; {
		emit(m.constraint[h])
		back := prevEdge(h)
		if h = m.twin[back]; h == noEdge {
			emit(-m.constraint[back])
			return
		}
		if h == first {
			return
		}
	}
}

// misorientedEdge returns the last edge of loop l with a wrong winding number of this loop alone on
// its left. The right number is one for the outer loop and zero for a hole.
func (m *mesh) misorientedEdge(r *region, l int32) (bad, left int32) {
	want := int32(0)
	if l == 0 {
		want = 1
	}
	own := func(k int32) bool { return r.edges[k].loop == l }
	bad = noEdge
	m.eachConstraint(m.windings(own), func(k, on, _ int32) {
		if own(k) && on != want && k > bad {
			bad, left = k, on
		}
	})
	return bad, left
}
