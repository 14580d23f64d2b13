//go:build !invariants

package invariant

// Enabled is false without the build tag invariants.
const Enabled = false

// Suspend does nothing, because there are no checks.
func Suspend() (resume func()) { return func() {} }
