//go:build invariants

package invariant

import "testing"

func TestTheTagTurnsChecksOn(t *testing.T) {
	if !Enabled {
		t.Fatal("built with -tags invariants, yet Enabled is false")
	}
}
