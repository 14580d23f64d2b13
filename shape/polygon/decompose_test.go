package polygon

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestDecompose(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, o := range outlines(r, 200*rounds) {
		parts, err := Decompose(o.outer, o.holes...)
		require.NoError(t, err, "%v", o)
		requirePartition(t, o, parts)
		triangles := must.Get(Triangulate(o.outer, o.holes...))
		require.LessOrEqual(t, len(parts), len(triangles))
		requireCovers(t, r, o, parts)
	}
}

// requireCovers samples points: one in the region lies in exactly one part, one
// outside in none.
func requireCovers(t *testing.T, r *rand.Rand, o outline, parts [][]mgl64.Vec2) {
	t.Helper()
	box := geom.EmptyBox()
	for _, p := range o.outer {
		box = box.Include(geom.From(p))
	}
	for range 40 {
		size := box.Max.Sub(box.Min)
		p := box.Min.Add(geom.Vec2{X: size.X * r.Float64(), Y: size.Y * r.Float64()})
		inside, border := 0, false
		for _, part := range parts {
			least := 1.0
			for i := range part {
				least = min(least, geom.Orient(geom.From(part[i]), geom.From(part[(i+1)%len(part)]), p))
			}
			border = border || least == 0
			if least > 0 {
				inside++
			}
		}
		if border {
			continue
		}
		want := 0
		if o.contains(p) {
			want = 1
		}
		require.Equal(t, want, inside, "%v in %v", p, o)
	}
}

// fewestOracle returns the least number of convex parts that cuts between
// corners can give, by trying every convex piece beside each cut.
func fewestOracle(loop []mgl64.Vec2) int {
	n := len(loop)
	at := func(i int) geom.Vec2 { return geom.From(loop[i]) }
	o := outline{outer: loop}
	cuttable := func(i, j int) bool {
		for k := range n {
			l := (k + 1) % n
			if k != i && k != j && geom.Orient(at(i), at(j), at(k)) == 0 && geom.SegmentsIntersect(at(i), at(j), at(k), at(k)) {
				return false
			}
			if k != i && k != j && l != i && l != j && geom.SegmentsIntersect(at(i), at(j), at(k), at(l)) {
				return false
			}
		}
		return o.contains(at(i).Lerp(at(j), 0.5))
	}
	memo := map[[2]int]int{}
	var fewest func(i, j int) int
	// extendChain adds corners to the chain that starts with the cut's end i.
	var extendChain func(chain []int, j, cost int) int
	extendChain = func(chain []int, j, cost int) int {
		best := 1 << 20
		last := chain[len(chain)-1]
		for k := last + 1; k <= j; k++ {
			if k != last+1 && (last == chain[0] && k == j || !cuttable(last, k)) {
				continue
			}
			if len(chain) > 1 && geom.Orient(at(chain[len(chain)-2]), at(last), at(k)) < 0 {
				continue
			}
			step := cost
			if k != last+1 {
				step += fewest(last, k)
			}
			next := append(append([]int(nil), chain...), k)
			if k < j {
				best = min(best, extendChain(next, j, step))
			} else if convexChain(next, at) {
				best = min(best, step)
			}
		}
		return best
	}
	fewest = func(i, j int) int {
		key := [2]int{i, j}
		if _, ok := memo[key]; !ok {
			memo[key] = 1 + extendChain([]int{i}, j, 0)
		}
		return memo[key]
	}
	return fewest(0, n-1)
}

// convexChain reports whether the closed chain turns left or goes straight on
// everywhere, once around, and has an area.
func convexChain(chain []int, at func(int) geom.Vec2) bool {
	n := len(chain)
	lefts := 0
	for i := range chain {
		a, b, c := at(chain[i]), at(chain[(i+1)%n]), at(chain[(i+2)%n])
		o := geom.Orient(a, b, c)
		if o < 0 || o == 0 && b.Sub(a).Dot(c.Sub(b)) < 0 {
			return false
		}
		if o > 0 {
			lefts++
		}
		for _, k := range chain {
			if geom.Orient(a, b, at(k)) < 0 {
				return false
			}
		}
	}
	return lefts >= 3
}

func TestDecomposeIsMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	counts := map[int]int{}
	better := 0
	for i := range 1200 * rounds {
		o := outline{outer: star(r, mgl64.Vec2{}, 4+r.IntN(8), 1, 9)}
		if i%3 > 0 {
			var ok bool
			if o, ok = lattice(r, 4+r.IntN(8), 4+i%2); !ok {
				continue
			}
		}
		if doubleArea(o.outer).Sign() < 0 {
			o = reversed(o)
		}
		want := fewestOracle(o.outer)
		parts := must.Get(Decompose(o.outer))
		require.Len(t, parts, want, "%v", o.outer)
		requirePartition(t, o, parts)
		counts[want]++
		m := must.Get(triangulateRegion(o.outer, nil))
		if len(mergeConvex(m.points, m.insideTriangles())) > want {
			better++
		}
	}
	require.Greater(t, len(counts), 4)
	require.Greater(t, better, 30, "merging triangles alone must not always be as good")
}

// Loops beyond loopLimit are divided first, which costs few parts.
func TestDecomposeLargeOutlines(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	for _, o := range []outline{
		{name: "big star", outer: star(r, mgl64.Vec2{}, 1500, 40, 90)},
		comb(300), spiral(150), squareWithHoles(12, mgl64.Vec2{-1e6, 1e6}),
	} {
		parts := must.Get(Decompose(o.outer, o.holes...))
		requirePartition(t, o, parts)
		concave := 0
		for l, loop := range o.loops() {
			turn := doubleArea(loop).Sign()
			if l > 0 {
				turn = -turn
			}
			for i := range loop {
				a, b, c := loop[i], loop[(i+1)%len(loop)], loop[(i+2)%len(loop)]
				if geom.Orient(geom.From(a), geom.From(b), geom.From(c))*float64(turn) < 0 {
					concave++
				}
			}
		}
		// A cut makes at most two concave corners convex, and no concave corner needs
		// more than two cuts.
		require.GreaterOrEqual(t, len(parts), (concave+1)/2+1-len(o.holes), o.name)
		require.LessOrEqual(t, len(parts), 2*concave+1, o.name)
		m := must.Get(triangulateRegion(o.outer, o.holes))
		merged := len(mergeConvex(m.points, m.insideTriangles()))
		t.Logf("%s: %d concave corners, %d parts; merged triangles would be %d", o.name, concave, len(parts), merged)
	}
}

// The same region gives the same parts, bit for bit.
func TestDecomposeIsDeterministic(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	for range 20 {
		o := starWithHoles(r, 60, 4, mgl64.Vec2{3, 4})
		first := must.Get(Decompose(o.outer, o.holes...))
		for range 3 {
			again := must.Get(Decompose(o.outer, o.holes...))
			require.Equal(t, first, again)
		}
	}
}

func BenchmarkDecompose(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, o := range []outline{
		{name: "star 20", outer: star(r, mgl64.Vec2{}, 20, 4, 9)},
		{name: "star 200", outer: star(r, mgl64.Vec2{}, 200, 4, 9)},
		{name: "star 5000", outer: star(r, mgl64.Vec2{}, 5000, 4, 9)},
		squareWithHoles(8, mgl64.Vec2{}),
	} {
		b.Run(o.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Decompose(o.outer, o.holes...)
			}
		})
	}
}
