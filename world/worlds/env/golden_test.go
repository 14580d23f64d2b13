package env_test

// The hashes of TestGoldenTraces.
const (
	goldenCartPole = 0x0087a1334e2c2f27
	goldenWalker   = 0x424ca47805900171
	goldenLander   = 0x38ba8f29ec3922ad
	goldenPusher   = 0xef897111285f5a6f
)
