package world

import (
	"cmp"
	"iter"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// OverlapContacts yields the colliders that OverlapShape finds, each with depth, normal and points
// of the overlap, by ascending ID. A segment of a chain counts as a line with two sides. Two
// half-planes that overlap everywhere have a zero normal and no point.
func (s *space) OverlapContacts(placed PlacedShape, filter QueryFilter) iter.Seq[Overlap] {
	return func(yield func(Overlap) bool) { s.overlapContacts(placed, filter, yield) }
}

func (s *space) overlapContacts(placed PlacedShape, filter QueryFilter, yield func(Overlap) bool) {
	q := s.beginQuery(filter)
	if q.place(placed.Shape, placed.Position, placed.Angle) {
		q.findOverlaps(shape.BoxOf(q.shape, q.pose))
	}
	q.sortColliders()
	for _, c := range q.colliders {
		q.overlaps = append(q.overlaps, q.overlapWith(c))
	}
	s.endQuerying(q.began)
	for i := range q.overlaps {
		if o := q.overlaps[i]; s.stillThere(o.Collider) && !yield(o) {
			break
		}
	}
	q.end()
}

// overlapWith returns how a collider overlaps the shape of the query: for a compound, the overlap
// of the deepest part.
func (q *query) overlapWith(c Collider) Overlap {
	slot := q.s.shapes.SlotOf(c.id)
	deepest := q.overlapAt(c, slot)
	for p := q.s.shapes.NextPart(uint32(slot)); p != state.None; p = q.s.shapes.NextPart(p) {
		if o := q.overlapAt(c, state.ColliderSlot(p)); o.separation < deepest.separation {
			deepest = o
		}
	}
	return deepest
}

// overlapAt returns how a collider, or one part of a compound, overlaps the shape of the query.
func (q *query) overlapAt(c Collider, slot state.ColliderSlot) Overlap {
	pose, convex := q.s.poseOf(slot), q.s.shapes.Convex(slot)
	o := Overlap{Collider: c}
	s, ok := separationOf(convex, pose, q.shape, &q.pose)
	if !ok {
		return o
	}
	o.Normal, o.Depth, o.separation = s.Normal, max(-s.Distance, 0), s.Distance
	other, own := q.twoSided(0, convex), q.twoSided(1, q.shape)
	rel := pose.InverseMul(q.pose)
	var m manifold.Manifold
	manifold.CollideConvex(&m, other, own, &rel, 0)
	for _, p := range m.Points[:m.Count] {
		o.points[o.count] = pose.Apply(p.Anchor).Mgl()
		o.count++
	}
	if o.count == 0 { // they only touch, or no contact is made of the two kinds
		o.points[0], o.count = s.PointA.Add(s.PointB).Mul(0.5), 1
	}
	return o
}

// twoSided returns a shape; for a segment of a chain it returns a segment that touches on both
// sides.
func (q *query) twoSided(i int, c shape.Convex) shape.Convex {
	if c.Kind == shape.KindChainSegment {
		q.segments[i] = *c.Geometry
		q.segments[i].Kind = shape.KindSegment
		c.Geometry = &q.segments[i]
	}
	return c
}

// NearestColliders yields the colliders no farther from a shape or a point (PointAt) than
// maxDistance, m, the nearest first and at most limit of them. At equal distances the smaller ID is
// first. Colliders that overlap the shape have minus their depth as distance, so the deepest is
// first. A limit of zero or less means all; maxDistance may be infinite. Numbers that are not
// finite or beyond 1e9 length units yield nothing. The colliders are found before the first is
// yielded, so the loop may change the world.
func (s *space) NearestColliders(to PlacedShape, maxDistance float64, limit int, filter QueryFilter) iter.Seq[Nearby] {
	return func(yield func(Nearby) bool) { s.eachNear(to, maxDistance, limit, filter, false, yield) }
}

// NearestBodies is NearestColliders for bodies: for each body it yields the nearest collider that
// the filter finds. At equal distances the body with the smaller ID is first.
func (s *space) NearestBodies(to PlacedShape, maxDistance float64, limit int, filter QueryFilter) iter.Seq[Nearby] {
	return func(yield func(Nearby) bool) { s.eachNear(to, maxDistance, limit, filter, true, yield) }
}

func (s *space) eachNear(to PlacedShape, maxDistance float64, limit int, filter QueryFilter, bodies bool, yield func(Nearby) bool) {
	q := s.beginQuery(filter)
	if q.place(to.Shape, to.Position, to.Angle) && maxDistance >= 0 {
		// No distance is larger than twice the widest shape and the width of the world.
		q.searchNear(min(maxDistance, 4*(geom.MaxExtent+float64(maxPosition*s.lengthUnit))), limit, bodies)
	}
	s.endQuerying(q.began)
	for i := range q.near {
		if n := q.near[i]; s.stillThere(n.Collider) && !yield(n) {
			break
		}
	}
	q.end()
}

// nearGrowth is the ratio of the reaches of two successive searches for the nearest colliders.
const nearGrowth = 3

// searchNear finds the nearest colliders. With a limit it searches in wider and wider boxes
// until there are enough.
func (q *query) searchNear(maxDistance float64, limit int, bodies bool) {
	box := shape.BoxOf(q.shape, q.pose)
	reach := maxDistance
	if limit > 0 && limit < q.s.shapes.Len() {
		reach = min(maxDistance, q.s.lengthUnit)
	}
	for ; ; reach = min(nearGrowth*reach, maxDistance) {
		q.near, q.reach, q.limit = q.near[:0], reach, limit
		if bodies {
			q.limit = 0
		}
		if q.visitNear == nil {
			q.visitNear = q.onNear
		}
		q.s.boxes.Query(q.filter.classes(), box.Grow(reach).ToBox32(), q.filter.Mask, q.visitNear)
		if bodies {
			q.keepNearestOfBodies()
		} else {
			q.keepNearestOfColliders()
		}
		if limit <= 0 || len(q.near) >= limit || reach >= maxDistance {
			break
		}
	}
	if limit > 0 {
		q.near = q.near[:min(limit, len(q.near))]
	}
}

func (q *query) onNear(i uint32) bool {
	s, c := q.s, state.ColliderSlot(i)
	if !s.queryAccepts(&q.filter, c) {
		return true
	}
	pose := s.poseOf(c)
	rel := pose.InverseMul(q.pose)
	convex := s.shapes.Convex(c)
	var r narrowphase.Result
	if narrowphase.ThinDistance(&r, convex, q.shape, &rel) { // to the bit as Collider.Distance
		if r.Distance > q.reach {
			return true
		}
	} else if _, ok := narrowphase.SignedDistanceUpTo(&r, convex, q.shape, &rel, q.reach); !ok || r.Distance < -maxDepth {
		return true
	}
	q.near = append(q.near, Nearby{s.colliderAt(c), s.bodyAt(s.shapes.Link[c].Owner), separationAt(&r, pose)})
	if s.shapes.Link[c].Flags&state.ColliderPart != 0 {
		q.hasParts, q.limit = true, 0 // of several entries of one collider, one counts
	}
	if q.limit > 0 && (len(q.near)-32)/2 >= q.limit {
		// Colliders beyond the limit never matter again.
		slices.SortFunc(q.near, q.s.compareNearby)
		q.near = q.near[:q.limit]
		q.reach = q.near[q.limit-1].Distance
	}
	return true
}

// maxDepth is larger than the depth of two shapes of which one is bounded.
const maxDepth = 1e100

func (s *space) compareNearby(a, b Nearby) int {
	if order := cmp.Or(cmp.Compare(a.Distance, b.Distance), s.compareColliders(a.Collider, b.Collider)); order != 0 {
		return order
	}
	return compareParts(&a.Separation, &b.Separation)
}

// keepNearestOfColliders sorts the near colliders, and keeps the nearest part of each compound.
func (q *query) keepNearestOfColliders() {
	slices.SortFunc(q.near, q.s.compareNearby)
	if q.hasParts {
		q.near = firstOfEach(q.near, func(n *Nearby) Collider { return n.Collider })
	}
}

// keepNearestOfBodies keeps the nearest collider of each body, in the order of the bodies'
// distances.
func (q *query) keepNearestOfBodies() {
	slices.SortFunc(q.near, q.s.compareByBody)
	kept := 0
	for i := range q.near {
		if kept == 0 || q.near[i].Body != q.near[kept-1].Body {
			q.near[kept] = q.near[i]
			kept++
		}
	}
	q.near = q.near[:kept]
	slices.SortFunc(q.near, q.s.compareNearBodies)
}

func (s *space) compareByBody(a, b Nearby) int {
	return cmp.Or(s.compareOwners(a.Body, b.Body), s.compareNearby(a, b))
}

func (s *space) compareNearBodies(a, b Nearby) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), s.compareOwners(a.Body, b.Body))
}
