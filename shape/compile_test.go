package shape_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// TestCompileShiftsByOrigin: the points of a shape compiled about an origin are the points of
// the shape compiled about zero, minus the origin, wherever in the arena its vertices lie.
func TestCompileShiftsByOrigin(t *testing.T) {
	var arena shape.Arena
	eachSample(51, samples/2, func(name string, r *rand.Rand, s shape.Support) {
		for _, s := range []shape.Support{s, custom{s}, shape.Transformed(custom{s}, randomAngle(r), randomPoint(r))} {
			origin := geom.From(randomPoint(r))
			plain := mustNew(s)
			g, err := shape.Compile(s, origin, &arena)
			require.NoError(t, err)
			requireSameShape(t, name, plain, shape.Convex{Geometry: &g, Arena: &arena}, origin)
		}
	})
	require.Equal(t, len(arena.Vertices), len(arena.Normals))
}

func requireSameShape(t *testing.T, name string, plain, moved shape.Convex, origin geom.Vec2) {
	t.Helper()
	const tol = 1e-13
	require.Equal(t, plain.Kind, moved.Kind, name)
	require.Equal(t, plain.Count, moved.Count, name)
	require.InDelta(t, plain.BoundingRadius, moved.BoundingRadius, tol, name)
	require.InDelta(t, 0, plain.Center.Sub(origin).Distance(moved.Center), tol, name)
	for i := range 16 {
		d := geom.RotFromAngle(float64(i)*math.Pi/8 + 0.1).X()
		require.InDelta(t, 0, plain.Support(d).Sub(origin).Distance(moved.Support(d)), tol, name)
	}
	if moved.Count > 0 && moved.Kind != shape.KindChainSegment && moved.Kind != shape.KindSector {
		for i, p := range moved.Points() {
			next := moved.Points()[(i+1)%int(moved.Count)]
			n := moved.EdgeNormals()[i]
			require.InDelta(t, 0, n.Dot(next.Sub(p)), tol, "%s: normal %d", name, i)
			require.InDelta(t, 1, n.Length(), tol, name)
		}
	}
}

func TestCompileErrorLeavesArenaUnchanged(t *testing.T) {
	var arena shape.Arena
	for _, s := range []shape.Support{nil, shape.Circle{}, shape.Box(-1, 1), failingShape{}, (*shape.Circle)(nil)} {
		_, err := shape.Compile(s, geom.Vec2{}, &arena)
		require.Error(t, err)
		require.Equal(t, shape.Arena{}, shape.Arena{
			Vertices: arena.Vertices[:len(arena.Vertices):len(arena.Vertices)],
			Normals:  arena.Normals,
		})
		require.Empty(t, arena.Customs)
	}
}

// TestRectanglesCompileToBoxes: rotated, translated, listed from any corner and in either
// direction, from a constructor or from points.
func TestRectanglesCompileToBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 0))
	for range 100 * samples {
		hx, hy := math.Pow(10, randomBetween(r, -3, 3)), math.Pow(10, randomBetween(r, -3, 3))
		points := shape.OffsetBox(hx, hy, randomPoint(r).Mul(100), randomAngle(r)).Points()
		k := r.IntN(4)
		points = append(points[k:], points[:k]...)
		if r.IntN(2) == 0 {
			points[1], points[3] = points[3], points[1]
		}
		s := mustPolygon(points, randomSkin(r))
		c := mustNew(s)
		require.Equal(t, shape.KindBox, c.Kind, "%v", points)
		for i, p := range s.Points() {
			require.InDelta(t, 0, c.Points()[i].Distance(geom.From(p)), 1e-14*(hx+hy+400), "vertex %d", i)
		}
		// The row alone describes the same corners.
		x, y := c.Rotation().X().Mul(c.A.X), c.Rotation().Y().Mul(c.A.Y)
		require.Equal(t, c.Points()[2], c.Center.Add(x).Add(y))
		require.Equal(t, c.EdgeNormals()[1], c.Rotation().X())
	}
	for _, almost := range [][]mgl64.Vec2{
		{{0, 0}, {1, 0}, {1, 1}, {0, 1 + 1e-12}},
		{{0, 0}, {1, 0}, {1.001, 1}, {0.001, 1}},
		{{0, 0}, {2, 0}, {1.5, 1}, {0.5, 1}},
	} {
		require.Equal(t, shape.KindPolygon, mustNew(mustPolygon(almost, 0)).Kind, "%v", almost)
	}
	require.Equal(t, shape.KindBox, mustNew(shape.RegularPolygon(4, 3)).Kind)
}

func TestPointerToShapeIsDereferenced(t *testing.T) {
	box := shape.Box(1, 2)
	chain := chainSegment(t)
	for _, s := range []shape.Support{
		&shape.Circle{Radius: 1}, &shape.Capsule{B: mgl64.Vec2{1, 0}, Radius: 1},
		&shape.Segment{B: mgl64.Vec2{1, 0}}, &box, &shape.Ellipse{RX: 1, RY: 2},
		&shape.HalfEllipse{RX: 1, RY: 2}, &shape.Sector{Radius: 1, Sweep: 1},
		&shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, &chain,
	} {
		require.NotEqual(t, shape.KindCustom, mustNew(s).Kind, "%T", s)
	}
}

// TestTransformedMovesSupport: support of the moved shape is the moved support.
func TestTransformedMovesSupport(t *testing.T) {
	eachSample(53, samples, func(name string, r *rand.Rand, s shape.Support) {
		for _, s := range []shape.Support{s, custom{s}} {
			angle, offset := randomAngle(r), randomPoint(r)
			moved := shape.Transformed(s, angle, offset)
			again := shape.Transformed(moved, -angle, mgl64.Vec2{})
			require.IsType(t, moved, again)
			pose := geom.Transform{P: geom.From(offset), R: geom.RotFromAngle(angle)}
			for range 5 {
				d, _ := direction(r).Unit()
				want := pose.Apply(geom.From(s.Support(pose.R.ApplyInverse(d).Mgl()))).Dot(d)
				require.InDelta(t, want, geom.From(moved.Support(d.Mgl())).Dot(d), 1e-13, name)
				require.InDelta(t, want, mustNew(moved).Support(d).Dot(d), 1e-13, name)
			}
		}
	})
	plane := shape.Transformed(shape.HalfPlane{Normal: mgl64.Vec2{0, 2}}, math.Pi/2, mgl64.Vec2{1, 0}).(shape.HalfPlane)
	require.Equal(t, mgl64.Vec2{1, 0}, plane.Point)
	require.InDelta(t, -2, plane.Normal[0], 1e-15)
	moved := shape.Transformed(chainSegment(t), 0, mgl64.Vec2{1, 2}).(shape.ChainSegment)
	require.Equal(t, mgl64.Vec2{6, 2}, moved.A)
	require.Equal(t, mgl64.Vec2{-4, 3}, moved.After)
	require.Nil(t, shape.Transformed(nil, 1, mgl64.Vec2{}))
}

func TestTransformedPropagatesErrors(t *testing.T) {
	for _, s := range []shape.Support{shape.Box(1, 1), custom{shape.Box(1, 1)}} {
		_, err := shape.New(shape.Transformed(s, math.NaN(), mgl64.Vec2{}))
		require.EqualError(t, err, "angle: NaN must be finite")
		bad := shape.Transformed(s, 0, mgl64.Vec2{0, math.Inf(1)})
		_, err = shape.New(shape.Transformed(bad, 0, mgl64.Vec2{}))
		require.EqualError(t, err, "offset: {0 +Inf} must be finite")
	}
	_, err := shape.New(shape.Transformed(shape.Circle{Radius: 1}, 0, mgl64.Vec2{0, math.Inf(1)}))
	require.True(t, errors.Is(err, geom.ErrNotFinite))
	_, err = shape.New(shape.Transformed(failingShape{}, 0, mgl64.Vec2{}))
	require.EqualError(t, err, "broken")
}

func TestHalfPlaneGeometry(t *testing.T) {
	c := mustNew(shape.HalfPlane{Point: mgl64.Vec2{3, 4}, Normal: mgl64.Vec2{0, 1e-200}})
	require.Equal(t, geom.Vec2{Y: 1}, c.B, "however short the normal")
	require.Equal(t, geom.MaxExtent, c.BoundingRadius)
	f := c.CoreFeature(geom.Vec2{X: 1, Y: 1})
	require.Equal(t, geom.Vec2{X: 3 + shape.HalfPlaneExtent, Y: 4}, f.A)
	require.Equal(t, geom.Vec2{X: 3 - shape.HalfPlaneExtent, Y: 4}, f.B)
	p, i := c.CoreSupport(geom.Vec2{X: -1, Y: -1})
	require.Equal(t, geom.Vec2{X: 3 - shape.HalfPlaneExtent, Y: 4 - 2*shape.HalfPlaneExtent}, p)
	require.Equal(t, p, c.CoreVertex(i))
}
