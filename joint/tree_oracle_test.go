package joint

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// dense solves a x = b by Gaussian elimination with pivots.
func dense(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		p := i
		for r := i + 1; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[p][i]) {
				p = r
			}
		}
		a[i], a[p], b[i], b[p] = a[p], a[i], b[p], b[i]
		for r := i + 1; r < n; r++ {
			f := a[r][i] / a[i][i]
			for c := i; c < n; c++ {
				a[r][c] -= f * a[i][c]
			}
			b[r] -= f * b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = b[i]
		for c := i + 1; c < n; c++ {
			x[i] -= a[i][c] * x[c]
		}
		x[i] /= a[i][i]
	}
	return x
}

// grownAtRandom returns the limbs of a random tree of bodies whose inverse masses differ
// by the given factor at most, some of them on immovable bodies.
func grownAtRandom(r *rand.Rand, bodies int, ratio, comply float64) (limbs []elbow, n int) {
	roots := make([]triple, bodies)
	for i := range roots {
		m := math.Exp(r.Float64() * math.Log(ratio))
		roots[i] = triple{math.Sqrt(1 / m), math.Sqrt(1 / m), math.Sqrt(12 / m)}
	}
	half := func(i int32) (j [3]triple) {
		if i < 0 {
			return j
		}
		for k := range j {
			j[k] = triple{r.Float64()*2 - 1, r.Float64()*2 - 1, r.Float64()*2 - 1}.scaled(&roots[i])
		}
		return j
	}
	add := func(in, out int32) {
		e := elbow{in: in, out: out, n: int32(1 + r.IntN(3)), ji: half(in), jo: half(out), comply: comply}
		for k := range e.n {
			e.y[k] = r.Float64()*2 - 1
		}
		for k := e.n; k < 3; k++ {
			e.ji[k], e.jo[k] = triple{}, triple{}
		}
		limbs = append(limbs, e)
	}
	root := int32(-1)
	if r.IntN(2) == 0 {
		root = -2
	}
	for i := int32(bodies) - 1; i >= 0; i-- {
		if r.IntN(10) == 0 && i > 0 {
			add(-1, i)
		}
		switch {
		case i > 0:
			add(i, int32(r.IntN(int(i))))
		case root == -1:
			add(0, -1)
		}
	}
	return limbs, bodies
}

// of returns what a limb's line sees of a body.
func (e *elbow) of(b int32, k int) (t triple) {
	if e.in == b {
		t = e.ji[k]
	}
	if e.out == b {
		t = e.jo[k]
	}
	return t
}

// The elimination from the leaves gives what elimination of the whole system gives.
func TestTreeAgainstTheWholeSystem(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for trial := range 300 {
		ratio := []float64{1, 100, 1e4}[trial%3]
		limbs, bodies := grownAtRandom(r, 1+r.IntN(30), ratio, []float64{0.05, 1e-3}[trial%2])
		type row struct{ limb, line int }
		var rows []row
		for i := range limbs {
			for k := range limbs[i].n {
				rows = append(rows, row{i, int(k)})
			}
		}
		if len(rows) == 0 {
			continue
		}
		a, y := make([][]float64, len(rows)), make([]float64, len(rows))
		for i, p := range rows {
			a[i] = make([]float64, len(rows))
			y[i] = limbs[p.limb].y[p.line]
			for j, q := range rows {
				for b := range int32(bodies) {
					u, v := limbs[p.limb].of(b, p.line), limbs[q.limb].of(b, q.line)
					a[i][j] += u.dot(&v)
				}
				if p.limb == q.limb {
					a[i][j] *= 1 + limbs[p.limb].comply
				}
			}
		}
		want := dense(a, y)
		nodes := make([]node, bodies)
		eliminate(limbs, nodes)
		most, worst := 0.0, 0.0
		sums := make([]triple, bodies)
		for i, p := range rows {
			e := &limbs[p.limb]
			most = max(most, math.Abs(want[i]))
			worst = max(worst, math.Abs(want[i]-e.y[p.line]))
			if e.in >= 0 {
				sums[e.in].add(e.y[p.line], &e.ji[p.line])
			}
			if e.out >= 0 {
				sums[e.out].add(e.y[p.line], &e.jo[p.line])
			}
		}
		require.LessOrEqual(t, worst, 1e-9*most, "trial %d: %d lines, ratio %v", trial, len(rows), ratio)
		for b := range nodes {
			require.InDelta(t, sums[b].x, nodes[b].f.x, 1e-12*most)
			require.InDelta(t, sums[b].y, nodes[b].f.y, 1e-12*most)
			require.InDelta(t, sums[b].w, nodes[b].f.w, 1e-12*most)
		}
	}
}

// Lines that depend on each other, and bodies that nothing can move, leave no trace of
// infinity.
func TestTreeOfWhatCannotMove(t *testing.T) {
	right := triple{1, 0, 0}
	taut := func(comply float64) []elbow {
		return []elbow{
			{in: -1, out: 2, n: 1, jo: [3]triple{right}, y: [3]float64{1}, comply: comply},
			{in: 2, out: 1, n: 1, ji: [3]triple{right}, jo: [3]triple{{-1, 0, 0}}, comply: comply},
			{in: 1, out: 0, n: 1, ji: [3]triple{right}, jo: [3]triple{{-1, 0, 0}}, comply: comply},
			{in: 0, out: -1, n: 1, ji: [3]triple{right}, comply: comply},
		}
	}
	nodes := make([]node, 3)
	for _, comply := range []float64{0, relaxed, 0.1} {
		limbs := taut(comply)
		eliminate(limbs, nodes)
		for i := range limbs {
			require.False(t, math.IsNaN(limbs[i].y[0]) || math.IsInf(limbs[i].y[0], 0), "comply %v", comply)
		}
	}
	stuck := []elbow{{in: 0, out: -1, n: 3, y: [3]float64{1, 2, 3}, comply: 0.1}}
	eliminate(stuck, nodes[:1])
	require.Equal(t, [3]float64{}, stuck[0].y)
}

// Limbs of two lines have the same bits by the way for pairs and by the one for all.
func TestTreePairs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		limbs, bodies := grownAtRandom(r, 1+r.IntN(20), 100, 0.01)
		for i := range limbs {
			limbs[i].n = 2
			limbs[i].ji[2], limbs[i].jo[2], limbs[i].y[2] = triple{}, triple{}, 0
		}
		plain := append([]elbow(nil), limbs...)
		nodes, others := make([]node, bodies), make([]node, bodies)
		eliminate(limbs, nodes)
		for i := range others {
			others[i] = node{mobility: mobility{xx: 1, yy: 1, ww: 1}}
		}
		for i := range plain {
			plain[i].reduce(others)
		}
		for i := len(plain) - 1; i >= 0; i-- {
			plain[i].resolve(others)
		}
		require.Equal(t, others, nodes)
		for i := range limbs {
			require.Equal(t, plain[i].y[:2], limbs[i].y[:2])
		}
	}
}
