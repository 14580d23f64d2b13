// Package readme checks that the programs and commands that README.md shows are
// real: every Go block is compiled, every line that starts the command carom runs, and every
// make target that is named exists. It bounds the packages and the size of the first program. It
// has no code besides the tests.
package readme
