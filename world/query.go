package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// QueryFilter says what a query sees. The zero QueryFilter sees every collider
// that is not a sensor. Bits work as between two colliders: a query of some
// Category sees what lies in its Mask and accepts that category.
type QueryFilter struct {
	Category uint64 // zero means all bits
	Mask     uint64 // zero means all bits
	Sensors  bool   // sees sensors too
	// Ignore leaves out the colliders of one body; the zero Body, and a body of
	// another world, leave out none.
	Ignore Body
}

func (f QueryFilter) normalized() QueryFilter {
	if f.Category == 0 {
		f.Category = ^uint64(0)
	}
	if f.Mask == 0 {
		f.Mask = ^uint64(0)
	}
	return f
}

// queryAccepts reports whether a query sees a collider.
func (w *World) queryAccepts(f *QueryFilter, c shape.Slot) bool {
	link := &w.shapes.Link[c]
	if link.Flags&shape.ColliderSensor != 0 && !f.Sensors {
		return false
	}
	if f.Ignore.w == w && w.bodies.Meta[link.Owner].ID == f.Ignore.id {
		return false
	}
	filter := &w.shapes.Filter[c]
	return filter.Category&f.Mask != 0 && filter.Mask&f.Category != 0
}

// poseOf returns the pose of the body that carries a collider.
func (w *World) poseOf(c shape.Slot) *geom.Transform {
	return &w.bodies.Pose[w.bodies.Row(state.BodySlot(w.shapes.Link[c].Owner))]
}

// RayHit is where a ray or a moving shape met a collider.
type RayHit struct {
	Collider Collider
	Point    mgl64.Vec2 // on the collider's surface, m
	Normal   mgl64.Vec2 // unit, out of the collider; against the cast, or zero, when it began inside
	Fraction float64    // of the translation
}

// query is what one query carries through the broadphase. It comes from a pool
// and goes back, because visitors made at the call would allocate; a query made
// while another visits gets one of its own.
type query struct {
	w      *World
	filter QueryFilter

	ray            geom.Ray
	reportHit      func(RayHit) float64
	reportCollider func(Collider) bool
	point          geom.Vec2
	shape          shape.Convex
	pose           geom.Transform
	translation    geom.Vec2
	closest        RayHit
	hasHit         bool
	boxGeometry    shape.Geometry // of OverlapBox, with its arena
	boxArena       shape.Arena
	boxCorners     [4]geom.Vec2
	geometry       shape.Geometry // the game's shape, compiled, with its arena
	geometryArena  shape.Arena

	// The methods as visitors.
	visitRay, visitAll, visitCast func(uint32, float64) float64
	visitPoint, visitShape        func(uint32) bool
}

// boxNormals are the outward normals of a box's edges, from the lower left corner.
var boxNormals = []geom.Vec2{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}}

func newQuery(w *World) *query {
	q := &query{w: w}
	q.visitRay, q.visitAll, q.visitCast = q.onRayClosest, q.onRayAll, q.onCast
	q.visitPoint, q.visitShape = q.onPoint, q.onShape
	q.boxArena = shape.Arena{Vertices: q.boxCorners[:], Normals: boxNormals}
	return q
}

func (w *World) beginQuery(f QueryFilter) *query {
	q := w.queryPool.Get().(*query)
	q.filter, q.closest, q.hasHit = f.normalized(), RayHit{}, false
	return q
}

// end gives a lookout back without what belongs to the game.
func (q *query) end() {
	q.reportHit, q.reportCollider, q.shape = nil, nil, shape.Convex{}
	clear(q.geometryArena.Customs)
	q.geometryArena = shape.Arena{Vertices: q.geometryArena.Vertices[:0], Normals: q.geometryArena.Normals[:0], Customs: q.geometryArena.Customs[:0]}
	q.w.queryPool.Put(q)
}

// keepClosest remembers a hit that is nearer than all before. Of two at the same place it
// is the one with the smaller ID, whatever the order in which they are met.
func (q *query) keepClosest(hit RayHit) {
	if !q.hasHit || hit.Fraction < q.closest.Fraction ||
		hit.Fraction == q.closest.Fraction && hit.Collider.id < q.closest.Collider.id {
		q.closest, q.hasHit = hit, true
	}
}

// RayCast returns the first collider on the way from origin along translation,
// in metres. A ray that begins inside a shape hits it at fraction zero, with a normal
// back along the ray. Numbers that are not finite, or beyond 1e100, meet nothing.
//
// Queries may be made from many goroutines at once while the world neither steps
// nor changes. Once warm they allocate nothing. A shape that is asked about often is
// best kept as a shape.Support: Go allocates when it turns a struct into one.
func (w *World) RayCast(origin, translation mgl64.Vec2, filter QueryFilter) (RayHit, bool) {
	q := w.beginQuery(filter)
	q.castRay(origin, translation, q.visitRay)
	closest, found := q.closest, q.hasHit
	q.end()
	return closest, found
}

// RayCastAll calls visit for colliders on the way from origin along translation,
// in no order of distance. Visit returns how far to look on: 1 for everything,
// the hit's own fraction for nothing beyond it, a negative number to stop. Visit
// may make other queries but must not change the world.
func (w *World) RayCastAll(origin, translation mgl64.Vec2, filter QueryFilter, visit func(RayHit) float64) {
	q := w.beginQuery(filter)
	q.reportHit = visit
	q.castRay(origin, translation, q.visitAll)
	q.end()
}

func (q *query) castRay(origin, translation mgl64.Vec2, visit func(uint32, float64) float64) {
	q.ray = geom.Ray{Origin: geom.From(origin), Translation: geom.From(translation)}
	if withinRayRange(q.ray.Origin) && withinRayRange(q.ray.Translation) {
		q.w.pipeline.Broadphase.RayCast(q.ray, 0, 1, q.filter.Mask, visit)
	}
}

// withinRayRange reports whether what a ray is made of bears being multiplied.
func withinRayRange(v geom.Vec2) bool {
	a := v.Abs()
	return max(a.X, a.Y) <= 1e100
}

// intersect returns where the ray meets a collider, up to a limit.
func (q *query) intersect(c shape.Slot, limit float64) (RayHit, bool) {
	w := q.w
	if !w.queryAccepts(&q.filter, c) {
		return RayHit{}, false
	}
	hit, ok := narrowphase.RayCast(w.shapes.Convex(c), w.poseOf(c), q.ray)
	if !ok || hit.Fraction > limit {
		return RayHit{}, false
	}
	return RayHit{
		Collider: w.colliderAt(c),
		Point:    hit.Point.Mgl(),
		Normal:   hit.Normal.Mgl(),
		Fraction: hit.Fraction,
	}, true
}

func (q *query) onRayClosest(i uint32, limit float64) float64 {
	hit, ok := q.intersect(shape.Slot(i), limit)
	if !ok {
		return limit
	}
	q.keepClosest(hit)
	return q.closest.Fraction
}

func (q *query) onRayAll(i uint32, limit float64) float64 {
	hit, ok := q.intersect(shape.Slot(i), limit)
	if !ok {
		return limit
	}
	return q.reportHit(hit)
}

// OverlapBox calls visit for every collider that shares a point with the box,
// until visit returns false, in an order that is the same in every run. Sides may
// be infinite. A box whose lower corner is not below its upper overlaps nothing.
// Visit may make other queries but must not change the world.
func (w *World) OverlapBox(lower, upper mgl64.Vec2, filter QueryFilter, visit func(Collider) bool) {
	box := geom.Box{Min: geom.From(lower), Max: geom.From(upper)}
	if !(box.Min.X <= box.Max.X && box.Min.Y <= box.Max.Y) {
		return
	}
	// Nothing lies farther out than this: positions are bounded to half of it.
	limit := 2 * maxPosition * w.config.LengthUnit
	corner := geom.Vec2{X: limit, Y: limit}
	box.Min, box.Max = box.Min.Max(corner.Neg()).Min(corner), box.Max.Max(corner.Neg()).Min(corner)

	q := w.beginQuery(filter)
	q.boxCorners = [4]geom.Vec2{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}
	q.boxGeometry = shape.Geometry{Kind: shape.KindPolygon, Count: 4, Center: box.Center(), BoundingRadius: box.Extents().Length()}
	q.overlap(shape.Convex{Geometry: &q.boxGeometry, Arena: &q.boxArena}, geom.IdentityTransform, box, visit)
}

// OverlapPoint calls visit for every collider that contains the point, until visit
// returns false. Visit may make other queries but must not change the world.
func (w *World) OverlapPoint(point mgl64.Vec2, filter QueryFilter, visit func(Collider) bool) {
	p := geom.From(point)
	if !p.Finite() {
		return
	}
	q := w.beginQuery(filter)
	q.point, q.reportCollider = p, visit
	w.pipeline.Broadphase.Query(geom.Box{Min: p, Max: p}.ToBox32(), q.filter.Mask, q.visitPoint)
	q.end()
}

func (q *query) onPoint(i uint32) bool {
	w, c := q.w, shape.Slot(i)
	if !w.queryAccepts(&q.filter, c) || !shape.Contains(w.shapes.Convex(c), w.poseOf(c).ApplyInverse(q.point)) {
		return true
	}
	return q.reportCollider(w.colliderAt(c))
}

// OverlapShape calls visit for every collider that shares a point with a shape
// placed at a position (m) and angle (rad), until visit returns false. It returns
// the error of a shape that cannot be used. Visit may make other queries but must
// not change the world.
func (w *World) OverlapShape(s shape.Support, position mgl64.Vec2, angle float64, filter QueryFilter, visit func(Collider) bool) error {
	q := w.beginQuery(filter)
	if err := q.compileShape(s, position, angle); err != nil {
		q.end()
		return err
	}
	q.overlap(q.shape, q.pose, shape.BoxOf(q.shape, q.pose), visit)
	return nil
}

// place compiles a shape for the query.
func (q *query) compileShape(s shape.Support, position mgl64.Vec2, angle float64) error {
	geometry, err := shape.Compile(s, geom.Vec2{}, &q.geometryArena)
	if err != nil {
		return err
	}
	if err := q.w.checkPosition("Position", geom.From(position)); err != nil {
		return err
	}
	if err := geom.CheckFinite("Angle", angle); err != nil {
		return err
	}
	q.geometry = geometry
	q.shape = shape.Convex{Geometry: &q.geometry, Arena: &q.geometryArena}
	q.pose = geom.Transform{P: geom.From(position), R: geom.RotFromAngle(angle)}
	return nil
}

// overlap looks for what shares a point with the probe, and ends the query.
func (q *query) overlap(convex shape.Convex, pose geom.Transform, box geom.Box, visit func(Collider) bool) {
	q.shape, q.pose, q.reportCollider = convex, pose, visit
	q.w.pipeline.Broadphase.Query(box.ToBox32(), q.filter.Mask, q.visitShape)
	q.end()
}

func (q *query) onShape(i uint32) bool {
	w, c := q.w, shape.Slot(i)
	if !w.queryAccepts(&q.filter, c) {
		return true
	}
	rel := q.pose.InverseMul(*w.poseOf(c))
	if !narrowphase.Intersects(q.shape, w.shapes.Convex(c), &rel) {
		return true
	}
	return q.reportCollider(w.colliderAt(c))
}

// CastShape moves a shape from a position (m) and angle (rad) along translation
// and returns the first collider it meets. A shape that overlaps from the start
// hits at fraction zero with a zero normal. It returns the error of a shape or a
// number that cannot be used.
func (w *World) CastShape(s shape.Support, position mgl64.Vec2, angle float64, translation mgl64.Vec2, filter QueryFilter) (RayHit, bool, error) {
	q := w.beginQuery(filter)
	closest, found, err := q.castShape(s, position, angle, translation)
	q.end()
	return closest, found, err
}

func (q *query) castShape(s shape.Support, position mgl64.Vec2, angle float64, translation mgl64.Vec2) (RayHit, bool, error) {
	if err := q.compileShape(s, position, angle); err != nil {
		return RayHit{}, false, err
	}
	q.translation = geom.From(translation)
	if err := q.w.checkPosition("Translation", q.translation); err != nil {
		return RayHit{}, false, err
	}
	q.w.pipeline.Broadphase.BoxCast(shape.BoxOf(q.shape, q.pose).ToBox32(), q.translation, 1, q.filter.Mask, q.visitCast)
	return q.closest, q.hasHit, nil
}

func (q *query) onCast(i uint32, limit float64) float64 {
	w, c := q.w, shape.Slot(i)
	if !w.queryAccepts(&q.filter, c) {
		return limit
	}
	pose := w.poseOf(c)
	rel := pose.InverseMul(q.pose)
	hit, ok := narrowphase.ShapeCast(w.shapes.Convex(c), q.shape, &rel, pose.R.ApplyInverse(q.translation), limit)
	if !ok {
		return limit
	}
	q.keepClosest(RayHit{
		Collider: w.colliderAt(c),
		Point:    pose.Apply(hit.Point).Mgl(),
		Normal:   pose.R.Apply(hit.Normal).Mgl(),
		Fraction: hit.Fraction,
	})
	return q.closest.Fraction
}
