//go:build invariants

package invariant

// Enabled is true under the build tag invariants.
const Enabled = true
