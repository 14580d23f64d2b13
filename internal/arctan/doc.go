// Package arctan holds the constants of the arctangent: for geom.Atan2, and for the
// vector kernels that return the same bits.
package arctan
