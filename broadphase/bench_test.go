package broadphase

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/geom"
)

// boxCloud is a square of boxes at constant density, about two old pairs per
// box. The boxes move and bounce off its sides.
type boxCloud struct {
	halfWidth float32
	boxes     []geom.Box32
	velocity  [][2]float32 // per step
	ids       []uint32
	newBoxes  []geom.Box32
}

// newBoxCloud returns n boxes of a side between 0.6 and 0.9 on a jittered lattice
// of 0.7, that move by up to 0.05 per step on each axis.
func newBoxCloud(n int) *boxCloud {
	r := rand.New(rand.NewPCG(11, uint64(n)))
	s := &boxCloud{}
	cols := 1
	for cols*cols < n {
		cols++
	}
	s.halfWidth = 0.35 * float32(cols)
	for _, k := range r.Perm(n) {
		x := float32(k%cols)*0.7 - s.halfWidth + 0.2*r.Float32()
		y := float32(k/cols)*0.7 - s.halfWidth + 0.2*r.Float32()
		w, h := 0.6+0.3*r.Float32(), 0.6+0.3*r.Float32()
		s.boxes = append(s.boxes, geom.Box32{MinX: x, MinY: y, MaxX: x + w, MaxY: y + h})
		s.velocity = append(s.velocity, [2]float32{0.1*r.Float32() - 0.05, 0.1*r.Float32() - 0.05})
	}
	return s
}

// fill inserts the boxes as Moving proxies.
func (c *boxCloud) fill(b Broadphase) {
	for i, box := range c.boxes {
		b.Insert(Proxy{ID: uint32(i), Class: Moving, Category: 1, Box: box})
	}
}

// step moves the first of every so many boxes, none for zero, and collects what
// Update takes.
func (c *boxCloud) step(every int) {
	c.ids, c.newBoxes = c.ids[:0], c.newBoxes[:0]
	for i := 0; i < len(c.boxes) && every > 0; i += every {
		b, v := &c.boxes[i], &c.velocity[i]
		if b.MinX < -c.halfWidth && v[0] < 0 || b.MaxX > c.halfWidth && v[0] > 0 {
			v[0] = -v[0]
		}
		if b.MinY < -c.halfWidth && v[1] < 0 || b.MaxY > c.halfWidth && v[1] > 0 {
			v[1] = -v[1]
		}
		b.MinX, b.MaxX, b.MinY, b.MaxY = b.MinX+v[0], b.MaxX+v[0], b.MinY+v[1], b.MaxY+v[1]
		c.ids = append(c.ids, uint32(i))
		c.newBoxes = append(c.newBoxes, *b)
	}
}

// kinds holds the implementations by name.
var implementations = []struct {
	name  string
	make  func() Broadphase
	limit int // boxes it is measured with
}{
	{"tree", func() Broadphase { return NewTree() }, 1e6},
	{"sweep", func() Broadphase { return NewSweep() }, 1e5},
	{"brute", func() Broadphase { return NewBrute() }, 1e4},
}

// BenchmarkStep is one step of a world at constant density: all boxes move,
// then the new pairs are found. ns/box must grow no faster than log n.
func BenchmarkStep(b *testing.B) {
	for _, impl := range implementations {
		for _, n := range []int{1e3, 3e3, 1e4, 3e4, 1e5} {
			if n > impl.limit {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", impl.name, n), func(b *testing.B) { benchStep(b, impl.make(), n, 1) })
		}
	}
}

// BenchmarkPartialMove is a step in which only some of the boxes move.
func BenchmarkPartialMove(b *testing.B) {
	for _, every := range []int{1, 2, 4, 8, 16, 64} {
		b.Run(fmt.Sprintf("6000/one_in_%d", every), func(b *testing.B) { benchStep(b, NewTree(), 6000, every) })
	}
}

// benchStep reports update and pairs apart, per box that moves.
func benchStep(b *testing.B, bp Broadphase, n, every int) {
	s := newBoxCloud(n)
	s.fill(bp)
	benchMoving(b, bp, s, every)
}

// benchMoving measures the steps of a boxCloud after the first ones.
func benchMoving(b *testing.B, bp Broadphase, s *boxCloud, every int) {
	var pairs []Pair
	for range 3 {
		s.step(every)
		bp.Update(s.ids, s.newBoxes)
		pairs = bp.Pairs(pairs[:0])
	}
	var update, search []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		s.step(every)
		start := time.Now()
		bp.Update(s.ids, s.newBoxes)
		middle := time.Now()
		pairs = bp.Pairs(pairs[:0])
		update = append(update, middle.Sub(start))
		search = append(search, time.Since(middle))
	}
	reportSteps(b, len(s.ids), update, search)
}

// reportSteps gives the medians of the two parts of a step, which a busy
// machine disturbs less, and the mean of the whole, which shows the rebuilds
// that come every few steps, per box that moves (or for all, when none does).
func reportSteps(b *testing.B, moved int, update, search []time.Duration) {
	var sum time.Duration
	for i := range update {
		sum += update[i] + search[i]
	}
	per := 1 / float64(max(moved, 1))
	b.ReportMetric(float64(sum.Nanoseconds())*per/float64(len(update)), "ns/box")
	slices.Sort(update)
	slices.Sort(search)
	b.ReportMetric(float64(update[len(update)/2].Nanoseconds())*per, "update-ns/box")
	b.ReportMetric(float64(search[len(search)/2].Nanoseconds())*per, "pairs-ns/box")
}

// newPile returns n boxes heaped up in a trough, jittering in place like a pile
// that is being mixed, and the 500 boxes of the trough.
func newPile(n int) (s *boxCloud, walls []geom.Box32) {
	s = newBoxCloud(n)
	for i := range s.velocity {
		s.velocity[i][0] /= 4
		s.velocity[i][1] /= 4
	}
	h := s.halfWidth
	step := 6 * h / 500
	for i := range 166 {
		x := -h + float32(i)*2*h/166
		walls = append(walls,
			geom.Box32{MinX: x, MinY: -h - 0.5, MaxX: x + step, MaxY: -h + 0.2},
			geom.Box32{MinX: -h - 0.5, MinY: x, MaxX: -h + 0.2, MaxY: x + step},
			geom.Box32{MinX: h - 0.2, MinY: x, MaxX: h + 0.5, MaxY: x + step})
	}
	return s, walls
}

// BenchmarkPile is the pair search of the washer and spinner scenes: thousands
// of small boxes in a trough of static ones, of which all, a tenth or none have
// moved.
func BenchmarkPile(b *testing.B) {
	for _, n := range []int{6000, 8000} {
		for _, c := range []struct {
			name  string
			every int
		}{{"all", 1}, {"a_tenth", 10}, {"none", 0}} {
			b.Run(fmt.Sprintf("%d/%s", n, c.name), func(b *testing.B) {
				s, walls := newPile(n)
				tree := NewTree()
				s.fill(tree)
				for i, box := range walls {
					tree.Insert(Proxy{ID: uint32(n + i), Class: Static, Category: 1, Box: box})
				}
				benchMoving(b, tree, s, c.every)
			})
		}
	}
}

// BenchmarkTree is one call each, in a tree of boxes at constant density.
func BenchmarkTree(b *testing.B) {
	for _, n := range []int{1e4, 1e5} {
		s := newBoxCloud(n)
		tree := NewTree()
		s.fill(tree)
		tree.Pairs(nil)
		tree.Query(AllClasses, s.boxes[0], 1, func(uint32) bool { return true }) // otherwise changes would stay pending until the next query
		next := 0
		nextID := func() uint32 { next = (next + 7919) % n; return uint32(next) }
		sum := 0
		b.Run(fmt.Sprintf("insert_remove/%d", n), func(b *testing.B) {
			for b.Loop() {
				id := nextID()
				tree.Remove(id)
				tree.Insert(Proxy{ID: id, Class: Moving, Category: 1, Box: s.boxes[id]})
			}
		})
		b.Run(fmt.Sprintf("move/%d", n), func(b *testing.B) {
			for b.Loop() {
				id := nextID()
				box, v := &s.boxes[id], &s.velocity[id]
				v[0], v[1] = -v[0], -v[1]
				box.MinX, box.MaxX, box.MinY, box.MaxY = box.MinX+v[0], box.MaxX+v[0], box.MinY+v[1], box.MaxY+v[1]
				tree.Move(id, *box)
			}
		})
		b.Run(fmt.Sprintf("query/%d", n), func(b *testing.B) {
			visit := func(uint32) bool { sum++; return true }
			for b.Loop() {
				box := s.boxes[nextID()]
				box.MaxX, box.MaxY = box.MaxX+1, box.MaxY+1
				tree.Query(AllClasses, box, 1, visit)
			}
		})
		b.Run(fmt.Sprintf("query_pruned/%d", n), func(b *testing.B) {
			visit := func(uint32) bool { sum++; return true }
			for b.Loop() {
				tree.Query(AllClasses, s.boxes[nextID()], 2, visit)
			}
		})
		b.Run(fmt.Sprintf("ray_10m/%d", n), func(b *testing.B) {
			visit := func(_ uint32, limit float64) float64 { sum++; return limit }
			for b.Loop() {
				from := s.boxes[nextID()]
				tree.RayCast(geom.Ray{Origin: from.ToBox().Min, Translation: geom.Vec2{X: 8, Y: 6}}, 0, 1, 1, visit)
			}
		})
		b.Run(fmt.Sprintf("ray_nearest/%d", n), func(b *testing.B) {
			visit := func(_ uint32, limit float64) float64 { sum++; return limit / 4 }
			for b.Loop() {
				from := s.boxes[nextID()]
				tree.RayCast(geom.Ray{Origin: from.ToBox().Min, Translation: geom.Vec2{X: 80, Y: 60}}, 0, 1, 1, visit)
			}
		})
		b.Run(fmt.Sprintf("rebuild/%d", n), func(b *testing.B) {
			for b.Loop() {
				tree.rebuildTree(int32(Moving))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/box")
		})
	}
}
