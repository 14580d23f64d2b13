//go:build !invariants

package invariant

// Enabled is false without the build tag invariants.
const Enabled = false
