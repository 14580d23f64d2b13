package gallery

import (
	"slices"
	"testing"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

func TestTrebuchetThrows(t *testing.T) {
	s, err := batch.Build("gallery/trebuchet", batch.Params{Values: map[string]float64{"release": 40.5}})
	require.NoError(t, err)
	defer s.World.Close()
	measure, err := batch.Metric("gallery/thrown")
	require.NoError(t, err)
	require.Less(t, measure(s), 0.0, "the stone waits left of the pivot")
	most := 0.0
	for range 400 {
		s.Tick()
		most = max(most, measure(s))
	}
	require.Greater(t, most, 30.0, "the wall is 30 m away")
	require.Zero(t, measure(s), "the stone is down")
}

func TestParametersAreChecked(t *testing.T) {
	_, err := batch.Build("gallery/trebuchet", batch.Params{Values: map[string]float64{"sling": 5.5}})
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	require.ErrorContains(t, err, "params.sling: 5.5")
	_, err = batch.Build("gallery/trebuchet", batch.Params{Values: map[string]float64{"slung": 5}})
	require.ErrorIs(t, err, batch.ErrUnknownParam)
	require.True(t, slices.Contains(batch.Setups(), "gallery/pyramid"))
}
