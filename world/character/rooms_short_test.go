//go:build !long

package character_test

const (
	randomRooms   = 200
	randomFlights = 100
	randomWalks   = 100
)

// wedgeTurn is the step from one direction of a wedge to the next, in degrees.
const wedgeTurn = 60.0
