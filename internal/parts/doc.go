// Command parts runs targets of the Makefile one after the other, prints the time that each takes,
// and ends at the first that fails.
//
//	go run ./internal/parts [-make program] -name "make test" target...
//
// Targets that are joined by commas run at the same time, and their lines begin with their names.
// In place of a target stands a chain of them, joined by plus signs, which run one after the other.
//
// Its last line names the parts of the machine whose absence made tests be left out; see package
// internal/leftout. A run that fails ends with a line for each test that has failed. A run inside
// another run adds its names to the list of the outer one.
package main
