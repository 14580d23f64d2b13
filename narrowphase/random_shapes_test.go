package narrowphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// family makes random shapes of one kind. Sizes are around one metre.
type family struct {
	name string
	make func(r *rand.Rand) shape.Support
}

var families = []family{
	{"circle", func(r *rand.Rand) shape.Support {
		return shape.Circle{Center: randomPoint(r, 0.5), Radius: randomSize(r)}
	}},
	{"capsule", func(r *rand.Rand) shape.Support {
		return shape.Capsule{A: randomPoint(r, 1), B: randomPoint(r, 1), Radius: randomSize(r)}
	}},
	{"segment", func(r *rand.Rand) shape.Support {
		return shape.Segment{A: randomPoint(r, 1), B: randomPoint(r, 1)}
	}},
	{"skin segment", func(r *rand.Rand) shape.Support {
		return shape.Segment{A: randomPoint(r, 1), B: randomPoint(r, 1), Radius: 0.1 * randomSize(r)}
	}},
	{"chain", func(r *rand.Rand) shape.Support {
		return shape.ChainSegment{Before: randomPoint(r, 3), A: randomPoint(r, 1), B: randomPoint(r, 1), After: randomPoint(r, 3)}
	}},
	{"box", func(r *rand.Rand) shape.Support {
		return shape.OffsetBox(randomSize(r), randomSize(r), randomPoint(r, 0.5), randomAngle(r))
	}},
	{"rounded box", func(r *rand.Rand) shape.Support {
		return shape.RoundedBox(randomSize(r), randomSize(r), 0.1*randomSize(r))
	}},
	{"polygon", func(r *rand.Rand) shape.Support { return randomPolygon(r, 0) }},
	{"rounded polygon", func(r *rand.Rand) shape.Support { return randomPolygon(r, 0.2*randomSize(r)) }},
	{"ellipse", func(r *rand.Rand) shape.Support {
		return shape.Ellipse{Center: randomPoint(r, 0.5), RX: randomSize(r), RY: randomSize(r), Angle: randomAngle(r)}
	}},
	{"half ellipse", func(r *rand.Rand) shape.Support {
		return shape.HalfEllipse{Center: randomPoint(r, 0.5), RX: randomSize(r), RY: randomSize(r), Angle: randomAngle(r), Skin: 0.1 * randomSize(r)}
	}},
	{"sector", func(r *rand.Rand) shape.Support {
		return shape.Sector{Center: randomPoint(r, 0.5), Radius: randomSize(r), Angle: randomAngle(r), Sweep: 0.1 + 3*r.Float64()}
	}},
	{"superellipse", func(r *rand.Rand) shape.Support { return randomSuperellipse(r) }},
	{"custom polygon", func(r *rand.Rand) shape.Support { return onlySupport{randomPolygon(r, 0)} }},
}

// superellipse is |x/a|^p + |y/b|^p <= 1, a shape of a game known only by Support.
// Most exponents are those whose roots are quick, so that millions can be tested.
type superellipse struct{ a, b, p float64 }

func randomSuperellipse(r *rand.Rand) superellipse {
	s := superellipse{randomSize(r), randomSize(r), []float64{1.5, 2, 3, 4}[r.IntN(4)]}
	if r.IntN(16) == 0 {
		s.p = 1.5 + 3*r.Float64()
	}
	return s
}

func (s superellipse) Support(d mgl64.Vec2) mgl64.Vec2 {
	// The gradient is along d where |x/a|^(p-1)/a ~ |dx|.
	top := math.Max(math.Abs(d[0]*s.a), math.Abs(d[1]*s.b))
	x, y := math.Abs(d[0]*s.a)/top, math.Abs(d[1]*s.b)/top
	var k float64
	switch s.p {
	case 1.5:
		k = 1 / math.Cbrt(x*x*x+y*y*y)
		x, y, k = x*x, y*y, k*k
	case 2:
		k = 1 / math.Sqrt(x*x+y*y)
	case 3:
		x, y = math.Sqrt(x), math.Sqrt(y)
		k = 1 / math.Cbrt(x*x*x+y*y*y)
	case 4:
		x, y = math.Cbrt(x), math.Cbrt(y)
		k = 1 / math.Sqrt(math.Sqrt(x*x*x*x+y*y*y*y))
	default:
		q := 1 / (s.p - 1)
		x, y = math.Pow(x, q), math.Pow(y, q)
		k = math.Pow(math.Pow(x, s.p)+math.Pow(y, s.p), -1/s.p)
	}
	return mgl64.Vec2{math.Copysign(s.a*x*k, d[0]), math.Copysign(s.b*y*k, d[1])}
}

// onlySupport hides all of a shape but its support function.
type onlySupport struct{ inner shape.Support }

func (s onlySupport) Support(d mgl64.Vec2) mgl64.Vec2 { return s.inner.Support(d) }

// randomSize is between 0.05 and 2, small ones as likely as large ones.
func randomSize(r *rand.Rand) float64  { return 0.05 * math.Pow(40, r.Float64()) }
func randomAngle(r *rand.Rand) float64 { return math.Pi * (2*r.Float64() - 1) }

func randomPoint(r *rand.Rand, limit float64) mgl64.Vec2 {
	return mgl64.Vec2{limit * (2*r.Float64() - 1), limit * (2*r.Float64() - 1)}
}

func randomPolygon(r *rand.Rand, radius float64) shape.Polygon {
	for {
		points := make([]mgl64.Vec2, 3+r.IntN(10))
		limit := randomSize(r)
		for i := range points {
			points[i] = randomPoint(r, limit)
		}
		if p, err := shape.NewHullPolygon(points, radius); err == nil {
			return p
		}
	}
}

// tryCompile compiles a shape, or returns false for one that is invalid.
func tryCompile(s shape.Support) (shape.Convex, bool) {
	c, err := shape.New(s)
	return c, err == nil
}

func mustCompile(tb testing.TB, s shape.Support) shape.Convex { return must.Get(shape.New(s)) }

// pair is two shapes and a pose that lets them overlap about every other
// time.
func (f family) pair(r *rand.Rand, g family) (a, b shape.Convex, pose geom.Transform) {
	for {
		var okA, okB bool
		a, okA = tryCompile(f.make(r))
		b, okB = tryCompile(g.make(r))
		if !okA || !okB {
			continue
		}
		return a, b, randomPose(r, a, b)
	}
}

// randomPose lets two shapes overlap about every other time.
func randomPose(r *rand.Rand, a, b shape.Convex) geom.Transform {
	pose := geom.Transform{R: geom.RotFromAngle(randomAngle(r))}
	distance := (a.BoundingRadius + b.BoundingRadius) * 1.3 * r.Float64()
	offset := geom.RotFromAngle(randomAngle(r)).X().Mul(distance)
	pose.P = a.Center.Add(offset).Sub(pose.R.Apply(b.Center))
	return pose
}

// forEachPair runs a test for every unordered pair of families, with its own fixed
// seed.
func forEachPair(t *testing.T, test func(t *testing.T, r *rand.Rand, f, g family)) {
	for i, f := range families {
		for j, g := range families[i:] {
			t.Run(fmt.Sprintf("%s and %s", f.name, g.name), func(t *testing.T) {
				t.Parallel()
				test(t, rand.New(rand.NewPCG(uint64(i), uint64(j))), f, g)
			})
		}
	}
}

// extent is the length to which tolerances are relative: the size of the two shapes and
// their coordinates.
func extent(a, b shape.Convex, pose *geom.Transform) float64 {
	return anyCoordinateBound(a) + anyCoordinateBound(b) + pose.P.Length()
}
