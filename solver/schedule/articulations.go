package schedule

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// articulationsByGroup lists the articulations of each group.
type articulationsByGroup struct {
	first []int32 // by group, or none
	next  []int32 // by articulation: the next of its group, or none
}

// assignArticulations assigns each articulation to the group of its bodies.
func (o *Order) assignArticulations() {
	w := &o.byGroup
	w.first = grow.Resize(w.first, len(o.grouping.groups))
	for i := range w.first {
		w.first[i] = noIndex
	}
	if o.in.Joints == nil {
		return
	}
	w.next = grow.Resize(w.next, o.in.Joints.ArticulationCap())
	for i := o.in.Joints.ArticulationCap() - 1; i >= 0; i-- {
		if b, ok := o.in.Joints.ArticulationBody(i); ok {
			g := o.groupOfBody(b)
			w.next[i] = w.first[g]
			w.first[g] = int32(i)
		}
	}
}

// groupOfBody returns the group of a dynamic body.
func (o *Order) groupOfBody(b state.BodySlot) int32 {
	if len(o.grouping.groups) == 1 {
		return Global
	}
	return o.grouping.groupOfIsland[o.in.Islands.Of(b)]
}
