package benchmarks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	poly "github.com/carom2d/carom/shape/polygon"
	"github.com/ctessum/polyclip-go"
	"github.com/go-gl/mathgl/mgl64"
	simple "github.com/peterstace/simplefeatures/geom"
)

// outlinePair is two loops that do not cross themselves.
type outlinePair struct {
	name string
	a, b []mgl64.Vec2
}

// wheel is a loop of n points around a centre, with a radius of size and a roughness in [0, 1).
func wheel(r *rand.Rand, n int, size, roughness, shift float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(n))
		d := size * (1 + roughness*(r.Float64()-0.5))
		loop[i] = mgl64.Vec2{shift + d*cos, d * sin}
	}
	return loop
}

// coasts cross each other about n/2 times: they are as rough as their points are far apart.
func coasts(n int) outlinePair {
	r := rand.New(rand.NewPCG(71, 9))
	rough := 2 * math.Pi / float64(n/2)
	return outlinePair{fmt.Sprint(n), wheel(r, n/2, 10, rough, 0), wheel(r, n/2, 10, rough, 0)}
}

func outlinePairs() []outlinePair {
	r := rand.New(rand.NewPCG(5, 5))
	box := func(x, y, half float64) []mgl64.Vec2 {
		return []mgl64.Vec2{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}
	}
	pairs := []outlinePair{
		{"apart", box(0, 0, 1), box(5, 0, 1)}, {"overlap", box(0, 0, 1), box(1, 1, 1)}, {"the same", box(0, 0, 1), box(0, 0, 1)},
		{"share a side", box(0, 0, 1), box(2, 0, 1)}, {"share half a side", box(0, 0, 1), box(2, 1, 1)},
		{"share a corner", box(0, 0, 1), box(2, 2, 1)}, {"one in the other", box(0, 0, 3), box(0, 0, 1)}, coasts(200), coasts(2000),
	}
	for i := range 30 {
		pairs = append(pairs, outlinePair{fmt.Sprint("stars ", i), wheel(r, 5+5*i, 4, 0.9, 0), wheel(r, 9+3*i, 4, 0.9, r.Float64())})
	}
	return pairs
}

func simplePolygon(loop []mgl64.Vec2) simple.Geometry {
	var xys []float64
	for _, p := range append(loop[:len(loop):len(loop)], loop[0]) {
		xys = append(xys, p[0], p[1])
	}
	return simple.NewPolygonXY(xys).AsGeometry()
}

func clipPolygon(loop []mgl64.Vec2) polyclip.Polygon {
	var c polyclip.Contour
	for _, p := range loop {
		c.Add(polyclip.Point{X: p[0], Y: p[1]})
	}
	return polyclip.Polygon{c}
}

// clipArea is the area of a result of polyclip, whose loops count even-odd.
func clipArea(t testing.TB, p polyclip.Polygon) float64 {
	var loops [][]mgl64.Vec2
	for _, c := range p {
		var loop []mgl64.Vec2
		for _, q := range c {
			loop = append(loop, mgl64.Vec2{q.X, q.Y})
		}
		loops = append(loops, loop)
	}
	regions, err := poly.Regions(loops, poly.EvenOdd)
	if err != nil {
		t.Fatal(err)
	}
	return regionsArea(regions)
}

func regionsArea(regions []poly.Region) float64 {
	sum := 0.0
	for _, r := range regions {
		sum += r.Area()
	}
	return sum
}

// The areas of four operations are the areas of simplefeatures. Areas of polyclip may differ, and
// the test counts in how many cases.
func TestPolygonOperationsAgree(t *testing.T) {
	type operation struct {
		name   string
		carom  func(a, b [][]mgl64.Vec2, rule poly.FillRule) ([]poly.Region, error)
		simple func(a, b simple.Geometry) (simple.Geometry, error)
		clip   polyclip.Op
	}
	differ, count := 0, 0
	for _, c := range outlinePairs() {
		for _, op := range []operation{
			{"union", poly.Union, simple.Union, polyclip.UNION}, {"intersection", poly.Intersection, simple.Intersection, polyclip.INTERSECTION},
			{"difference", poly.Difference, simple.Difference, polyclip.DIFFERENCE}, {"xor", poly.Xor, simple.SymmetricDifference, polyclip.XOR},
		} {
			regions, err := op.carom([][]mgl64.Vec2{c.a}, [][]mgl64.Vec2{c.b}, poly.EvenOdd)
			if err != nil {
				t.Fatal(err)
			}
			want, err := op.simple(simplePolygon(c.a), simplePolygon(c.b))
			if err != nil {
				t.Fatal(err)
			}
			if got := regionsArea(regions); math.Abs(got-want.Area()) > 1e-9 {
				t.Errorf("%s of %s: %v, simplefeatures has %v", op.name, c.name, got, want.Area())
			}
			count++
			if got := clipArea(t, clipPolygon(c.a).Construct(op.clip, clipPolygon(c.b))); math.Abs(got-want.Area()) > 1e-9 {
				differ++
				t.Logf("polyclip: %s of %s: %v in place of %v", op.name, c.name, got, want.Area())
			}
		}
	}
	t.Logf("polyclip differs in %d of %d", differ, count)
}

// BenchmarkPolygonUnion: two coasts of n/2 points each.
func BenchmarkPolygonUnion(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		c := coasts(n)
		b.Run(fmt.Sprintf("carom/%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := poly.Union([][]mgl64.Vec2{c.a}, [][]mgl64.Vec2{c.b}, poly.EvenOdd); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("simplefeatures/%d", n), func(b *testing.B) {
			p, q := simplePolygon(c.a), simplePolygon(c.b)
			for b.Loop() {
				if _, err := simple.Union(p, q); err != nil {
					b.Fatal(err)
				}
			}
		})
		if n > 10_000 {
			continue // minutes
		}
		b.Run(fmt.Sprintf("polyclip/%d", n), func(b *testing.B) {
			p, q := clipPolygon(c.a), clipPolygon(c.b)
			for b.Loop() {
				p.Construct(polyclip.UNION, q)
			}
		})
	}
}
