//go:build long

package world_test

// randomJointWorlds is how many random heaps of joints run, randomArticulations how many random trees.
const (
	randomJointWorlds   = 2000
	randomArticulations = 2000
)
