package outline_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// custom hides everything about a shape but its support function.
type custom struct{ inner shape.Support }

func (c custom) Support(dir mgl64.Vec2) mgl64.Vec2 { return c.inner.Support(dir) }

func between(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

func randomPoint(r *rand.Rand) mgl64.Vec2 { return mgl64.Vec2{between(r, -2, 2), between(r, -2, 2)} }

// sample is a shape and how well its outline is known.
type sample struct {
	name     string
	shape    shape.Support
	accuracy float64 // relative, of the area
}

// samples returns random shapes of every kind with an area.
func samples(r *rand.Rand) []sample {
	size := func() float64 { return between(r, 0.1, 2) }
	ring := make([]mgl64.Vec2, 3+r.IntN(6))
	center, rx, ry := randomPoint(r), size(), size()
	for i := range ring {
		sin, cos := math.Sincos((float64(i) + between(r, -0.3, 0.3)) * 2 * math.Pi / float64(len(ring)))
		ring[i] = center.Add(mgl64.Vec2{rx * cos, ry * sin})
	}
	polygon, err := shape.NewPolygon(ring, 0)
	if err != nil {
		panic(err)
	}
	rounded, err := shape.NewPolygon(ring, size())
	if err != nil {
		panic(err)
	}
	capsule := shape.Capsule{A: randomPoint(r), B: randomPoint(r), Radius: size()}
	ellipse := shape.Ellipse{Center: randomPoint(r), RX: size(), RY: size(), Angle: between(r, -4, 4)}
	half := shape.HalfEllipse{Center: randomPoint(r), RX: size(), RY: size(), Angle: between(r, -4, 4)}
	sector := shape.Sector{Center: randomPoint(r), Radius: size(), Angle: between(r, -4, 4), Sweep: between(r, 0.1, math.Pi)}
	thick, thickHalf, thickSector := ellipse, half, sector
	thick.Skin, thickHalf.Skin, thickSector.Skin = size(), size(), size()
	return []sample{
		{"circle", shape.Circle{Center: randomPoint(r), Radius: size()}, 1e-12},
		{"capsule", capsule, 1e-12},
		{"segment", shape.Segment{A: randomPoint(r), B: randomPoint(r), Radius: size()}, 1e-12},
		{"box", shape.OffsetBox(size(), size(), randomPoint(r), between(r, -4, 4)), 1e-12},
		{"rounded box", shape.Transformed(shape.RoundedBox(size(), size(), size()), between(r, -4, 4), randomPoint(r)), 1e-12},
		{"polygon", polygon, 1e-12},
		{"rounded polygon", rounded, 1e-12},
		{"ellipse", ellipse, 1e-12},
		{"half ellipse", half, 1e-12},
		{"sector", sector, 1e-12},
		{"ellipse with skin", thick, 1e-5},
		{"half ellipse with skin", thickHalf, 1e-5},
		{"sector with skin", thickSector, 1e-5},
		{"custom polygon", custom{polygon}, 1e-9},
		{"custom capsule", custom{capsule}, 1e-5},
		{"custom ellipse", custom{ellipse}, 1e-5},
		{"custom half ellipse", custom{half}, 1e-5},
		{"custom sector", custom{sector}, 1e-5},
	}
}

// eachSample calls f with random shapes of every kind.
func eachSample(t *testing.T, n int, f func(t *testing.T, r *rand.Rand, s sample)) {
	for i := range n {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		for _, s := range samples(r) {
			t.Run(fmt.Sprint(s.name, " ", i), func(t *testing.T) { f(t, r, s) })
		}
	}
}

func compile(s shape.Support) shape.Convex {
	c, err := shape.New(s)
	if err != nil {
		panic(err)
	}
	return c
}

func outlineOf(s shape.Support) []outline.Piece {
	return outline.Append(nil, compile(s), geom.IdentityTransform)
}

// requireClosed checks that each piece begins where the one before ends.
func requireClosed(t *testing.T, pieces []outline.Piece) {
	t.Helper()
	for i, p := range pieces {
		before := pieces[(i+len(pieces)-1)%len(pieces)]
		require.InDelta(t, 0, before.B.Distance(p.A), 1e-12, "piece %d", i)
	}
}

// The moments of the whole outline are the moments of the shape.
func TestMomentsAreThoseOfTheShape(t *testing.T) {
	eachSample(t, 20, func(t *testing.T, r *rand.Rand, s sample) {
		want, err := shape.MassOf(s.shape, 1)
		require.NoError(t, err)
		pieces := outlineOf(s.shape)
		requireClosed(t, pieces)
		m := outline.MomentsOf(pieces, geom.From(randomPoint(r)))
		size := math.Sqrt(want.Mass)
		require.InEpsilon(t, want.Mass, m.Area, s.accuracy)
		require.InDelta(t, 0, m.Centroid().Distance(want.Center), 20*s.accuracy*(size+4))
		require.InEpsilon(t, want.Inertia, m.Central(), 20*s.accuracy*(1+16/(size*size)))

		pose := geom.Transform{P: geom.From(randomPoint(r)), R: geom.RotFromAngle(between(r, -4, 4))}
		moved := outline.MomentsOf(outline.Append(nil, compile(s.shape), pose), pose.P)
		require.InEpsilon(t, want.Mass, moved.Area, s.accuracy)
		require.InDelta(t, 0, moved.Centroid().Distance(pose.Apply(want.Center)), 20*s.accuracy*(size+4))
	})
}

// polygonBelow clips a polygon of many sides, the oracle, and returns its area, the integral
// of the position and the integral of the squared distance from the origin.
func polygonBelow(points []mgl64.Vec2, below func(x mgl64.Vec2) float64) (area float64, first mgl64.Vec2, second float64) {
	kept := cutPolygon(points, below)
	for i, p := range kept {
		q := kept[(i+1)%len(kept)]
		cross := p[0]*q[1] - p[1]*q[0]
		area += cross / 2
		first = first.Add(p.Add(q).Mul(cross / 6))
		second += cross * (p.Dot(p) + p.Dot(q) + q.Dot(q)) / 12
	}
	return area, first, second
}

// The part on one side of a line has the moments of a polygon of many sides.
func TestClipAgainstManySides(t *testing.T) {
	eachSample(t, 10, func(t *testing.T, r *rand.Rand, s sample) {
		c := compile(s.shape)
		many := shape.Outline(s.shape, 1e-7*c.BoundingRadius)
		tolerance := max(1e-6, s.accuracy) * (1 + c.BoundingRadius*c.BoundingRadius)
		pieces := outlineOf(s.shape)
		for range 20 {
			sin, cos := math.Sincos(between(r, -4, 4))
			n := mgl64.Vec2{cos, sin}.Mul(between(r, 0.1, 3))
			o := c.Center.Mgl().Add(randomPoint(r).Mul(0.5 * c.BoundingRadius))
			area, first, second := polygonBelow(many, func(p mgl64.Vec2) float64 { return p.Sub(o).Dot(n) })
			wet := outline.Clip(nil, pieces, outline.Side{Point: geom.From(o), Normal: geom.From(n)})
			requireClosed(t, wet)
			m := outline.MomentsOf(wet, geom.Vec2{})
			require.InDelta(t, area, m.Area, tolerance)
			require.InDelta(t, 0, m.First.Distance(geom.From(first)), 5*tolerance)
			require.InDelta(t, second, m.Second, 20*tolerance)

			dry := outline.Clip(nil, pieces, outline.Side{Point: geom.From(o), Normal: geom.From(n).Neg()})
			whole := m.Add(outline.MomentsOf(dry, geom.Vec2{}))
			all := outline.MomentsOf(pieces, geom.Vec2{})
			require.InDelta(t, all.Area, whole.Area, 1e-12*(1+all.Area))
			require.InDelta(t, all.Second, whole.Second, 1e-11*(1+all.Second))
		}
	})
}

// A circular segment of height h has the area r^2 acos(1-h/r) - (r-h) sqrt(2rh-h^2), and its
// centroid lies 2/3 of the cube of half the chord, over the area, from the centre.
func TestCircularSegment(t *testing.T) {
	const radius = 1.5
	pieces := outlineOf(shape.Circle{Center: mgl64.Vec2{3, 2}, Radius: radius})
	for _, h := range []float64{1e-6, 1e-3, 0.1, 1, 1.5, 2, 2.9, 2.999} {
		side := outline.Side{Point: geom.Vec2{Y: 2 - radius + h}, Normal: geom.Vec2{Y: 1}}
		wet := outline.Clip(nil, pieces, side)
		m := outline.MomentsOf(wet, side.Point.Add(geom.Vec2{X: 3}))
		half := math.Sqrt(h * (2*radius - h))
		area := radius*radius*math.Acos(1-h/radius) - (radius-h)*half
		require.InDelta(t, area, m.Area, 1e-13) // the formula cancels for thin segments
		require.InDelta(t, 3, m.Centroid().X, 1e-9)
		if h > 1e-4 {
			require.InDelta(t, 2-2*half*half*half/(3*area), m.Centroid().Y, 1e-9)
		}
		chord := 0.0
		for _, p := range wet {
			if p.Cut {
				chord += p.A.Distance(p.B)
			}
		}
		require.InDelta(t, 2*half, chord, 1e-9)
	}
}

// Lines that miss, touch or run along a shape, and lines far away, leave all or nothing.
func TestClipAtTheEdge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range samples(r) {
		pieces := outlineOf(s.shape)
		whole := outline.MomentsOf(pieces, geom.Vec2{})
		c := compile(s.shape)
		for _, d := range []geom.Vec2{{Y: 1}, {X: 1}, {X: -3, Y: 2}, {X: 1e-9, Y: -1}} {
			touch := c.Support(d)
			for _, distance := range []float64{0, 1e-17, 1e-12, 1e-6, 1, 1e6, 1e12} {
				side := outline.Side{Point: touch.MulAdd(distance, d), Normal: d}
				m := outline.MomentsOf(outline.Clip(nil, pieces, side), geom.Vec2{})
				require.InEpsilon(t, whole.Area, m.Area, max(1e-9, s.accuracy), "%s %v %v", s.name, d, distance)
				side.Normal = d.Neg()
				m = outline.MomentsOf(outline.Clip(nil, pieces, side), geom.Vec2{})
				require.InDelta(t, 0, m.Area, max(1e-9, s.accuracy)*(1+whole.Area), "%s %v %v", s.name, d, distance)
				require.True(t, m.Centroid().Finite())
			}
		}
		for _, n := range c.Arena.Normals { // along each edge
			side := outline.Side{Point: c.Support(n), Normal: n}
			require.InEpsilon(t, whole.Area, outline.MomentsOf(outline.Clip(nil, pieces, side), geom.Vec2{}).Area, max(1e-9, s.accuracy))
		}
	}
}

// A surface of many points leaves what lies below it: the sum over fine vertical strips of
// many sides.
func TestBelowAHeightLine(t *testing.T) {
	var scratch outline.Scratch
	eachSample(t, 5, func(t *testing.T, r *rand.Rand, s sample) {
		c := compile(s.shape)
		many := shape.Outline(s.shape, 1e-7*c.BoundingRadius)
		pieces := outlineOf(s.shape)
		for range 5 {
			surface := make([]geom.Vec2, 1+r.IntN(6))
			x := c.Center.X - between(r, -0.5, 1.5)*c.BoundingRadius
			for i := range surface {
				surface[i] = geom.Vec2{X: x, Y: c.Center.Y + between(r, -1, 1)*c.BoundingRadius}
				x += between(r, 0.01, 1) * c.BoundingRadius
			}
			got := outline.MomentsOf(outline.Below(nil, pieces, surface, &scratch), geom.Vec2{})
			area, first := stripsBelow(many, surface)
			tolerance := max(1e-6, s.accuracy) * (1 + c.BoundingRadius*c.BoundingRadius)
			require.InDelta(t, area, got.Area, tolerance)
			require.InDelta(t, 0, got.First.Distance(geom.From(first)), 5*tolerance)
		}
	})
}

// stripsBelow clips a polygon by one interval of a surface after another.
func stripsBelow(points []mgl64.Vec2, surface []geom.Vec2) (area float64, first mgl64.Vec2) {
	const far = 1e3
	line := append([]geom.Vec2{{X: -far, Y: surface[0].Y}}, surface...)
	line = append(line, geom.Vec2{X: far, Y: surface[len(surface)-1].Y})
	for i := range line[1:] {
		a, b := line[i], line[i+1]
		part := cutPolygon(points, func(p mgl64.Vec2) float64 { return a.X - p[0] })
		part = cutPolygon(part, func(p mgl64.Vec2) float64 { return p[0] - b.X })
		dA, dFirst, _ := polygonBelow(part, func(p mgl64.Vec2) float64 {
			return p[1] - (a.Y + (b.Y-a.Y)*(p[0]-a.X)/(b.X-a.X))
		})
		area, first = area+dA, first.Add(dFirst)
	}
	return area, first
}

func cutPolygon(points []mgl64.Vec2, outside func(mgl64.Vec2) float64) (kept []mgl64.Vec2) {
	for i, p := range points {
		q := points[(i+1)%len(points)]
		fp, fq := outside(p), outside(q)
		if fp <= 0 {
			kept = append(kept, p)
		}
		if fp < 0 && fq > 0 || fp > 0 && fq < 0 {
			kept = append(kept, p.Add(q.Sub(p).Mul(fp/(fp-fq))))
		}
	}
	return kept
}

// width is the sum of the facets that face a direction, across it.
func width(facets []outline.Facet, d geom.Vec2) (facing, total float64) {
	for _, f := range facets {
		n, length := f.Normal()
		facing += max(n.Dot(d), 0) * length
		total += n.Dot(d) * length
	}
	return facing, total
}

// The facets that face a direction are together as wide as the shape, and all facets
// together face nowhere.
func TestFacetsAreAsWideAsTheShape(t *testing.T) {
	eachSample(t, 5, func(t *testing.T, r *rand.Rand, s sample) {
		c, pieces := compile(s.shape), outlineOf(s.shape)
		for range 10 {
			d := geom.RotFromAngle(between(r, -4, 4)).X()
			want := c.Support(d.LeftPerp()).Sub(c.Support(d.RightPerp())).Dot(d.LeftPerp())
			facing, total := width(outline.AppendFacets(nil, pieces, d), d)
			tolerance := 10 * math.Sqrt(s.accuracy) * s.accuracy
			if s.accuracy > 1e-10 {
				tolerance = 1e-4
			}
			require.InDelta(t, want, facing, 1e-12+tolerance*c.BoundingRadius)
			require.InDelta(t, 0, total, 1e-12)
		}
	})
}

// Seen from a point, a circle of radius r at a distance d has 2 acos(r/d) of its arc in view,
// and the chords between the tangent points are as wide as the cap.
func TestFacetsFromAPoint(t *testing.T) {
	const radius, distance = 0.7, 2.0
	pieces := outlineOf(shape.Circle{Radius: radius})
	facets := outline.AppendFacetsFrom(nil, pieces, geom.Vec2{X: -distance})
	length := 0.0
	for _, f := range facets {
		n, l := f.Normal()
		if f.A.Lerp(f.B, 0.5).Add(geom.Vec2{X: distance}).Dot(n) < 0 {
			length += l
		}
	}
	want := 2 * radius * math.Acos(radius/distance)
	require.Less(t, length, want)
	require.InEpsilon(t, want, length, 0.003, "chords are shorter than arcs")

	eachSample(t, 3, func(t *testing.T, r *rand.Rand, s sample) {
		c, pieces := compile(s.shape), outlineOf(s.shape)
		eye := c.Center.MulAdd(1.1*c.BoundingRadius, geom.RotFromAngle(between(r, -4, 4)).X())
		changes := 0
		before, first := 0.0, 0.0
		for _, f := range outline.AppendFacetsFrom(nil, pieces, eye) {
			n, l := f.Normal()
			side := math.Copysign(1, f.A.Sub(eye).Dot(n))
			if l < 1e-9 || math.Abs(f.A.Sub(eye).Dot(n)) < 1e-9 {
				continue
			}
			if before != 0 && side != before {
				changes++
			}
			if first == 0 {
				first = side
			}
			before = side
		}
		if first != before {
			changes++
		}
		require.Equal(t, 2, changes, "a convex outline has one part in view")
	})
}

func TestSegmentHasTwoSides(t *testing.T) {
	pieces := outlineOf(shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}})
	require.Zero(t, outline.MomentsOf(pieces, geom.Vec2{}).Area)
	facing, _ := width(outline.AppendFacets(nil, pieces, geom.Vec2{Y: 1}), geom.Vec2{Y: 1})
	require.InDelta(t, 2, facing, 1e-15)
	facing, _ = width(outline.AppendFacets(nil, pieces, geom.Vec2{X: 1}), geom.Vec2{X: 1})
	require.InDelta(t, 0, facing, 1e-15)
	require.Empty(t, outlineOf(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}))
	require.Len(t, outlineOf(shape.ChainSegment{Before: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, After: mgl64.Vec2{2, 0}}), 1)
}

func TestWarmListsDoNotGrow(t *testing.T) {
	c := compile(shape.RoundedBox(1, 2, 0.5))
	surface := []geom.Vec2{{X: -1, Y: 0.1}, {X: 0, Y: 0.3}, {X: 0.5, Y: -0.2}}
	var pieces, wet []outline.Piece
	var facets []outline.Facet
	var scratch outline.Scratch
	frame := func() {
		pieces = outline.Append(pieces[:0], c, geom.IdentityTransform)
		wet = outline.Below(wet[:0], pieces, surface, &scratch)
		facets = outline.AppendFacets(facets[:0], wet, geom.Vec2{X: 1})
		outline.MomentsOf(wet, geom.Vec2{})
	}
	frame()
	require.Zero(t, testing.AllocsPerRun(10, frame))
}
