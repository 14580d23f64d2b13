// Package fphash folds numbers into a 64-bit fingerprint, so that two runs can
// be compared bit for bit by one word.
//
// # Terms
//
//   - The fingerprint depends on the sequence of words folded in: their order,
//     their number and every bit, but not on which method folded a word that
//     has the same 64 bits.
//
// # Promises
//
//   - The same on every platform: floats enter as their IEEE 754 bits, integers
//     as values, never as memory, so byte order plays no part. The algorithm is
//     frozen, because fingerprints are kept in golden files.
//   - Every bit counts: -0 differs from 0, and so does the payload of a NaN.
//   - Not cryptographic. It finds accidents, not forgeries.
package fphash
