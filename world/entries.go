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
// destroy contacts and joints in the loop, and goes on after the last of these that still exists.
// Between ticks such a list only becomes shorter, unless the game creates joints.
func eachEntry(list entryList, head *uint32, yield func(key uint32) bool) {
	var ahead [16]entry
	for key := *head; key != state.None; {
		n := 0
		for ; n < len(ahead) && key != state.None; n++ {
			ahead[n].key = key
			key, ahead[n].id = list.EntryAt(key)
		}
		for i := range ahead[:n] {
			e := &ahead[i]
			if _, now := list.EntryAt(e.key); now == e.id && !yield(e.key) {
				return
			}
		}
		if key == state.None {
			return
		}
		key = *head
		for i := range ahead[:n] {
			if next, now := list.EntryAt(ahead[i].key); now == ahead[i].id {
				key = next
			}
		}
	}
}
