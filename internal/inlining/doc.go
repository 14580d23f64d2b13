// Package inlining keeps the small functions of the hot loops small enough: formulas
// are written with methods on the promise that the compiler puts their bodies in
// place, and one line too many breaks that promise without a word. It has no code
// besides the tests.
package inlining
