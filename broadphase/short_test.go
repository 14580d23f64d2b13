//go:build !long

package broadphase

const (
	steps        = 25    // of each random world
	sweptSamples = 10000 // random swept boxes
)
