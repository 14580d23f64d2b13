// Package recording makes the definitions of a recording trees of plain values and reads them back,
// and keeps what shapes of the game's own answer. Package world records and replays the calls.
//
// # Trees
//
// A struct is a map of its fields that are not zero, by name, so that later releases may add
// fields. A value behind an interface is a map with the key "is". A function is true where there is
// one.
package recording
