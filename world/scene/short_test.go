//go:build !long

package scene

const extremeSamples = 500
