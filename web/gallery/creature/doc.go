// Package creature holds soft creatures that walk: discs on springs whose lengths beat in time,
// each with a swing and a phase of its own. Nobody wrote these numbers; a search found them, by
// trying changes and keeping what went farther.
//
//	c, err := creature.New(w, creature.Forms()[0], gait, mgl64.Vec2{0, 1})
//	c.Beat(1.5) // before each tick
//
// # Terms
//
//   - A Form is where a creature has discs. Springs join neighbours, also diagonally.
//   - A Gait is a swing and a phase for each spring.
//   - A lesson is what the search had found after so many tries.
//
// The same numbers give the same walk on every platform: gaits are whole numbers, and sines are
// the functions of package geom. go generate searches again and writes learned.go, the same bytes
// each time.
package creature

//go:generate go run ./learn -o learned.go
