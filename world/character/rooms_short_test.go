//go:build !long

package character_test

const (
	randomRooms   = 120
	randomFlights = 60
	randomWalks   = 50
)

// wedgeTurn is the step from one direction of a wedge to the next, in degrees.
const wedgeTurn = 120.0
