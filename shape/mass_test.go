package shape_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func massOf(t *testing.T, s shape.Support, density float64) shape.Mass {
	t.Helper()
	m := must.Get(shape.MassOf(s, density))
	return m
}

func requireMass(t *testing.T, want, got shape.Mass, relative, length float64, name string) {
	t.Helper()
	require.InEpsilon(t, want.Mass, got.Mass, relative, "%s: mass", name)
	require.InDelta(t, 0, want.Center.Distance(got.Center), relative*length, "%s: center %v, want %v", name, got.Center, want.Center)
	require.InEpsilon(t, want.Inertia, got.Inertia, relative, "%s: inertia", name)
}

func TestMassMatchesClosedForms(t *testing.T) {
	const pi = math.Pi
	cases := []struct {
		name  string
		shape shape.Support
		want  shape.Mass
	}{
		{"circle", shape.Circle{Center: mgl64.Vec2{3, 4}, Radius: 2},
			shape.Mass{Mass: 4 * pi, Center: geom.Vec2{X: 3, Y: 4}, Inertia: 4 * pi * 2}},
		{"box", shape.OffsetBox(1, 2, mgl64.Vec2{5, -6}, 0.7),
			shape.Mass{Mass: 8, Center: geom.Vec2{X: 5, Y: -6}, Inertia: 8 * (4 + 16) / 12.0}},
		{"right triangle", shape.Triangle(mgl64.Vec2{0, 0}, mgl64.Vec2{3, 0}, mgl64.Vec2{0, 6}),
			shape.Mass{Mass: 9, Center: geom.Vec2{X: 1, Y: 2}, Inertia: 9 * (9 + 36) / 18.0}},
		{"hexagon", shape.RegularPolygon(6, 2),
			shape.Mass{Mass: 6 * math.Sqrt(3), Inertia: 6 * math.Sqrt(3) * 4 * 5 / 12.0}},
		{"ellipse", shape.Ellipse{RX: 3, RY: 1, Angle: 1},
			shape.Mass{Mass: 3 * pi, Inertia: 3 * pi * 10 / 4}},
		{"half disc", shape.HalfEllipse{RX: 2, RY: 2},
			shape.Mass{Mass: 2 * pi, Center: geom.Vec2{Y: 8 / (3 * pi)}, Inertia: 2*pi*2 - 2*pi*64/(9*pi*pi)}},
		{"half disc as a sector", shape.Sector{Radius: 2, Angle: pi / 2, Sweep: pi},
			shape.Mass{Mass: 2 * pi, Center: geom.Vec2{Y: 8 / (3 * pi)}, Inertia: 2*pi*2 - 2*pi*64/(9*pi*pi)}},
		{"quarter disc", shape.Sector{Radius: 3, Angle: pi / 4, Sweep: pi / 2},
			shape.Mass{Mass: 9 * pi / 4, Center: geom.Vec2{X: 4 / pi, Y: 4 / pi}, Inertia: 81*pi/8 - 9*pi/4*32/(pi*pi)}},
		// A rectangle 4 x 2 and a disc of radius 1 cut in halves 4 apart: each half
		// has its centroid 4/(3 pi) from its flat side.
		{"capsule", shape.Capsule{A: mgl64.Vec2{-2, 1}, B: mgl64.Vec2{2, 1}, Radius: 1},
			shape.Mass{Mass: 8 + pi, Center: geom.Vec2{Y: 1}, Inertia: 8*20/12.0 + pi/2 + pi*(4+2*2*4/(3*pi))}},
		{"segment with a skin", shape.Segment{A: mgl64.Vec2{-2, 1}, B: mgl64.Vec2{2, 1}, Radius: 1},
			shape.Mass{Mass: 8 + pi, Center: geom.Vec2{Y: 1}, Inertia: 8*20/12.0 + pi/2 + pi*(4+2*2*4/(3*pi))}},
		// A disc with a skin is a larger disc.
		{"round ellipse", shape.Ellipse{RX: 2, RY: 2, Skin: 1}, shape.Mass{Mass: 9 * pi, Inertia: 81 * pi / 2}},
	}
	for _, c := range cases {
		requireMass(t, c.want, massOf(t, c.shape, 1), 1e-13, 10, c.name)
		requireMass(t, c.want.Scale(2.5), massOf(t, c.shape, 2.5), 1e-13, 10, c.name)
		requireMass(t, c.want, massOf(t, custom{c.shape}, 1), 1e-9, 10, "custom "+c.name)
	}
}

// TestAreaMatchesSteinerFormula compares an area with Steiner's formula: core + skin x
// border + pi skin^2.
func TestAreaMatchesSteinerFormula(t *testing.T) {
	eachSample(41, samples, func(name string, _ *rand.Rand, s shape.Support) {
		m := modelOf(s)
		core, border := 0.0, 0.0
		for i, p := range m.ring {
			q := m.ring[(i+1)%len(m.ring)]
			core += p.Cross(q) / 2
			border += p.Distance(q)
		}
		want := core + m.skin*border + math.Pi*m.skin*m.skin
		got := must.Get(shape.AreaOf(s))
		tol := 1e-13 * (border + 10)
		if m.tolerance > 0 {
			// The area of a model with many short sides lacks a strip of width up to
			// tolerance, and its border is too short by a factor of (step^2)/24.
			tol += m.tolerance*border + 2e-6*m.skin*border
		}
		require.InDelta(t, want, got, tol, name)
	})
}

// TestMassMatchesOutlineIntegral integrates a fine outline by Green's formula, which has
// nothing but the support function in common with the formulas under test.
func TestMassMatchesOutlineIntegral(t *testing.T) {
	eachSample(42, samples/2, func(name string, _ *rand.Rand, s shape.Support) {
		c := mustNew(s)
		got := massOf(t, s, 1)
		if got.Mass == 0 {
			require.Equal(t, shape.KindSegment, c.Kind, name)
			return
		}
		ring := shape.Outline(s, 1e-7*c.BoundingRadius)
		var area, second float64
		var first geom.Vec2
		for i, p := range ring {
			// Relative to the centre of mass the sums are small.
			a := geom.From(p).Sub(got.Center)
			b := geom.From(ring[(i+1)%len(ring)]).Sub(got.Center)
			cross := a.Cross(b)
			area += cross / 2
			first = first.MulAdd(cross/6, a.Add(b))
			second += cross / 12 * (a.Dot(a) + a.Dot(b) + b.Dot(b))
		}
		// An error of 1e-7 bounding radii along the border, against the area.
		tol := 1e-7 * c.BoundingRadius * 2 * math.Pi * c.BoundingRadius / area
		require.InEpsilon(t, area, got.Mass, tol, name)
		require.LessOrEqual(t, first.Length()/area, tol*c.BoundingRadius, name)
		require.InEpsilon(t, second, got.Inertia, tol*area*c.BoundingRadius*c.BoundingRadius/second, name)
	})
}

func TestMassMatchesMonteCarlo(t *testing.T) {
	const samplePoints = 40_000
	eachSample(43, max(samples/10, 2), func(name string, r *rand.Rand, s shape.Support) {
		c, got := mustNew(s), massOf(t, s, 1)
		if got.Mass == 0 {
			return
		}
		box := shape.BoxOf(c, geom.IdentityTransform)
		extent := box.Max.Sub(box.Min)
		var hits, second float64
		var first geom.Vec2
		for range samplePoints {
			p := geom.Vec2{X: box.Min.X + r.Float64()*extent.X, Y: box.Min.Y + r.Float64()*extent.Y}
			if !shape.Contains(c, p) {
				continue
			}
			d := p.Sub(got.Center)
			hits++
			first = first.Add(d)
			second += d.LengthSquared()
		}
		// Five standard deviations of a count, and of sums over that many darts.
		total, share := extent.X*extent.Y, hits/samplePoints
		sigma := math.Sqrt(share * (1 - share) / samplePoints)
		require.InDelta(t, share, got.Mass/total, 5*sigma+1e-12, "%s: area", name)
		spread := math.Sqrt(second/hits) / math.Sqrt(hits)
		require.LessOrEqual(t, first.Length()/hits, 6*spread, "%s: center", name)
		require.InEpsilon(t, second/hits, got.Inertia/got.Mass, 6/math.Sqrt(hits), "%s: inertia", name)
	})
}

func TestCustomMassMatchesBuiltIn(t *testing.T) {
	worst := 0.0
	eachSample(44, samples, func(name string, r *rand.Rand, s shape.Support) {
		want := massOf(t, s, 2)
		if want.Mass == 0 {
			require.InDelta(t, 0, massOf(t, custom{s}, 2).Mass, 1e-12, name)
			return
		}
		got := massOf(t, custom{s}, 2)
		worst = max(worst, math.Abs(got.Mass/want.Mass-1), math.Abs(got.Inertia/want.Inertia-1))
		requireMass(t, want, got, 1e-9, 10, name)

		angle, offset := randomAngle(r), randomPoint(r)
		moved := massOf(t, shape.Transformed(custom{s}, angle, offset), 2)
		pose := geom.Transform{P: geom.From(offset), R: geom.RotFromAngle(angle)}
		requireMass(t, want.Transformed(pose), moved, 1e-9, 10, "transformed "+name)
	})
	t.Logf("worst relative error %.2g", worst)
}

// TestMassOfSlivers: at the ends of thin ellipses nearly all of the boundary's turn is within a
// tiny arc.
func TestMassOfSlivers(t *testing.T) {
	for _, c := range []struct{ thin, relative float64 }{{1e-2, 1e-9}, {1e-3, 1e-8}, {1e-5, 2e-7}} {
		for _, s := range []shape.Support{
			shape.Ellipse{RX: 1, RY: c.thin, Angle: 0.3},
			shape.Ellipse{RX: 1, RY: c.thin, Angle: 0.3, Skin: c.thin},
			shape.OffsetBox(1, c.thin, mgl64.Vec2{1, 2}, 0.3),
			shape.Sector{Radius: 1, Sweep: c.thin},
		} {
			requireMass(t, massOf(t, s, 1), massOf(t, custom{s}, 1), c.relative, 1, "sliver")
		}
	}
}

// TestMassOfSuperellipse has a closed form in the gamma function.
func TestMassOfSuperellipse(t *testing.T) {
	for _, n := range []float64{1.2, 1.5, 2, 2.5, 3, 4, 8, 20} {
		s := superellipse{2, 1, n}
		g := func(x float64) float64 { return math.Gamma(x) }
		area := 4 * s.a * s.b * math.Pow(g(1+1/n), 2) / g(1+2/n)
		// The integral of x^2 over a quarter is a^3 b times the integral of
		// x^2 (1 - x^n)^(1/n) over [0, 1], which is B(3/n, 1 + 1/n) / n.
		beta := g(3/n) * g(1+1/n) / g(1+4/n)
		second := 4 * s.a * s.b * (s.a*s.a + s.b*s.b) * beta / n
		m := massOf(t, s, 1)
		require.InEpsilon(t, area, m.Mass, 1e-9, "n = %v", n)
		require.InEpsilon(t, second, m.Inertia, 1e-9, "n = %v", n)
		require.InDelta(t, 0, m.Center.Length(), 1e-9)
	}
}

func TestMassFarFromOrigin(t *testing.T) {
	near := massOf(t, shape.RegularPolygon(7, 0.5), 1)
	far := massOf(t, shape.Transformed(shape.RegularPolygon(7, 0.5), 0, mgl64.Vec2{1e6, -1e6}), 1)
	requireMass(t, shape.Mass{Mass: near.Mass, Center: geom.Vec2{X: 1e6, Y: -1e6}, Inertia: near.Inertia}, far, 1e-9, 1, "far")
}

func TestMassAdd(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 0))
	for range samples {
		// The two parts of a box together have the mass of the box.
		hx, hy, cut := randomSize(r), randomSize(r), randomBetween(r, -0.9, 0.9)
		whole := massOf(t, shape.Box(hx, hy), 3)
		left := massOf(t, shape.OffsetBox(hx*(1+cut)/2, hy, mgl64.Vec2{hx * (cut - 1) / 2, 0}, 0), 3)
		right := massOf(t, shape.OffsetBox(hx*(1-cut)/2, hy, mgl64.Vec2{hx * (cut + 1) / 2, 0}, 0), 3)
		requireMass(t, whole, left.Add(right), 1e-12, 1, "sum")
		p := geom.From(randomPoint(r))
		require.InEpsilon(t, whole.InertiaAbout(p), left.InertiaAbout(p)+right.InertiaAbout(p), 1e-12)
		require.Equal(t, whole.Inertia, whole.InertiaAbout(whole.Center))
		require.Equal(t, left, left.Add(shape.Mass{}))
		require.Equal(t, left.Mass, shape.Mass{}.Add(left).Mass)
		require.Equal(t, left.Center, shape.Mass{}.Add(left).Center)
	}
	require.Equal(t, shape.Mass{}, shape.Mass{}.Add(shape.Mass{}))
}

func TestMasslessShapes(t *testing.T) {
	for _, s := range []shape.Support{
		shape.Segment{A: mgl64.Vec2{1, 1}, B: mgl64.Vec2{3, 1}},
		chainSegment(t),
		shape.HalfPlane{Point: mgl64.Vec2{1, 2}, Normal: mgl64.Vec2{0, 1}},
	} {
		m := massOf(t, s, 5)
		require.Zero(t, m.Mass)
		require.Zero(t, m.Inertia)
		require.Equal(t, mustNew(s).Center, m.Center)
	}
	m := massOf(t, shape.Circle{Center: mgl64.Vec2{1, 2}, Radius: 1}, 0)
	require.Equal(t, shape.Mass{Center: geom.Vec2{X: 1, Y: 2}}, m)
}

// shapeWithMass is a custom shape that knows its mass.
type shapeWithMass struct {
	custom
	mass shape.Mass
}

func (w shapeWithMass) Mass(density float64) shape.Mass { return w.mass.Scale(density) }

func TestMasserIsAsked(t *testing.T) {
	w := shapeWithMass{custom{shape.Box(1, 1)}, shape.Mass{Mass: 7, Center: geom.Vec2{X: 1}, Inertia: 9}}
	require.Equal(t, w.mass.Scale(2), massOf(t, w, 2))
	moved := massOf(t, shape.Transformed(w, math.Pi/2, mgl64.Vec2{0, 5}), 1)
	require.InDelta(t, 0, moved.Center.Distance(geom.Vec2{Y: 6}), 1e-14)
	require.Equal(t, 9.0, moved.Inertia)

	w.mass.Mass = -1
	_, err := shape.MassOf(w, 1)
	require.EqualError(t, err, "Mass.Mass: -1 must not be negative")
	w.mass = shape.Mass{Mass: 1, Inertia: math.Inf(1)}
	_, err = shape.MassOf(w, 1)
	require.EqualError(t, err, "Mass.Inertia: +Inf must be finite")
	w.mass = shape.Mass{Center: geom.Vec2{X: math.NaN()}}
	_, err = shape.MassOf(w, 1)
	require.EqualError(t, err, "Mass.Center: {NaN 0} must be finite")
}

// TestArenaMassOf: an arena with other shapes in it gives the masses of MassOf, also
// after an error, keeps what it holds, and makes no garbage.
func TestArenaMassOf(t *testing.T) {
	var arena shape.Arena
	eachSample(45, samples/2, func(name string, r *rand.Rand, s shape.Support) {
		for _, s := range []shape.Support{s, custom{s}} {
			density := randomBetween(r, 0, 3)
			want, wantErr := shape.MassOf(s, density)
			before := shape.Arena{Vertices: slices.Clone(arena.Vertices), Normals: slices.Clone(arena.Normals), Customs: slices.Clone(arena.Customs)}
			got, err := arena.MassOf(s, density)
			require.Equal(t, wantErr, err, name)
			require.Equal(t, want, got, name)
			_, err = arena.MassOf(s, -1)
			require.EqualError(t, err, "Density: -1 must not be negative")
			_, err = arena.MassOf(shape.Circle{Radius: -1}, 1)
			require.Error(t, err)
			require.True(t, slices.Equal(before.Vertices, arena.Vertices), name)
			require.True(t, slices.Equal(before.Normals, arena.Normals), name)
			require.Equal(t, len(before.Customs), len(arena.Customs), name)

			row, err := shape.Compile(s, geom.Vec2{}, &arena)
			require.NoError(t, err, name)
			alone := mustNew(s)
			row.First = alone.First
			require.Equal(t, *alone.Geometry, row, name)
		}
	})
	capsule := shape.Support(shape.Capsule{A: mgl64.Vec2{0, 1}, Radius: 1})
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, err := arena.MassOf(capsule, 1); err != nil {
			panic(err)
		}
	}))
}
