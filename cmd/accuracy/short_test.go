//go:build !long

package main

// testSize is what every test runs: the shorter runs, with a thousand throws.
var testSize = size{throws: 1000, short: true}
