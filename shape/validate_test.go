package shape_test

import (
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// failingShape is a custom shape whose Validate fails.
type failingShape struct{}

func (failingShape) Support(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{} }
func (failingShape) Validate() error               { return errors.New("broken") }

// concaveShape has the support function of a shape with a dent: the corner (1, 1) is
// missing along the direction in which it would be farthest.
type concaveShape struct{}

func (concaveShape) Support(dir mgl64.Vec2) mgl64.Vec2 {
	if dir[0] > 0 && dir[1] > 0 && math.Abs(dir[0]-dir[1]) < 0.05*dir.Len() {
		return mgl64.Vec2{0.5, 0.5}
	}
	return shape.Box(1, 1).Support(dir)
}

// unboundedShape extends to infinity on the right.
type unboundedShape struct{}

func (unboundedShape) Support(dir mgl64.Vec2) mgl64.Vec2 {
	if dir[0] > 0 {
		return mgl64.Vec2{inf, 0}
	}
	return mgl64.Vec2{}
}

// oversizedSkin has a skin thicker than the whole shape.
type oversizedSkin struct {
	custom
	radius float64
}

func (s oversizedSkin) SkinRadius() float64 { return s.radius }

func TestInvalidShapes(t *testing.T) {
	cases := []struct {
		shape  shape.Support
		text   string
		reason error
	}{
		{nil, "Shape: <nil> is no shape", shape.ErrNoShape},
		{(*shape.Circle)(nil), "Shape: <nil> is no shape", shape.ErrNoShape},
		{shape.Circle{}, "Radius: 0 must be positive", geom.ErrNotPositive},
		{shape.Circle{Radius: -1}, "Radius: -1 must be positive", geom.ErrNotPositive},
		{shape.Circle{Radius: nan}, "Radius: NaN must be finite", geom.ErrNotFinite},
		{shape.Circle{Radius: 1e-30}, "Radius: 1e-30 is degenerate", geom.ErrDegenerate},
		{shape.Circle{Radius: 1e13}, "Radius: 1e+13 is out of range", geom.ErrOutOfRange},
		{shape.Circle{Center: mgl64.Vec2{0, inf}, Radius: 1}, "Center: {0 +Inf} must be finite", geom.ErrNotFinite},
		{shape.Circle{Center: mgl64.Vec2{1e13, 0}, Radius: 1}, "Center: {1e+13 0} is out of range", geom.ErrOutOfRange},
		{shape.Capsule{B: mgl64.Vec2{1, 0}}, "Radius: 0 must be positive", geom.ErrNotPositive},
		{shape.Segment{A: mgl64.Vec2{nan, 2}}, "A: {NaN 2} must be finite", geom.ErrNotFinite},
		{shape.Segment{}, "B: {0 0} repeats A", geom.ErrDuplicate},
		{shape.Segment{B: mgl64.Vec2{1, 0}, Radius: -2}, "Radius: -2 must not be negative", geom.ErrNegative},
		{shape.Segment{B: mgl64.Vec2{1, 0}, Radius: 1e-300}, "Radius: 1e-300 is degenerate", geom.ErrDegenerate},
		{shape.Ellipse{RY: 1}, "RX: 0 must be positive", geom.ErrNotPositive},
		{shape.Ellipse{RX: 1, RY: -3}, "RY: -3 must be positive", geom.ErrNotPositive},
		{shape.Ellipse{RX: 1, RY: 1, Angle: inf}, "Angle: +Inf must be finite", geom.ErrNotFinite},
		{shape.Ellipse{RX: 1, RY: 1, Skin: -1}, "Skin: -1 must not be negative", geom.ErrNegative},
		{shape.HalfEllipse{Center: mgl64.Vec2{nan, 0}, RX: 1, RY: 1}, "Center: {NaN 0} must be finite", geom.ErrNotFinite},
		{shape.HalfEllipse{RX: 1}, "RY: 0 must be positive", geom.ErrNotPositive},
		{shape.Sector{Sweep: 1}, "Radius: 0 must be positive", geom.ErrNotPositive},
		{shape.Sector{Radius: 1}, "Sweep: 0 must be positive", geom.ErrNotPositive},
		{shape.Sector{Radius: 1, Sweep: 3.2}, "Sweep: 3.2 is out of range", geom.ErrOutOfRange},
		{shape.Sector{Radius: 1, Sweep: 1e-7}, "Sweep: 1e-07 is degenerate", geom.ErrDegenerate},
		{shape.Sector{Radius: 1, Sweep: 1, Angle: nan}, "Angle: NaN must be finite", geom.ErrNotFinite},
		{shape.HalfPlane{}, "Normal: {0 0} is degenerate", geom.ErrDegenerate},
		{shape.HalfPlane{Normal: mgl64.Vec2{nan, 0}}, "Normal: {NaN 0} must be finite", geom.ErrNotFinite},
		{shape.HalfPlane{Point: mgl64.Vec2{nan, 0}, Normal: mgl64.Vec2{1, 0}}, "Point: {NaN 0} must be finite", geom.ErrNotFinite},
		{shape.Polygon{}, "Points: 0 is too few points", geom.ErrTooFewPoints},
		{shape.Box(0, 1), "hx: 0 must be positive", geom.ErrNotPositive},
		{shape.Box(1, nan), "hy: NaN must be finite", geom.ErrNotFinite},
		{shape.RoundedBox(1, 1, -1), "radius: -1 must not be negative", geom.ErrNegative},
		{shape.OffsetBox(1, 0, mgl64.Vec2{}, 0), "hy: 0 must be positive", geom.ErrNotPositive},
		{shape.OffsetBox(1, 1, mgl64.Vec2{0, nan}, 0), "center: {0 NaN} must be finite", geom.ErrNotFinite},
		{shape.OffsetBox(1, 1, mgl64.Vec2{}, nan), "angle: NaN must be finite", geom.ErrNotFinite},
		{shape.RegularPolygon(2, 1), "n: 2 is too few points", geom.ErrTooFewPoints},
		{shape.RegularPolygon(65536, 1), "n: 65536 is too many points", shape.ErrTooManyPoints},
		{shape.RegularPolygon(5, 0), "radius: 0 must be positive", geom.ErrNotPositive},
		{shape.Triangle(mgl64.Vec2{0, 0}, mgl64.Vec2{1, 1}, mgl64.Vec2{2, 2}),
			"Points[1]: {1 1} lies on the line of its neighbours", geom.ErrCollinear},
		{shape.ChainSegment{}, "B: {0 0} repeats A", geom.ErrDuplicate},
		{shape.ChainSegment{B: mgl64.Vec2{1, 0}, After: mgl64.Vec2{2, 0}}, "Before: {0 0} is degenerate", geom.ErrDegenerate},
		{shape.ChainSegment{Before: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, After: mgl64.Vec2{1, nan}},
			"After: {1 NaN} must be finite", geom.ErrNotFinite},
		{concaveShape{}, "Support([0.7071067811865476 0.7071067811865475]): {0.5 0.5} is not what a support function answers", shape.ErrBadSupport},
		{unboundedShape{}, "Support([1 0]): {+Inf 0} is out of range", geom.ErrOutOfRange},
		{custom{shape.Polygon{}}, "Shape: {0 0} is degenerate", geom.ErrDegenerate},
		{oversizedSkin{custom{shape.Box(1, 2)}, 1.5}, "SkinRadius: 1.5 is out of range", geom.ErrOutOfRange},
		{oversizedSkin{custom{shape.Box(1, 2)}, -1}, "SkinRadius: -1 must not be negative", geom.ErrNegative},
	}
	for _, c := range cases {
		_, err := shape.New(c.shape)
		require.EqualError(t, err, c.text)
		require.ErrorIs(t, err, c.reason)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field)
		_, err = shape.MassOf(c.shape, 1)
		require.EqualError(t, err, c.text, "MassOf refuses it too")
		_, err = shape.AreaOf(c.shape)
		require.EqualError(t, err, c.text)
	}
	_, err := shape.MassOf(shape.Box(1, 1), -1)
	require.EqualError(t, err, "Density: -1 must not be negative")
	_, err = shape.MassOf(shape.Box(1, 1), nan)
	require.EqualError(t, err, "Density: NaN must be finite")
	require.NoError(t, shape.Sector{Radius: 1, Sweep: math.Pi}.Validate())
}

func TestInvalidPolygons(t *testing.T) {
	cases := []struct {
		points []mgl64.Vec2
		radius float64
		text   string
		reason error
	}{
		{nil, 0, "Points: 0 is too few points", geom.ErrTooFewPoints},
		{[]mgl64.Vec2{{0, 0}, {1, 0}}, 0, "Points: 2 is too few points", geom.ErrTooFewPoints},
		{make([]mgl64.Vec2, 65536), 0, "Points: 65536 is too many points", shape.ErrTooManyPoints},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {nan, 1}}, 0, "Points[2]: {NaN 1} must be finite", geom.ErrNotFinite},
		{[]mgl64.Vec2{{0, 0}, {1, inf}, {0, 1}}, 0, "Points[1]: {1 +Inf} must be finite", geom.ErrNotFinite},
		{[]mgl64.Vec2{{0, 0}, {1e15, 0}, {0, 1}}, 0, "Points[1]: {1e+15 0} is out of range", geom.ErrOutOfRange},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {1, 0}, {0, 1}}, 0, "Points[2]: {1 0} repeats Points[1]", geom.ErrDuplicate},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {0, 1}, {0, 0}}, 0, "Points[3]: {0 0} repeats Points[0]", geom.ErrDuplicate},
		{[]mgl64.Vec2{{1e6, 0}, {1e6 + 1, 0}, {1e6 + 1, 1e-9}, {1e6, 1}}, 0,
			"Points[2]: {1.000001e+06 1e-09} repeats Points[1]", geom.ErrDuplicate},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {2, 0}}, 0, "Points[1]: {1 0} lies on the line of its neighbours", geom.ErrCollinear},
		{[]mgl64.Vec2{{0, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}}, 0, "Points[3]: {1 2} lies on the line of its neighbours", geom.ErrCollinear},
		{[]mgl64.Vec2{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 0,
			"Points[2]: {1 0} starts an edge that crosses the edge from Points[0]", geom.ErrSelfIntersecting},
		// A five-pointed star turns left in every corner, but goes around twice.
		{[]mgl64.Vec2{{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}}, 0,
			"Points[2]: {3 1} starts an edge that crosses the edge from Points[0]", geom.ErrSelfIntersecting},
		{[]mgl64.Vec2{{0, 0}, {4, 0}, {4, 4}, {2, 1}}, 0, "Points[3]: {2 1} makes the polygon concave", geom.ErrNotConvex},
		{[]mgl64.Vec2{{0, 0}, {2, 1}, {4, 4}, {4, 0}}, 0, "Points[1]: {2 1} makes the polygon concave", geom.ErrNotConvex},
		// Twice around the same triangle.
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 0}, {0, 1}}, 0,
			"Points[2]: {0 1} starts an edge that crosses the edge from Points[0]", geom.ErrSelfIntersecting},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {0, 1}}, -1, "radius: -1 must not be negative", geom.ErrNegative},
		{[]mgl64.Vec2{{0, 0}, {1, 0}, {0, 1}}, nan, "radius: NaN must be finite", geom.ErrNotFinite},
	}
	for _, c := range cases {
		p, err := shape.NewPolygon(c.points, c.radius)
		require.EqualError(t, err, c.text)
		require.ErrorIs(t, err, c.reason)
		require.Zero(t, p.Len())
	}
}

func TestClockwisePointsAreReversed(t *testing.T) {
	p := must.Get(shape.NewPolygon([]mgl64.Vec2{{0, 0}, {0, 1}, {1, 2}, {1, 0}}, 0.5))
	require.Equal(t, []mgl64.Vec2{{0, 0}, {1, 0}, {1, 2}, {0, 1}}, p.Points())
	require.Equal(t, 0.5, p.SkinRadius())
	p.Points()[0] = mgl64.Vec2{9, 9}
	require.Equal(t, mgl64.Vec2{}, p.Points()[0], "a polygon is immutable")
}

func TestNewHullPolygon(t *testing.T) {
	p, err := shape.NewHullPolygon([]mgl64.Vec2{
		{1, 1}, {0, 0}, {2, 0}, {1, 0}, {2, 2}, {0, 2}, {0, 2}, {2, 1}, {0.5, 1.5},
		{1, -1e-12}, // a corner for polygon.Hull, too flat for NewPolygon
	}, 0.25)
	require.NoError(t, err)
	require.ElementsMatch(t, []mgl64.Vec2{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, p.Points())
	require.Equal(t, shape.KindBox, mustNew(p).Kind)
	require.Equal(t, 0.25, p.SkinRadius())

	_, err = shape.NewHullPolygon([]mgl64.Vec2{{0, 0}, {1, 1}, {3, 3}, {2, 2}}, 0)
	require.ErrorIs(t, err, geom.ErrCollinear)
	_, err = shape.NewHullPolygon([]mgl64.Vec2{{0, 0}, {1, 1}, {0, 0}}, 0)
	require.ErrorIs(t, err, geom.ErrTooFewPoints)
	_, err = shape.NewHullPolygon([]mgl64.Vec2{{0, 0}, {1, 0}, {0, 1}}, -1)
	require.EqualError(t, err, "radius: -1 must not be negative")
	// A sliver that is a triangle for polygon.Hull, and a line for NewPolygon.
	_, err = shape.NewHullPolygon([]mgl64.Vec2{{0, 0}, {1, 1e-14}, {2, 0}}, 0)
	require.ErrorIs(t, err, geom.ErrCollinear)
}

func TestLargePolygons(t *testing.T) {
	p := shape.RegularPolygon(65535, 100)
	require.NoError(t, p.Validate())
	m := massOf(t, p, 1)
	require.InEpsilon(t, math.Pi*1e4, m.Mass, 1e-8)
	require.InEpsilon(t, m.Mass*5e3, m.Inertia, 1e-8)
	require.Equal(t, geom.Vec2{X: 100}, geom.From(p.Points()[0]))
}

func TestChains(t *testing.T) {
	open := shape.Chain{Points: []mgl64.Vec2{{4, 0}, {2, 0}, {0, 1}}}
	segments := must.Get(open.Segments())
	require.Equal(t, []shape.ChainSegment{
		{Before: mgl64.Vec2{4, -2}, A: mgl64.Vec2{4, 0}, B: mgl64.Vec2{2, 0}, After: mgl64.Vec2{0, 1}},
		{Before: mgl64.Vec2{4, 0}, A: mgl64.Vec2{2, 0}, B: mgl64.Vec2{0, 1}, After: mgl64.Vec2{-1, -1}},
	}, segments)
	require.Equal(t, 2, open.Len())
	require.Zero(t, shape.Chain{}.Len())

	closed := shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}, {0, 1}}, Closed: true}
	segments = must.Get(closed.Segments())
	require.Len(t, segments, 3)
	require.Equal(t, shape.ChainSegment{
		Before: mgl64.Vec2{1, 0}, A: mgl64.Vec2{0, 1}, B: mgl64.Vec2{0, 0}, After: mgl64.Vec2{1, 0},
	}, segments[2])

	// The compiled row: ghosts as vertices, the neighbours' normals beside them.
	c := mustNew(segments[0])
	require.Equal(t, []geom.Vec2{{X: 0, Y: 1}, {X: 0, Y: 1}}, c.Points())
	require.Equal(t, geom.Vec2{X: -1}, c.EdgeNormals()[0])
	require.InDelta(t, math.Sqrt2/2, c.EdgeNormals()[1].X, 1e-15)
	require.Equal(t, geom.Vec2{X: 1}, c.B)
}

func TestInvalidChains(t *testing.T) {
	badFriction := shape.Material{Friction: -1}
	cases := []struct {
		chain shape.Chain
		text  string
	}{
		{shape.Chain{}, "Points: 0 is too few points"},
		{shape.Chain{Points: make([]mgl64.Vec2, 1)}, "Points: 1 is too few points"},
		{shape.Chain{Points: make([]mgl64.Vec2, 2), Closed: true}, "Points: 2 is too few points"},
		{shape.Chain{Points: []mgl64.Vec2{{0, 0}, {nan, 0}}}, "Points[1]: {NaN 0} must be finite"},
		{shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}, {1, 0}}}, "Points[2]: {1 0} repeats Points[1]"},
		{shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}, {0, 0}}, Closed: true}, "Points[2]: {0 0} repeats Points[0]"},
		{shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, Materials: make([]*shape.Material, 2)},
			"Materials: 2 is out of range: want none, one or 3"},
		{shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}}, Materials: []*shape.Material{&badFriction}},
			"Materials[0].Friction: -1 must not be negative"},
	}
	for _, c := range cases {
		require.EqualError(t, c.chain.Validate(), c.text)
		_, err := c.chain.Segments()
		require.EqualError(t, err, c.text)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field)
	}
	andBack := shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}, {0, 0}}}
	require.NoError(t, andBack.Validate(), "an open chain may come back")
}

func TestChainMaterials(t *testing.T) {
	ice, mud := &shape.Material{}, &shape.Material{Friction: 1}
	chain := shape.Chain{Points: []mgl64.Vec2{{2, 0}, {1, 0}, {0, 0}}}
	require.Nil(t, chain.Material(1))
	chain.Materials = []*shape.Material{ice}
	require.NoError(t, chain.Validate())
	require.Same(t, ice, chain.Material(1))
	chain.Materials = []*shape.Material{nil, mud}
	require.NoError(t, chain.Validate())
	require.Nil(t, chain.Material(0))
	require.Same(t, mud, chain.Material(1))
}
