// Package recording is the machinery of recordings: it makes definitions trees of plain values and
// reads them back, keeps what shapes of the game's own answer, writes chunks on a goroutine of its
// own, hashes the motion, and plays a log. Package world knows which function a call is of, and the
// handles in its arguments.
//
// # Trees
//
// A struct is a map of its fields that are not zero, by name, so that later releases may add
// fields. A value behind an interface is a map with the key "is". A function is true where there is
// one.
package recording
