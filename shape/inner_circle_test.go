package shape_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// supportOnly is a custom shape with no other method than Support.
type supportOnly struct{ inner shape.Support }

func (o supportOnly) Support(d mgl64.Vec2) mgl64.Vec2 { return o.inner.Support(d) }

func TestInnerRadius(t *testing.T) {
	triangle := shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, mgl64.Vec2{0, 0.1})
	for _, c := range []struct {
		name string
		of   shape.Support
		want float64
		tol  float64
	}{
		{"circle", shape.Circle{Radius: 0.3}, 0.3, 0},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.2}, 0.2, 0},
		{"box", shape.Box(2, 0.25), 0.25, 1e-15},
		{"rounded box", shape.RoundedBox(2, 0.25, 0.1), 0.35, 1e-15},
		{"ellipse", shape.Ellipse{RX: 2, RY: 0.5}, 0.5, 1e-15},
		{"flat triangle", triangle, 0.1 / 3, 1e-3},
		{"equilateral triangle", shape.RegularPolygon(3, 0.4), 0.2, 1e-15},
		{"half ellipse", shape.HalfEllipse{RX: 2, RY: 0.5}, 0.25, 1e-15},
		{"half disc", shape.Sector{Radius: 1, Sweep: math.Pi}, 0.5, 1e-15},
		{"quarter disc", shape.Sector{Radius: 1, Sweep: math.Pi / 2, Skin: 0.1}, math.Sqrt2 - 1 + 0.1, 1e-15},
		{"segment", shape.Segment{B: mgl64.Vec2{1, 0}}, 0, 0},
		{"custom box", supportOnly{shape.Box(2, 0.25)}, 0.25, 1e-12},
	} {
		convex, err := shape.New(c.of)
		require.NoError(t, err, c.name)
		require.InDelta(t, c.want, shape.InnerRadius(convex), c.tol, c.name)
	}
}

// The rounding of a corner that many directions share is no edge: a custom shape with a flat side
// has an inner circle of a third of its height at least.
func TestInnerCircleOfFlatCustomShape(t *testing.T) {
	for i := range 200 {
		h := shape.HalfEllipse{RX: 0.01 + 0.00371*float64(i), RY: 0.003 + 0.00013*float64(i)}
		convex := must.Get(shape.New(supportOnly{h}))
		_, r := shape.InnerCircle(convex)
		require.Greater(t, r, 0.33*h.RY, "%+v", h)
	}
}

// The inner circle is inside the shape: it extends in no direction farther than the
// support point.
func TestInnerCircleIsInside(t *testing.T) {
	for _, of := range []shape.Support{
		shape.Circle{Center: mgl64.Vec2{1, 2}, Radius: 0.3},
		shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0.5}, Radius: 0.2},
		shape.OffsetBox(2, 0.25, mgl64.Vec2{3, 1}, 0.4),
		shape.RoundedBox(0.1, 0.25, 0.1),
		shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{0.5, 1}, mgl64.Vec2{0, 2}),
		shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, mgl64.Vec2{0.9, 0.1}),
		shape.RegularPolygon(7, 0.5),
		shape.Ellipse{RX: 2, RY: 0.5, Angle: 1, Center: mgl64.Vec2{1, 1}},
		shape.HalfEllipse{RX: 2, RY: 0.5, Angle: 1},
		shape.HalfEllipse{RX: 0.2, RY: 3, Angle: 2, Skin: 0.1},
		shape.Sector{Radius: 1, Sweep: 0.3, Angle: 2},
		shape.Sector{Radius: 2, Sweep: 3, Skin: 0.1},
		supportOnly{shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{0.5, 1}, mgl64.Vec2{0, 2})},
	} {
		convex := must.Get(shape.New(of))
		center, r := shape.InnerCircle(convex)
		require.Greater(t, r, 0.0)
		for i := range 3600 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 1800)
			d := mgl64.Vec2{cos, sin}
			reach := of.Support(d).Sub(center.Mgl()).Dot(d)
			require.GreaterOrEqual(t, reach, r-1e-12, "%+v at %d", of, i)
		}
	}
}
