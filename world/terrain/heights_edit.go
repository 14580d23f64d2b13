package terrain

import (
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// SetHeights sets the heights above Origin of the samples from a first sample on. Only the
// colliders of changed segments and of their neighbours are replaced. Bodies that touched one of
// these wake, and all other contacts stay.
//
// The error is a *geom.FieldError that names From or Heights[7], or an error of the world.
func (f *HeightField) SetHeights(from int, heights []float64) error {
	if err := f.checkHeights("Heights", from, heights); err != nil {
		return err
	}
	return f.edit(from, from+len(heights), func(p *heightPage, i int) {
		p.heights[i%pageSamples] = float32(heights[i-from])
	})
}

// Raise adds to the heights of the samples from a first sample on. It returns the errors of
// SetHeights for the new heights.
func (f *HeightField) Raise(from int, by []float64) error {
	if err := f.checkHeights("Heights", from, by); err != nil {
		return err
	}
	heights := make([]float64, len(by))
	for i, h := range by {
		heights[i] = f.Height(from+i) + h
	}
	return f.SetHeights(from, heights)
}

// SetHoles makes holes of the segments from first to before last, or turns holes back into ground.
//
// The error is a *geom.FieldError that names From or To, or an error of the world.
func (f *HeightField) SetHoles(first, last int, hole bool) error {
	if err := f.checkSegments(first, last); err != nil {
		return err
	}
	return f.edit(first, last, func(p *heightPage, i int) {
		k := i % pageSamples
		p.holes[k/64] &^= 1 << (k % 64)
		if hole {
			p.holes[k/64] |= 1 << (k % 64)
		}
	})
}

// SetKinds gives the segments from first to before last a kind: 0 for Collider of the definition, i
// for Kinds[i-1]. Their colliders are replaced, as by SetHeights.
//
// The error is a *geom.FieldError that names From, To or Kind, or an error of the world.
func (f *HeightField) SetKinds(first, last, kind int) error {
	if err := f.checkSegments(first, last); err != nil {
		return err
	}
	if kind < 0 || kind > len(f.def.Kinds) {
		return geom.NewFieldError("Kind", kind, geom.ErrOutOfRange)
	}
	var own *[pageSamples]uint8 // of the page that changes
	return f.edit(first, last, func(p *heightPage, i int) {
		if i == first || i%pageSamples == 0 {
			own = new([pageSamples]uint8)
			if p.kinds != nil {
				*own = *p.kinds
			}
			p.kinds = own
		}
		own[i%pageSamples] = uint8(kind)
	})
}

func (f *HeightField) checkSegments(first, last int) error {
	if first < 0 || first > f.count-1 {
		return geom.NewFieldError("From", first, geom.ErrOutOfRange)
	}
	if last < first || last > f.count-1 {
		return geom.NewFieldError("To", last, geom.ErrOutOfRange)
	}
	return nil
}

// edit changes samples in copies of their pages, and the colliders with them.
func (f *HeightField) edit(from, to int, change func(p *heightPage, i int)) error {
	if from >= to {
		return nil
	}
	if err := mayChange(f.w); err != nil {
		return err
	}
	next := *f
	next.pages = slices.Clone(f.pages)
	first, last := from/pageSamples, (to-1)/pageSamples
	for i := first; i <= last; i++ {
		p := *f.pages[i]
		for k := max(from, i*pageSamples); k < min(to, (i+1)*pageSamples); k++ {
			change(&p, k)
		}
		next.pages[i] = &p
	}
	if first > 0 { // its last segment ends in the first page that changes
		p := *next.pages[first-1]
		next.pages[first-1] = &p
	}
	for i := max(0, first-1); i <= last; i++ {
		next.measure(next.pages[i], i)
	}
	itself := func(id world.ColliderID) world.ColliderID { return id }
	low, high := max(0, from-2)/chunkSegments, min(to+1, f.count-2)/chunkSegments
	start, _ := slices.BinarySearch(f.loaded, low)
	end, _ := slices.BinarySearch(f.loaded, high+1)
	for _, place := range f.loaded[start:end] {
		c := f.chunks[place]
		if err := checkGround(f.w, place, c.body, c.colliders[:], itself); err != nil {
			return err
		}
	}
	for _, place := range f.loaded[start:end] {
		if err := f.update(place, &next, from-2, to+1); err != nil {
			return err
		}
	}
	f.pages = next.pages
	return nil
}

// update gives the body of a chunk the colliders of its segments from first to last in the next
// field.
func (f *HeightField) update(place int, next *HeightField, first, last int) error {
	c := *f.chunks[place]
	b := f.w.BodyByID(c.body)
	var r replacement
	left := place * chunkSegments
	for i := max(first, left); i <= min(last, left+chunkSegments-1, f.count-2); i++ {
		k, was, is := i-left, f.shapeAt(i), next.shapeAt(i)
		if was == is && (is == (shape.ChainSegment{}) || f.Kind(i) == next.Kind(i)) {
			continue
		}
		if c.colliders[k] != 0 {
			r.gone = append(r.gone, f.w.ColliderByID(c.colliders[k]))
			c.colliders[k] = 0
		}
		if is != (shape.ChainSegment{}) {
			r.add(&c.colliders[k], is, next.colliderDef(i))
		}
	}
	if err := r.apply(b); err != nil {
		return err
	}
	f.chunks[place] = &c
	return nil
}

func (f *HeightField) shapeAt(i int) shape.ChainSegment {
	if f.Hole(i) {
		return shape.ChainSegment{}
	}
	return f.segment(i)
}
