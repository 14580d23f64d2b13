// Package arch holds the rules of the project as tests: the imports of each package, the
// modules from outside, a doc.go in every package, the stages of a tick, the words by which
// the Makefile picks tests, the lengths of files and functions, and the parameters and the
// nesting of functions. It has no code besides the tests.
//
// The tables are both in the tests and in ARCHITECTURE.md, and must agree.
package arch
