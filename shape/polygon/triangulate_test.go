package polygon

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// outlines returns valid regions of many kinds.
func outlines(r *rand.Rand, count int) []outline {
	list := []outline{{name: "triangle", outer: star(r, mgl64.Vec2{}, 3, 1, 2)}, comb(2), comb(3), comb(7), spiral(12), spiral(40), squareWithHoles(1, mgl64.Vec2{}), squareWithHoles(3, mgl64.Vec2{1e6, -1e6})}
	for i := range count {
		far := mgl64.Vec2{1e6 * float64(i%3), -1e6 * float64(i%2)}
		list = append(list, starWithHoles(r, 12+r.IntN(40), i%5, far), sliver(r, 2+r.IntN(12), far))
		if o, ok := lattice(r, 3+r.IntN(15), 5+r.IntN(5)); ok {
			list = append(list, o)
		}
	}
	return list
}

func TestTriangulate(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, o := range outlines(r, 100*rounds) {
		for _, turned := range []outline{o, reversed(o)} {
			triangles, err := Triangulate(turned.outer, turned.holes...)
			require.NoError(t, err, "%v", turned)
			corners := -2
			for _, loop := range turned.loops() {
				corners += len(loop) + 2
			}
			require.Len(t, triangles, corners-2, "%v", turned)
			parts := make([][]mgl64.Vec2, len(triangles))
			for i := range triangles {
				parts[i] = triangles[i][:]
			}
			requirePartition(t, turned, parts)
		}
	}
}

// reversed returns the same region with every second loop in the other direction and
// the others begun at another point.
func reversed(o outline) outline {
	out := outline{name: o.name + " turned"}
	for l, loop := range o.loops() {
		var other []mgl64.Vec2
		for i := range loop {
			if l%2 == 0 {
				other = append(other, loop[len(loop)-1-i])
			} else {
				other = append(other, loop[(i+1)%len(loop)])
			}
		}
		if l == 0 {
			out.outer = other
		} else {
			out.holes = append(out.holes, other)
		}
	}
	return out
}

// requirePartition proves that the parts are convex, lie in the region, do not
// overlap and fill it. Convexity and area are checked exactly. Two interiors do not meet
// if some edge of one part has all of the other on its outer side. A part whose
// edges cross no edge of the region, and which contains no corner of it, lies inside if
// its middle does.
func requirePartition(t *testing.T, o outline, parts [][]mgl64.Vec2) {
	t.Helper()
	sum := exact(0)
	for _, part := range parts {
		requireStrictlyConvex(t, part)
		sum.Add(sum, doubleArea(part))
	}
	require.Zero(t, sum.Cmp(o.doubleArea()), "area of %v", o)
	for i := range parts {
		for j := range parts[:i] {
			if !separatedByEdge(parts[i], parts[j]) && !separatedByEdge(parts[j], parts[i]) {
				t.Fatalf("%v and %v overlap", parts[i], parts[j])
			}
		}
		for _, loop := range o.loops() {
			for k := range loop {
				a, b := geom.From(loop[k]), geom.From(loop[(k+1)%len(loop)])
				requireOutside(t, parts[i], a, b)
			}
		}
	}
}

func requireStrictlyConvex(t *testing.T, part []mgl64.Vec2) {
	t.Helper()
	n := len(part)
	require.GreaterOrEqual(t, n, 3)
	for i := range part {
		a, b := geom.From(part[i]), geom.From(part[(i+1)%n])
		for k := range n - 2 {
			require.Greater(t, geom.Orient(a, b, geom.From(part[(i+2+k)%n])), 0.0, "%v is not strictly convex", part)
		}
	}
}

// separatedByEdge reports whether an edge of p has all of q on its outer side.
func separatedByEdge(p, q []mgl64.Vec2) bool {
	for i := range p {
		a, b := geom.From(p[i]), geom.From(p[(i+1)%len(p)])
		apart := true
		for _, x := range q {
			apart = apart && geom.Orient(a, b, geom.From(x)) <= 0
		}
		if apart {
			return true
		}
	}
	return false
}

// requireOutside proves that the edge ab of the region does not enter the inside
// of the part: it lies on the outer side of one edge, or the part lies on one
// side of it.
func requireOutside(t *testing.T, part []mgl64.Vec2, a, b geom.Vec2) {
	lefts, rights := 0, 0
	for i := range part {
		p, q := geom.From(part[i]), geom.From(part[(i+1)%len(part)])
		if geom.Orient(p, q, a) <= 0 && geom.Orient(p, q, b) <= 0 {
			return
		}
		if o := geom.Orient(a, b, p); o > 0 {
			lefts++
		} else if o < 0 {
			rights++
		}
	}
	if lefts != 0 && rights != 0 {
		t.Helper()
		t.Fatalf("edge %v %v enters %v", a, b, part)
	}
}

// The triangles of points on a grid are exactly Delaunay: with whole numbers the
// determinant is exact, so no inner edge may have the opposite corner inside the circle.
func TestTriangulateIsDelaunay(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	flips := 0
	for range 400 {
		o, ok := lattice(r, 6+r.IntN(14), 9)
		if !ok {
			continue
		}
		m := must.Get(triangulateRegion(o.outer, nil))
		for h, g := range m.twin {
			h := int32(h)
			if g == noEdge || m.constraint[h] != 0 {
				continue
			}
			require.Equal(t, h, m.twin[g])
			require.Equal(t, m.org[g], m.dest(h))
			p := m.points
			require.LessOrEqual(t, circleOracle(p[m.org[h]], p[m.org[g]], p[m.apex(h)], p[m.apex(g)]), 0)
			flips++
		}
	}
	require.Greater(t, flips, 2000)
}

// circleOracle is the sign of the in-circle determinant in rational numbers.
func circleOracle(a, b, c, d geom.Vec2) int {
	var x, y, z [3]*big.Float
	for i, p := range []geom.Vec2{a, b, c} {
		x[i] = new(big.Float).Sub(exact(p.X), exact(d.X))
		y[i] = new(big.Float).Sub(exact(p.Y), exact(d.Y))
		z[i] = new(big.Float).Add(new(big.Float).Mul(x[i], x[i]), new(big.Float).Mul(y[i], y[i]))
	}
	det := exact(0)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		minor := new(big.Float).Sub(new(big.Float).Mul(x[j], y[k]), new(big.Float).Mul(x[k], y[j]))
		det.Add(det, minor.Mul(minor, z[i]))
	}
	return det.Sign()
}

func TestInCircleHasNoFalsePositives(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	inside, ties := 0, 0
	for i := range 20000 {
		var p [4]geom.Vec2
		for k := range p {
			s, c := math.Sincos(float64(r.IntN(12)) * math.Pi / 6)
			p[k] = geom.Vec2{X: float64(i%3)*1e6 + c, Y: s + float64(r.IntN(3))*1e-16}
		}
		if geom.Orient(p[0], p[1], p[2]) <= 0 {
			continue
		}
		want := circleOracle(p[0], p[1], p[2], p[3])
		if inCircle(p[0], p[1], p[2], p[3]) {
			require.Equal(t, 1, want, "%v", p)
			inside++
		} else if want != 0 {
			ties++
		}
	}
	require.Greater(t, ties, 100, "the points must be too close to call")
	for range 2000 {
		p := geom.Vec2{X: r.Float64(), Y: r.Float64()}
		q := geom.Vec2{X: 2*r.Float64() - 0.5, Y: 2*r.Float64() - 0.5}
		got := inCircle(p, p.Add(geom.Vec2{X: 1}), p.Add(geom.Vec2{Y: 1}), q)
		require.Equal(t, circleOracle(p, p.Add(geom.Vec2{X: 1}), p.Add(geom.Vec2{Y: 1}), q) > 0, got)
	}
}

func BenchmarkTriangulate(b *testing.B) {
	for _, n := range []int{20, 200, 5000} {
		loop := star(rand.New(rand.NewPCG(1, 1)), mgl64.Vec2{}, n, 4, 9)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Triangulate(loop)
			}
		})
	}
}
