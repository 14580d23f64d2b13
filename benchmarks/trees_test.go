package benchmarks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ByteArena/box2d"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/jakecoffman/cp/v2"
)

const boxes = 10_000

// randomBoxes returns boxes of a metre or less, two square metres for each.
func randomBoxes() []geom.Box {
	r := rand.New(rand.NewPCG(5, 6))
	side := math.Sqrt(2 * boxes)
	created := make([]geom.Box, boxes)
	for i := range created {
		low := geom.Vec2{X: side * r.Float64(), Y: side * r.Float64()}
		created[i] = geom.Box{Min: low, Max: low.Add(geom.Vec2{X: 0.3 + 0.7*r.Float64(), Y: 0.3 + 0.7*r.Float64()})}
	}
	return created
}

// boxTree is the tree of one engine.
type boxTree interface {
	reinsert(i int)             // removes a box and inserts it again
	move(i int, d geom.Vec2)    // by half a metre: out of any margin
	query(box geom.Box) int     // how many it meets
	ray(from, to geom.Vec2) int // how many boxes it meets
}

// BenchmarkTree is one call each in a tree of 10000 boxes. cp finds the pairs of a
// box within the calls that insert and move it; the others do so later.
func BenchmarkTree(b *testing.B) {
	for _, call := range []struct {
		name string
		do   func(f boxTree, all []geom.Box, i, k int) int
	}{
		{"insert_remove", func(f boxTree, _ []geom.Box, i, _ int) int { f.reinsert(i); return 0 }},
		{"move", func(f boxTree, _ []geom.Box, i, k int) int {
			f.move(i, geom.Vec2{X: float64(1-2*(k&1)) * 0.5, Y: 0.3})
			return 0
		}},
		{"query_2m", func(f boxTree, all []geom.Box, i, _ int) int {
			at := all[i].Min
			return f.query(geom.Box{Min: at, Max: at.Add(geom.Vec2{X: 2, Y: 2})})
		}},
		{"ray_10m", func(f boxTree, all []geom.Box, i, _ int) int {
			return f.ray(all[i].Min, all[i].Min.Add(geom.Vec2{X: 8, Y: 6}))
		}},
	} {
		b.Run(call.name, func(b *testing.B) {
			for _, engine := range []struct {
				name  string
				build func([]geom.Box) boxTree
			}{{"carom", newCaromTree}, {"cp", newCPTree}, {"bytearena", newByteArenaTree}} {
				b.Run(engine.name, func(b *testing.B) {
					all := randomBoxes()
					f := engine.build(all)
					i, k, hits := 0, 0, 0
					b.ReportAllocs()
					for b.Loop() {
						if i += 7919; i >= boxes {
							i -= boxes
							k++
						}
						hits += call.do(f, all, i, k)
					}
					b.ReportMetric(float64(hits)/float64(b.N), "met/op")
				})
			}
		})
	}
}

type caromTree struct {
	*broadphase.Tree
	boxes   []geom.Box
	hits    int
	onQuery func(uint32) bool
	onRay   func(uint32, float64) float64
}

func newCaromTree(all []geom.Box) boxTree {
	t := &caromTree{Tree: broadphase.NewTree(), boxes: append([]geom.Box(nil), all...)}
	t.onQuery = func(uint32) bool { t.hits++; return true }
	t.onRay = func(_ uint32, limit float64) float64 { t.hits++; return limit }
	for i := range all {
		t.insert(i)
	}
	t.Pairs(nil)
	t.query(all[0]) // Pairs leaves the tree to the next query; from here on calls pay at once
	return t
}

func (t *caromTree) insert(i int) {
	t.Insert(broadphase.Proxy{ID: uint32(i), Class: broadphase.Moving, Category: 1, Box: t.boxes[i].ToBox32()})
}

func (t *caromTree) reinsert(i int) { t.Remove(uint32(i)); t.insert(i) }

func (t *caromTree) move(i int, d geom.Vec2) {
	box := &t.boxes[i]
	box.Min, box.Max = box.Min.Add(d), box.Max.Add(d)
	t.Move(uint32(i), box.ToBox32())
}

func (t *caromTree) query(box geom.Box) int {
	t.hits = 0
	t.Query(broadphase.AllClasses, box.ToBox32(), 1, t.onQuery)
	return t.hits
}

func (t *caromTree) ray(from, to geom.Vec2) int {
	t.hits = 0
	t.RayCast(geom.Ray{Origin: from, Translation: to.Sub(from)}, 0, 1, 1, t.onRay)
	return t.hits
}

type cpTree struct {
	*cp.BBTree
	shapes  []*cp.Shape
	hits    int
	onQuery cp.SpatialIndexQuery
	onRay   cp.SpatialIndexSegmentQuery
}

func newCPTree(all []geom.Box) boxTree {
	t := &cpTree{BBTree: cp.NewBBTree(cp.ShapeGetBB, nil).GetTree()}
	t.onQuery = func(any, *cp.Shape, uint32, any) uint32 { t.hits++; return 0 }
	t.onRay = func(any, *cp.Shape, any) float64 { t.hits++; return 1 }
	owner := cp.NewBody(1, 1)
	for i, box := range all {
		s := cp.NewCircle(owner, 0.5, cp.Vector{})
		s.SetHashId(cp.HashValue(i + 1))
		s.SetBB(boundsOf(box))
		t.shapes = append(t.shapes, s)
		t.Insert(s, s.HashId())
	}
	return t
}

func boundsOf(b geom.Box) cp.BB { return cp.BB{L: b.Min.X, B: b.Min.Y, R: b.Max.X, T: b.Max.Y} }

func (t *cpTree) reinsert(i int) {
	s := t.shapes[i]
	t.Remove(s, s.HashId())
	t.Insert(s, s.HashId())
}

func (t *cpTree) move(i int, d geom.Vec2) {
	s := t.shapes[i]
	bb := s.BB()
	s.SetBB(cp.BB{L: bb.L + d.X, B: bb.B + d.Y, R: bb.R + d.X, T: bb.T + d.Y})
	t.ReindexObject(s, s.HashId())
}

func (t *cpTree) query(box geom.Box) int {
	t.hits = 0
	t.Query(nil, boundsOf(box), t.onQuery, nil)
	return t.hits
}

func (t *cpTree) ray(from, to geom.Vec2) int {
	t.hits = 0
	t.SegmentQuery(nil, cp.Vector(from), cp.Vector(to), 1, t.onRay, nil)
	return t.hits
}

type byteArenaTree struct {
	box2d.B2DynamicTree
	boxes   []box2d.B2AABB
	ids     []int
	hits    int
	onQuery box2d.B2TreeQueryCallback
	onRay   box2d.B2TreeRayCastCallback
}

func newByteArenaTree(all []geom.Box) boxTree {
	t := &byteArenaTree{B2DynamicTree: box2d.MakeB2DynamicTree()}
	t.onQuery = func(int) bool { t.hits++; return true }
	t.onRay = func(input box2d.B2RayCastInput, _ int) float64 { t.hits++; return input.MaxFraction }
	for _, box := range all {
		bb := box2d.B2AABB{LowerBound: box2d.B2Vec2(box.Min), UpperBound: box2d.B2Vec2(box.Max)}
		t.boxes = append(t.boxes, bb)
		t.ids = append(t.ids, t.CreateProxy(bb, nil))
	}
	return t
}

func (t *byteArenaTree) reinsert(i int) {
	t.DestroyProxy(t.ids[i])
	t.ids[i] = t.CreateProxy(t.boxes[i], nil)
}

func (t *byteArenaTree) move(i int, d geom.Vec2) {
	box := &t.boxes[i]
	for _, p := range []*box2d.B2Vec2{&box.LowerBound, &box.UpperBound} {
		p.X, p.Y = p.X+d.X, p.Y+d.Y
	}
	t.MoveProxy(t.ids[i], *box, box2d.MakeB2Vec2(0, 0))
}

func (t *byteArenaTree) query(box geom.Box) int {
	t.hits = 0
	t.Query(t.onQuery, box2d.B2AABB{LowerBound: box2d.B2Vec2(box.Min), UpperBound: box2d.B2Vec2(box.Max)})
	return t.hits
}

func (t *byteArenaTree) ray(from, to geom.Vec2) int {
	t.hits = 0
	input := box2d.MakeB2RayCastInput()
	input.P1, input.P2, input.MaxFraction = box2d.B2Vec2(from), box2d.B2Vec2(to), 1
	t.RayCast(t.onRay, input)
	return t.hits
}
