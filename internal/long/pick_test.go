package long

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPick(t *testing.T) {
	require.Equal(t, Enabled, Pick(false, true))
}
