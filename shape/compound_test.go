package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// letterL is an outline that is not convex, of area 3.
var letterL = []mgl64.Vec2{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}

// TestCompoundOfDecomposition: the parts of an outline have its mass, support points and outline.
func TestCompoundOfDecomposition(t *testing.T) {
	c := must.Get(shape.NewCompound(mustDecompose(t, letterL), 0))
	require.NoError(t, c.Validate())
	m := must.Get(shape.MassOf(c, 2))
	require.InDelta(t, 6, m.Mass, 1e-12)
	require.InDelta(t, 5.0/6, m.Center.X, 1e-12)
	require.InDelta(t, 5.0/6, m.Center.Y, 1e-12)
	pointer := must.Get(shape.MassOf(&c, 2))
	require.Equal(t, m, pointer)
	require.Equal(t, mgl64.Vec2{2, 0}, c.Support(mgl64.Vec2{1, -1}))
	require.Equal(t, mgl64.Vec2{}, shape.Compound{}.Support(mgl64.Vec2{1, 0}))
	regions := c.Outlines(0)
	require.Len(t, regions, 1)
	require.ElementsMatch(t, letterL, regions[0].Outer)
	require.Empty(t, regions[0].Holes)
}

func mustDecompose(t *testing.T, outline []mgl64.Vec2) [][]mgl64.Vec2 {
	parts := must.Get(polygon.Decompose(outline))
	require.Greater(t, len(parts), 1)
	return parts
}

// TestCompoundOutlineHasHoles: four walls around a yard.
func TestCompoundOutlineHasHoles(t *testing.T) {
	c := shape.Compound{Parts: []shape.Support{
		shape.OffsetBox(2, 0.5, mgl64.Vec2{0, -1.5}, 0), shape.OffsetBox(2, 0.5, mgl64.Vec2{0, 1.5}, 0),
		shape.OffsetBox(0.5, 2, mgl64.Vec2{-1.5, 0}, 0), shape.OffsetBox(0.5, 2, mgl64.Vec2{1.5, 0}, 0),
		shape.Segment{B: mgl64.Vec2{1, 0}},
	}}
	regions := c.Outlines(0)
	require.Len(t, regions, 1)
	require.Len(t, regions[0].Holes, 1)
	require.InDelta(t, 12, regions[0].Area(), 1e-9)
	require.Nil(t, shape.Compound{}.Outlines(0))
}

// TestCompoundTransformed: a transformed compound has transformed parts.
func TestCompoundTransformed(t *testing.T) {
	c := shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 1}, shape.Box(1, 2)}}
	at := mgl64.Vec2{3, 4}
	want := shape.Compound{Parts: []shape.Support{shape.Transformed(c.Parts[0], 0.5, at), shape.Transformed(c.Parts[1], 0.5, at)}}
	require.Equal(t, want, shape.Transformed(c, 0.5, at))
	require.Equal(t, want, shape.Transformed(&c, 0.5, at))
	inner, angle, offset := shape.Placement(&c)
	require.Equal(t, c, inner)
	require.Zero(t, angle)
	require.Zero(t, offset)
}

// TestBadCompounds: errors name the part, and what needs a convex shape refuses a compound.
func TestBadCompounds(t *testing.T) {
	_, err := shape.New(shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 1}}})
	require.ErrorIs(t, err, shape.ErrConcave)
	require.ErrorIs(t, shape.Compound{}.Validate(), shape.ErrNoParts)
	_, err = shape.MassOf(shape.Compound{}, 1)
	require.ErrorIs(t, err, shape.ErrNoParts)
	_, err = shape.NewCompound([][]mgl64.Vec2{letterL[:3], letterL}, 0)
	var fe *geom.FieldError
	require.ErrorAs(t, err, &fe)
	require.Contains(t, fe.Field, "Parts[1].Points")
	_, err = shape.MassOf(shape.Compound{Parts: []shape.Support{shape.Box(1, 1), shape.Circle{}}}, 1)
	require.ErrorAs(t, err, &fe)
	require.Equal(t, "Parts[1].Radius", fe.Field)
	require.Nil(t, shape.Outline(shape.Compound{Parts: []shape.Support{shape.Box(1, 1)}}, 0))
}

// TestDecomposedPartsAreShapes: the parts of outlines with nothing too flat in them are
// polygons that NewPolygon takes, near the origin and far from it.
func TestDecomposedPartsAreShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	requireParts := func(outer []mgl64.Vec2, holes [][]mgl64.Vec2) {
		parts := must.Get(polygon.Decompose(outer, holes...))
		require.NotEmpty(t, parts)
		for _, part := range parts {
			_, err := shape.NewPolygon(part, 0)
			require.NoError(t, err, "%v without %v", outer, holes)
		}
	}
	for i := range 10 * samples {
		at := mgl64.Vec2{1e6 * float64(i%3), -1e6 * float64(i%2)}
		var holes [][]mgl64.Vec2
		for h := range i % 5 {
			c := mgl64.Vec2{at[0] + 1.2*float64(h%2*2-1), at[1] + 1.2*float64(h/2*2-1)}
			holes = append(holes, randomStar(r, c, 3+r.IntN(6), 0.3, 1))
		}
		requireParts(randomStar(r, at, 12+r.IntN(40), 4, 9), holes)
	}
	// Square holes in a row: every corner lies on a line with many others.
	for n := range 8 {
		w := float64(2*n + 1)
		var holes [][]mgl64.Vec2
		for i := range n {
			x := float64(2*i + 1)
			holes = append(holes, []mgl64.Vec2{{x, 1}, {x + 1, 1}, {x + 1, 2}, {x, 2}})
		}
		requireParts([]mgl64.Vec2{{0, 0}, {w, 0}, {w, 3}, {0, 3}}, holes)
	}
	// A comb of square teeth.
	requireParts([]mgl64.Vec2{{5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}, {0, 0}}, nil)
}

// randomStar returns a star-shaped loop of n points around c, counter-clockwise.
func randomStar(r *rand.Rand, c mgl64.Vec2, n int, low, high float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		sin, cos := math.Sincos((float64(i) + 0.8*r.Float64()) * 2 * math.Pi / float64(n))
		d := randomBetween(r, low, high)
		loop[i] = mgl64.Vec2{c[0] + d*cos, c[1] + d*sin}
	}
	return loop
}

// massOfRegions is the mass of what some outlines cover, by triangles of the regions.
func massOfRegions(t *testing.T, loops [][]mgl64.Vec2, density float64) shape.Mass {
	regions := must.Get(polygon.Regions(loops, polygon.NonZero))
	var total shape.Mass
	for _, r := range regions {
		triangles := must.Get(polygon.Triangulate(r.Outer, r.Holes...))
		for _, x := range triangles {
			a, b, c := geom.From(x[0]), geom.From(x[1]), geom.From(x[2])
			area := b.Sub(a).Cross(c.Sub(a)) / 2
			sides := b.Sub(a).LengthSquared() + c.Sub(b).LengthSquared() + a.Sub(c).LengthSquared()
			total = total.Add(shape.Mass{Mass: density * area, Center: a.Add(b).Add(c).Mul(1.0 / 3), Inertia: density * area * sides / 36})
		}
	}
	return total
}

func requireUnion(t *testing.T, want, got shape.Mass, tolerance float64) {
	t.Helper()
	require.InDelta(t, want.Mass, got.Mass, tolerance*want.Mass)
	require.InDelta(t, 0, want.Center.Sub(got.Center).Length(), tolerance)
	require.InDelta(t, want.Inertia, got.Inertia, tolerance*want.Inertia)
}

// The mass of overlapping polygons is the mass of their union, as the tools for polygons find it,
// however many lie over each other, and in any order.
func TestCompoundMassIsThatOfTheUnion(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		var c shape.Compound
		var loops [][]mgl64.Vec2
		for range 1 + r.IntN(7) {
			p := shape.RegularPolygon(3+r.IntN(6), 0.3+r.Float64())
			moved := shape.Transformed(p, 6*r.Float64(), mgl64.Vec2{2 * r.Float64(), 2 * r.Float64()}).(shape.Polygon)
			if r.IntN(4) == 0 && len(c.Parts) > 0 {
				moved = c.Parts[0].(shape.Polygon) // twice at one place
			}
			c.Parts = append(c.Parts, moved)
			loops = append(loops, moved.Points())
		}
		got := must.Get(shape.MassOf(c, 2.5))
		requireUnion(t, massOfRegions(t, loops, 2.5), got, 1e-9)
		r.Shuffle(len(c.Parts), func(i, j int) { c.Parts[i], c.Parts[j] = c.Parts[j], c.Parts[i] })
		again := must.Get(shape.MassOf(c, 2.5))
		requireUnion(t, got, again, 1e-9)
	}
}

// Round parts count once, too: a lens of two circles in closed form, a shape inside of another adds
// nothing, and parts side by side are the sum of their masses to the bit.
func TestCompoundMassOfRoundParts(t *testing.T) {
	massOf := func(parts ...shape.Support) shape.Mass {
		m := must.Get(shape.MassOf(shape.Compound{Parts: parts}, 3))
		return m
	}
	lens := 2*math.Acos(0.5) - math.Sqrt(3)/2 // of two unit circles a radius apart
	two := massOf(shape.Circle{Radius: 1}, shape.Circle{Center: mgl64.Vec2{1, 0}, Radius: 1})
	require.InDelta(t, 3*(2*math.Pi-lens), two.Mass, 1e-3)
	require.InDelta(t, 0.5, two.Center.X, 1e-3)
	require.InDelta(t, 0, two.Center.Y, 1e-12)
	box := massOf(shape.Box(2, 2))
	require.Equal(t, box, massOf(shape.Box(2, 2), shape.Circle{Radius: 1}, shape.Ellipse{RX: 1, RY: 2}, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5}))
	requireUnion(t, box, massOf(shape.RoundedBox(0.5, 0.5, 0.25), shape.Circle{Radius: 1}, shape.Segment{B: mgl64.Vec2{1, 0}}, shape.Box(2, 2)), 1e-4)
	beside := shape.OffsetBox(1, 1, mgl64.Vec2{3, 0}, 0)
	far := shape.Circle{Center: mgl64.Vec2{9, 9}, Radius: 1}
	require.Equal(t, box.Add(massOf(beside)).Add(massOf(far)), massOf(shape.Box(2, 2), beside, far))
}

// The corner of a half ellipse or a sector is the farthest point of many directions, the first and
// the last among them: it counts once, or the part of another shape beyond it would appear twice.
func TestDisjointPartsOfCorneredRoundShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 1))
	for range 60 {
		var first shape.Support = shape.HalfEllipse{Center: randomPoint(r), RX: randomSize(r), RY: randomSize(r), Angle: randomAngle(r)}
		if r.IntN(2) == 0 {
			first = shape.Sector{Center: randomPoint(r), Radius: randomSize(r), Angle: randomAngle(r), Sweep: randomBetween(r, 0.3, math.Pi)}
		}
		c := shape.Compound{Parts: []shape.Support{first, shape.OffsetBox(1, 2, randomPoint(r), randomAngle(r))}}
		want := must.Get(shape.AreaOf(c))
		sum := 0.0
		for _, part := range c.Disjoint().Parts {
			area := must.Get(shape.AreaOf(part))
			sum += area
		}
		require.InEpsilon(t, want, sum, 1e-3)
	}
}

// The parts of a disjoint compound add up to the union and cover the same points, and a compound
// whose parts lie side by side is as it was.
func TestDisjointPartsAddUp(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 5))
		var c shape.Compound
		for range 2 + r.IntN(5) {
			c.Parts = append(c.Parts, shape.Transformed(shape.RegularPolygon(3+r.IntN(6), 0.3+r.Float64()), 6*r.Float64(), mgl64.Vec2{2 * r.Float64(), 2 * r.Float64()}))
		}
		d := c.Disjoint()
		require.NoError(t, d.Validate())
		sum := 0.0
		for _, part := range d.Parts {
			sum += areaOf(t, part)
		}
		require.InEpsilon(t, areaOf(t, c), sum, 1e-9)
		for range 200 {
			p := mgl64.Vec2{4*r.Float64() - 1, 4*r.Float64() - 1}
			require.Equal(t, holding(t, c, p) > 0, holding(t, d, p) > 0, "%v", p)
			require.LessOrEqual(t, holding(t, d, p), 1, "%v", p)
		}
	}
	apart := shape.Compound{Parts: []shape.Support{shape.Box(1, 1), shape.OffsetBox(1, 1, mgl64.Vec2{2, 0}, 0), shape.Segment{B: mgl64.Vec2{1, 0}}, shape.Circle{Center: mgl64.Vec2{0, 5}, Radius: 1}}}
	require.Equal(t, apart, apart.Disjoint())
}

// holding returns how many parts hold a point.
func holding(t *testing.T, c shape.Compound, p mgl64.Vec2) (n int) {
	for _, part := range c.Parts {
		points, outside := part.(shape.Polygon).Points(), false
		for i, b := range points {
			a := points[(i+len(points)-1)%len(points)]
			outside = outside || geom.From(b.Sub(a)).Cross(geom.From(p.Sub(a))) < 0
		}
		if !outside {
			n++
		}
	}
	return n
}

func areaOf(t *testing.T, s shape.Support) float64 {
	area := must.Get(shape.AreaOf(s))
	return area
}

// The mass of hundreds of parts side by side, as a break leaves them, is not the work of all pairs
// of slivers between them.
func TestMassOfManyPartsSideBySide(t *testing.T) {
	c := shape.Compound{Parts: []shape.Support{
		shape.Circle{Radius: 1}, shape.Ellipse{Center: mgl64.Vec2{0.5, 0.1}, RX: 1.2, RY: 0.4, Angle: 0.3}, shape.Capsule{A: mgl64.Vec2{-1, 1}, B: mgl64.Vec2{1, -1}, Radius: 0.5},
		shape.Sector{Center: mgl64.Vec2{0.2, -0.4}, Radius: 1.3, Angle: -0.5, Sweep: 2}, shape.HalfEllipse{Center: mgl64.Vec2{-0.3, 0.2}, RX: 1.5, RY: 0.7, Angle: 2},
	}}
	d := c.Disjoint()
	require.Greater(t, len(d.Parts), 500)
	require.InEpsilon(t, areaOf(t, c), areaOf(t, d), 1e-3)
	allocations := testing.AllocsPerRun(1, func() { areaOf(t, d) })
	require.Less(t, allocations, float64(100*len(d.Parts)))
}
