// Package leftout ends tests that cannot run here, and names the missing parts in a form that the
// reporter of make test (internal/testlog) repeats in its last line.
//
// A part of the hardware or of the operating system that is missing is never an error: Hardware.
// A program that can be installed is an error in CI, and is left out elsewhere: Installable. A test
// that skips itself in any other way counts as failed.
package leftout
