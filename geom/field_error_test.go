package geom

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestFieldErrorNamesFieldAndValue(t *testing.T) {
	err := NewFieldError("Points[3]", Vec2{1, 2}, ErrDegenerate)
	require.EqualError(t, err, "Points[3]: {1 2} is degenerate")
	require.ErrorIs(t, err, ErrDegenerate)
	var field *FieldError
	require.True(t, errors.As(err, &field))
	require.Equal(t, FieldError{"Points[3]", Vec2{1, 2}, ErrDegenerate}, *field)
}

// A point is printed in one way, whatever vector type the definition holds.
func TestFieldErrorPrintsPointsAlike(t *testing.T) {
	nan := math.NaN()
	for _, value := range []any{Vec2{nan, 0}, mgl64.Vec2{nan, 0}} {
		require.EqualError(t, NewFieldError("Center", value, ErrNotFinite), "Center: {NaN 0} must be finite")
		require.EqualError(t, &FieldError{"Center", value, ErrNotFinite}, "Center: {NaN 0} must be finite")
	}
	var field *FieldError
	require.ErrorAs(t, NewFieldError("Center", mgl64.Vec2{1, 2}, ErrDegenerate), &field)
	require.Equal(t, Vec2{1, 2}, field.Value)
}

func TestChecks(t *testing.T) {
	nan, inf, tiny := math.NaN(), math.Inf(1), math.SmallestNonzeroFloat64
	cases := []struct {
		check func(string, float64) error
		x     float64
		text  string // empty: accepted
		is    error
	}{
		{CheckFinite, -1, "", nil},
		{CheckFinite, math.MaxFloat64, "", nil},
		{CheckFinite, nan, "Radius: NaN must be finite", ErrNotFinite},
		{CheckFinite, inf, "Radius: +Inf must be finite", ErrNotFinite},
		{CheckPositive, tiny, "", nil},
		{CheckPositive, 0, "Radius: 0 must be positive", ErrNotPositive},
		{CheckPositive, -2.5, "Radius: -2.5 must be positive", ErrNotPositive},
		{CheckPositive, nan, "Radius: NaN must be finite", ErrNotFinite},
		{CheckPositive, inf, "Radius: +Inf must be finite", ErrNotFinite},
		{CheckNotNegative, 0, "", nil},
		{CheckNotNegative, math.Copysign(0, -1), "", nil},
		{CheckNotNegative, -tiny, "Radius: -5e-324 must not be negative", ErrNegative},
		{CheckNotNegative, -inf, "Radius: -Inf must be finite", ErrNotFinite},
	}
	for _, c := range cases {
		err := c.check("Radius", c.x)
		if c.text == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.text)
		require.ErrorIs(t, err, c.is)
	}
	require.NoError(t, CheckPoint("Center", Vec2{1, -1}))
	require.EqualError(t, CheckPoint("Center", Vec2{1, nan}), "Center: {1 NaN} must be finite")
}

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
