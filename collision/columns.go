package collision

import "github.com/carom2d/carom/internal/column"

// Columns adds the columns that the pipeline keeps from tick to tick to a list, except HitColliders
// and PartColliders.
func (p *Pipeline) Columns(l *column.List) {
	l.Derived("OneWayColliders", column.Number(&p.OneWayColliders))
	l.Derived("PreSolveColliders", column.Number(&p.PreSolveColliders))
	l.State("invalidated", column.Value(&p.invalidated, (*column.Hasher).Bool))
}
