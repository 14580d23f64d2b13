// Package recording implements recordings. It converts definitions to trees of plain values and
// back, keeps the answers of the game's own shapes, writes chunks on a separate goroutine, hashes
// the motion, and plays a log. Package world knows the function of a call, and the handles in its
// arguments.
//
// # Trees
//
// A struct is a map of its fields that are not zero, by name, so that later releases may add
// fields. A value behind an interface is a map with the key "is". A function is true where there is
// one.
package recording
