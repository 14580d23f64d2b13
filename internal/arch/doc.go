// Package arch holds the rules of the house as tests: which package may import
// which, which module from outside, that every package says what it is for, which
// stages a tick has, and how long a file may grow. It has no code besides the tests.
//
// The tables stand twice, in the tests and in ARCHITECTURE.md, and must agree.
package arch
