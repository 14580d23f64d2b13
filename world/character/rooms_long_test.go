//go:build long

package character_test

const (
	randomRooms   = 10000
	randomFlights = 5000
)
