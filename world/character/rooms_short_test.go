//go:build !long

package character_test

const (
	randomRooms   = 1000
	randomFlights = 500
)
