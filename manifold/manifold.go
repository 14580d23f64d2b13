package manifold

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Manifold says where and how two shapes touch, in the frame of shape A. The
// zero Manifold is no contact.
type Manifold struct {
	Normal geom.Vec2 // unit, from A towards B
	Points [2]Point  // the first Count are valid
	Count  int
}

// Point is one contact point.
type Point struct {
	Anchor     geom.Vec2 // half way between the two surfaces, in A's frame
	Separation float64   // distance along Normal; negative is overlap
	Feature    uint32    // names the pair of features, so that impulses persist
}

// Collide is the signature of every pair function: shapes a and b, b's pose in
// a's frame, and the distance up to which points that do not touch are wanted.
// It overwrites dst; where Count is zero, Normal and Points hold no meaning, for
// rejecting must not cost more than a few nanoseconds.
type Collide = func(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64)
