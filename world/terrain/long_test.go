//go:build long

package terrain_test

// slideSeconds is the longest time for which a body slides over seams.
const slideSeconds = 20.0

// editedWorlds is the number of worlds with random edits.
const editedWorlds = 100

// randomLevels is the number of levels of random tiles, and slideTicks the longest way over one.
const (
	randomLevels = 5000
	slideTicks   = 1500
)
