package slim

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The runtime finds the function of a place in the code by a table of buckets
// (runtime.findfunctab): a bucket holds the index of the first function that it may be, and sixteen
// bytes to add. From there the runtime looks at one function after the other. In js/wasm a function
// has sixteen buckets, and there is nothing to add.
const (
	bucketLength = 20
	buckets      = 16
	perFunction  = bucketLength * buckets
)

// step is the number of functions that begin at the same bucket: the runtime looks at up to seven
// functions more, and a thirtieth of the compressed data is gone.
const step = 8

// roundPlaces replaces each index in the buckets by the multiple of step below it. The buckets of
// the last function, which may be fewer, stay.
func roundPlaces(memory []byte, functions int) error {
	if functions < 3 {
		return nil
	}
	pattern := append(bytes.Repeat(bucket(0), buckets), bytes.Repeat(bucket(1), buckets)...)
	for from := 0; ; {
		n := bytes.Index(memory[from:], pattern)
		if n < 0 {
			return fmt.Errorf("slim: %w: no table of places", ErrForm)
		}
		if places := memory[from+n:]; isPlaces(places, functions-1) {
			for i := range (functions - 1) * buckets {
				index := i / buckets
				binary.LittleEndian.PutUint32(places[i*bucketLength:], uint32(index/step*step))
			}
			return nil
		}
		from += n + 1
	}
}

func bucket(index int) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(index)), make([]byte, bucketLength-4)...)
}

// isPlaces reports whether places begins with the buckets of n functions.
func isPlaces(places []byte, n int) bool {
	if len(places) < n*perFunction {
		return false
	}
	for i := range n {
		if !bytes.Equal(places[i*perFunction:(i+1)*perFunction], bytes.Repeat(bucket(i), buckets)) {
			return false
		}
	}
	return true
}
