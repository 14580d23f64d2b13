package world

import (
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
)

// entryList is a table whose rows stand in lists of bodies, at places that a key names.
type entryList interface {
	EntryAt(key uint32) (next uint32, i id.ID) // the next may be None
}

// entry is a place in a list and the identity of the contact or joint that stood there.
type entry struct {
	_   [0]func() // not comparable, so no program has code for a comparison
	key uint32
	id  id.ID
}

// eachEntry yields the places in a list of a body. It reads some places ahead, since the game may
// destroy contacts and joints in the loop, and goes on after the last place so far that still
// exists. Between ticks such a list only becomes shorter, unless the game creates joints.
func eachEntry(list entryList, head *uint32, yield func(key uint32) bool) {
	var places [16]entry
	known := 0 // places that have been yielded before
	for key := *head; key != state.None; {
		n := known
		for ; n < len(places) && key != state.None; n++ {
			places[n].key = key
			key, places[n].id = list.EntryAt(key)
		}
		for i := range places[known:n] {
			e := &places[known+i]
			if _, now := list.EntryAt(e.key); now == e.id && !yield(e.key) {
				return
			}
		}
		if key == state.None {
			return
		}
		key, known = *head, 0
		for _, e := range places[:n] {
			if next, now := list.EntryAt(e.key); now == e.id {
				key, places[0], known = next, e, 1
			}
		}
	}
}
