// Command testlog runs go test -json and prints a summary for people: a line for every package when
// it ends, the output of the tests that fail, and a sign of life during long tests.
//
//	go run ./internal/testlog [-tests n] go test -json [flags] [packages]
//
// A test that ends by package internal/leftout is left out by name, which is not a failure: the
// names appear in the last line of the run (internal/parts). A test that is skipped in any other
// way counts as a failure, because a check that cannot run has not passed. With -tests, any other
// number of tests than n is a failure too. Failed tests are named at the end of the run with the
// start of their output.
package main
