// Package snapshot is part of the engine: the codec of snapshot files and the checks of a state
// that was read. Package statefile has the container, and package world makes worlds of the state.
//
// # Terms
//
//   - Part: the columns of one table, under its name. A hash of a state has a number for each part.
//   - Value of the game: user data, a shape or a function of the game's own. A file has its name,
//     and for a type with content the bytes that the game makes of it.
//   - Check: it panics with a sentence, which package world makes an error, when no world was ever
//     in a state. After it every assumption of a tick holds.
package snapshot
