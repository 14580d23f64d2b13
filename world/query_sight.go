package world

import (
	"iter"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// AppendVisibility appends the visibility polygon of a point to dst: the region that a lamp there
// lights, or an eye sees, up to radius, m. The polygon is counter-clockwise and begins along the x
// axis. Colliders that the filter finds are obstacles; their near sides are part of the polygon's
// border. QueryFilter.Ignore leaves out the body that carries the lamp.
//
// The shadows are exact to rounding: the visibility polygon keeps the corners of polygons and the
// points at which a line of sight is tangent to a curved border. Between these points chords
// replace a curved border. They lie inside it by at most 1/500 of its bounding radius. Chords also
// replace the circle of the radius, at most 1/1000 of the radius inside.
//
// Light passes a chain from behind, as rays do, and passes along a line without width. A point
// within 1e-9 length units of a border, or 1.5e-14 of its coordinates, counts as slightly outside:
// the view is from a point four times as far before the border. From inside a collider nothing is
// visible and nothing is appended, unless the filter's Inside rule is not InsideHits: then that
// collider is no obstacle. Numbers that are not finite or beyond 1e9 length units, and a radius
// that is not above zero, append nothing.
//
// With n edges the work is O(n log n).
func (s *space) AppendVisibility(dst []mgl64.Vec2, point mgl64.Vec2, radius float64, filter QueryFilter) []mgl64.Vec2 {
	q := s.beginQuery(filter)
	if q.look(point, radius) {
		q.seen = q.sight.AppendPolygon(q.seen[:0])
		for _, v := range q.seen {
			dst = append(dst, v.Mgl())
		}
	}
	s.endQuerying(q.began)
	q.end()
	return dst
}

// VisibleColliders yields the colliders that are partly visible from a point within radius, m, by
// ascending ID: the colliders whose border is part of the visibility polygon. See AppendVisibility.
func (s *space) VisibleColliders(point mgl64.Vec2, radius float64, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { s.eachVisible(point, radius, filter, yield) }
}

func (s *space) eachVisible(point mgl64.Vec2, radius float64, filter QueryFilter, yield func(Collider) bool) {
	q := s.beginQuery(filter)
	n := 0
	if q.look(point, radius) {
		q.numbers = q.sight.AppendSeen(q.numbers[:0])
		for _, i := range q.numbers {
			q.colliders[n] = s.colliderAt(s.shapes.SlotOf(q.colliders[i].id))
			n++
		}
	}
	q.colliders = q.colliders[:n]
	s.endQuerying(q.began)
	q.yieldColliders(yield)
	q.end()
}

// eyeGap is the distance, in length units, within which a point counts as on a border.
const eyeGap = 1e-9

// look finds the visible obstacles. The numbers of the obstacles are indices in q.colliders. It
// reports false if nothing is visible, not even the circle of the radius.
func (q *query) look(point mgl64.Vec2, radius float64) bool {
	in, eye := q.s, geom.From(point)
	limit := maxPosition * in.lengthUnit
	if in.checkPosition("Point", eye) != nil || !(radius > 0 && radius <= limit) {
		return false
	}
	q.findBounds(geom.Box{Min: eye, Max: eye}.Grow(radius))
	slices.SortFunc(q.colliders, in.compareColliders)
	q.sight.Begin(eye, radius)
	for _, c := range q.colliders {
		slot := in.shapes.SlotOf(c.id)
		q.sight.AddPart(in.shapes.Convex(slot), in.poseOf(slot), int32(in.shapes.WholeOf(slot)))
	}
	return q.sight.Look(float64(eyeGap*in.lengthUnit), q.filter.Inside != InsideHits)
}
