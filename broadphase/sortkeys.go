package broadphase

import (
	"math/bits"
	"slices"
)

// fewKeys is the number up to which comparing beats counting.
const fewKeys = 128

// sortKeys sorts ascending. It returns the sorted keys and the other of the two
// slices, which serves as room for the next call.
//
// New pairs are few in a warm world, but the first step of a large one, or a
// load, brings as many as there are contacts: those are sorted byte by byte
// from the lowest, and only by the bytes in which they differ.
func sortKeys(keys, room []uint64) (sorted, other []uint64) {
	if len(keys) <= fewKeys {
		slices.Sort(keys)
		return keys, room
	}
	room = slices.Grow(room[:0], len(keys))[:len(keys)]
	var differ uint64
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	for shift := 0; shift < bits.Len64(differ); shift += 8 {
		if differ>>shift&0xff == 0 {
			continue
		}
		var place [256]int32
		for _, k := range keys {
			place[k>>shift&0xff]++
		}
		sum := int32(0)
		for i, n := range place {
			place[i] = sum
			sum += n
		}
		for _, k := range keys {
			at := &place[k>>shift&0xff]
			room[*at] = k
			*at++
		}
		keys, room = room, keys
	}
	return keys, room
}
