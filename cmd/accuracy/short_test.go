//go:build !long

package main

// testSize is what every test runs: the shorter runs, with few throws.
var testSize = size{throws: 240, short: true}
