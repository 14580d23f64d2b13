//go:build invariants

package invariant

import "testing"

func TestTheTagTurnsChecksOn(t *testing.T) {
	if !Enabled {
		t.Fatal("built with -tags invariants, yet Enabled is false")
	}
}

func TestChecksAreSuspended(t *testing.T) {
	resume := Suspend()
	if Enabled {
		t.Fatal("checks run while they are suspended")
	}
	resume()
	if !Enabled {
		t.Fatal("checks stay off")
	}
}
