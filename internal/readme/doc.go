// Package readme checks that the programs and commands that README.md shows are
// real: every Go block is compiled, and every make target that is named exists. It
// has no code besides the tests.
package readme
