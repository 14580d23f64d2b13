package broadphase

import "github.com/carom2d/carom/geom"

// CirclesOverlap is the second stage of the broadphase: it culls pairs whose boxes overlap and
// whose bounding circles do not. It reports whether two circles share a point. The vector between
// leads from one centre to the other. The length reach is the sum of the radii and of any gap that
// still counts as touching.
//
// A caller with shapes passes the circles around the shapes, which are smaller than the circles
// around their boxes. Brute knows boxes only, so it tests the circles around the boxes before it
// compares the boxes.
func CirclesOverlap(between geom.Vec2, reach float64) bool {
	return between.LengthSquared() <= float64(reach*reach)
}
