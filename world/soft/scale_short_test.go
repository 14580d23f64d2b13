//go:build !long

package soft_test

// swingTicks is how long things swing.
const swingTicks = 400
