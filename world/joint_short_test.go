//go:build !long

package world_test

// contraptions is how many random heaps of joints run.
const contraptions = 16
