package world

import (
	"iter"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// AppendVisibility appends the visibility polygon of a point to dst: what a lamp there lights,
// or an eye sees, up to radius, m. The polygon is counter-clockwise and begins along the
// x axis. Colliders that the filter finds are obstacles; the near sides of them belong to
// the polygon's border. QueryFilter.Ignore leaves out the body that carries the lamp.
//
// The shadows are exact to rounding: polygons keep their corners, and curved borders the
// points at which the line of sight passes them. Between these a curved border is replaced
// by chords, which lie inside it by at most 1/500 of its bounding radius, and the circle of
// the radius by chords 1/1000 of the radius inside.
//
// Light passes chains from behind, as rays do, and along a line without width. A point
// within 1e-9 length units of a border counts as a few of them outside. From inside a
// collider nothing is seen, and nothing is appended, unless the filter's Inside rule is
// another than InsideHits: then that collider is no obstacle. Numbers that are not finite,
// or beyond 1e9 length units, and a radius that is not above zero append nothing.
//
// With n edges the work is O(n log n).
func (w *World) AppendVisibility(dst []mgl64.Vec2, point mgl64.Vec2, radius float64, filter QueryFilter) []mgl64.Vec2 {
	return w.appendVisibility(dst, point, radius, filter)
}

func (s *space) appendVisibility(dst []mgl64.Vec2, point mgl64.Vec2, radius float64, filter QueryFilter) []mgl64.Vec2 {
	q := s.beginQuery(filter)
	if pieces, ok := q.look(point, radius); ok {
		dst = q.sight.appendPolygon(dst, pieces)
	}
	s.endQuerying(q.began)
	q.end()
	return dst
}

// VisibleColliders yields the colliders of which some part is seen from a point within
// radius, m, by ascending ID: those whose border is part of the visibility polygon. See
// AppendVisibility.
func (w *World) VisibleColliders(point mgl64.Vec2, radius float64, filter QueryFilter) iter.Seq[Collider] {
	return func(yield func(Collider) bool) { w.eachVisible(point, radius, filter, yield) }
}

func (s *space) eachVisible(point mgl64.Vec2, radius float64, filter QueryFilter, yield func(Collider) bool) {
	q := s.beginQuery(filter)
	pieces, _ := q.look(point, radius)
	q.colliders = q.colliders[:0]
	for i := range pieces {
		q.colliders = append(q.colliders, q.sight.edges[pieces[i].edge].collider)
	}
	s.endQuerying(q.began)
	slices.SortFunc(q.colliders, q.s.compareColliders)
	q.colliders = slices.Compact(q.colliders)
	q.yieldColliders(yield)
	q.end()
}

// look finds the pieces of edges that are seen. It reports false if nothing is, not even
// the circle of the radius.
func (q *query) look(point mgl64.Vec2, radius float64) ([]sightPiece, bool) {
	in, s := q.s, &q.sight
	s.eye, s.radius = geom.From(point), radius
	limit := maxPosition * in.lengthUnit
	if in.checkPosition("Point", s.eye) != nil || !(radius > 0 && radius <= limit) {
		return nil, false
	}
	reach := geom.Box{Min: s.eye, Max: s.eye}.Grow(radius)
	q.box = reach
	in.boxes.Query(reach.ToBox32(), q.filter.Mask, q.visitBounds)
	slices.SortFunc(q.colliders, q.s.compareColliders)
	if !q.stepOutside() {
		return nil, false
	}
	s.edges, s.pieces, s.ends = s.edges[:0], s.pieces[:0], s.ends[:0]
	for _, c := range q.colliders {
		slot := in.shapes.SlotOf(c.id)
		s.addObstacle(in.shapes.Convex(slot), in.poseOf(slot), c)
	}
	return s.lowerEnvelope(), true
}

const (
	eyeGap        = 1e-9    // length units, how near a border counts as on it
	eyeGapUlps    = 0x1p-46 // the same, in coordinates of the eye
	eyeStep       = 4       // gaps, how far an eye on a border steps out
	eyeDirections = 64
)

// stepOutside moves an eye on a border a little before it. Colliders that contain the eye
// are no obstacles, or report false, by the filter's rule.
func (q *query) stepOutside() bool {
	in, s := q.s, &q.sight
	gap := float64(eyeGap*in.lengthUnit) + float64(eyeGapUlps*max(math.Abs(s.eye.X), math.Abs(s.eye.Y)))
	var exits geom.Vec2
	touching := false
	outside := func(c Collider) bool {
		distance, exit := in.gapToEye(in.shapes.SlotOf(c.id), s.eye, gap)
		if distance < gap/2 && distance >= -gap {
			exits, touching = exits.Add(exit), true
		}
		return distance >= -gap
	}
	if !q.keepObstacles(outside) {
		return false
	}
	if !touching {
		return true
	}
	eye := s.eye
	out, length := exits.Unit()
	if length == 0 {
		out = firstDirection
	}
	// In a corner between borders the sum of the ways out may lead nowhere: then the first
	// direction of many that leads out.
	for i := range eyeDirections {
		s.eye = eye.MulAdd(eyeStep*gap, geom.RotFromAngle(2*math.Pi/eyeDirections*float64(i)).Apply(out))
		if q.isOutside(gap) {
			return true
		}
	}
	s.eye = eye
	return q.keepObstacles(func(c Collider) bool {
		distance, _ := in.gapToEye(in.shapes.SlotOf(c.id), eye, gap)
		return distance >= gap/2
	})
}

// isOutside reports whether the eye lies before the borders of all colliders.
func (q *query) isOutside(gap float64) bool {
	for _, c := range q.colliders {
		if distance, _ := q.s.gapToEye(q.s.shapes.SlotOf(c.id), q.sight.eye, 2*eyeStep*gap); distance < gap/4 {
			return false
		}
	}
	return true
}

// keepObstacles takes out the colliders that the eye is not outside of, or reports that
// there are some and the filter wants them.
func (q *query) keepObstacles(outside func(Collider) bool) bool {
	kept := 0
	for _, c := range q.colliders {
		if outside(c) {
			q.colliders[kept] = c
			kept++
		} else if q.filter.Inside == InsideHits {
			return false
		}
	}
	q.colliders = q.colliders[:kept]
	return true
}

// appendPolygon appends the outline of what is seen: the pieces, and arcs of the circle of
// the radius between them.
func (s *sight) appendPolygon(dst []mgl64.Vec2, pieces []sightPiece) []mgl64.Vec2 {
	start := len(dst)
	turn, direction := 0.0, firstDirection
	for i := range pieces {
		p := &pieces[i]
		if p.from > turn {
			dst = s.appendArc(dst, start, direction, p.fromPoint, p.from-turn)
		}
		e := &s.edges[p.edge]
		dst = s.appendSeen(dst, start, e.at(p.fromPoint))
		dst = s.appendSeen(dst, start, e.at(p.toward))
		turn, direction = p.to, p.toward
	}
	if turn < fullTurn {
		dst = s.appendArc(dst, start, direction, firstDirection, fullTurn-turn)
	}
	if n := len(dst) - 1; n > start && dst[n] == dst[start] {
		dst = dst[:n]
	}
	return dst
}

// appendSeen appends a point that is given relative to the eye, unless it is the last one.
func (s *sight) appendSeen(dst []mgl64.Vec2, start int, p geom.Vec2) []mgl64.Vec2 {
	v := s.eye.Add(p).Mgl()
	if n := len(dst); n > start && dst[n-1] == v {
		return dst
	}
	return append(dst, v)
}

// arcStep is the angle, rad, between two vertices of the circle of the radius. Its chord is
// 1 - cos(arcStep/2) < 1/1000 of the radius inside the circle.
const arcStep = 2 * math.Pi / 72

// appendArc appends the circle of the radius from one direction to another, which is a
// number of turns (see turnOf) further.
func (s *sight) appendArc(dst []mgl64.Vec2, start int, from, to geom.Vec2, turns float64) []mgl64.Vec2 {
	u, _ := from.Unit()
	v, _ := to.Unit()
	angle := geom.Atan2(u.Cross(v), u.Dot(v))
	switch {
	case angle < 0 && turns > 1, angle < 1 && turns > 2: // more than half a turn
		angle += 2 * math.Pi
	case angle < 0:
		angle = 0
	}
	steps := max(math.Ceil(angle/arcStep), 1)
	for i := 0.0; i < steps; i++ {
		dst = s.appendSeen(dst, start, geom.RotFromAngle(float64(angle*(i/steps))).Apply(u).Mul(s.radius))
	}
	return s.appendSeen(dst, start, v.Mul(s.radius))
}
