//go:build long

package character_test

const (
	randomRooms   = 10000
	randomFlights = 5000
	randomWalks   = 5000
)

// wedgeTurn is the step from one direction of a wedge to the next, in degrees.
const wedgeTurn = 30.0
