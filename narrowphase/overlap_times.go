package narrowphase

import (
	"math"

	"github.com/carom2d/carom/shape"
)

// OverlapTimes finds when two moving and rotating shapes begin and cease to overlap. It is scratch
// memory for any number of searches. The zero value is ready.
//
// If neither shape rotates, the shapes overlap for one interval of time: the relative motion is
// straight, and the Minkowski difference is convex. The interval begins at the time of impact, and
// it ends at the time of impact of the reversed motion. If a shape rotates, these two times are the
// first begin and the last end, and the time between them is searched for gaps. A step is depth
// over speed while the shapes overlap deeply, because the depth changes no faster than the shapes
// move. Other steps are strides within which a gap cannot become wider than the tolerance.
type OverlapTimes struct {
	_              [0]func() // not comparable, so no program has code for a comparison
	a, b           shape.Convex
	sweepA, sweepB Sweep
	speed          float64 // the signed distance changes no faster, m per motion
	bend, drift    float64 // a gap that opens and closes within the time h is no wider than (bend h + drift) h, m
	tolerance      float64
	cache          Cache
	segmentA       shape.Geometry // a two-sided copy of a, if a is a segment of a chain
	segmentB       shape.Geometry
}

// overlapPrecision is the distance, as a share of the tolerance, at which approaching shapes count
// as touching. It is so small that the time is exact in a slow approach too.
const overlapPrecision = 1e-4

// minOverlap is the length below which an overlap of rotating shapes does not count, as a
// fraction of the motion.
const minOverlap = 1.0 / (1 << 16)

// maxStrides bounds the number of strides through one motion.
const maxStrides = 512

// Moving is a shape in motion.
type Moving struct {
	shape.Convex
	Sweep Sweep
}

// Append appends the times, as fractions of the motion and in ascending order, at which the two
// shapes begin or cease to overlap. The caller says whether the shapes overlap before and after the
// motion. If the two differ, the number of times is odd. If the shapes overlap neither before nor
// after the motion and never touch, the number is zero. Gaps of rotating shapes that are nowhere
// wider than the tolerance (m, positive) do not count. The segments of chains have two sides here.
// The times of two half-planes are not searched for: the change is at the end.
func (s *OverlapTimes) Append(dst []float64, a, b *Moving, before, after bool, tolerance float64) []float64 {
	s.start(a, b, tolerance)
	if a.Kind == shape.KindHalfPlane && b.Kind == shape.KindHalfPlane {
		if before != after {
			dst = append(dst, 1)
		}
		return dst
	}
	first, low, high := len(dst), 0.0, 1.0
	if !before {
		t, ok := s.nextTouch(0)
		switch {
		case ok:
			low = t
		case after:
			return append(dst, 1)
		default:
			return dst
		}
	}
	if !after {
		if t, ok := s.lastTouch(); ok {
			high = max(low, t)
		} else {
			high = low
		}
	}
	turning := float64((float64(s.bend*(high-low))+s.drift)*(high-low)) > tolerance
	if !before && !after && !turning && !s.overlapAt(float64(0.5*(low+high))) {
		return dst
	}
	if !before {
		dst = append(dst, low)
	}
	if turning {
		dst = s.appendGaps(dst, low, high)
	}
	if !after {
		dst = append(dst, high)
	}
	if turning {
		dst = dropShort(dst, first)
	}
	return dst
}

// start begins the search for a pair.
func (s *OverlapTimes) start(a, b *Moving, tolerance float64) {
	sweepA, sweepB := &a.Sweep, &b.Sweep
	s.sweepA, s.sweepB, s.tolerance, s.cache = a.Sweep, b.Sweep, tolerance, Cache{}
	s.a, s.b = twoSided(a.Convex, &s.segmentA), twoSided(b.Convex, &s.segmentB)
	angleA, angleB := 0.0, 0.0
	if sweepA.Start.R != sweepA.End.R {
		angleA = math.Abs(sweepA.angle())
	}
	if sweepB.Start.R != sweepB.End.R {
		angleB = math.Abs(sweepB.angle())
	}
	v := sweepB.End.P.Sub(sweepA.End.P).Distance(sweepB.Start.P.Sub(sweepA.Start.P))
	distance := max(sweepA.Start.P.Distance(sweepB.Start.P), sweepA.End.P.Distance(sweepB.End.P))
	armA, armB := turningArm(&a.Convex, distance+turningArm(&b.Convex, 0)), turningArm(&b.Convex, distance+turningArm(&a.Convex, 0))
	// The velocity of a point of b in the frame of a, and of a point of a in the frame of b.
	fromA := v + float64(angleB*armB) + float64(angleA*(distance+armB))
	fromB := v + float64(angleA*armA) + float64(angleB*(distance+armA))
	switch {
	case a.Kind == shape.KindHalfPlane:
		s.speed = fromA
	case b.Kind == shape.KindHalfPlane:
		s.speed = fromB
	default:
		s.speed = min(fromA, fromB)
	}
	s.bend = float64(0.125 * (float64(angleA*float64(angleA*armA)) + float64(angleB*float64(angleB*armB))))
	s.drift = float64(0.25 * (float64(angleA*pointWay(&a.Convex, armA)) + float64(angleB*pointWay(&b.Convex, armB))))
}

// twoSided returns the shape, with a segment of a chain replaced by a two-sided segment.
func twoSided(c shape.Convex, segment *shape.Geometry) shape.Convex {
	if c.Kind == shape.KindChainSegment {
		*segment = *c.Geometry
		segment.Kind = shape.KindSegment
		c.Geometry = segment
	}
	return c
}

// turningArm returns the largest distance from the origin of the frame to a point that a rotation
// of the shape moves. A rotation about its centre does not move a circle, so for a circle only the
// centre counts. For a half-plane only the points near the other shape count.
func turningArm(c *shape.Convex, ofHalfPlane float64) float64 {
	switch c.Kind {
	case shape.KindHalfPlane:
		return ofHalfPlane
	case shape.KindCircle:
		return c.Center.Length()
	default:
		return c.Center.Length() + c.BoundingRadius
	}
}

// pointWay bounds the distance by which a point that rotates with a shape moves through the shape.
//
// Two shapes that overlap at both ends of a time h have a common point at each end. Let p and q be
// the places of these points in the frame of one of the shapes. A point that moves straight from p
// to q stays in the shape. In the world it leaves the straight line between the common points by at
// most an eighth of its second derivative, which is at most
//
//	w w h h |p| + 2 w h |q - p|
//
// for a rotation by w in the whole motion. The moving points of the two shapes are no farther from
// each other than the sum of both bounds, so the gap is no wider than this sum.
func pointWay(c *shape.Convex, arm float64) float64 {
	switch c.Kind {
	case shape.KindCircle:
		return 0
	case shape.KindHalfPlane:
		return 2 * arm
	default:
		return 2 * c.BoundingRadius
	}
}

// nextTouch returns the first time from t on at which the shapes touch.
func (s *OverlapTimes) nextTouch(t float64) (float64, bool) {
	a, b := Sweep{s.sweepA.At(t), s.sweepA.End}, Sweep{s.sweepB.At(t), s.sweepB.End}
	hit := TimeOfImpact(s.a, &a, s.b, &b, 0, float64(s.tolerance*overlapPrecision))
	return min(1, t+float64(hit.Time*(1-t))), hit.State == ReachedTarget || hit.State == Overlapped
}

// lastTouch returns the last time at which the shapes touch.
func (s *OverlapTimes) lastTouch() (float64, bool) {
	a, b := Sweep{s.sweepA.End, s.sweepA.Start}, Sweep{s.sweepB.End, s.sweepB.Start}
	hit := TimeOfImpact(s.a, &a, s.b, &b, 0, float64(s.tolerance*overlapPrecision))
	return 1 - hit.Time, hit.State == ReachedTarget || hit.State == Overlapped
}

func (s *OverlapTimes) overlapAt(t float64) bool {
	pose := s.sweepA.At(t).InverseMul(s.sweepB.At(t))
	return Intersects(s.a, s.b, &pose)
}

// appendGaps appends the end and the begin of every gap between two times at which the shapes
// touch.
func (s *OverlapTimes) appendGaps(dst []float64, low, high float64) []float64 {
	root := math.Sqrt(float64(s.drift*s.drift) + float64(4*float64(s.bend*s.tolerance)))
	stride := max(2*s.tolerance/(s.drift+root), 1.0/maxStrides)
	touching, t := low, low
	if low > 0 {
		t += stride // the depth at a touch is zero, so no step by depth would advance
	}
	for t < high {
		pose := s.sweepA.At(t).InverseMul(s.sweepB.At(t))
		var d Result
		signedDistance(&d, s.a, s.b, &pose, &s.cache, true)
		if d.Distance <= 0 {
			touching = t
			step := stride
			if depth := -d.Distance; float64(step*s.speed) < depth {
				step = depth / s.speed
			}
			t += step
			continue
		}
		end := s.lastOverlap(touching, t)
		begin, ok := s.nextTouch(t)
		if !ok || begin >= high {
			return append(dst, end, high)
		}
		dst = append(dst, end, begin)
		touching, t = begin, begin+stride
	}
	return dst
}

// lastOverlap returns the time at which an overlap ends, given a time on with the overlap and a
// time off without it.
func (s *OverlapTimes) lastOverlap(on, off float64) float64 {
	for range 24 {
		if middle := float64(0.5 * (on + off)); s.overlapAt(middle) {
			on = middle
		} else {
			off = middle
		}
	}
	return on
}

// dropShort removes changes that follow each other too soon, from the given place on: two shapes
// that pass within the precision touch without an overlap.
func dropShort(times []float64, first int) []float64 {
	kept := times[:first]
	for _, t := range times[first:] {
		if n := len(kept); n > first && t-kept[n-1] < minOverlap {
			kept = kept[:n-1]
		} else {
			kept = append(kept, t)
		}
	}
	return kept
}
