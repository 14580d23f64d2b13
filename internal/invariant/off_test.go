//go:build !invariants

package invariant

import "testing"

func TestChecksAreOffByDefault(t *testing.T) {
	if Enabled {
		t.Fatal("built without -tags invariants, yet Enabled is true")
	}
}
