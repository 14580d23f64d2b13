//go:build invariants

package invariant

// Enabled is true under the build tag invariants, except while a test has the checks suspended.
var Enabled = true

// Suspend turns the checks off until resume is called, for tests of allocations: checks
// allocate. Nothing that checks itself may run on another goroutine during either call.
func Suspend() (resume func()) {
	Enabled = false
	return func() { Enabled = true }
}
