package world

import (
	"cmp"
	"iter"
	"slices"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase/sight"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// QueryFilter selects the colliders that a query finds. The zero QueryFilter finds every collider
// that is not a sensor. The bits work as between two colliders: the collider's category must share
// a bit with the query's Mask, and the query's Category with the collider's mask. One-way colliders
// are found from all sides: compare Collider.OneWay with the normal of a hit.
type QueryFilter struct {
	Category uint64 // zero means all bits
	Mask     uint64 // zero means all bits
	Sensors  bool   // finds sensors too
	NoStatic bool   // leaves out the colliders of static bodies: see StaticChanges
	// Inside says how a ray or a cast treats the colliders in which it begins.
	Inside InsideRule
	// Ignore leaves out the colliders of one body. The zero Body and a body of another world leave
	// out none.
	Ignore Body
}

func (f QueryFilter) normalized() QueryFilter {
	f.Inside.check()
	if f.Category == 0 {
		f.Category = ^uint64(0)
	}
	if f.Mask == 0 {
		f.Mask = ^uint64(0)
	}
	return f
}

// classes returns the classes of the boxes of the colliders that a query may find.
func (f *QueryFilter) classes() broadphase.Classes {
	among := broadphase.AllClasses
	if !f.Sensors {
		among &^= 1 << broadphase.QueryOnly
	}
	if f.NoStatic {
		among &^= 1 << broadphase.Static
	}
	return among
}

func (s *space) queryAccepts(f *QueryFilter, c state.ColliderSlot) bool {
	link := &s.shapes.Link[c]
	if link.Flags&state.ColliderSensor != 0 && !f.Sensors || link.Flags&state.ColliderStatic != 0 && f.NoStatic {
		return false
	}
	if f.Ignore.w == s.world && s.bodies.Meta[link.Owner].ID == f.Ignore.id {
		return false
	}
	filter := s.shapes.Filter(c)
	return filter.Category&f.Mask != 0 && filter.Mask&f.Category != 0
}

// query is the state of one query while the broadphase visits colliders. It comes from a pool,
// because visitors made at each call would allocate. The results are collected before the game sees
// the first, so the game's loop may make further queries. They take other values from the pool.
type query struct {
	s      *space
	filter QueryFilter
	began  uint64 // for endQuerying

	point  geom.Vec2
	shape  shape.Convex
	pose   geom.Transform
	aim    aimedCast
	moving movingShape // of aim
	box    geom.Box

	closest   CastHit
	hasHit    bool
	hits      []CastHit  // of RayCastAll and ShapeCastAll
	colliders []Collider // of the overlaps
	hasParts  bool       // some of the colliders found are parts of compounds
	overlaps  []Overlap
	segments  [2]shape.Geometry // of OverlapContacts, for segments of chains
	near      []Nearby
	sight     sight.Search
	seen      []geom.Vec2 // the visibility polygon
	numbers   []int32     // indices in colliders of the visible ones
	reach     float64     // m, of the search for the nearest
	limit     int         // how many of the nearest matter, 0: all

	boxGeometry shape.Geometry // of OverlapBox, with its arena
	boxArena    shape.Arena
	boxCorners  [4]geom.Vec2

	// The methods as visitors, made at their first use. A program does not link the queries that it
	// never makes.
	visitClosest, visitAll func(uint32, float64) float64
	visitPoint, visitShape func(uint32) bool
	visitBounds, visitNear func(uint32) bool
}

// boxNormals are the outward normals of a box's edges, from the lower left corner.
var boxNormals = []geom.Vec2{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}}

func newQuery(s *space) *query {
	q := &query{s: s}
	q.boxArena = shape.Arena{Vertices: q.boxCorners[:], Normals: boxNormals}
	return q
}

func (s *space) beginQuery(f QueryFilter) *query {
	began := s.beginQuerying()
	q, _ := s.queryPool.Get().(*query)
	if q == nil {
		q = newQuery(s)
	}
	q.began = began
	q.filter, q.closest, q.hasHit, q.hasParts = f.normalized(), CastHit{}, false, false
	q.hits, q.colliders, q.overlaps, q.near = q.hits[:0], q.colliders[:0], q.overlaps[:0], q.near[:0]
	return q
}

// end gives a query back to the pool, without the game's shape.
func (q *query) end() {
	q.shape, q.moving = shape.Convex{}, movingShape{}
	q.s.queryPool.Put(q)
}

// keepClosest keeps a hit that is nearer than all hits before. Of two equally near hits it keeps
// the one with the smaller ID, in any order of visits.
func (q *query) keepClosest(hit CastHit) {
	if !q.hasHit || q.s.compareHits(hit, q.closest) < 0 {
		q.closest, q.hasHit = hit, true
	}
}

func (s *space) compareHits(a, b CastHit) int {
	if order := cmp.Or(cmp.Compare(a.Fraction, b.Fraction), s.compareColliders(a.Collider, b.Collider)); order != 0 {
		return order
	}
	return compareHitsOfParts(&a, &b)
}

// RayCast returns the first collider on the way from origin along translation, in
// metres, and whether there is one. A ray that begins inside a shape hits it at
// fraction zero, with a normal back along the ray, unless the filter's Inside rule says
// otherwise. A ray along a segment without radius or a segment of a chain misses it: see
// shape.RayCast. Numbers that are not finite, or beyond 1e100, give no hit.
//
// Many goroutines may query at once while the world neither steps nor changes. Warm queries, and
// loops over them, allocate nothing.
func (s *space) RayCast(origin, translation mgl64.Vec2, filter QueryFilter) (hit CastHit, ok bool) {
	q := s.beginQuery(filter)
	if q.visitClosest == nil {
		q.visitClosest = q.onClosest
	}
	q.castRay(origin, translation, q.visitClosest)
	s.endQuerying(q.began)
	hit, ok = q.closest, q.hasHit
	q.end()
	return hit, ok
}

// RayCastAll yields all colliders on the way from origin along translation, in metres,
// the nearest first. The colliders are found before the first is yielded, so the loop
// may change the world; colliders that it destroys are left out.
func (s *space) RayCastAll(origin, translation mgl64.Vec2, filter QueryFilter) iter.Seq[CastHit] {
	return func(yield func(CastHit) bool) { s.eachRayHit(origin, translation, filter, yield) }
}

func (s *space) eachRayHit(origin, translation mgl64.Vec2, filter QueryFilter, yield func(CastHit) bool) {
	q := s.beginQuery(filter)
	if q.visitAll == nil {
		q.visitAll = q.onAll
	}
	q.castRay(origin, translation, q.visitAll)
	s.endQuerying(q.began)
	q.yieldHits(yield)
	q.end()
}

// yieldHits yields the hits, the nearest first, except for colliders destroyed meanwhile.
func (q *query) yieldHits(yield func(CastHit) bool) {
	slices.SortFunc(q.hits, q.s.compareHits)
	if q.hasParts {
		q.hits = firstOfEach(q.hits, func(h *CastHit) Collider { return h.Collider })
	}
	for _, hit := range q.hits {
		if q.s.stillThere(hit.Collider) && !yield(hit) {
			return
		}
	}
}

func (q *query) castRay(origin, translation mgl64.Vec2, visit func(uint32, float64) float64) {
	ray := geom.Ray{Origin: geom.From(origin), Translation: geom.From(translation)}
	if withinRayRange(ray.Origin) && withinRayRange(ray.Translation) {
		q.aim = aimedCast{ray: ray, rule: q.filter.Inside}
		q.s.boxes.RayCast(ray, 0, 1, q.filter.Mask, visit)
	}
}

// cast returns where the ray or the moving shape meets a collider, up to a limit.
func (q *query) cast(c state.ColliderSlot, limit float64) (hit CastHit, ok bool) {
	if !q.s.queryAccepts(&q.filter, c) {
		return CastHit{}, false
	}
	switch a := &q.aim; {
	case q.asWhole(c):
		a.limit = limit
		return q.s.firstHit(q.s.shapes.WholeOf(c), a)
	case a.moving != nil:
		hit, _, ok = q.s.castShapeAt(c, a.moving, a.rule, limit)
	default:
		hit, _, ok = q.s.castRayAt(c, a.ray, a.rule, limit)
	}
	return hit, ok
}

// asWhole reports whether a cast must test all parts of the compound of a part at once, because it
// must know whether it begins inside any of them. It also stores that there are parts.
func (q *query) asWhole(c state.ColliderSlot) bool {
	isPart := q.s.shapes.Link[c].Flags&state.ColliderPart != 0
	q.hasParts = q.hasParts || isPart
	return isPart && q.filter.Inside != InsideHits
}

func (q *query) onClosest(i uint32, limit float64) float64 {
	hit, ok := q.cast(state.ColliderSlot(i), limit)
	if !ok {
		return limit
	}
	q.keepClosest(hit)
	return q.closest.Fraction
}

func (q *query) onAll(i uint32, limit float64) float64 {
	if hit, ok := q.cast(state.ColliderSlot(i), limit); ok {
		q.hits = append(q.hits, hit)
	}
	return limit
}

// ShapeCast moves a shape from a position (m) and angle (rad) along translation (m) and returns the
// first collider that it hits, and whether there is one. A shape that overlaps a collider from the
// start hits it at fraction zero with a zero normal, wherever it moves, unless the filter's Inside
// rule says otherwise. A shape that only touches a collider hits it at fraction zero, with the
// normal there, if it moves closer. A segment of a chain is hit only by a shape whose centre starts
// in front of it. Numbers that are not finite, or beyond 1e9 length units, give no hit. The shape
// comes from shape.New.
func (s *space) ShapeCast(moving shape.Convex, position mgl64.Vec2, angle float64, translation mgl64.Vec2, filter QueryFilter) (hit CastHit, ok bool) {
	q := s.beginQuery(filter)
	if q.visitClosest == nil {
		q.visitClosest = q.onClosest
	}
	q.castShape(ShapeAt(moving, position, angle), translation, q.visitClosest)
	s.endQuerying(q.began)
	hit, ok = q.closest, q.hasHit
	q.end()
	return hit, ok
}

// ShapeCastAll moves a shape along translation (m) and yields all colliders on its way, the nearest
// first, as RayCastAll does.
func (s *space) ShapeCastAll(moving PlacedShape, translation mgl64.Vec2, filter QueryFilter) iter.Seq[CastHit] {
	return func(yield func(CastHit) bool) { s.eachCastHit(moving, translation, filter, yield) }
}

func (s *space) eachCastHit(moving PlacedShape, translation mgl64.Vec2, filter QueryFilter, yield func(CastHit) bool) {
	q := s.beginQuery(filter)
	if q.visitAll == nil {
		q.visitAll = q.onAll
	}
	q.castShape(moving, translation, q.visitAll)
	s.endQuerying(q.began)
	q.yieldHits(yield)
	q.end()
}

func (q *query) castShape(s PlacedShape, translation mgl64.Vec2, visit func(uint32, float64) float64) {
	by := geom.From(translation)
	if q.place(s.Shape, s.Position, s.Angle) && q.s.checkPosition("Translation", by) == nil {
		q.moving = movingShape{q.shape, q.pose, by}
		q.aim = aimedCast{moving: &q.moving, rule: q.filter.Inside}
		box := shape.BoxOf(q.shape, q.pose).ToBox32()
		q.s.boxes.BoxCast(box, by, 1, q.filter.Mask, visit)
	}
}

// firstOfEach keeps the first entry of each collider, in their order.
func firstOfEach[T any](list []T, of func(*T) Collider) []T {
	kept := 0
	for i := range list {
		known := 0
		for known < kept && of(&list[known]) != of(&list[i]) {
			known++
		}
		if known == kept {
			list[kept] = list[i]
			kept++
		}
	}
	return list[:kept]
}

// place stores the shape of a query and its pose. It reports whether the numbers can be
// used.
func (q *query) place(s shape.Convex, position mgl64.Vec2, angle float64) bool {
	if s.Geometry == nil {
		panic("world: a query with the zero shape.Convex")
	}
	p := geom.From(position)
	if q.s.checkPosition("Position", p) != nil || !geom.Finite(angle) {
		return false
	}
	q.shape, q.pose = s, geom.Transform{P: p, R: geom.RotFromAngle(angle)}
	return true
}

// compareColliders orders by ID.
func (s *space) compareColliders(a, b Collider) int {
	return cmp.Compare(s.shapes.Canonical(id.ID(a.id)), s.shapes.Canonical(id.ID(b.id)))
}

// compareOwners orders by ID.
func (s *space) compareOwners(a, b Body) int {
	return cmp.Compare(s.bodies.Canonical(id.ID(a.id)), s.bodies.Canonical(id.ID(b.id)))
}

// stillThere reports whether a collider exists when a query yields it: the game's loop may have
// destroyed it meanwhile.
func (s *space) stillThere(c Collider) bool { return s.door == nil || c.Valid() }

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
