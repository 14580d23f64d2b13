package world

import (
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
)

// entryList is a table whose rows stand in lists of bodies, at places that a key names.
type entryList interface {
	Next(key uint32) uint32 // or None
	IDAtKey(key uint32) id.ID
}

// entry is a place in a list and the identity of the contact or joint that stood there.
type entry struct {
	key uint32
	id  id.ID
}

// eachEntry yields the places in a list of a body. It reads some places ahead, since the game may
// destroy contacts and joints in the loop, and goes on after the last of these that still exists.
// Between ticks such a list only becomes shorter, unless the game creates joints.
func eachEntry(list entryList, head *uint32, yield func(key uint32) bool) {
	var places [16]entry
	for key := *head; key != state.None; {
		ahead := places[:0]
		for ; len(ahead) < len(places) && key != state.None; key = list.Next(key) {
			ahead = append(ahead, entry{key, list.IDAtKey(key)})
		}
		for _, e := range ahead {
			if list.IDAtKey(e.key) == e.id && !yield(e.key) {
				return
			}
		}
		if key == state.None {
			return
		}
		key = *head
		for i := len(ahead) - 1; i >= 0; i-- {
			if e := &ahead[i]; list.IDAtKey(e.key) == e.id {
				key = list.Next(e.key)
				break
			}
		}
	}
}
