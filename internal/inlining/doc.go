// Package inlining tests that the compiler inlines the small functions of the hot loops.
// Formulas are written with methods, which cost nothing as long as they are inlined, and
// one line too many ends that without an error. It has no code besides the tests.
package inlining
