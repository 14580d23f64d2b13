//go:build !long

package world_test

// randomJointWorlds is the number of random heaps of joints, randomArticulations the number of
// random articulations.
const (
	randomJointWorlds   = 5
	randomArticulations = 6
)
