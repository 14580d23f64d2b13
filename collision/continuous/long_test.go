//go:build long

package continuous

// sweepDensity multiplies the number of random sweeps.
const sweepDensity = 50

// bulletSceneFactor multiplies the number of random scenes.
const bulletSceneFactor = 50
