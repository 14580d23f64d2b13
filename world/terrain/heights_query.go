package terrain

import (
	"iter"
	"math"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// HeightHit is where a ray or a moving shape meets a HeightField.
type HeightHit struct {
	Point    mgl64.Vec2
	Normal   mgl64.Vec2
	Fraction float64 // of the translation
	Segment  int
}

// RayCast returns the first point at which a ray hits the ground from above, anywhere in the field:
// it needs no colliders. Pages of 1024 samples that lie above or below the ray are skipped.
func (f *HeightField) RayCast(origin, translation mgl64.Vec2) (hit HeightHit, ok bool) {
	from, along := geom.From(origin).Sub(geom.From(f.def.Origin)), geom.From(translation)
	if !geom.Finite(from.X) || !geom.Finite(from.Y) || !geom.Finite(along.X) || !geom.Finite(along.Y) {
		return HeightHit{}, false
	}
	s := heightSweep{box: geom.Box{Min: from, Max: from}, along: along, limit: 1}
	f.sweep(&s, func(i int) {
		if x, meets := f.meet(i, from, along); meets && (!ok || x.Fraction < hit.Fraction) {
			hit, ok, s.limit = x, true, x.Fraction
		}
	})
	if ok {
		hit.Point = geom.From(origin).MulAdd(hit.Fraction, along).Mgl()
	}
	return hit, ok
}

// meet returns where a ray meets a segment from above. The ray's line has the left end of the
// segment on its right, or on itself, and the right end on its left. Two neighbouring segments
// compute the side of their common sample from the same numbers, so no ray slips between them.
func (f *HeightField) meet(i int, from, along geom.Vec2) (hit HeightHit, ok bool) {
	a, b := f.place(i), f.place(i+1)
	toA, toB := a.Sub(from), b.Sub(from)
	sideA, sideB := along.Cross(toA), along.Cross(toB)
	if !(sideA <= 0 && sideB >= 0 && sideA < sideB) { // beside the ends, from below, or along the ground
		return HeightHit{}, false
	}
	edge := b.Sub(a)
	fraction := toA.Cross(edge) / along.Cross(edge)
	if !(fraction >= 0 && fraction <= 1) {
		return HeightHit{}, false
	}
	return HeightHit{Normal: f.normal(i).Mgl(), Fraction: fraction, Segment: i}, true
}

// place returns the position of a sample from the origin of the field.
func (f *HeightField) place(i int) geom.Vec2 {
	return geom.Vec2{X: float64(float64(i) * f.def.Spacing), Y: f.Height(i)}
}

// ShapeCast moves a shape along a translation, m, and returns its first hit with the ground,
// anywhere in the field. The rules are the rules of World.ShapeCast: a shape whose centre begins
// below a segment passes it, and a shape that overlaps the ground from the start hits it at
// fraction zero with a zero normal. Among segments hit at the same fraction it returns the first
// along the way.
func (f *HeightField) ShapeCast(moving world.PlacedShape, translation mgl64.Vec2) (hit HeightHit, ok bool) {
	pose, ok := placeOfShape(moving)
	by := geom.From(translation)
	if !ok || geom.CheckExtent("Translation", by) != nil {
		return HeightHit{}, false
	}
	s := heightSweep{box: f.boxOf(moving.Shape, pose), along: by, limit: 1}
	ground := groundPool.Get().(*shape.Convex)
	defer groundPool.Put(ground)
	ok = false
	f.sweep(&s, func(i int) {
		corner := f.fill(ground, i)
		rel := corner.InverseMul(pose)
		h, meets := narrowphase.ShapeCast(*ground, moving.Shape, &rel, by, s.limit)
		if !meets || ok && h.Fraction >= hit.Fraction {
			return
		}
		hit = HeightHit{Point: corner.Apply(h.Point).Mgl(), Fraction: h.Fraction, Segment: i}
		if !h.InitialOverlap {
			hit.Normal = h.Normal.Mgl()
		}
		ok, s.limit = true, h.Fraction
	})
	return hit, ok
}

// OverlapShape yields the segments that share a point with a shape, from left to right, anywhere in
// the field. A segment is a line: a shape that lies below the ground overlaps none.
func (f *HeightField) OverlapShape(with world.PlacedShape) iter.Seq[int] {
	return func(yield func(int) bool) { f.eachOverlap(with, yield) }
}

func (f *HeightField) eachOverlap(with world.PlacedShape, yield func(int) bool) {
	pose, ok := placeOfShape(with)
	if !ok {
		return
	}
	s := heightSweep{box: f.boxOf(with.Shape, pose), limit: 1}
	ground := groundPool.Get().(*shape.Convex)
	defer groundPool.Put(ground)
	f.sweep(&s, func(i int) {
		corner := f.fill(ground, i)
		rel := corner.InverseMul(pose)
		if narrowphase.Intersects(*ground, with.Shape, &rel) && !yield(i) {
			s.limit = -1 // nothing comes after it
		}
	})
}

// HeightNear is the segment of a HeightField nearest to a shape. The segment is A of the
// separation, and a line with two sides.
type HeightNear struct {
	Segment int
	world.Separation
}

// Nearest returns the point of the ground nearest to a shape or a point (world.PointAt), anywhere
// in the field, if it is no farther than maxDistance, m, which may be infinite. If segments overlap
// the shape, the point lies on the deepest segment. At equal distances the smaller segment is
// first.
func (f *HeightField) Nearest(to world.PlacedShape, maxDistance float64) (near HeightNear, ok bool) {
	pose, placed := placeOfShape(to)
	if !placed || !(maxDistance >= 0) {
		return HeightNear{}, false
	}
	maxDistance = min(maxDistance, farthest)
	box := f.boxOf(to.Shape, pose)
	ground := groundPool.Get().(*shape.Convex)
	defer groundPool.Put(ground)
	for reach := min(f.def.Spacing, maxDistance); ; reach = min(reach, maxDistance) {
		s := heightSweep{box: box.Grow(reach), limit: 1}
		f.sweep(&s, func(i int) {
			corner := f.fill(ground, i)
			line := world.PlacedShape{Shape: *ground, Position: corner.P.Mgl()}
			if apart, found := line.Distance(to); found && apart.Distance <= maxDistance && (!ok || apart.Distance < near.Distance) {
				near, ok = HeightNear{i, apart}, true
			}
		})
		if ok && near.Distance <= reach || reach >= maxDistance {
			return near, ok
		}
		reach = float64(4 * reach)
		if ok {
			reach = near.Distance
		}
	}
}

// farthest is larger than any distance in a world.
const farthest = 4 * geom.MaxExtent

// groundPool has segments as shapes for queries, which may run on many goroutines.
var groundPool = sync.Pool{New: func() any { return &shape.Convex{Geometry: new(shape.Geometry), Arena: new(shape.Arena)} }}

// placeOfShape returns the pose of the shape of a query, and whether its numbers can be used.
func placeOfShape(s world.PlacedShape) (pose geom.Transform, ok bool) {
	if s.Shape.Geometry == nil {
		panic("terrain: a query with the zero shape.Convex")
	}
	if geom.CheckExtent("Position", geom.From(s.Position)) != nil || !geom.Finite(s.Angle) {
		return geom.Transform{}, false
	}
	return geom.Transform{P: geom.From(s.Position), R: geom.RotFromAngle(s.Angle)}, true
}

// fill writes a segment into a shape, in the frame of its chunk, and returns the position of the
// chunk. The shape has no neighbours, which only manifolds need.
func (f *HeightField) fill(c *shape.Convex, i int) geom.Transform {
	chunk := i / chunkSegments
	a, b := f.point(i+1, chunk), f.point(i, chunk)
	center := a.Lerp(b, 0.5)
	*c.Geometry = shape.Geometry{Kind: shape.KindChainSegment, A: a, B: b, Center: center}
	c.BoundingRadius = float64(max(a.Distance(center), b.Distance(center)) * (1 + 1e-15))
	return geom.Transform{P: geom.From(f.corner(chunk)), R: geom.Identity}
}

func (f *HeightField) boxOf(s shape.Convex, pose geom.Transform) geom.Box {
	pose.P = pose.P.Sub(geom.From(f.def.Origin))
	return shape.BoxOf(s, pose)
}

// heightSweep is a box, from the origin of a field, that moves along a way up to a fraction of it.
type heightSweep struct {
	box   geom.Box
	along geom.Vec2
	limit float64
}

// sweepMargin is the relative margin of the box of a sweep, in parts of its numbers.
const sweepMargin = 1e-9

// sweep calls a function with the segments that a box may come near, in the order in which the box
// passes over them. The function may lower the limit.
func (f *HeightField) sweep(s *heightSweep, visit func(i int)) {
	size := s.box.Min.Abs().Max(s.box.Max.Abs()).Add(s.along.Abs())
	s.box = s.box.Grow(float64(sweepMargin * (size.X + size.Y + f.def.Spacing)))
	last := float64(f.count - 2)
	x0 := float64((s.box.Min.X + min(0, s.along.X)) / f.def.Spacing)
	x1 := float64((s.box.Max.X + max(0, s.along.X)) / f.def.Spacing)
	if !(x1 >= 0 && x0 <= last+1) {
		return
	}
	i, end, step := int(max(0, min(math.Floor(x0), last))), int(max(0, min(math.Floor(x1), last))), 1
	if s.along.X < 0 {
		i, end, step = end, i, -1
	}
	for page := -1; (end-i)*step >= 0; i += step {
		if i/pageSamples != page {
			page = i / pageSamples
			if !s.comesOverPage(f, page) {
				i = lastOfPage(page, step)
				continue
			}
		}
		if f.Hole(i) {
			continue
		}
		left, right := f.Height(i), f.Height(i+1)
		if s.comesBetween(f.stretch(i, 1), min(left, right), max(left, right)) {
			visit(i)
		}
	}
}

// comesOverPage reports whether a box comes between the lowest and the highest sample of a page.
func (s *heightSweep) comesOverPage(f *HeightField, page int) bool {
	p := f.pages[page]
	return s.comesBetween(f.stretch(page*pageSamples, pageSamples), float64(p.low), float64(p.high))
}

// lastOfPage returns the last segment of a page in a direction.
func lastOfPage(page, step int) int {
	if step > 0 {
		return page*pageSamples + pageSamples - 1
	}
	return page * pageSamples
}

// stretch returns where some segments begin and end, from the origin.
func (f *HeightField) stretch(first, count int) [2]float64 {
	return [2]float64{float64(float64(first) * f.def.Spacing), float64(float64(first+count) * f.def.Spacing)}
}

// comesBetween reports whether a box comes between two heights while it is over a stretch of x.
func (s *heightSweep) comesBetween(x [2]float64, low, high float64) bool {
	t0, t1 := 0.0, s.limit
	switch {
	case s.along.X > 0:
		t0, t1 = max(t0, (x[0]-s.box.Max.X)/s.along.X), min(t1, (x[1]-s.box.Min.X)/s.along.X)
	case s.along.X < 0:
		t0, t1 = max(t0, (x[1]-s.box.Min.X)/s.along.X), min(t1, (x[0]-s.box.Max.X)/s.along.X)
	case s.box.Max.X < x[0] || s.box.Min.X > x[1]:
		return false
	}
	y0, y1 := float64(t0*s.along.Y), float64(t1*s.along.Y)
	return t0 <= t1 && s.box.Min.Y+min(y0, y1) <= high && s.box.Max.Y+max(y0, y1) >= low
}
