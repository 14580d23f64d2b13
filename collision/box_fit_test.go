package collision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// Wherever stillFits says so the tight box is inside the fat one, for all kinds of shapes, near the
// origin and far from it, after small motions and such as just reach the side. It says so often
// where that is true.
func TestStillFitsOnlyInsideFatBox(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	point := func() mgl64.Vec2 { return mgl64.Vec2{between(-1, 1), between(-1, 1)} }
	inside, passed, outside := 0, 0, 0
	for range 4000 {
		var s shape.Support
		switch r.IntN(6) {
		case 0:
			s = shape.Circle{Center: point(), Radius: between(0.1, 1)}
		case 1:
			s = shape.Capsule{A: point(), B: point(), Radius: between(0.1, 1)}
		case 2:
			s = shape.Segment{A: point(), B: point(), Radius: between(0, 0.1)}
		case 3:
			s = shape.OffsetBox(between(0.2, 2), between(0.2, 2), point(), between(-4, 4))
		case 4:
			s = shape.Triangle(point(), point(), point())
		case 5:
			s = shape.Ellipse{Center: point(), RX: between(0.1, 1), RY: between(0.1, 1), Angle: between(-4, 4), Skin: between(0, 0.1)}
		}
		var arena shape.Arena
		g, err := shape.Compile(s, geom.Vec2{}, &arena)
		if err != nil {
			continue
		}
		far := []float64{0, 100, 1e5}[r.IntN(3)]
		convex := shape.Convex{Geometry: &g, Arena: &arena}
		pose := geom.Transform{P: geom.Vec2{X: between(-far, far), Y: between(-far, far)}, R: geom.RotFromAngle(between(-4, 4))}
		tight := shape.BoxOf(convex, pose)
		fat := geom.Box{
			Min: geom.Vec2{X: tight.Min.X - between(0, 0.2), Y: tight.Min.Y - between(0, 0.2)},
			Max: geom.Vec2{X: tight.Max.X + between(0, 0.2), Y: tight.Max.Y + between(0, 0.2)},
		}.ToBox32().ToBox()
		var fit state.BoxFit
		measureReach(&fit, 1, &g)
		noteFit(&fit, 1, &pose, &tight, &fat)
		require.True(t, fit.Known(1))
		for range 50 {
			moved := pose
			distance := 0.3 * math.Pow(r.Float64(), 3)
			moved.P = moved.P.Add(geom.Vec2{X: between(-distance, distance), Y: between(-distance, distance)})
			moved.R = moved.R.Mul(geom.RotFromAngle(between(-distance, distance)))
			if r.IntN(4) == 0 { // to the very side
				moved = pose
				moved.P.X += fat.Max.X - tight.Max.X
			}
			fits, exact := stillFits(&fit, &moved), shape.BoxOf(convex, moved)
			switch {
			case fits:
				require.True(t, fat.Contains(exact), "%#v: %v at %v is not in %v", s, exact, moved, fat)
				passed++
			case !fat.Contains(exact):
				outside++
			}
			if fat.Contains(exact) {
				inside++
			}
		}
	}
	require.Greater(t, outside, 20000)
	require.Greater(t, passed, inside/3)
}

// Where no bound holds there is none: far out, for shapes that ask the game, and for numbers that
// are none.
func TestNoFitWithoutBound(t *testing.T) {
	box := geom.Box{Min: geom.Vec2{X: -1, Y: -1}, Max: geom.Vec2{X: 1, Y: 1}}
	fat := box.Grow(0.1)
	circle := shape.Geometry{Kind: shape.KindCircle, Radius: 1, BoundingRadius: 1}
	known := func(g shape.Geometry, x, y float64, tight, fat geom.Box) bool {
		var fit state.BoxFit
		measureReach(&fit, 1, &g)
		noteFit(&fit, 1, &geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.Rot{C: 1}}, &tight, &fat)
		return fit.Known(1)
	}
	require.True(t, known(circle, 0, 0, box, fat))
	require.False(t, known(circle, 1e30, 0, box, fat))
	require.False(t, known(circle, 0, math.NaN(), box, fat))
	require.False(t, known(circle, 0, 0, box, geom.Box{Min: geom.Vec2{X: math.Inf(-1), Y: -2}, Max: geom.Vec2{X: 2, Y: 2}}))
	for _, kind := range []shape.Kind{shape.KindChainSegment, shape.KindHalfPlane, shape.KindHalfEllipse, shape.KindSector, shape.KindCustom} {
		require.False(t, known(shape.Geometry{Kind: kind, BoundingRadius: 1}, 0, 0, box, fat), "kind %d", kind)
	}
	require.False(t, stillFits(&state.BoxFit{MinX: -1, MaxX: 1, MinY: -1, MaxY: 1}, &geom.Transform{P: geom.Vec2{X: math.NaN()}}))
}
