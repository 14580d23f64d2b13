//go:build !long

package world_test

// contraptions is how many random heaps of joints run, orchard how many random trees.
const (
	contraptions = 16
	orchard      = 40
)
