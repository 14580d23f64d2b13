package geom

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestCheckExtent(t *testing.T) {
	for _, c := range []struct {
		p    Vec2
		want string // empty: accepted
	}{
		{Vec2{MaxExtent, -MaxExtent}, ""},
		{Vec2{}, ""},
		{Vec2{math.Nextafter(MaxExtent, math.Inf(1)), 0}, "Points[1]: {1.0000000000000001e+12 0} is out of range"},
		{Vec2{0, -2e12}, "Points[1]: {0 -2e+12} is out of range"},
		{Vec2{math.NaN(), 2e12}, "Points[1]: {NaN 2e+12} must be finite"},
		{Vec2{0, math.Inf(-1)}, "Points[1]: {0 -Inf} must be finite"},
	} {
		one := CheckExtent("Points[1]", c.p)
		list := CheckExtents("Points", []mgl64.Vec2{{1, 2}, c.p.Mgl(), {math.NaN(), 0}})
		if c.want == "" {
			require.NoError(t, one)
			require.EqualError(t, list, "Points[2]: {NaN 0} must be finite")
			continue
		}
		require.EqualError(t, one, c.want)
		require.EqualError(t, list, c.want)
	}
	require.NoError(t, CheckExtents("Points", nil))
}

func TestCheckSizeAndThickness(t *testing.T) {
	for _, c := range []struct {
		x               float64
		size, thickness string // empty: accepted
	}{
		{1, "", ""},
		{MinSize, "", ""},
		{MaxExtent, "", ""},
		{0, "Radius: 0 must be positive", ""},
		{-1, "Radius: -1 must be positive", "Radius: -1 must not be negative"},
		{1e-300, "Radius: 1e-300 is degenerate", "Radius: 1e-300 is degenerate"},
		{2e12, "Radius: 2e+12 is out of range", "Radius: 2e+12 is out of range"},
		{math.NaN(), "Radius: NaN must be finite", "Radius: NaN must be finite"},
		{math.Inf(1), "Radius: +Inf must be finite", "Radius: +Inf must be finite"},
	} {
		requireText(t, c.size, CheckSize("Radius", c.x))
		requireText(t, c.thickness, CheckThickness("Radius", c.x))
	}
}

func requireText(t *testing.T, want string, err error) {
	t.Helper()
	if want == "" {
		require.NoError(t, err)
		return
	}
	require.EqualError(t, err, want)
}
