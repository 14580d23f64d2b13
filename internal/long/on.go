//go:build long

package long

// Enabled is true with the build tag long.
const Enabled = true
