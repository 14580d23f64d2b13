//go:build long

package polygon

// rounds multiplies how many random outlines the tests look at.
const rounds = 30
