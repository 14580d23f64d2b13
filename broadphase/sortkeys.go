package broadphase

import (
	"math/bits"
	"slices"

	"github.com/carom2d/carom/internal/radix"
)

// maxComparisonSort is the number of keys up to which a comparison sort is faster.
const maxComparisonSort = 128

// sortKeys sorts ascending. It returns the sorted keys and the other of the two slices, as
// the buffer of the next call.
//
// New pairs are few in a warm world, but the first tick of a large one, or a scene that is
// loaded, brings as many as there are contacts. Those are sorted byte by byte from the
// lowest, and only by the bytes in which they differ (radix sort).
func sortKeys(keys, buf []uint64) (sorted, other []uint64) {
	if len(keys) <= maxComparisonSort {
		radix.Sort(keys)
		return keys, buf
	}
	buf = slices.Grow(buf[:0], len(keys))[:len(keys)]
	var diffBits uint64
	for _, k := range keys {
		diffBits |= k ^ keys[0]
	}
	for shift := 0; shift < bits.Len64(diffBits); shift += 8 {
		if diffBits>>shift&0xff == 0 {
			continue
		}
		var offsets [256]int32
		for _, k := range keys {
			offsets[k>>shift&0xff]++
		}
		sum := int32(0)
		for i, n := range offsets {
			offsets[i] = sum
			sum += n
		}
		for _, k := range keys {
			offset := &offsets[k>>shift&0xff]
			buf[*offset] = k
			*offset++
		}
		keys, buf = buf, keys
	}
	return keys, buf
}
