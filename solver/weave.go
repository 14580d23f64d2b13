package solver

// The pool gives a worker the same part of each stage: of two workers, the first takes
// the first half. So the pieces of a colour are put in such an order that any half
// of it has half of each list, those of joints and those of all classes of contacts. What
// was made together, or stands together in the table, is at about the same place of every
// list, and most bodies are then visited by one core only, colour after colour.

// weaving is the order in which the pieces of a batch are shared out.
type weaving struct {
	order []int32 // of chunks, colour by colour
	all   []int32 // of chunks, woven of the colours
	lists []span
}

// fewPieces is how many pieces of a colour are not shared out: to hand on a part of
// them and the bodies in it takes as long as to go over them.
const fewPieces = 2

// weave finds the order of a batch's chunks.
func (b *batch) weave() {
	w := &b.weaving
	w.order, w.all = w.order[:0], w.all[:0]
	for _, sp := range b.byColour {
		w.lists = w.lists[:0]
		for lo := sp.lo; lo < sp.hi; {
			hi := lo + 1
			for hi < sp.hi && b.chunks[hi].kind == b.chunks[lo].kind && b.chunks[hi].contacts == b.chunks[lo].contacts {
				hi++
			}
			w.lists = append(w.lists, span{lo, hi})
			lo = hi
		}
		w.order = mix(w.order, w.lists)
	}
	w.lists = w.lists[:0]
	for _, sp := range b.byColour {
		if sp.hi > sp.lo {
			w.lists = append(w.lists, sp)
		}
	}
	w.all = mix(w.all, w.lists)
	for i, at := range w.all {
		w.all[i] = w.order[at]
	}
}

// mix appends what is in the lists, a part of each in turn.
func mix(dst []int32, lists []span) []int32 {
	const parts = 16
	for part := range parts {
		for _, l := range lists {
			n := l.hi - l.lo
			for at := l.lo + part*n/parts; at < l.lo+(part+1)*n/parts; at++ {
				dst = append(dst, int32(at))
			}
		}
	}
	return dst
}

// shares returns into how many pieces the passes over a colour are cut. The overflow
// is one piece.
func (b *batch) shares(colour int32) int {
	if n := b.byColour[colour].hi - b.byColour[colour].lo; colour != overflow && n > fewPieces {
		return n
	}
	return 1
}
