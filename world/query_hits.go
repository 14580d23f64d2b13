package world

import (
	"github.com/go-gl/mathgl/mgl64"
)

// Overlap is a collider that shares points with the shape of a query.
type Overlap struct {
	Collider Collider
	Normal   mgl64.Vec2 // unit, out of the collider: moving the shape by Depth along it leaves the two touching
	Depth    float64    // m

	points     [2]mgl64.Vec2
	count      int
	separation float64 // m, negative
}

// Points returns the one or two points where a contact of the two would act, in the middle of the
// overlap.
func (o *Overlap) Points() []mgl64.Vec2 { return o.points[:o.count] }

// Nearby is a collider near the shape of a query. The collider is A of the separation: its
// Normal leads out of the collider.
type Nearby struct {
	Collider Collider
	Body     Body // that carries the collider
	Separation
}

// CastHit is the first touch of a ray or a moving shape and a collider. All its numbers are
// finite.
type CastHit struct {
	Collider Collider
	Point    mgl64.Vec2 // on the collider's surface, m; the origin of a ray that began inside
	// Normal is unit, out of the collider. For a ray that began inside it points back along the
	// ray. For a shape that overlapped from the start it is zero.
	Normal   mgl64.Vec2
	Fraction float64 // of the translation

	// If the cast began inside, Exit is the unit direction of the shortest way out of the collider
	// and Depth, m, is its length. Otherwise both are zero. For a compound they belong to the part
	// in which the cast began deepest.
	Exit  mgl64.Vec2
	Depth float64
}
