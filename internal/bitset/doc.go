// Package bitset holds growable sets of small integers, one bit each.
//
// The engine marks slots in parallel, each worker in a set of its own, then unites the sets
// and visits the members. They are always visited in ascending order, whichever worker set
// the bits and when. That makes a parallel stage deterministic.
//
// # Terms
//
//   - A member is an index whose bit is set.
//   - The capacity is the number of indexes, from zero, that the set has words for, always
//     a multiple of 64.
//
// # Promises
//
//   - Nothing but Grow and Union allocates, and those only when the capacity is too small.
//     The capacity never shrinks.
//   - Set panics beyond the capacity, so that parallel code cannot grow a set by accident.
//     Has takes any index: beyond the capacity there are no members.
//   - A set has no locks. One goroutine may write it, or many may read it.
package bitset
