//go:build long

package shape

// rounds multiplies how many random outlines the tests look at.
const rounds = 30
