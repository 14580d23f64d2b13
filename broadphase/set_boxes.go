package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
)

// boxSetter writes the boxes of an Update into their column, in blocks.
type boxSetter struct {
	t      *proxyTable
	ids    []uint32
	boxes  []geom.Box32
	blocks []setBlock
}

// setBlock is the result of a block of boxes for the caller.
type setBlock struct {
	moved   [classMask + 1]int // by class
	changed []uint32           // proxies that were not in the changed list
	bad     int                // the place of a proxy that does not exist or of an empty box, or all
	_       [64]byte           // blocks do not share a cache line
}

const setBoxesBlock = 512 // boxes in a block: some microseconds

// setBoxes writes the boxes of an Update into their column and returns how many there are by class.
func (t *proxyTable) setBoxes(ids []uint32, boxes []geom.Box32, pool Pool) (moved [classes]int) {
	s := &t.setter
	s.t, s.ids, s.boxes = t, ids, boxes
	s.blocks = grow.Resize(s.blocks, par.Blocks(len(ids), setBoxesBlock))
	pool.Run(len(s.blocks), s)
	bad := len(ids)
	for i := range s.blocks {
		b := &s.blocks[i]
		bad = min(bad, b.bad)
		for class := range moved {
			moved[class] += b.moved[class]
		}
		t.changed = append(t.changed, b.changed...)
	}
	t.mark(ids[:bad])
	s.t, s.ids, s.boxes = nil, nil, nil
	if bad < len(ids) {
		t.mustHave(ids[bad])
		checkBox(ids[bad], boxes[bad])
	}
	return moved
}

// Do writes a block of boxes, up to one that is wrong.
func (s *boxSetter) Do(block, _ int) {
	lo, hi := par.Span(block, len(s.ids), setBoxesBlock)
	b, state := &s.blocks[block], s.t.state
	column, changed := s.t.boxes[:len(state)], b.changed[:0]
	b.moved, b.bad = [classMask + 1]int{}, len(s.ids)
	boxes := s.boxes[lo:hi]
	for i, id := range s.ids[lo:hi] {
		box := &boxes[i]
		if uint(id) >= uint(len(state)) || state[id]&flagPresent == 0 || isEmptyBox(*box) {
			b.bad = lo + i
			break
		}
		column[id] = *box
		st := state[id]
		b.moved[st&classMask]++
		if st&flagChanged == 0 {
			state[id] = st | flagChanged
			changed = append(changed, id)
		}
	}
	b.changed = changed
}
