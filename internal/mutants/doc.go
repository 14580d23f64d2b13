// Command mutants measures which changes the tests notice. It changes one token of the engine at
// random (an operator, a comparison, a sign, a boolean or whole constant), runs the tests of the
// package, and the tests of a second package if the first all pass. A mutant that no test notices
// is printed.
//
//	go run ./internal/mutants [-n count] [-seed n] [-then package] [-slow time] [-files pattern] packages
//
// The choice of mutants depends on the seed and the sources alone. Nothing is written to the tree:
// the go command reads a changed file through its flag -overlay. A mutant that does not compile is
// not counted, and a test that hangs counts as a failure. Tests that fail or are slow without any
// change are left out, and are named first.
//
// Some mutants have no observable effect: another capacity, or < for <= between numbers that are
// never equal. So even a perfect suite does not notice all mutants.
package main
