// Package radix sorts unsigned numbers in place: slots, rows, and keys made of bits. Its code is a
// tenth of the code of slices.Sort, which every program with a world would link twice.
package radix
