//go:build !long

package polygon

// rounds multiplies how many random outlines the tests look at.
const rounds = 1

// pointsPerCase is at how many points the oracles of the operations look.
const pointsPerCase = 100
