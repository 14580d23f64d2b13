// Package unionfind partitions the integers below n into disjoint sets that can
// be merged.
//
// # Terms
//
//   - The root of a set names it. Here it is always the smallest member.
//
// # Promise
//
// The root depends only on which elements were joined, never on the order of
// the joins, so a partition built from contacts in any order is the same
// partition with the same names. Union by rank would be a little faster in the
// worst case, but its roots depend on the order; path halving alone keeps Find
// at logarithmic amortised cost.
package unionfind
