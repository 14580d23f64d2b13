//go:build !long

package broadphase

const (
	steps        = 15   // of each random world
	sweptSamples = 5000 // random swept boxes
)
