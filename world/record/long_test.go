//go:build long

package record_test

// hostileTries is the number of recordings with some bytes changed.
const hostileTries = 2000

// cutStep is the number of bytes from one cut of a recording to the next.
const cutStep = 97
