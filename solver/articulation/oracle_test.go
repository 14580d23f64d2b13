package articulation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// denseSolve solves a x = b by Gaussian elimination with pivots.
func denseSolve(a [][]float64, b []float64) []float64 {
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

// testTree is an articulation without joints and tables: blocks and bodies only.
type testTree struct {
	blocks     []lineBlock
	bodyPairs  [][2]int // child and parent of each block
	compliance float64
	allBodies  []artBody
	bodies     int // the other bodies are immovable
}

// randomTree returns a random tree of bodies whose masses differ by the given factor at most,
// with some joints on immovable bodies. The joints are revolute or have random lines.
func randomTree(r *rand.Rand, bodies int, ratio, compliance float64, onlyPoints bool) *testTree {
	s := &testTree{compliance: compliance, bodies: bodies}
	for range bodies {
		m := math.Exp(r.Float64() * math.Log(ratio))
		inv := spatial2{1 / m, 1 / m, 12 / m}
		s.allBodies = append(s.allBodies, artBody{invMass: inv, freeInvMass: inv})
	}
	add := func(child, parent int) {
		e := lineBlock{n: 2}
		if onlyPoints {
			rx, ry, sx, sy := r.Float64()*2-1, r.Float64()*2-1, r.Float64()*2-1, r.Float64()*2-1
			e.jc[0], e.jc[1] = spatial2{1, 0, -ry}, spatial2{0, 1, rx}
			e.jp[0], e.jp[1] = spatial2{-1, 0, sy}, spatial2{0, -1, -sx}
		} else {
			e.n = int32(1 + r.IntN(3))
			for k := range e.n {
				e.jc[k] = spatial2{r.Float64()*2 - 1, r.Float64()*2 - 1, r.Float64()*2 - 1}
				e.jp[k] = spatial2{r.Float64()*2 - 1, r.Float64()*2 - 1, r.Float64()*2 - 1}
			}
		}
		for k := range e.n {
			e.y[k] = r.Float64()*2 - 1
		}
		s.blocks = append(s.blocks, e)
		s.bodyPairs = append(s.bodyPairs, [2]int{child, parent})
	}
	ground := func() int {
		s.allBodies = append(s.allBodies, artBody{})
		return len(s.allBodies) - 1
	}
	grounded := r.IntN(2) == 0
	for i := bodies - 1; i >= 0; i-- {
		if r.IntN(10) == 0 && i > 0 {
			add(ground(), i)
		}
		switch {
		case i > 0:
			add(i, r.IntN(i))
		case grounded:
			add(0, ground())
		}
	}
	return s
}

// eliminate finds the impulses of the joints.
func (s *testTree) eliminate() {
	for i := range s.allBodies {
		s.allBodies[i].begin()
	}
	for i := range s.blocks {
		s.blocks[i].reduce(&s.allBodies[s.bodyPairs[i][0]], &s.allBodies[s.bodyPairs[i][1]], s.compliance, &[3]float64{})
	}
	for i := len(s.blocks) - 1; i >= 0; i-- {
		s.blocks[i].resolve(&s.allBodies[s.bodyPairs[i][0]], &s.allBodies[s.bodyPairs[i][1]])
	}
}

// eliminatePoints is eliminate with point blocks.
func (s *testTree) eliminatePoints() []pointBlock {
	for i := range s.allBodies {
		s.allBodies[i].begin()
	}
	all := make([]pointBlock, len(s.blocks))
	for i := range s.blocks {
		e, h := &s.blocks[i], &all[i]
		*h = pointBlock{rx: e.jc[1].w, ry: -e.jc[0].w, sx: -e.jp[1].w, sy: e.jp[0].w, yx: e.y[0], yy: e.y[1]}
		h.reduce(&s.allBodies[s.bodyPairs[i][0]], &s.allBodies[s.bodyPairs[i][1]], s.compliance, 0, 0)
	}
	for i := len(s.blocks) - 1; i >= 0; i-- {
		all[i].resolve(&s.allBodies[s.bodyPairs[i][0]], &s.allBodies[s.bodyPairs[i][1]])
	}
	return all
}

// lineIndex is a line of a joint.
type lineIndex struct{ block, line int }

func (s *testTree) lines() (all []lineIndex) {
	for i := range s.blocks {
		for k := range s.blocks[i].n {
			all = append(all, lineIndex{i, int(k)})
		}
	}
	return all
}

// jacobian returns the half of a line that belongs to a body.
func (s *testTree) jacobian(p lineIndex, b int) spatial2 {
	switch b {
	case s.bodyPairs[p.block][0]:
		return s.blocks[p.block].jc[p.line]
	case s.bodyPairs[p.block][1]:
		return s.blocks[p.block].jp[p.line]
	}
	return spatial2{}
}

// solveDense solves the whole system.
func (s *testTree) solveDense() []float64 {
	lines := s.lines()
	a, y := make([][]float64, len(lines)), make([]float64, len(lines))
	for i, p := range lines {
		a[i] = make([]float64, len(lines))
		y[i] = s.blocks[p.block].y[p.line]
		for j, q := range lines {
			for b := range s.allBodies {
				u, v := s.jacobian(p, b), s.jacobian(q, b)
				u = u.scaled(&s.allBodies[b].invMass)
				a[i][j] += u.dot(&v)
			}
			if p.block == q.block {
				a[i][j] *= 1 + s.compliance
			}
		}
	}
	return denseSolve(a, y)
}

// The elimination from the leaves gives the same impulses as elimination of the whole system.
func TestEliminationMatchesDenseSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for trial := range 300 {
		ratio := []float64{1, 100, 1e4}[trial%3]
		s := randomTree(r, 1+r.IntN(30), ratio, []float64{0.05, 1e-3}[trial%2], false)
		if len(s.blocks) == 0 {
			continue
		}
		want := s.solveDense()
		s.eliminate()
		largest, worst := 0.0, 0.0
		sums := make([]spatial2, len(s.allBodies))
		for i, p := range s.lines() {
			e := &s.blocks[p.block]
			largest = max(largest, math.Abs(want[i]))
			worst = max(worst, math.Abs(want[i]-e.y[p.line]))
			sums[s.bodyPairs[p.block][0]].addScaled(e.y[p.line], &e.jc[p.line])
			sums[s.bodyPairs[p.block][1]].addScaled(e.y[p.line], &e.jp[p.line])
		}
		require.LessOrEqual(t, worst, 1e-8*largest, "trial %d: %d joints, ratio %v", trial, len(s.blocks), ratio)
		for b := range s.allBodies {
			require.InDelta(t, sums[b].x, s.allBodies[b].f.x, 1e-12*largest)
			require.InDelta(t, sums[b].y, s.allBodies[b].f.y, 1e-12*largest)
			require.InDelta(t, sums[b].w, s.allBodies[b].f.w, 1e-12*largest)
		}
	}
}

// Point blocks give the same impulses as line blocks and as elimination of the whole system.
func TestPointBlocksMatchDenseSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for trial := range 300 {
		ratio := []float64{1, 100, 1e4}[trial%3]
		s := randomTree(r, 1+r.IntN(30), ratio, []float64{0.05, 1e-3}[trial%2], true)
		if len(s.blocks) == 0 {
			continue
		}
		want, largest := s.solveDense(), 0.0
		for _, x := range want {
			largest = max(largest, math.Abs(x))
		}
		points := s.eliminatePoints()
		fs := make([]spatial2, len(s.allBodies))
		for b := range s.allBodies {
			fs[b] = s.allBodies[b].f
		}
		s.eliminate()
		for i := range points {
			require.InDelta(t, want[2*i], points[i].yx, 1e-9*largest, "trial %d, ratio %v", trial, ratio)
			require.InDelta(t, want[2*i+1], points[i].yy, 1e-9*largest)
			require.InDelta(t, s.blocks[i].y[0], points[i].yx, 1e-9*largest)
			require.InDelta(t, s.blocks[i].y[1], points[i].yy, 1e-9*largest)
		}
		for b := range s.allBodies {
			require.InDelta(t, s.allBodies[b].f.x, fs[b].x, 1e-9*largest)
			require.InDelta(t, s.allBodies[b].f.y, fs[b].y, 1e-9*largest)
			require.InDelta(t, s.allBodies[b].f.w, fs[b].w, 1e-9*largest)
		}
	}
}

// Held impulses act on the compliance as if they had been found in the same solve.
func TestImpulsesFeedBackThroughCompliance(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		parent, child := artBody{}, artBody{invMass: spatial2{1, 1, 3}, freeInvMass: spatial2{1, 1, 3}}
		rx, ry := r.Float64(), r.Float64()
		e := lineBlock{n: 2, jc: [3]spatial2{{1, 0, -ry}, {0, 1, rx}}, jp: [3]spatial2{{-1, 0, 0}, {0, -1, 0}}, y: [3]float64{1, 2}}
		h := pointBlock{rx: rx, ry: ry, yx: 1, yy: 2}
		solve := func(impulses [3]float64) (x, y float64) {
			child.begin()
			parent.begin()
			e.y = [3]float64{1, 2}
			e.reduce(&child, &parent, 0.5, &impulses)
			e.resolve(&child, &parent)
			child.begin()
			parent.begin()
			h.yx, h.yy = 1, 2
			h.reduce(&child, &parent, 0.5, impulses[0], impulses[1])
			h.resolve(&child, &parent)
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

// Dependent lines and immovable bodies give finite impulses.
func TestEliminationOfImmovableBodiesIsFinite(t *testing.T) {
	alongX := spatial2{1, 0, 0}
	for _, compliance := range []float64{0, relaxCompliance, 0.1} {
		s := &testTree{compliance: compliance, bodies: 3, allBodies: make([]artBody, 5), bodyPairs: [][2]int{{3, 2}, {2, 1}, {1, 0}, {0, 4}}}
		for i := range 4 {
			e := lineBlock{n: 1, jc: [3]spatial2{alongX}, jp: [3]spatial2{{-1, 0, 0}}}
			e.y[0] = float64(1 - min(i, 1))
			s.blocks = append(s.blocks, e)
		}
		for i := range 3 {
			s.allBodies[i].invMass, s.allBodies[i].freeInvMass = spatial2{1, 1, 1}, spatial2{1, 1, 1}
		}
		s.eliminate()
		for i := range s.blocks {
			require.False(t, math.IsNaN(s.blocks[i].y[0]) || math.IsInf(s.blocks[i].y[0], 0), "compliance %v", compliance)
		}
		for i := range s.blocks {
			e := &s.blocks[i]
			e.n, e.jc[1], e.jp[1] = 2, spatial2{0, 1, 0}, spatial2{0, -1, 0}
			e.y = [3]float64{float64(1 - min(i, 1)), 1}
		}
		for _, h := range s.eliminatePoints() {
			require.False(t, math.IsNaN(h.yx+h.yy) || math.IsInf(h.yx+h.yy, 0), "compliance %v", compliance)
		}
	}
	immovable := lineBlock{n: 3, y: [3]float64{1, 2, 3}}
	immovable.reduce(&artBody{}, &artBody{}, 0.1, &[3]float64{})
	immovable.resolve(&artBody{}, &artBody{})
	require.Equal(t, [3]float64{}, immovable.y)
	immovablePoint := pointBlock{rx: 1, sy: 2, yx: 1, yy: 2}
	immovablePoint.reduce(&artBody{}, &artBody{}, 0.1, 0, 0)
	immovablePoint.resolve(&artBody{}, &artBody{})
	require.Zero(t, immovablePoint.yx)
	require.Zero(t, immovablePoint.yy)
}
