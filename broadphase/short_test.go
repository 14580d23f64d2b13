//go:build !long

package broadphase

// steps is how long the random worlds run.
const steps = 60
