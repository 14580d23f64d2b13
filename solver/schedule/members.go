package schedule

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Members names the articulations or clusters of a tick by numbers below Cap.
type Members interface {
	Cap() int
	// Body returns one of the dynamic bodies of a member, or false if the number is free.
	Body(i int) (state.BodySlot, bool)
}

// membersByGroup lists the articulations or clusters of each group.
type membersByGroup struct {
	first []int32 // by group, or none
	next  []int32 // by number: the next member of the same group, or none
}

// assign assigns each member to the group of its bodies.
func (w *membersByGroup) assign(o *Order, members Members) {
	w.first = grow.Resize(w.first, len(o.grouping.groups))
	for i := range w.first {
		w.first[i] = noIndex
	}
	if members == nil {
		return
	}
	w.next = grow.Resize(w.next, members.Cap())
	for i := members.Cap() - 1; i >= 0; i-- {
		if b, ok := members.Body(i); ok {
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
