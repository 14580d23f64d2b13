package world

import (
	"iter"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// OverlapBox yields the colliders that share a point with a box, in ascending order of
// their IDs. Sides may be infinite. A box whose lower corner is not below
// its upper overlaps nothing. The colliders are found before the first is yielded, so
// the loop may change the world; colliders that it destroys are left out.
func (s *space) OverlapBox(lower, upper mgl64.Vec2, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { s.overlapBox(lower, upper, filter, yield) }
}

func (s *space) overlapBox(lower, upper mgl64.Vec2, filter QueryFilter, yield func(Collider) bool) {
	box, ok := s.queryBox(lower, upper)
	if !ok {
		return
	}
	q := s.beginQuery(filter)
	q.boxCorners = [4]geom.Vec2{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}
	q.boxGeometry = shape.Geometry{Kind: shape.KindPolygon, Count: 4, Center: box.Center(), BoundingRadius: box.Extents().Length()}
	q.shape, q.pose = shape.Convex{Geometry: &q.boxGeometry, Arena: &q.boxArena}, geom.IdentityTransform
	q.findOverlaps(box)
	s.endQuerying(q.began)
	q.yieldColliders(yield)
	q.end()
}

// queryBox returns a box without infinite sides, and whether its lower corner is below its
// upper.
func (s *space) queryBox(lower, upper mgl64.Vec2) (box geom.Box, ok bool) {
	box = geom.Box{Min: geom.From(lower), Max: geom.From(upper)}
	if !(box.Min.X <= box.Max.X && box.Min.Y <= box.Max.Y) {
		return box, false
	}
	// No collider lies farther out: positions are bounded to half of it.
	limit := 2 * maxPosition * s.lengthUnit
	corner := geom.Vec2{X: limit, Y: limit}
	return geom.Box{Min: box.Min.Max(corner.Neg()).Min(corner), Max: box.Max.Max(corner.Neg()).Min(corner)}, true
}

// AppendColliders appends the colliders to dst whose bounds share a point with a box, in
// ascending order of their IDs: candidates for Collider.Distance and the like. Sides may be
// infinite. It is faster than OverlapBox, which tests the shapes themselves.
func (s *space) AppendColliders(dst []Collider, lower, upper mgl64.Vec2, filter QueryFilter) []Collider {
	box, ok := s.queryBox(lower, upper)
	if !ok {
		return dst
	}
	q := s.beginQuery(filter)
	q.findBounds(box)
	s.endQuerying(q.began)
	for i, c := range q.colliders {
		q.colliders[i] = s.colliderAt(s.shapes.SlotOf(c.id))
	}
	q.sortColliders()
	dst = append(dst, q.colliders...)
	q.end()
	return dst
}

// StaticChanges returns a number that rises whenever a collider of a static body comes, goes, or
// gets another place, shape, filter or one-way direction. The static colliders in a result of
// AppendColliders are valid while the number is the same. A program that queries the same place in
// every tick can keep them, and query only the others with QueryFilter.NoStatic.
func (w *World) StaticChanges() uint64 {
	w.checkReadable()
	return w.builder.StaticChanges() + w.restores
}

// findBounds finds the colliders whose bounds share a point with a box.
func (q *query) findBounds(box geom.Box) {
	q.box = box
	if q.visitBounds == nil {
		q.visitBounds = q.onBounds
	}
	q.s.boxes.Query(q.filter.classes(), box.ToBox32(), q.filter.Mask, q.visitBounds)
}

// onBounds finds colliders; it finds each part of a compound separately.
func (q *query) onBounds(i uint32) bool {
	s, c := q.s, state.ColliderSlot(i)
	if s.queryAccepts(&q.filter, c) && shape.BoxOf(s.shapes.Convex(c), *s.poseOf(c)).Overlaps(q.box) {
		q.colliders = append(q.colliders, Collider{s.world, s.shapes.Meta[c].ID})
	}
	return true
}

// sortColliders orders the results by ID and leaves out repeated ones: the order of visits depends
// on the shape of the tree, and a compound is found by each of its parts.
func (q *query) sortColliders() {
	if len(q.colliders) < 2 {
		return
	}
	slices.SortFunc(q.colliders, q.s.compareColliders)
	q.colliders = slices.Compact(q.colliders)
}

// OverlapPoint yields the colliders that contain a point, as OverlapBox does.
func (s *space) OverlapPoint(point mgl64.Vec2, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { s.overlapPoint(point, filter, yield) }
}

func (s *space) overlapPoint(point mgl64.Vec2, filter QueryFilter, yield func(Collider) bool) {
	p := geom.From(point)
	if !p.Finite() {
		return
	}
	q := s.beginQuery(filter)
	q.point = p
	if q.visitPoint == nil {
		q.visitPoint = q.onPoint
	}
	s.boxes.Query(q.filter.classes(), geom.Box{Min: p, Max: p}.ToBox32(), q.filter.Mask, q.visitPoint)
	s.endQuerying(q.began)
	q.yieldColliders(yield)
	q.end()
}

func (q *query) onPoint(i uint32) bool {
	s, c := q.s, state.ColliderSlot(i)
	if s.queryAccepts(&q.filter, c) && shape.Contains(s.shapes.Convex(c), s.poseOf(c).ApplyInverse(q.point)) {
		q.colliders = append(q.colliders, s.colliderAt(c))
	}
	return true
}

// OverlapShape yields the colliders that share a point with a shape at a position (m) and angle
// (rad), as OverlapBox does. Numbers that are not finite or beyond 1e9 length units overlap
// nothing. The shape comes from shape.New.
func (s *space) OverlapShape(probe shape.Convex, position mgl64.Vec2, angle float64, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { s.overlapShape(probe, position, angle, filter, yield) }
}

func (s *space) overlapShape(probe shape.Convex, position mgl64.Vec2, angle float64, filter QueryFilter, yield func(Collider) bool) {
	q := s.beginQuery(filter)
	if q.place(probe, position, angle) {
		q.findOverlaps(shape.BoxOf(q.shape, q.pose))
	}
	s.endQuerying(q.began)
	q.yieldColliders(yield)
	q.end()
}

// findOverlaps finds the colliders that share a point with the shape of the query. The box is the
// box of the shape.
func (q *query) findOverlaps(box geom.Box) {
	if q.visitShape == nil {
		q.visitShape = q.onShape
	}
	q.s.boxes.Query(q.filter.classes(), box.ToBox32(), q.filter.Mask, q.visitShape)
}

func (q *query) onShape(i uint32) bool {
	s, c := q.s, state.ColliderSlot(i)
	if !s.queryAccepts(&q.filter, c) {
		return true
	}
	rel := q.pose.InverseMul(*s.poseOf(c))
	if narrowphase.Intersects(q.shape, s.shapes.Convex(c), &rel) {
		q.colliders = append(q.colliders, s.colliderAt(c))
	}
	return true
}

// yieldColliders yields the results, except for colliders destroyed meanwhile.
func (q *query) yieldColliders(yield func(Collider) bool) {
	q.sortColliders()
	for _, c := range q.colliders {
		if q.s.stillThere(c) && !yield(c) {
			return
		}
	}
}
