// Command accuracy runs the scenes that measure the engine's accuracy, and prints a table of
// results and bounds. Every row is a promise (pendulums keep their energy, a closed room stays
// closed) with bounds for the worst of its scenes, and with the result of Box2D v3 for the same
// set-up.
//
//	go run ./cmd/accuracy                          the whole table, in minutes
//	go run ./cmd/accuracy -rows hanging,crushed -v the rows that begin so, with every scene
//	go run ./cmd/accuracy -list                    the names
//	go run ./cmd/accuracy -markdown                the page docs/accuracy.md
//
// The exit code is 1 if a row misses a bound.
package main
