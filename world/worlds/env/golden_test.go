package env_test

// The hashes of TestGoldenTraces.
const (
	goldenCartPole = 0x434e2468009f93dd
	goldenWalker   = 0xe48b4fe36840b8fe
	goldenLander   = 0x38ba8f29ec3922ad
	goldenPusher   = 0xef897111285f5a6f
)
