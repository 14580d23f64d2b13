package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// The lists into which the contacts of a block are first partitioned.
const (
	listSeparated  = iota // without points
	listRecomputed        // with points that are never reused
	listMoved             // with points that are unlikely to be reused
	listReused            // with points that are likely to be reused, by the kernel if there is one
	listCount
)

// cull finds the contacts whose boxes are now disjoint and partitions the others by the work that
// they are likely to take. No processor can predict the list, so the loop has no branch for it.
func (p *Pipeline) cull(lo, hi int, e *evaluator) {
	const touching, reusable = state.ContactTouching, state.ContactReusable | state.ContactTouching
	const mask = reusable | state.ContactReuseFailed | state.ContactArc | state.ContactOneWay // which the kernel does not handle
	pairs, boxes, lists := p.Contacts.Pair[lo:hi], p.Broadphase.Boxes(), &e.lists
	for l := range lists {
		lists[l].Clear()
	}
	e.read = fetchBoxes(pairs, boxes)
	for i := range pairs {
		pair := &pairs[i]
		a, b := &boxes[pair.ColliderA], &boxes[pair.ColliderB]
		if !(a.MinX <= b.MaxX && b.MinX <= a.MaxX && a.MinY <= b.MaxY && b.MinY <= a.MaxY) { // Overlaps without copies
			pair.Flags |= state.ContactDisjoint
			e.changed.Set(uint32(p.Contacts.Slots[lo+i]))
			continue
		}
		isTouching := pair.Flags / touching & 1
		reused := state.ContactFlags(0)
		if pair.Flags&mask == reusable {
			reused = 1
		}
		lists[isTouching+isTouching&(pair.Flags/state.ContactReusable)+reused].Append(int32(lo + i))
	}
}

// fetchBoxes reads the boxes of contacts in short iterations, so that no read waits for another.
func fetchBoxes(pairs []state.ContactPair, boxes []geom.Box32) (read float32) {
	for i := range pairs {
		read += boxes[pairs[i].ColliderA].MinX + boxes[pairs[i].ColliderB].MinX
	}
	return read
}
