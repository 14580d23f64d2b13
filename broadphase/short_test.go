//go:build !long

package broadphase

const (
	steps = 40    // of each random world
	beams = 20000 // random beams
)
