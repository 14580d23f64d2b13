// Package fphash folds numbers into a 64-bit fingerprint, so that one word compares two runs bit
// for bit.
//
// The fingerprint depends on the sequence of words that are folded in: their order, their
// number and every bit. It does not depend on the method that folded a word of the same 64
// bits.
//
// # Promises
//
//   - The same on every platform: floats enter as their IEEE 754 bits, integers as values,
//     never as memory, so byte order has no effect. The algorithm is frozen, because
//     fingerprints are kept in golden files.
//   - Every bit counts: -0 differs from 0, and so does the payload of a NaN.
//   - It is not cryptographic. It finds accidents, not forgeries.
package fphash
