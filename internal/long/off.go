//go:build !long

package long

// Enabled is false without the build tag long.
const Enabled = false
