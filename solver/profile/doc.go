// Package profile is part of the engine: it solves linear equations with symmetric positive
// definite matrices that have a row for each body of a graph and entries for linked bodies alone.
// Packages direct and articulation use it.
//
// # Terms
//
//   - A block is the entry for two bodies, 3 x 3 numbers.
//   - The place of a body is the number of its row.
//   - The profile of a matrix is, in each row, the range from its first entry to the diagonal. The
//     Cholesky factor has the profile of its matrix. A breadth-first order of the bodies keeps the
//     profile of stacks, trees and frames as narrow as these are.
//
// # Promises
//
// Arithmetic is float64 with rounded products; all targets agree to the bit. Warm calls allocate
// nothing.
package profile
