package draw

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
)

// flatness is the largest distance, in pixels, of a polygon from the curve that it
// approximates: far below the resolution of anti-aliasing.
const flatness = 0.02

// appendDisc appends a polygon close to the circle to dst, counter-clockwise.
// Coordinates are pixels.
func appendDisc(dst []geom.Vec2, center geom.Vec2, radius float64) []geom.Vec2 {
	n := discSides(radius)
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		dst = append(dst, geom.Vec2{X: center.X + radius*c, Y: center.Y + radius*s})
	}
	return dst
}

// discSides returns the number of sides that keep the polygon of a circle within flatness.
// A side of angle 2a departs by r (1 - cos a), about r a^2 / 2. From 32 sides on the area
// is exact within 0.7 %.
func discSides(radius float64) int {
	n := math.Ceil(math.Pi / math.Sqrt(2*flatness/math.Max(radius, flatness)))
	return int(math.Min(math.Max(n, 32), 4096))
}

// appendThickLine appends a line of the given half width as a quadrilateral, its ends
// lengthened by half width so that lines which share an end close the corner.
func appendThickLine(dst []geom.Vec2, a, b geom.Vec2, half float64) []geom.Vec2 {
	along, length := b.Sub(a).Unit()
	if length == 0 {
		along = geom.Vec2{X: 1}
	}
	along = along.Mul(half)
	side := along.LeftPerp()
	return append(dst,
		a.Sub(along).Sub(side), b.Add(along).Sub(side),
		b.Add(along).Add(side), a.Sub(along).Add(side))
}

// appendInset appends the polygon moved inward by width, mitred at its corners. It appends
// nothing when no interior is left: the polygon is then all outline. The polygon must be
// convex; its winding is kept.
func appendInset(dst, polygon []geom.Vec2, width float64) []geom.Vec2 {
	n := len(polygon)
	area, half := signedArea(polygon), boxOf(polygon).Extents()
	if n < 3 || area == 0 || min(half.X, half.Y) <= width {
		return dst
	}
	inward := math.Copysign(width, area)
	start := len(dst)
	before := edgeNormal(polygon[n-1], polygon[0])
	for i, p := range polygon {
		after := edgeNormal(p, polygon[(i+1)%n])
		// Both sides move by width, so the corner moves along the sum of the
		// normals by width / (1 + cos of the angle between them).
		turn := math.Max(1+before.Dot(after), 0.1)
		dst = append(dst, p.MulAdd(inward/turn, before.Add(after)))
		before = after
	}
	if turnedSide(polygon, dst[start:]) {
		dst = appendClippedInset(dst[:start], polygon, inward)
	}
	if inset := signedArea(dst[start:]); inset*area <= 0 || !contains(polygon, dst[start:]) {
		return dst[:start]
	}
	return dst
}

// turnedSide reports whether a side of the inset runs against its side of the polygon: the
// corners of a side that is too short for the width pass each other.
func turnedSide(polygon, inset []geom.Vec2) bool {
	n := len(polygon)
	for i, p := range polygon {
		j := (i + 1) % n
		if inset[j].Sub(inset[i]).Dot(polygon[j].Sub(p)) < 0 {
			return true
		}
	}
	return false
}

// appendClippedInset appends the part of the polygon on the inner side of all its sides, each
// moved by inward along its left normal. Sides that vanish are left out.
func appendClippedInset(dst, polygon []geom.Vec2, inward float64) []geom.Vec2 {
	start := len(dst)
	dst = append(dst, polygon...)
	for i, p := range polygon {
		normal := edgeNormal(p, polygon[(i+1)%len(polygon)]).Mul(math.Copysign(1, inward))
		end := len(dst)
		for k, a := range dst[start:end] {
			b := dst[start+(k+1)%(end-start)]
			inA := a.Sub(p).Dot(normal) - math.Abs(inward)
			inB := b.Sub(p).Dot(normal) - math.Abs(inward)
			if inA >= 0 {
				dst = append(dst, a)
			}
			if (inA < 0) != (inB < 0) {
				dst = append(dst, a.Lerp(b, inA/(inA-inB)))
			}
		}
		dst = slices.Delete(dst, start, end)
	}
	return dst
}

// edgeNormal returns the unit normal to the left of the edge, or zero.
func edgeNormal(a, b geom.Vec2) geom.Vec2 {
	n, _ := b.Sub(a).Unit()
	return n.LeftPerp()
}

// signedArea is positive for counter-clockwise points.
func signedArea(points []geom.Vec2) float64 {
	sum := 0.0
	for i := 2; i < len(points); i++ {
		sum += points[i-1].Sub(points[0]).Cross(points[i].Sub(points[0]))
	}
	return sum / 2
}

// contains reports whether the box of inner lies in the box of outer. An inset that has
// turned inside out extends beyond it.
func contains(outer, inner []geom.Vec2) bool {
	return boxOf(outer).Contains(boxOf(inner))
}

func boxOf(points []geom.Vec2) geom.Box {
	box := geom.EmptyBox()
	for _, p := range points {
		box = box.Include(p)
	}
	return box
}

// appendClipped appends the part of the polygon inside the box to dst, side by
// side (Sutherland and Hodgman, 1974). Far corners, of half planes above all,
// would otherwise be lost in the rasterizer's float32.
func appendClipped(dst, polygon []geom.Vec2, box geom.Box, buffer []geom.Vec2) (clipped, scratch []geom.Vec2) {
	start := len(dst)
	dst = append(dst, polygon...)
	if box.Contains(boxOf(polygon)) {
		return dst, buffer
	}
	for side := range 4 {
		buffer = append(buffer[:0], dst[start:]...)
		dst = dst[:start]
		for i, b := range buffer {
			a := buffer[(i+len(buffer)-1)%len(buffer)]
			da, db := outsideDistance(a, box, side), outsideDistance(b, box, side)
			if (da > 0) != (db > 0) {
				dst = append(dst, onSide(a.Lerp(b, da/(da-db)), box, side))
			}
			if db <= 0 {
				dst = append(dst, b)
			}
		}
	}
	return dst, buffer
}

// onSide moves p onto the line of one side of the box. The rounding of a point between two points
// far away may be larger than the box.
func onSide(p geom.Vec2, box geom.Box, side int) geom.Vec2 {
	switch side {
	case 0:
		p.X = box.Min.X
	case 1:
		p.X = box.Max.X
	case 2:
		p.Y = box.Min.Y
	default:
		p.Y = box.Max.Y
	}
	return p
}

// outsideDistance returns how far p lies outside one side of the box.
func outsideDistance(p geom.Vec2, box geom.Box, side int) float64 {
	switch side {
	case 0:
		return box.Min.X - p.X
	case 1:
		return p.X - box.Max.X
	case 2:
		return box.Min.Y - p.Y
	default:
		return p.Y - box.Max.Y
	}
}
