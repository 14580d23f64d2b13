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

func randomPose(r *rand.Rand) geom.Transform {
	return geom.Transform{P: geom.From(randomPoint(r)), R: geom.RotFromAngle(randomAngle(r))}
}

func requireBox(t *testing.T, want, got geom.Box, tol float64, name string) {
	t.Helper()
	for _, d := range []float64{
		want.Min.X - got.Min.X, want.Min.Y - got.Min.Y, want.Max.X - got.Max.X, want.Max.Y - got.Max.Y,
	} {
		require.LessOrEqual(t, math.Abs(d), tol, "%s: want %v, got %v", name, want, got)
	}
}

func TestBoxOfMatchesModel(t *testing.T) {
	eachSample(11, samples, func(name string, r *rand.Rand, s shape.Support) {
		m := modelOf(s)
		plain, asCustom := mustNew(s), mustNew(custom{s})
		for range 10 {
			transform := randomPose(r)
			requireBox(t, m.box(transform), shape.BoxOf(plain, transform), m.tolerance+1e-13, name)
			requireBox(t, m.box(transform), shape.BoxOf(asCustom, transform), m.tolerance+1e-13, "custom "+name)
		}
	})
}

func TestBoundingCircleContainsShape(t *testing.T) {
	eachSample(12, samples, func(name string, r *rand.Rand, s shape.Support) {
		for _, s := range []shape.Support{s, custom{s}, shape.Transformed(custom{s}, randomAngle(r), randomPoint(r))} {
			c := mustNew(s)
			for i := range 180 {
				d := geom.RotFromAngle(float64(i) * math.Pi / 90).X()
				// The tolerance is the rounding of coordinates, here below 16.
				if far := c.Support(d).Distance(c.Center); !(far <= c.BoundingRadius+4e-15) {
					t.Fatalf("%s reaches %v from its centre, further than %v", name, far, c.BoundingRadius)
				}
			}
		}
	})
}

// TestPolygonBoundingCircleIsSmallest compares with the smallest of all
// circles through two or three vertices that contain the others.
func TestPolygonBoundingCircleIsSmallest(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 0))
	for range samples {
		c := mustNew(mustPolygon(convexRing(r, 3+r.IntN(9)), 0))
		points := c.Points()
		least := math.Inf(1)
		consider := func(center geom.Vec2) {
			far := 0.0
			for _, p := range points {
				far = max(far, p.Distance(center))
			}
			least = min(least, far)
		}
		for i, a := range points {
			for j, b := range points[:i] {
				consider(a.Lerp(b, 0.5))
				for _, p := range points[:j] {
					// Where the perpendicular bisectors of ab and ap meet.
					ab, ap := b.Sub(a), p.Sub(a)
					k := ap.Sub(ab).Dot(ap) / (2 * ab.Cross(ap))
					consider(a.Lerp(b, 0.5).MulAdd(k, ab.LeftPerp()))
				}
			}
		}
		require.InDelta(t, least, c.BoundingRadius, 1e-9*least)
	}
}

func TestCustomBoundingCircleIsNearSmallest(t *testing.T) {
	c := mustNew(custom{shape.Circle{Center: mgl64.Vec2{3, -4}, Radius: 2}})
	require.InDelta(t, 2, c.BoundingRadius, 2.0/800)
	require.InDelta(t, 0, c.Center.Distance(geom.Vec2{X: 3, Y: -4}), 1e-12)
}

func TestBoxOfHalfPlane(t *testing.T) {
	const inf = geom.MaxExtent
	floor := mustNew(shape.HalfPlane{Point: mgl64.Vec2{3, 2}, Normal: mgl64.Vec2{0, 5}})
	box := shape.BoxOf(floor, geom.IdentityTransform)
	require.Equal(t, geom.Box{Min: geom.Vec2{X: 3 - inf, Y: 2 - inf}, Max: geom.Vec2{X: 3 + inf, Y: 2}}, box)

	quarter := geom.Rot{S: 1} // the solid is to the right of x = -2 now
	box = shape.BoxOf(floor, geom.Transform{R: quarter})
	require.Equal(t, geom.Box{Min: geom.Vec2{X: -2, Y: 3 - inf}, Max: geom.Vec2{X: -2 + inf, Y: 3 + inf}}, box)

	box = shape.BoxOf(floor, geom.Transform{R: geom.Rot{C: -1}})
	require.Equal(t, -2.0, box.Min.Y, "a ceiling")
	box = shape.BoxOf(floor, geom.Transform{R: geom.Rot{S: -1}})
	require.Equal(t, 2.0, box.Max.X, "a wall on the left")

	slope := shape.BoxOf(floor, geom.Transform{R: geom.RotFromAngle(0.1)})
	require.True(t, slope.Contains(geom.Box{Min: geom.Vec2{X: -1e9, Y: -1e9}, Max: geom.Vec2{X: 1e9, Y: 1e9}}))
	require.True(t, slope.Valid())
}

// TestOutline: every point of the outline is on the border, they go around
// counter-clockwise, and no border point is farther away than the tolerance.
func TestOutline(t *testing.T) {
	eachSample(14, samples/4, func(name string, r *rand.Rand, s shape.Support) {
		m, c := modelOf(s), mustNew(s)
		tolerance := c.BoundingRadius * math.Pow(10, randomBetween(r, -4, -1))
		for _, s := range []shape.Support{s, custom{s}} {
			ring := shape.Outline(s, tolerance)
			if len(ring) < 3 {
				require.Len(t, ring, 2, name)
				require.Zero(t, m.skin, name)
				continue
			}
			for i, p := range ring {
				distance, _ := m.distance(geom.From(p))
				require.InDelta(t, m.skin, max(distance, 0), m.tolerance+1e-12, name)
				a, b := geom.From(ring[(i+1)%len(ring)]), geom.From(ring[(i+2)%len(ring)])
				require.GreaterOrEqual(t, a.Sub(geom.From(p)).Cross(b.Sub(a)), -1e-12, name)
			}
			drawn := model{}
			for _, p := range ring {
				drawn.ring = append(drawn.ring, geom.From(p))
			}
			for range 200 {
				if distance, _ := drawn.distance(c.Support(direction(r))); !(distance <= tolerance*(1+1e-6)+1e-12) {
					t.Fatalf("%s is %v outside its outline, tolerance %v", name, distance, tolerance)
				}
			}
		}
	})
}

func TestOutlineOfSpecialShapes(t *testing.T) {
	require.Equal(t, []mgl64.Vec2{{-1, -2}, {1, -2}, {1, 2}, {-1, 2}}, shape.Outline(shape.Box(1, 2), 0))
	require.Equal(t, []mgl64.Vec2{{1, 2}, {3, 4}},
		shape.Outline(shape.Segment{A: mgl64.Vec2{1, 2}, B: mgl64.Vec2{3, 4}}, 0))
	line := shape.Outline(shape.HalfPlane{Normal: mgl64.Vec2{0, 2}}, 0)
	require.Equal(t, []mgl64.Vec2{{shape.HalfPlaneExtent, 0}, {-shape.HalfPlaneExtent, 0}}, line)
	require.Nil(t, shape.Outline(shape.Circle{}, 0))
	require.Nil(t, shape.Outline(nil, 0))
	round := shape.Outline(shape.Circle{Radius: 1}, 0)
	require.Greater(t, len(round), 40)
	require.Less(t, len(round), 150)
	require.Equal(t, len(round), len(shape.Outline(shape.Circle{Radius: 1}, math.NaN())))
	for _, center := range []mgl64.Vec2{{}, {1e6, 1}, {1e6, -1e9}} { // below the rounding of its points a curve has no end
		for _, s := range []shape.Support{shape.Circle{Center: center, Radius: 0.001}, shape.Ellipse{Center: center, RX: 1, RY: 0.001}} {
			require.Less(t, len(shape.Outline(s, 1e-300)), 1_000_000)
		}
	}
}
