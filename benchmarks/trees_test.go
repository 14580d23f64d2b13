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

// field returns boxes of a metre or less, two square metres for each.
func field() []geom.Box {
	r := rand.New(rand.NewPCG(5, 6))
	side := math.Sqrt(2 * boxes)
	made := make([]geom.Box, boxes)
	for i := range made {
		low := geom.Vec2{X: side * r.Float64(), Y: side * r.Float64()}
		made[i] = geom.Box{Min: low, Max: low.Add(geom.Vec2{X: 0.3 + 0.7*r.Float64(), Y: 0.3 + 0.7*r.Float64()})}
	}
	return made
}

// forest is a tree of one engine, made of the field.
type forest interface {
	renew(i int)                // removes a box and inserts it again
	move(i int, way geom.Vec2)  // by half a metre: out of any margin
	query(box geom.Box) int     // how many it meets
	ray(from, to geom.Vec2) int // how many boxes it meets
}

// BenchmarkTree is one call each in a tree of 10000 boxes. cp finds the pairs of a
// box within the calls that insert and move it; the others do so later.
func BenchmarkTree(b *testing.B) {
	for _, call := range []struct {
		name string
		do   func(f forest, all []geom.Box, i, k int) int
	}{
		{"insert_remove", func(f forest, _ []geom.Box, i, _ int) int { f.renew(i); return 0 }},
		{"move", func(f forest, _ []geom.Box, i, k int) int {
			f.move(i, geom.Vec2{X: float64(1-2*(k&1)) * 0.5, Y: 0.3})
			return 0
		}},
		{"query_2m", func(f forest, all []geom.Box, i, _ int) int {
			at := all[i].Min
			return f.query(geom.Box{Min: at, Max: at.Add(geom.Vec2{X: 2, Y: 2})})
		}},
		{"ray_10m", func(f forest, all []geom.Box, i, _ int) int {
			return f.ray(all[i].Min, all[i].Min.Add(geom.Vec2{X: 8, Y: 6}))
		}},
	} {
		b.Run(call.name, func(b *testing.B) {
			for _, engine := range []struct {
				name string
				grow func([]geom.Box) forest
			}{{"carom", growCarom}, {"cp", growCP}, {"bytearena", growArena}} {
				b.Run(engine.name, func(b *testing.B) {
					all := field()
					f := engine.grow(all)
					i, k, met := 0, 0, 0
					b.ReportAllocs()
					for b.Loop() {
						if i += 7919; i >= boxes {
							i -= boxes
							k++
						}
						met += call.do(f, all, i, k)
					}
					b.ReportMetric(float64(met)/float64(b.N), "met/op")
				})
			}
		})
	}
}

type caromTree struct {
	*broadphase.Tree
	boxes []geom.Box
	met   int
	see   func(uint32) bool
	pass  func(uint32, float64) float64
}

func growCarom(all []geom.Box) forest {
	t := &caromTree{Tree: broadphase.NewTree(), boxes: append([]geom.Box(nil), all...)}
	t.see = func(uint32) bool { t.met++; return true }
	t.pass = func(_ uint32, limit float64) float64 { t.met++; return limit }
	for i := range all {
		t.insert(i)
	}
	t.Pairs(nil)
	t.query(all[0]) // Pairs leaves the tree to the next query; from here on calls pay at once
	return t
}

func (t *caromTree) insert(i int) {
	t.Insert(broadphase.Proxy{ID: uint32(i), Class: broadphase.Moving, Category: 1, Box: t.boxes[i].Narrow()})
}

func (t *caromTree) renew(i int) { t.Remove(uint32(i)); t.insert(i) }

func (t *caromTree) move(i int, way geom.Vec2) {
	box := &t.boxes[i]
	box.Min, box.Max = box.Min.Add(way), box.Max.Add(way)
	t.Move(uint32(i), box.Narrow())
}

func (t *caromTree) query(box geom.Box) int {
	t.met = 0
	t.Query(box.Narrow(), 1, t.see)
	return t.met
}

func (t *caromTree) ray(from, to geom.Vec2) int {
	t.met = 0
	t.Ray(geom.Ray{Origin: from, Translation: to.Sub(from)}, 0, 1, 1, t.pass)
	return t.met
}

type cpTree struct {
	*cp.BBTree
	shapes []*cp.Shape
	met    int
	see    cp.SpatialIndexQuery
	pass   cp.SpatialIndexSegmentQuery
}

func growCP(all []geom.Box) forest {
	t := &cpTree{BBTree: cp.NewBBTree(cp.ShapeGetBB, nil).GetTree()}
	t.see = func(any, *cp.Shape, uint32, any) uint32 { t.met++; return 0 }
	t.pass = func(any, *cp.Shape, any) float64 { t.met++; return 1 }
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

func (t *cpTree) renew(i int) {
	s := t.shapes[i]
	t.Remove(s, s.HashId())
	t.Insert(s, s.HashId())
}

func (t *cpTree) move(i int, way geom.Vec2) {
	s := t.shapes[i]
	bb := s.BB()
	s.SetBB(cp.BB{L: bb.L + way.X, B: bb.B + way.Y, R: bb.R + way.X, T: bb.T + way.Y})
	t.ReindexObject(s, s.HashId())
}

func (t *cpTree) query(box geom.Box) int {
	t.met = 0
	t.Query(nil, boundsOf(box), t.see, nil)
	return t.met
}

func (t *cpTree) ray(from, to geom.Vec2) int {
	t.met = 0
	t.SegmentQuery(nil, cp.Vector(from), cp.Vector(to), 1, t.pass, nil)
	return t.met
}

type arenaTree struct {
	box2d.B2DynamicTree
	boxes []box2d.B2AABB
	ids   []int
	met   int
	see   box2d.B2TreeQueryCallback
	pass  box2d.B2TreeRayCastCallback
}

func growArena(all []geom.Box) forest {
	t := &arenaTree{B2DynamicTree: box2d.MakeB2DynamicTree()}
	t.see = func(int) bool { t.met++; return true }
	t.pass = func(input box2d.B2RayCastInput, _ int) float64 { t.met++; return input.MaxFraction }
	for _, box := range all {
		bb := box2d.B2AABB{LowerBound: box2d.B2Vec2(box.Min), UpperBound: box2d.B2Vec2(box.Max)}
		t.boxes = append(t.boxes, bb)
		t.ids = append(t.ids, t.CreateProxy(bb, nil))
	}
	return t
}

func (t *arenaTree) renew(i int) {
	t.DestroyProxy(t.ids[i])
	t.ids[i] = t.CreateProxy(t.boxes[i], nil)
}

func (t *arenaTree) move(i int, way geom.Vec2) {
	box := &t.boxes[i]
	for _, p := range []*box2d.B2Vec2{&box.LowerBound, &box.UpperBound} {
		p.X, p.Y = p.X+way.X, p.Y+way.Y
	}
	t.MoveProxy(t.ids[i], *box, box2d.MakeB2Vec2(0, 0))
}

func (t *arenaTree) query(box geom.Box) int {
	t.met = 0
	t.Query(t.see, box2d.B2AABB{LowerBound: box2d.B2Vec2(box.Min), UpperBound: box2d.B2Vec2(box.Max)})
	return t.met
}

func (t *arenaTree) ray(from, to geom.Vec2) int {
	t.met = 0
	input := box2d.MakeB2RayCastInput()
	input.P1, input.P2, input.MaxFraction = box2d.B2Vec2(from), box2d.B2Vec2(to), 1
	t.RayCast(t.pass, input)
	return t.met
}
