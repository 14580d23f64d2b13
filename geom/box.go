package geom

import "math"

// Box is an axis-aligned box. A box with Min above Max is empty.
type Box struct{ Min, Max Vec2 }

// EmptyBox contains nothing and is the neutral element of Union.
func EmptyBox() Box {
	return Box{Vec2{math.Inf(1), math.Inf(1)}, Vec2{math.Inf(-1), math.Inf(-1)}}
}

// Union returns the smallest box around both.
func (b Box) Union(c Box) Box { return Box{b.Min.Min(c.Min), b.Max.Max(c.Max)} }

// Include returns the smallest box around b and p.
func (b Box) Include(p Vec2) Box { return Box{b.Min.Min(p), b.Max.Max(p)} }

// Grow returns b with every side moved outward by r.
func (b Box) Grow(r float64) Box {
	r = float64(r) // a caller's product, once this is inlined
	return Box{Vec2{b.Min.X - r, b.Min.Y - r}, Vec2{b.Max.X + r, b.Max.Y + r}}
}

// Overlaps reports whether the boxes share a point; touching counts.
func (b Box) Overlaps(c Box) bool {
	return b.Min.X <= c.Max.X && c.Min.X <= b.Max.X && b.Min.Y <= c.Max.Y && c.Min.Y <= b.Max.Y
}

// Contains reports whether c lies inside b; shared sides count.
func (b Box) Contains(c Box) bool {
	return b.Min.X <= c.Min.X && b.Min.Y <= c.Min.Y && c.Max.X <= b.Max.X && c.Max.Y <= b.Max.Y
}

// ContainsPoint reports whether p lies in b; the border counts.
func (b Box) ContainsPoint(p Vec2) bool {
	return b.Min.X <= p.X && p.X <= b.Max.X && b.Min.Y <= p.Y && p.Y <= b.Max.Y
}

// Center returns the middle of b.
func (b Box) Center() Vec2 { return b.Min.Add(b.Max).Mul(0.5) }

// Extents returns half of width and height.
func (b Box) Extents() Vec2 { return b.Max.Sub(b.Min).Mul(0.5) }

// Valid reports whether the box is finite and not empty.
func (b Box) Valid() bool {
	return b.Min.Finite() && b.Max.Finite() && b.Min.X <= b.Max.X && b.Min.Y <= b.Max.Y
}

// Box32 is a Box in float32, which takes half the memory. Box.ToBox32 rounds outward, so a Box32
// always contains the box from which it was made.
type Box32 struct{ MinX, MinY, MaxX, MaxY float32 }

// ToBox32 rounds b outward to float32. Coordinates beyond the range of float32
// become infinite, which still contains them.
func (b Box) ToBox32() Box32 {
	return Box32{roundDown(b.Min.X), roundDown(b.Min.Y), roundUp(b.Max.X), roundUp(b.Max.Y)}
}

// ToBox returns b in float64.
func (b Box32) ToBox() Box {
	return Box{Vec2{float64(b.MinX), float64(b.MinY)}, Vec2{float64(b.MaxX), float64(b.MaxY)}}
}

// Overlaps reports whether the boxes share a point; touching counts.
func (b Box32) Overlaps(c Box32) bool {
	return b.MinX <= c.MaxX && c.MinX <= b.MaxX && b.MinY <= c.MaxY && c.MinY <= b.MaxY
}

// Contains reports whether c lies inside b; shared sides count.
func (b Box32) Contains(c Box32) bool {
	return b.MinX <= c.MinX && b.MinY <= c.MinY && c.MaxX <= b.MaxX && c.MaxY <= b.MaxY
}

// Union returns the smallest box around both.
func (b Box32) Union(c Box32) Box32 {
	return Box32{min(b.MinX, c.MinX), min(b.MinY, c.MinY), max(b.MaxX, c.MaxX), max(b.MaxY, c.MaxY)}
}

// roundDown returns the largest float32 that is not above x. The rounding of the conversion
// is unpredictable, so there is no branch on it.
func roundDown(x float64) float32 {
	f := float32(x)
	step := int32(0)
	if float64(f) > x {
		step = 1
	}
	return addULPs(f, -step)
}

// roundUp returns the smallest float32 that is not below x.
func roundUp(x float64) float32 {
	f := float32(x)
	step := int32(0)
	if float64(f) < x {
		step = 1
	}
	return addULPs(f, step)
}

// addULPs returns the float32 that is some steps above f, on the same side of zero. Read as
// integers, positive floats are in ascending order and negative floats in descending order.
func addULPs(f float32, ulps int32) float32 {
	b := int32(math.Float32bits(f))
	sign := b >> 31
	return math.Float32frombits(uint32(b + (ulps ^ sign) - sign))
}

// Ray is the segment from Origin to Origin + Translation. Casts report the place where they stop as
// a fraction of Translation in [0, 1].
type Ray struct{ Origin, Translation Vec2 }

// At returns the point at the given fraction.
func (r Ray) At(fraction float64) Vec2 { return r.Origin.MulAdd(fraction, r.Translation) }

// Box returns the box around the whole segment.
func (r Ray) Box() Box {
	end := r.Origin.Add(r.Translation)
	return Box{r.Origin.Min(end), r.Origin.Max(end)}
}
