package geom

// ClosestOnSegment returns the point of the segment ab closest to p: a itself if
// the segment has no length.
func ClosestOnSegment(a, b, p Vec2) Vec2 {
	ab := b.Sub(a)
	along := p.Sub(a).Dot(ab)
	if !(along > 0) {
		return a
	}
	length := ab.LengthSquared()
	if along >= length {
		return b
	}
	return a.MulAdd(along/length, ab)
}

// SegmentsIntersect reports whether the closed segments ab and cd share a point; a
// touch counts, and a segment may be a single point. The answer is exact.
func SegmentsIntersect(a, b, c, d Vec2) bool {
	if !(Box{a.Min(b), a.Max(b)}).Overlaps(Box{c.Min(d), c.Max(d)}) {
		return false
	}
	abc, abd := Orient(a, b, c), Orient(a, b, d)
	cda, cdb := Orient(c, d, a), Orient(c, d, b)
	if oppositeSigns(abc, abd) && oppositeSigns(cda, cdb) {
		return true
	}
	return abc == 0 && inSegmentBox(a, b, c) || abd == 0 && inSegmentBox(a, b, d) ||
		cda == 0 && inSegmentBox(c, d, a) || cdb == 0 && inSegmentBox(c, d, b)
}

// SegmentsCross reports whether ab and cd cross in one point that is an end of
// neither. The answer is exact.
func SegmentsCross(a, b, c, d Vec2) bool {
	return oppositeSigns(Orient(a, b, c), Orient(a, b, d)) && oppositeSigns(Orient(c, d, a), Orient(c, d, b))
}

func oppositeSigns(s, t float64) bool { return s > 0 && t < 0 || s < 0 && t > 0 }

// inSegmentBox reports whether p lies in the box of ab; for a p on the line of ab
// that means on the segment.
func inSegmentBox(a, b, p Vec2) bool { return Box{a.Min(b), a.Max(b)}.ContainsPoint(p) }
