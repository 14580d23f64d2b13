// Package bitset holds growable sets of small integers, one bit each.
//
// The engine marks slots in parallel, each worker in a set of its own, then
// unites the sets and walks the result. The walk is always ascending, whoever
// set the bits and when: that is what makes a parallel stage deterministic.
//
// # Terms
//
//   - A member is an index whose bit is set.
//   - The capacity is how many indexes, from zero, the set has words for,
//     always a multiple of 64.
//
// # Promises
//
//   - Nothing but Grow and Union allocates, and those only when the
//     capacity is too small; capacity is never given back.
//   - Set needs the capacity to be there already and panics otherwise, so that
//     parallel code cannot grow a set by accident. Has and Clear take any index:
//     what lies beyond the capacity is not a member.
//   - A set has no locks. One goroutine may write it, or many may read it.
package bitset
