// Command accuracy runs the scenes by which the engine's honesty is measured, and prints a
// table of what it does and what it must do. Every row is a promise (pendulums keep their energy, a
// closed room stays closed) with the bounds that hold for the worst of its scenes, and what
// Box2D v3 does with the same set-up.
//
//	go run ./cmd/accuracy                          the whole table, in minutes
//	go run ./cmd/accuracy -rows hanging,crushed -v the rows that begin so, with every scene
//	go run ./cmd/accuracy -list                    the names
//	go run ./cmd/accuracy -markdown                the page docs/accuracy.md
//
// The exit code is 1 if a row misses a bound.
package main
