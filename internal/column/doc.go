// Package column saves, restores and hashes the columns of tables.
//
// A table gives each of its columns to a List, which hashes them. A Scheme holds the places of the
// columns of such a list, for all worlds with the same columns. With it the Store of a world saves
// and restores its columns. A Copy holds their content at one time.
//
// # Terms
//
//   - A column is a slice, a slice of lists, or a single value, in a variable that lasts as long as
//     the list.
//   - A root is a piece of memory of a world: a table, or the world itself. A scheme names a
//     variable by its root and its offset there.
//   - A clock tells which elements of a column have not been written since a time.
//   - A column is state if later ticks or calls depend on it. A derived column follows from state;
//     it is in a list only if copying it is cheaper than deriving it.
//   - A block is a part of a slice. A block never changes while a copy refers to it, so any number
//     of copies share equal blocks.
//
// # Promises
//
//   - Save after Save copies only the blocks that have changed. Save and Restore allocate nothing
//     once a Copy and the columns have had the size before.
//   - A hash is equal on every platform. It depends on the lengths and every bit of the elements.
//   - Lists and stores have no locks. A Copy may be restored by many stores at once, but not during
//     a Save into it.
package column
