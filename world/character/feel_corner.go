package character

import (
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Corner is a shape on its way up, with the largest move aside by which its head may pass a corner
// that it only clips.
type Corner struct {
	Shape    shape.Convex // from shape.New
	Position mgl64.Vec2   // m
	Angle    float64      // rad
	Rise     mgl64.Vec2   // m, the way of the coming tick
	Reach    float64      // m, the farthest move aside
	Filter   world.QueryFilter
}

// cornerGap is the distance at which the shape passes the corner, as a share of its reach.
const cornerGap = 0.01

// Correct returns the move aside, m, perpendicular to Rise, after which the way up is free: the
// smallest such move to either side plus a hundredth of Reach. It returns false if nothing is in
// the way, or if the obstacle reaches farther than Reach on both sides. The way aside is free too.
// Correct changes nothing: the game moves its character by the result.
func (q Corner) Correct(w *world.World) (aside mgl64.Vec2, ok bool) {
	if !q.blocked(w, q.Position, q.Rise) {
		return mgl64.Vec2{}, false
	}
	rise := q.Rise.Len()
	if rise == 0 {
		return mgl64.Vec2{}, false
	}
	left := mgl64.Vec2{-q.Rise[1], q.Rise[0]}.Mul(q.Reach / rise)
	toLeft, leftOK := q.past(w, left)
	toRight, rightOK := q.past(w, left.Mul(-1))
	switch {
	case leftOK && (!rightOK || toLeft <= toRight):
		return left.Mul(toLeft), true
	case rightOK:
		return left.Mul(-toRight), true
	}
	return mgl64.Vec2{}, false
}

func (q Corner) blocked(w *world.World, from, way mgl64.Vec2) bool {
	_, hit := w.ShapeCast(q.Shape, from, q.Angle, way, q.Filter)
	return hit
}

// past returns the share of a full move aside that leads past the corner. The shape moves aside all
// the way, then up, and from there back until it hits the corner from the other side.
func (q Corner) past(w *world.World, aside mgl64.Vec2) (share float64, ok bool) {
	beside := q.Position.Add(aside)
	if q.blocked(w, q.Position, aside) || q.blocked(w, beside, q.Rise) {
		return 0, false
	}
	hit, met := w.ShapeCast(q.Shape, beside.Add(q.Rise), q.Angle, aside.Mul(-1), q.Filter)
	if !met {
		return 1, true
	}
	share = min(1-hit.Fraction+cornerGap, 1)
	return share, !q.blocked(w, q.Position.Add(aside.Mul(share)), q.Rise)
}
