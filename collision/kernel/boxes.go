package kernel

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// BoxBlock is the largest number of colliders in a LooseList, a power of two.
const BoxBlock = 128

// boxesAhead is how far the kernel looks down its list for rows to prefetch.
const boxesAhead = 4

// BoxTables are the inputs and outputs of the computation of boxes.
type BoxTables struct {
	_                 [0]func() // not comparable, so no program has code for a comparison
	Bodies            *state.Bodies
	Shapes            *state.Colliders
	Boxes             []geom.Box32   // the fat boxes, by slot
	Fits              []state.BoxFit // by slot
	Version           uint32         // of the fits
	Margin, Lookahead float64        // by which tight boxes grow, m, and the time of the coming motion, s
}

// FitRoundoff is the share of coordinates and reach by which a state.BoxFit is narrower than in
// exact arithmetic. It covers all errors: a fit is rounded to 24 bits, all else to 53.
const FitRoundoff = 0x1p-22

// LooseCollider is a collider whose tight box may have left its fat box, and the row of its body.
type LooseCollider struct {
	Slot uint32
	Row  int32
}

// LooseList holds the loose colliders of a block of bodies, up to BoxBlock at a time.
type LooseList struct {
	colliders [BoxBlock + boxesAhead]LooseCollider
	count     int
}

// Append appends a collider.
func (l *LooseList) Append(slot uint32, row int32) {
	l.colliders[l.count&(BoxBlock-1)] = LooseCollider{slot, row}
	l.count++
}

// Full reports whether there is no room for another collider.
func (l *LooseList) Full() bool { return l.count == BoxBlock }

// Clear empties the list.
func (l *LooseList) Clear() { l.count = 0 }

// All returns the colliders.
func (l *LooseList) All() []LooseCollider { return l.colliders[:l.count] }
