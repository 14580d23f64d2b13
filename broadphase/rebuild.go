package broadphase

// piece is a leaf or a whole subtree that a rebuild hangs anew.
type piece struct {
	box    ibox
	mask   uint64
	child  ref
	leaves int32
	middle [2]float32 // twice the centre, infinities bounded
}

// builder is the scratch of a rebuild.
type builder struct {
	pieces []piece
	nodes  []int32 // inner nodes to use again, in the order of use
	used   int     // how many of them are in use again
	stack  []int32
}

// makePiece returns the piece in a slot of a node.
func makePiece(nd *node, slot int, leaves int32) piece {
	b := nd.box[slot].float()
	return piece{
		box: nd.box[slot], mask: nd.mask[slot], child: nd.child[slot], leaves: leaves,
		middle: [2]float32{bounded(b.MinX) + bounded(b.MaxX), bounded(b.MinY) + bounded(b.MaxY)},
	}
}

// bounded keeps a coordinate finite, so that the sum of two is one too.
func bounded(x float32) float32 { return max(-maxSpan, min(x, maxSpan)) }

// rebuild builds the subtree of node n anew from its leaves, from the top down
// by halving.
func (t *Tree) rebuild(n int32) { t.rebuildDown(n, 1) }

// rebuildDown builds the part of a subtree anew that lies above all the
// subtrees of at most grain leaves, which stay as they are.
func (t *Tree) rebuildDown(n int32, grain int32) {
	w := &t.work
	w.pieces, w.nodes, w.used = w.pieces[:0], w.nodes[:0], 0
	w.stack = append(w.stack[:0], n)
	for len(w.stack) > 0 {
		m := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		nd := &t.nodes[m]
		for s := range 2 {
			c := nd.child[s]
			leaves := t.leavesOf(c)
			switch {
			case leaves == 0:
			case leaves <= grain:
				w.pieces = append(w.pieces, makePiece(nd, s, leaves))
			default:
				w.nodes = append(w.nodes, int32(c))
				w.stack = append(w.stack, int32(c))
			}
		}
	}
	if len(w.pieces) > 2 {
		t.build(n, w.pieces)
	}
}

// build fills node n with the pieces, at least two.
func (t *Tree) build(n int32, pieces []piece) (box ibox, mask uint64, leaves int32) {
	mid := halve(pieces)
	for s, part := range [2][]piece{pieces[:mid], pieces[mid:]} {
		p := part[0]
		if len(part) > 1 {
			w := &t.work
			m := w.nodes[w.used]
			w.used++
			p.child = ref(m)
			p.box, p.mask, p.leaves = t.build(m, part)
		}
		nd := &t.nodes[n]
		nd.box[s], nd.mask[s], nd.child[s] = p.box, p.mask, p.child
		t.adopt(p.child, placeAt(n, s))
		leaves += p.leaves
	}
	nd := &t.nodes[n]
	nd.leaves = leaves
	return nd.box[0].union(&nd.box[1]), nd.mask[0] | nd.mask[1], leaves
}

// halve orders the pieces so that the two parts before and after the returned
// index make good subtrees: few pieces as large as all together first, if
// there are such, since anywhere else they would bloat a whole path; otherwise
// two halves of equal number to either side of the median, along the axis on
// which the centres spread more.
func halve(pieces []piece) int {
	if len(pieces) == 2 {
		return 1
	}
	all := pieces[0].box
	lo, hi := pieces[0].middle, pieces[0].middle
	for i := 1; i < len(pieces); i++ {
		p := &pieces[i]
		all = all.union(&p.box)
		lo[0], hi[0] = min(lo[0], p.middle[0]), max(hi[0], p.middle[0])
		lo[1], hi[1] = min(lo[1], p.middle[1]), max(hi[1], p.middle[1])
	}
	if k := peel(pieces, all.span()/3); k > 0 && k <= len(pieces)/4 {
		return k
	}
	axis := 0
	if hi[1]-lo[1] > hi[0]-lo[0] {
		axis = 1
	}
	mid := len(pieces) / 2
	median(pieces, mid, axis)
	return mid
}

// peel moves the pieces whose box spans more than limit to the front and
// returns their number.
func peel(pieces []piece, limit float32) int {
	k := 0
	for i := range pieces {
		if pieces[i].box.span() > limit {
			pieces[k], pieces[i] = pieces[i], pieces[k]
			k++
		}
	}
	return k
}

// median orders the pieces so that none before index mid has its centre beyond
// that of any from mid on: quickselect with the middle of three as the pivot.
func median(pieces []piece, mid, axis int) {
	lo, hi := 0, len(pieces)-1
	for lo < hi {
		a, b, c := pieces[lo].middle[axis], pieces[(lo+hi)/2].middle[axis], pieces[hi].middle[axis]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for pieces[i].middle[axis] < pivot {
				i++
			}
			for pieces[j].middle[axis] > pivot {
				j--
			}
			if i <= j {
				pieces[i], pieces[j] = pieces[j], pieces[i]
				i++
				j--
			}
		}
		switch {
		case mid <= j:
			hi = j
		case mid >= i:
			lo = i
		default:
			return
		}
	}
}
