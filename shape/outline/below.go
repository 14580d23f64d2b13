package outline

import "github.com/carom2d/carom/geom"

// Scratch is memory for Below. The zero Scratch is ready to use. It belongs to one caller at a
// time.
type Scratch struct{ strip, wet []Piece }

// Below appends the outline of the part of a convex outline that lies below a surface, through
// points of ascending X. One point is a level surface. Without points the whole outline lies below.
// The surface goes on level beyond its first and its last point.
//
// Where the surface bends, the part is cut along the vertical, because pieces of it must be convex:
// the list is one closed outline after another, and its moments are the moments of the whole. Cut
// is set for the lines along the surface and for these vertical lines.
func Below(dst, src []Piece, surface []geom.Vec2, s *Scratch) []Piece {
	if len(surface) == 0 {
		return append(dst, src...)
	}
	if len(src) == 0 {
		return dst
	}
	box := BoxOf(src)
	first, last := crossed(surface, box)
	for i := first; i <= last; i++ {
		strip := src
		if first != last {
			s.strip = appendStrip(s.strip[:0], src, surface, i, s)
			strip = s.strip
		}
		dst = Clip(dst, strip, surfaceSide(surface, i))
	}
	return dst
}

// crossed returns the first and the last interval of a surface that a box reaches: interval i
// ends at point i, and the last one has no end.
func crossed(surface []geom.Vec2, box geom.Box) (first, last int) {
	for first < len(surface) && surface[first].X <= box.Min.X {
		first++
	}
	last = first
	for last < len(surface) && surface[last].X < box.Max.X {
		last++
	}
	return first, last
}

// surfaceSide returns the side below the surface in interval i.
func surfaceSide(surface []geom.Vec2, i int) Side {
	if i == 0 || i == len(surface) {
		return Side{Point: surface[min(i, len(surface)-1)], Normal: geom.Vec2{Y: 1}}
	}
	return Side{Point: surface[i-1], Normal: surface[i].Sub(surface[i-1]).LeftPerp()}
}

// appendStrip appends the part of an outline in interval i.
func appendStrip(dst, src []Piece, surface []geom.Vec2, i int, s *Scratch) []Piece {
	if i > 0 {
		s.wet = Clip(s.wet[:0], src, Side{Point: surface[i-1], Normal: geom.Vec2{X: -1}})
		src = s.wet
	}
	if i < len(surface) {
		dst = Clip(dst, src, Side{Point: surface[i], Normal: geom.Vec2{X: 1}})
	} else {
		dst = append(dst, src...)
	}
	return dst
}
