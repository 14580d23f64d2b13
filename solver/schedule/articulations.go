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

// Articulations names the articulations of a tick by numbers below Cap.
type Articulations interface {
	Cap() int
	// Body returns one of the bodies of an articulation, or false if the number is free.
	Body(articulation int) (state.BodySlot, bool)
}

// assignArticulations assigns each articulation to the group of its bodies.
func (o *Order) assignArticulations() {
	w := &o.byGroup
	w.first = grow.Resize(w.first, len(o.grouping.groups))
	for i := range w.first {
		w.first[i] = noIndex
	}
	if o.in.Articulations == nil {
		return
	}
	w.next = grow.Resize(w.next, o.in.Articulations.Cap())
	for i := o.in.Articulations.Cap() - 1; i >= 0; i-- {
		if b, ok := o.in.Articulations.Body(i); ok {
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
