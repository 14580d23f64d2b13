// Package snapshot is part of the engine: the codec of snapshots in files, but for the container,
// which is package statefile, and the checks of a state that was read. Package world makes worlds
// of it.
//
// # Terms
//
//   - Part: the columns of one table, under its name. A hash of a state has a number for each part.
//   - Value of the game: user data, a shape or a function of the game's own. A file has its name,
//     and for a type with content the bytes that the game makes of it.
//   - Check: it panics with a sentence, which package world makes an error, when no world was ever
//     in a state. After it no tick takes anything for granted that does not hold.
package snapshot
