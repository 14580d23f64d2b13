// Package column saves, restores and hashes the columns of tables.
//
// A table gives each of its columns to a List. A Copy holds what the columns of a list held at one
// time.
//
// # Terms
//
//   - A column is a slice, a slice of lists, or a single value, in a variable that lasts as long as
//     the list.
//   - A state column is one that the future depends on. A derived column follows from state; it is
//     in a list only where copying it is cheaper than deriving it.
//   - A block is a part of a slice. Blocks never change while anything refers to them, so any
//     number of copies share the blocks that are equal.
//
// # Promises
//
//   - Save after Save copies only the blocks that have changed. Save and Restore allocate nothing
//     once a Copy and the columns have had the size before.
//   - A hash is equal on every platform. It depends on the lengths and every bit of the elements.
//   - A List has no locks. A Copy may be restored by many lists at once, but not during a Save into
//     it.
package column
