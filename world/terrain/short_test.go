//go:build !long

package terrain_test

// slideSeconds is the longest time for which a body slides over seams.
const slideSeconds = 6.0

// editedWorlds is the number of worlds with random edits.
const editedWorlds = 4

// randomLevels is the number of levels of random tiles, and slideTicks the longest way over one.
const (
	randomLevels = 40
	slideTicks   = 300
)
