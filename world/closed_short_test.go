//go:build !long

package world_test

// The numbers of throws into corners, of rooms with eight bodies each, and of phases of the
// tick in which a wall is hit, and of crowded rooms with six.
const (
	closedCorners = 300
	closedRooms   = 50
	crowdedRooms  = 25
	closedPhases  = 2
)
