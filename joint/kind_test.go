package joint

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKindsKnowTheirDefinitions(t *testing.T) {
	require.Nil(t, NoKind.New())
	require.Nil(t, Kinds.New())
	names := map[string]bool{}
	for kind := NoKind; kind < Kinds; kind++ {
		require.False(t, names[kind.String()], "%v", kind)
		names[kind.String()] = true
		if kind == NoKind {
			continue
		}
		require.Equal(t, kind, kind.New().Kind())
		require.NotSame(t, kind.New(), kind.New(), "%v", kind)
	}
}
