// Package long chooses the sizes of tests. Tests take samples: some seconds of a motion, every
// third row of a table, a few random worlds. With the build tag long, which make long uses, the
// same tests take all rows and thousands of worlds.
package long
