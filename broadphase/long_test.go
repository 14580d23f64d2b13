//go:build long

package broadphase

const (
	steps        = 2000    // of each random world
	sweptSamples = 1000000 // random swept boxes
)
