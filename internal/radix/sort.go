package radix

import "math/bits"

// few is the number of keys up to which an insertion sort is faster.
const few = 16

// Sort sorts ascending, by a radix exchange sort: it divides the keys at the highest bit in which
// they differ, and sorts the two parts. No order of the keys takes more than a pass per bit.
func Sort[T ~uint32 | ~uint64](keys []T) {
	for i := 1; i < len(keys); i++ {
		if keys[i-1] > keys[i] {
			exchange(keys)
			return
		}
	}
}

func exchange[T ~uint32 | ~uint64](keys []T) {
	for len(keys) > few {
		differ, first := T(0), keys[0]
		for _, k := range keys {
			differ |= k ^ first
		}
		if differ == 0 {
			return
		}
		bit := bits.Len64(uint64(differ)) - 1
		zeros := 0 // the keys without the bit come first; nothing branches on it
		for i, k := range keys {
			keys[i], keys[zeros] = keys[zeros], k
			zeros += int(1 &^ (k >> bit))
		}
		exchange(keys[zeros:])
		keys = keys[:zeros]
	}
	for i := 1; i < len(keys); i++ {
		k, j := keys[i], i
		for ; j > 0 && keys[j-1] > k; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = k
	}
}
