package manifold

import "github.com/carom2d/carom/geom"

// Manifold says where and how two shapes touch, in the frame of shape A. The
// zero Manifold is no contact.
type Manifold struct {
	Normal          geom.Vec2 // unit, from A towards B
	Points          [2]Point  // the first Count are valid
	Count           int
	Hint            FeatureHint // read and written by the search for the best face of two polygons
	SeparationBound float64     // if Count is zero: a lower bound of distance minus speculative distance, m; zero: not known
}

// FeatureHint is the face that had the largest separation of two polygons in the last step and most
// likely has it again. It is n for face n-1 of A, -n for face n-1 of B and zero for no face. It
// makes the search shorter. The result depends on it only where two faces are equally good to
// rounding.
type FeatureHint int32

// setEmpty makes the manifold empty, with a lower bound for the gap.
func (m *Manifold) setEmpty(gap float64) { m.Count, m.SeparationBound = 0, gap }

// Point is one contact point.
type Point struct {
	Anchor     geom.Vec2 // half way between the two surfaces, in A's frame
	Separation float64   // distance along Normal; negative is overlap
	Feature    uint32    // ID of the pair of features, so that impulses persist
}
