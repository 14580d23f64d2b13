package kernel

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// The lists into which the contacts of a block are partitioned by the work that they are likely to
// take. The kernel computes their numbers.
const (
	Reused     = iota // with points that are likely to be reused, by the kernel if there is one
	Moved             // with points that are unlikely to be reused
	Recomputed        // with points that are never reused
	Separated         // without points
	Disjoint          // whose boxes are now disjoint
	listCount
)

// Lists hold the rows of each of these lists in ascending order.
type Lists [listCount]RowList

const (
	reusableFlags = state.ContactReusable | state.ContactTouching
	reusedMask    = reusableFlags | state.ContactReuseFailed | state.ContactArc | state.ContactOneWay // the kernel of Tables.Reuse handles reusableFlags alone
)

// appendPortable appends the contacts in rows [lo, hi).
func (l *Lists) appendPortable(pairs []state.ContactPair, boxes []geom.Box32, lo, hi int) {
	for r := lo; r < hi; r++ {
		pair := &pairs[r]
		a, b := &boxes[pair.ColliderA], &boxes[pair.ColliderB]
		list := Separated
		switch {
		case !(a.MinX <= b.MaxX && b.MinX <= a.MaxX && a.MinY <= b.MaxY && b.MinY <= a.MaxY): // Overlaps without copies
			list = Disjoint
		case pair.Flags&reusedMask == reusableFlags:
			list = Reused
		case pair.Flags&reusableFlags == reusableFlags:
			list = Moved
		case pair.Flags&state.ContactTouching != 0:
			list = Recomputed
		}
		l[list].Append(int32(r))
	}
}
