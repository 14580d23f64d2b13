//go:build !long

package world_test

// The numbers of throws into corners, and of rooms with eight bodies each.
const (
	closedCorners = 1000
	closedRooms   = 100
	closedPhases  = 8
)
