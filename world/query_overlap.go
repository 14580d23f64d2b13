package world

import (
	"cmp"
	"iter"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// OverlapBox yields the colliders that share a point with a box, in an order that is
// the same in every run. Sides may be infinite. A box whose lower corner is not below
// its upper overlaps nothing. The colliders are found before the first is yielded, so
// the loop may change the world; colliders that it destroys are left out.
func (w *World) OverlapBox(lower, upper mgl64.Vec2, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { w.eachInBox(lower, upper, filter, yield) }
}

func (w *World) eachInBox(lower, upper mgl64.Vec2, filter QueryFilter, yield func(Collider) bool) {
	box, ok := w.queryBox(lower, upper)
	if !ok {
		return
	}
	q := w.beginQuery(filter)
	q.boxCorners = [4]geom.Vec2{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}
	q.boxGeometry = shape.Geometry{Kind: shape.KindPolygon, Count: 4, Center: box.Center(), BoundingRadius: box.Extents().Length()}
	q.shape, q.pose = shape.Convex{Geometry: &q.boxGeometry, Arena: &q.boxArena}, geom.IdentityTransform
	w.pipeline.Broadphase.Query(box.ToBox32(), q.filter.Mask, q.visitShape)
	w.endQuerying(q.began)
	q.yieldColliders(yield)
	q.end()
}

// queryBox returns a box without infinite sides, and whether its lower corner is below its
// upper.
func (w *World) queryBox(lower, upper mgl64.Vec2) (box geom.Box, ok bool) {
	box = geom.Box{Min: geom.From(lower), Max: geom.From(upper)}
	if !(box.Min.X <= box.Max.X && box.Min.Y <= box.Max.Y) {
		return box, false
	}
	// No collider lies farther out: positions are bounded to half of it.
	limit := 2 * maxPosition * w.config.LengthUnit
	corner := geom.Vec2{X: limit, Y: limit}
	return geom.Box{Min: box.Min.Max(corner.Neg()).Min(corner), Max: box.Max.Max(corner.Neg()).Min(corner)}, true
}

// AppendColliders appends the colliders to dst whose bounds share a point with a box, in
// ascending order of their IDs: candidates for Collider.Distance and the like. Sides may be
// infinite. It is faster than OverlapBox, which tests the shapes themselves.
func (w *World) AppendColliders(dst []Collider, lower, upper mgl64.Vec2, filter QueryFilter) []Collider {
	box, ok := w.queryBox(lower, upper)
	if !ok {
		return dst
	}
	q := w.beginQuery(filter)
	q.box = box
	w.pipeline.Broadphase.Query(box.ToBox32(), q.filter.Mask, q.visitBounds)
	w.endQuerying(q.began)
	slices.SortFunc(q.colliders, compareColliders)
	dst = append(dst, q.colliders...)
	q.end()
	return dst
}

func compareColliders(a, b Collider) int { return cmp.Compare(a.id, b.id) }

func (q *query) onBounds(i uint32) bool {
	w, c := q.w, state.ColliderSlot(i)
	if w.queryAccepts(&q.filter, c) && shape.BoxOf(w.shapes.Convex(c), *w.poseOf(c)).Overlaps(q.box) {
		q.colliders = append(q.colliders, w.colliderAt(c))
	}
	return true
}

// OverlapPoint yields the colliders that contain a point, as OverlapBox does.
func (w *World) OverlapPoint(point mgl64.Vec2, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { w.eachAtPoint(point, filter, yield) }
}

func (w *World) eachAtPoint(point mgl64.Vec2, filter QueryFilter, yield func(Collider) bool) {
	p := geom.From(point)
	if !p.Finite() {
		return
	}
	q := w.beginQuery(filter)
	q.point = p
	w.pipeline.Broadphase.Query(geom.Box{Min: p, Max: p}.ToBox32(), q.filter.Mask, q.visitPoint)
	w.endQuerying(q.began)
	q.yieldColliders(yield)
	q.end()
}

func (q *query) onPoint(i uint32) bool {
	w, c := q.w, state.ColliderSlot(i)
	if w.queryAccepts(&q.filter, c) && shape.Contains(w.shapes.Convex(c), w.poseOf(c).ApplyInverse(q.point)) {
		q.colliders = append(q.colliders, w.colliderAt(c))
	}
	return true
}

// OverlapShape yields the colliders that share a point with a shape at a position (m)
// and angle (rad), as OverlapBox does. Numbers that are not finite, or beyond 1e9 length
// units, overlap nothing. The shape comes from shape.New.
func (w *World) OverlapShape(s shape.Convex, position mgl64.Vec2, angle float64, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { w.eachInShape(s, position, angle, filter, yield) }
}

func (w *World) eachInShape(s shape.Convex, position mgl64.Vec2, angle float64, filter QueryFilter, yield func(Collider) bool) {
	q := w.beginQuery(filter)
	if q.place(s, position, angle) {
		w.pipeline.Broadphase.Query(shape.BoxOf(q.shape, q.pose).ToBox32(), q.filter.Mask, q.visitShape)
	}
	w.endQuerying(q.began)
	q.yieldColliders(yield)
	q.end()
}

func (q *query) onShape(i uint32) bool {
	w, c := q.w, state.ColliderSlot(i)
	if !w.queryAccepts(&q.filter, c) {
		return true
	}
	rel := q.pose.InverseMul(*w.poseOf(c))
	if narrowphase.Intersects(q.shape, w.shapes.Convex(c), &rel) {
		q.colliders = append(q.colliders, w.colliderAt(c))
	}
	return true
}

// yieldColliders yields the results, but for colliders destroyed meanwhile.
func (q *query) yieldColliders(yield func(Collider) bool) {
	for _, c := range q.colliders {
		if c.Valid() && !yield(c) {
			return
		}
	}
}
