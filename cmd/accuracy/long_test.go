//go:build long

package main

// testSize is the whole table, as the command prints it.
var testSize = size{throws: 100_000}
