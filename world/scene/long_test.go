//go:build long

package scene

const extremeSamples = 50_000
