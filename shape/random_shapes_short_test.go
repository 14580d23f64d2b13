//go:build !long

package shape_test

// samples is how many random shapes of each family the tests look at.
const samples = 24
