package env_test

// The hashes of TestGoldenTraces. The walker's changed when bodies were no longer stopped before
// what they would not enter (docs/decisions/89-stops-of-what-enters.md).
const (
	goldenCartPole = 0x434e2468009f93dd
	goldenWalker   = 0xb7b5e2223a9485e8
	goldenLander   = 0x38ba8f29ec3922ad
	goldenPusher   = 0xef897111285f5a6f
)
