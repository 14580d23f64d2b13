// Package scratch keeps the temporary files of a package's tests in one folder, and removes the
// folder when the tests end. It is for tests of code that leaves files behind: Beam does, and so
// do assertions that fail as they should.
package scratch
