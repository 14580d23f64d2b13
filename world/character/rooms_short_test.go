//go:build !long

package character_test

const (
	randomRooms   = 300
	randomFlights = 150
	randomWalks   = 100
)

// wedgeTurn is the step from one direction of a wedge to the next, in degrees.
const wedgeTurn = 60.0
