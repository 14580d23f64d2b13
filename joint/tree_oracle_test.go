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

// sapling is a tree for eliminate.
type sapling struct {
	limbs  []elbow
	ends   [][2]int // nodes in and out
	comply float64
	nodes  []node
	bodies int // the other nodes are immovable
}

// sprout returns a random tree of bodies whose masses differ by the given factor at most,
// with some limbs on immovable bodies. Limbs are pins, or anything.
func sprout(r *rand.Rand, bodies int, ratio, comply float64, pins bool) *sapling {
	s := &sapling{comply: comply, bodies: bodies}
	for range bodies {
		m := math.Exp(r.Float64() * math.Log(ratio))
		s.nodes = append(s.nodes, node{mass: triple{1 / m, 1 / m, 12 / m}})
	}
	add := func(in, out int) {
		e := elbow{n: 2}
		if pins {
			rx, ry, sx, sy := r.Float64()*2-1, r.Float64()*2-1, r.Float64()*2-1, r.Float64()*2-1
			e.ji[0], e.ji[1] = triple{1, 0, -ry}, triple{0, 1, rx}
			e.jo[0], e.jo[1] = triple{-1, 0, sy}, triple{0, -1, -sx}
		} else {
			e.n = int32(1 + r.IntN(3))
			for k := range e.n {
				e.ji[k] = triple{r.Float64()*2 - 1, r.Float64()*2 - 1, r.Float64()*2 - 1}
				e.jo[k] = triple{r.Float64()*2 - 1, r.Float64()*2 - 1, r.Float64()*2 - 1}
			}
		}
		for k := range e.n {
			e.y[k] = r.Float64()*2 - 1
		}
		s.limbs = append(s.limbs, e)
		s.ends = append(s.ends, [2]int{in, out})
	}
	ground := func() int {
		s.nodes = append(s.nodes, node{})
		return len(s.nodes) - 1
	}
	hung := r.IntN(2) == 0
	for i := bodies - 1; i >= 0; i-- {
		if r.IntN(10) == 0 && i > 0 {
			add(ground(), i)
		}
		switch {
		case i > 0:
			add(i, r.IntN(i))
		case hung:
			add(0, ground())
		}
	}
	return s
}

// eliminate finds the impulses of the limbs.
func (s *sapling) eliminate() {
	for i := range s.nodes {
		s.nodes[i].begin()
	}
	for i := range s.limbs {
		s.limbs[i].reduce(&s.nodes[s.ends[i][0]], &s.nodes[s.ends[i][1]], s.comply, &[3]float64{})
	}
	for i := len(s.limbs) - 1; i >= 0; i-- {
		s.limbs[i].resolve(&s.nodes[s.ends[i][0]], &s.nodes[s.ends[i][1]])
	}
}

// asHinges is eliminate by the way for pins.
func (s *sapling) asHinges() []hinge {
	for i := range s.nodes {
		s.nodes[i].begin()
	}
	all := make([]hinge, len(s.limbs))
	for i := range s.limbs {
		e, h := &s.limbs[i], &all[i]
		*h = hinge{rx: e.ji[1].w, ry: -e.ji[0].w, sx: -e.jo[1].w, sy: e.jo[0].w, yx: e.y[0], yy: e.y[1]}
		h.reduce(&s.nodes[s.ends[i][0]], &s.nodes[s.ends[i][1]], s.comply, 0, 0)
	}
	for i := len(s.limbs) - 1; i >= 0; i-- {
		all[i].resolve(&s.nodes[s.ends[i][0]], &s.nodes[s.ends[i][1]])
	}
	return all
}

// lineOf is a line of a limb.
type lineOf struct{ limb, line int }

func (s *sapling) lines() (all []lineOf) {
	for i := range s.limbs {
		for k := range s.limbs[i].n {
			all = append(all, lineOf{i, int(k)})
		}
	}
	return all
}

// of returns what a line sees of a node.
func (s *sapling) of(p lineOf, b int) triple {
	switch b {
	case s.ends[p.limb][0]:
		return s.limbs[p.limb].ji[p.line]
	case s.ends[p.limb][1]:
		return s.limbs[p.limb].jo[p.line]
	}
	return triple{}
}

// whole solves the whole system.
func (s *sapling) whole() []float64 {
	lines := s.lines()
	a, y := make([][]float64, len(lines)), make([]float64, len(lines))
	for i, p := range lines {
		a[i] = make([]float64, len(lines))
		y[i] = s.limbs[p.limb].y[p.line]
		for j, q := range lines {
			for b := range s.nodes {
				u, v := s.of(p, b), s.of(q, b)
				u = u.scaled(&s.nodes[b].mass)
				a[i][j] += u.dot(&v)
			}
			if p.limb == q.limb {
				a[i][j] *= 1 + s.comply
			}
		}
	}
	return dense(a, y)
}

// The elimination from the leaves gives what elimination of the whole system gives.
func TestTreeAgainstTheWholeSystem(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for trial := range 300 {
		ratio := []float64{1, 100, 1e4}[trial%3]
		s := sprout(r, 1+r.IntN(30), ratio, []float64{0.05, 1e-3}[trial%2], false)
		if len(s.limbs) == 0 {
			continue
		}
		want := s.whole()
		s.eliminate()
		most, worst := 0.0, 0.0
		sums := make([]triple, len(s.nodes))
		for i, p := range s.lines() {
			e := &s.limbs[p.limb]
			most = max(most, math.Abs(want[i]))
			worst = max(worst, math.Abs(want[i]-e.y[p.line]))
			sums[s.ends[p.limb][0]].add(e.y[p.line], &e.ji[p.line])
			sums[s.ends[p.limb][1]].add(e.y[p.line], &e.jo[p.line])
		}
		require.LessOrEqual(t, worst, 1e-8*most, "trial %d: %d limbs, ratio %v", trial, len(s.limbs), ratio)
		for b := range s.nodes {
			require.InDelta(t, sums[b].x, s.nodes[b].f.x, 1e-12*most)
			require.InDelta(t, sums[b].y, s.nodes[b].f.y, 1e-12*most)
			require.InDelta(t, sums[b].w, s.nodes[b].f.w, 1e-12*most)
		}
	}
}

// The way for pins gives what the way for any lines and the whole system give.
func TestHingesAgainstTheWholeSystem(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for trial := range 300 {
		ratio := []float64{1, 100, 1e4}[trial%3]
		s := sprout(r, 1+r.IntN(30), ratio, []float64{0.05, 1e-3}[trial%2], true)
		if len(s.limbs) == 0 {
			continue
		}
		want, most := s.whole(), 0.0
		for _, x := range want {
			most = max(most, math.Abs(x))
		}
		hinges := s.asHinges()
		fs := make([]triple, len(s.nodes))
		for b := range s.nodes {
			fs[b] = s.nodes[b].f
		}
		s.eliminate()
		for i := range hinges {
			require.InDelta(t, want[2*i], hinges[i].yx, 1e-9*most, "trial %d, ratio %v", trial, ratio)
			require.InDelta(t, want[2*i+1], hinges[i].yy, 1e-9*most)
			require.InDelta(t, s.limbs[i].y[0], hinges[i].yx, 1e-9*most)
			require.InDelta(t, s.limbs[i].y[1], hinges[i].yy, 1e-9*most)
		}
		for b := range s.nodes {
			require.InDelta(t, s.nodes[b].f.x, fs[b].x, 1e-9*most)
			require.InDelta(t, s.nodes[b].f.y, fs[b].y, 1e-9*most)
			require.InDelta(t, s.nodes[b].f.w, fs[b].w, 1e-9*most)
		}
	}
}

// Held impulses weigh on the compliance as if they had been found in the same solve.
func TestHeldImpulsesWeighOnTheCompliance(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		out, in := node{}, node{mass: triple{1, 1, 3}}
		rx, ry := r.Float64(), r.Float64()
		e := elbow{n: 2, ji: [3]triple{{1, 0, -ry}, {0, 1, rx}}, jo: [3]triple{{-1, 0, 0}, {0, -1, 0}}, y: [3]float64{1, 2}}
		h := hinge{rx: rx, ry: ry, yx: 1, yy: 2}
		solve := func(held [3]float64) (x, y float64) {
			in.begin()
			out.begin()
			e.y = [3]float64{1, 2}
			e.reduce(&in, &out, 0.5, &held)
			e.resolve(&in, &out)
			in.begin()
			out.begin()
			h.yx, h.yy = 1, 2
			h.reduce(&in, &out, 0.5, held[0], held[1])
			h.resolve(&in, &out)
			require.InDelta(t, e.y[0], h.yx, 1e-12)
			require.InDelta(t, e.y[1], h.yy, 1e-12)
			return h.yx, h.yy
		}
		// Own mobility is all there is, so (1 + 0.5) S x = y - 0.5 S held.
		x, y := solve([3]float64{})
		u, v := solve([3]float64{3, -4})
		require.InDelta(t, x-1, u, 1e-12)
		require.InDelta(t, y+4.0/3, v, 1e-12)
	}
}

// Lines that depend on each other, and bodies that nothing can move, leave no trace of
// infinity.
func TestTreeOfWhatCannotMove(t *testing.T) {
	right := triple{1, 0, 0}
	for _, comply := range []float64{0, relaxed, 0.1} {
		s := &sapling{comply: comply, bodies: 3, nodes: make([]node, 5), ends: [][2]int{{3, 2}, {2, 1}, {1, 0}, {0, 4}}}
		for i := range 4 {
			e := elbow{n: 1, ji: [3]triple{right}, jo: [3]triple{{-1, 0, 0}}}
			e.y[0] = float64(1 - min(i, 1))
			s.limbs = append(s.limbs, e)
		}
		for i := range 3 {
			s.nodes[i].mass = triple{1, 1, 1}
		}
		s.eliminate()
		for i := range s.limbs {
			require.False(t, math.IsNaN(s.limbs[i].y[0]) || math.IsInf(s.limbs[i].y[0], 0), "comply %v", comply)
		}
		for i := range s.limbs {
			e := &s.limbs[i]
			e.n, e.ji[1], e.jo[1] = 2, triple{0, 1, 0}, triple{0, -1, 0}
			e.y = [3]float64{float64(1 - min(i, 1)), 1}
		}
		for _, h := range s.asHinges() {
			require.False(t, math.IsNaN(h.yx+h.yy) || math.IsInf(h.yx+h.yy, 0), "comply %v", comply)
		}
	}
	stuck := elbow{n: 3, y: [3]float64{1, 2, 3}}
	stuck.reduce(&node{}, &node{}, 0.1, &[3]float64{})
	stuck.resolve(&node{}, &node{})
	require.Equal(t, [3]float64{}, stuck.y)
	pinned := hinge{rx: 1, sy: 2, yx: 1, yy: 2}
	pinned.reduce(&node{}, &node{}, 0.1, 0, 0)
	pinned.resolve(&node{}, &node{})
	require.Zero(t, pinned.yx)
	require.Zero(t, pinned.yy)
}
