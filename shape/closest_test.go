package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// pointNear returns a point near the shape: inside, close to the border or far.
func pointNear(r *rand.Rand, c shape.Convex) geom.Vec2 {
	d := geom.RotFromAngle(randomAngle(r)).X()
	switch r.IntN(4) {
	case 0: // just inside or outside
		return c.Support(d).MulAdd(randomBetween(r, -1e-3, 1e-3), d)
	case 1:
		return c.Center.MulAdd(100*c.BoundingRadius, d)
	default:
		return c.Center.MulAdd(2*c.BoundingRadius*r.Float64(), d)
	}
}

func TestClosestPointAndContainsMatchModel(t *testing.T) {
	eachSample(21, samples, func(name string, r *rand.Rand, s shape.Support) {
		m := modelOf(s)
		for _, s := range []shape.Support{s, custom{s}} {
			c := mustNew(s)
			for range 15 {
				p := pointNear(r, c)
				distance, _ := m.distance(p)
				want := distance - m.skin
				tol := m.tolerance + 1e-12*(1+p.Length())
				got := shape.ClosestPoint(c, p)
				require.InDelta(t, max(want, 0), got.Distance(p), tol, "%s from %v", name, p)
				outside, _ := m.distance(got)
				require.LessOrEqual(t, outside-m.skin, tol, "%s: not a point of the shape", name)
				if want < 0 && math.Abs(want) > tol {
					require.Equal(t, p, got, name)
				}
				if math.Abs(want) > tol {
					require.Equal(t, want < 0, shape.Contains(c, p), "%s: %v", name, p)
				}
			}
		}
	})
}

// TestClosestPointOnThinEllipses checks the cases in which a naive iteration fails: thin
// ellipses, points on the axes, points almost on the border and points far away.
func TestClosestPointOnThinEllipses(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 0))
	for range 50 * samples {
		e := shape.Ellipse{RX: math.Pow(10, randomBetween(r, -3, 3)), RY: math.Pow(10, randomBetween(r, -3, 3))}
		c := mustNew(e)
		u := geom.RotFromAngle(randomAngle(r)).X()
		if r.IntN(3) == 0 {
			u = geom.RotFromAngle(float64(r.IntN(4)) * math.Pi / 2).X()
		}
		on := geom.Vec2{X: e.RX * u.X, Y: e.RY * u.Y}
		n, _ := geom.Vec2{X: u.X / e.RX, Y: u.Y / e.RY}.Unit()
		// A border point is the closest point of every point along its outward normal: a
		// closed form to compare with.
		distance := math.Pow(10, randomBetween(r, -9, 6))
		p := on.MulAdd(distance, n)
		q := shape.ClosestPoint(c, p)
		scale := max(e.RX, e.RY, distance)
		require.InDelta(t, distance, q.Distance(p), 1e-14*scale, "%v from %v", e, p)
		x, y := q.X/e.RX, q.Y/e.RY
		require.InDelta(t, 1, x*x+y*y, 1e-14)
	}
}

func TestContainsIncludesBorder(t *testing.T) {
	box := mustNew(shape.Box(1, 2))
	require.True(t, shape.Contains(box, geom.Vec2{X: 1, Y: 2}))
	require.False(t, shape.Contains(box, geom.Vec2{X: math.Nextafter(1, 2), Y: 2}))
	circle := mustNew(shape.Circle{Radius: 1})
	require.True(t, shape.Contains(circle, geom.Vec2{X: -1}))
	plane := mustNew(shape.HalfPlane{Point: mgl64.Vec2{0, 1}, Normal: mgl64.Vec2{0, 1}})
	require.True(t, shape.Contains(plane, geom.Vec2{X: 1e9, Y: 1}))
	require.False(t, shape.Contains(plane, geom.Vec2{X: 1e9, Y: 1.001}))
	require.Equal(t, geom.Vec2{X: 5, Y: 1}, shape.ClosestPoint(plane, geom.Vec2{X: 5, Y: 7}))
	require.Equal(t, geom.Vec2{X: 5, Y: -7}, shape.ClosestPoint(plane, geom.Vec2{X: 5, Y: -7}))
	require.Equal(t, geom.Vec2{X: 2}, shape.ClosestPoint(mustNew(chainSegment(t)), geom.Vec2{X: 2, Y: 7}))
}
