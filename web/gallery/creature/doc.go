// Package creature holds soft creatures that walk: discs on springs whose lengths beat in time,
// each with a swing and a phase of its own. A search found these numbers by trying changes and
// keeping the changes that went farther.
//
//	c, err := creature.New(w, creature.Forms()[0], gait, mgl64.Vec2{0, 1})
//	c.Beat(1.5) // before each tick
//
// # Terms
//
//   - A Form is the arrangement of a creature's discs. Springs join neighbours, also diagonally.
//   - A Gait is a swing and a phase for each spring.
//   - A lesson is the result of the search after a given number of tries.
//
// The same numbers give the same walk on every platform: gaits are whole numbers, and sines are
// the functions of package geom. go generate searches again and writes learned.go, the same bytes
// each time.
package creature

//go:generate go run ./learn -o learned.go
