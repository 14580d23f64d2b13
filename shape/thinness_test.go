package shape_test

import (
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// onlySupport is a type with one method, so that nothing else can be asked of it.
type onlySupport struct{ of shape.Support }

func (o onlySupport) Support(d mgl64.Vec2) mgl64.Vec2 { return o.of.Support(d) }

func TestThinness(t *testing.T) {
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
		{"sliver", triangle, 0, 0.1},
		{"custom box", onlySupport{shape.Box(2, 0.25)}, 0.245, 1e-12},
	} {
		convex, err := shape.New(c.of)
		require.NoError(t, err, c.name)
		require.InDelta(t, c.want, shape.Thinness(convex), c.tol, c.name)
	}
}
