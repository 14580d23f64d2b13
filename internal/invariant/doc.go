// Package invariant holds the switch that turns the engine's self-checks on.
//
// A structure that can be checked as a whole has a validate method beside it,
// called as
//
//	if invariant.Enabled {
//		t.validate()
//	}
//
// Without the build tag Enabled is a constant, so the compiler removes the call
// and the check costs nothing. With -tags invariants, which make test uses, a
// broken structure panics at the operation that broke it instead of many steps
// later.
package invariant
