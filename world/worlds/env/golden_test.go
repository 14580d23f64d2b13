package env_test

// The hashes of TestGoldenTraces. The walker's changed when bodies were no longer stopped before
// what they would not enter (docs/decisions/89-stops-of-what-enters.md). The cart-pole's changed
// when pendulums on free slides began to keep their energy
// (docs/decisions/18-small-articulations.md).
const (
	goldenCartPole = 0x0087a1334e2c2f27
	goldenWalker   = 0xb7b5e2223a9485e8
	goldenLander   = 0x38ba8f29ec3922ad
	goldenPusher   = 0xef897111285f5a6f
)
