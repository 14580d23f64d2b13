package kernel

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// BlockSize is the number of contacts in a block of work, a power of two: large enough to pay for
// scheduling a block, small enough to share blocks evenly.
const BlockSize = 256

// Tables are the inputs and outputs of the kernels.
type Tables struct {
	_                 [0]func() // not comparable, so no program has code for a comparison
	Bodies            *state.Bodies
	Shapes            *state.Colliders
	Contacts          *state.Contacts
	Slop, Speculative float64 // m
	Timestep          float64 // of a tick, s
}

// Poses returns the poses of the bodies of a contact.
func (t *Tables) Poses(pair *state.ContactPair) (a, b *geom.Transform) {
	bodies := t.Bodies
	return &bodies.Pose[bodies.Rows[pair.BodyA]], &bodies.Pose[bodies.Rows[pair.BodyB]]
}

// RowList are rows of contacts of a block.
type RowList struct {
	rows  [BlockSize]int32
	count int
}

// Append appends a row.
func (l *RowList) Append(row int32) {
	l.rows[l.count&(BlockSize-1)] = row
	l.count++
}

// Clear empties the list.
func (l *RowList) Clear() { l.count = 0 }

// All returns the rows.
func (l *RowList) All() []int32 { return l.rows[:l.count] }
