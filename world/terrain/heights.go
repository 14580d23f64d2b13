package terrain

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// HeightFieldDef describes a smooth ground line.
type HeightFieldDef struct {
	Origin  mgl64.Vec2 // where sample 0 lies if its height is 0
	Spacing float64    // from sample to sample along x, m; zero means Config.LengthUnit
	Heights []float64  // of the samples above Origin, m; kept as float32

	Collider world.ColliderDef   // of segments of kind 0, which all are at first
	Kinds    []world.ColliderDef // of segments of kind i is Kinds[i-1], of at most 255
}

// HeightField is ground below a line of evenly spaced samples. Segment i goes from sample i to
// sample i+1. It holds bodies above the line as a shape.Chain does: bodies do not feel the samples
// on a straight stretch, and bodies below the line pass up through it.
//
// The field holds all samples from the start, and answers questions about any of them by index. The
// world has colliders only where Follow puts them.
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

// Sizes of pages, which states share if they are equal, and of chunks, each a static body.
const (
	pageSamples   = 1024
	chunkSegments = 32
)

// heightPage has samples and the segments that begin at them. It is never changed once a field has
// it.
type heightPage struct {
	heights   [pageSamples]float32
	holes     [pageSamples / 64]uint64
	kinds     *[pageSamples]uint8 // nil where all are of kind 0
	low, high float32
}

// NewHeightField makes a field without colliders: Follow adds them. It returns a *geom.FieldError
// for a field of the definition that cannot be used.
func NewHeightField(w *world.World, def HeightFieldDef) (*HeightField, error) {
	def.Spacing = cmp.Or(def.Spacing, w.Config().LengthUnit)
	if err := cmp.Or(geom.CheckExtent("Origin", geom.From(def.Origin)), geom.CheckSize("Spacing", def.Spacing)); err != nil {
		return nil, err
	}
	if len(def.Heights) < 2 {
		return nil, geom.NewFieldError("Heights", len(def.Heights), geom.ErrTooFewPoints)
	}
	if err := checkCollider(def.Collider, def.Spacing); err != nil {
		return nil, err
	}
	if len(def.Kinds) > math.MaxUint8 {
		return nil, geom.NewFieldError("Kinds", len(def.Kinds), geom.ErrOutOfRange)
	}
	for i, kind := range def.Kinds {
		if err := checkCollider(kind, def.Spacing); err != nil {
			return nil, fmt.Errorf("Kinds[%d].%w", i, err)
		}
	}
	def.Kinds = slices.Clone(def.Kinds)
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

// Kind returns the kind of a segment: 0 for HeightFieldDef.Collider. It panics if there is no such
// segment.
func (f *HeightField) Kind(i int) int {
	if i < 0 || i >= f.count-1 {
		panic("terrain: a segment out of range")
	}
	if kinds := f.pages[i/pageSamples].kinds; kinds != nil {
		return int(kinds[i%pageSamples])
	}
	return 0
}

func (f *HeightField) colliderDef(i int) world.ColliderDef {
	if kind := f.Kind(i); kind > 0 {
		return f.def.Kinds[kind-1]
	}
	return f.def.Collider
}

func (p *heightPage) isHole(k int) bool { return p.holes[k/64]>>(k%64)&1 != 0 }

// point returns the position of a sample relative to the left end of a chunk.
func (f *HeightField) point(i, chunk int) geom.Vec2 {
	return geom.Vec2{X: float64(float64(i-chunk*chunkSegments) * f.def.Spacing), Y: f.Height(i)}
}

// corner returns the left end of a chunk at height 0, in the world.
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

// SegmentAt returns the segment at x and the fraction of the segment at which x lies, from 0 to 1.
// It reports false outside of the field and in holes.
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

// SegmentOf returns the segment of a collider, or false if the collider does not belong to the
// field. Colliders come from queries of the world, contacts, events, sensors and World.Why.
func (f *HeightField) SegmentOf(c world.Collider) (i int, ok bool) {
	place, ok := placeOfBody(f.w, f.bodies, c)
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

// SampleOf returns the sample nearest to a point of a collider, such as the point of a ray hit or a
// contact: the sample to raise there. It reports false for a collider that does not belong to the
// field.
func (f *HeightField) SampleOf(c world.Collider, point mgl64.Vec2) (i int, ok bool) {
	i, ok = f.SegmentOf(c)
	if ok && 2*(point[0]-f.def.Origin[0]) > float64(2*i+1)*f.def.Spacing {
		i++
	}
	return i, ok
}
