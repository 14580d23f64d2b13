package terrain

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// HeightFieldDef describes a smooth ground line.
type HeightFieldDef struct {
	Origin  mgl64.Vec2 // where sample 0 lies if its height is 0
	Spacing float64    // from sample to sample along x, m; zero means 1
	Heights []float64  // of the samples above Origin, m; kept as float32

	Collider world.ColliderDef // of all segments
}

// HeightField is ground below a line of evenly spaced samples. Segment i goes from sample i to
// sample i+1. What is above the line is held as by a shape.Chain: no sample is felt on a straight
// stretch, and bodies that are below the line pass up through it.
//
// The samples are all there from the start, and the field answers questions about all of them by
// index. Their colliders are in the world only where Follow wants them.
type HeightField struct {
	w      *world.World
	def    HeightFieldDef
	count  int // samples
	pages  []*heightPage
	chunks map[int]*heightChunk
	bodies map[world.BodyID]int
	want   []int
	loaded []int
	poses  []world.Pose
}

// Sizes of pages, of which states share those that are equal, and of chunks, each a static body.
const (
	pageSamples   = 1024
	chunkSegments = 32
)

// heightPage has samples and the segments that begin at them. It is never changed once a field has
// it.
type heightPage struct {
	heights   [pageSamples]float32
	holes     [pageSamples / 64]uint64
	low, high float32
}

// NewHeightField makes a field without colliders: Follow adds them. It returns a *geom.FieldError
// for a field of the definition that cannot be used.
func NewHeightField(w *world.World, def HeightFieldDef) (*HeightField, error) {
	if err := geom.CheckExtent("Origin", geom.From(def.Origin)); err != nil {
		return nil, err
	}
	if def.Spacing == 0 {
		def.Spacing = 1
	}
	if err := geom.CheckSize("Spacing", def.Spacing); err != nil {
		return nil, err
	}
	if len(def.Heights) < 2 {
		return nil, geom.NewFieldError("Heights", len(def.Heights), geom.ErrTooFewPoints)
	}
	if err := checkCollider(def.Collider, def.Spacing); err != nil {
		return nil, err
	}
	f := &HeightField{w: w, def: def, count: len(def.Heights), chunks: map[int]*heightChunk{}, bodies: map[world.BodyID]int{}}
	end := geom.From(def.Origin).Add(geom.Vec2{X: float64(float64(f.count+2) * def.Spacing)})
	if err := geom.CheckExtent("Spacing", end); err != nil {
		return nil, geom.NewFieldError("Spacing", def.Spacing, geom.ErrOutOfRange)
	}
	if err := f.checkHeights("Heights", 0, def.Heights); err != nil {
		return nil, err
	}
	f.pages = make([]*heightPage, (f.count+pageSamples-1)/pageSamples)
	for i := range f.pages {
		p := &heightPage{}
		first := i * pageSamples
		for k := range min(pageSamples, f.count-first) {
			p.heights[k] = float32(def.Heights[first+k])
		}
		f.pages[i] = p
	}
	for i, p := range f.pages {
		f.measure(p, i)
	}
	f.def.Heights = nil
	return f, nil
}

// checkHeights returns the error of the first of some heights that cannot be used.
func (f *HeightField) checkHeights(field string, from int, heights []float64) error {
	if from < 0 || from > f.count-len(heights) {
		return geom.NewFieldError("From", from, fmt.Errorf("%w: %d samples of %d", geom.ErrOutOfRange, len(heights), f.count))
	}
	for i, h := range heights {
		p := geom.From(f.def.Origin).Add(geom.Vec2{Y: h})
		if err := geom.CheckExtent(field, p); err != nil {
			return geom.CheckExtent(fmt.Sprintf("%s[%d]", field, i), p)
		}
	}
	return nil
}

// measure sets the bounds of a page. The last of its segments ends in the next page.
func (f *HeightField) measure(p *heightPage, index int) {
	p.low, p.high = p.heights[0], p.heights[0]
	for k := range min(pageSamples, f.count-index*pageSamples) {
		p.low, p.high = min(p.low, p.heights[k]), max(p.high, p.heights[k])
	}
	if index+1 < len(f.pages) {
		next := f.pages[index+1].heights[0]
		p.low, p.high = min(p.low, next), max(p.high, next)
	}
}

// World returns the world in which the field is.
func (f *HeightField) World() *world.World { return f.w }

// Len returns the number of samples. There is one segment less.
func (f *HeightField) Len() int { return f.count }

// Height returns the height of a sample above Origin, m. It panics if there is no such sample.
func (f *HeightField) Height(i int) float64 {
	if i < 0 || i >= f.count {
		panic("terrain: a sample out of range")
	}
	return float64(f.pages[i/pageSamples].heights[i%pageSamples])
}

// Hole reports whether a segment is a hole. There is no ground before the first segment and after
// the last.
func (f *HeightField) Hole(i int) bool {
	return i < 0 || i >= f.count-1 || f.pages[i/pageSamples].isHole(i%pageSamples)
}

func (p *heightPage) isHole(k int) bool { return p.holes[k/64]>>(k%64)&1 != 0 }

// point returns where a sample lies, from the left end of a chunk.
func (f *HeightField) point(i, chunk int) geom.Vec2 {
	return geom.Vec2{X: float64(float64(i-chunk*chunkSegments) * f.def.Spacing), Y: f.Height(i)}
}

// corner returns where the left end of a chunk lies in the world, at height 0.
func (f *HeightField) corner(chunk int) mgl64.Vec2 {
	return f.def.Origin.Add(mgl64.Vec2{float64(float64(chunk*chunkSegments) * f.def.Spacing), 0})
}

// segment returns a segment from its right end to its left, for the open side of a chain is on its
// right. Beside a hole the ground ends in a right angle.
func (f *HeightField) segment(i int) shape.ChainSegment {
	chunk := i / chunkSegments
	a, b := f.point(i+1, chunk), f.point(i, chunk)
	down := b.Sub(a).LeftPerp()
	before, after := a.Add(down), b.Add(down)
	if !f.Hole(i + 1) {
		before = f.point(i+2, chunk)
	}
	if !f.Hole(i - 1) {
		after = f.point(i-1, chunk)
	}
	return shape.ChainSegment{Before: before.Mgl(), A: a.Mgl(), B: b.Mgl(), After: after.Mgl()}
}

// SegmentAt returns the segment over which x lies, and how far along it, from 0 to 1. It reports
// false outside of the field and in holes.
func (f *HeightField) SegmentAt(x float64) (i int, along float64, ok bool) {
	s := float64((x - f.def.Origin[0]) / f.def.Spacing)
	if !(s >= 0 && s <= float64(f.count-1)) {
		return 0, 0, false
	}
	i = min(int(s), f.count-2)
	return i, s - float64(i), !f.Hole(i)
}

// HeightAt returns the y of the ground at an x, both in the world, in constant time. It reports
// false outside of the field and in holes.
func (f *HeightField) HeightAt(x float64) (y float64, ok bool) {
	i, along, ok := f.SegmentAt(x)
	if !ok {
		return 0, false
	}
	left, right := f.Height(i), f.Height(i+1)
	return f.def.Origin[1] + (left + float64(along*(right-left))), true
}

// NormalAt returns the unit normal of the ground at an x, which points up. It reports false outside
// of the field and in holes.
func (f *HeightField) NormalAt(x float64) (normal mgl64.Vec2, ok bool) {
	i, _, ok := f.SegmentAt(x)
	if !ok {
		return mgl64.Vec2{}, false
	}
	return f.normal(i).Mgl(), true
}

func (f *HeightField) normal(i int) geom.Vec2 {
	rise := geom.Vec2{X: f.def.Spacing, Y: f.Height(i+1) - f.Height(i)}
	return rise.LeftPerp().Mul(1 / rise.Length())
}

// SegmentOf returns the segment that a collider is, or false if it is none of the field's.
func (f *HeightField) SegmentOf(c world.Collider) (i int, ok bool) {
	place, ok := f.bodies[c.Body().ID()]
	if !ok {
		return 0, false
	}
	for k, id := range f.chunks[place].colliders {
		if id == c.ID() {
			return place*chunkSegments + k, true
		}
	}
	return 0, false
}

// HeightHit is where a ray meets a HeightField.
type HeightHit struct {
	Point    mgl64.Vec2
	Normal   mgl64.Vec2
	Fraction float64 // of the translation
	Segment  int
}

// RayCast returns the first point at which a ray meets the ground from above, anywhere in the
// field: it needs no colliders. Pages of 1024 samples that lie above or below the ray are skipped.
func (f *HeightField) RayCast(origin, translation mgl64.Vec2) (hit HeightHit, ok bool) {
	from, along := geom.From(origin).Sub(geom.From(f.def.Origin)), geom.From(translation)
	if !geom.Finite(from.X) || !geom.Finite(from.Y) || !geom.Finite(along.X) || !geom.Finite(along.Y) {
		return HeightHit{}, false
	}
	x0, x1 := float64(from.X/f.def.Spacing), float64((from.X+along.X)/f.def.Spacing)
	last := float64(f.count - 2)
	if max(x0, x1) < 0 || min(x0, x1) > last+1 {
		return HeightHit{}, false
	}
	i, end := int(max(0, min(math.Floor(x0), last))), int(max(0, min(math.Floor(x1), last)))
	step := 1
	if end < i || end == i && along.X < 0 {
		step = -1
	}
	i, end = max(0, min(i-step, f.count-2)), max(0, min(end+step, f.count-2))
	for ; (end-i)*step >= 0; i += step {
		if f.misses(i/pageSamples, from, along) {
			i = f.lastOfPage(i, step)
			continue
		}
		if hit, ok = f.meet(i, from, along); ok {
			hit.Point = geom.From(origin).MulAdd(hit.Fraction, along).Mgl()
			return hit, true
		}
	}
	return HeightHit{}, false
}

// lastOfPage returns the last segment of a page in a direction.
func (f *HeightField) lastOfPage(i, step int) int {
	if step > 0 {
		return i/pageSamples*pageSamples + pageSamples - 1
	}
	return i / pageSamples * pageSamples
}

// misses reports whether a ray lies above or below all of a page, where it is over it.
func (f *HeightField) misses(page int, from, along geom.Vec2) bool {
	p := f.pages[page]
	y0, y1 := from.Y, from.Y+along.Y
	if along.X != 0 {
		left := float64(float64(page*pageSamples) * f.def.Spacing)
		right := left + float64(pageSamples*f.def.Spacing)
		at := func(x float64) float64 {
			return from.Y + float64(max(0, min((x-from.X)/along.X, 1))*along.Y)
		}
		y0, y1 = at(left), at(right)
	}
	margin := float64(1e-9 * (math.Abs(y0) + math.Abs(y1)))
	return min(y0, y1) > float64(p.high)+margin || max(y0, y1) < float64(p.low)-margin
}

// meet returns where a ray meets a segment from above.
func (f *HeightField) meet(i int, from, along geom.Vec2) (hit HeightHit, ok bool) {
	if f.Hole(i) {
		return HeightHit{}, false
	}
	a := geom.Vec2{X: float64(float64(i) * f.def.Spacing), Y: f.Height(i)}
	edge := geom.Vec2{X: f.def.Spacing, Y: f.Height(i+1) - a.Y}
	side := edge.Cross(along)
	if !(side < 0) { // from below, or along the ground
		return HeightHit{}, false
	}
	to := a.Sub(from)
	fraction, place := to.Cross(edge)/along.Cross(edge), to.Cross(along)/along.Cross(edge)
	if !(fraction >= 0 && fraction <= 1 && place >= 0 && place <= 1) {
		return HeightHit{}, false
	}
	return HeightHit{Normal: f.normal(i).Mgl(), Fraction: fraction, Segment: i}, true
}
