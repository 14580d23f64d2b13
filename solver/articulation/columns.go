package articulation

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
)

// Columns adds the columns of the articulations to a list. They are state: the order of bodies and
// joints depends on the order in which joints came and changed.
func (f *Graph) Columns(l *column.List) {
	l.State("articulations.of", column.Slice(&f.articulationOf))
	l.State("articulations.joints", column.ListsIn(&f.list, jointsOf, hashPlan))
	l.State("articulations.bodies", column.ListsIn(&f.list, bodiesOf, hashSlot))
	l.State("articulations.exact", column.Records(&f.list, isExact, setExact, (*column.Hasher).Bool))
	l.State("articulations.free", column.Slice(&f.free))
}

// Restored makes room for the scratch of searches after the columns were restored.
func (f *Graph) Restored() {
	f.visited, f.tieVisited, f.orderIndex = f.visited[:0], f.tieVisited[:0], f.orderIndex[:0]
	for range f.articulationOf {
		f.visited, f.tieVisited = append(f.visited, 0), append(f.tieVisited, 0)
		f.orderIndex = append(f.orderIndex, 0)
	}
}

func jointsOf(t *articulation) *[]artJointPlan { return &t.joints }

func bodiesOf(t *articulation) *[]state.BodySlot { return &t.bodies }

func isExact(t *articulation) bool { return t.exact }

func setExact(t *articulation, exact bool) { t.exact = exact }

func hashPlan(h *column.Hasher, p artJointPlan) {
	h.Uint64(uint64(p.joint))
	h.Uint64(uint64(uint32(p.child))<<32 | uint64(uint32(p.parent)))
	h.Bool(p.childIsA)
}

func hashSlot(h *column.Hasher, b state.BodySlot) { h.Uint64(uint64(b)) }
