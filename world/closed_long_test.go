//go:build long

package world_test

// The numbers of throws into corners, and of rooms with eight bodies each.
const (
	closedCorners = 100000
	closedRooms   = 12500
	closedPhases  = 8
)
