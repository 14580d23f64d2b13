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

func (f QueryFilter) normal() QueryFilter {
	if f.Category == 0 {
		f.Category = ^uint64(0)
	}
	if f.Mask == 0 {
		f.Mask = ^uint64(0)
	}
	return f
}

// sees reports whether a query sees a collider.
func (w *World) sees(f *QueryFilter, c shape.Slot) bool {
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

// lookout is what one query carries through the broadphase. It comes from a pool
// and goes back, because visitors made at the call would allocate; a query made
// while another visits gets one of its own.
type lookout struct {
	w      *World
	filter QueryFilter

	ray     geom.Ray
	hit     func(RayHit) float64
	found   func(Collider) bool
	point   geom.Vec2
	probe   shape.Convex
	pose    geom.Transform
	way     geom.Vec2
	best    RayHit
	any     bool
	box     shape.Geometry // of OverlapBox, with its arena
	arena   shape.Arena
	corners [4]geom.Vec2
	made    shape.Geometry // the game's shape, compiled, with its arena
	parts   shape.Arena

	// The methods as visitors.
	visitRay, visitAll, visitCast func(uint32, float64) float64
	visitPoint, visitShape        func(uint32) bool
}

// boxNormals are the outward normals of a box's edges, from the lower left corner.
var boxNormals = []geom.Vec2{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}}

func newLookout(w *World) *lookout {
	l := &lookout{w: w}
	l.visitRay, l.visitAll, l.visitCast = l.meetRay, l.reportRay, l.meetCast
	l.visitPoint, l.visitShape = l.meetPoint, l.meetShape
	l.arena = shape.Arena{Vertices: l.corners[:], Normals: boxNormals}
	return l
}

func (w *World) lookOut(f QueryFilter) *lookout {
	l := w.lookouts.Get().(*lookout)
	l.filter, l.best, l.any = f.normal(), RayHit{}, false
	return l
}

// done gives a lookout back without what belongs to the game.
func (l *lookout) done() {
	l.hit, l.found, l.probe = nil, nil, shape.Convex{}
	clear(l.parts.Customs)
	l.parts = shape.Arena{Vertices: l.parts.Vertices[:0], Normals: l.parts.Normals[:0], Customs: l.parts.Customs[:0]}
	l.w.lookouts.Put(l)
}

// keep remembers a hit that is nearer than all before. Of two at the same place it
// is the one with the smaller ID, whatever the order in which they are met.
func (l *lookout) keep(hit RayHit) {
	if !l.any || hit.Fraction < l.best.Fraction ||
		hit.Fraction == l.best.Fraction && hit.Collider.id < l.best.Collider.id {
		l.best, l.any = hit, true
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
	l := w.lookOut(filter)
	l.castRay(origin, translation, l.visitRay)
	best, found := l.best, l.any
	l.done()
	return best, found
}

// RayCastAll calls visit for colliders on the way from origin along translation,
// in no order of distance. Visit returns how far to look on: 1 for everything,
// the hit's own fraction for nothing beyond it, a negative number to stop. Visit
// may make other queries but must not change the world.
func (w *World) RayCastAll(origin, translation mgl64.Vec2, filter QueryFilter, visit func(RayHit) float64) {
	l := w.lookOut(filter)
	l.hit = visit
	l.castRay(origin, translation, l.visitAll)
	l.done()
}

func (l *lookout) castRay(origin, translation mgl64.Vec2, visit func(uint32, float64) float64) {
	l.ray = geom.Ray{Origin: geom.From(origin), Translation: geom.From(translation)}
	if castable(l.ray.Origin) && castable(l.ray.Translation) {
		l.w.pipeline.Broad.RayCast(l.ray, 0, 1, l.filter.Mask, visit)
	}
}

// castable reports whether what a ray is made of bears being multiplied.
func castable(v geom.Vec2) bool {
	a := v.Abs()
	return max(a.X, a.Y) <= 1e100
}

// reach returns where the ray meets a collider, up to a limit.
func (l *lookout) reach(c shape.Slot, limit float64) (RayHit, bool) {
	w := l.w
	if !w.sees(&l.filter, c) {
		return RayHit{}, false
	}
	pose := w.poseOf(c)
	local := geom.Ray{Origin: pose.ApplyInverse(l.ray.Origin), Translation: pose.R.ApplyInverse(l.ray.Translation)}
	hit, ok := shape.RayCast(w.shapes.Convex(c), local)
	if !ok || hit.Fraction > limit {
		return RayHit{}, false
	}
	return RayHit{
		Collider: w.colliderAt(c),
		Point:    l.ray.At(hit.Fraction).Mgl(),
		Normal:   pose.R.Apply(hit.Normal).Mgl(),
		Fraction: hit.Fraction,
	}, true
}

func (l *lookout) meetRay(i uint32, limit float64) float64 {
	hit, ok := l.reach(shape.Slot(i), limit)
	if !ok {
		return limit
	}
	l.keep(hit)
	return l.best.Fraction
}

func (l *lookout) reportRay(i uint32, limit float64) float64 {
	hit, ok := l.reach(shape.Slot(i), limit)
	if !ok {
		return limit
	}
	return l.hit(hit)
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
	far := 2 * largestCoordinate * w.config.LengthUnit
	most := geom.Vec2{X: far, Y: far}
	box.Min, box.Max = box.Min.Max(most.Neg()).Min(most), box.Max.Max(most.Neg()).Min(most)

	l := w.lookOut(filter)
	l.corners = [4]geom.Vec2{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}
	l.box = shape.Geometry{Kind: shape.KindPolygon, Count: 4, Center: box.Center(), BoundingRadius: box.Extents().Length()}
	l.overlap(shape.Convex{Geometry: &l.box, Arena: &l.arena}, geom.IdentityTransform, box, visit)
}

// OverlapPoint calls visit for every collider that contains the point, until visit
// returns false. Visit may make other queries but must not change the world.
func (w *World) OverlapPoint(point mgl64.Vec2, filter QueryFilter, visit func(Collider) bool) {
	p := geom.From(point)
	if !p.Finite() {
		return
	}
	l := w.lookOut(filter)
	l.point, l.found = p, visit
	w.pipeline.Broad.Query(geom.Box{Min: p, Max: p}.ToBox32(), l.filter.Mask, l.visitPoint)
	l.done()
}

func (l *lookout) meetPoint(i uint32) bool {
	w, c := l.w, shape.Slot(i)
	if !w.sees(&l.filter, c) || !shape.Contains(w.shapes.Convex(c), w.poseOf(c).ApplyInverse(l.point)) {
		return true
	}
	return l.found(w.colliderAt(c))
}

// OverlapShape calls visit for every collider that shares a point with a shape
// placed at a position (m) and angle (rad), until visit returns false. It returns
// the error of a shape that cannot be used. Visit may make other queries but must
// not change the world.
func (w *World) OverlapShape(s shape.Support, position mgl64.Vec2, angle float64, filter QueryFilter, visit func(Collider) bool) error {
	l := w.lookOut(filter)
	if err := l.place(s, position, angle); err != nil {
		l.done()
		return err
	}
	l.overlap(l.probe, l.pose, shape.BoxOf(l.probe, l.pose), visit)
	return nil
}

// place compiles a shape for the query.
func (l *lookout) place(s shape.Support, position mgl64.Vec2, angle float64) error {
	made, err := shape.Compile(s, geom.Vec2{}, &l.parts)
	if err != nil {
		return err
	}
	if err := l.w.checkPosition("Position", geom.From(position)); err != nil {
		return err
	}
	if err := geom.CheckFinite("Angle", angle); err != nil {
		return err
	}
	l.made = made
	l.probe = shape.Convex{Geometry: &l.made, Arena: &l.parts}
	l.pose = geom.Transform{P: geom.From(position), R: geom.RotFromAngle(angle)}
	return nil
}

// overlap looks for what shares a point with the probe, and ends the query.
func (l *lookout) overlap(probe shape.Convex, pose geom.Transform, box geom.Box, visit func(Collider) bool) {
	l.probe, l.pose, l.found = probe, pose, visit
	l.w.pipeline.Broad.Query(box.ToBox32(), l.filter.Mask, l.visitShape)
	l.done()
}

func (l *lookout) meetShape(i uint32) bool {
	w, c := l.w, shape.Slot(i)
	if !w.sees(&l.filter, c) {
		return true
	}
	rel := l.pose.InverseMul(*w.poseOf(c))
	if !narrowphase.Intersects(l.probe, w.shapes.Convex(c), &rel) {
		return true
	}
	return l.found(w.colliderAt(c))
}

// CastShape moves a shape from a position (m) and angle (rad) along translation
// and returns the first collider it meets. A shape that overlaps from the start
// hits at fraction zero with a zero normal. It returns the error of a shape or a
// number that cannot be used.
func (w *World) CastShape(s shape.Support, position mgl64.Vec2, angle float64, translation mgl64.Vec2, filter QueryFilter) (RayHit, bool, error) {
	l := w.lookOut(filter)
	best, found, err := l.castShape(s, position, angle, translation)
	l.done()
	return best, found, err
}

func (l *lookout) castShape(s shape.Support, position mgl64.Vec2, angle float64, translation mgl64.Vec2) (RayHit, bool, error) {
	if err := l.place(s, position, angle); err != nil {
		return RayHit{}, false, err
	}
	l.way = geom.From(translation)
	if err := l.w.checkPosition("Translation", l.way); err != nil {
		return RayHit{}, false, err
	}
	l.w.pipeline.Broad.BoxCast(shape.BoxOf(l.probe, l.pose).ToBox32(), l.way, 1, l.filter.Mask, l.visitCast)
	return l.best, l.any, nil
}

func (l *lookout) meetCast(i uint32, limit float64) float64 {
	w, c := l.w, shape.Slot(i)
	if !w.sees(&l.filter, c) {
		return limit
	}
	target := w.poseOf(c)
	rel := target.InverseMul(l.pose)
	hit, ok := narrowphase.CastShape(w.shapes.Convex(c), l.probe, &rel, target.R.ApplyInverse(l.way), limit)
	if !ok {
		return limit
	}
	l.keep(RayHit{
		Collider: w.colliderAt(c),
		Point:    target.Apply(hit.Point).Mgl(),
		Normal:   target.R.Apply(hit.Normal).Mgl(),
		Fraction: hit.Fraction,
	})
	return l.best.Fraction
}
